package web

import (
	"net/http"
	"strings"
)

// Programs that read every page have no use for answers to every question there
// may be, each of which has to be worked out and links others. They find their
// way to the lists, the lookups and the tournaments.

// unlisted reports whether a request is for something that should not be indexed.
func unlisted(r *http.Request) bool {
	for _, part := range []string{"/a/", "/card/", "/api/"} {
		if strings.HasPrefix(r.URL.Path, part) {
			return true
		}
	}
	return strings.HasPrefix(r.URL.Path, "/t/") && strings.HasSuffix(r.URL.Path, "/live") ||
		r.URL.RawQuery != "" && (r.URL.Path == "/" || strings.HasPrefix(r.URL.Path, "/c/"))
}

// marked tells those programs so with each such response, wherever the pages are:
// robots.txt is read at the root of a name alone.
func marked(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if unlisted(r) {
			w.Header().Set("X-Robots-Tag", "noindex, nofollow")
		}
		next.ServeHTTP(w, r)
	})
}

// previewers holds the programs that fetch a page because somebody linked it in a
// chat, to show what it is.
var previewers = []string{"Discordbot", "facebookexternalhit", "Mastodon", "Slackbot-LinkExpanding", "TelegramBot", "Twitterbot"}

// robots tells programs what not to fetch (RFC 9309).
func (s *site) robots(w http.ResponseWriter, r *http.Request) {
	var b strings.Builder
	rules := func(agents []string, paths ...string) {
		for _, a := range agents {
			b.WriteString("User-agent: " + a + "\n")
		}
		for _, p := range paths {
			b.WriteString("Disallow: " + s.base + p + "\n")
		}
	}
	rules(previewers, "/api/", "/?q=", "/t/*/live")
	b.WriteString("\n")
	rules([]string{"*"}, "/a/", "/card/", "/api/", "/?q=", "/c/*?", "/t/*/live")
	s.send(w, r, &page{kind: "text/plain; charset=utf-8", body: []byte(b.String())})
}
