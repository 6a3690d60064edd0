package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/cenkalti/backoff/v5"

	"delphi/bot"
	"delphi/storage/pause"
)

// Client makes requests to Discord. It is safe for many goroutines.
type Client struct {
	Limits *discordgo.RateLimiter // of all requests but those of single interactions
	Retry  time.Duration          // the first pause after a failure; later ones are longer
	Stats  Stats

	session *discordgo.Session
}

// Stats counts what a Client has met.
type Stats struct {
	RateLimited atomic.Int64
	Failures    atomic.Int64 // requests that failed because of the network or of Discord
}

// NewClient returns a client that signs its requests with token, unless that
// is empty, and names itself agent. An empty base means Discord's own address;
// any other is as Address takes it. A nil transport means the network.
func NewClient(token bot.Secret, agent, base string, transport http.RoundTripper) (*Client, error) {
	authorization := ""
	if token != "" {
		authorization = "Bot " + string(token)
	}
	s, err := discordgo.New(authorization)
	if err != nil {
		return nil, err
	}
	s.StateEnabled, s.State = false, nil
	s.ShouldRetryOnRateLimit, s.MaxRestRetries = false, 0
	s.UserAgent, s.LogLevel = agent, -1 // discordgo would log addresses, which hold tokens
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64
		transport = t
	}
	if base != "" {
		u, err := Address(base)
		if err != nil {
			return nil, err
		}
		transport = elsewhere{transport, u}
	}
	s.Client = &http.Client{Timeout: 15 * time.Second, Transport: readable{transport}}
	return &Client{Limits: s.Ratelimiter, Retry: 500 * time.Millisecond, session: s}, nil
}

// Close closes the connections that are idle.
func (c *Client) Close() { c.session.Client.CloseIdleConnections() }

// Request is one thing to ask of Discord.
type Request struct {
	What   string // what is being done, for errors: addresses hold tokens
	Method string
	URL    string
	Body   any
	Chart  []byte
	Tries  int // 0: as many as most requests get

	// Once marks an address that belongs to one interaction. It gets a rate
	// limiter of its own, because a shared one would remember it for ever.
	Once bool
	// Young marks an address that may not exist yet, so that a 404 is worth
	// another try.
	Young bool
}

// Refusal is a request that Discord answered with a 4xx status. A new try
// would not help.
type Refusal struct {
	What   string
	Status int
	Code   int // Discord's own code; 0: none
	Text   string
}

func (e *Refusal) Error() string {
	return fmt.Sprintf("%s: Discord refuses (HTTP %d, code %d): %s", e.What, e.Status, e.Code, e.Text)
}

// Gone reports whether the target of a request no longer exists: its
// interaction has expired, or its message or channel was deleted.
func Gone(err error) bool {
	var no *Refusal
	if !errors.As(err, &no) {
		return false
	}
	switch no.Code {
	case discordgo.ErrCodeUnknownInteraction, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeUnknownMessage, discordgo.ErrCodeUnknownChannel, 50027: // invalid webhook token
		return true
	}
	return no.Status == http.StatusNotFound
}

// Fatal is an error that no new try can mend. Its text tells the operator what
// to do.
type Fatal struct{ Text string }

func (e *Fatal) Error() string { return e.Text }

// ErrToken is the error for a token that Discord does not accept.
var ErrToken = &Fatal{"Discord refuses the bot's token: copy it again from the application's Bot page, into DELPHI_DISCORD_TOKEN or the token_file"}

// Denied turns the refusal of the bot's token into ErrToken and leaves other
// errors as they are.
func Denied(err error) error {
	var no *Refusal
	if errors.As(err, &no) && no.Status == http.StatusUnauthorized {
		return ErrToken
	}
	return err
}

// AlreadyAnswered is Discord's code for a second answer to an interaction.
// After a failure it means that the first try got through.
const AlreadyAnswered = 40060

const (
	// usualTries is how often a request is made while it fails because of the
	// network or of Discord.
	usualTries = 5

	// youngTries is how often a 404 is accepted from an address that is Young.
	youngTries = 3
)

// Do makes a request and returns the body of its answer. It repeats the request
// after rate limits and failures until its tries are used up or ctx ends, and
// gives up early if ctx would end before the next try.
func (c *Client) Do(ctx context.Context, q Request) ([]byte, error) {
	contentType, content, err := Body(q.Body, q.Chart)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", q.What, err)
	}
	tries, limit := 0, time.Duration(0)
	if deadline, ok := ctx.Deadline(); ok {
		limit = max(time.Until(deadline), 1)
	}
	out, err := backoff.Retry(ctx, func() ([]byte, error) {
		tries++
		out, err := c.try(ctx, q, contentType, content)
		return out, c.judge(&q, tries, err)
	}, backoff.WithBackOff(Pauses(c.Retry, time.Minute)), backoff.WithMaxTries(uint(cmp.Or(q.Tries, usualTries))), backoff.WithMaxElapsedTime(limit))
	var no *Refusal
	switch {
	case err == nil:
		return out, nil
	case errors.As(err, &no) && no.Code == AlreadyAnswered && tries > 1:
		return nil, nil
	case errors.As(err, &no):
		return nil, no
	case ctx.Err() != nil:
		return nil, fmt.Errorf("%s: %w", q.What, ctx.Err())
	}
	return nil, fmt.Errorf("%s: given up after %d tries: %w", q.What, tries, err)
}

// judge counts the error of a try and says whether another one may help: it
// wraps the errors that are final in backoff's permanent error.
func (c *Client) judge(q *Request, tries int, err error) error {
	var limited *discordgo.RateLimitError
	var no *discordgo.RESTError
	var lost *url.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &limited):
		c.Stats.RateLimited.Add(1)
		wait := max(limited.RetryAfter, 10*time.Millisecond)
		return fmt.Errorf("rate limited: %w", &backoff.RetryAfterError{Duration: wait})
	case errors.As(err, &no):
		refused := &Refusal{What: q.What, Status: no.Response.StatusCode, Text: Cut(string(no.ResponseBody), 500)}
		if no.Message != nil {
			refused.Code = no.Message.Code
		}
		if q.Young && refused.Status == http.StatusNotFound && tries < youngTries {
			return refused
		}
		return backoff.Permanent(refused)
	case errors.As(err, &lost):
		err = lost.Err // without the address
	}
	c.Stats.Failures.Add(1)
	return err
}

// try makes a request once, when its rate limit allows it.
func (c *Client) try(ctx context.Context, q Request, contentType string, content []byte) ([]byte, error) {
	limiter := c.Limits
	if q.Once {
		limiter = discordgo.NewRatelimiter()
	}
	address, err := url.Parse(q.URL)
	if err != nil {
		return nil, err
	}
	bucket := limiter.GetBucket(q.Method + address.Path)
	for {
		bucket.Lock()
		wait := limiter.GetWaitTime(bucket, 1)
		if wait <= 0 {
			break
		}
		bucket.Unlock()
		if pause.For(ctx, wait) != nil {
			return nil, ctx.Err()
		}
	}
	bucket.Remaining--
	return c.session.RequestWithLockedBucket(q.Method, q.URL, contentType, content, bucket, 0, discordgo.WithContext(ctx))
}
