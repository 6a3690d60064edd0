package queue

import (
	"slices"
	"time"
)

// This is how a queue shares what may be sent among those who ask: whose turn
// it is, and who loses an answer when there is no room.

// turn returns whose turn it is, and how many tokens must be left in the bucket
// for others.
func (q *Queue) turn(now time.Time) (i, j int, kept float64) {
	if q.pace == nil || len(q.targets) == 0 {
		if q.closing { // nobody needs the reserve any more
			return 0, 0, 0
		}
		return 0, 0, q.reserve
	}
	for k, t := range q.targets {
		if q.usedBy(t.use, now) < q.targets[i].use.lines {
			i = k
		}
	}
	lanes := q.targets[i].lanes
	for k, l := range lanes {
		q.usedBy(&l.asker.use, now)
		if q.before(l, lanes[j]) {
			j = k
		}
	}
	for _, u := range []*use{q.targets[i].use, &lanes[j].asker.use} {
		if !q.closing && !q.light(u) {
			kept += q.reserve / 2
		}
	}
	return i, j, kept
}

// before reports whether one lane goes before another: light askers first, then
// an answer that is half said, then whoever had the fewest lines.
func (q *Queue) before(a, b *lane) bool {
	if x, y := q.light(&a.asker.use), q.light(&b.asker.use); x != y {
		return x
	}
	if x, y := a.answers[0].begun, b.answers[0].begun; x != y {
		return x
	}
	return a.asker.lines < b.asker.lines
}

// light reports whether another line makes nobody a heavy user.
func (q *Queue) light(u *use) bool { return u.lines <= q.allowance-1 }

// usedBy brings up to date what an asker or a target has used, which leaks at
// half the pace.
func (q *Queue) usedBy(u *use, now time.Time) float64 {
	if d := now.Sub(u.at); d > 0 {
		u.lines, u.at = max(0, u.lines-d.Seconds()*float64(q.pace.Limit())/2), now
	}
	return u.lines
}

// useOf returns what is known of how much a target has used. Those that are not in
// use are forgotten when there are too many.
func (q *Queue) useOf(target string) *use {
	u := q.uses[target]
	if u == nil {
		if len(q.uses) >= maxAskers {
			clear(q.uses)
			for _, t := range q.targets {
				q.uses[t.name] = t.use
			}
		}
		u = &use{}
		q.uses[target] = u
	}
	return u
}

// due takes a token, or says how long until one may be had with so many kept.
func (q *Queue) due(now time.Time, kept float64) time.Duration {
	if q.pace == nil {
		return 0
	}
	if missing := 1 + kept - q.pace.TokensAt(now); missing > 0 {
		wait := time.Duration(missing / float64(q.pace.Limit()) * float64(time.Second))
		return max(wait, time.Millisecond)
	}
	q.pace.AllowN(now, 1)
	return 0
}

// take removes the next line of a lane and moves the turns on.
func (q *Queue) take(i, j int, now time.Time) string {
	t := q.targets[i]
	l := t.lanes[j]
	a := &l.answers[0]
	line := a.Lines[0]
	a.Lines, a.begun = a.Lines[1:], true
	q.note(line, a, now)
	if q.pace != nil {
		// A flood is forgotten in the time that it takes to say two bursts.
		n := Parts(line)
		for _, u := range []*use{t.use, &l.asker.use} {
			u.lines = min(q.usedBy(u, now)+float64(n), 2*q.allowance)
		}
		if n > 1 { // all of them go now, and what comes next waits for it
			q.pace.ReserveN(now, min(n-1, q.pace.Burst()))
		}
	}
	if len(a.Lines) == 0 {
		if !q.remove(i, j, 0) && len(t.lanes) > 1 {
			t.lanes = append(slices.Delete(t.lanes, j, j+1), l) // the next asker's turn
		}
		signal(q.room)
	}
	if len(t.lanes) > 0 && len(q.targets) > 1 {
		q.targets = append(slices.Delete(q.targets, i, i+1), t) // the next target's turn
	}
	return line
}

// asker returns what is known of an asker, evicting idle ones when there are
// too many.
func (q *Queue) asker(name string) *asker {
	who := q.askers[name]
	if who == nil {
		if len(q.askers) >= maxAskers {
			for k, a := range q.askers {
				if a.waiting == 0 {
					delete(q.askers, k)
				}
			}
		}
		who = &asker{name: name}
		q.askers[name] = who
	}
	return who
}

