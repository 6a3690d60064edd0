package web

import (
	"cmp"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"

	"delphi/bot"
	"delphi/bot/web/tourneys"
	"delphi/commands"
	"delphi/engine/rules"
	"delphi/storage/contest"
)

// Router is what pages are made from.
type Router interface {
	Commands() []*commands.Command
	Complete(line string, most int) []string
	// Read parses a question in full.
	Read(question string) (*commands.Call, error)
}

// Options holds what an Adapter works with. Router is required.
type Options struct {
	Router  Router
	Book    *contest.Book // nil: there are no tournaments
	Rules   string        // the version that lists are made for; empty: rules.Default
	Version string        // of the bot
	Source  string        // where its source is to be had; may be empty
	State   string        // where certificates are kept
	Log     *slog.Logger  // nil: nothing is logged
	Now     func() time.Time

	Dumplogs map[string]string // by source: where a game's dump log is, with {field} for what its record says
	Live     tourneys.Live     // nil: nobody says which games go on

	toFiles bool // pages are written to files

	capacity *capacity // nil: ample
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
	assets    map[string]*page // by file name
	kept      *shelf
	flights   flights

	*crowd
	refused *atomic.Uint64 // requests and connections
	short   rate.Sometimes // when the log says that connections run short

	renewals sync.WaitGroup
	closed   atomic.Bool   // nothing is made anew any more
	ending   chan struct{} // closed when readers who wait for news must go

	tourneys *tourneys.Pages
}

// How many pages are kept, and how many bytes of them.
const (
	maxKept  = 2000
	maxBytes = 64 << 20
)

func newSite(cfg Config, o Options) (*site, error) {
	if o.capacity == nil {
		o.capacity = &ample
	}
	s := &site{
		Options: o, cfg: cfg, crowd: newCrowd(*o.capacity), refused: &atomic.Uint64{}, short: rate.Sometimes{Interval: time.Minute}, ending: make(chan struct{}),
	}
	s.origin, s.base = cfg.base()
	var err error
	if s.proxies, err = cfg.proxies(); err != nil {
		return nil, err
	}
	if s.kept, err = newShelf(maxKept, maxBytes); err != nil {
		return nil, err
	}
	if s.assets, err = assets(); err != nil {
		return nil, err
	}
	if s.Log == nil {
		s.Log = slog.New(slog.DiscardHandler)
	}
	if s.Now == nil {
		s.Now = time.Now
	}
	s.Rules = cmp.Or(s.Rules, rules.Default)
	s.tourneys = s.pagesOf()
	s.templates, err = s.parse()
	return s, err
}

func (s *site) now() time.Time { return s.Now() }

// close waits for what is being made.
func (s *site) close() {
	s.closed.Store(true)
	s.renewals.Wait()
}

// handler returns the handler for all addresses.
func (s *site) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("GET /a/", s.answer)
	for _, name := range lookups {
		mux.HandleFunc("GET /"+name+"/{$}", s.list(name))
		mux.HandleFunc("GET /"+name+"/{version}/{$}", s.list(name))
		mux.HandleFunc("GET /"+name+"/", s.answer)
	}
	mux.HandleFunc("GET /start", s.start)
	mux.HandleFunc("GET /c/{$}", s.calculators)
	mux.HandleFunc("GET /c/{command}", s.calculator)
	mux.HandleFunc("GET /card/", s.card)
	mux.HandleFunc("GET /favicon.ico", s.icon)
	mux.HandleFunc("GET /t/{$}", s.tournaments)
	mux.HandleFunc("GET /t/{id}/{what...}", s.tournament)
	mux.HandleFunc("GET /t/{id}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.link(r.URL.EscapedPath()+"/"), http.StatusMovedPermanently)
	})
	mux.HandleFunc("/api/ask", s.apiAsk)
	mux.HandleFunc("GET /api/complete", s.apiComplete)
	mux.HandleFunc("GET /api/names/{version}/{command}/{param}", s.apiNames)
	mux.HandleFunc("GET /api/openapi.json", s.apiDescription)
	mux.HandleFunc("GET /s/{file}", s.static)
	mux.HandleFunc("GET /robots.txt", s.robots)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.wrong(w, r, http.StatusNotFound, "There is no page here.")
	})
	return s.admitted(s.secured(s.below(marked(mux))))
}

// below strips the base path from a request. A proxy may have done so already.
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

// What a browser may load: nothing but our stylesheet and pictures. Only pages
// with a form have a script.
const (
	policy       = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
	scriptPolicy = policy + "; script-src 'self'; connect-src 'self'"
)

// secured sets the headers of every response.
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

// link returns a path below the pages' own as a page links it.
func (s *site) link(path string) string { return s.base + path }

// whole returns the full URL of a path, or "" if the public address is unknown.
func (s *site) whole(path string) string {
	if s.origin == "" {
		return ""
	}
	return s.origin + s.base + path
}

// assets returns our static files as they are sent, by name.
func assets() (map[string]*page, error) {
	out := map[string]*page{}
	for name, kind := range map[string]string{
		"style.css": "text/css; charset=utf-8", "icon.svg": "image/svg+xml",
		"complete.js": "text/javascript; charset=utf-8", "form.js": "text/javascript; charset=utf-8", "live.js": "text/javascript; charset=utf-8", "table.js": "text/javascript; charset=utf-8",
	} {
		body, err := files.ReadFile("static/" + name)
		if err != nil {
			return nil, err
		}
		p := &page{kind: kind, body: body, lasting: true}
		if err := p.finish(); err != nil {
			return nil, err
		}
		out[name] = p
	}
	return out, nil
}

// icon redirects browsers that ask for the icon in its traditional place.
func (s *site) icon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.link("/s/icon.svg"), http.StatusMovedPermanently)
}

// static sends a static file.
func (s *site) static(w http.ResponseWriter, r *http.Request) {
	p := s.assets[r.PathValue("file")]
	if p == nil {
		s.wrong(w, r, http.StatusNotFound, "There is no page here.")
		return
	}
	s.send(w, r, p)
}
