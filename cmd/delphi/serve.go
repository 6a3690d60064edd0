package main

import (
	"context"
	"errors"
	"path/filepath"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/cluster"
	"delphi/bot/metrics"
	"delphi/storage"
	"delphi/storage/memstore"
)

type serveCmd struct {
	configFile `embed:""`
}

// Run serves every network of the configuration until the program is told to
// stop.
func (c *serveCmd) Run(e *env) error {
	if err := c.find(); err != nil {
		return err
	}
	s, err := loadSettings(c.File, e.getenv)
	if err != nil {
		return err
	}
	if e.cli.Rules != "" {
		s.Defaults.Rules = e.cli.Rules
	}
	at, err := s.Store.place(e)
	if err != nil {
		return err
	}
	if len(s.networks()) == 0 {
		return errors.New(c.File + " names no network to serve: add an [[irc]] section, enable [discord], or set listen in [web]")
	}
	for _, w := range s.warnings {
		e.log.Warn("the configuration is allowed but unwise", "warning", w)
	}
	if len(s.Games.Source) == 0 {
		e.log.Info("no [[games.source]] is configured: commands about games know only what \"delphi games import\" reads, and nothing is announced")
	}
	k := &keeper{log: e.log, load: func() (Settings, error) { return loadSettings(c.File, e.getenv) }}
	k.Limiter = bot.NewLimiter(s.Limits)
	p, err := assemble(e, s, at, k)
	if errors.Is(err, context.Canceled) && e.ctx.Err() != nil {
		return nil // told to stop before it began
	}
	if err != nil {
		return err
	}
	b := &beside{}
	return within(e.ctx, b, func() error {
		serve := func() error {
			return c.serve(e, s, p, k, b, newCluster(e, s, p, at))
		}
		err := p.meanwhile(e, b, serve)
		p.keepCounts(e.log)
		return errors.Join(err, p.close())
	})
}

// serve runs an adapter for each network, and what goes on beside them.
func (c *serveCmd) serve(e *env, s Settings, p *parts, k *keeper, b *beside, shared *cluster.Cluster) error {
	var err error
	own := p.store // where silences and channels that are joined at run time are kept
	lacking := p.trouble.Opening != nil
	if lacking { // until the bot is started again
		own = memstore.New()
	}
	if k.Moderation, err = bot.NewModeration(e.ctx, storage.Moderation{Store: own}); err != nil {
		return err
	}
	k.store, k.Trouble, k.single = p.store, p.trouble.Now, map[string]bool{}
	holdings := map[string]*cluster.Holding{}
	speakers := map[string]bot.Speaker{}
	messages := announce.NewMessages(p.contest.Tells, speakers, k.Silent, e.log)
	for _, n := range s.networks() {
		holdings[n.name], k.single[n.name] = &cluster.Holding{}, n.single
		a, err := n.connect(wiring{
			held: holdings[n.name].Held, yield: shared.Yield(), sharding: shared.Sharding(), messages: messages,
			router: p.router, joined: storage.Joined{Store: own}, log: e.log, source: s.About.Source,
			games: p.contest, rules: s.Defaults.Rules, state: filepath.Dir(p.file), neighbours: p.neighbours,
		})
		if err != nil {
			return err
		}
		k.Adapters = append(k.Adapters, a)
	}
	k.Pace()
	if !lacking {
		k.Sources = func() []metrics.Source { return gameSources(e, p.contest.Book, s.Games) }
	}
	m := metrics.New(figures(p, k))
	h := &bot.Gate{
		Limiter: k.Limiter, Moderation: k.Moderation, Refused: m.Refused,
		Next: bot.Chain(p.router, m.Middleware, messages.Middleware, bot.Recover(e.log), bot.Deadline(bot.DefaultDeadline)),
	}
	var adapters []bot.Adapter
	var all []*watched
	for _, a := range k.Adapters {
		w := &watched{Adapter: a}
		if t, ok := a.(bot.Teller); ok && k.single[a.Name()] {
			w.run = shared.Single(a, holdings[a.Name()], k.sender(e, s.Games, a.Name(), t).Run)
		}
		adapters, all = append(adapters, w), append(all, w)
		if sp, ok := a.(bot.Speaker); ok {
			speakers[a.Name()] = sp
		}
	}

	ctx, cancel := context.WithCancel(e.ctx)
	defer b.Wait()
	defer cancel()
	b.Go("reloading", func() { k.hangups(ctx) })
	b.Go("the watchdog", func() { watchdog(ctx, e.log, all) })
	b.Go("giving memory back", func() { bot.GiveBack(ctx, time.Minute) })
	b.Go("looking at the store", func() { p.trouble.Tell(ctx, e.log) })
	if s.Metrics.Listen != "" {
		b.Go("metrics", func() {
			bot.Supervise(ctx, e.log, "metrics", func(ctx context.Context) error { return m.Serve(ctx, e.log, s.Metrics.Listen) })
		})
	}
	if !lacking {
		b.Go("backups", func() { tend(ctx, e.log, p, shared) })
		b.Go("messages that people left", func() {
			bot.Supervise(ctx, e.log, "messages that people left", func(ctx context.Context) error { messages.Run(ctx); return nil })
		})
		k.follow(ctx, b, e, shared, s.Games, p.contest, speakers)
	}
	notify(e.log, daemon.SdNotifyReady)
	defer notify(e.log, daemon.SdNotifyStopping)
	return bot.Run(ctx, e.log, h, adapters...)
}

// figures returns what metrics collects of the parts of a serving bot.
func figures(p *parts, k *keeper) metrics.Sources {
	return metrics.Sources{
		Networks: k.States,
		Cache: func() metrics.Cache {
			st := p.cache.Stats()
			return metrics.Cache{Hits: st.Hits + st.DiskHits, Misses: st.Misses, Entries: int64(st.Entries)}
		},
		Games: k.Sources,
		Store: p.figures,
	}
}
