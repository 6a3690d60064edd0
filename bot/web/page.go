package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"delphi/bot"
	"delphi/bot/web/segment"
	"delphi/bot/web/tourneys"
	"delphi/commands"
	"delphi/commands/wording"
)

// page is a response that was made and may be cached.
type page struct {
	status  int    // 0: 200
	kind    string // Content-Type; empty: HTML
	body    []byte
	lasting bool      // it stays as it is for as long as this program runs
	until   time.Time // else until when it may be sent again
	script  bool      // it has a script
	path    string    // where the page really is: a redirect
	fresh   bool      // readers may not keep it

	zipped []byte
	tag    string // of body; that of zipped is another

	renewing atomic.Bool
}

// live is the cache lifetime of pages about games and tournaments in progress.
const live = tourneys.Fresh

// stale is how long an expired page is still served while a new one is made.
const stale = time.Minute

// maker makes a page, within its context.
type maker func(context.Context) (*page, error)

// keep returns the page cached under a key, or makes and caches it in the asker's turn.
// Equal pages are made once at a time.
func (s *site) keep(r *http.Request, key string, make maker) (*page, error) {
	a := whoAsks(r)
	old, ok := s.kept.get(key)
	switch now := s.Now(); {
	case ok && (old.lasting || now.Before(old.until)):
		return old, nil
	case ok && now.Before(old.until.Add(stale)) && !s.closed.Load():
		// Readers need not wait while one of them remakes it.
		if old.renewing.CompareAndSwap(false, true) {
			s.renewals.Go(func() {
				defer old.renewing.Store(false)
				err := bot.Guard(func() error {
					_, err := s.made(context.WithoutCancel(r.Context()), a, key, make)
					return err
				})
				if _, busy := errors.AsType[*refusal](err); err != nil && !busy {
					s.Log.Error("making a page anew failed", "page", key, "err", err)
				}
			})
		}
		return old, nil
	}
	return s.made(r.Context(), a, key, make)
}

// once returns what is cached under a key, or makes it in the asker's turn, for the
// asker alone.
func (s *site) once(r *http.Request, key string, make maker) (p *page, err error) {
	if p, ok := s.kept.get(key); ok {
		return p, nil
	}
	ctx, cancel := context.WithTimeout(r.Context(), makeTime)
	defer cancel()
	err = s.worked(ctx, whoAsks(r), func(ctx context.Context) error {
		p, err = s.making(ctx, key, make)
		return err
	})
	return p, err
}

// made makes a page and keeps it.
func (s *site) made(ctx context.Context, a *asker, key string, make maker) (*page, error) {
	ctx, cancel := context.WithTimeout(ctx, makeTime)
	defer cancel()
	for {
		p, mine, err := s.flights.do(ctx, key, func(ctx context.Context) (p *page, err error) {
			err = s.worked(ctx, a, func(ctx context.Context) error {
				p, err = s.making(ctx, key, make)
				return err
			})
			return p, err
		})
		// An asker who exceeds the limits cannot have it made; others who waited with
		// them can.
		if _, refused := errors.AsType[*refusal](err); mine || !refused {
			return p, err
		}
	}
}

// making makes a page and keeps it, in its turn.
func (s *site) making(ctx context.Context, key string, make maker) (*page, error) {
	p, err := make(ctx)
	if err == nil {
		err = ctx.Err() // parts of the page may be missing
	}
	if err == nil {
		err = p.finish()
	}
	if err != nil {
		return nil, err
	}
	if p.lasting || !p.until.IsZero() {
		s.kept.put(key, p)
	}
	return p, nil
}

// worthZipping is the size in bytes from which a body is worth compressing. An error
// page never is, since it is made each time.
const worthZipping = 1000

// finish works out what is sent beside the body.
func (p *page) finish() error {
	h := fnv.New128a()
	h.Write(p.body)
	p.tag = base64.RawURLEncoding.EncodeToString(h.Sum(nil))
	if strings.HasPrefix(p.kind, "image/png") || len(p.body) < worthZipping || p.status >= 400 {
		return nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(p.body); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	p.zipped = b.Bytes()
	return nil
}

// sent sends a page, or says what went wrong.
func (s *site) sent(w http.ResponseWriter, r *http.Request, p *page, err error) {
	if ended := context.Cause(r.Context()); err != nil && ended != nil {
		err = ended
	}
	refused, _ := errors.AsType[*refusal](err)
	switch {
	case refused != nil:
		s.refuse(w, r, refused)
	case errors.Is(err, errNone):
		s.wrong(w, r, http.StatusNotFound, "There is no page here.")
	case errors.Is(err, context.Canceled): // nobody is there to read it
	case errors.Is(err, context.DeadlineExceeded):
		s.refuse(w, r, errBusy)
	case err != nil:
		s.Log.Error("making a page failed", "path", r.URL.Path, "err", err)
		s.wrong(w, r, http.StatusInternalServerError, "I could not make that page; the log says why.")
	default:
		s.send(w, r, p)
	}
}

// errNone means that there is no page at an address.
var errNone = errors.New("no page")

// send sends a page, or says that the reader has it already.
func (s *site) send(w http.ResponseWriter, r *http.Request, p *page) {
	h := w.Header()
	switch {
	case p.path != "" && p.fresh:
		h.Set("Cache-Control", "no-store")
		http.Redirect(w, r, s.link(p.path), http.StatusSeeOther)
		return
	case p.path != "":
		h.Set("Cache-Control", "max-age=300")
		http.Redirect(w, r, s.link(p.path), http.StatusFound)
		return
	}
	if p.tag == "" {
		if err := p.finish(); err != nil {
			s.Log.Error("packing a page failed", "path", r.URL.Path, "err", err)
		}
	}
	body, tag := p.body, `"`+p.tag+`"`
	h.Set("Vary", "Accept-Encoding")
	if p.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		body, tag = p.zipped, `"`+p.tag+`z"`
		h.Set("Content-Encoding", "gzip")
	}
	if p.script {
		h.Set("Content-Security-Policy", scriptPolicy)
	}
	kind := cmp.Or(p.kind, "text/html; charset=utf-8")
	h.Set("Content-Type", kind)
	status := p.status
	switch {
	case status >= 400 || p.fresh:
		h.Set("Cache-Control", "no-store")
	case p.lasting:
		h.Set("Cache-Control", "public, max-age=300, must-revalidate")
		h.Set("ETag", tag)
	default:
		h.Set("Cache-Control", fmt.Sprintf("public, max-age=%d, must-revalidate", int(live.Seconds())))
		h.Set("ETag", tag)
	}
	if h.Get("ETag") != "" {
		for have := range strings.SplitSeq(r.Header.Get("If-None-Match"), ",") {
			if have = strings.TrimSpace(have); have == tag || have == "*" || strings.TrimPrefix(have, "W/") == tag {
				w.WriteHeader(http.StatusNotModified)
				return
			}
		}
	}
	status = cmp.Or(status, http.StatusOK)
	h.Set("Content-Length", fmt.Sprint(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) // a reader who left misses it, nobody else
	}
}

