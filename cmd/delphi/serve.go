package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"

	"delphi/bot"
	"delphi/bot/metrics"
	"delphi/commands"
	"delphi/storage"
)

type serveCmd struct {
	File string `short:"c" name:"config" required:"" type:"path" placeholder:"FILE" help:"The configuration."`
}

// Run serves every network of the configuration until the program is told to
// stop.
func (c *serveCmd) Run(e *env) error {
	s, err := loadSettings(c.File, e.getenv)
	if err != nil {
		return err
	}
	if e.cli.Rules != "" {
		s.Defaults.Rules = e.cli.Rules
	}
	path := e.cli.DB
	if path == "" {
		path = s.Store.Path
	}
	if path, err = dbPath(path, e.getenv); err != nil {
		return err
	}
	if len(s.networks()) == 0 {
		return errors.New(c.File + " names no network to serve: add an [[irc]] section, or enable [discord]")
	}
	k := &keeper{log: e.log, limiter: bot.NewLimiter(s.Limits), load: func() (Settings, error) { return loadSettings(c.File, e.getenv) }}
	p, err := assemble(e, s, path, k)
	if err != nil {
		return err
	}
	return errors.Join(c.serve(e, s, p, k), p.close())
}

// serve runs an adapter for each network, and what stands beside them.
func (c *serveCmd) serve(e *env, s Settings, p *parts, k *keeper) error {
	var err error
	if k.moderation, err = bot.NewModeration(e.ctx, storage.Moderation{Store: p.store}); err != nil {
		return err
	}
	for _, n := range s.networks() {
		a, err := n.connect(wiring{router: p.router, joined: storage.Joined{Store: p.store}, log: e.log, source: s.About.Source, announces: len(s.Games.Source) > 0})
		if err != nil {
			return err
		}
		k.adapters = append(k.adapters, a)
	}
	k.pace()
	m := metrics.New(metrics.Sources{Networks: k.states, Cache: func() metrics.Cache {
		st := p.cache.Stats()
		return metrics.Cache{Hits: st.Hits + st.DiskHits, Misses: st.Misses, Entries: int64(st.Entries)}
	}, Games: func() []metrics.Source { return gameSources(e, p.contest.Book, s.Games) }})
	h := &bot.Gate{
		Limiter: k.limiter, Moderation: k.moderation, Refused: m.Refused,
		Next: bot.Chain(p.router, m.Middleware, bot.Recover(e.log), bot.Deadline(bot.DefaultDeadline)),
	}

	ctx, cancel := context.WithCancel(e.ctx)
	var beside sync.WaitGroup
	defer beside.Wait()
	defer cancel()
	beside.Go(func() { k.hangups(ctx) })
	beside.Go(func() { watchdog(ctx) })
	if s.Metrics.Listen != "" {
		beside.Go(func() {
			if err := m.Serve(ctx, e.log, s.Metrics.Listen); err != nil {
				e.log.Error("no metrics", "err", err) // the bot serves all the same
			}
		})
	}
	speakers := map[string]bot.Speaker{}
	for _, a := range k.adapters {
		if sp, ok := a.(bot.Speaker); ok {
			speakers[a.Name()] = sp
		}
	}
	quiet := func(network, place string) bool {
		return k.moderation.Silenced(commands.Request{Network: commands.Network(network), Place: commands.Place(place)})
	}
	for _, run := range followGames(ctx, e, s.Games, p.contest, speakers, quiet) {
		beside.Go(run)
	}
	notify(daemon.SdNotifyReady)
	defer notify(daemon.SdNotifyStopping)
	return bot.Run(ctx, e.log, h, k.adapters...)
}

// hangups reloads the configuration at each SIGHUP until ctx ends.
func (k *keeper) hangups(ctx context.Context) {
	hup := make(chan os.Signal, 1)
	signal.Notify(hup, syscall.SIGHUP)
	defer signal.Stop(hup)
	for {
		select {
		case <-hup:
			k.Reload(ctx) // logs what is wrong
		case <-ctx.Done():
			return
		}
	}
}

// notify tells systemd how the service is doing, where systemd asked.
func notify(state string) {
	if _, err := daemon.SdNotify(false, state); err != nil {
		slog.Debug("systemd was not told", "err", err)
	}
}

// watchdog tells systemd that the process lives, as often as it wants to hear
// it, until ctx ends.
func watchdog(ctx context.Context) {
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil || every <= 0 {
		return
	}
	t := time.NewTicker(every / 2)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			notify(daemon.SdNotifyWatchdog)
		case <-ctx.Done():
			return
		}
	}
}
