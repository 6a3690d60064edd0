package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
)

// rest makes requests through discordgo, with waits of its own: discordgo's
// do not end with the context.
type rest struct {
	session *discordgo.Session
	stats   *counters
	retry   time.Duration // before the first new try after a failure; doubles
}

func newRest(token bot.Secret, agent string, transport http.RoundTripper, stats *counters) (*rest, error) {
	s, err := discordgo.New("Bot " + string(token))
	if err != nil {
		return nil, err
	}
	s.StateEnabled, s.State = false, nil
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.UserAgent, s.LogLevel = agent, -1 // it logs addresses, which hold tokens
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64
		transport = t
	}
	s.Client = &http.Client{Timeout: 15 * time.Second, Transport: transport}
	return &rest{session: s, stats: stats, retry: 500 * time.Millisecond}, nil
}

func (r *rest) close() { r.session.Client.CloseIdleConnections() }

// request is one thing to ask of Discord.
type request struct {
	what   string // in words, for errors: addresses hold tokens
	method string
	url    string
	body   any
	chart  []byte
	tries  int // 0: as most requests

	// once: the address is that of one interaction. It is told to no rate
	// limiter that lives longer, or each would stay there for ever.
	once bool
	// young: it may not be there yet; a 404 is worth another try.
	young bool
}

// refusal is a request that Discord answered with a 4xx.
type refusal struct {
	what   string
	status int
	code   int // Discord's own; 0: none
	text   string
}

func (e *refusal) Error() string {
	return fmt.Sprintf("%s: Discord refuses (HTTP %d, code %d): %s", e.what, e.status, e.code, e.text)
}

// gone reports whether what an answer was for is not there any more: the
// interaction is too old or its message deleted.
func gone(err error) bool {
	var no *refusal
	if !errors.As(err, &no) {
		return false
	}
	switch no.code {
	case discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeUnknownChannel, 50027: // invalid webhook token
		return true
	}
	return no.status == http.StatusNotFound
}

// alreadyAnswered: a first try got through after all.
const alreadyAnswered = 40060

// tries is how often a request is made that fails for reasons of Discord's.
const tries = 5

// do makes a request, and again after rate limits and server errors, until ctx
// ends. Its error is a *refusal where a new try would not help.
func (r *rest) do(ctx context.Context, q request) ([]byte, error) {
	contentType, content, err := body(q.body, q.chart)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.what, err)
	}
	pause, most := r.retry, cmp.Or(q.tries, tries)
	for try := 1; ; try++ {
		out, err := r.try(ctx, q, contentType, content)
		if err == nil {
			return out, nil
		}
		wait := pause
		var limited *discordgo.RateLimitError
		var no *discordgo.RESTError
		var lost *url.Error
		switch {
		case errors.As(err, &limited):
			r.stats.rateLimited.Add(1)
			wait = max(limited.RetryAfter, 10*time.Millisecond)
			err = fmt.Errorf("rate limited for %v", wait)
		case errors.As(err, &no):
			refused := &refusal{what: q.what, status: no.Response.StatusCode, text: cut(string(no.ResponseBody), 500)}
			if no.Message != nil {
				refused.code, refused.text = no.Message.Code, cut(string(no.ResponseBody), 500)
			}
			if refused.code == alreadyAnswered && try > 1 {
				return nil, nil
			}
			if !(q.young && refused.status == http.StatusNotFound && try < 3) {
				return nil, refused
			}
			err = refused
		case errors.As(err, &lost):
			err = lost.Err // without the address
			r.stats.restFailures.Add(1)
		default:
			r.stats.restFailures.Add(1)
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%s: %w", q.what, ctx.Err())
		}
		deadline, ok := ctx.Deadline()
		if try == most || ok && time.Until(deadline) < wait {
			return nil, fmt.Errorf("%s: given up after %d tries: %w", q.what, try, err)
		}
		if !sleep(ctx, wait) {
			return nil, fmt.Errorf("%s: %w", q.what, ctx.Err())
		}
		pause *= 2
	}
}

// try makes a request once, when its rate limit allows.
func (r *rest) try(ctx context.Context, q request, contentType string, content []byte) ([]byte, error) {
	limiter := r.session.Ratelimiter
	if q.once {
		limiter = discordgo.NewRatelimiter()
	}
	address, err := url.Parse(q.url)
	if err != nil {
		return nil, err
	}
	bucket := limiter.GetBucket(q.method + address.Path)
	for {
		bucket.Lock()
		wait := limiter.GetWaitTime(bucket, 1)
		if wait <= 0 {
			break
		}
		bucket.Unlock()
		if !sleep(ctx, wait) {
			return nil, ctx.Err()
		}
	}
	bucket.Remaining--
	return r.session.RequestWithLockedBucket(q.method, q.url, contentType, content, bucket, 0, discordgo.WithContext(ctx))
}

var timers = sync.Pool{New: func() any { return time.NewTimer(time.Hour) }}

// sleep waits for d; false: ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	t := timers.Get().(*time.Timer)
	defer timers.Put(t)
	t.Reset(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
