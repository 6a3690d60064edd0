package web

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"delphi/bot"
	"delphi/bot/web/form"
	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/engine/rules"
)

// follow fetches a page, and the one that it leads to.
func follow(t testing.TB, server, path string) got {
	t.Helper()
	r := get(t, server+path)
	if at := r.Header.Get("Location"); at != "" {
		r = get(t, server+at)
	}
	return r
}

// The form of each question stands before its answer, and its fields are named as the
// parameters of its command.
func TestFormComesFirst(t *testing.T) {
	server, w, s := serve(t, Config{}, bot.Limits{})
	for c := range commands.Every(w.Router.Commands()) {
		if !c.ForAll() || len(c.Params) == 0 {
			continue
		}
		r := get(t, server.URL+"/c/"+segment.Of(c.Path()))
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d", c.Path(), r.StatusCode)
			continue
		}
		fields, result := strings.Index(r.body, `<form class="fields"`), strings.Index(r.body, `id="result"`)
		if fields < 0 || result < fields {
			t.Errorf("%s: the form does not come first", c.Path())
		}
		for _, p := range c.Params {
			if p.Name != "chart" && !strings.Contains(r.body[fields:result], ` name="`+p.Name+`"`) {
				t.Errorf("%s: its form has no field %s", c.Path(), p.Name)
			}
		}
		if f := form.New(c, rules.Get(s.Rules), url.Values{}); len(f.First) == 0 && len(f.Flags) == 0 {
			t.Errorf("%s: nothing to fill in at first", c.Path())
		}
	}
}

// What is filled in leads to the answer, by one button.
func TestFilledIn(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	for _, c := range []struct{ in, question string }{
		{"/c/fail?ask=1&spell=fireball&role=Wizard&xl=12&int=18&worn.cloak=robe&worn.body=plate+mail&worn=&held=&wis=", "fail v5.0.0 fireball, Wizard, xl12 int18 robe, plate mail"},
		{"/c/fail?ask=1&spell=fireball&role=&role=Wizard&xl=12&int=18&worn=%2B2+robe", "fail v5.0.0 fireball, Wizard, xl12 int18 +2 robe"},
		{"/c/fail?ask=1&version=3.4.3&role=Wizard&xl=12&int=18", "fail v3.4.3 Wizard, xl12 int18"},
		{"/c/poly?ask=1&pile=unicorn+horn&pile.n=7&pile.buc=blessed&pile.use=&pile=magic+marker&pile.n=&pile.buc=&pile.use=for&pile=&pile.n=&pile.buc=&pile.use=", "poly v5.0.0 7 blessed unicorn horn, for:magic marker"},
		{"/c/polyfor?ask=1&pile=magic+marker&pile.use=&pile=unicorn+horn&pile.use=from&pile.n=&pile.n=&pile.buc=&pile.buc=blessed", "polyfor v5.0.0 magic marker, from:blessed unicorn horn"},
		{"/c/odds?ask=1&question=1/12+20+tries", "odds 1/12 in 20"},
	} {
		r := follow(t, server.URL, c.in)
		if r.StatusCode != http.StatusOK || !strings.Contains(strip(r.body), "In a chat: "+c.question+" ") {
			t.Errorf("%s: status %d, no %q in\n%s", c.in, r.StatusCode, c.question, strip(r.body))
		}
	}
}

var invalid = regexp.MustCompile(`name="([a-z.-]+)"[^>]* aria-invalid="true"|<fieldset[^>]* data-field="([a-z-]+)" aria-invalid="true"`)

// What cannot be answered keeps its form with what was filled in, and marks the field
// that is wrong or missing. None of it sends anybody back to a chat.
func TestWrongFieldsAreMarked(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	for _, c := range []struct{ in, field, keeps string }{
		{"/c/fail?ask=1&spell=fireball&xl=12", "role", `value="12"`},
		{"/?q=fail+fireball+xl12+int18", "role", `value="12"`},
		{"/c/fail?ask=1&spell=fireball&role=Wizard&xl=99&int=18", "xl", `value="99"`},
		{"/c/fail?ask=1&spell=fireball&role=Wizard&int=18&worn=robbe+of+froth", "worn", `value="robbe of froth"`},
		{"/c/hit?ask=1&xl=4", "monster", `value="4"`},
		{"/c/poly?ask=1&luck=3&pile=unihron+hroon+of+x&pile.n=2", "pile", `value="unihron hroon of x"`},
		{"/c/bones?ask=1", "level", ""},
	} {
		r := follow(t, server.URL, c.in)
		marked := invalid.FindStringSubmatch(r.body)
		if r.StatusCode != http.StatusUnprocessableEntity || marked == nil || marked[1]+marked[2] != c.field || !strings.Contains(r.body, c.keeps) {
			t.Errorf("%s: status %d, marks %q, want %q\n%s", c.in, r.StatusCode, marked, c.field, strip(r.body))
		}
		if text := strip(r.body); strings.Contains(text, "command me") || strings.Contains(text, "me wiz") {
			t.Errorf("%s sends people to a chat: %s", c.in, text)
		}
	}
}

