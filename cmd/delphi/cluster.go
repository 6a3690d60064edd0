package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"delphi/bot"
	"delphi/bot/announce"
	"delphi/bot/discord/gateway"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/contest"
	"delphi/storage/lease"
)

const (
	// followed is how old what one process knows of the settings of another may be.
	followed = time.Second

	// countEvery is how often tournaments are looked at where several processes
	// share the store. Where nothing is new, that is one short read.
	countEvery = 2 * time.Second

	// identifyEvery is how far apart Discord wants two sessions of a group of
	// shards to begin, and some more for the way there.
	identifyEvery = 5500 * time.Millisecond

	// identifyLapse is how long others wait where a process died or ended just
	// after a session began: a quarter of it may be over by then.
	identifyLapse = 7500 * time.Millisecond
)

// cluster is how the processes that share a store share the work: each network,
// shard, source and chore has one holder. A process with a store of its own holds
// everything.
type cluster struct {
	alone  bool
	leases *lease.Keeper
	starts *lease.Keeper // of the groups of Discord's shards
}

func newCluster(e *env, s Settings, p *parts, at place) *cluster {
	o := lease.Options{Store: p.store, Length: time.Duration(s.Store.Lease), Alone: at.url == "", Log: e.log}
	c := &cluster{alone: o.Alone, leases: lease.New(o)}
	o.Length = max(o.Length, identifyLapse)
	c.starts = lease.New(o)
	return c
}

// holding says whether this process still holds what an adapter is for.
type holding struct{ lease atomic.Pointer[lease.Lease] }

func (h *holding) held() bool { return h.lease.Load().Held() }

// single runs an adapter whose network takes one connection, in the process that
// holds it. A process that cannot connect lets the others try.
func (c *cluster) single(a bot.Adapter, held *holding, tell func(context.Context, *lease.Lease)) func(context.Context, bot.Handler) error {
	return func(ctx context.Context, h bot.Handler) error {
		for {
			err := c.leases.Run(ctx, "network "+a.Name(), func(ctx context.Context, l *lease.Lease) error {
				held.lease.Store(l)
				if l == nil {
					return a.Run(ctx, h)
				}
				var telling sync.WaitGroup
				defer telling.Wait()
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				telling.Go(func() { tell(ctx, l) })
				return a.Run(ctx, &underLease{h, l})
			})
			away := new(bot.Away)
			if !errors.As(err, &away) {
				return err
			}
			if !every(ctx, away.For) {
				return nil
			}
		}
	}
}

// underLease answers what was asked where a lease says who answers: what an answer
// writes is refused once another process has the lease, so that one which was stopped
// in the middle does not undo what was said to its successor.
type underLease struct {
	bot.Handler
	lease *lease.Lease
}

// Admit implements bot.Gatekeeper.
func (u *underLease) Admit(req commands.Request) bot.Turn {
	turn := bot.Admit(u.Handler, req)
	if answer := turn.Answer; answer != nil {
		turn.Answer = func(ctx context.Context) commands.Reply { return answer(storage.UnderGuard(ctx, u.lease)) }
	}
	return turn
}

// Answer implements bot.Handler.
func (u *underLease) Answer(ctx context.Context, req commands.Request) commands.Reply {
	return u.Handler.Answer(storage.UnderGuard(ctx, u.lease), req)
}

// yield returns the longest pause that a network's holder makes before it connects
// again: in a longer one another process finds the lease free.
func (c *cluster) yield() time.Duration {
	if c.alone {
		return 0
	}
	return c.leases.Look()
}

// shard runs a shard of Discord's in the process that holds it.
func (c *cluster) shard(ctx context.Context, id, of int, run func(ctx context.Context, held func() bool) error) error {
	return c.leases.Run(ctx, fmt.Sprintf("shard %d of %d", id, of), func(ctx context.Context, l *lease.Lease) error { return run(ctx, l.Held) })
}

// start waits until a shard of a group may begin a session. What it returns is
// called when the session has begun; the next one waits from then on.
func (c *cluster) start(ctx context.Context, group int) (begun func(), err error) {
	ready, sent := make(chan struct{}), make(chan struct{})
	may := sync.OnceFunc(func() { close(ready) })
	go func() { // ends some seconds after begun, or with ctx
		_ = c.starts.Run(ctx, fmt.Sprintf("sessions of group %d", group), func(ctx context.Context, l *lease.Lease) error {
			may()
			select {
			case <-sent:
			case <-ctx.Done():
			}
			if !every(ctx, identifyEvery) {
				l.Lapse() // the session may just have begun
			}
			return nil
		})
	}()
	select {
	case <-ready:
		return sync.OnceFunc(func() { close(sent) }), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// sharding returns what Discord's gateway asks of a cluster; nil for a process alone.
func (c *cluster) sharding() *gateway.Sharding {
	if c.alone {
		return nil
	}
	return &gateway.Sharding{Hold: c.shard, Start: c.start}
}

// share does what several processes share: following sources, counting
// tournaments and announcing what those bring.
func (k *keeper) share(ctx context.Context, b *beside, e *env, c *cluster, s GamesSettings, book *contest.Book, a *announce.Announcer) {
	b.Go("tournaments", func() {
		bot.Supervise(ctx, e.log, "tournaments", func(ctx context.Context) error {
			return c.leases.Run(ctx, "tournaments", func(ctx context.Context, l *lease.Lease) error {
				return count(ctx, book, a, l)
			})
		})
	})
	b.Go("counts", func() {
		bot.Supervise(ctx, e.log, "counts", func(ctx context.Context) error {
			for every(ctx, countEvery) {
				if err := book.CatchUp(ctx); err != nil && ctx.Err() == nil {
					e.log.Warn("tournaments could not be counted; they are counted again", "err", err)
				}
			}
			return nil
		})
	})
	b.Go("settings of other processes", func() {
		bot.Supervise(ctx, e.log, "silences", func(ctx context.Context) error {
			for every(ctx, followed) {
				if err := k.moderation.Reread(ctx); err != nil && ctx.Err() == nil {
					e.log.Warn("the silences could not be read again", "err", err)
				}
			}
			return nil
		})
	})
	for name, speaker := range k.tellers() {
		if k.single[name] {
			continue // its holder announces
		}
		b.Go("announcements on "+name, func() {
			bot.Supervise(ctx, e.log, "announcements on "+name, func(ctx context.Context) error {
				return c.leases.Run(ctx, "announcements on "+name, func(ctx context.Context, l *lease.Lease) error {
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
	for every(ctx, countEvery) {
		a.Sweep(ctx)
		a.Boards(ctx)
	}
	return nil
}

// every waits for a while; it returns false when ctx has ended.
func every(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// tellers returns the networks on which something can be announced.
func (k *keeper) tellers() map[string]bot.Teller {
	out := map[string]bot.Teller{}
	for _, a := range k.adapters {
		if t, ok := a.(bot.Teller); ok {
			out[a.Name()] = t
		}
	}
	return out
}

func (k *keeper) sender(e *env, s GamesSettings, network string, t bot.Teller) *announce.Sender {
	return &announce.Sender{
		Outbox: storage.Outbox{Store: k.store}, Network: network, Teller: t, Quiet: k.quiet, MaxAge: time.Duration(s.AnnounceMaxAge), Pace: s.pace(), Log: e.log,
	}
}

// quiet reports that nothing is said in a place.
func (k *keeper) quiet(network, place string) bool {
	return k.moderation.Silenced(commands.Request{Network: commands.Network(network), Place: commands.Place(place)})
}
