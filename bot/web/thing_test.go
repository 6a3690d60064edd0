package web

import (
	"net/http"
	"strings"
	"testing"

	"delphi/bot"
)

// The page of a monster or an object is a table of its facts, with what people ask
// about it, the versions side by side and its likes, all linked.
func TestThings(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	for at, wants := range map[string][]string{
		"/mon/5.0.0/soldier_ant": {
			`<th scope="row">difficulty</th><td>7</td>`, "A soldier ant respects Elbereth.", `/eat/`, `href="/a/5.0.0/hurt/`, `href="/a/5.0.0/drop/`,
			`<a href="/mon/3.4.3/soldier_ant">3.4.3</a>`, `<td class="other">6</td>`, `<a href="/mon/5.0.0/fire_ant">fire ant</a>`, `c-blue`,
		},
		"/item/5.0.0/luckstone":            {`<a href="/item/5.0.0/touchstone">touchstone</a>`, "Looks the same until it is known (gray)", `href="/a/5.0.0/price/`},
		"/item/3.4.3/magic_marker":         {`<th scope="row">weight</th>`, `href="/a/3.4.3/wish/`, `<a href="/item/5.0.0/magic_marker">5.0.0</a>`},
		"/mon/dnethack/soldier_ant":        {"soldier ant"},
		"/a/5.0.0/sources/fire_resistance": {`<a href="/mon/5.0.0/red_dragon">red dragon corpse</a>`, `<a href="/item/5.0.0/ring_of_fire_resistance">ring of fire resistance</a>`},
	} {
		r := follow(t, server.URL, at)
		for _, want := range wants {
			if r.StatusCode != http.StatusOK || !strings.Contains(r.body, want) {
				t.Errorf("%s: status %d, no %s in\n%s", at, r.StatusCode, want, strip(r.body))
			}
		}
		if strings.Contains(strip(r.body), " | ") {
			t.Errorf("%s shows a chat's line", at)
		}
	}
}

// What is searched for leads to its page, and what is not found keeps the list.
func TestSearch(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	for at, want := range map[string]string{
		"/mon/3.4.3/?q=soldier+ant": "/mon/3.4.3/soldier_ant", "/item/5.0.0/?q=marker": "/item/5.0.0/magic_marker", "/mon/5.0.0/?q=a": "/mon/5.0.0/a",
	} {
		if r := get(t, server.URL+at); r.Header.Get("Location") != want {
			t.Errorf("%s leads to %q, status %d", at, r.Header.Get("Location"), r.StatusCode)
		}
	}
	r := get(t, server.URL+"/mon/5.0.0/?q=qqqqxx")
	if r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(r.body, `value="qqqqxx"`) || !strings.Contains(r.body, `<option value="soldier ant">`) {
		t.Errorf("status %d, %.300s", r.StatusCode, strip(r.body))
	}
	if r := get(t, server.URL+"/favicon.ico"); r.Header.Get("Location") != "/s/icon.svg" {
		t.Errorf("the icon: status %d", r.StatusCode)
	}
	if r := get(t, server.URL+"/s/icon.svg"); r.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the icon is %s", r.Header.Get("Content-Type"))
	}
}
