package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"delphi/bot"

	"delphi/bot/web/tourneys"
)

// BenchmarkCached sends a page that is kept, over a connection that stays open.
func BenchmarkCached(b *testing.B) {
	server, _, _ := serve(b, Config{}, bot.Limits{})
	at := get(b, server.URL+"/?q="+url.QueryEscape("fail wiz xl12 int18 fireball, robe")).Header.Get("Location")
	fetch(b, server.URL+at)
}

// BenchmarkUncached works a page out: the time to the first byte of an answer
// that nobody asked for before.
func BenchmarkUncached(b *testing.B) {
	_, _, s := serve(b, Config{}, bot.Limits{})
	h := s.handler()
	n := 0
	for b.Loop() {
		n++
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/a/5.0.0/fail/fireball,_Wizard,_xl%d_int%d_luck%d", n%30+1, n/30%22+3, n/660%10), nil))
		if w.Code >= 400 {
			b.Fatal(w.Code, w.Body.String())
		}
	}
}

// BenchmarkStandings sends the standings of a running tournament of 300 players
// and 20,000 games, counted again every five seconds.
func BenchmarkStandings(b *testing.B) {
	server, w, s := serve(b, Config{}, bot.Limits{})
	e := hold(b, w, 300, 20_000)
	publish(b, w, e)
	begun, real := w.Now, time.Now()
	s.Now = func() time.Time { return begun.Add(time.Since(real)) }
	fetch(b, server.URL+tourneys.Path(e.ID, ""))
}

// fetch reads one page again and again from several connections, and reports
// its size and how long the slowest hundredth of readers waits.
func fetch(b *testing.B, address string) {
	first := get(b, address, "Accept-Encoding", "gzip")
	if first.StatusCode != http.StatusOK {
		b.Fatal(address, first.StatusCode)
	}
	times := make(chan []time.Duration, 64)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		var mine []time.Duration
		for pb.Next() {
			start := time.Now()
			if r := get(b, address, "Accept-Encoding", "gzip"); r.StatusCode != http.StatusOK {
				b.Error(r.StatusCode)
			}
			mine = append(mine, time.Since(start))
		}
		times <- mine
	})
	close(times)
	var all []time.Duration
	for t := range times {
		all = append(all, t...)
	}
	slices.Sort(all)
	b.ReportMetric(float64(len(first.body)), "bytes")
	b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(len(all))/b.Elapsed().Seconds(), "pages/s")
}
