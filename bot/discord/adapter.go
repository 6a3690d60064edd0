package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/bot/discord/gateway"
	"delphi/bot/discord/rights"
	"delphi/bot/discord/slash"
	"delphi/commands"
)

// Router is what the adapter asks of the commands, besides answers.
type Router interface {
	slash.Router
	Known(network commands.Network, place commands.Place, line string, within ...commands.Place) bool
	Prefix(commands.Network, commands.Place, ...commands.Place) string
	Asks(network commands.Network, place commands.Place, line string, within ...commands.Place) bool
	Introduction(network commands.Network, place commands.Place, lead string) commands.Reply
}

// Options is what an Adapter needs from the program around it. Router is
// required.
type Options struct {
	Router  Router
	Log     *slog.Logger
	Version string // of the bot, for the user agent
	Source  string // where to get the bot's source, for the user agent

	Neighbours *bot.Neighbours // learns what other bots answer; nil: nobody does

	Files Files // fetches attached files, from FileHosts; nil: none are read

	// Sharding shares the shards among processes; nil: this one has its own.
	Sharding *gateway.Sharding

	// Transport makes the requests to Discord; nil means the network.
	Transport http.RoundTripper
}

// Files fetches the text at an address. Its errors are for the asker.
type Files interface {
	Page(ctx context.Context, address string) (string, error)
}

// Adapter is one application at Discord. It implements bot.Adapter, bot.Stater,
// bot.Speaker, bot.Pulse and bot.Reloader.
type Adapter struct {
	cfg   Config // as it was at the start
	live  atomic.Pointer[Config]
	opt   Options
	log   *slog.Logger
	t     timing
	rest  *api.Client
	codec *embed.Codec
	voice *voice

	exchanges *exchanges
	threads   threads
	servers   servers
	rights    rights.Servers
	limited   limited
	grouped   map[string]string // the group of each command that Discord lists in one

	stats counters
	now   func() time.Time
	room  chan struct{} // holds an element for each interaction in work
	work  sync.WaitGroup

	ids         atomic.Pointer[map[string]string] // of the slash commands, once they are registered
	application atomic.Pointer[string]            // its id, once Discord has said it

	introduced atomic.Bool // Discord has said which application this is

	mu        sync.Mutex
	address   net.Addr // of the endpoint
	listening chan struct{}
}

// timing holds the adapter's timeouts.
type timing struct {
	gateway         gateway.Timing
	patience        time.Duration // before an answer is promised for later
	followUp        time.Duration // for sending the later one
	retry, retryMax time.Duration // between tries to introduce the application, growing
	room            time.Duration // how long an interaction waits while too many are in work
	drain           time.Duration // at the end, for what is in work
	announce        time.Duration // before an announcement is of no use
	closed          time.Duration // before a channel that was closed is tried again

	typing, typingAgain time.Duration // before it is shown that an answer is being worked out, and then again
}

var patience = timing{
	gateway:  gateway.DefaultTiming,
	patience: 1500 * time.Millisecond, followUp: 30 * time.Second,
	retry: time.Second, retryMax: 2 * time.Minute,
	room: 250 * time.Millisecond, drain: 3 * time.Second,
	announce: 2 * time.Minute, closed: 10 * time.Minute,
	typing: 700 * time.Millisecond, typingAgain: 8 * time.Second,
}

// atOnce is the largest number of interactions that are handled concurrently.
const atOnce = 256

