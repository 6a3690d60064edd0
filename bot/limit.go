package bot

import (
	"context"
	"fmt"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"delphi/commands"
)

// Limits is how many questions are answered in a minute; 0 is no limit.
type Limits struct {
	UserPerMinute    int `toml:"user_per_minute"`    // from one user of one network
	ChannelPerMinute int `toml:"channel_per_minute"` // from one channel; private messages do not count
	GlobalPerMinute  int `toml:"global_per_minute"`  // from everybody on one network
}

// How many buckets are remembered. The one used longest ago is forgotten
// first, and a flooder's is never that.
const (
	maxUsers    = 4096
	maxPlaces   = 1024
	maxNetworks = 64
)

// Limit holds users, channels and networks to lim. Whoever passes a limit is
// told so once, and when the answers will come again; until then there is
// silence, so that a loop with another bot dies out. It is safe for use from
// many goroutines.
func Limit(lim Limits) Middleware { return limit(lim, time.Now) }

func limit(lim Limits, now func() time.Time) Middleware {
	type place struct {
		network commands.Network
		place   commands.Place
	}
	type user struct {
		network commands.Network
		user    commands.User
	}
	users := newBuckets[user](lim.UserPerMinute, maxUsers)
	places := newBuckets[place](lim.ChannelPerMinute, maxPlaces)
	networks := newBuckets[commands.Network](lim.GlobalPerMinute, maxNetworks)

	return func(next Handler) Handler {
		return HandlerFunc(func(ctx context.Context, req commands.Request) commands.Reply {
			t := now()
			v, wait := users.take(user{req.Network, req.User}, t)
			who, n := "you have", lim.UserPerMinute
			if v == allowed && !req.Private {
				v, wait = places.take(place{req.Network, req.Place}, t)
				who, n = "this channel has", lim.ChannelPerMinute
			}
			if v == allowed {
				v, wait = networks.take(req.Network, t)
				who, n = "everybody here together has", lim.GlobalPerMinute
			}
			switch v {
			case refused:
				return commands.Reply{
					Summary: fmt.Sprintf("One moment: %s used up %d questions a minute. I answer again in %d seconds.",
						who, n, int(wait.Seconds())+1),
					Failed: true,
				}
			case muted:
				return commands.Reply{}
			}
			return next.Answer(ctx, req)
		})
	}
}

type verdict int

const (
	allowed verdict = iota
	refused         // the first one over the limit: say so
	muted           // a later one: say nothing
)

// bucket is one token bucket. Once empty it answers nothing until it is half
// full again, rather than one question whenever a single token drips in.
type bucket struct {
	mu    sync.Mutex
	rate  *rate.Limiter
	muted bool
}

func (b *bucket) take(now time.Time) (verdict, time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.muted {
		if b.rate.TokensAt(now) < b.enough() {
			return muted, 0
		}
		b.muted = false
	}
	if b.rate.AllowN(now, 1) {
		return allowed, 0
	}
	b.muted = true
	missing := b.enough() - b.rate.TokensAt(now)
	return refused, time.Duration(missing / float64(b.rate.Limit()) * float64(time.Second))
}

// enough is the number of tokens that ends a silence.
func (b *bucket) enough() float64 { return max(1, float64(b.rate.Burst()/2)) }

// buckets keeps one bucket for each key. A nil buckets allows everything.
type buckets[K comparable] struct {
	perMinute int
	mu        sync.Mutex // makes looking up and adding one step
	cache     *lru.Cache[K, *bucket]
}

func newBuckets[K comparable](perMinute, size int) *buckets[K] {
	if perMinute <= 0 {
		return nil
	}
	cache, err := lru.New[K, *bucket](size)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &buckets[K]{perMinute: perMinute, cache: cache}
}

func (bs *buckets[K]) take(key K, now time.Time) (verdict, time.Duration) {
	if bs == nil {
		return allowed, 0
	}
	bs.mu.Lock()
	b, ok := bs.cache.Get(key)
	if !ok {
		perSecond := rate.Limit(float64(bs.perMinute) / 60)
		b = &bucket{rate: rate.NewLimiter(perSecond, bs.perMinute)}
		bs.cache.Add(key, b)
	}
	bs.mu.Unlock()
	return b.take(now)
}
