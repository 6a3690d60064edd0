package discord

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
)

// Options is what an Adapter needs from the program around it. Router is
// required.
type Options struct {
	Router  Router
	Log     *slog.Logger
	Version string // of the bot, for the user agent
	Source  string // where the bot's source is to be had, likewise

	Announces bool // something is to be said unasked, which needs permissions

	// Transport makes the requests to Discord; nil: over the network.
	Transport http.RoundTripper
}

// Adapter is one application at Discord. It implements bot.Adapter.
type Adapter struct {
	cfg   Config
	opt   Options
	log   *slog.Logger
	t     timing
	rest  *rest
	codec *codec
	voice *voice
	stats counters
	now   func() time.Time
	room  chan struct{} // one for each interaction in work
	work  sync.WaitGroup

	introduced atomic.Bool // Discord has said which application this is

	mu        sync.Mutex
	address   net.Addr // of the endpoint
	listening chan struct{}
}

// timing is how patient the adapter is.
type timing struct {
	patience        time.Duration // before an answer is promised for later
	followUp        time.Duration // for sending the later one
	hello, ready    time.Duration // each step of connecting
	start           time.Duration // between two sessions of a group
	invalid         time.Duration // after a session ended; up to five times it
	retry, retryMax time.Duration // between connections, growing
	room            time.Duration // how long an interaction waits where too many are in work
	drain           time.Duration // at the end, for what is in work
	announce        time.Duration // before an announcement is of no use
	closed          time.Duration // before a channel that was closed is tried again
}

var patience = timing{
	patience: 1500 * time.Millisecond, followUp: 30 * time.Second,
	hello: 15 * time.Second, ready: 30 * time.Second,
	start: 5 * time.Second, invalid: time.Second,
	retry: time.Second, retryMax: 2 * time.Minute,
	room: 250 * time.Millisecond, drain: 3 * time.Second,
	announce: 2 * time.Minute, closed: 10 * time.Minute,
}

// atOnce is how many interactions may be in work.
const atOnce = 256

// New makes the adapter. It connects to nothing yet; an error names the key of
// cfg that is wrong, or the command that Discord would refuse.
func New(cfg Config, opt Options) (*Adapter, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if opt.Router == nil {
		return nil, errors.New("[discord] needs a Router")
	}
	if _, err := definitions(opt.Router, true); err != nil {
		return nil, fmt.Errorf("[discord] %w", err)
	}
	if opt.Log == nil {
		opt.Log = slog.New(slog.DiscardHandler)
	}
	if opt.Source == "" {
		opt.Source = "https://nethackwiki.com"
	}
	if opt.Version == "" {
		opt.Version = "0"
	}
	a := &Adapter{
		cfg: cfg, opt: opt,
		log:       opt.Log.With("network", string(network)),
		t:         patience,
		codec:     newCodec(opt.Router.Commands()),
		voice:     newVoice(),
		now:       time.Now,
		room:      make(chan struct{}, atOnce),
		listening: make(chan struct{}),
	}
	var err error
	a.rest, err = newRest(cfg.Token, "DiscordBot ("+opt.Source+", "+opt.Version+")", opt.Transport, &a.stats)
	return a, err
}

// Name is "discord".
func (a *Adapter) Name() string { return string(network) }

// presence is what the bot's status says: how to ask.
func (a *Adapter) presence() string {
	how := "/ask, /help"
	if cmds := a.opt.Router.Commands(); len(cmds) > 0 {
		how = "/" + cmds[0].Name + ", " + how
	}
	return "Odds of NetHack: " + how
}

// Run serves until ctx ends, and then for as long as what is in work needs, at
// most a few seconds. It returns nil iff ctx ended it.
func (a *Adapter) Run(ctx context.Context, h bot.Handler) error {
	defer a.rest.close()
	outer := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	// What is in work outlives ctx a little.
	work, stopWork := context.WithCancel(context.WithoutCancel(ctx))
	defer stopWork()
	answer := a.deferring(a.recovering(a.dispatch(h)))

	var parts sync.WaitGroup
	errs := make(chan error, 2)
	part := func(run func() error) {
		parts.Go(func() {
			if err := run(); err != nil {
				errs <- err
				cancel()
			}
		})
	}
	if a.cfg.Listen != "" {
		var lc net.ListenConfig
		l, err := lc.Listen(ctx, "tcp", a.cfg.Listen)
		if err != nil {
			return fmt.Errorf("[discord] listen: %w", err)
		}
		a.mu.Lock()
		a.address = l.Addr()
		a.mu.Unlock()
		close(a.listening)
		a.log.Info("interactions are taken over HTTP", "address", l.Addr().String())
		part(func() error { return a.listen(ctx, work, l, answer) })
	}
	a.voice.begin(work)
	part(func() error { return a.connect(ctx, work, h, answer) })

	parts.Wait()
	a.voice.end()
	a.drain(stopWork)
	if outer.Err() != nil {
		return nil
	}
	return <-errs
}

// drain waits for what is in work, ends its context, and waits again.
func (a *Adapter) drain(stop context.CancelFunc) {
	timer := time.AfterFunc(a.t.drain, stop)
	defer timer.Stop()
	a.work.Wait()
}

