package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// Pauses returns an exponential backoff from first to most, each pause spread
// by half, so that a thousand bots do not come back in one moment.
func Pauses(first, most time.Duration) *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = first, most, 2
	b.Reset()
	return b
}

// Patiently repeats do until it succeeds, fails with a *Refusal or a *Fatal,
// or ctx ends. It reports every other failure before it waits.
func Patiently(ctx context.Context, pauses backoff.BackOff, report func(err error, wait time.Duration), do func() error) error {
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		err := do()
		if errors.As(err, new(*Refusal)) || errors.As(err, new(*Fatal)) {
			err = backoff.Permanent(err)
		}
		return struct{}{}, err
	}, backoff.WithBackOff(pauses), backoff.WithMaxElapsedTime(0), backoff.WithNotify(report))
	return err
}

// readable is a transport that gives every 429 the JSON body that discordgo
// expects. Proxies in front of Discord send HTML instead, with the time to wait
// in a header that discordgo does not read.
type readable struct{ http.RoundTripper }

func (t readable) RoundTrip(r *http.Request) (*http.Response, error) {
	res, err := t.RoundTripper.RoundTrip(r)
	if err != nil || res.StatusCode != http.StatusTooManyRequests {
		return res, err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(io.LimitReader(res.Body, 64<<10))
	if err != nil {
		return nil, err
	}
	var limit struct {
		RetryAfter *float64 `json:"retry_after"`
	}
	if json.Unmarshal(content, &limit) != nil || limit.RetryAfter == nil {
		if wait, ok := retryAfter(res.Header.Get("Retry-After"), time.Now()); ok {
			content = []byte(`{"message":"rate limited","retry_after":` + strconv.FormatFloat(wait.Seconds(), 'f', 3, 64) + `}`)
		}
	}
	res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(content)), int64(len(content))
	return res, nil
}

// CloseIdleConnections lets http.Client close those of the transport inside.
func (t readable) CloseIdleConnections() {
	if c, ok := t.RoundTripper.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// retryAfter reads a Retry-After header, which holds seconds or a date.
func retryAfter(s string, now time.Time) (time.Duration, bool) {
	if seconds, err := strconv.ParseFloat(s, 64); err == nil {
		if !(seconds >= 0 && seconds < 1e6) {
			return 0, false
		}
		return time.Duration(seconds * float64(time.Second)), true
	}
	at, err := http.ParseTime(s)
	if err != nil {
		return 0, false
	}
	return max(0, at.Sub(now)), true
}
