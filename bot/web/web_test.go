package web

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"delphi/bot"
	"delphi/bot/web/form"
	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/commands/commandstest"
)

// serve returns the pages of a bot with every command on.
func serve(t testing.TB, cfg Config, limits bot.Limits) (*httptest.Server, *commandstest.World, *site) {
	t.Helper()
	w := commandstest.NewWorld(t)
	s, err := newSite(cfg, Options{Router: w.Router, Book: w.Book, Version: "test"})
	if err != nil {
		t.Fatal(err)
	}
	s.limited = &bot.Gate{Next: w.Router, Limiter: bot.NewLimiter(limits)}
	s.free = bot.Behind(s.limited)
	server := httptest.NewServer(s.handler())
	t.Cleanup(server.Close)
	return server, w, s
}

// got is a response that was read.
type got struct {
	*http.Response
	body string
}

func get(t testing.TB, address string, header ...string) got {
	t.Helper()
	req, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return got{r, string(b)}
}

// asked returns the examples of all commands that pages may ask.
func asked(w *commandstest.World) (lines []string) {
	var walk func(list []*commands.Command)
	walk = func(list []*commands.Command) {
		for _, c := range list {
			if c.ForAll() {
				lines = append(lines, c.Examples...)
			}
			walk(c.Subs)
		}
	}
	walk(w.Router.Commands())
	return lines
}

// Each example leads to one address, whose page holds the answer that the chat
// gives, and no script but the form's.
func TestAnswersHaveAddresses(t *testing.T) {
	server, w, s := serve(t, Config{}, bot.Limits{})
	lines := asked(w)
	if len(lines) < 100 {
		t.Fatalf("only %d examples", len(lines))
	}
	for _, line := range lines {
		said := w.Router.Answer(context.Background(), commands.Request{Line: line, Network: Name, Place: Name, User: "u", Nobody: true, Private: true, Buttons: true})
		if said.Failed { // what needs a wiki or games
			continue
		}
		first := get(t, server.URL+"/?q="+url.QueryEscape(line))
		at := first.Header.Get("Location")
		if first.StatusCode != http.StatusSeeOther || at == "" {
			t.Errorf("%s: status %d without an address", line, first.StatusCode)
			continue
		}
		if strings.Contains(at, "?") || strings.Contains(at, "%20") {
			t.Errorf("%s: its address is %s", line, at)
		}
		page := get(t, server.URL+at)
		if page.StatusCode != http.StatusOK {
			t.Errorf("%s: %s has status %d, Location %s", line, at, page.StatusCode, page.Header.Get("Location"))
			continue
		}
		if sent := get(t, server.URL+at, "Accept-Encoding", "gzip"); len(sent.body) > 60<<10 {
			t.Errorf("%s: %d bytes", at, len(sent.body))
		}
		says := []string{said.Summary}
		if said.Glyph != nil && said.FieldsDo { // a thing's facts stand in a table
			says = nil
			for _, f := range said.Fields {
				says = append(says, f.Value)
			}
		}
		for _, text := range says {
			if !strings.HasPrefix(line, "why") && !strings.Contains(strip(page.body), squeeze(text)) {
				t.Errorf("%s: the page at %s does not say %q", line, at, text)
			}
		}
		if strings.Count(page.body, "<script") > strings.Count(page.body, `<script src="/s/form.js" defer></script>`)+strings.Count(page.body, `<script src="/s/table.js" defer></script>`) {
			t.Errorf("%s: the page at %s has a script", line, at)
		}
		if said.Question != "" {
			if path, ok := Address(s.Router, said.Question); !ok || path != at {
				t.Errorf("%s: Address says %q, the page is at %q", line, path, at)
			}
		}
	}
}

// strip returns the text of a page.
func strip(page string) string {
	var b strings.Builder
	in := false
	for _, r := range page {
		switch {
		case r == '<':
			in = true
		case r == '>':
			in = false
		case !in:
			b.WriteRune(r)
		}
	}
	return squeeze(html.UnescapeString(b.String()))
}

func squeeze(s string) string { return strings.Join(strings.Fields(s), " ") }

// What a form shows of a question asks that question again.
func TestFormsAskTheSame(t *testing.T) {
	_, w, s := serve(t, Config{}, bot.Limits{})
	n := 0
	for _, line := range asked(w) {
		said := w.Router.Answer(context.Background(), commands.Request{Line: line, Network: Name, Place: Name, User: "u", Nobody: true})
		if said.Failed || said.Question == "" {
			continue
		}
		call, err := s.Router.Read(said.Question)
		if err != nil {
			t.Fatal(err)
		}
		if !call.Command.Cacheable {
			continue
		}
		line := commands.Filled(call.Command, form.Filled(call.Command, form.Entries(call)))
		again := w.Router.Answer(context.Background(), commands.Request{Line: line, Network: Name, Place: Name, User: "u", Nobody: true})
		if again.Question != said.Question {
			t.Errorf("%s\n  is filled in as %s,\n  which asks %s %s\n  and not     %s", said.Question, line, again.Question, again.Summary, said.Question)
		}
		n++
	}
	if n < 100 {
		t.Errorf("only %d forms were filled in", n)
	}
}

