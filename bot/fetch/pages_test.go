package fetch

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestPages(t *testing.T) {
	mux := http.NewServeMux()
	mux.HandleFunc("/dump.txt", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("a dump")) })
	mux.HandleFunc("/big", func(w http.ResponseWriter, _ *http.Request) {
		w.(http.Flusher).Flush() // so that the length is not said
		w.Write([]byte(strings.Repeat("x", MaxPage+1)))
	})
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(strings.Repeat("x", MaxPage+1))) })
	mux.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://example.org/", http.StatusFound)
	})
	server := httptest.NewServer(mux)
	defer server.Close()
	host := strings.TrimPrefix(server.URL, "http://")
	pages := NewPages([]string{host}, true)
	if text, err := pages.Page(t.Context(), server.URL+"/dump.txt"); err != nil || text != "a dump" {
		t.Errorf("%q, %v", text, err)
	}
	for path, want := range map[string]string{"/big": "more than 2 MB", "/long": "2 MB", "/nothing": "404", "/away": "another host"} {
		if _, err := pages.Page(t.Context(), server.URL+path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want an error with %q", path, err, want)
		}
	}
	if _, err := NewPages([]string{host}, false).Page(t.Context(), server.URL+"/dump.txt"); err == nil || !strings.Contains(err.Error(), "private network") {
		t.Errorf("a private address was fetched from: %v", err)
	}
	if _, err := NewPages([]string{Public}, true).Page(t.Context(), server.URL+"/dump.txt"); err == nil || !strings.Contains(err.Error(), "only to alt.org") {
		t.Errorf("a host that is not allowed: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := pages.Page(ctx, server.URL+"/dump.txt"); err != context.Canceled {
		t.Errorf("after the end: %v", err)
	}
}

func TestPublic(t *testing.T) {
	for s, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "127.0.0.1": false, "10.1.2.3": false, "192.168.0.1": false, "169.254.169.254": false,
		"100.64.1.1": false, "0.0.0.0": false, "::1": false, "fd00::1": false, "fe80::1": false, "::ffff:127.0.0.1": false,
		"64:ff9b::7f00:1": false, "224.0.0.1": false, "255.255.255.255": false,
	} {
		if got := public(netip.MustParseAddr(s)); got != want {
			t.Errorf("public(%s) = %v", s, got)
		}
	}
}

// canceled is a context in which nothing is fetched any more.
func canceled(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	return ctx
}
