package web

import (
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

	"delphi/bot"
	"delphi/commands"
	"delphi/commands/contest"
	"delphi/engine/rules"
)

// Router is what pages are made from.
type Router interface {
	Commands() []*commands.Command
	Complete(line string, most int) []string
	// Read parses a question in full.
	Read(question string) (*commands.Call, error)
}

// Options are what an Adapter works with. Router is required.
type Options struct {
	Router  Router
	Book    *contest.Book // nil: there are no tournaments
	Rules   string        // the version that lists are made for; empty: rules.Default
	Version string        // of the bot
	Source  string        // where its source is to be had; may be empty
	State   string        // where certificates are kept
	Log     *slog.Logger  // nil: nothing is logged
	Now     func() time.Time
}

//go:embed pages/*.html static/*
var files embed.FS

// site is all pages. Its methods may be called from many goroutines.
type site struct {
	Options
	cfg       Config
	origin    string // "https://example.org"; empty: unknown
	base      string // the path that all pages are below: "/delphi"; empty: "/"
	proxies   []netip.Prefix
	limited   bot.Handler // answers whoever is within the limits
	free      bot.Handler // answers everybody
	templates map[string]*template.Template
	kept      *lru.Cache[string, *page]
	flights   singleflight.Group
	working   chan struct{} // a place for each page that may be made at once

	renewals  sync.WaitGroup
	closed    atomic.Bool   // nothing is made anew any more
	ending    chan struct{} // closed when readers who wait for news must go
	listening chan struct{} // a place for each of them

	mu      sync.Mutex
	counted map[string]counted // tournaments, by ID
}

// How much is kept and done at once. A page is about 20 KB with its compressed
// form.
const (
	maxKept    = 2000
	maxWorking = 16
)

func newSite(cfg Config, o Options) (*site, error) {
	s := &site{Options: o, cfg: cfg, working: make(chan struct{}, maxWorking), ending: make(chan struct{}), listening: make(chan struct{}, maxListening)}
	s.origin, s.base = cfg.base()
	var err error
	if s.proxies, err = cfg.proxies(); err != nil {
		return nil, err
	}
	if s.kept, err = lru.New[string, *page](maxKept); err != nil {
		return nil, err
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	if s.Rules == "" {
		s.Rules = rules.Default
	}
	s.templates, err = s.parse()
	return s, err
}

// close waits for what is being made.
func (s *site) close() {
	s.closed.Store(true)
	s.renewals.Wait()
}

// handler is all addresses there are.
func (s *site) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /a/", s.answer)
	for _, name := range lookups {
		mux.HandleFunc("GET /"+name+"/{$}", s.list(name))
		mux.HandleFunc("GET /"+name+"/{version}/{$}", s.list(name))
		mux.HandleFunc("GET /"+name+"/", s.answer)
	}
	mux.HandleFunc("GET /c/{$}", s.calculators)
	mux.HandleFunc("GET /c/{command}", s.calculator)
	mux.HandleFunc("GET /card/", s.card)
	mux.HandleFunc("GET /t/{$}", s.tournaments)
	mux.HandleFunc("GET /t/{id}/{what...}", s.tournament)
	mux.HandleFunc("GET /t/{id}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.link(r.URL.EscapedPath()+"/"), http.StatusMovedPermanently)
	})
	mux.HandleFunc("/api/ask", s.apiAsk)
	mux.HandleFunc("GET /api/complete", s.apiComplete)
	mux.HandleFunc("GET /api/openapi.json", s.apiDescription)
	mux.HandleFunc("GET /s/{file}", s.static)
	mux.HandleFunc("GET /robots.txt", func(w http.ResponseWriter, r *http.Request) {
		s.send(w, r, &page{kind: "text/plain; charset=utf-8", body: []byte("User-agent: *\nDisallow: " + s.base + "/api/\nDisallow: " + s.base + "/?q=\n")})
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.wrong(w, r, http.StatusNotFound, "There is no page here.")
	})
	return s.secured(s.below(mux))
}

// below takes the path that all pages are below off a request. A proxy may have
// done so already.
func (s *site) below(next http.Handler) http.Handler {
	if s.base == "" {
		return next
	}
	strip := http.StripPrefix(s.base, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == s.base:
			http.Redirect(w, r, s.base+"/", http.StatusMovedPermanently)
		case strings.HasPrefix(r.URL.Path, s.base+"/"):
			strip.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

// What a browser may load: nothing but our stylesheet and pictures. Only the
// page with the one field that completes has a script.
const (
	policy       = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	scriptPolicy = policy + "; script-src 'self'; connect-src 'self'"
)

// secured sets what every response says of itself.
func (s *site) secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if len(r.URL.RawQuery) > 4*commands.MaxLine || len(r.URL.Path) > 4*commands.MaxLine {
			s.wrong(w, r, http.StatusRequestURITooLong, "That address is too long.")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// link is a path below the pages' own as a page links it.
func (s *site) link(path string) string { return s.base + path }

// whole is a path with all that stands before it; empty where that is unknown.
func (s *site) whole(path string) string {
	if s.origin == "" {
		return ""
	}
	return s.origin + s.base + path
}

// static sends a file of ours.
func (s *site) static(w http.ResponseWriter, r *http.Request) {
	kinds := map[string]string{"style.css": "text/css; charset=utf-8", "complete.js": "text/javascript; charset=utf-8", "live.js": "text/javascript; charset=utf-8"}
	name := r.PathValue("file")
	body, err := files.ReadFile("static/" + name)
	if kinds[name] == "" || err != nil {
		s.wrong(w, r, http.StatusNotFound, "There is no page here.")
		return
	}
	p, err := s.keep("/s/"+name, func() (*page, error) {
		return &page{kind: kinds[name], body: body, lasting: true}, nil
	})
	s.sent(w, r, p, err)
}
