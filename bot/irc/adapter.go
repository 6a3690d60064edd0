package irc

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/lrstanley/girc"
	"golang.org/x/time/rate"

	"delphi/bot"
	"delphi/commands"
)

// Settings is what the adapter asks about a place. It is asked for every line
// said there, from one goroutine for each network, so it must be quick.
type Settings interface {
	// Prefix is the place's command prefix; empty is the network's.
	Prefix(commands.Network, commands.Place) string
}

// Options is what an Adapter needs from the program around it. All of it may
// be left out.
type Options struct {
	Log      *slog.Logger
	Settings Settings

	// Known says whether a line without its prefix begins with a command.
	// Lines with the prefix that do not are another bot's. Left out, all are
	// ours.
	Known func(line string) bool

	Version string // what CTCP VERSION says; empty: not answered
}

// Adapter is one IRC network. It implements bot.Adapter.
type Adapter struct {
	name     string
	opt      Options
	log      *slog.Logger
	t        timing
	ctl      chan func(*session) error // run by the live session's loop
	loop     loopGuard
	versions *rate.Limiter // of answers to CTCP VERSION

	mu       sync.Mutex
	cfg      *Config // with defaults; never changed, only replaced
	tls      *tls.Config
	state    Detail
	channels []string // wanted: "#nethack", "#secret key"
}

// timing is how patient the adapter is.
type timing struct {
	dial, tls, register time.Duration // each step of connecting
	identify            time.Duration // how long services may take to know us
	write               time.Duration // how long a write may be stuck
	ping, pong          time.Duration // how often we ask, and how long the server may stay silent then
	tick                time.Duration // how often the chores are looked at
	retry, retryMax     time.Duration // between connections, growing
	slow, slowMax       time.Duration // the same where the server does not want us
	join                time.Duration // how long a JOIN may stay without an answer
	rejoin, rejoinMax   time.Duration // between tries to join a channel that refuses
	regain              time.Duration // between tries to get our nick back
	drain, farewell     time.Duration // at the end: for the queue, and for the server's goodbye
	room                time.Duration // how long a question waits for a busy worker
}

var patience = timing{
	dial: 10 * time.Second, tls: 10 * time.Second, register: 30 * time.Second,
	identify: 15 * time.Second,
	write:    15 * time.Second,
	ping:     25 * time.Second, pong: 20 * time.Second,
	tick:  time.Second,
	retry: 500 * time.Millisecond, retryMax: 30 * time.Second,
	slow: time.Minute, slowMax: time.Hour,
	join:   time.Minute,
	rejoin: 20 * time.Second, rejoinMax: 15 * time.Minute,
	regain: time.Minute,
	drain:  3500 * time.Millisecond, farewell: time.Second,
	room: 250 * time.Millisecond,
}

// New makes the adapter of one network. It connects to nothing yet; an error
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
		opt.Known = func(string) bool { return true }
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
		versions: rate.NewLimiter(rate.Every(10*time.Second), 2),
	}, nil
}

// Name is the network's name in the configuration.
func (a *Adapter) Name() string { return a.name }

// Run connects, serves and reconnects until ctx ends; then it takes its leave
// of the server within five seconds and returns nil. It never gives up by
// itself: whatever is wrong with a network may mend.
func (a *Adapter) Run(ctx context.Context, h bot.Handler) error {
	soon, slow := pauses(a.t.retry, a.t.retryMax), pauses(a.t.slow, a.t.slowMax)
	for {
		useful, err := a.connect(ctx, h)
		if ctx.Err() != nil {
			a.disconnected(nil, time.Time{})
			return nil
		}
		if useful {
			soon.Reset()
			slow.Reset()
		}
		pause := soon.NextBackOff()
		if errors.As(err, new(*unwelcome)) {
			pause = slow.NextBackOff()
		}
		a.disconnected(err, time.Now().Add(pause))
		a.log.Warn("not connected", "err", err, "again_in", pause.Round(time.Millisecond))
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil
		}
	}
}

// disconnected makes the state that of a network without a connection; err is
// why, and next when the next one will be tried.
func (a *Adapter) disconnected(err error, next time.Time) {
	a.publish(func(s *Detail) {
		*s = Detail{Name: s.Name, Address: s.Address, Reconnects: s.Reconnects, LastError: s.LastError,
			LastErrorAt: s.LastErrorAt, Answered: s.Answered, Dropped: s.Dropped, Malformed: s.Malformed, NextTry: next}
		if err != nil {
			s.Reconnects++
			s.LastError, s.LastErrorAt = err.Error(), time.Now()
		}
	})
}

func pauses(first, most time.Duration) *backoff.ExponentialBackOff {
	b := backoff.NewExponentialBackOff()
	b.InitialInterval, b.MaxInterval, b.Multiplier = first, most, 2
	b.Reset()
	return b
}

// unwelcome is the end of a connection that the server wanted: a ban, a kill,
// a refused password. Coming back soon would make it worse.
type unwelcome struct{ why string }

func (u *unwelcome) Error() string { return u.why }

// connect makes one connection and serves it to its end. Useful says that it
// got as far as it was meant to, so that the next try may come at once.
func (a *Adapter) connect(ctx context.Context, h bot.Handler) (useful bool, err error) {
	a.mu.Lock()
	cfg, tlsConfig := a.cfg, a.tls
	a.mu.Unlock()
	conn, err := a.dial(ctx, cfg, tlsConfig)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	for len(a.ctl) > 0 {
		<-a.ctl
	}
	s := newSession(a, cfg, h)
	err = s.run(ctx, conn)
	return s.useful, err
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
		return nil, fmt.Errorf("TLS with %s: %w", cfg.Address, err)
	}
	return secure, nil
}

