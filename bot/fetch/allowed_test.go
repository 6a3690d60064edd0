package fetch

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"delphi/engine/problem"
)

func TestAllowed(t *testing.T) {
	pages := NewPages([]string{"public", "example.org", "dumps.example.net/a/b", "Dumps.Example.com/Dir/"}, false)
	for address, want := range map[string]bool{
		// The servers that are known, each with its own folder.
		"https://s3.amazonaws.com/altorg/dumplog/bob/1.nh343.txt":                   true,
		"https://altorg.s3.amazonaws.com/dumplog/bob/1.nh367.txt":                   true,
		"https://www.alt.org/nethack/userdata/b/bob/dumplog/1.nh500.txt":            true,
		"https://alt.org/nethack/userdata/b/bob/dumplog/1.nh370.txt":                true,
		"https://www.hardfought.org/userdata/b/bob/nethack/dumplog/1.nh.txt":        true,
		"http://eu.hardfought.org/userdata/b/bob/nethack/dumplog/1.nh.txt":          true,
		"https://WWW.Hardfought.org/userdata/b/bob/nethack/dumplog/1.nh.txt":        true,
		"https://www.hardfought.org:443/userdata/b/bob/nethack/dumplog/1.nh.txt":    true,
		"https://em.slashem.me/userdata/bob/nethack/dumplog/1.txt":                  true,
		"http://server.gnollhack.com/userdata/bob/dumplog/gnollhack.bob.1.txt":      true,
		"https://www.hardfought.org/userdata/b/b%C3%B6b/nethack/dumplog/1%3A2.txt":  true,
		"https://evil.s3.amazonaws.com/altorg/x":                                    false,
		"https://evil.s3.amazonaws.com/altorg/dumplog/x":                            false,
		"https://evil.s3.amazonaws.com/dumplog/x":                                   false,
		"https://s3.amazonaws.com/other/dumplog/x":                                  false,
		"https://s3.amazonaws.com/altorg/other/x":                                   false,
		"https://s3.amazonaws.com/altorg/dumplogs/x":                                false,
		"https://s3.amazonaws.com/altorg/dumplog/../../other/a.txt":                 false,
		"https://s3.amazonaws.com/altorg/dumplog/%2e%2e/%2e%2e/other/a.txt":         false,
		"https://s3.amazonaws.com/altorg/dumplog/..%2f..%2fother/a.txt":             false,
		"https://s3.amazonaws.com/altorg/dumplog/%252e%252e/%252e%252e/other/a.txt": false,
		`https://s3.amazonaws.com/altorg/dumplog/..\..\other/a.txt`:                 false,
		"https://s3.amazonaws.com/altorg/dumplog//x":                                false,
		"https://s3.amazonaws.com/Altorg/Dumplog/x":                                 false,
		"https://s3.amazonaws.com/altorg/dumplog":                                   false,
		"https://evil.hardfought.org/userdata/b/bob/x":                              false,
		"https://hardfought.org.evil.example/userdata/b/bob/x":                      false,
		"https://nothardfought.org/userdata/b/bob/x":                                false,
		"https://www.hardfought.org/cgi-bin/x":                                      false,
		"https://www.hardfought.org:8443/userdata/b/bob/x":                          false,
		"https://www.hardfought.org./userdata/b/bob/x":                              false,
		"https://user@www.hardfought.org/userdata/b/bob/x":                          false,
		"ftp://www.hardfought.org/userdata/b/bob/x":                                 false,
		"https://www.hardfought.org@evil.example/userdata/b/bob/x":                  false,
		"https://public/x": false,

		// What an operator has added.
		"https://example.org/x":             true,
		"https://example.org/":              true,
		"https://sub.example.org/x":         false,
		"https://dumps.example.net/a/b/c":   true,
		"https://dumps.example.net/a/bc":    false,
		"https://dumps.example.net/a/c":     false,
		"https://dumps.example.com/Dir/a":   true,
		"https://dumps.example.com/dir/a":   false,
		"https://x.dumps.example.com/Dir/a": false,
	} {
		if _, err := pages.Page(canceled(t), address); (err == context.Canceled) != want {
			t.Errorf("%s: allowed is not %v: %v", address, want, err)
		}
	}
}

func TestCheckHost(t *testing.T) {
	for host, want := range map[string]bool{
		"alt.org": true, "example.org/dumps": true, "example.org/dumps/": true, "example.org:8080/dumps": true, "public": true,
		"": false, "https://alt.org": false, "a b": false, "*.alt.org": false, ".alt.org": false, "alt.org/*": false, "alt.org/a/../b": false,
		"user@alt.org": false, "alt.org?x": false, "alt.org#x": false, "alt.org/%61": false, "Public": false, "publc": false,
	} {
		if err := CheckHost(host); (err == nil) != want {
			t.Errorf("CheckHost(%q) = %v", host, err)
		}
	}
}

