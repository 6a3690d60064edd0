package queue

import (
	"slices"
	"strings"
	"time"
)

// This is how a queue tells people of answers that they do not get.

// Apologise queues the line that tells an asker about a loss, unless the asker
// was told lately or too many others wait to be told.
func (q *Queue) Apologise(a Answer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sorry(a, time.Now())
	signal(q.wake)
}

func (q *Queue) sorry(a Answer, now time.Time) {
	who := q.asker(a.Asker)
	if a.Sorry == "" || q.closing || q.apologies >= maxApologies || !who.told.IsZero() && now.Sub(who.told) < apologyEvery {
		return
	}
	who.told = now
	q.apologies++
	q.push(Answer{Asker: a.Asker, Nick: a.Nick, Lines: []string{a.Sorry}, apology: true})
}

// Tell queues a line to a target that names whom it is for and says a text to
// them: "alice, bob: text". One that says the same and waits is added to, as far
// as it is no longer than most bytes. It reports whether there is one line more.
// Where too many wait that say something else, nothing is said.
func (q *Queue) Tell(target, head, name, text string, most int) (more bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	var open *Answer
	for _, a := range q.notices(target) {
		switch line := a.Lines[0]; {
		case !strings.HasPrefix(line, head) || !strings.HasSuffix(line, ": "+text):
		case slices.Contains(a.names, name):
			return false
		case len(line)+len(", ")+len(name) <= most:
			open = a
		}
	}
	if open != nil {
		open.names = append(open.names, name)
		open.Lines[0] = Notice(head, open.names, text)
		return false
	}
	if q.closing || q.apologies >= maxApologies {
		return false
	}
	q.apologies++
	names := []string{name}
	q.push(Answer{Target: target, Asker: crier, Lines: []string{Notice(head, names, text)}, names: names, apology: true})
	signal(q.wake)
	return true
}

// crier is the asker whose turns the refusals take that are told in a channel;
// nobody has this name.
const crier = ""

// Notice returns a line that tells several people the same.
func Notice(head string, names []string, text string) string {
	return head + strings.Join(names, ", ") + ": " + text
}

// notices returns the lines of refusals that wait at a target.
func (q *Queue) notices(target string) (out []*Answer) {
	for _, t := range q.targets {
		for _, l := range t.lanes {
			if t.name != target || l.asker.name != crier {
				continue
			}
			for k := range l.answers {
				out = append(out, &l.answers[k])
			}
		}
	}
	return out
}
