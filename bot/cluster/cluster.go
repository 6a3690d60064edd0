package cluster

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"delphi/bot"
	"delphi/bot/discord/gateway"
	"delphi/commands"
	"delphi/storage"
	"delphi/storage/lease"
	"delphi/storage/pause"
)

const (
	// identifyEvery is how far apart Discord wants two sessions of a group of
	// shards to begin, and some more for the way there.
	identifyEvery = 5500 * time.Millisecond

	// identifyLapse is how long others wait where a process died or ended just
	// after a session began: a quarter of it may be over by then.
	identifyLapse = 7500 * time.Millisecond
)

// Cluster is how the processes that share a store share the work: each network,
// shard, source and chore has one holder. A process with a store of its own holds
// everything.
type Cluster struct {
	Alone  bool
	Leases *lease.Keeper
	starts *lease.Keeper // of the groups of Discord's shards
}

// New returns the cluster of the processes that share a store.
func New(o lease.Options) *Cluster {
	c := &Cluster{Alone: o.Alone, Leases: lease.New(o)}
	o.Length = max(o.Length, identifyLapse)
	c.starts = lease.New(o)
	return c
}

// Holding says whether this process still holds what an adapter is for.
type Holding struct{ lease atomic.Pointer[lease.Lease] }

// Held reports that it does.
func (h *Holding) Held() bool { return h.lease.Load().Held() }

// Single runs an adapter whose network takes one connection, in the process that
// holds it. A process that cannot connect lets the others try.
func (c *Cluster) Single(a bot.Adapter, held *Holding, tell func(context.Context, *lease.Lease)) func(context.Context, bot.Handler) error {
	return func(ctx context.Context, h bot.Handler) error {
		for {
			err := c.Leases.Run(ctx, "network "+a.Name(), func(ctx context.Context, l *lease.Lease) error {
				held.lease.Store(l)
				if l == nil {
					return a.Run(ctx, h)
				}
				var telling sync.WaitGroup
				defer telling.Wait()
				ctx, cancel := context.WithCancel(ctx)
				defer cancel()
				telling.Go(func() { tell(ctx, l) })
				return a.Run(ctx, UnderLease(h, l))
			})
			away := new(bot.Away)
			if !errors.As(err, &away) {
				return err
			}
			if pause.For(ctx, away.For) != nil {
				return nil
			}
		}
	}
}

// UnderLease returns a handler for a network whose answers a lease allows: what an answer
// writes is refused once another process has the lease, so that one which was stopped
// in the middle does not undo what was said to its successor.
func UnderLease(h bot.Handler, l *lease.Lease) bot.Handler { return &underLease{h, l} }

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

// Yield returns the longest pause that a network's holder makes before it connects
// again: in a longer one another process finds the lease free.
func (c *Cluster) Yield() time.Duration {
	if c.Alone {
		return 0
	}
	return c.Leases.Look()
}

// Shard runs a shard of Discord's in the process that holds it.
func (c *Cluster) Shard(ctx context.Context, id, of int, run func(ctx context.Context, held func() bool) error) error {
	return c.Leases.Run(ctx, fmt.Sprintf("shard %d of %d", id, of), func(ctx context.Context, l *lease.Lease) error { return run(ctx, l.Held) })
}

// Start waits until a shard of a group may begin a session. What it returns is
// called when the session has begun; the next one waits from then on.
func (c *Cluster) Start(ctx context.Context, group int) (begun func(), err error) {
	ready, sent := make(chan struct{}), make(chan struct{})
	may := sync.OnceFunc(func() { close(ready) })
	go func() { // ends some seconds after begun, or with ctx
		_ = c.starts.Run(ctx, fmt.Sprintf("sessions of group %d", group), func(ctx context.Context, l *lease.Lease) error {
			may()
			select {
			case <-sent:
			case <-ctx.Done():
			}
			if pause.For(ctx, identifyEvery) != nil {
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

// Sharding returns what Discord's gateway asks of a cluster; nil for a process alone.
func (c *Cluster) Sharding() *gateway.Sharding {
	if c.Alone {
		return nil
	}
	return &gateway.Sharding{Hold: c.Shard, Start: c.Start}
}