// TestRedirects: each hop must be allowed as the link itself must be, and none leads from
// https to http.
func TestRedirects(t *testing.T) {
	var to string
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/dumps/go":
			http.Redirect(w, r, to, http.StatusFound)
		case "/dumps/round":
			http.Redirect(w, r, "/dumps/round", http.StatusFound)
		default:
			w.Write([]byte("a dump"))
		}
	})
	first, second := httptest.NewServer(handler), httptest.NewServer(handler)
	defer first.Close()
	defer second.Close()
	safe := httptest.NewTLSServer(handler)
	defer safe.Close()
	host := func(s *httptest.Server) string { return s.Listener.Addr().String() }
	for _, tt := range []struct {
		from, to string
		want     string // in the error; empty: it is followed
	}{
		{first.URL, first.URL + "/dumps/a", ""},
		{first.URL, "/dumps/a", ""},
		{first.URL, second.URL + "/dumps/a", ""},
		{first.URL, safe.URL + "/dumps/a", ""},
		{first.URL, second.URL + "/other/a", "another host or folder"},
		{first.URL, "/other/a", "another host or folder"},
		{first.URL, "/dumps/../other/a", "another host or folder"},
		{first.URL, "http://user:pw@" + host(second) + "/dumps/a", "another host or folder"},
		{first.URL, "http://localhost:1/dumps/a", "another host or folder"},
		{first.URL, "ftp://" + host(first) + "/dumps/a", "another host or folder"},
		{first.URL, "file:///etc/passwd", "another host or folder"},
		{first.URL, first.URL + "/dumps/round", "again and again"},
		{safe.URL, first.URL + "/dumps/a", "without encryption"},
	} {
		to = tt.to
		pages := NewPages([]string{host(first) + "/dumps", host(second) + "/dumps/", host(safe) + "/dumps"}, true)
		pages.client.Transport.(*http.Transport).TLSClientConfig = safe.Client().Transport.(*http.Transport).TLSClientConfig
		text, err := pages.Page(t.Context(), tt.from+"/dumps/go")
		switch {
		case tt.want == "":
			if err != nil || text != "a dump" {
				t.Errorf("%s: %q, %v", tt.to, text, err)
			}
		case err == nil || !strings.Contains(err.Error(), tt.want):
			t.Errorf("%s: %q, %v, want an error with %q", tt.to, text, err, tt.want)
		case strings.Contains(err.Error(), "localhost") || strings.Contains(err.Error(), "pw@"):
			t.Errorf("%s: the asker is told where it leads: %v", tt.to, err)
		}
	}
}

// TestRedirectIntoAPrivateNetwork: a hop to an allowed name whose address is private is
// not made either.
func TestRedirectIntoAPrivateNetwork(t *testing.T) {
	reached := false
	inner := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer inner.Close()
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, inner.URL+"/x", http.StatusFound)
	}))
	defer outer.Close()
	pages := NewPages([]string{outer.Listener.Addr().String(), inner.Listener.Addr().String()}, false)
	// The first hop goes to what stands for a public server, any other as always.
	guarded := pages.client.Transport.(*http.Transport).DialContext
	pages.client.Transport.(*http.Transport).DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == outer.Listener.Addr().String() {
			return (&net.Dialer{}).DialContext(ctx, network, address)
		}
		return guarded(ctx, network, address)
	}
	if _, err := pages.Page(t.Context(), outer.URL+"/dump"); err == nil || !strings.Contains(err.Error(), "private network") || reached {
		t.Errorf("reached: %v, %v", reached, err)
	}
}

// TestFailuresNameNothingInside: what went wrong is in the log with all that is known of
// it; the asker is told what could not be fetched.
func TestFailuresNameNothingInside(t *testing.T) {
	dns := &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "alt.example", Server: "10.0.0.2:53", IsNotFound: true}}
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for name, tt := range map[string]struct {
		dial   func() (net.Conn, error)
		want   string
		logged string
	}{
		"no such host": {func() (net.Conn, error) { return nil, dns }, "alt.example cannot be found", "10.0.0.2:53"},
		"resolver down": {func() (net.Conn, error) {
			return nil, &net.DNSError{Err: "server misbehaving", Name: "alt.example", Server: "10.0.0.2:53", IsTemporary: true}
		}, "alt.example cannot be found", "10.0.0.2:53"},
		"refused": {func() (net.Conn, error) { return net.Dial("tcp", closed.Addr().String()) }, "alt.example refuses", closed.Addr().String()},
		"anything": {func() (net.Conn, error) {
			return nil, errors.New("dial tcp 192.168.1.9:443: no route from 10.0.0.7 by wlan0")
		}, "alt.example could not be reached", "192.168.1.9"},
		"timeout": {func() (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Addr: closed.Addr(), Err: context.DeadlineExceeded}
		}, "alt.example did not answer within", closed.Addr().String()},
		"not http": {func() (net.Conn, error) {
			a, b := net.Pipe()
			go func() { b.Read(make([]byte, 1000)); b.Write([]byte("inner 10.1.1.1 says hello\r\n")); b.Close() }()
			return a, nil
		}, "alt.example could not be reached", "malformed"},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			pages := NewPages([]string{"alt.example/dumps"}, false)
			pages.Log = slog.New(slog.NewTextHandler(&log, nil))
			pages.client.Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) { return tt.dial() }
			_, err := pages.Page(t.Context(), "http://alt.example/dumps/a?key=SECRET")
			var p problem.Mendable
			if !errors.As(err, &p) || !strings.Contains(err.Error(), tt.want) {
				t.Fatalf("%v, want a problem with %q", err, tt.want)
			}
			for _, inner := range []string{"10.", "127.", "192.168", ":53", "dial", "lookup", "tcp", "wlan0", "SECRET"} {
				if strings.Contains(err.Error(), inner) {
					t.Errorf("the asker is told of %q: %v", inner, err)
				}
			}
			if !strings.Contains(log.String(), tt.logged) || !strings.Contains(log.String(), "alt.example") || strings.Contains(log.String(), "SECRET") {
				t.Errorf("the log says %s", log.String())
			}
		})
	}
}
