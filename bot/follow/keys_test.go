package follow

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"delphi/bot/fetch"
)

// TestKeysOfAddressesStayOut: a key in a source's address goes to its server, and neither
// into errors, the log nor the store.
func TestKeysOfAddressesStayOut(t *testing.T) {
	const key = "SECRET42"
	var status int
	var to string
	got := ""
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r.URL.RawQuery
		switch {
		case to != "":
			http.Redirect(w, r, to, http.StatusFound)
		case status != 0:
			w.WriteHeader(status)
		default:
			w.Write([]byte(row(0)))
		}
	}))
	defer web.Close()
	closed := httptest.NewServer(nil)
	closed.Close()
	for name, tt := range map[string]struct {
		base    string
		private bool
		status  int
		to      string
		fails   string // in the error; empty: there is none
	}{
		"read":             {base: web.URL, private: true},
		"refused":          {base: closed.URL, private: true, fails: "refused"},
		"private":          {base: web.URL, fails: "private network"},
		"gone":             {base: web.URL, private: true, status: 410, fails: "410"},
		"redirected":       {base: web.URL, private: true, to: "http://example.org/x?key=" + key, fails: "another host"},
		"wrongly directed": {base: web.URL, private: true, to: "http://example.org:port/x?key=" + key, fails: "Location"},
		"half directed":    {base: web.URL, private: true, to: "/x?key=" + key + "\x7f", fails: "Location"},
		"no port":          {base: "http://127.0.0.1:port", private: true, fails: "invalid port"},
	} {
		t.Run(name, func(t *testing.T) {
			status, to, got = tt.status, tt.to, ""
			var log bytes.Buffer
			r := newRig(t, Source{Name: "nao", URL: tt.base + "/xlogfile?key=" + key, AllowPrivate: tt.private})
			r.f.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
			err := r.poll()
			if tt.fails == "" && (err != nil || got != "key="+key) {
				t.Fatalf("the server was sent %q, %v", got, err)
			}
			if tt.fails != "" && (err == nil || !strings.Contains(err.Error(), tt.fails) || strings.Contains(err.Error(), key)) {
				t.Errorf("%v, want an error with %q", err, tt.fails)
			}
			if name == "private" && !errors.Is(err, fetch.ErrPrivate) {
				t.Errorf("%v is not the error of a private network", err)
			}

			// The same as the program does it.
			ctx, cancel := context.WithCancel(t.Context())
			r.f.Sources = []Source{r.s}
			done := make(chan struct{})
			go func() { defer close(done); r.f.Run(ctx) }()
			for {
				s, ok, err := r.f.Games.Source(t.Context(), "nao")
				if err != nil {
					t.Fatal(err)
				}
				if ok && (tt.fails == "" || s.Failure != "") {
					if strings.Contains(s.Where+s.Failure, key) || !strings.HasSuffix(s.Where, "/xlogfile?key=***") {
						t.Errorf("the store has %q, %q", s.Where, s.Failure)
					}
					break
				}
				time.Sleep(time.Millisecond)
			}
			cancel()
			<-done
			if strings.Contains(log.String(), key) || tt.fails != "" && !strings.Contains(log.String(), "nao") {
				t.Errorf("the log says %s", log.String())
			}
		})
	}
}
