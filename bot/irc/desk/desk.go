package desk

import (
	"slices"
	"sync"

	"delphi/bot"
	"delphi/bot/irc/render"
	"delphi/commands"
)

// Job is one question on its way to the Handler.
type Job struct {
	Req    commands.Request
	Turn   bot.Turn
	Target string      // whom to answer: a channel, or a nick
	Nick   string      // who asked, as the network spells it
	Folded string      // the same, folded
	Relay  bool        // asked over a bridge, whose nick this is
	Named  bool        // we were called by name, or there is nobody else to hear it
	Look   render.Look // all but the budget, which say finds
	Reply  string      // the tags that make an answer a reply to this message; empty: none
}

// place returns where a question takes its turns: a channel, or "" for all that is
// asked in private.
func (j *Job) place() string {
	if j.Target == j.Nick {
		return ""
	}
	return string(j.Req.Place)
}

// Desk holds the questions that wait for a worker. The place with the fewest
// questions under way has the next turn, and no place has all the workers, so
// that heavy questions hold up no other channel. Within a place askers take
// turns, and each has at most one question under way, so that answers to one
// asker keep their order and one asker's heavy questions hold up nobody else.
// Nothing ever waits to put a question down: when the desk is full, the asker who
// would have the most questions waiting, in the place that would have the most,
// loses the latest of them. A Desk is safe for use from many goroutines.
type Desk struct {
	most     int // questions that may wait
	perPlace int // the largest number of workers that one place may occupy

	mu      sync.Mutex
	changed sync.Cond
	byAsker map[commands.User]*line
	turns   []*line                          // lines with questions waiting and none under way
	asking  map[string]map[commands.User]int // by target: how many questions each asker has waiting or under way
	at      map[string]counts                // by place
	waiting int
	closed  bool
}

// counts holds how many questions of a place are waiting and how many are being answered.
type counts struct{ waiting, underWay int }

// line is the questions of one asker, oldest first.
type line struct {
	asker   commands.User
	jobs    []*Job // a job is large, and a flood of them is not to be moved each time that there is more
	busy    bool   // a worker has one of them
	where   string // the target of that one
	place   string // its place
	settled bool   // that one is counted no more
}

// New returns a desk for so many questions, which so many workers take.
func New(most, workers int) *Desk {
	d := &Desk{most: most, perPlace: workers - workers/4, byAsker: map[commands.User]*line{}, asking: map[string]map[commands.User]int{}, at: map[string]counts{}}
	d.changed.L = &d.mu
	return d
}

// Put adds a question. If the desk is full it returns the one that was lost
// for it, which may be j itself.
func (d *Desk) Put(j Job) (lost *Job) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.waiting >= d.most {
		longest := d.longest(&j)
		if longest == nil {
			return &j
		}
		lost = longest.jobs[len(longest.jobs)-1]
		d.remove(longest, len(longest.jobs)-1)
	}
	l := d.byAsker[j.Req.User]
	if l == nil {
		l = &line{asker: j.Req.User}
		d.byAsker[l.asker] = l
	}
	l.jobs = append(l.jobs, &j)
	d.waiting++
	d.tally(j.place(), 1, 0)
	d.count(j.Target, l.asker, 1)
	if len(l.jobs) == 1 && !l.busy {
		d.turns = append(d.turns, l)
		d.changed.Signal()
	}
	return lost
}

// longest returns the line with the most questions, of those whose latest is in the
// place that has the most with j; of several, the one whose latest question came
// last. It is nil where that is j.
func (d *Desk) longest(j *Job) (longest *line) {
	place, least := j.place(), 1 // more than least questions make a line the longest
	if l := d.byAsker[j.Req.User]; l != nil {
		least += len(l.jobs)
	}
	most := d.at[place].waiting + 1
	for name, at := range d.at {
		if at.waiting > most {
			place, most, least = name, at.waiting, 0
		}
	}
	for _, l := range d.byAsker {
		switch n := len(l.jobs); {
		case n <= least || l.jobs[n-1].place() != place:
		case longest == nil, n > len(longest.jobs),
			n == len(longest.jobs) && l.jobs[n-1].Req.At.After(longest.jobs[n-1].Req.At):
			longest = l
		}
	}
	return longest
}

