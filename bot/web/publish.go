package web

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"delphi/bot"
)

// placeholder is the path that pages are below while they are written to files.
const placeholder = "/-publish-"

// linked finds the addresses in a page that are ours.
var linked = regexp.MustCompile(`(href|src)="` + placeholder + `([^"]*)"`)

// liveParts matches the parts of a page that need a server for live updates.
var liveParts = regexp.MustCompile(`<script[^>]*/live\.js"[^>]*></script>| data-live="[^"]*"`)

// Publish writes the pages of all tournaments that have some, and of nothing
// else, into a directory, for any web space: they link each other by relative
// addresses. It returns how many files it wrote.
func Publish(ctx context.Context, o Options, h bot.Handler, dir string) (written int, err error) {
	o.toFiles = true
	s, err := newSite(Config{}, o)
	if err != nil {
		return 0, err
	}
	defer s.close()
	s.base, s.limited, s.free = placeholder, h, bot.Behind(h)
	handler := s.handler()
	type job struct{ path, file string }
	queue := []job{{"/t/", "index.html"}}
	done := map[string]bool{"/t/": true}
	for len(queue) > 0 {
		if err := ctx.Err(); err != nil {
			return written, err
		}
		j := queue[0]
		queue = queue[1:]
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, placeholder+j.path, nil)
		if err != nil {
			return written, err
		}
		w := &response{header: http.Header{}}
		handler.ServeHTTP(w, r)
		if w.status != http.StatusOK {
			return written, fmt.Errorf("the page %s: status %d", j.path, w.status)
		}
		body := liveParts.ReplaceAll(w.body.Bytes(), nil)
		if strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") {
			body = linked.ReplaceAllFunc(body, func(match []byte) []byte {
				m := linked.FindSubmatch(match)
				at, err := url.Parse(html.UnescapeString(string(m[2])))
				if err != nil || !isPublished(at.EscapedPath()) {
					return []byte(string(m[1]) + `="` + relative(j.file, "index.html") + `"`)
				}
				full := at.EscapedPath()
				if at.RawQuery != "" {
					full += "?" + at.RawQuery
				}
				file := fileOf(full)
				if !done[full] {
					done[full] = true
					queue = append(queue, job{full, file})
				}
				return []byte(string(m[1]) + `="` + relative(j.file, file) + `"`)
			})
		}
		out := filepath.Join(dir, filepath.FromSlash(j.file))
		if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
			return written, err
		}
		if err := os.WriteFile(out, body, 0o644); err != nil {
			return written, err
		}
		written++
	}
	return written, nil
}

// response is a page as it is sent.
type response struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *response) Header() http.Header         { return r.header }
func (r *response) WriteHeader(status int)      { r.status = status }
func (r *response) Write(b []byte) (int, error) { return r.body.Write(b) }

// isPublished reports whether a path is one of those that are written to files.
func isPublished(p string) bool {
	return strings.HasPrefix(p, "/t/") || p == "/s/style.css" || p == "/s/table.js"
}

// safe holds the characters that have no special meaning in a file name to any system
// or web server.
var safe = regexp.MustCompile(`[^A-Za-z0-9._~@-]`)

// fileOf returns the file of an address: "t/dash@libera-2F-23nethack/p/ann.html".
func fileOf(address string) string {
	p, query, _ := strings.Cut(address, "?")
	parts := strings.Split(strings.Trim(p, "/"), "/")
	for i, part := range parts {
		parts[i] = safe.ReplaceAllString(strings.ReplaceAll(part, "-", "--"), "-")
	}
	file := strings.Join(parts, "/")
	switch {
	case p == "/t/":
		file = "index"
	case strings.HasSuffix(p, "/"):
		file += "/index"
	}
	if query != "" {
		file += "-" + safe.ReplaceAllString(query, "-")
	}
	switch path.Ext(p) {
	case ".css", ".js", ".atom", ".json", ".ics", ".csv", ".svg":
		return file
	}
	return file + ".html"
}

// relative returns the address of a file as another links it.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	return up + to
}
