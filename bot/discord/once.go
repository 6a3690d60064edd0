package discord

import (
	"strconv"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// mostIDs is how many ids an endpoint remembers: those of more than five
// minutes at a hundred interactions a second, in a few MB.
const mostIDs = 1 << 16

// once lets each interaction in once, although its signature would be good for
// five minutes. Its memory is bounded. When it forgets an id, it refuses that
// one and all that Discord made earlier and that it does not remember: ids are
// numbers that grow with time, so these are older than mostIDs others. It also
// refuses those made before it began: the process before this one may have
// answered them, and Discord waits for no answer to them any more.
type once struct {
	mu     sync.Mutex
	seen   *lru.Cache[uint64, struct{}]
	forgot uint64 // the greatest id that was forgotten
}

// newOnce returns a once that remembers most ids and lets in those made from
// begin on.
func newOnce(most int, begin time.Time) *once {
	o := &once{forgot: snowflakeBefore(begin)}
	var err error
	o.seen, err = lru.NewWithEvict(most, func(id uint64, _ struct{}) { o.forgot = max(o.forgot, id) })
	if err != nil {
		panic(err) // only for a size below one
	}
	return o
}

// Ids hold the milliseconds since the beginning of 2015, above this many bits.
const (
	idEpoch = 1420070400000
	idBits  = 22
)

// snowflakeBefore returns the greatest id that Discord made before a time; 0 before
// it made any.
func snowflakeBefore(t time.Time) uint64 {
	ms := t.UnixMilli() - idEpoch
	if ms <= 0 {
		return 0
	}
	return uint64(ms)<<idBits - 1
}

// first reports whether an id has not come before. It is false for what is not
// an id.
func (o *once) first(id string) bool {
	n, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if n <= o.forgot {
		return false
	}
	known, _ := o.seen.ContainsOrAdd(n, struct{}{})
	return !known
}
