package irc

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"golang.org/x/time/rate"

	"delphi/bot"
	"delphi/commands"
	"delphi/storage/pause"
)

// Settings is what the adapter asks about a place. It is asked for every line
// said there, from one goroutine for each network, so it must be quick.
type Settings interface {
	// Prefix is the place's command prefix; empty is the network's.
	Prefix(commands.Network, commands.Place, ...commands.Place) string
	// Asks reports whether a line is a question there although it has neither
	// the prefix nor the bot's name.
	Asks(network commands.Network, place commands.Place, line string, within ...commands.Place) bool
}

// Options is what an Adapter needs from the program around it. All of it may
// be left out.
type Options struct {
	Log      *slog.Logger
	Settings Settings
	Joined   Joined // without one, channels joined at run time are forgotten at the end

	// Known reports whether a line without its prefix begins with a command
	// that is answered in a place. A line that has the prefix but is not known
	// belongs to another bot. Without Known, all are ours.
	Known func(network commands.Network, place commands.Place, line string) bool

	// Heard is told of every line that a person says in a channel, by their nick and,
	// where the network vouches for one, their account. It must be quick. Nil: nobody
	// listens.
	Heard func(network commands.Network, place commands.Place, nick string, accounts ...string)

	// Neighbours learns what other bots answer. Nil: nobody does.
	Neighbours *bot.Neighbours

	// Modes hears the modes of each channel that was joined. Nil: nobody asks for them.
	Modes func(channel, modes string)

	// Introduction is what a channel is told when an invitation has brought us
	// there for the first time. Nil: nothing.
	Introduction func(network commands.Network, place commands.Place) commands.Reply

	// Link is where an answer is as a page: "https://..."; empty where it has
	// none. Nil: there are no pages.
	Link func(r *commands.Reply) string

	// Held reports whether this process may still speak on the network. It is asked
	// before each write. Nil: always.
	Held func() bool

	// Yield is the longest pause between two connections that is made within Run.
	// Instead of a longer one, Run returns a bot.Away, so that another process can
	// connect meanwhile. 0: every pause is made.
	Yield time.Duration

	Version string // the answer to CTCP VERSION; empty: no answer
}

// Adapter is one IRC network. It implements bot.Adapter and every optional
// interface beside it.
type Adapter struct {
	name  string
	opt   Options
	log   *slog.Logger
	t     timing
	ctl   chan func(*session) error // run by the live session's loop
	loop  loopGuard
	ctcps *rate.Limiter // of answers to CTCP requests
	heart bot.Heart     // of the session's loop
	again *reconnect    // of Run; it lasts from one Run to the next

	saving sync.Mutex // held while the channels are written to Options.Joined

	mu       sync.Mutex
	cfg      *Config // with defaults; never changed, only replaced
	tls      *tls.Config
	state    Detail
	live     *session // the connection, if there is one
	channels []string // wanted: "#nethack", "#secret key"
	added    []string // those of them that are not configured
	longest  int      // bytes that a channel's name may have on this network; 0: not known yet
}

// timing holds the adapter's timeouts.
type timing struct {
	dial, tls, register time.Duration // each step of connecting
	identify            time.Duration // how long services may take to identify us
	login, loginMax     time.Duration // between attempts to identify again, growing
	write               time.Duration // how long a write may be stuck
	ping, pong          time.Duration // how often we send PING, and how long the server may then stay silent
	tick                time.Duration // between two rounds of chores
	retry, retryMax     time.Duration // between connections, growing
	slow, slowMax       time.Duration // the same where the server does not want us
	probation           time.Duration // an ERROR within this time of joining means that we are unwelcome
	steady              time.Duration // use of a connection or channel after which its pauses start over
	join                time.Duration // how long a JOIN may stay without an answer
	rejoin, rejoinMax   time.Duration // between attempts to join a channel that refuses us, growing
	regain, regainMax   time.Duration // between attempts to get our nick back, growing
	freed               time.Duration // how long services may take to free our nick
	drain, farewell     time.Duration // at the end: for the queue, and for the server's goodbye
}

var patience = timing{
	dial: 10 * time.Second, tls: 5 * time.Second, register: 30 * time.Second,
	identify: 15 * time.Second,
	login:    time.Minute, loginMax: 30 * time.Minute,
	write: 15 * time.Second,
	ping:  25 * time.Second, pong: 20 * time.Second,
	tick:  time.Second,
	retry: 500 * time.Millisecond, retryMax: 30 * time.Second,
	slow: time.Minute, slowMax: time.Hour,
	probation: time.Minute, steady: 5 * time.Minute,
	join:   time.Minute,
	rejoin: 20 * time.Second, rejoinMax: 15 * time.Minute,
	regain: time.Minute, regainMax: 30 * time.Minute,
	freed: 3 * time.Second,
	drain: 3500 * time.Millisecond, farewell: time.Second,
}