// Nobody in particular asks: what changes something or belongs to somebody is
// refused, and a place's last question is not told.
func TestNobody(t *testing.T) {
	server, w, _ := serve(t, Config{}, bot.Limits{})
	chat := commands.Request{Line: "fail wiz xl12 int18 force bolt", Network: Name, Place: Name, User: "127.0.0.1"}
	if r := w.Router.Answer(context.Background(), chat); r.Failed {
		t.Fatal(r.Summary)
	}
	for _, line := range []string{
		"me wiz xl12", "me", "set version 3.4.3", "set", "announce deaths", "tourney new x from 2026-01-01 to 2026-01-02", "join ann", "leave", "link", "game", "admin status", "more",
		"clan join x", "standings", "draw 1-6",
	} {
		r := get(t, server.URL+"/api/ask?q="+url.QueryEscape(line))
		var reply struct {
			OK    bool
			Error struct{ Text string }
		}
		if err := json.Unmarshal([]byte(r.body), &reply); err != nil {
			t.Fatal(err)
		}
		if reply.OK || !strings.Contains(reply.Error.Text, "in a chat") {
			t.Errorf("%s: %s", line, r.body)
		}
	}
	if r := get(t, server.URL+"/api/ask?q=why"); !strings.Contains(r.body, "I remember none here") {
		t.Errorf("why: %s", r.body)
	}
}

func TestHeaders(t *testing.T) {
	server, _, _ := serve(t, Config{Public: "https://example.org/delphi"}, bot.Limits{})
	for _, base := range []string{server.URL, server.URL + "/delphi"} { // a proxy may take the path off
		r := get(t, base+"/?q=odds+1/12+20+tries")
		at := r.Header.Get("Location")
		if !strings.HasPrefix(at, "/delphi/a/any/odds/") && !strings.HasPrefix(at, "/delphi/a/5.0.0/odds/") {
			t.Fatalf("odds are at %q", at)
		}
		page := get(t, base+strings.TrimPrefix(at, "/delphi"), "Accept-Encoding", "gzip")
		if page.StatusCode != http.StatusOK || page.Header.Get("Content-Encoding") != "gzip" {
			t.Fatalf("%s: status %d, encoding %q", at, page.StatusCode, page.Header.Get("Content-Encoding"))
		}
		z, err := gzip.NewReader(strings.NewReader(page.body))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{`<link rel="canonical" href="https://example.org` + at, `property="og:image" content="https://example.org/delphi/card/a/`, `href="/delphi/s/style.css"`} {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %s", at, want)
			}
		}
		if c := page.Header.Get("Cache-Control"); c != "public, max-age=300, must-revalidate" {
			t.Errorf("Cache-Control is %q", c)
		}
		tag := page.Header.Get("ETag")
		if !strings.HasPrefix(tag, `"`) || len(tag) < 10 {
			t.Errorf("ETag is %q", tag)
		}
		again := get(t, base+strings.TrimPrefix(at, "/delphi"), "Accept-Encoding", "gzip", "If-None-Match", tag)
		if again.StatusCode != http.StatusNotModified || again.body != "" {
			t.Errorf("with its tag: status %d, %d bytes", again.StatusCode, len(again.body))
		}
		if plain := get(t, base+strings.TrimPrefix(at, "/delphi"), "If-None-Match", tag, "Accept-Encoding", "identity"); plain.StatusCode != http.StatusOK || plain.Header.Get("ETag") == tag {
			t.Errorf("the page that is not compressed has the tag of the one that is")
		}
		if csp := page.Header.Get("Content-Security-Policy"); strings.Contains(csp, "unsafe") || !strings.HasPrefix(csp, "default-src 'none'") {
			t.Errorf("Content-Security-Policy is %q", csp)
		}
		for name := range page.Header {
			if name == "Set-Cookie" {
				t.Error("a page sets a cookie")
			}
		}
	}
	card := get(t, server.URL+"/card/a/any/odds/1%2F12_tries20.png")
	if card.StatusCode != http.StatusOK && card.StatusCode != http.StatusNotFound {
		t.Errorf("a card has status %d", card.StatusCode)
	}
}

