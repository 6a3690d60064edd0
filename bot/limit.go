package bot

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"delphi/commands"
)

// Limits is how much is answered in a minute; 0 is no limit. A user's questions
// are counted. For channels and networks an answer counts by its [Turn.Cost].
type Limits struct {
	UserPerMinute    int `toml:"user_per_minute"`    // to one user of one network
	ChannelPerMinute int `toml:"channel_per_minute"` // in one channel, shared by those who ask there; private messages do not count
	GlobalPerMinute  int `toml:"global_per_minute"`  // on one network, shared by its channels; never more than its pace lets out; pages do not count
	FlooderMinutes   int `toml:"flooder_minutes"`    // how long somebody who floods is ignored; 0: not at all
}

// userBurst is the number of questions that a user may ask in a burst.
const userBurst = 5

// strikesPerMinute is how many refused questions and unknown commands one user
// may send in a minute before being ignored as a flooder.
const strikesPerMinute = 10

// atOnce is how many questions an adapter works on at a time. As many units as
// a pool gives in a second are had by working a second on each of them.
const atOnce = 16

// How many buckets and pools are remembered, and how many askers in each pool.
// The least recently used one is evicted first, and a flooder's is never that.
const (
	maxUsers    = 4096
	maxPlaces   = 256
	maxInPlace  = 512
	maxNetworks = 64
)

// The reasons for which a Limiter refuses.
const (
	overUser    = "user"
	overChannel = "channel"
	overNetwork = "network"
)

// Limiter holds users, channels and networks to their Limits. What a channel or
// a network has is shared; see pool. Whoever is refused is told so once, and when
// to ask again; until then there is silence, so that a loop with another bot dies
// out. A user is an account or, without one, a host: a new nick is not a new
// user. It is safe for use from many goroutines.
type Limiter struct {
	now func() time.Time

	mu       sync.Mutex
	limits   Limits
	pace     map[commands.Network]int // lines a minute; missing: not limited
	users    *buckets[asker]
	places   *lru.Cache[place, *pool]
	networks *lru.Cache[commands.Network, *pool]
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
	place  place // where; of a user's limit it is said in one place only
	asker  asker
}

// whoAsks identifies the asker of a request by account, else by user name and host, with the
// realname where it is known: a gateway may give all of its users one user name. Else it is
// by what the network calls the user.
func whoAsks(req *commands.Request) asker {
	switch {
	case req.Account != "":
		return asker{req.Network, "account:" + strings.ToLower(req.Account)}
	case req.Host != "":
		who := "*!" + cmp.Or(ident(req), "*") + "@" + strings.ToLower(req.Host)
		if req.Realname != "" && ident(req) != "" { // behind a blank, it is part of no mask
			who += " " + strings.ToLower(req.Realname)
		}
		return asker{req.Network, who}
	}
	return asker{req.Network, strings.ToLower(string(req.User))}
}

// ident is the user name of an asker, in lower case, which tells apart who shares a web
// gateway or a shell; empty: the network shows none, or it is a pattern.
func ident(req *commands.Request) string {
	_, rest, ok := strings.Cut(req.Mask, "!")
	name, _, found := strings.Cut(rest, "@")
	if !ok || !found || strings.ContainsAny(name, "*?!") {
		return ""
	}
	return strings.ToLower(name)
}

// sharing is how many askers of one host are heard at the same time: whoever comes back under
// another user name without end is held to this.
const sharing = 4

// hostOf is the host that an asker without an account shares with others; ok is false for who
// shares none.
func hostOf(req *commands.Request) (host asker, ok bool) {
	if req.Account != "" || req.Host == "" || ident(req) == "" {
		return asker{}, false
	}
	return asker{req.Network, "*!*@" + strings.ToLower(req.Host)}, true
}

// private is where all that is asked in private shares what a network has, so
// that many who do so are no more than a channel is.
const private = ""

// path returns where a request asks for its share of a network: the places around
// its own, from the outermost (a server of Discord), then its own, then the asker.
func path(req *commands.Request, who asker) []string {
	if req.Place == commands.Place(req.User) || req.Private && len(req.Within) == 0 {
		return []string{private, who.who}
	}
	out := make([]string, 0, len(req.Within)+2)
	for _, around := range slices.Backward(req.Within) {
		out = append(out, string(around))
	}
	return append(out, string(req.Place), who.who)
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
	l.users, l.strikes = newBuckets[asker](maxUsers), newBuckets[asker](maxUsers)
	l.places, _ = lru.New[place, *pool](maxPlaces)                // sizes above nothing are no error
	l.networks, _ = lru.New[commands.Network, *pool](maxNetworks) // likewise
}

// SetPace tells how many lines a network takes in a minute. No more than that
// is answered there, whatever GlobalPerMinute says; 0 is no limit.
func (l *Limiter) SetPace(n commands.Network, perMinute int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pace[n] = perMinute
}