// Detail is a network as it is now, with what only IRC has.
type Detail struct {
	Name, Address string
	Connected     bool // registered: the server knows us
	Identified    bool // services know us
	Nick          string
	Joined        []string          // the channels we are in
	Waiting       map[string]string // the channels we are not in, and why
	Since         time.Time         // of this connection
	Lag           time.Duration     // of the last PING
	Queued        int               // answers waiting to be sent

	Reconnects  int
	LastError   string // why the last connection ended
	LastErrorAt time.Time
	NextTry     time.Time // to connect, while not connected
	Answered    uint64    // questions, since the start
	Dropped     uint64    // answers and questions, because somebody flooded
	Malformed   uint64    // lines from the server that are not IRC
}

// State is how the connection is now; it may be asked from any goroutine.
func (a *Adapter) State() bot.State {
	d := a.Detail()
	return bot.State{
		Connected: d.Connected, Places: d.Joined, Waiting: d.Waiting, Lag: d.Lag, Queued: d.Queued,
		Reconnects: d.Reconnects, LastError: d.LastError,
		Counts: bot.Counts{Dropped: d.Dropped, Malformed: d.Malformed},
	}
}

// Detail is a snapshot; it may be asked from any goroutine.
func (a *Adapter) Detail() Detail {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.state
	s.Joined = slices.Clone(s.Joined)
	waiting := make(map[string]string, len(s.Waiting))
	for k, v := range s.Waiting {
		waiting[k] = v
	}
	s.Waiting = waiting
	return s
}

func (a *Adapter) publish(change func(*Detail)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.state)
}

// Join makes the bot join a channel ("#name" or "#name key") now and after
// every reconnect, until Part or the end of the program. It errs only on what
// is no channel; whether the network lets us in is in State.
func (a *Adapter) Join(channel string) error {
	name, key := channelKey(channel)
	if !girc.IsValidChannel(name) || strings.ContainsAny(key, " ,") {
		return fmt.Errorf("%q is not a channel", channel)
	}
	a.mu.Lock()
	a.channels = append(slices.DeleteFunc(a.channels, sameChannel(name)), channel)
	a.mu.Unlock()
	a.tell(func(s *session) error { s.want(channel); return nil })
	return nil
}

// Part makes it leave a channel, and not come back by itself. It errs if the
// channel was not wanted.
func (a *Adapter) Part(channel string) error {
	a.mu.Lock()
	n := len(a.channels)
	a.channels = slices.DeleteFunc(a.channels, sameChannel(channel))
	found := len(a.channels) < n
	a.mu.Unlock()
	if !found {
		return fmt.Errorf("%q is not one of my channels", channel)
	}
	a.tell(func(s *session) error { s.unwant(channel); return nil })
	return nil
}

func sameChannel(name string) func(string) bool {
	return func(other string) bool {
		o, _ := channelKey(other)
		return strings.EqualFold(o, name)
	}
}

// errReconfigured ends a connection whose configuration has changed.
var errReconfigured = errors.New("the configuration of the connection changed")

// Reload takes a new configuration of the same network. What concerns the
// connection (address, TLS, nick, accounts, ...) makes a new one, after a
// proper goodbye; the rest is taken over by the one there is. Channels that
// Join added stay. An invalid section changes nothing. It implements
// bot.Reloader: section is a Config.
func (a *Adapter) Reload(section any) error {
	cfg, ok := section.(Config)
	if !ok {
		return fmt.Errorf("an [[irc]] network cannot be reloaded from a %T", section)
	}
	if cfg.Name != a.name {
		return cfg.wrong("name", "the network of this name cannot become %q while running", a.name)
	}
	if err := cfg.Validate(); err != nil {
		return err
	}
	cfg = cfg.withDefaults()
	tlsConfig, err := cfg.tlsConfig()
	if err != nil {
		return err
	}
	a.mu.Lock()
	old := a.cfg
	a.cfg, a.tls, a.state.Address = &cfg, tlsConfig, cfg.Address
	for _, c := range old.Channels {
		if name, _ := channelKey(c); !slices.ContainsFunc(cfg.Channels, sameChannel(name)) {
			a.channels = slices.DeleteFunc(a.channels, sameChannel(name))
		}
	}
	for _, c := range cfg.Channels {
		if name, _ := channelKey(c); !slices.ContainsFunc(a.channels, sameChannel(name)) {
			a.channels = append(a.channels, c)
		}
	}
	a.mu.Unlock()
	a.tell(func(s *session) error {
		if !reflect.DeepEqual(old.connection(), cfg.connection()) {
			return errReconfigured
		}
		s.reconfigure(&cfg)
		return nil
	})
	return nil
}

// Busy reports that answers are waiting to be sent, or that there is no
// connection.
func (a *Adapter) Busy() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.state.Connected || a.state.Queued > 0
}

// PerMinute is how many lines the configured pace lets out in a minute; 0: as
// many as there are.
func (a *Adapter) PerMinute() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return int(60 * *a.cfg.LinesPerSecond)
}

// Say sends a reply to a channel or nick unasked, for announcements; it is
// wrapped, paced and queued as answers are. While not connected it is dropped.
func (a *Adapter) Say(target string, r commands.Reply) error {
	if !girc.IsValidChannel(target) && !girc.IsValidNick(target) {
		return fmt.Errorf("%q is neither a channel nor a nick", target)
	}
	a.tell(func(s *session) error {
		if s.registered {
			s.say(s.work, target, "", r, s.look(s.cfg.Prefix))
		}
		return nil
	})
	return nil
}

// tell has the live session do something; what waits when there is none is
// forgotten with the next connection.
func (a *Adapter) tell(do func(*session) error) {
	select {
	case a.ctl <- do:
	default:
		a.log.Warn("too many requests wait for the connection; one dropped")
	}
}
