package bot

import (
	"fmt"
	"strings"
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
	GlobalPerMinute  int `toml:"global_per_minute"`  // from everybody on one network; never more than its pace lets out
	FlooderMinutes   int `toml:"flooder_minutes"`    // how long somebody who floods is ignored; 0: not at all
}

// userBurst is how many questions one user may ask at once.
const userBurst = 5

// strikesPerMinute is how many refused questions and unknown commands one user
// may send in a minute before being ignored as a flooder.
const strikesPerMinute = 10

// How many buckets are remembered. The least recently used one is evicted
// first, and a flooder's is never that.
const (
	maxUsers    = 4096
	maxPlaces   = 1024
	maxNetworks = 64
)

// The reasons for which a Limiter refuses.
const (
	overUser    = "user"
	overChannel = "channel"
	overNetwork = "network"
)

// Limiter holds users, channels and networks to their Limits. Whoever exceeds
// a limit is told so once, and when answers will come again; until then there
// is silence, so that a loop with another bot dies out. A user is an account
// or, without one, a host: a new nick is not a new user. It is safe for use
// from many goroutines.
type Limiter struct {
	now func() time.Time

	mu       sync.Mutex
	limits   Limits
	pace     map[commands.Network]int // lines a minute; missing: not limited
	users    *buckets[asker]
	places   *buckets[place]
	networks *buckets[commands.Network]
	strikes  *buckets[asker]
	told     *lru.Cache[notice, time.Time] // until when a notice need not be repeated
}

// asker is one user of a network.
type asker struct {
	network commands.Network
	who     string
}

type place struct {
	network commands.Network
	place   commands.Place
}

// notice is one refusal that somebody was told of.
type notice struct {
	reason string
	place  place // of a channel's limit
	asker  asker // of the other limits
}

// whoAsks identifies the asker of a request by account, else by host, else by
// what the network calls the user.
func whoAsks(req *commands.Request) asker {
	switch {
	case req.Account != "":
		return asker{req.Network, "account:" + strings.ToLower(req.Account)}
	case req.Host != "":
		return asker{req.Network, "*!*@" + strings.ToLower(req.Host)}
	}
	return asker{req.Network, strings.ToLower(string(req.User))}
}

// NewLimiter returns a Limiter of these limits.
func NewLimiter(limits Limits) *Limiter {
	l := &Limiter{now: time.Now, pace: map[commands.Network]int{}}
	l.Set(limits)
	return l
}

// Set changes the limits. What was counted so far is forgotten.
func (l *Limiter) Set(limits Limits) {
	told, err := lru.New[notice, time.Time](maxUsers)
	if err != nil {
		panic(err) // only for a size below one
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limits, l.told = limits, told
	l.users, l.places = newBuckets[asker](maxUsers), newBuckets[place](maxPlaces)
	l.networks, l.strikes = newBuckets[commands.Network](maxNetworks), newBuckets[asker](maxUsers)
}

// SetPace tells how many lines a network takes in a minute. No more questions
// than that are answered there, whatever GlobalPerMinute says; 0 is no limit.
func (l *Limiter) SetPace(n commands.Network, perMinute int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pace[n] = perMinute
}

// take charges a request to its limits. An empty reason admits it; otherwise
// text is what to tell the asker, empty if that was said before.
func (l *Limiter) take(req commands.Request) (reason, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, who := l.now(), whoAsks(&req)
	here := place{req.Network, req.Place}
	if n := l.limits.UserPerMinute; n > 0 {
		if wait := l.users.take(who, n, min(n, userBurst), now); wait > 0 {
			return overUser, l.tell(notice{reason: overUser, asker: who}, wait, now,
				"You may ask %d questions at once and %d a minute.", min(n, userBurst), n)
		}
	}
	if n := l.limits.ChannelPerMinute; n > 0 && !req.Private {
		if wait := l.places.take(here, n, n, now); wait > 0 {
			return overChannel, l.tell(notice{reason: overChannel, place: here}, wait, now,
				"This channel has used up its %d questions a minute.", n)
		}
	}
	if n := lower(l.limits.GlobalPerMinute, l.pace[req.Network]); n > 0 {
		if wait := l.networks.take(req.Network, n, n, now); wait > 0 {
			return overNetwork, l.tell(notice{reason: overNetwork, asker: who}, wait, now,
				"Everybody here together has used up the %d questions a minute that I can answer.", n)
		}
	}
	return "", ""
}

// lower is the stricter of two limits, of which 0 is none.
func lower(a, b int) int {
	if a == 0 || b == 0 {
		return a + b
	}
	return min(a, b)
}

// tell is a notice's text, unless it was told since answers stopped.
func (l *Limiter) tell(n notice, wait time.Duration, now time.Time, format string, args ...any) string {
	if until, ok := l.told.Get(n); ok && now.Before(until) {
		return ""
	}
	l.told.Add(n, now.Add(wait))
	seconds := int(wait.Seconds()) + 1
	unit := "seconds"
	if seconds == 1 {
		unit = "second"
	}
	return fmt.Sprintf(format, args...) + fmt.Sprintf(" I will answer again in %d %s.", seconds, unit)
}

// strike counts one against the asker. Out means that there have been too
// many: the asker is to be ignored for pause.
func (l *Limiter) strike(req commands.Request) (pause time.Duration, out bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limits.FlooderMinutes <= 0 {
		return 0, false
	}
	wait := l.strikes.take(whoAsks(&req), strikesPerMinute, strikesPerMinute, l.now())
	return time.Duration(l.limits.FlooderMinutes) * time.Minute, wait > 0
}

// bucket is one token bucket. Once empty it gives nothing until it is half
// full again, rather than one token whenever a single one drips in.
type bucket struct {
	rate  *rate.Limiter
	empty bool
}

// take takes one token. Without one it returns how long the bucket stays
// closed, which is more than 0.
func (b *bucket) take(now time.Time) time.Duration {
	enough := max(1, float64(b.rate.Burst()/2))
	tokens := b.rate.TokensAt(now)
	if b.empty && tokens >= enough {
		b.empty = false
	}
	if !b.empty && b.rate.AllowN(now, 1) {
		return 0
	}
	b.empty = true
	return max(1, time.Duration((enough-tokens)/float64(b.rate.Limit())*float64(time.Second)))
}

// buckets keeps one bucket for each key.
type buckets[K comparable] struct{ cache *lru.Cache[K, *bucket] }

func newBuckets[K comparable](size int) *buckets[K] {
	cache, err := lru.New[K, *bucket](size)
	if err != nil {
		panic(err) // only for a size below one
	}
	return &buckets[K]{cache}
}

// take takes a token from a key's bucket; see bucket.take.
func (bs *buckets[K]) take(key K, perMinute, burst int, now time.Time) time.Duration {
	perSecond := rate.Limit(float64(perMinute) / 60)
	b, ok := bs.cache.Get(key)
	if !ok || b.rate.Limit() != perSecond {
		b = &bucket{rate: rate.NewLimiter(perSecond, burst)}
		bs.cache.Add(key, b)
	}
	return b.take(now)
}
