package main

import (
	"context"
	"time"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/cluster"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/lease"
	"delphi/storage/pause"
)

const (
	// followed is how old what one process knows of the settings of another may be.
	followed = time.Second

	// countEvery is how often tournaments are looked at where several processes
	// share the store. Where nothing is new, that is one short read.
	countEvery = 2 * time.Second
)

func newCluster(e *env, s Settings, p *parts, at place) *cluster.Cluster {
	return cluster.New(lease.Options{Store: p.store, Length: time.Duration(s.Store.Lease), Alone: at.url == "", Log: e.log})
}

// share does what several processes share: following sources, counting
// tournaments and announcing what those bring.
func (k *keeper) share(ctx context.Context, b *beside, e *env, c *cluster.Cluster, s GamesSettings, book *contest.Book, a *announce.Announcer) {
	b.Go("tournaments", func() {
		bot.Supervise(ctx, e.log, "tournaments", func(ctx context.Context) error {
			return c.Leases.Run(ctx, "tournaments", func(ctx context.Context, l *lease.Lease) error {
				return count(ctx, book, a, l)
			})
		})
	})
	b.Go("counts", func() {
		bot.Supervise(ctx, e.log, "counts", func(ctx context.Context) error {
			for pause.For(ctx, countEvery) == nil {
				if err := book.CatchUp(ctx); err != nil && ctx.Err() == nil {
					e.log.Warn("tournaments could not be counted; they are counted again", "err", err)
				}
			}
			return nil
		})
	})
	b.Go("settings of other processes", func() {
		bot.Supervise(ctx, e.log, "silences", func(ctx context.Context) error {
			for pause.For(ctx, followed) == nil {
				if err := k.Moderation.Reread(ctx); err != nil && ctx.Err() == nil {
					e.log.Warn("the silences could not be read again", "err", err)
				}
			}
			return nil
		})
	})
	for name, speaker := range k.Tellers() {
		if k.single[name] {
			continue // its holder announces
		}
		b.Go("announcements on "+name, func() {
			bot.Supervise(ctx, e.log, "announcements on "+name, func(ctx context.Context) error {
				return c.Leases.Run(ctx, "announcements on "+name, func(ctx context.Context, l *lease.Lease) error {
					k.sender(e, s, name, speaker).Run(ctx, l)
					return nil
				})
			})
		})
	}
}

// count counts tournaments until ctx ends.
func count(ctx context.Context, book *contest.Book, a *announce.Announcer, l *lease.Lease) error {
	book.Announce = func(tx storage.Tx, said []contest.Message) error {
		if err := l.Guard(tx); err != nil {
			return err
		}
		return a.News(tx, said)
	}
	for pause.For(ctx, countEvery) == nil {
		a.Sweep(ctx)
		a.Boards(ctx)
	}
	return nil
}

func (k *keeper) sender(e *env, s GamesSettings, network string, t bot.Teller) *announce.Sender {
	return &announce.Sender{
		Outbox: storage.Outbox{Store: k.store}, Network: network, Teller: t, Quiet: k.Silent, MaxAge: time.Duration(s.AnnounceMaxAge), Pace: s.pace(), Log: e.log,
	}
}
