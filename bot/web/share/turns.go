package share

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrFull means that too much work is waiting already, most of it the asker's.
var ErrFull = errors.New("too much work is waiting")

// Turns limits how much work goes on at once. The rest waits, and the holder who has
// asked the least lately goes first.
type Turns struct {
	most, each, queue int
	now               func() time.Time

	mu      sync.Mutex
	running int
	by      map[Holder]*share
	waiting []*turn // the first to come first
}

// share tracks the work of one Holder.
type share struct{ running, waiting int }

// turn is work that waits.
type turn struct {
	who     Holder
	account *Account
	got     chan error // receives once: nil when its turn has come
}

// NewTurns lets most pieces of work go on at once, each of them one holder's, and
// queue of them wait. now tells the time for accounts.
func NewTurns(most, each, queue int, now func() time.Time) *Turns {
	return &Turns{most: most, each: each, queue: queue, now: now, by: map[Holder]*share{}}
}

// Wait returns when the work of a holder may begin; done must be called once when
// it has ended. The error is ctx's, or ErrFull. Wait returns ErrFull, too, for
// work that waits while others who have less of it need the room.
func (t *Turns) Wait(ctx context.Context, who Holder, a *Account) (done func(), err error) {
	t.mu.Lock()
	mine := t.by[who]
	if mine == nil {
		mine = &share{}
		t.by[who] = mine
	}
	if t.running < t.most && t.admits(who, mine) {
		t.begin(mine)
		t.mu.Unlock()
		return func() { t.end(who) }, nil
	}
	w := &turn{who, a, make(chan error, 1)}
	t.waiting = append(t.waiting, w)
	mine.waiting++
	if len(t.waiting) > t.queue {
		t.leave(t.last(), ErrFull)
	}
	t.mu.Unlock()
	select {
	case err = <-w.got:
	case <-ctx.Done():
		t.mu.Lock()
		t.leave(w, ctx.Err())
		t.mu.Unlock()
		err = <-w.got // nil if the turn came just now
	}
	if err != nil {
		return nil, err
	}
	return func() { t.end(who) }, nil
}

// Waiting returns how much work is in progress, and how much is waiting.
func (t *Turns) Waiting() (running, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.running, len(t.waiting)
}

// admits reports whether a holder may have more work going on.
func (t *Turns) admits(who Holder, s *share) bool { return who.House() || s.running < t.each }

func (t *Turns) begin(s *share) {
	s.running++
	t.running++
}

// end passes a holder's turn on to the next one.
func (t *Turns) end(who Holder) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.by[who].running--
	t.running--
	t.forget(who)
	if next := t.next(); next != nil {
		t.begin(t.by[next.who])
		t.leave(next, nil)
	}
}

// next returns, among the work that may begin, the one whose holder has the most points
// left or, among equals, the first to come. It is nil if there is none.
func (t *Turns) next() (next *turn) {
	now, best := t.now(), 0.0
	for _, w := range t.waiting {
		if !t.admits(w.who, t.by[w.who]) {
			continue
		}
		if left := w.account.Left(now); next == nil || left > best {
			next, best = w, left
		}
	}
	return next
}

// last returns the work that gives way: the last to come of the holder with the most
// work waiting or, among equals, with the fewest points left.
func (t *Turns) last() (last *turn) {
	now, most, least := t.now(), 0, 0.0
	for _, w := range t.waiting {
		n, left := t.by[w.who].waiting, w.account.Left(now)
		if last == nil || n > most || n == most && left <= least {
			last, most, least = w, n, left
		}
	}
	return last
}

// leave takes work off the queue and says why, unless that was done already.
func (t *Turns) leave(w *turn, why error) {
	i := slices.Index(t.waiting, w)
	if i < 0 {
		return
	}
	t.waiting = slices.Delete(t.waiting, i, i+1)
	t.by[w.who].waiting--
	t.forget(w.who)
	w.got <- why
}

// forget drops a holder who holds nothing.
func (t *Turns) forget(who Holder) {
	if s := t.by[who]; s.running == 0 && s.waiting == 0 {
		delete(t.by, who)
	}
}