// connect introduces the application and runs its shards. The error is one for
// the operator.
func (a *Adapter) connect(ctx, work context.Context, h bot.Handler, answer func(context.Context, *discordgo.Interaction, send)) error {
	id, err := a.introduce(ctx)
	if err != nil || ctx.Err() != nil {
		return ended(ctx, err)
	}
	a.introduced.Store(true)
	if a.cfg.ShardID <= 0 {
		if err := a.register(ctx, id); err != nil && ctx.Err() == nil {
			// What was registered before goes on working.
			a.log.Error("the slash commands could not be registered", "err", err)
		}
	}
	if !a.cfg.Gateway {
		<-ctx.Done()
		return nil
	}
	advised := 1
	if a.cfg.ShardCount == 0 {
		if advised, err = a.advised(ctx); err != nil || ctx.Err() != nil {
			return ended(ctx, err)
		}
	}
	var hear func(context.Context, json.RawMessage, string)
	if a.cfg.MessageCommands {
		hear = a.hearing(h)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ids, of := a.shards(advised)
	pace := &starts{every: a.t.start, log: a.log, next: map[int]time.Time{}}
	errs := make(chan error, len(ids))
	var wg sync.WaitGroup
	for _, id := range ids {
		s := &shard{a: a, id: id, of: of, answer: answer, hear: hear, starts: pace}
		wg.Go(func() {
			if err := s.run(ctx, work); err != nil {
				errs <- err
				cancel() // what ends one for good ends them all
			}
		})
	}
	wg.Wait()
	select {
	case err := <-errs:
		return err
	default:
		return nil
	}
}

// ended is err, unless ctx ended it.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// denied makes a refused token an error for the operator.
func denied(err error) error {
	var no *refusal
	if errors.As(err, &no) && no.status == http.StatusUnauthorized {
		return &fatal{"Discord refuses the bot's token: copy it again from the application's Bot page, into DELPHI_DISCORD_TOKEN or the token_file"}
	}
	return err
}

// patiently repeats do until it is done, fails for good, or ctx ends.
func (a *Adapter) patiently(ctx context.Context, do func() error) error {
	wait := a.t.retry
	for {
		err := do()
		var no *refusal
		var never *fatal
		if err == nil || errors.As(err, &no) || errors.As(err, &never) || ctx.Err() != nil {
			return err
		}
		a.log.Warn("Discord cannot be reached; trying again", "err", err, "in", wait)
		if !sleep(ctx, wait) {
			return ctx.Err()
		}
		wait = min(2*wait, a.t.retryMax)
	}
}

func (a *Adapter) advised(ctx context.Context) (int, error) {
	n := 1
	err := a.patiently(ctx, func() error {
		g, err := a.advice(ctx)
		if err == nil {
			n = g.Shards
		}
		return err
	})
	return n, err
}

// introduce asks which application the token is for, and says how to invite
// it.
func (a *Adapter) introduce(ctx context.Context) (id string, err error) {
	var app discordgo.Application
	err = a.patiently(ctx, func() error {
		b, err := a.rest.do(ctx, request{what: "asking which application this is", method: http.MethodGet, url: discordgo.EndpointApplications + "/@me"})
		if err != nil {
			return denied(err)
		}
		var got struct {
			ID        string `json:"id"`
			Name      string `json:"name"`
			VerifyKey string `json:"verify_key"`
		}
		if err := json.Unmarshal(b, &got); err != nil || got.ID == "" {
			return fmt.Errorf("asking which application this is: the answer makes no sense: %v", err)
		}
		app = discordgo.Application{ID: got.ID, Name: got.Name, VerifyKey: got.VerifyKey}
		return nil
	})
	if err != nil {
		return "", err
	}
	if a.cfg.Listen != "" && app.VerifyKey != "" && !strings.EqualFold(app.VerifyKey, strings.TrimSpace(a.cfg.PublicKey)) {
		return "", &fatal{fmt.Sprintf("[discord] public_key is not that of the application %q, to which the token belongs", app.Name)}
	}
	a.log.Info("invite the bot to a server with this link", "application", app.Name, "link", Invite(app.ID, a.cfg.MessageCommands, a.opt.Announces))
	return app.ID, nil
}

// Invite is the link that adds an application to a server, with what it needs
// and no more: answers to slash commands need no permission at all.
func Invite(application string, messages, announces bool) string {
	permissions := int64(0)
	if announces {
		permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads
	}
	if messages {
		permissions = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads |
			discordgo.PermissionEmbedLinks | discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory
	}
	q := url.Values{"client_id": {application}, "scope": {"bot applications.commands"}, "permissions": {strconv.FormatInt(permissions, 10)}}
	return "https://discord.com/oauth2/authorize?" + q.Encode()
}

// Address is where the endpoint listens, once it does.
func (a *Adapter) Address(ctx context.Context) (net.Addr, error) {
	select {
	case <-a.listening:
		a.mu.Lock()
		defer a.mu.Unlock()
		return a.address, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// take does one piece of work in a goroutine of its own that the adapter waits
// for. Where too much is in work it waits a moment and then gives up: false.
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
		defer func() {
			if p := recover(); p != nil {
				a.stats.panics.Add(1)
				a.log.Error("panic while answering", "panic", p, "stack", string(debug.Stack()))
			}
		}()
		do(work)
	})
	return true
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
