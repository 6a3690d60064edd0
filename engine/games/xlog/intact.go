package xlog

import (
	"cmp"
	"errors"
	"math"
)

// These are the errors of a row whose fields can be read but which is damaged, or
// cannot be true. Each is worded to be shown, and the same for all such rows, so that
// they can be counted by it.
var (
	ErrCutDeath    = errors.New("cut off within its death")
	ErrFuture      = errors.New("its time lies in the future")
	ErrBackwards   = errors.New("it ends before it began")
	ErrPointsBelow = errors.New("points below 0")
	ErrPointsOver  = errors.New("points of a counter that ran over")
	ErrTurnsBelow  = errors.New("turns below 0")
	ErrTurnsOver   = errors.New("turns of a counter that ran over")
)

// daySeconds is how far a row's time may lie past the reader's clock: servers write
// dates of their own time zones, and their clocks are not always right.
const daySeconds = 86400

// Intact reports what shows that a row of a game log is damaged, or not Credible, although
// its fields can be read. Its error is one of those above.
func Intact(r Record, now int64) error {
	// Every version of the game writes more fields after the death.
	if n := len(r.Fields); n > 0 && r.Fields[n-1].Key == "death" {
		return ErrCutDeath
	}
	return Credible(r, now)
}

// Credible reports what cannot be true of a row of a game log or livelog: that it ends
// after now by more than a day, or before it began, or has points or turns that no game
// has. now is the reader's clock in unix seconds. Its error is one of those above.
func Credible(r Record, now int64) error {
	return cmp.Or(r.timely(now), r.counter("points", math.MaxInt64, ErrPointsBelow, ErrPointsOver),
		r.counter("turns", math.MaxInt32, ErrTurnsBelow, ErrTurnsOver))
}

// timely checks the times of a row: those in seconds, else those in dates.
func (r *Record) timely(now int64) error {
	start, end := r.moment("starttime", "starttimeus"), r.moment("endtime", "endtimeus")
	if end == 0 {
		end = cmp.Or(r.moment("curtime", ""), r.moment("currenttime", ""))
	}
	switch {
	case end > now+daySeconds:
		return ErrFuture
	case start >= earliest && end != 0 && end < start:
		return ErrBackwards
	case start > now+daySeconds:
		return ErrFuture
	}
	born, died := r.date("birthdate"), r.date("deathdate")
	switch {
	case end >= earliest: // it needs no dates
		return nil
	case died > now+daySeconds:
		return ErrFuture
	case died != 0 && max(born, start) > died+2*daySeconds:
		return ErrBackwards
	}
	return nil
}

// moment returns the time that a key has in unix seconds, or another in microseconds; 0 if
// neither has one.
func (r *Record) moment(seconds, micros string) int64 {
	at, _ := r.Int(seconds)
	if at == 0 && micros != "" {
		at, _ = r.Int(micros)
		at /= 1e6
	}
	return at
}

// date returns the first second of the day that a key has as YYYYMMDD; 0 if it has none.
func (r *Record) date(key string) int64 {
	n, _ := r.Int(key)
	at, _ := day(n)
	return at
}

// counter checks a figure that only grows. One of 32 bits that ran over is below 0, or,
// written without its sign, from 2^31 to 2^32; none is above most.
func (r *Record) counter(key string, most int64, below, over error) error {
	v, ok := r.Raw(key)
	if !ok {
		return nil
	}
	n, _ := parseInt(v)
	switch {
	case n < 0:
		return below
	case n > most, n > math.MaxInt32 && n <= math.MaxUint32, beyond(v):
		return over
	}
	return nil
}
