package metrics

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"delphi/bot"
	"delphi/commands"
)

// Config is the [metrics] section.
type Config struct {
	Listen string `toml:"listen"` // loopback host:port; empty: nothing listens
}

// Check refuses an address that others could reach.
func (c Config) Check() error {
	if c.Listen == "" {
		return nil
	}
	host, _, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("listen: %s is not host:port; want 127.0.0.1:9090 or the like", bot.Quoted(c.Listen))
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("listen: %s is not on loopback, and metrics are for this machine alone; want 127.0.0.1:9090 or the like", bot.Quoted(c.Listen))
	}
	return nil
}

// Network is how one network is doing.
type Network struct {
	Name string
	bot.State
}

// Cache is how the answer cache is doing.
type Cache struct{ Hits, Misses, Entries int64 }

// Source is how one followed game log is doing.
type Source struct {
	Name    string
	Failing bool
	Read    time.Time // when it was last read successfully; zero: never
	Aside   int64     // lines that could not be read or cannot be true, in all

	Reasons map[string]int64 // why how many of them were set aside
}

// Store is how the database is doing.
type Store struct {
	Bytes   int64     // size of its file
	Backup  time.Time // when the newest backup was made; zero: there is none
	Failing bool      // it is damaged, or cannot be reached
}

// Sources are what is asked for figures when they are collected. Each may be
// nil. Adapters are not among them: what they count is in [bot.State].
type Sources struct {
	Networks func() []Network
	Cache    func() Cache
	Games    func() []Source
	Store    func() Store
}

// Metrics counts requests and serves the counts.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	refused  *prometheus.CounterVec
	src      Sources
}

// New returns metrics that read the other figures from src.
func New(src Sources) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(), src: src,
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "delphi_requests_total", Help: "Questions by network, command and outcome (ok, failed, silent).",
		}, []string{"network", "command", "outcome"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "delphi_request_seconds", Help: "Time to answer.",
			Buckets: prometheus.ExponentialBuckets(10e-6, 4, 10), // 10 us to 2.6 s
		}, []string{"network"}),
	}
	m.refused = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "delphi_questions_refused_total", Help: "Questions not answered, by reason (user: over the limit; channel, network: over a share of it; ignored).",
	}, []string{"network", "reason"})
	m.registry.MustRegister(m.requests, m.latency, m.refused, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), gauges{src})
	return m
}

// Middleware counts and times every request that passes.
func (m *Metrics) Middleware(next bot.Handler) bot.Handler {
	return bot.HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
		start := time.Now()
		r := next.Answer(ctx, req)
		m.latency.WithLabelValues(string(req.Network)).Observe(time.Since(start).Seconds())
		command, outcome := r.Command, "ok"
		command = cmp.Or(command, "none")
		switch {
		case bot.Silent(r):
			outcome = "silent"
		case r.Failed:
			outcome = "failed"
		}
		m.requests.WithLabelValues(string(req.Network), command, outcome).Inc()
		return r
	})
}

// Refused counts a question that was not answered; reason is one word.
func (m *Metrics) Refused(n commands.Network, reason string) {
	m.refused.WithLabelValues(string(n), reason).Inc()
}

// Handler serves /metrics and /healthz. The latter is 200 while at least one
// network is connected, else 503, with each network's state as JSON.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		var networks []Network
		if m.src.Networks != nil {
			networks = m.src.Networks()
		}
		well := len(networks) == 0
		for _, n := range networks {
			well = well || n.Connected
		}
		w.Header().Set("Content-Type", "application/json")
		if !well {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
		json.NewEncoder(w).Encode(health(well, networks))
	})
	return mux
}

// health returns what /healthz says.
func health(well bool, networks []Network) any {
	type network struct {
		Name       string            `json:"name"`
		Connected  bool              `json:"connected"`
		Joined     []string          `json:"joined,omitempty"`
		Waiting    map[string]string `json:"waiting,omitempty"`
		Queued     int               `json:"queued"`
		Reconnects int               `json:"reconnects"`
		LastError  string            `json:"last_error,omitempty"`
	}
	out := make([]network, len(networks))
	for i, n := range networks {
		out[i] = network{n.Name, n.Connected, n.Places, n.Waiting, n.Queued, n.Reconnects, n.LastError}
	}
	return map[string]any{"ok": well, "networks": out}
}

// Serve listens on addr until ctx ends. An error means that nothing listens.
func (m *Metrics) Serve(ctx context.Context, log *slog.Logger, addr string) error {
	l, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("metrics: %w", err)
	}
	log.Info("metrics", "address", l.Addr().String())
	srv := &http.Server{Handler: m.Handler(), ReadHeaderTimeout: 5 * time.Second}
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		srv.Shutdown(grace)
	})
	err = srv.Serve(l)
	if !stop() {
		<-done
	}
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return fmt.Errorf("metrics: %w", err)
}
