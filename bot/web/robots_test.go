package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"delphi/bot"
)

// What is dear and leads on for ever is kept from programs that read all there
// is; what is finite is not, and previews of links may be made.
func TestRobots(t *testing.T) {
	server, _, _ := serve(t, Config{Public: "https://example.org/delphi"}, bot.Limits{})
	at := strings.TrimPrefix(get(t, server.URL+"/?q=fail+wiz+xl12+int18+fireball").Header.Get("Location"), "/delphi")
	for path, unlisted := range map[string]bool{
		at: true, "/card" + at + ".png": true, "/api/ask?q=bones+12": true, "/api/complete?q=f": true, "/?q=bones+12": true, "/c/fail?ask=1": true, "/t/x/live": true,
		"/": false, "/c/": false, "/c/fail": false, "/mon/3.4.3/": false, "/mon/3.4.3/newt": false, "/t/": false,
	} {
		for _, base := range []string{"", "/delphi"} {
			if tag := get(t, server.URL+base+path).Header.Get("X-Robots-Tag"); (tag == "noindex, nofollow") != unlisted {
				t.Errorf("%s: X-Robots-Tag is %q", base+path, tag)
			}
		}
	}
	everybody, others, _ := strings.Cut(get(t, server.URL+"/robots.txt").body, "\n\n")
	for _, want := range []string{"User-agent: *\n", "Disallow: /delphi/a/\n", "Disallow: /delphi/card/\n", "Disallow: /delphi/api/\n", "Disallow: /delphi/?q=\n"} {
		if !strings.Contains(others, want) {
			t.Errorf("robots.txt lacks %q:\n%s", want, others)
		}
	}
	if !strings.Contains(everybody, "User-agent: Twitterbot\n") || strings.Contains(everybody, "/card/") || !strings.Contains(everybody, "Disallow: /delphi/api/\n") {
		t.Errorf("robots.txt says of previews:\n%s", everybody)
	}
	links := regexp.MustCompile(`<a ([^>]*)href="/delphi/(a/|api/|\?q=)`)
	n := 0
	for _, path := range []string{"/", "/c/fail", at, "/mon/3.4.3/newt", "/nowhere", "/?q=fail+froce+blot"} {
		page := get(t, server.URL+path)
		if page.StatusCode == http.StatusFound {
			page = get(t, server.URL+strings.TrimPrefix(page.Header.Get("Location"), "/delphi"))
		}
		for _, m := range links.FindAllStringSubmatch(page.body, -1) {
			n++
			if !strings.Contains(m[1], `rel="nofollow"`) {
				t.Errorf("%s: it links a question as %s", path, m[0])
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d links of questions were found", n)
	}
}
