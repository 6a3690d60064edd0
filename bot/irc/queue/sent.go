package queue

import (
	"slices"
	"strings"
	"time"

	"github.com/lrstanley/girc"
)

// Sent is a message that the network may still refuse.
type Sent struct {
	Target    string
	Of        any  // of the answer
	Decorated bool // there is something in it that a plain message lacks
	left      int  // lines of it that the server has not echoed yet
	at        time.Time
}

const maxSent = 256 // messages that are remembered

// sentOf describes a protocol line that is about to be written; ok is false for
// what is not a message.
func sentOf(line string, a *Answer, now time.Time) (m Sent, ok bool) {
	first, rest, many := strings.Cut(line, "\r\n")
	tags := strings.HasPrefix(first, "@")
	if tags {
		_, first, _ = strings.Cut(first, " ")
	}
	words := strings.SplitN(first, " ", 4)
	m = Sent{Of: a.Of, left: 1, at: now}
	switch {
	case many && len(words) > 3: // BATCH +d1 draft/multiline #channel
		m.Target, m.left = words[3], strings.Count(rest, "\r\n")
	case len(words) > 2 && (words[0] == girc.PRIVMSG || words[0] == girc.NOTICE):
		m.Target = words[1]
	default:
		return Sent{}, false
	}
	m.Decorated = many || tags || words[0] == girc.NOTICE || strings.Contains(line, "\x02")
	return m, true
}

// note remembers what is about to be written. The caller holds q.mu.
func (q *Queue) note(line string, a *Answer, now time.Time) {
	if m, ok := sentOf(line, a, now); ok {
		if len(q.sent) >= maxSent {
			q.sent = slices.Delete(q.sent, 0, 1)
		}
		q.sent = append(q.sent, m)
	}
}

// Arrived notes that the server has echoed a line to a target, as same knows it.
func (q *Queue) Arrived(same func(target string) bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if i := slices.IndexFunc(q.sent, func(m Sent) bool { return same(m.Target) }); i >= 0 {
		if q.sent[i].left--; q.sent[i].left <= 0 {
			q.sent = slices.Delete(q.sent, i, i+1)
		}
	}
}

// Refused finds the message to a target that the server refuses. It handles them in
// order, so where it echoes the others it is the oldest one. Elsewhere it is most
// likely the newest: those before it had time to be refused.
func (q *Queue) Refused(same func(target string) bool, within time.Duration, echoes bool) (m Sent, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	old := time.Now().Add(-within)
	q.sent = slices.DeleteFunc(q.sent, func(m Sent) bool { return m.at.Before(old) })
	i := slices.IndexFunc(q.sent, func(m Sent) bool { return same(m.Target) })
	if i < 0 {
		return Sent{}, false
	}
	for k := i + 1; k < len(q.sent) && !echoes; k++ {
		if same(q.sent[k].Target) {
			i = k
		}
	}
	m = q.sent[i]
	q.sent = slices.Delete(q.sent, i, i+1)
	return m, true
}

// Withdraw drops what is still queued of something that is said in another way now.
func (q *Queue) Withdraw(of any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.announced = slices.DeleteFunc(q.announced, func(a Answer) bool { return a.Of == of })
	q.removeAll(func(a *Answer) bool { return a.Of == of })
	signal(q.room)
}
