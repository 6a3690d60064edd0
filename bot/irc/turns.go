package irc

import (
	"slices"
	"time"
)

// This is how a queue shares what may be sent among those who ask: whose turn
// it is, who loses an answer when there is no room, and who hears of it.

// turn returns whose turn it is: the first light asker's, else the first
// one's. Light also says that what would be said may use the reserve.
func (q *queue) turn(now time.Time) (i, j int, light bool) {
	if q.pace == nil {
		return 0, 0, true
	}
	for i, t := range q.targets {
		for j, l := range t.lanes {
			if q.usedBy(l.asker, now) <= q.allowance-1 {
				return i, j, true
			}
		}
	}
	return 0, 0, q.closing // nobody needs the reserve any more
}

// usedBy brings up to date what an asker has used, which leaks at half the
// pace.
func (q *queue) usedBy(who *asker, now time.Time) float64 {
	if d := now.Sub(who.at); d > 0 {
		who.used = max(0, who.used-d.Seconds()*float64(q.pace.Limit())/2)
		who.at = now
	}
	return who.used
}

// due takes a token, or says how long until one may be had.
func (q *queue) due(now time.Time, light bool) time.Duration {
	if q.pace == nil {
		return 0
	}
	needed := 1.0
	if !light {
		needed += q.reserve
	}
	if missing := needed - q.pace.TokensAt(now); missing > 0 {
		wait := time.Duration(missing / float64(q.pace.Limit()) * float64(time.Second))
		return max(wait, time.Millisecond)
	}
	q.pace.AllowN(now, 1)
	return 0
}

// take removes the next line of a lane and moves the turns on.
func (q *queue) take(i, j int, now time.Time) string {
	t := q.targets[i]
	l := t.lanes[j]
	a := &l.answers[0]
	line := a.lines[0]
	a.lines, a.begun = a.lines[1:], true
	if q.pace != nil {
		// A flood is forgotten in the time that it takes to say two bursts.
		n := parts(line)
		l.asker.used = min(q.usedBy(l.asker, now)+float64(n), 2*q.allowance)
		if n > 1 { // all of them go now, and what comes next waits for it
			q.pace.ReserveN(now, min(n-1, q.pace.Burst()))
		}
	}
	if len(a.lines) == 0 {
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
func (q *queue) asker(name string) *asker {
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

// displace makes room in a full queue: the asker who would have the most
// answers waiting loses the latest one that is not half said. Where several
// have as many, the latest to ask loses. It returns the answer to queue, which
// is empty if a itself is the loss.
func (q *queue) displace(a answer, now time.Time) answer {
	asking := q.asker(a.asker)
	loser, most := asking, asking.waiting+1
	for _, who := range q.askers {
		if who.waiting > most || who.waiting == most && loser != asking && who.latest > loser.latest {
			loser, most = who, who.waiting
		}
	}
	lost := a
	if loser != asking {
		var ok bool
		if lost, ok = q.takeLatest(loser); !ok {
			lost = a
		}
	}
	q.dropped++
	q.sorry(lost, now)
	if lost.asker == a.asker {
		return answer{}
	}
	return a
}

// takeLatest removes the asker's latest answer of which nothing has been said.
func (q *queue) takeLatest(who *asker) (answer, bool) {
	for i := len(q.targets) - 1; i >= 0; i-- {
		t := q.targets[i]
		for j, l := range t.lanes {
			if l.asker != who {
				continue
			}
			for k := len(l.answers) - 1; k >= 0; k-- {
				if a := l.answers[k]; !a.begun && !a.apology {
					q.remove(i, j, k)
					return a, true
				}
			}
		}
	}
	return answer{}, false
}

// remove takes the k-th answer of a lane out of the queue. It reports whether
// the lane went with it.
func (q *queue) remove(i, j, k int) (laneGone bool) {
	t := q.targets[i]
	l := t.lanes[j]
	q.answers--
	l.asker.waiting--
	if l.answers[k].apology {
		q.apologies--
	}
	if k == 0 { // said, as nearly always: what waits behind it stays where it is
		l.answers[0] = answer{}
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

// forget drops the answers to somebody who has left the network, but for one
// that is half said.
func (q *queue) forget(nick string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for i := len(q.targets) - 1; i >= 0; i-- {
		t := q.targets[i]
		for j := len(t.lanes) - 1; j >= 0; j-- {
			l := t.lanes[j]
			for k := len(l.answers) - 1; k >= 0; k-- {
				if a := l.answers[k]; a.nick == nick && !a.begun {
					q.remove(i, j, k)
				}
			}
		}
	}
	signal(q.room)
}

// apologise queues the line that tells an asker about a loss, unless the asker
// was told lately or too many others wait to be told.
func (q *queue) apologise(a answer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sorry(a, time.Now())
	signal(q.wake)
}

func (q *queue) sorry(a answer, now time.Time) {
	who := q.asker(a.asker)
	if a.sorry == "" || q.closing || q.apologies >= maxApologies || !who.told.IsZero() && now.Sub(who.told) < apologyEvery {
		return
	}
	who.told = now
	q.apologies++
	q.push(answer{target: a.nick, asker: a.asker, nick: a.nick, lines: []string{a.sorry}, apology: true})
}