// What people type stays text.
func TestHostile(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	for _, line := range []string{
		`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `fail <svg onload=alert(1)> wiz`, "javascript:alert(1)", `mon "><b>`, `wiki '><i>`, "fail wiz \x1b[31m \u202e",
	} {
		for _, at := range []string{"/?q=" + url.QueryEscape(line), "/a/5.0.0/fail/" + segment.Of(line), "/mon/5.0.0/" + segment.Of(line), "/t/" + segment.Of(line) + "/", "/c/" + segment.Of(line)} {
			page := get(t, server.URL+at)
			if page.StatusCode == http.StatusSeeOther || page.StatusCode == http.StatusFound {
				page = get(t, server.URL+page.Header.Get("Location"))
			}
			for _, bad := range []string{"<script>", "<img", "<svg onload", "<b>\"", `href="javascript`, "\x1b", "'><i>"} {
				if strings.Contains(page.body, bad) {
					t.Errorf("%s: the page holds %q", at, bad)
				}
			}
			if page.StatusCode >= 500 {
				t.Errorf("%s: status %d", at, page.StatusCode)
			}
		}
	}
	for _, at := range []string{"/a/", "/a/5.0.0", "/a/5.0.0/nothing/x", "/card/", "/card/a/x.png", "/c/set", "/mon/nowhere/", "/s/..%2Fweb.go", "/nowhere", "/" + strings.Repeat("a", 5000)} {
		r := get(t, server.URL+at)
		if r.StatusCode < 400 || r.StatusCode >= 500 {
			t.Errorf("%.40s: status %d", at, r.StatusCode)
		}
	}
	if r := get(t, server.URL+"/?q="+strings.Repeat("x", 3000)); r.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("a line of 3,000 bytes: status %d", r.StatusCode)
	}
}

// The API is limited by address, pages are not.
func TestLimits(t *testing.T) {
	server, _, _ := serve(t, Config{Proxies: []string{"127.0.0.0/8"}}, bot.Limits{UserPerMinute: 1})
	ask := func(from string) got { return get(t, server.URL+"/api/ask?q=odds+1/12", "X-Forwarded-For", from) }
	n := 0
	for range 20 {
		if ask("192.0.2.1").StatusCode == http.StatusTooManyRequests {
			n++
		}
	}
	if n == 0 {
		t.Error("20 questions at once were answered")
	}
	if r := ask("192.0.2.2"); r.StatusCode != http.StatusOK {
		t.Errorf("another address: status %d, %s", r.StatusCode, r.body)
	}
	if r := get(t, server.URL+"/api/ask?q=odds+1/12", "X-Forwarded-For", "203.0.113.9, 192.0.2.1"); r.StatusCode != http.StatusTooManyRequests {
		t.Error("an address that the asker made up was believed")
	}
	for range 20 {
		if r := get(t, server.URL+"/a/any/odds/1%2F12", "X-Forwarded-For", "192.0.2.1"); r.StatusCode >= 400 {
			t.Fatalf("a page has status %d", r.StatusCode)
		}
	}
	far, _, _ := serve(t, Config{}, bot.Limits{UserPerMinute: 1})
	n = 0
	for i := range 20 {
		if get(t, far.URL+"/api/ask?q=odds+1/12", "X-Forwarded-For", "192.0.2."+string(rune('0'+i%10))).StatusCode == http.StatusTooManyRequests {
			n++
		}
	}
	if n == 0 {
		t.Error("X-Forwarded-For was believed of an address that is no proxy of ours")
	}
}

// What the API answers is what its description says.
func TestDescription(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	described, err := jsonschema.UnmarshalJSON(strings.NewReader(get(t, server.URL+"/api/openapi.json").body))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("openapi.json", described); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("openapi.json#/components/schemas/Reply")
	if err != nil {
		t.Fatal(err)
	}
	for line, status := range map[string]int{"fail wiz xl12 int18 force bolt": 200, "bones 12": 200, "fail wizqq": 422, "": 422, "me": 422, "mon soldier ant": 200} {
		r := get(t, server.URL+"/api/ask?q="+url.QueryEscape(line))
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(r.body))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		if r.StatusCode != status || r.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: status %d, CORS %q", line, r.StatusCode, r.Header.Get("Access-Control-Allow-Origin"))
		}
	}
	var lines []string
	if err := json.Unmarshal([]byte(get(t, server.URL+"/api/complete?q=fa").body), &lines); err != nil || len(lines) == 0 || lines[0] != "fail" {
		t.Errorf("fa is completed to %q, %v", lines, err)
	}
}

