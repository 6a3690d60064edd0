package web

import (
	"strings"
	"testing"

	"delphi/bot"
)

// A long table is folded below the summary that says what matters of it; a short one,
// and one that says more than the summary, stands open.
func TestLongTablesAreFolded(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	for line, folded := range map[string]bool{"throne": true, "polyfrom+unicorn+horn": true, "smoky": false} {
		at := get(t, server.URL+"/?q="+line).Header.Get("Location")
		body := get(t, server.URL+at).body
		if !strings.Contains(body, "<table>") {
			t.Fatalf("%s: no table", line)
		}
		if got := strings.Contains(body, " rows</summary>"); got != folded {
			t.Errorf("%s: folded %v", line, got)
		}
	}
}
