package metrics

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"delphi/bot"
	"delphi/commands"
)

func TestMetrics(t *testing.T) {
	networks := []Network{
		{"libera", bot.State{
			Connected: true, Places: []string{"#a", "#b"}, Waiting: map[string]string{"#c": "banned"},
			Lag: 20 * time.Millisecond, Queued: 3, Reconnects: 2,
			Counts: bot.Counts{Refused: 1, Dropped: 2, Unsent: 3, Malformed: 4, BadSignatures: 5},
		}},
		{Name: "oftc"},
	}
	m := New(Sources{
		Networks: func() []Network { return networks },
		Cache:    func() Cache { return Cache{Hits: 7, Misses: 5, Entries: 4} },
		Games: func() []Source {
			return []Source{{Name: "nao", Failing: true, Aside: 6, Reasons: map[string]int64{"points below 0": 4, "no death": 2}}, {Name: "hdf", Read: time.Now().Add(-time.Hour)}}
		},
		Store: func() Store { return Store{Bytes: 4096, Backup: time.Now().Add(-24 * time.Hour)} },
	})
	m.Refused("libera", "user")
	bot.Guard(func() error { panic("counted") })
	h := m.Middleware(bot.HandlerFunc(func(_ context.Context, req commands.Request) commands.Reply {
		switch req.Line {
		case "fail":
			return commands.Reply{Summary: "x", Command: "fail"}
		case "bad":
			return commands.Reply{Summary: "x", Failed: true}
		}
		return commands.Reply{}
	}))
	for _, line := range []string{"fail", "fail", "bad", "hush"} {
		h.Answer(context.Background(), commands.Request{Network: "libera", Line: line})
	}
	get := func(path string) (int, string) {
		w := httptest.NewRecorder()
		m.Handler().ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		return w.Code, w.Body.String()
	}
	code, text := get("/metrics")
	for _, want := range []string{
		`delphi_requests_total{command="fail",network="libera",outcome="ok"} 2`,
		`delphi_requests_total{command="none",network="libera",outcome="failed"} 1`,
		`delphi_requests_total{command="none",network="libera",outcome="silent"} 1`,
		`delphi_request_seconds_count{network="libera"} 4`,
		`delphi_connected{network="libera"} 1`, `delphi_connected{network="oftc"} 0`,
		`delphi_channels_joined{network="libera"} 2`, `delphi_lag_seconds{network="libera"} 0.02`,
		`delphi_queue_length{network="libera"} 3`, `delphi_reconnects_total{network="libera"} 2`,
		"delphi_cache_hits_total 7", "delphi_cache_misses_total 5", "delphi_cache_entries 4", "go_goroutines",
		`delphi_channels_waiting{network="libera"} 1`, `delphi_questions_busy_total{network="libera"} 1`,
		`delphi_answers_dropped_total{network="libera"} 2`, `delphi_replies_unsent_total{network="libera"} 3`,
		`delphi_malformed_total{network="libera"} 4`, `delphi_bad_signatures_total{network="libera"} 5`,
		`delphi_questions_refused_total{network="libera",reason="user"} 1`, "delphi_panics_total 1",
		`delphi_source_failing{source="nao"} 1`, `delphi_source_failing{source="hdf"} 0`,
		`delphi_source_unreadable_lines_total{source="nao"} 6`, `delphi_source_age_seconds{source="hdf"} 3600`,
		`delphi_source_aside_lines_total{reason="points below 0",source="nao"} 4`, `delphi_source_aside_lines_total{reason="no death",source="nao"} 2`,
		"delphi_store_bytes 4096", "delphi_backup_age_seconds 86400",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no line %s", want)
		}
	}
	if code != 200 {
		t.Errorf("status %d", code)
	}
	if code, text := get("/healthz"); code != 200 || !strings.Contains(text, `"ok":true`) || !strings.Contains(text, "oftc") {
		t.Errorf("%d %s", code, text)
	}
	networks = networks[1:]
	if code, text := get("/healthz"); code != http.StatusServiceUnavailable || !strings.Contains(text, `"ok":false`) {
		t.Errorf("not connected: %d %s", code, text)
	}
}

func TestServeStopsWithItsContext(t *testing.T) {
	defer goleak.VerifyNone(t)
	ctx, cancel := context.WithCancel(context.Background())
	addr := make(chan string, 1)
	log := slog.New(slog.NewTextHandler(writer(func(p []byte) {
		if _, a, ok := strings.Cut(string(p), "address="); ok {
			addr <- strings.TrimSpace(a)
		}
	}), nil))
	done := make(chan error, 1)
	go func() { done <- New(Sources{}).Serve(ctx, log, "127.0.0.1:0") }()
	resp, err := http.Get("http://" + <-addr + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	http.DefaultClient.CloseIdleConnections()
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if err := New(Sources{}).Serve(context.Background(), log, "256.0.0.1:1"); err == nil {
		t.Error("listened on no address")
	}
}

type writer func([]byte)

func (w writer) Write(p []byte) (int, error) { w(p); return len(p), nil }

func TestCheck(t *testing.T) {
	for addr, ok := range map[string]bool{
		"": true, "127.0.0.1:9090": true, "localhost:1": true, "[::1]:9": true,
		"0.0.0.0:9090": false, ":9090": false, "example.org:80": false, "127.0.0.1": false,
	} {
		if err := (Config{Listen: addr}).Check(); (err == nil) != ok {
			t.Errorf("%q: %v", addr, err)
		}
	}
}

func BenchmarkMiddleware(b *testing.B) {
	h := New(Sources{}).Middleware(bot.HandlerFunc(func(context.Context, commands.Request) commands.Reply {
		return commands.Reply{Summary: "x", Command: "fail"}
	}))
	b.ReportAllocs()
	for b.Loop() {
		h.Answer(context.Background(), commands.Request{Network: "libera"})
	}
}
