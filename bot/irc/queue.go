package irc

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

const (
	maxControl = 512 // protocol lines waiting
	maxRush    = 10  // lines a second when the queue is emptied at the end
)

var errControlFull = errors.New("the server reads nothing: too many protocol lines wait for it")

// answer is the lines of one reply, which stay together.
type answer struct {
	target string   // folded; answers of different targets take turns
	asker  string   // whom it is for: who has most waiting loses the oldest first
	lines  []string // whole protocol lines without CRLF
}

// queue holds what is to be sent on one connection. Protocol lines (PONG,
// JOIN, ...) go first and are never held back; answers go at the pace of a
// token bucket, one line of each target in turn. When it is full the oldest
// answer of the asker who has most waiting is dropped; with pacing off, add
// waits instead. Safe for use from many goroutines.
type queue struct {
	pace *rate.Limiter // nil: no pacing
	most int           // answers that may wait, of all targets together
	wake chan struct{} // something was added; holds one
	room chan struct{} // something was taken; holds one

	mu       sync.Mutex
	control  []string
	targets  []*target // in order of their turns
	byName   map[string]*target
	byAsker  map[string]int
	answers  int
	dropped  uint64
	overflow bool   // of control
	closing  bool   // no more answers; end once empty
	last     string // the line to end with
}

type target struct {
	name    string
	answers []answer
}

func newQueue(linesPerSecond float64, burst int) *queue {
	q := &queue{
		wake:    make(chan struct{}, 1),
		room:    make(chan struct{}, 1),
		byName:  map[string]*target{},
		byAsker: map[string]int{},
	}
	q.setPace(linesPerSecond, burst)
	return q
}

// setPace sets how fast answers go out; 0 is as fast as the server takes them.
func (q *queue) setPace(linesPerSecond float64, burst int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pace, q.most = nil, 256 // with pacing off, this only makes the workers wait
	if linesPerSecond > 0 {
		q.pace = rate.NewLimiter(rate.Limit(linesPerSecond), burst)
		// What cannot be said within a minute is of no use any more.
		q.most = min(max(burst+int(60*linesPerSecond), 16), q.most)
	}
	signal(q.wake)
	signal(q.room)
}

func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// now sends a protocol line before any answer. One that is too long for the
// protocol, which only what a server made up can make it, is not sent.
func (q *queue) now(line string) {
	if len(line) > lineBytes-len("\r\n") {
		return
	}
	q.mu.Lock()
	if len(q.control) < maxControl {
		q.control = append(q.control, line)
	} else {
		q.overflow = true
	}
	q.mu.Unlock()
	signal(q.wake)
}

// add queues an answer. With pacing off and the queue full it waits for room,
// until ctx ends.
func (q *queue) add(ctx context.Context, a answer) {
	if len(a.lines) == 0 {
		return
	}
	for {
		q.mu.Lock()
		full := q.answers >= q.most
		if !full || q.pace != nil || q.closing {
			if !q.closing {
				if full {
					q.dropOne()
				}
				q.push(a)
			}
			more := q.answers < q.most
			q.mu.Unlock()
			signal(q.wake)
			if more {
				signal(q.room) // for the next one that waits
			}
			return
		}
		q.mu.Unlock()
		select {
		case <-q.room:
		case <-ctx.Done():
			return
		}
	}
}

func (q *queue) push(a answer) {
	t := q.byName[a.target]
	if t == nil {
		t = &target{name: a.target}
		q.byName[a.target] = t
		q.targets = append(q.targets, t)
	}
	t.answers = append(t.answers, a)
	q.byAsker[a.asker]++
	q.answers++
}

// dropOne makes room at the expense of whoever takes most.
func (q *queue) dropOne() {
	worst, most := "", 0
	for asker, n := range q.byAsker {
		if n > most || n == most && asker < worst {
			worst, most = asker, n
		}
	}
	for _, t := range q.targets {
		for i, a := range t.answers {
			if a.asker == worst {
				t.answers = slices.Delete(t.answers, i, i+1)
				q.gone(a)
				q.dropped++
				if len(t.answers) == 0 {
					q.forget(t)
				}
				return
			}
		}
	}
}

// gone counts an answer out.
func (q *queue) gone(a answer) {
	q.answers--
	if q.byAsker[a.asker]--; q.byAsker[a.asker] == 0 {
		delete(q.byAsker, a.asker)
	}
}

func (q *queue) forget(t *target) {
	delete(q.byName, t.name)
	q.targets = slices.DeleteFunc(q.targets, func(o *target) bool { return o == t })
}

// next takes the line to send now. If there is none, wait is how long until
// there may be (math.MaxInt64: until something is added), and done says that
// there never will be.
func (q *queue) next(now time.Time) (line string, ok bool, wait time.Duration, done bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.control) > 0 {
		line = q.control[0]
		q.control = q.control[1:]
		return line, true, 0, false
	}
	if len(q.targets) == 0 {
		if q.closing {
			line, q.last = q.last, ""
			return line, line != "", 0, line == ""
		}
		return "", false, math.MaxInt64, false
	}
	if q.pace != nil && !q.pace.AllowN(now, 1) {
		missing := 1 - q.pace.TokensAt(now)
		return "", false, time.Duration(missing / float64(q.pace.Limit()) * float64(time.Second)), false
	}
	t := q.targets[0]
	a := &t.answers[0]
	line = a.lines[0]
	a.lines = a.lines[1:]
	if len(a.lines) == 0 {
		q.gone(*a)
		t.answers = t.answers[1:]
		signal(q.room)
	}
	if len(t.answers) == 0 {
		q.forget(t)
	} else if len(q.targets) > 1 {
		q.targets = append(q.targets[1:], t) // the others' turn
	}
	return line, true, 0, false
}

// close takes no more answers and makes run return once everything has gone
// out, with the line last at the end. The pace is raised, within reason, for
// this to take no longer than within.
func (q *queue) close(last string, within time.Duration) {
	q.mu.Lock()
	if !q.closing {
		q.closing, q.last = true, last
		if q.pace != nil {
			lines := 0
			for _, t := range q.targets {
				for _, a := range t.answers {
					lines += len(a.lines)
				}
			}
			needed := rate.Limit(float64(lines+1) / within.Seconds())
			q.pace.SetLimit(max(q.pace.Limit(), min(needed, maxRush)))
		}
	}
	q.mu.Unlock()
	signal(q.wake)
	signal(q.room)
}

// run writes to w until ctx ends, a write fails, or close has been obeyed.
func (q *queue) run(ctx context.Context, w io.Writer) error {
	buf := bufio.NewWriterSize(w, 4096)
	for {
		line, ok, wait, done := q.next(time.Now())
		if ok {
			buf.WriteString(line) //nolint:errcheck // Flush has it
			if _, err := buf.WriteString("\r\n"); err != nil {
				return err
			}
			continue
		}
		if err := buf.Flush(); err != nil || done {
			return err
		}
		if q.overflowed() {
			return errControlFull
		}
		var timer <-chan time.Time
		if wait != math.MaxInt64 {
			timer = time.After(wait)
		}
		select {
		case <-q.wake:
		case <-timer:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (q *queue) overflowed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.overflow
}

// size is the answers waiting.
func (q *queue) size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.answers
}

// takeDropped is the answers dropped since it was last asked.
func (q *queue) takeDropped() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := q.dropped
	q.dropped = 0
	return n
}
