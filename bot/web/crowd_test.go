package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"

	"delphi/bot"
)

// stranger is a request from one of very many addresses.
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
			if i%10 == 0 {
				path = "/api/ask?q=odds+1/12"
			}
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, stranger(i, path)); w.Code != http.StatusOK {
				t.Fatalf("the address %d gets status %d, %s", i, w.Code, w.Body)
			}
		}
	}
	ask(0, 15_000)
	before := heap()
	ask(15_000, 60_000)
	if after := heap(); after > before+4<<20 {
		t.Errorf("45,000 addresses more take %d KB more", (after-before)>>10)
	}
	runtime.KeepAlive(h)
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