// take asks for a request's part of what its limits allow. An empty reason
// admits it, as one unit; otherwise text is what to tell the asker, empty if that
// was said before. What it costs beyond that is charged to where.
func (l *Limiter) take(req *commands.Request) (where charged, reason, text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, who := l.now(), whoAsks(req)
	here := place{req.Network, req.Place}
	if n := l.limits.UserPerMinute; n > 0 {
		wait := l.users.take(who, n, min(n, userBurst), now)
		if host, shared := hostOf(req); shared && wait == 0 {
			wait = l.users.take(host, sharing*n, sharing*min(n, userBurst), now)
		}
		if wait > 0 {
			return nil, overUser, l.tell(notice{reason: overUser, asker: who}, wait, now, fmt.Sprintf(
				"You may ask %d questions at once and %d a minute. I will answer again in %s.", min(n, userBurst), n, span(wait.Truncate(time.Second)+time.Second)))
		}
	}
	if n := l.limits.ChannelPerMinute; n > 0 && !req.Private {
		at, wait := poolOf(l.places, here, n, maxInPlace).take(now, []string{who.who})
		where = append(where, at)
		if wait = even(wait); wait > 0 {
			return where, overChannel, l.tell(notice{overChannel, here, who}, wait, now,
				"I am asked more in this channel than I may answer. Please ask again in about "+span(wait)+".")
		}
	}
	// Those who read pages are nobody in particular, and many: a limit on all of
	// them together would let some shut out the rest. The pages have their own shares.
	if n := lower(l.limits.GlobalPerMinute, l.pace[req.Network]); n > 0 && !req.Nobody {
		at, wait := poolOf(l.networks, req.Network, n, maxUsers).take(now, path(req, who))
		where = append(where, at)
		if wait = even(wait); wait > 0 {
			return where, overNetwork, l.tell(notice{overNetwork, here, who}, wait, now,
				"I am asked more on this network than I may answer. Please ask again in about "+span(wait)+".")
		}
	}
	for _, at := range where {
		at.spend(1, now)
	}
	return where, "", ""
}

// poolOf returns the pool of a network or a channel, a new one if it has none of
// that size.
func poolOf[K comparable](pools *lru.Cache[K, *pool], key K, perMinute, askers int) *pool {
	p, ok := pools.Get(key)
	if !ok || p.root.rate != float64(perMinute) {
		p = newPool(perMinute, askers)
		pools.Add(key, p)
	}
	return p
}

// charged is to whom a request is charged: its asker in each pool.
type charged []*member

// answered charges what an answer cost beyond the one unit that was taken for
// it: what it is to send, and how long it was worked on.
func (l *Limiter) answered(where charged, units float64, worked time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, at := range where {
		at.spend(units+worked.Minutes()*at.whole()/atOnce, now)
	}
}

// refused charges what a refusal was to send to where the asker is.
func (l *Limiter) refused(where charged, units float64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	for _, at := range where {
		if at.in != nil {
			at.in.spend(units, now)
		}
	}
}

// lower returns the stricter of two limits, of which 0 is none.
func lower(a, b int) int {
	if a == 0 || b == 0 {
		return a + b
	}
	return min(a, b)
}

// tell returns a notice's text, unless it was told and the time that it named has
// not passed.
func (l *Limiter) tell(n notice, wait time.Duration, now time.Time, text string) string {
	if until, ok := l.told.Get(n); ok && now.Before(until) {
		return ""
	}
	l.told.Add(n, now.Add(wait))
	return text
}

// even rounds a wait that nobody knows exactly up, to what many may be told
// with one text: ten seconds, and above a minute minutes.
func even(wait time.Duration) time.Duration {
	step := 10 * time.Second
	if wait > time.Minute {
		step = time.Minute
	}
	return (wait + step - 1) / step * step
}

// span returns a time as it is said.
func span(d time.Duration) string {
	n, unit := int((d+time.Second-1)/time.Second), "second"
	if n > 60 && n%60 == 0 {
		n, unit = n/60, "minute"
	}
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// strike counts one against the asker. Out means that there have been too
// many: who, the asker or a host that many names come from, is to be ignored for pause.
func (l *Limiter) strike(req *commands.Request) (pause time.Duration, who string, out bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limits.FlooderMinutes <= 0 {
		return 0, "", false
	}
	pause, one := time.Duration(l.limits.FlooderMinutes)*time.Minute, whoAsks(req)
	wait := l.strikes.take(one, strikesPerMinute, strikesPerMinute, l.now())
	if host, shared := hostOf(req); shared && l.strikes.take(host, sharing*strikesPerMinute, sharing*strikesPerMinute, l.now()) > 0 {
		return pause, host.who, true
	}
	return pause, one.who, wait > 0
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