// New makes the adapter of one network. It does not connect yet. An error
// names the key of cfg that is wrong.
func New(cfg Config, opt Options) (*Adapter, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.withDefaults()
	tlsConfig, err := cfg.tlsConfig()
	if err != nil {
		return nil, err
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Known == nil {
		opt.Known = func(commands.Network, commands.Place, string) bool { return true }
	}
	if opt.Held == nil {
		opt.Held = func() bool { return true }
	}
	return &Adapter{
		name:     cfg.Name,
		cfg:      &cfg,
		tls:      tlsConfig,
		opt:      opt,
		log:      opt.Log.With("network", cfg.Name),
		t:        patience,
		ctl:      make(chan func(*session) error, 16),
		state:    Detail{Name: cfg.Name, Address: cfg.Address},
		channels: slices.Clone(cfg.Channels),
		ctcps:    rate.NewLimiter(rate.Every(5*time.Second), 2),
	}, nil
}

// Name returns the network's name in the configuration.
func (a *Adapter) Name() string { return a.name }

// Run connects, serves and reconnects until ctx ends; then it says goodbye to
// the server within five seconds and returns nil. It never gives up by itself,
// since whatever is wrong with a network may be repaired; but see Options.Yield.
func (a *Adapter) Run(ctx context.Context, h bot.Handler) error {
	a.recall(ctx)
	defer a.heart.Rest()
	if a.again == nil {
		a.again = newReconnect(a.t)
	}
	for {
		served, err := a.connect(ctx, h)
		a.heart.Rest()
		if ctx.Err() != nil {
			a.disconnected(nil, time.Time{})
			return nil
		}
		again := a.again.after(served, err)
		a.disconnected(err, time.Now().Add(again))
		if a.opt.Yield > 0 && again > a.opt.Yield && a.again.elsewhere() {
			return &bot.Away{For: again, Err: err}
		}
		a.log.Warn("not connected", "err", err, "again_in", again.Round(time.Millisecond))
		if pause.For(ctx, again) != nil {
			return nil
		}
	}
}

// reconnect decides when to connect again.
type reconnect struct {
	t          timing
	soon, slow *backoff.ExponentialBackOff
	refused    int  // connections in a row that the server did not want
	briefly    bool // one ended soon after we joined, and none has lasted since
}

func newReconnect(t timing) *reconnect {
	return &reconnect{t: t, soon: pauses(t.retry, t.retryMax), slow: pauses(t.slow, t.slowMax)}
}

// elsewhere reports whether another process may try at once. Where the server
// did not want us, it gets its pause first: whoever was thrown out by an operator
// and is back a second later, from another machine, asks for a ban.
func (r *reconnect) elsewhere() bool { return r.refused != 1 }

// after returns the pause after a connection that was of use for the time served
// and ended with err. Only minutes of use let the pauses start over: a server
// that throws us out just after we joined would otherwise be asked so often
// that it bans us.
func (r *reconnect) after(served time.Duration, err error) time.Duration {
	if served >= r.t.steady {
		r.soon.Reset()
		r.slow.Reset()
		r.refused, r.briefly = 0, false
	}
	switch {
	case errors.Is(err, errReconfigured):
		return r.t.retry
	case errors.As(err, new(*brief)) && !r.briefly:
		r.briefly = true
		return r.t.retry
	case errors.As(err, new(*unwelcome)), errors.As(err, new(*brief)):
		r.refused++
		return r.slow.NextBackOff()
	}
	r.refused = 0
	return r.soon.NextBackOff()
}

// pauses returns a growing sequence of pauses, each with jitter.
func pauses(first, most time.Duration) *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = first, most, 2
	b.Reset()
	return b
}

// unwelcome is the end of a connection that the server wanted: a ban, a kill,
// a refused password. To come back soon would make it worse.
type unwelcome struct{ why string }

func (u *unwelcome) Error() string { return u.why }

// brief is the end of a connection soon after we joined, without a reason that sounds as if
// we were not wanted.
type brief struct{ why string }

func (b *brief) Error() string { return b.why }

// connect makes one connection and serves it to its end. It returns how long
// the connection was of use, which is the time since it joined its channels.
func (a *Adapter) connect(ctx context.Context, h bot.Handler) (served time.Duration, err error) {
	a.mu.Lock()
	cfg, tlsConfig := a.cfg, a.tls
	a.mu.Unlock()
	conn, err := a.dial(ctx, cfg, tlsConfig)
	if err != nil {
		return 0, err
	}
	defer conn.Close()
	for len(a.ctl) > 0 {
		<-a.ctl
	}
	s := newSession(a, cfg, h)
	a.mu.Lock()
	if a.cfg != cfg { // changed while we dialled
		a.mu.Unlock()
		return 0, errReconfigured
	}
	a.live = s
	a.mu.Unlock()
	err = s.run(ctx, conn)
	a.mu.Lock()
	a.live = nil
	a.mu.Unlock()
	if s.joinedAt.IsZero() {
		return 0, err
	}
	return time.Since(s.joinedAt), err
}

// dial connects, with TLS if so configured, each step under its deadline.
func (a *Adapter) dial(ctx context.Context, cfg *Config, tlsConfig *tls.Config) (net.Conn, error) {
	d := net.Dialer{Timeout: a.t.dial}
	if cfg.Bind != "" {
		d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(cfg.Bind)}
	}
	conn, err := d.DialContext(ctx, "tcp", cfg.Address)
	if err != nil || tlsConfig == nil {
		return conn, err
	}
	ctx, cancel := context.WithTimeout(ctx, a.t.tls)
	defer cancel()
	secure := tls.Client(conn, tlsConfig)
	if err := secure.HandshakeContext(ctx); err != nil {
		conn.Close()
		if errors.As(err, new(tls.RecordHeaderError)) || errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil {
			return nil, fmt.Errorf("TLS with %s: the server does not speak TLS there. It is probably the plain port: use the one for TLS, often 6697, or set tls = false (%w)", cfg.Address, err)
		}
		return nil, fmt.Errorf("TLS with %s: %w", cfg.Address, err)
	}
	return secure, nil
}
