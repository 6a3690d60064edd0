package clock

import (
	"sync"
	"time"
)

// The limits of a Clock.
const (
	leap   = 2 * time.Minute  // more than this between two looks is a leap of the time of day
	settle = 10 * time.Minute // how long the time of day must then run evenly to be believed
)

// Clock notices when the time of day leaps: it compares it with a clock that
// only runs forward. It may be used from many goroutines.
type Clock struct {
	now     func() time.Time
	elapsed func() time.Duration

	mu      sync.Mutex
	ahead   time.Duration // of the time of day over elapsed, as it is believed
	other   time.Duration // the same after a leap
	since   time.Duration // when it leapt, by elapsed; 0: it has not
	started bool
}

// New returns a Clock of the time of day and of a clock that runs forward
// evenly, whose zero is of no importance.
func New(now func() time.Time, elapsed func() time.Duration) *Clock {
	return &Clock{now: now, elapsed: elapsed}
}

// System returns a Clock of the system's two clocks.
func System() *Clock {
	start := time.Now()
	return New(time.Now, func() time.Duration { return time.Since(start) })
}

// Steady reports whether the time of day can be trusted: it has not leapt, or leapt
// back, or has run evenly for ten minutes since.
func (c *Clock) Steady() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, steady := c.look(c.now())
	return steady
}

// Now returns the trusted time of day: while the clock is not Steady, what the time
// would be if it had not leapt.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	leapt, steady := c.look(now)
	if steady {
		return now
	}
	return now.Round(0).Add(-leapt)
}

// Past informs the clock of a moment in the past, such as one recorded by an earlier
// run of the program. If the time of day is before that, it has leapt back.
func (c *Clock) Past(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if _, steady := c.look(now); !steady || at.Sub(now) <= leap {
		return
	}
	elapsed := c.elapsed()
	c.ahead, c.other = time.Duration(at.UnixNano())-elapsed, time.Duration(now.UnixNano())-elapsed
	c.since = max(elapsed, 1)
}

// look reads both clocks and returns how far the time of day is ahead of the trusted
// time. The caller holds mu.
func (c *Clock) look(now time.Time) (leapt time.Duration, steady bool) {
	elapsed := c.elapsed()
	ahead := time.Duration(now.UnixNano()) - elapsed
	switch {
	case !c.started:
		c.started, c.ahead = true, ahead
		return 0, true
	case (ahead - c.ahead).Abs() <= leap:
		c.ahead, c.since = ahead, 0 // small corrections are followed
		return 0, true
	case c.since == 0 || (ahead-c.other).Abs() > leap:
		c.other, c.since = ahead, elapsed
		return ahead - c.ahead, false
	case elapsed-c.since < settle:
		c.other = ahead
		return ahead - c.ahead, false
	}
	c.ahead, c.since = ahead, 0
	return 0, true
}