// tally notes how many more questions of a place wait and are under way.
func (d *Desk) tally(place string, waiting, underWay int) {
	at := d.at[place]
	at.waiting += waiting
	at.underWay += underWay
	if d.at[place] = at; at == (counts{}) {
		delete(d.at, place)
	}
}

// remove takes the i-th question out of a line.
func (d *Desk) remove(l *line, i int) {
	d.count(l.jobs[i].Target, l.asker, -1)
	d.tally(l.jobs[i].place(), -1, 0)
	l.jobs = slices.Delete(l.jobs, i, i+1)
	d.waiting--
	if len(l.jobs) == 0 && !l.busy {
		d.turns = slices.DeleteFunc(d.turns, func(o *line) bool { return o == l })
		delete(d.byAsker, l.asker)
	}
}

// Take waits for a question whose turn it is; ok is false once the desk is
// closed and empty. The worker must call Done for it.
func (d *Desk) Take() (j Job, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := d.next()
	for ; i < 0; i = d.next() {
		if d.closed && d.waiting == 0 {
			return Job{}, false
		}
		d.changed.Wait()
	}
	l := d.turns[i]
	if i == 0 { // as nearly always: the others stay where they are
		d.turns = d.turns[1:]
	} else {
		d.turns = slices.Delete(d.turns, i, i+1)
	}
	j, l.jobs[0] = *l.jobs[0], nil
	l.jobs, l.busy = l.jobs[1:], true
	l.where, l.place, l.settled = j.Target, j.place(), false
	d.waiting--
	d.tally(l.place, -1, 1)
	return j, true
}

// next returns the index of the line whose turn it is; below 0 where none may have one.
func (d *Desk) next() int {
	next, fewest := -1, d.perPlace
	for i, l := range d.turns {
		if n := d.at[l.jobs[0].place()].underWay; n < fewest {
			if next, fewest = i, n; n == 0 {
				break
			}
		}
	}
	return next
}

// Answered says that the answer to the question that is being worked on for an
// asker is on its way, where it counts as waiting until it is sent.
func (d *Desk) Answered(asker commands.User) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.settle(d.byAsker[asker])
}

// settle takes the question of a line that is being worked on off the count, once.
func (d *Desk) settle(l *line) {
	if !l.settled {
		l.settled = true
		d.count(l.where, l.asker, -1)
	}
}

// Done marks an asker's question as answered, so that a worker can take the next one.
func (d *Desk) Done(asker commands.User) {
	d.mu.Lock()
	defer d.mu.Unlock()
	l := d.byAsker[asker]
	l.busy = false
	d.settle(l)
	d.tally(l.place, 0, -1)
	if len(l.jobs) > 0 {
		d.turns = append(d.turns, l)
	} else {
		delete(d.byAsker, asker)
	}
	if d.closed {
		d.changed.Broadcast()
	} else {
		d.changed.Signal()
	}
}

// count notes how many more questions an asker has in a target.
func (d *Desk) count(target string, asker commands.User, more int) {
	at := d.asking[target]
	if at == nil {
		at = map[commands.User]int{}
		d.asking[target] = at
	}
	if at[asker] += more; at[asker] == 0 {
		delete(at, asker)
	}
	if len(at) == 0 {
		delete(d.asking, target)
	}
}

// Others reports whether somebody besides an asker has questions in a target
// that are not answered yet.
func (d *Desk) Others(target string, asker commands.User) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := d.asking[target]
	return len(at) > 1 || len(at) == 1 && at[asker] == 0
}

// Forget drops the waiting questions of a user who has left the network.
func (d *Desk) Forget(folded string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, l := range d.byAsker {
		for i := len(l.jobs) - 1; i >= 0; i-- {
			if l.jobs[i].Folded == folded {
				d.remove(l, i)
			}
		}
	}
}

// Close lets Take end once nothing waits any more. No question may be put
// afterwards.
func (d *Desk) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	d.changed.Broadcast()
}