// head holds the metadata of a page.
type head struct {
	Title       string
	Description string // for cards of links; empty: none
	Path        string // where the page is, below the pages' own path; empty: nowhere in particular
	Card        string // where its picture is, likewise; empty: it has none
	Ask         string // what is in the field that asks
	Script      string // the script of the page; empty: it has none
	Sorts       bool   // it has a table to be sorted
	Live        string // where news of the page come from; empty: it has none
	Feed        string // where its feed is; empty: it has none
}

// render makes a page of a template. data has a head as its field Head.
func (s *site) render(name string, data any) ([]byte, error) {
	var b bytes.Buffer
	if err := s.templates[name].ExecuteTemplate(&b, "layout.html", data); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// parse reads the templates. Each page has the layout of all.
func (s *site) parse() (map[string]*template.Template, error) {
	functions := template.FuncMap{
		"link":    s.link,
		"whole":   s.whole,
		"asked":   func(line string) string { return s.link("/?q=" + url.QueryEscape(line)) },
		"seg":     segment.Of,
		"version": func() string { return s.Version },
		"source":  func() string { return s.Source },
		"rules":   func() string { return s.Rules },
		"league":  func() bool { return s.Book != nil },
		"time":    timeElement,
		"inc":     func(n int) int { return n + 1 },
		"among":   func(list []string, one string) bool { return slices.Contains(list, one) },
		"tone":    tone,
		"number":  isFigure,
		"figure":  func(r *commands.Reply) string { return wording.Capital(r.Figure()) },
	}
	layout, err := template.New("").Funcs(functions).ParseFS(files, "pages/layout.html", "pages/parts.html", "pages/form.html")
	if err != nil {
		return nil, err
	}
	entries, err := files.ReadDir("pages")
	if err != nil {
		return nil, err
	}
	out := map[string]*template.Template{}
	for _, e := range entries {
		if slices.Contains([]string{"layout.html", "parts.html", "form.html"}, e.Name()) {
			continue
		}
		t, err := layout.Clone()
		if err == nil {
			t, err = t.ParseFS(files, "pages/"+e.Name())
		}
		if err != nil {
			return nil, err
		}
		out[strings.TrimSuffix(e.Name(), ".html")] = t
	}
	return out, nil
}

// timeElement returns the HTML element for a time.
func timeElement(t time.Time) template.HTML {
	t = t.UTC()
	return template.HTML(`<time datetime="` + t.Format(time.RFC3339) + `">` + t.Format("2006-01-02 15:04") + ` UTC</time>`)
}

// wrong writes the page that explains an invalid request.
func (s *site) wrong(w http.ResponseWriter, r *http.Request, status int, text string, try ...string) {
	s.failed(w, r, status, "", text, try)
}

// failed writes the page that explains why a question failed and what to ask instead.
func (s *site) failed(w http.ResponseWriter, r *http.Request, status int, asked, text string, try []string) {
	p, err := s.wrongPage(status, asked, text, try)
	if err != nil {
		s.Log.Error("making a page failed", "path", r.URL.Path, "err", err)
		http.Error(w, text, status)
		return
	}
	s.send(w, r, p)
}

// wrongPage returns the page that says what was wrong.
func (s *site) wrongPage(status int, asked, text string, try []string) (*page, error) {
	body, err := s.render("wrong", struct {
		Head head
		Text string
		Try  []string
	}{head{Title: "Not answered", Ask: asked}, text, try})
	return &page{status: status, body: body}, err
}

// isFigure reports whether a cell of a table is a figure, which is right-aligned.
func isFigure(text string) bool {
	return text != "" && strings.ContainsAny(text, "0123456789") && strings.Trim(text, "0123456789.,+-%/ ") == ""
}

// tone returns the CSS class of an answer that is good or bad news.
func tone(t commands.Tone) string {
	return map[commands.Tone]string{commands.Good: "good", commands.Fair: "fair", commands.Bad: "bad"}[t]
}
