package irc

import (
	"maps"
	"math"
	"slices"
	"time"

	"delphi/bot"
)

// Adapter implements these.
var (
	_ bot.Adapter  = (*Adapter)(nil)
	_ bot.Stater   = (*Adapter)(nil)
	_ bot.Speaker  = (*Adapter)(nil)
	_ bot.Joiner   = (*Adapter)(nil)
	_ bot.Reloader = (*Adapter)(nil)
	_ bot.Pulse    = (*Adapter)(nil)
	_ bot.Paced    = (*Adapter)(nil)
)

// Detail describes a network at one moment, with what only IRC has.
type Detail struct {
	Name, Address string
	Connected     bool // registered: the server has welcomed us
	Identified    bool // services know us
	Nick          string
	Joined        []string          // the channels we are in
	Waiting       map[string]string // the channels we should be in but are not, and why
	Limited       map[string]string // the channels that do not take all we say, and why
	Since         time.Time         // when this connection was made
	Lag           time.Duration     // of the last PING
	Queued        int               // answers and announcements waiting to be sent

	Reconnects  int
	LastError   string // why the last connection ended
	LastErrorAt time.Time
	NextTry     time.Time // of connecting, while not connected
	Answered    uint64    // questions, since the start
	Counts      bot.Counts
}

// State describes the connection now. Any goroutine may call it.
func (a *Adapter) State() bot.State {
	d := a.Detail()
	a.mu.Lock()
	account := a.cfg.SASL != "off" || a.cfg.Password != ""
	a.mu.Unlock()
	return bot.State{
		Unidentified: d.Connected && account && !d.Identified,
		Connected:    d.Connected, Places: d.Joined, Waiting: d.Waiting, Limited: d.Limited, Lag: d.Lag, Queued: d.Queued,
		Reconnects: d.Reconnects, LastError: d.LastError, Counts: d.Counts,
	}
}

// Detail returns a snapshot. Any goroutine may call it.
func (a *Adapter) Detail() Detail {
	a.mu.Lock()
	defer a.mu.Unlock()
	s := a.state
	s.Joined = slices.Clone(s.Joined)
	s.Waiting = maps.Clone(s.Waiting)
	s.Limited = maps.Clone(s.Limited)
	return s
}

func (a *Adapter) publish(change func(*Detail)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	change(&a.state)
}

// disconnected resets the state to that of a network without a connection; err
// is why the last one ended, and next when the next one will be tried.
func (a *Adapter) disconnected(err error, next time.Time) {
	a.publish(func(s *Detail) {
		*s = Detail{Name: s.Name, Address: s.Address, Reconnects: s.Reconnects, LastError: s.LastError,
			LastErrorAt: s.LastErrorAt, Answered: s.Answered, Counts: s.Counts, NextTry: next}
		if err != nil {
			s.Reconnects++
			s.LastError, s.LastErrorAt = err.Error(), time.Now()
		}
	})
}

// Busy reports that answers are waiting to be sent, or that there is no
// connection.
func (a *Adapter) Busy() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.state.Connected || a.state.Queued > 0
}

// PerMinute returns how many lines the configured pace allows in a minute, at least
// one; 0 if pacing is off.
func (a *Adapter) PerMinute() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return int(math.Ceil(60 * *a.cfg.LinesPerSecond))
}

// Beat is when the connection's loop last turned.
func (a *Adapter) Beat() time.Time { return a.heart.Beat() }
