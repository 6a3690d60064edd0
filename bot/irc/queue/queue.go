package queue

import (
	"bufio"
	"context"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// LineBytes is how long a line may be, with its CRLF.
const LineBytes = 512

const (
	maxControl   = 512         // protocol lines that may wait
	maxApologies = 16          // apologies for lost answers that may wait
	maxAskers    = 1024        // askers whose recent use is remembered
	maxRush      = 10          // lines a second while the queue is emptied at the end
	apologyEvery = time.Minute // an asker gets at most one apology in this time
)

var (
	ErrControlFull      = errors.New("the server reads nothing: too many protocol lines are waiting for it")
	errTooManyAnnounced = errors.New("too many announcements are waiting to be sent")
)

// Answer is the lines of one reply.
type Answer struct {
	Target string   // the channel, folded; empty: in private, where all share the turns of one channel
	Asker  string   // whose question it answers; askers take turns within a target
	Nick   string   // the asker's folded nick, by which forget finds the answer
	Lines  []string // whole protocol lines without CRLF
	Sorry  string   // the protocol line that tells the asker if the answer is dropped; empty: nobody is told

	Of any // what it was made from, for Withdraw and Refused; comparable

	apology bool     // it is such a line itself, or tells of a refusal
	names   []string // whom the refusal is told to, of one that more may be added to
	begun   bool     // its first line has been sent
	number  uint64   // counted over all answers
}

// Queue holds what is to be sent on one connection.
//
// Protocol lines (PONG, JOIN, ...) go first and are never held back. Answers go
// at the pace of a token bucket. The target that had the fewest lines lately has
// the next line, and within it the asker who had the fewest has the next answer.
// The last third of the bucket is reserved for light targets and light askers,
// those who had few lines lately: half of it for either, and all of it for a
// light asker at a light target. So neither somebody who asks a lot nor a
// channel where many ask delays anybody else. Announcements go when no answer is
// waiting.
//
// When the queue is full, the target that would have the most answers waiting
// loses one: the asker who would have the most of those loses the latest, and is
// told. With pacing off, add waits instead. A Queue is safe for use from many
// goroutines.
type Queue struct {
	wake chan struct{} // something was added; holds one signal
	room chan struct{} // something was taken; holds one signal

	mu        sync.Mutex
	pace      *rate.Limiter // nil: no pacing
	reserve   float64       // tokens that are kept for light askers and light targets
	allowance float64       // lines that an asker or a target may have at once before being a heavy one
	most      int           // answers that may wait, of all targets together

	control   []string
	targets   []*target // those with equal claims in the order of their turns
	announced []Answer
	askers    map[string]*asker
	uses      map[string]*use // of targets by name, with answers waiting or not
	answers   int             // waiting, without announcements
	apologies int             // of those
	sent      []Sent          // the latest messages, oldest first
	added     uint64          // answers, ever
	dropped   uint64
	overflow  bool   // too many control lines
	closing   bool   // no more answers are taken; run ends once the queue is empty
	last      string // the line to end with
}

// target is a channel with answers waiting, or everybody who waits in private.
type target struct {
	name  string
	use   *use
	lanes []*lane // those with equal claims in the order of their turns
}

// lane is the answers to one asker at one target, oldest first.
type lane struct {
	asker   *asker
	answers []Answer
}

// asker records how much of the queue one user occupies.
type asker struct {
	use
	name    string
	waiting int       // answers in the queue
	told    time.Time // of the last apology
}

// use is how many lines an asker or a target had lately. It leaks at half the pace.
type use struct {
	lines float64
	at    time.Time // when lines was right
}

// New returns an empty queue with a pace, as SetPace has it.
func New(linesPerSecond float64, burst int) *Queue {
	q := &Queue{
		wake:   make(chan struct{}, 1),
		room:   make(chan struct{}, 1),
		askers: map[string]*asker{},
		uses:   map[string]*use{},
	}
	q.SetPace(linesPerSecond, burst)
	return q
}

// SetPace sets how fast answers go out; 0 is as fast as the server takes them.
func (q *Queue) SetPace(linesPerSecond float64, burst int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.pace, q.most = nil, 256 // with pacing off, this only makes the workers wait
	if linesPerSecond > 0 {
		q.pace = rate.NewLimiter(rate.Limit(linesPerSecond), burst)
		q.reserve = float64(burst / 3)
		q.allowance = float64(burst) - q.reserve
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

// Now sends a protocol line before any answer. A line that is too long for the
// protocol is not sent; only a server's own overlong names can make one.
func (q *Queue) Now(line string) {
	if len(line) > LineBytes-len("\r\n") {
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

// Add queues an answer. With pacing off and the queue full it waits for room,
// until ctx ends.
func (q *Queue) Add(ctx context.Context, a Answer) {
	for !q.Offer(a) {
		select {
		case <-q.room:
		case <-ctx.Done():
			return
		}
	}
}

// Offer queues an answer without waiting. It reports false, and has done
// nothing, where pacing is off and the queue is full.
func (q *Queue) Offer(a Answer) bool {
	if len(a.Lines) == 0 {
		return true
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closing {
		return true
	}
	if q.answers >= q.most {
		if q.pace == nil {
			return false
		}
		a = q.displace(a, time.Now())
	}
	if len(a.Lines) > 0 {
		q.push(a)
	}
	signal(q.wake)
	if q.answers < q.most {
		signal(q.room) // for the next one that waits
	}
	return true
}

// Others reports whether answers to somebody besides an asker wait for a target.
func (q *Queue) Others(where, asker string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.targets, func(t *target) bool { return t.name == where })
	return i >= 0 && slices.ContainsFunc(q.targets[i].lanes, func(l *lane) bool { return l.asker.name != asker })
}

// Announce queues lines that nobody asked for, to be sent when no answer is
// waiting.
func (q *Queue) Announce(a Answer) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.announced) >= q.most {
		q.dropped++
		return errTooManyAnnounced
	}
	if !q.closing && len(a.Lines) > 0 {
		q.announced = append(q.announced, a)
	}
	signal(q.wake)
	return nil
}

func (q *Queue) push(a Answer) {
	i := slices.IndexFunc(q.targets, func(t *target) bool { return t.name == a.Target })
	if i < 0 {
		i = len(q.targets)
		q.targets = append(q.targets, &target{name: a.Target, use: q.useOf(a.Target)})
	}
	t, who := q.targets[i], q.asker(a.Asker)
	j := slices.IndexFunc(t.lanes, func(l *lane) bool { return l.asker == who })
	if j < 0 {
		j = len(t.lanes)
		t.lanes = append(t.lanes, &lane{asker: who})
	}
	q.added++
	a.number = q.added
	t.lanes[j].answers = append(t.lanes[j].answers, a)
	who.waiting++
	q.answers++
}

// next takes the line to send now. If there is none, wait is how long until
// there may be (math.MaxInt64: until something is added), and done says that
// there never will be.
func (q *Queue) next(now time.Time) (line string, ok bool, wait time.Duration, done bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.control) > 0 {
		line = q.control[0]
		q.control = q.control[1:]
		return line, true, 0, false
	}
	if len(q.targets) == 0 && len(q.announced) == 0 {
		if q.closing {
			line, q.last = q.last, ""
			return line, line != "", 0, line == ""
		}
		return "", false, math.MaxInt64, false
	}
	i, j, kept := q.turn(now)
	if wait := q.due(now, kept); wait > 0 {
		return "", false, wait, false
	}
	if len(q.targets) == 0 {
		a := &q.announced[0]
		line, a.Lines = a.Lines[0], a.Lines[1:]
		q.note(line, a, now)
		if len(a.Lines) == 0 {
			q.announced = q.announced[1:]
		}
		return line, true, 0, false
	}
	return q.take(i, j, now), true, 0, false
}

// Close takes no more answers and makes run return once everything has been
// sent, with the line last at the end. The pace is raised, within reason, so
// that this takes no longer than within.
func (q *Queue) Close(last string, within time.Duration) {
	q.mu.Lock()
	if !q.closing {
		q.closing, q.last = true, last
		if q.pace != nil {
			needed := rate.Limit(float64(q.lines()+1) / within.Seconds())
			q.pace.SetLimit(max(q.pace.Limit(), min(needed, maxRush)))
		}
	}
	q.mu.Unlock()
	signal(q.wake)
	signal(q.room)
}

func (q *Queue) lines() (n int) {
	for _, t := range q.targets {
		for _, l := range t.lanes {
			for _, a := range l.answers {
				n += len(a.Lines)
			}
		}
	}
	for _, a := range q.announced {
		n += len(a.Lines)
	}
	return n
}

// Run writes to w until ctx ends, a write fails, or close has been obeyed.
func (q *Queue) Run(ctx context.Context, w io.Writer) error {
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
			return ErrControlFull
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

func (q *Queue) overflowed() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.overflow
}

// Size returns how many answers and announcements are waiting.
func (q *Queue) Size() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.answers + len(q.announced)
}

// TakeDropped returns how many were dropped since it was last asked.
func (q *Queue) TakeDropped() uint64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := q.dropped
	q.dropped = 0
	return n
}

// Parts returns how many lines of the protocol a queued line is.
func Parts(line string) int { return 1 + strings.Count(line, "\r\n") }
