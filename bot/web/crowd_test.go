package web

import (
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"delphi/bot"
)

// stranger returns a request from one of very many addresses.
func stranger(i int, path string) *http.Request {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1234", i>>16&255, i>>8&255, i&255)
	if i%2 == 0 {
		r.RemoteAddr = fmt.Sprintf("[2001:db8:%x:%x::1]:1234", i>>16, i&0xffff)
	}
	return r
}

// Whoever asks from ever new addresses makes nothing grow for ever.
func TestMemoryIsBounded(t *testing.T) {
	_, _, s := serve(t, Config{}, bot.Limits{UserPerMinute: 20})
	h := s.handler()
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	ask := func(from, to int) {
		for i := from; i < to; i++ {
			path := "/robots.txt"
			if i%50 == 0 {
				path = "/api/ask?q=odds+1/12"
			}
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, stranger(i, path)); w.Code != http.StatusOK {
				t.Fatalf("the address %d gets status %d, %s", i, w.Code, w.Body)
			}
		}
	}
	ask(0, 12_000)
	before := heap()
	ask(12_000, 24_000)
	if after := heap(); after > before+4<<20 {
		t.Errorf("12,000 addresses more take %d KB more", (after-before)>>10)
	}
	runtime.KeepAlive(h)
}

// With TLS, too, a connection weighs what it is used for, and is counted no more
// once it is closed.
func TestDoorWithTLS(t *testing.T) {
	_, _, s := serve(t, Config{}, bot.Limits{})
	server := httptest.NewUnstartedServer(s.handler())
	d := &door{Listener: server.Listener, site: s}
	var mu sync.Mutex
	var states []http.ConnState
	var guests []*guest
	server.Listener, server.EnableHTTP2 = d, true
	server.Config.ConnState = func(c net.Conn, state http.ConnState) {
		weigh(c, state)
		mu.Lock()
		defer mu.Unlock()
		states = append(states, state)
		guests = append(guests, c.(*tls.Conn).NetConn().(*guest))
	}
	server.StartTLS()
	defer server.Close()
	r, err := server.Client().Get(server.URL + "/robots.txt")
	if err != nil || r.StatusCode != http.StatusOK || r.ProtoMajor != 2 {
		t.Fatal(r, err)
	}
	r.Body.Close()
	told := func(state http.ConnState) func() bool {
		return func() bool { mu.Lock(); defer mu.Unlock(); return slices.Contains(states, state) }
	}
	poll(t, "the connection is idle", told(http.StateIdle))
	server.Client().CloseIdleConnections()
	poll(t, "the connection is closed", told(http.StateClosed))
	mu.Lock()
	defer mu.Unlock()
	if states[0] != http.StateNew || !slices.Contains(states, http.StateActive) {
		t.Errorf("the server told of %v", states)
	}
	for range 125 { // as many as one address may have
		if _, ok := s.connections.Take(s.holder(guests[0].RemoteAddr()), inUse, func() { t.Error("a place is still taken") }); !ok {
			t.Fatal("a place is still taken")
		}
	}
}

func poll(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within 20 s: %s", what)
		}
	}
}

// The pages that are kept are bounded in number and size.
func TestShelf(t *testing.T) {
	s, err := newShelf(10, 10_000)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 100 {
		s.put(fmt.Sprint(i), &page{body: make([]byte, 100)})
	}
	if s.pages.Len() != 10 || s.bytes != 10*(100+300+2) {
		t.Errorf("%d pages, %d bytes", s.pages.Len(), s.bytes)
	}
	for range 3 {
		s.put("large", &page{body: make([]byte, 5000), zipped: make([]byte, 4000)})
	}
	if _, ok := s.get("large"); !ok || s.bytes > 10_000 || s.pages.Len() > 2 {
		t.Errorf("with a large one: %d pages, %d bytes", s.pages.Len(), s.bytes)
	}
	s.put("too large", &page{body: make([]byte, 20_000)})
	if s.pages.Len() != 0 || s.bytes != 0 {
		t.Errorf("with one that is too large: %d pages, %d bytes", s.pages.Len(), s.bytes)
	}
}

// BenchmarkAdmitted is what a request costs before anything is done for it, from
// thousands of addresses.
func BenchmarkAdmitted(b *testing.B) {
	_, _, s := serve(b, Config{}, bot.Limits{})
	h := s.admitted(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	var all []*http.Request
	for i := range 5000 {
		all = append(all, stranger(i, "/"))
	}
	w := httptest.NewRecorder()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		h.ServeHTTP(w, all[i%len(all)])
	}
}

// BenchmarkRefused is what a request costs that is over its share.
func BenchmarkRefused(b *testing.B) {
	_, _, s := serve(b, Config{}, bot.Limits{})
	h := s.handler()
	r := stranger(1, "/")
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(httptest.NewRecorder(), r)
	}
}
