package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/storage/pause"
)

// Options is what the shards need. All but Timing is required.
type Options struct {
	Token    bot.Secret
	Intents  discordgo.Intent
	Presence string // the bot's status
	ShardID  int    // the only shard of this process; -1: all of them
	Shards   int    // of all processes together; 0: as many as Discord advises

	Client *api.Client
	Log    *slog.Logger
	Stats  *Stats
	Timing Timing // the zero value means DefaultTiming

	// Sharding shares the shards among processes; nil: this one has them all.
	Sharding *Sharding

	// Dispatch takes the events of a shard in their order. It is called from
	// the goroutine of the shard and must not block it.
	Dispatch func(Event)
}

// Sharding is how several processes share the shards.
type Sharding struct {
	// Hold runs a shard while this process is to have it, and again after it had
	// lost it. held reports whether it still does, by the time at hand.
	Hold func(ctx context.Context, id, of int, run func(ctx context.Context, held func() bool) error) error

	// Start waits until a session of a group of shards may begin. The caller calls
	// begun when it has begun, or was given up.
	Start func(ctx context.Context, group int) (begun func(), err error)
}

// Event is something that happened.
type Event struct {
	Type string // "INTERACTION_CREATE"
	Data json.RawMessage
	Self string // the bot's user id
}

// Timing is how patient a shard is.
type Timing struct {
	Hello, Ready    time.Duration // each step of connecting
	Start           time.Duration // between two sessions of a group of shards
	Invalid         time.Duration // after a session was ended; up to five times it
	Retry, RetryMax time.Duration // between connections, growing
}

// DefaultTiming is what Discord asks for.
var DefaultTiming = Timing{
	Hello: 15 * time.Second, Ready: 30 * time.Second,
	Start: 5 * time.Second, Invalid: time.Second,
	Retry: time.Second, RetryMax: 2 * time.Minute,
}

// Stats counts what the shards of a process have done and met.
type Stats struct {
	Connected   atomic.Int64 // shards that are ready now
	Connections atomic.Int64
	Resumed     atomic.Int64 // sessions that were resumed
	Invalidated atomic.Int64 // sessions that the gateway ended
	Lost        atomic.Int64 // connections that ended after they were ready
	Malformed   atomic.Int64 // frames that could not be read
	Panics      atomic.Int64
	Lag         atomic.Int64 // of the last heartbeat, in nanoseconds
	LastError   atomic.Pointer[string]

	hearts atomic.Pointer[[]bot.Heart] // of the shards
}

// Beat returns the last time that the slowest shard read something; the present
// time while none runs or all wait on purpose.
func (s *Stats) Beat() time.Time {
	out := time.Now()
	if hearts := s.hearts.Load(); hearts != nil {
		for i := range *hearts {
			if at := (*hearts)[i].Beat(); at.Before(out) {
				out = at
			}
		}
	}
	return out
}

// Run keeps the shards connected until ctx ends; then it returns nil. An error
// is one that no new connection can mend, in words for the operator.
func Run(ctx context.Context, opt Options) error {
	if opt.Timing == (Timing{}) {
		opt.Timing = DefaultTiming
	}
	g := &group{Options: opt, next: map[int]time.Time{}}
	ids, of, err := g.shards(ctx)
	if err != nil {
		return ended(ctx, err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	errs := make(chan error, len(ids))
	var wg sync.WaitGroup
	hearts := make([]bot.Heart, len(ids))
	opt.Stats.hearts.Store(&hearts)
	for i, id := range ids {
		run := func(ctx context.Context, held func() bool) error {
			s := &shard{group: g, id: id, of: of, heart: &hearts[i], held: held, begun: func() {}}
			defer s.heart.Rest()
			return s.run(ctx)
		}
		wg.Go(func() {
			var err error
			if opt.Sharding != nil {
				err = opt.Sharding.Hold(ctx, id, of, run)
			} else {
				err = run(ctx, func() bool { return true })
			}
			if err != nil {
				errs <- err
				cancel() // what ends one shard for good ends them all
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

// ended returns err, or nil if ctx has ended.
func ended(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// group holds what the shards of a process share: among it the pace at which
// sessions may be started, one in five seconds for each group that Discord
// makes of them, and so many a day.
type group struct {
	Options
	mu   sync.Mutex
	next map[int]time.Time // by the shard's id modulo the concurrency
}

// shards returns the shards of this process and how many there are in all.
func (g *group) shards(ctx context.Context) (ids []int, of int, err error) {
	of = g.Shards
	if of == 0 {
		err = api.Patiently(ctx, api.Pauses(g.Timing.Retry, g.Timing.RetryMax), func(err error, wait time.Duration) {
			g.Log.Warn("Discord cannot be reached; trying again", "err", err, "in", wait.Round(time.Millisecond))
		}, func() error {
			advice, err := g.advice(ctx)
			if err == nil {
				of = max(1, advice.Shards)
			}
			return err
		})
		if err != nil {
			return nil, 0, err
		}
	}
	if g.ShardID >= 0 {
		return []int{g.ShardID}, of, nil
	}
	for i := range of {
		ids = append(ids, i)
	}
	return ids, of, nil
}

// advice asks Discord where its gateway is, how many shards there should be,
// and how many sessions may be started.
func (g *group) advice(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	const what = "asking where the gateway is"
	b, err := g.Client.Do(ctx, api.Request{What: what, Method: http.MethodGet, URL: discordgo.EndpointGatewayBot})
	if err != nil {
		return nil, api.Denied(err)
	}
	out := new(discordgo.GatewayBotResponse)
	if err := json.Unmarshal(b, out); err != nil || out.URL == "" {
		return nil, fmt.Errorf("%s: the answer makes no sense: %v", what, err)
	}
	return out, nil
}

// mayStart returns when shard id may start a session; the caller calls begun when
// it has.
func (g *group) mayStart(ctx context.Context, id int, advice *discordgo.GatewayBotResponse) (begun func(), err error) {
	limit := advice.SessionStartLimit
	if limit.Total > 0 && limit.Remaining == 0 {
		d := time.Duration(limit.ResetAfter) * time.Millisecond
		g.Log.Warn("Discord allows no more sessions today; waiting", "for", d)
		if pause.For(ctx, d) != nil {
			return nil, ctx.Err()
		}
	}
	concurrent := id % max(1, limit.MaxConcurrency)
	if g.Sharding != nil {
		return g.Sharding.Start(ctx, concurrent)
	}
	g.mu.Lock()
	now := time.Now()
	at := g.next[concurrent]
	if at.Before(now) {
		at = now
	}
	g.next[concurrent] = at.Add(g.Timing.Start)
	g.mu.Unlock()
	if d := at.Sub(now); d > 0 && pause.For(ctx, d) != nil {
		return nil, ctx.Err()
	}
	return func() {}, nil
}