// With tls = "auto" the server answers the challenge that proves the name, and
// speaks HTTP/2. Whether a certificate comes needs a name that the world knows.
func TestCertificates(t *testing.T) {
	c := newCertificates("https://example.org:8443", t.TempDir(), slog.New(slog.DiscardHandler))
	defer c.cache.Stop()
	if c.name != "example.org" {
		t.Errorf("the name is %q", c.name)
	}
	config := c.config()
	for _, want := range []string{"h2", "http/1.1", "acme-tls/1"} {
		if !slices.Contains(config.NextProtos, want) {
			t.Errorf("%s is not among %q", want, config.NextProtos)
		}
	}
	if config.GetCertificate == nil {
		t.Error("it has no certificates to give")
	}
}

func TestConfig(t *testing.T) {
	for name, c := range map[string]struct {
		cfg  Config
		want string // empty: nothing is wrong
	}{
		"whole":        {Config{Listen: "127.0.0.1:8080", Public: "https://example.org/x", Proxies: []string{"127.0.0.1", "10.0.0.0/8"}}, ""},
		"no port":      {Config{Listen: "127.0.0.1"}, "listen"},
		"no scheme":    {Config{Listen: ":80", Public: "example.org"}, "public"},
		"with a query": {Config{Listen: ":80", Public: "https://example.org/?x"}, "public"},
		"a name":       {Config{Listen: ":80", Proxies: []string{"proxy"}}, "trusted_proxies"},
		"unknown tls":  {Config{Listen: ":80", TLS: "yes"}, "tls"},
		"tls for http": {Config{Listen: ":80", TLS: "auto", Public: "http://example.org"}, "tls"},
	} {
		err := c.cfg.Validate()
		var key *bot.KeyError
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (!errors.As(err, &key) || key.Key != c.want):
			t.Errorf("%s: %v, want something about %s", name, err, c.want)
		}
	}
	if (&Config{Listen: "0.0.0.0:80"}).Warnings() == nil || (&Config{Listen: "127.0.0.1:80"}).Warnings() != nil {
		t.Error("an address that is open to the world without TLS is not warned of, or one that is not is")
	}
}

// No page is larger than 60 KB as it is sent; TestAnswersHaveAddresses sees those of answers.
func TestSizes(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	for _, at := range []string{"/", "/c/", "/mon/3.4.3/", "/item/5.0.0/", "/mon/dnethack/"} {
		if r := get(t, server.URL+at, "Accept-Encoding", "gzip"); len(r.body) > 60<<10 {
			t.Errorf("%s: %d bytes", at, len(r.body))
		}
	}
}

// The server serves while its context lasts, and ends with it.
func TestAdapter(t *testing.T) {
	w := commandstest.NewWorld(t)
	a, err := New(Config{Listen: "127.0.0.1:0"}, Options{Router: w.Router})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- a.Run(ctx, w.Router) }()
	for a.Addr() == nil || !a.State().Connected {
		select {
		case err := <-ended:
			t.Fatal(err)
		case <-time.After(time.Millisecond):
		}
	}
	if r := get(t, "http://"+a.Addr().String()+"/"); r.StatusCode != http.StatusOK {
		t.Errorf("status %d", r.StatusCode)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if a.State().Connected {
		t.Error("it serves after its end")
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	b, err := New(Config{Listen: taken.Addr().String()}, Options{Router: w.Router})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Run(context.Background(), w.Router); err == nil || !strings.Contains(err.Error(), "[web]: listen") {
		t.Errorf("an address that is taken: %v", err)
	}
}

// TestAnd: what is typed under an answer changes its question, and no other reader's.
func TestAnd(t *testing.T) {
	server, _, _ := serve(t, Config{}, bot.Limits{})
	first := get(t, server.URL+get(t, server.URL+"/?q=fail+wiz+xl8+int16+basic+force+bolt+plate+mail").Header.Get("Location"))
	_, rest, ok := strings.Cut(first.body, `name="after" value="`)
	if !ok {
		t.Fatal("the page has no field for what changes the question")
	}
	after, _, _ := strings.Cut(rest, `"`)
	changed := get(t, server.URL+"/?q=and+with+a+robe%3F&after="+url.QueryEscape(html.UnescapeString(after)))
	if at := changed.Header.Get("Location"); !strings.Contains(at, "robe") || !strings.Contains(at, "plate_mail") || !strings.Contains(at, "force_bolt") {
		t.Errorf("status %d, Location %q", changed.StatusCode, at)
	}
	if alone := get(t, server.URL+"/?q=and+with+a+robe%3F"); strings.Contains(alone.Header.Get("Location"), "force") {
		t.Errorf("without the question before it: %s", alone.Header.Get("Location"))
	}
	var reply struct {
		Read    string
		Follows bool
	}
	api := get(t, server.URL+"/api/ask?q=and+with+a+robe%3F&after="+url.QueryEscape(html.UnescapeString(after)))
	if err := json.Unmarshal([]byte(api.body), &reply); err != nil || !reply.Follows || !strings.Contains(reply.Read, "robe") {
		t.Errorf("%s", api.body)
	}
}
