package irc

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/lrstanley/girc"

	"delphi/bot"
	"delphi/bot/irc/queue"
	"delphi/commands"
)

// Joined keeps the channels that were joined at run time, by invitation or by
// an administrator, so that they are joined again after a restart.
type Joined interface {
	// Load returns what was last saved for a network: "#channel", or
	// "#channel key". A network of which nothing was saved has none.
	Load(ctx context.Context, network string) ([]string, error)
	// Save replaces what is kept for a network. Once it has returned nil, the
	// list survives the end of the program.
	Save(ctx context.Context, network string, channels []string) error
}

// saveTimeout bounds each use of Options.Joined.
const saveTimeout = 5 * time.Second

// recall adds the channels that were joined at run time before the last end.
func (a *Adapter) recall(ctx context.Context) {
	if a.opt.Joined == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, saveTimeout)
	defer cancel()
	channels, err := a.opt.Joined.Load(ctx, a.name)
	if err != nil {
		a.log.Error("the channels joined at run time could not be read", "err", err)
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, c := range channels {
		if name, _ := channelKey(c); !slices.ContainsFunc(a.channels, sameChannel(name)) {
			a.channels = append(a.channels, c)
			a.added = append(a.added, c)
		}
	}
}

// remember writes down the channels that were joined at run time.
func (a *Adapter) remember() error {
	if a.opt.Joined == nil {
		return nil
	}
	a.saving.Lock() // so that the latest list is written last
	defer a.saving.Unlock()
	a.mu.Lock()
	channels := slices.Clone(a.added)
	a.mu.Unlock()
	ctx, cancel := context.WithTimeout(context.Background(), saveTimeout)
	defer cancel()
	return a.opt.Joined.Save(ctx, a.name, channels)
}

// Join makes the bot join a channel ("#name" or "#name key") now and after
// every reconnect and restart, until Part. It returns an error for what is not a
// channel on this network, and if the wish cannot be kept for the next start.
// Whether the network lets us in is in State.
func (a *Adapter) Join(channel string) error {
	name, key := channelKey(channel)
	a.mu.Lock()
	longest := a.longest
	a.mu.Unlock()
	if err := checkChannel(name, key, longest); err != nil {
		return err
	}
	channel = strings.TrimSpace(name + " " + key)
	a.add(channel)
	a.tell(func(s *session) error { s.want(channel); return nil })
	if err := a.remember(); err != nil {
		return fmt.Errorf("I joined %s, but I will have forgotten it after a restart: %w", name, err)
	}
	return nil
}

// add makes a channel one of those wanted.
func (a *Adapter) add(channel string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	name, _ := channelKey(channel)
	a.channels = append(slices.DeleteFunc(a.channels, sameChannel(name)), channel)
	a.added = slices.DeleteFunc(a.added, sameChannel(name))
	if !slices.Contains(a.cfg.Channels, channel) {
		a.added = append(a.added, channel)
	}
}

// Part makes the bot leave a channel for good, or until the next restart or
// reload if the channel is configured. It returns an error if the bot was not
// meant to be there, and if the wish cannot be kept for the next start.
func (a *Adapter) Part(channel string) error {
	name, _ := channelKey(channel)
	a.mu.Lock()
	n := len(a.channels)
	a.channels = slices.DeleteFunc(a.channels, sameChannel(name))
	a.added = slices.DeleteFunc(a.added, sameChannel(name))
	found := len(a.channels) < n
	a.mu.Unlock()
	if !found {
		return fmt.Errorf("%q is not one of my channels", channel)
	}
	a.tell(func(s *session) error { s.unwant(name); return nil })
	if err := a.remember(); err != nil {
		return fmt.Errorf("I left %s, but I will return there after a restart: %w", name, err)
	}
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

// Reload takes over a new configuration of the same network. A change of the
// connection itself (address, TLS, nick, accounts, ...) makes a new one, after
// a proper goodbye; everything else applies to the present one. Channels that
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
		name, _ := channelKey(c)
		if !slices.ContainsFunc(cfg.Channels, sameChannel(name)) && !slices.ContainsFunc(a.added, sameChannel(name)) {
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

// errNotConnected is returned while there is no connection to say anything on.
var errNotConnected = errors.New("there is no connection to this network at the moment")

// Say sends a reply to a channel or nick unasked. It is wrapped and paced as
// answers are, and sent when none of those is waiting. It returns an error if
// there is no connection or too much is waiting already.
func (a *Adapter) Say(target string, r commands.Reply) error {
	s, said, err := a.unasked(target, r)
	if err != nil {
		return err
	}
	return s.out.Announce(said)
}

// unasked returns a reply as it is said to a channel or nick that did not ask, and the
// session that says it.
func (a *Adapter) unasked(target string, r commands.Reply) (*session, queue.Answer, error) {
	if checkChannel(target, "", 0) != nil && !girc.IsValidNick(target) {
		return nil, queue.Answer{}, fmt.Errorf("%w: %q is neither a channel nor a nick", bot.ErrNever, target)
	}
	a.mu.Lock()
	s, cfg, connected := a.live, a.cfg, a.state.Connected
	a.mu.Unlock()
	if s == nil || !connected {
		return nil, queue.Answer{}, errNotConnected
	}
	said, err := s.announced(target, r, lookOf(cfg, a.prefix(cfg, commands.Place(strings.ToLower(target)))))
	return s, said, err
}

// tell has the live session do something. Requests that wait while there is no
// session are forgotten when the next one begins, which reads everything anew.
func (a *Adapter) tell(do func(*session) error) {
	select {
	case a.ctl <- do:
	default:
		a.log.Warn("too many requests are waiting for the connection; one was dropped")
	}
}