// New makes the adapter. It connects to nothing yet. An error names the key of
// cfg that is wrong, or the command that Discord would refuse.
func New(cfg Config, opt Options) (*Adapter, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if opt.Router == nil {
		return nil, errors.New("[discord] needs a Router")
	}
	if _, err := slash.Definitions(opt.Router, true); err != nil {
		return nil, fmt.Errorf("[discord] %w", err)
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	opt.Source = cmp.Or(opt.Source, "https://nethackwiki.com")
	opt.Version = cmp.Or(opt.Version, "0")
	a := &Adapter{
		cfg: cfg, opt: opt,
		log:       opt.Log.With("network", string(network)),
		t:         patience,
		codec:     embed.NewCodec(opt.Router.Commands()),
		voice:     newVoice(),
		exchanges: newExchanges(),
		threads:   newThreads(),
		limited:   newLimited(),
		grouped:   slash.Grouped(opt.Router),
		servers:   servers{known: map[string]bool{}},
		now:       time.Now,
		room:      make(chan struct{}, atOnce),
		listening: make(chan struct{}),
	}
	a.live.Store(&cfg)
	var err error
	a.rest, err = api.NewClient(cfg.Token, "DiscordBot ("+opt.Source+", "+opt.Version+")", cfg.API, opt.Transport)
	return a, err
}

// Name is "discord".
func (a *Adapter) Name() string { return string(network) }

// presence returns the bot's status, which says how to ask.
func (a *Adapter) presence() string {
	return "NetHack odds: /ask, /help"
}

// Run serves until ctx ends, and then for as long as the work in hand needs, at
// most a few seconds. It returns nil if and only if ctx ended it.
func (a *Adapter) Run(ctx context.Context, h bot.Handler) error {
	defer a.rest.Close()
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// The work in hand outlives ctx a little.
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	answer := a.deferring(a.recovering(a.dispatch(h)))

	var parts sync.WaitGroup
	errs := make(chan error, 3)
	part := func(run func() error) {
		parts.Go(func() {
			if err := bot.Guard(run); err != nil {
				errs <- err
				cancel()
			}
		})
	}
	if a.cfg.Listen != "" {
		l, err := a.open(ctx)
		if err != nil {
			return err
		}
		part(func() error { return a.listen(ctx, work, l, answer) })
	}
	if a.cfg.Token != "" {
		a.voice.begin(work)
		part(func() error { return a.introduce(ctx) })
	} else {
		a.log.Info("there is no bot token: questions are answered, but slash commands are not registered and nothing is announced")
	}
	if a.cfg.Gateway {
		part(func() error { return a.connect(ctx, work, h, answer) })
	} else {
		part(func() error { <-ctx.Done(); return nil })
	}

	parts.Wait()
	a.voice.end()
	a.drain(stopWork)
	if outer.Err() != nil {
		return nil
	}
	return <-errs
}

// drain waits for the work in hand, ends its context after a while, and waits
// again.
func (a *Adapter) drain(stop context.CancelFunc) {
	timer := time.AfterFunc(a.t.drain, stop)
	defer timer.Stop()
	a.work.Wait()
}

// connect takes interactions and messages from the gateway until ctx ends.
func (a *Adapter) connect(ctx, work context.Context, h bot.Handler, answer answerer) error {
	opt := gateway.Options{
		Token: a.cfg.Token, Presence: a.presence(), ShardID: a.cfg.ShardID, Shards: a.cfg.ShardCount,
		Client: a.rest, Log: a.log, Stats: &a.stats.gateway, Timing: a.t.gateway,
		Sharding: a.opt.Sharding,
	}
	// These show what is said to the bot by name and in private; the rest of what
	// is said takes the intent that must be asked for.
	opt.Intents = discordgo.IntentGuilds | discordgo.IntentGuildMessages | discordgo.IntentDirectMessages
	if a.cfg.MessageCommands {
		opt.Intents |= discordgo.IntentMessageContent
	}
	opt.Dispatch = func(e gateway.Event) {
		a.guard(e)
		switch {
		case e.Type == "INTERACTION_CREATE":
			i, err := decode(e.Data)
			if err != nil {
				a.unreadable("gateway", err)
				return
			}
			a.take(work, func(ctx context.Context) { answer(ctx, i, a.callback(i)) })
		case e.Type == "MESSAGE_CREATE", e.Type == "MESSAGE_UPDATE":
			a.hear(work, h, e.Data, e.Self, e.Type == "MESSAGE_UPDATE")
		case e.Type == "READY":
			a.servers.began(e.Data)
		case e.Type == "GUILD_CREATE":
			a.threads.learn(e.Data)
			a.welcome(work, e.Data)
		case e.Type == "THREAD_CREATE", e.Type == "THREAD_UPDATE", e.Type == "THREAD_LIST_SYNC":
			a.threads.learn(e.Data)
		}
	}
	return gateway.Run(ctx, opt)
}

// guard takes over what an event says of rights. Where they change, what a channel refused
// may be allowed now.
func (a *Adapter) guard(e gateway.Event) {
	switch e.Type {
	case "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE", "GUILD_ROLE_DELETE",
		"CHANNEL_CREATE", "CHANNEL_UPDATE", "CHANNEL_DELETE", "GUILD_MEMBER_UPDATE":
		a.limited.of.Purge()
		a.rights.Learn(e.Type, e.Data)
	case "APPLICATION_COMMAND_PERMISSIONS_UPDATE":
		a.rights.Learn(e.Type, e.Data)
	}
}

// unreadable counts and logs an interaction that could not be decoded. What it
// holds is not logged, because its token is among it.
func (a *Adapter) unreadable(way string, err error) {
	a.stats.malformed.Add(1)
	a.log.Warn("an interaction could not be decoded", "way", way, "err", err)
}

// take does one piece of work in a goroutine of its own, for which the adapter
// waits at its end. If too much is in work, it waits a moment and then gives up
// and returns false.
func (a *Adapter) take(work context.Context, do func(context.Context)) bool {
	select {
	case a.room <- struct{}{}:
	default:
		if !a.wait(work) {
			a.stats.busy.Add(1)
			return false
		}
	}
	a.work.Go(func() {
		defer func() { <-a.room }()
		defer a.recover("answering")
		do(work)
	})
	return true
}

// recover is deferred in goroutines of the adapter's own: a panic costs what
// they were doing and nothing else.
func (a *Adapter) recover(doing string) {
	if p := bot.Recovered(recover()); p != nil {
		a.stats.panics.Add(1)
		a.log.Error("panic while "+doing, "panic", p.Value, "stack", string(p.Stack))
	}
}

func (a *Adapter) wait(ctx context.Context) bool {
	t := time.NewTimer(a.t.room)
	defer t.Stop()
	select {
	case a.room <- struct{}{}:
		return true
	case <-t.C:
	case <-ctx.Done():
	}
	return false
}
