package bot

import (
	"strings"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// pool is what everybody on a network, or in a channel, may have together: so
// many units a minute. What is had is paid back at that rate. While less is owed
// than a quarter of a minute's worth, anybody gets more. From there on it is
// shared: evenly among the branches of a tree (on a network the channels, within
// each of them the askers) in which somebody asked within contends, and whoever
// owes more than half a minute of their share is refused. So nobody who asks now
// and then is refused on account of another, nothing is left over while somebody
// wants it, and nobody waits long for what was admitted.
type pool struct {
	root   *member
	askers *simplelru.LRU[string, *member] // the leaves by their path; whoever asked last is last
	ahead  float64                         // how many minutes of a share may be had at once
}

// fewest is how many units may be had at once where a minute has as many, though
// they are more than half a minute's.
const fewest = 10

// member is a branch of the tree, or a leaf of it: an asker.
type member struct {
	in       *member // nil: the root
	name     string
	children map[string]*member
	rate     float64 // of the root: units a minute

	used  float64   // units had and not paid back; see pays
	at    time.Time // when used was right
	asked time.Time // of a leaf: the last time
}

const (
	contends    = time.Minute      // for how long somebody who has asked counts as one who wants a share
	longestWait = 10 * time.Minute // the longest that anybody is told to wait
	epsilon     = 1e-9             // what rounding may leave of nothing
)

// newPool returns a pool that gives so many units a minute, and remembers at most so
// many askers; those who have asked nothing for longest are forgotten first.
func newPool(perMinute, askers int) *pool {
	n := float64(perMinute)
	p := &pool{root: &member{rate: n}, ahead: max(n/2, min(n, fewest)) / n}
	lru, err := simplelru.NewLRU(askers, func(_ string, m *member) { m.leave() })
	if err != nil {
		panic(err) // only for a size below one
	}
	p.askers = lru
	return p
}

// take asks for a unit for the asker at the end of a path of branches. A wait
// above 0 refuses it: it is how long the asker's share takes to allow it.
// Otherwise the caller spends what the answer costs on the asker.
func (p *pool) take(now time.Time, path []string) (asker *member, wait time.Duration) {
	p.forget(now)
	asker = p.asker(path)
	asker.asked = now
	if p.root.owes(now)+1 <= p.root.rate*p.ahead/2 {
		return asker, 0
	}
	minutes := 0.0
	for m := asker; m != nil; m = m.in {
		if over := m.owes(now) + 1 - p.most(m); over > epsilon {
			minutes = max(minutes, over/m.pays())
		}
	}
	if minutes == 0 {
		return asker, 0
	}
	// Those who wait for the same have their turns meanwhile.
	minutes = max(minutes, 1/asker.pays())
	return asker, min(time.Duration(minutes*float64(time.Minute)), longestWait)
}

// forget drops those who no longer contend.
func (p *pool) forget(now time.Time) {
	for {
		_, m, ok := p.askers.GetOldest()
		if !ok || now.Sub(m.asked) < contends {
			return
		}
		p.askers.RemoveOldest()
	}
}

// asker finds the leaf at the end of a path, or makes it.
func (p *pool) asker(path []string) *member {
	key := strings.Join(path, "\x00")
	if m, ok := p.askers.Get(key); ok {
		return m
	}
	m := p.root
	for _, name := range path {
		next := m.children[name]
		if next == nil {
			next = &member{in: m, name: name}
			if m.children == nil {
				m.children = map[string]*member{}
			}
			m.children[name] = next
		}
		m = next
	}
	p.askers.Add(key, m)
	return m
}

// leave takes a leaf off the tree, with the branches on which there is no other.
func (m *member) leave() {
	for ; m.in != nil && len(m.children) == 0; m = m.in {
		delete(m.in.children, m.name)
	}
}

// share returns how many units a minute a member may have while all who contend want
// theirs.
func (m *member) share() float64 {
	if m.in == nil {
		return m.rate
	}
	return m.in.share() / float64(max(1, len(m.in.children)))
}

// pays returns how many units a member pays back in a minute. An asker pays a little
// less than a share, so that all who are held to theirs leave room for somebody
// who owes nothing; what is left of that is had by whoever comes.
func (m *member) pays() float64 {
	if m.in != nil && m.children == nil {
		return 0.9 * m.share()
	}
	return m.share()
}

// most returns what a member may owe, which is no less than one answer. All branches
// of the root together may owe more than it allows each of them, since each may
// have had its share while there were fewer.
func (p *pool) most(m *member) float64 {
	if m.in == nil {
		return 2 * m.rate * p.ahead
	}
	return max(1, m.share()*p.ahead)
}

// owes returns what a member has had and not paid back yet.
func (m *member) owes(now time.Time) float64 {
	if d := now.Sub(m.at); d > 0 {
		m.used, m.at = max(0, m.used-m.pays()*d.Minutes()), now
	}
	return m.used
}

// spend charges units to a member and all that it is in. Nobody owes more than
// the whole pool gives in a minute, but for the root, which must know all that
// is still to be sent; nor less than nothing.
func (m *member) spend(units float64, now time.Time) {
	for ; m.in != nil; m = m.in {
		m.used = max(0, m.owes(now)+units)
		if whole := m.whole(); m.used > whole {
			m.used = whole
		}
	}
	m.used = max(0, m.owes(now)+units)
}

// whole returns what the pool gives in a minute.
func (m *member) whole() float64 {
	for m.in != nil {
		m = m.in
	}
	return m.rate
}