// displace makes room in a full queue: of the target that would have the most
// answers waiting, the asker who would have the most there loses the latest one
// that is not half said. Where several have as many, the latest to ask loses. It
// returns the answer to queue, which is empty if a itself is the loss.
func (q *Queue) displace(a Answer, now time.Time) Answer {
	lost := a
	if t := q.fullest(a.Target); t != nil {
		if l := t.fullest(a); l != nil {
			if other, ok := q.takeLatest(t, l); ok {
				lost = other
			}
		}
	}
	q.dropped++
	q.sorry(lost, now)
	if lost.number == 0 { // it was never queued
		return Answer{}
	}
	return a
}

// fullest returns the target with the most answers, once there is one more at the
// named one; nil if that is the named one and it has no other.
func (q *Queue) fullest(named string) (fullest *target) {
	most := 1
	for _, t := range q.targets {
		if t.name == named {
			fullest, most = t, t.waiting()+1
		}
	}
	for _, t := range q.targets {
		if n := t.waiting(); t.name != named && n > most {
			fullest, most = t, n
		}
	}
	return fullest
}

// fullest returns the lane with the most answers, once a is waiting, too; nil if that
// is the lane of a.
func (t *target) fullest(a Answer) (fullest *lane) {
	most := 0
	for _, l := range t.lanes {
		if t.name == a.Target && l.asker.name == a.Asker {
			most = l.waiting()
		}
	}
	if t.name == a.Target {
		most++
	}
	for _, l := range t.lanes {
		switch n := l.waiting(); {
		case t.name == a.Target && l.asker.name == a.Asker:
		case n > most, n == most && fullest != nil && l.latest() > fullest.latest():
			fullest, most = l, n
		}
	}
	return fullest
}

// waiting returns how many answers a target has that could be lost.
func (t *target) waiting() (n int) {
	for _, l := range t.lanes {
		n += l.waiting()
	}
	return n
}

func (l *lane) waiting() (n int) {
	for _, a := range l.answers {
		if !a.apology {
			n++
		}
	}
	return n
}

// latest returns the number of the last answer queued in a lane.
func (l *lane) latest() uint64 { return l.answers[len(l.answers)-1].number }

// takeLatest removes the latest answer of a lane of which nothing has been said.
func (q *Queue) takeLatest(t *target, l *lane) (Answer, bool) {
	for k := len(l.answers) - 1; k >= 0; k-- {
		if a := l.answers[k]; !a.begun && !a.apology {
			q.remove(slices.Index(q.targets, t), slices.Index(t.lanes, l), k)
			return a, true
		}
	}
	return Answer{}, false
}

// remove takes the k-th answer of a lane out of the queue. It reports whether
// the lane went with it.
func (q *Queue) remove(i, j, k int) (laneGone bool) {
	t := q.targets[i]
	l := t.lanes[j]
	q.answers--
	l.asker.waiting--
	if l.answers[k].apology {
		q.apologies--
	}
	if k == 0 { // said, as nearly always: what waits behind it stays where it is
		l.answers[0] = Answer{}
		l.answers = l.answers[1:]
	} else {
		l.answers = slices.Delete(l.answers, k, k+1)
	}
	if len(l.answers) > 0 {
		return false
	}
	t.lanes = slices.Delete(t.lanes, j, j+1)
	if len(t.lanes) == 0 {
		q.targets = slices.Delete(q.targets, i, i+1)
	}
	return true
}

// Forget drops the answers to somebody who has left the network, but for one
// that is half said.
func (q *Queue) Forget(nick string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.removeAll(func(a *Answer) bool { return a.Nick == nick && !a.begun })
	signal(q.room)
}

// removeAll takes the answers out of the queue that is holds for. The caller holds
// mu.
func (q *Queue) removeAll(is func(*Answer) bool) {
	for i := len(q.targets) - 1; i >= 0; i-- {
		t := q.targets[i]
		for j := len(t.lanes) - 1; j >= 0; j-- {
			l := t.lanes[j]
			for k := len(l.answers) - 1; k >= 0; k-- {
				if is(&l.answers[k]) {
					q.remove(i, j, k)
				}
			}
		}
	}
}
