package api

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/discordtest"
)

func newClient(t *testing.T, f *discordtest.Fake) *Client {
	c, err := NewClient(discordtest.Token, "test", "", f)
	if err != nil {
		t.Fatal(err)
	}
	c.Retry = time.Millisecond
	t.Cleanup(c.Close)
	return c
}

func ask(ctx context.Context, c *Client) error {
	_, err := c.Do(ctx, Request{What: "asking", Method: http.MethodGet, URL: discordgo.EndpointGatewayBot})
	return err
}

// transport answers requests from memory.
type transport func() (status int, body string, header http.Header)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body, header := t()
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Header: header, Body: io.NopCloser(strings.NewReader(body)), Request: r,
	}, nil
}

// TestRetryAfter: a 429 without JSON, as proxies in front of Discord send it,
// is waited for exactly as long as its header says.
func TestRetryAfter(t *testing.T) {
	for _, tt := range []struct {
		name   string
		header func() string
		wait   time.Duration
		limit  time.Duration // that the caller sets; 0: none
		fails  bool
	}{
		{name: "seconds", header: func() string { return "2" }, wait: 2 * time.Second},
		{name: "a date", header: func() string { return time.Now().Add(3 * time.Second).UTC().Format(http.TimeFormat) }, wait: 3 * time.Second},
		{name: "longer than there is time", header: func() string { return "3600" }, limit: time.Hour - 1, fails: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := 0
				c, err := NewClient(discordtest.Token, "test", "", transport(func() (int, string, http.Header) {
					if asked++; asked == 1 {
						return 429, "<html>go away</html>", http.Header{"Retry-After": {tt.header()}}
					}
					return 200, "{}", http.Header{}
				}))
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := t.Context(), func() {}
				if tt.limit != 0 {
					ctx, cancel = context.WithTimeout(ctx, tt.limit)
				}
				defer cancel()
				began := time.Now()
				if err := ask(ctx, c); (err != nil) != tt.fails {
					t.Errorf("error %v", err)
				}
				if d := time.Since(began); d != tt.wait {
					t.Errorf("took %v, want %v", d, tt.wait)
				}
				if n := c.Stats.RateLimited.Load(); n != 1 {
					t.Errorf("%d limits counted", n)
				}
			})
		})
	}
}

func TestRetryAfterHeader(t *testing.T) {
	now := time.Date(2026, 11, 20, 18, 0, 0, 0, time.UTC)
	for in, want := range map[string]time.Duration{
		"5": 5 * time.Second, "0.5": 500 * time.Millisecond, "0": 0,
		"Fri, 20 Nov 2026 18:01:00 GMT": time.Minute, "Fri, 20 Nov 2026 17:00:00 GMT": 0,
		"": -1, "soon": -1, "-1": -1, "NaN": -1, "1e300": -1,
	} {
		got, ok := retryAfter(in, now)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v %v, want %v", in, got, ok, want)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("5")
	f.Add("Fri, 20 Nov 2026 18:01:00 GMT")
	f.Fuzz(func(t *testing.T, s string) {
		if d, ok := retryAfter(s, time.Unix(1e9, 0)); ok && d < 0 {
			t.Errorf("%q: %v", s, d)
		}
	})
}

// TestWaitsEnd: a wait for a rate limit ends with the context, which
// discordgo's does not.
func TestWaitsEnd(t *testing.T) {
	f := discordtest.New(t)
	c := newClient(t, f)
	f.Fail(discordtest.Status("/gateway/bot", 429, `{"message":"no","retry_after":3600}`, map[string]string{"X-RateLimit-Reset-After": "3600", "X-RateLimit-Remaining": "0"}))
	for range 2 { // the second time the bucket itself is closed
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		err := ask(ctx, c) // after an hour, if the context does not end it
		cancel()
		if err == nil {
			t.Error("a closed rate limit let a request through")
		}
	}
}

func TestRefusals(t *testing.T) {
	f := discordtest.New(t)
	c := newClient(t, f)
	var no *Refusal
	for _, tt := range []struct {
		status int
		body   string
		gone   bool
		denied bool
	}{
		{404, `{"code":10015,"message":"Unknown Webhook"}`, true, false},
		{400, `{"code":50027,"message":"Invalid Webhook Token"}`, true, false},
		{403, `{"code":50013,"message":"Missing Permissions"}`, false, false},
		{401, `{"code":0,"message":"401: Unauthorized"}`, false, true},
		{418, "<html>", false, false},
	} {
		f.Fail(discordtest.Status("/gateway", tt.status, tt.body, nil))
		err := ask(t.Context(), c)
		if !errors.As(err, &no) || no.Status != tt.status || Gone(err) != tt.gone || (Denied(err) == ErrToken) != tt.denied {
			t.Errorf("%d %s: %v", tt.status, tt.body, err)
		}
	}
	if !errors.As(Denied(fmt.Errorf("x: %w", &Refusal{Status: 401})), new(*Fatal)) {
		t.Error("a wrapped 401 is not a refused token")
	}
	for range 5 {
		f.Fail(discordtest.Status("/gateway", 503, "", nil))
	}
	if err := ask(t.Context(), c); err == nil || c.Stats.Failures.Load() != 5 {
		t.Errorf("%v after %d failures", err, c.Stats.Failures.Load())
	}
}
