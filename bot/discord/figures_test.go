package discord

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"delphi/bot/discord/slash"
)

// meter is a stand-in for Discord's callbacks that notes when each came: the
// fake without its checks, whose work would be measured with ours.
type meter struct {
	mu   sync.Mutex
	came map[string]chan time.Time
	srv  *httptest.Server
	tr   *http.Transport
}

func newMeter(t testing.TB) *meter {
	m := &meter{came: map[string]chan time.Time{}, tr: &http.Transport{MaxIdleConnsPerHost: 64}}
	m.srv = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := time.Now()
		buf := make([]byte, 32<<10)
		for {
			if _, err := r.Body.Read(buf); err != nil {
				break
			}
		}
		id := strings.Split(r.URL.Path, "/")[4] // /api/v9/interactions/ID/...
		m.mu.Lock()
		c := m.came[id]
		delete(m.came, id)
		m.mu.Unlock()
		w.WriteHeader(http.StatusNoContent)
		if c != nil {
			c <- now
		}
	}))
	t.Cleanup(func() { m.srv.Close(); m.tr.CloseIdleConnections() })
	return m
}

func (m *meter) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host = "http", strings.TrimPrefix(m.srv.URL, "http://")
	return m.tr.RoundTrip(r)
}

// metered is an adapter that answers over a meter, as if connected.
func metered(t testing.TB) (*Adapter, *meter, answerer) {
	m := newMeter(t)
	r := newRouter(t)
	cfg := Defaults()
	cfg.Enabled, cfg.Token = true, token
	a, err := New(cfg, Options{Router: r, Transport: m})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.work.Wait(); a.rest.Close() })
	return a, m, a.deferring(a.recovering(a.dispatch(plainHandler(r))))
}

// into hands an event to an adapter as the gateway does, and says when the
// answer comes.
func (m *meter) into(t testing.TB, a *Adapter, answer answerer, e event) chan time.Time {
	c := make(chan time.Time, 1)
	m.mu.Lock()
	m.came[e["id"].(string)] = c
	m.mu.Unlock()
	i, err := decode(mustJSON(e))
	if err != nil {
		t.Fatal(err)
	}
	a.take(t.Context(), func(ctx context.Context) { answer(ctx, i, a.callback(i)) })
	return c
}

var questions = []func(i int) event{
	func(i int) event {
		return invoke("fail", "role", "Wizard", "xl", 1+i%30, "int", 3+i%20, "spell", "force bolt", "worn", "robe, plate mail")
	},
	func(i int) event {
		return invoke("ask", "line", fmt.Sprintf("fail pri xl%d wis%d create familiar small shield", 1+i%30, 3+i%20))
	},
	func(i int) event { return invoke("help", "command", "fail") },
	func(i int) event { return typing("fail", "role", "Wizard", "spell", "forc") },
}

func quantile(d []time.Duration, q float64) time.Duration {
	slices.Sort(d)
	return d[min(len(d)-1, int(q*float64(len(d))))]
}

func BenchmarkInteraction(b *testing.B) {
	for name, chart := range map[string]bool{"plain": false, "chart": true} {
		b.Run(name, func(b *testing.B) {
			a, m, answer := metered(b)
			var took []time.Duration
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				e := questions[i%2](i)
				if chart {
					e = invoke("ask", "line", fmt.Sprintf("fail wiz int%d force bolt robe chart", 3+i%20))
				}
				began := time.Now()
				took = append(took, (<-m.into(b, a, answer, e)).Sub(began))
			}
			b.ReportMetric(float64(quantile(took, 0.5).Microseconds()), "p50-µs")
			b.ReportMetric(float64(quantile(took, 0.99).Microseconds()), "p99-µs")
		})
	}
}

// TestFigures holds the adapter to what it promises of speed and memory. It
// needs a machine to itself: set DELPHI_FIGURES.
func TestFigures(t *testing.T) {
	if os.Getenv("DELPHI_FIGURES") == "" {
		t.Skip("DELPHI_FIGURES is not set: the figures need a machine to themselves")
	}
	t.Run("sustained", func(t *testing.T) {
		a, m, answer := metered(t)
		const rate, seconds = 2000, 5
		var mu sync.Mutex
		var took []time.Duration
		var wg sync.WaitGroup
		began := time.Now()
		for i := range rate * seconds {
			if d := time.Until(began.Add(time.Duration(i) * time.Second / rate)); d > 0 {
				time.Sleep(d)
			}
			at := time.Now()
			c := m.into(t, a, answer, questions[i%len(questions)](i))
			wg.Go(func() {
				d := (<-c).Sub(at)
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
			})
		}
		wg.Wait()
		total := time.Since(began)
		t.Logf("%d in %v: %.0f a second; p50 %v, p99 %v", len(took), total.Round(time.Millisecond), float64(len(took))/total.Seconds(), quantile(took, 0.5), quantile(took, 0.99))
		if total > seconds*time.Second*11/10 {
			t.Errorf("%d a second were not sustained", rate)
		}
	})
	t.Run("latency", func(t *testing.T) {
		a, m, answer := metered(t)
		measure := func(n int, e func(int) event) []time.Duration {
			var took []time.Duration
			for i := range n {
				began := time.Now()
				took = append(took, (<-m.into(t, a, answer, e(i))).Sub(began))
			}
			return took
		}
		plain := measure(3000, func(i int) event { return questions[i%len(questions)](i) })
		charts := measure(100, func(i int) event {
			return invoke("ask", "line", fmt.Sprintf("fail wiz int%d force bolt chart", 3+i%20))
		})
		t.Logf("plain: p50 %v, p99 %v; chart: p50 %v, p99 %v", quantile(plain, 0.5), quantile(plain, 0.99), quantile(charts, 0.5), quantile(charts, 0.99))
		if quantile(plain, 0.5) > time.Millisecond || quantile(plain, 0.99) > 10*time.Millisecond || quantile(charts, 0.99) > 60*time.Millisecond {
			t.Error("slower than promised")
		}
	})
	t.Run("memory", func(t *testing.T) {
		a, m, answer := metered(t)
		heap := func() uint64 {
			for range 3 {
				runtime.GC()
			}
			var ms runtime.MemStats
			runtime.ReadMemStats(&ms)
			return ms.HeapAlloc
		}
		run := func(n int) {
			for i := range n {
				<-m.into(t, a, answer, questions[i%len(questions)](i))
			}
		}
		run(5000)
		before := heap()
		run(50_000)
		after := heap()
		t.Logf("heap %d KB before, %d KB after 50,000; %d buckets", before>>10, after>>10, buckets(a.rest.Limits))
		if float64(after) > 1.05*float64(before) {
			t.Error("memory grows")
		}
	})
	t.Run("completion", func(t *testing.T) {
		a, _, _ := metered(t)
		var took []time.Duration
		for _, typed := range []string{"", "f", "force b", "zz", strings.Repeat("x ", 100)} {
			for _, c := range a.opt.Router.Commands() {
				for i := range c.Params {
					began := time.Now()
					complete := &interaction{}
					complete.Data.Name, complete.Data.Options = c.Name, []*slash.Value{{Name: c.Params[i].Name, Value: typed, Focused: true}}
					a.complete(complete)
					took = append(took, time.Since(began))
				}
			}
		}
		t.Logf("%d completions: p50 %v, worst %v", len(took), quantile(took, 0.5), quantile(took, 1))
		if quantile(took, 1) > 50*time.Millisecond {
			t.Error("slower than promised")
		}
	})
}
