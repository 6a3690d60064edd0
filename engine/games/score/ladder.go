package score

import (
	"cmp"
	"math/big"
	"slices"
	"strings"
)

// rung is a place on a ladder, or the figure of somebody who has none.
type rung struct {
	of     *party
	value          // without its games
	games  []int32 // the places of those, among the player's by end
	listed bool    // it is on the ladder
	place  int     // as it was last worked out, and the points for it
	gives  Points
}

func newRung(of *party, v value, listed bool) *rung {
	r := &rung{of: of, value: v, listed: listed}
	if len(v.games) > 0 {
		r.games = make([]int32, len(v.games))
	}
	for k, g := range v.games {
		r.games[k] = g.place
	}
	r.value.games = nil
	return r
}

// ladder is the standing of a part, the best first.
type ladder struct {
	*part
	rungs []*rung // of players
	clan  []*rung // of clans
}

// compareValues orders the greater one first.
func compareValues(a, b *value) int {
	if a.exact == nil && b.exact == nil {
		return cmp.Compare(b.n, a.n)
	}
	return b.rat().Cmp(a.rat())
}

// compare orders who has the better value; of equals in a category then who had it
// first, and then by name.
func (l *ladder) compare(a, b *rung) int {
	better := compareValues(&a.value, &b.value)
	switch {
	case l.low && better != 0:
		return -better
	case better != 0:
		return better
	case l.shared && !l.early:
		return cmp.Or(strings.Compare(a.of.name, b.of.name), strings.Compare(a.of.id, b.of.id))
	}
	return cmp.Or(cmp.Compare(a.at, b.at), strings.Compare(a.of.folded, b.of.folded), strings.Compare(a.of.id, b.of.id))
}

// overall orders by points, or trophies where the rules give no points.
func (c *Count) overall(a, b *player) int { return overall(c.rules, &a.party, &b.party) }

func overall(r *Rules, a, b *party) int {
	return cmp.Or(cmp.Compare(r.worth(b), r.worth(a)), cmp.Compare(a.at, b.at), strings.Compare(a.folded, b.folded), strings.Compare(a.id, b.id))
}

// worth returns what the standings as a whole go by.
func (r *Rules) worth(p *party) int64 {
	if r.pointless {
		return int64(r.listedTrophies(p.has))
	}
	return int64(p.points)
}

// place moves a player to other rungs, and everybody whose points that changes.
func (c *Count) place(p *player, to *measured) {
	c.touch(p)
	touched := map[*party]bool{&p.party: true}
	for i, l := range c.ladders {
		old, now := p.rungs[i], to.rungs[i]
		if old == nil && now == nil {
			continue
		}
		l.awarded(touched)
		if old != nil && old.listed {
			remove(&l.rungs, old, l.compare)
		}
		if now != nil && now.listed {
			insert(&l.rungs, now, l.compare)
		}
		l.awarded(touched)
	}
	remove(&c.order, p, c.overall)
	p.rungs, p.has, p.counted = to.rungs, to.has, to.counted
	insert(&c.order, p, c.overall)
	if c.rules.priced {
		return // settle works out all points
	}
	for t := range touched {
		t := c.players[t.id]
		points, at := t.points, t.at
		t.points, t.at = t.Extra, 0
		for i, l := range c.ladders {
			if r := t.rungs[i]; r != nil && r.listed {
				t.earn(l, r, l.awardOf(r))
			}
		}
		if t.points != points || t.at != at {
			sum, last := t.points, t.at
			t.points, t.at = points, at
			remove(&c.order, t, c.overall)
			t.points, t.at = sum, last
			insert(&c.order, t, c.overall)
		}
	}
}

// awarded adds the players whose place gives them points.
func (l *ladder) awarded(to map[*party]bool) {
	if l.shared {
		return
	}
	for _, r := range l.rungs[:min(len(l.award), len(l.rungs))] {
		to[r.of] = true
	}
}

// awardOf returns the place of a rung, or one that gives no points for itself.
func (l *ladder) awardOf(r *rung) int {
	if i := slices.Index(l.rungs[:min(len(l.award), len(l.rungs))], r); i >= 0 {
		return i + 1
	}
	return len(l.award) + 1
}

// earn counts the points of a rung of a category.
func (p *party) earn(l *ladder, r *rung, place int) {
	if l.shared {
		return
	}
	points := l.points(&r.value, place)
	p.points += points
	if points > 0 {
		p.at = max(p.at, r.at)
	}
}

// rank makes the standings from the rungs of all players.
func (c *Count) rank() {
	for i, l := range c.ladders {
		l.rungs = l.rungs[:0]
		for _, p := range c.players {
			if r := p.rungs[i]; r != nil && r.listed {
				l.rungs = append(l.rungs, r)
			}
		}
		slices.SortFunc(l.rungs, l.compare)
	}
	for _, p := range c.players {
		p.points, p.at = p.Extra, 0
	}
	for _, l := range c.ladders {
		for i, r := range l.rungs {
			r.of.earn(l, r, i+1)
		}
	}
	slices.SortFunc(c.order, c.overall)
	c.stale = true
}

// placed gives rungs their places, up to a limit, and what those places give.
func (l *ladder) placed(rungs []*rung, dense bool, most int) {
	for i, r := range rungs[:min(most, len(rungs))] {
		r.place = i + 1
		if !l.shared {
			r.gives = l.points(&r.value, r.place)
			continue
		}
		if i > 0 && dense {
			r.place = rungs[i-1].place + 1
		}
		if i > 0 && !l.early && compareValues(&rungs[i-1].value, &r.value) == 0 {
			r.place = rungs[i-1].place
		}
		switch {
		case l.hundredth:
			r.gives = pointsOf(new(big.Rat).Quo(r.rat(), big.NewRat(100, 1)))
		case r.place <= len(l.award):
			r.gives = l.award[r.place-1]
		case l.share && rungs[0].rat().Sign() > 0:
			r.gives = pointsOf(hundredths(new(big.Rat).Quo(r.rat(), rungs[0].rat()), true))
		default:
			r.gives = 0
		}
		r.gives += l.per * Points(floor(r.rat()))
	}
}

// insert puts x where it belongs in a sorted list.
func insert[T any](list *[]T, x T, compare func(a, b T) int) {
	i, _ := slices.BinarySearchFunc(*list, x, compare)
	*list = slices.Insert(*list, i, x)
}

// remove takes x out of a sorted list that has it.
func remove[T any](list *[]T, x T, compare func(a, b T) int) {
	if i, ok := slices.BinarySearchFunc(*list, x, compare); ok {
		*list = slices.Delete(*list, i, i+1)
	}
}