// Each question that lacks something says which field is missing.
func TestWhatIsMissingIsMarked(t *testing.T) {
	server, w, _ := serve(t, Config{}, bot.Limits{})
	for c := range commands.Every(w.Router.Commands()) {
		if !c.Cacheable || !c.ForAll() || len(c.Params) == 0 {
			continue
		}
		r := follow(t, server.URL, "/c/"+segment.Of(c.Path())+"?ask=1")
		if r.StatusCode == http.StatusUnprocessableEntity && !invalid.MatchString(r.body) {
			t.Errorf("%s: no field is marked: %s", c.Path(), strip(r.body))
		}
	}
}

// A form may be played with: what is filled in does not count as questions do.
func TestFormsAreFree(t *testing.T) {
	server, _, _ := serve(t, Config{Proxies: []string{"127.0.0.0/8"}}, bot.Limits{UserPerMinute: 1})
	for n := range 9 {
		if r := get(t, fmt.Sprintf("%s/c/odds?ask=1&question=1/%d", server.URL, n+2), "X-Forwarded-For", "192.0.2.1"); r.StatusCode != http.StatusSeeOther {
			t.Fatalf("%d: status %d", n, r.StatusCode)
		}
	}
}

// Rows grow without a script by a button, which keeps what was filled in.
func TestRowsGrow(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	r := get(t, server.URL+"/c/poly?ask=1&pile=robe&pile.n=3&pile.buc=cursed&pile.use=&rows.pile=7")
	if n := strings.Count(r.body, `class="row"`); r.StatusCode != http.StatusOK || n != 7 || !strings.Contains(r.body, `value="robe"`) {
		t.Errorf("status %d, %d rows", r.StatusCode, n)
	}
}

// What was typed and not used stands on the page of the answer.
func TestUnusedWords(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	r := follow(t, server.URL, "/?q="+url.QueryEscape("fail wiz xl12 int18 fireball +2 robe dlvl 12"))
	if text := strip(r.body); !strings.Contains(text, "t use dlvl 12") || !strings.Contains(text, "You asked: fail wiz xl12") {
		t.Errorf("%s", text)
	}
	for _, as := range []string{"bones 12", "fail wiz", strings.Repeat("x", 2000), "<script>"} {
		r := get(t, server.URL+"/a/5.0.0/fail/Wizard,_xl12_int18?as="+url.QueryEscape(as))
		if text := strip(r.body); r.StatusCode != http.StatusOK || strings.Contains(text, "You asked") || strings.Contains(r.body, "<script>") {
			t.Errorf("%.20s: status %d, %s", as, r.StatusCode, text)
		}
	}
}

// A form can list the names of its fields.
func TestNames(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	if r := get(t, server.URL+"/api/names/3.4.3/hit/monster"); r.StatusCode != http.StatusOK || !strings.Contains(r.body, `"soldier ant"`) {
		t.Errorf("status %d, %.100s", r.StatusCode, r.body)
	}
	for _, at := range []string{"/api/names/9.9/hit/monster", "/api/names/3.4.3/set/monster", "/api/names/3.4.3/hit/xl", "/api/names/3.4.3/hit/"} {
		if r := get(t, server.URL+at); r.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", at, r.StatusCode)
		}
	}
}

// Whatever is filled in, the form reads.
func FuzzForm(f *testing.F) {
	_, w, s := serve(f, Config{}, bot.Limits{})
	list := w.Router.Commands()
	f.Add(uint8(0), "ask=1&spell=fireball&role=Wizard&worn.cloak=robe")
	f.Add(uint8(9), "pile=a&pile.n=1&pile.use=for&pile=/ b&rows.pile=99999999999")
	f.Fuzz(func(t *testing.T, n uint8, query string) {
		in, err := url.ParseQuery(query)
		in = cleaned(in)
		cmd := list[int(n)%len(list)]
		if err != nil || !cmd.ForAll() {
			return
		}
		line := commands.Filled(cmd, form.Filled(cmd, in))
		if strings.ContainsAny(line, "\n\r\x00") {
			t.Errorf("%q is filled in as %q", query, line)
		}
		p, err := s.calculatorPage(form.New(cmd, rules.Get(s.Rules), in), &commands.Reply{Failed: true})
		if err != nil || len(p.body) > 1<<20+20*len(query) {
			t.Errorf("%q: %d bytes, %v", query, len(p.body), err)
		}
	})
}
