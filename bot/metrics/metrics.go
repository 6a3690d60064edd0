package metrics

import (
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
		return fmt.Errorf("listen: %w; want 127.0.0.1:9090 or the like", err)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("listen: %q is not on loopback, and metrics are for this machine alone; want 127.0.0.1:9090 or the like", c.Listen)
	}
	return nil
}

// Network is how one network is doing.
type Network struct {
	Name       string        `json:"name"`
	Connected  bool          `json:"connected"`
	Joined     []string      `json:"joined,omitempty"`
	Lag        time.Duration `json:"-"`
	Queued     int           `json:"queued"`
	Reconnects int           `json:"reconnects"`
	LastError  string        `json:"last_error,omitempty"`
}

// Cache is how the answer cache is doing.
type Cache struct{ Hits, Misses, Entries int64 }

// Sources are what is asked for figures when they are collected. Each may be
// nil.
type Sources struct {
	Networks func() []Network
	Cache    func() Cache
}

// Metrics counts requests and serves the counts.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
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
	m.registry.MustRegister(m.requests, m.latency, collectors.NewGoCollector(),
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
		if command == "" {
			command = "none"
		}
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

// gauges are the figures that others keep, read when they are collected.
type gauges struct{ src Sources }

var (
	connected  = prometheus.NewDesc("delphi_connected", "1 while connected to the network.", []string{"network"}, nil)
	joined     = prometheus.NewDesc("delphi_channels_joined", "Channels that the bot is in.", []string{"network"}, nil)
	lag        = prometheus.NewDesc("delphi_lag_seconds", "Time of the last ping.", []string{"network"}, nil)
	queued     = prometheus.NewDesc("delphi_queue_length", "Answers waiting to be sent.", []string{"network"}, nil)
	reconnects = prometheus.NewDesc("delphi_reconnects_total", "Connections lost.", []string{"network"}, nil)
	cacheHits  = prometheus.NewDesc("delphi_cache_hits_total", "Answers taken from the cache.", nil, nil)
	cacheMiss  = prometheus.NewDesc("delphi_cache_misses_total", "Answers that the cache did not have.", nil, nil)
	cacheSize  = prometheus.NewDesc("delphi_cache_entries", "Answers in the cache's memory.", nil, nil)
)

// Describe implements prometheus.Collector.
func (gauges) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{connected, joined, lag, queued, reconnects, cacheHits, cacheMiss, cacheSize} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (g gauges) Collect(ch chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	counter := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, v, labels...)
	}
	if g.src.Networks != nil {
		for _, n := range g.src.Networks() {
			up := 0.0
			if n.Connected {
				up = 1
			}
			gauge(connected, up, n.Name)
			gauge(joined, float64(len(n.Joined)), n.Name)
			gauge(lag, n.Lag.Seconds(), n.Name)
			gauge(queued, float64(n.Queued), n.Name)
			counter(reconnects, float64(n.Reconnects), n.Name)
		}
	}
	if g.src.Cache != nil {
		c := g.src.Cache()
		counter(cacheHits, float64(c.Hits))
		counter(cacheMiss, float64(c.Misses))
		gauge(cacheSize, float64(c.Entries))
	}
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
		json.NewEncoder(w).Encode(map[string]any{"ok": well, "networks": networks})
	})
	return mux
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
