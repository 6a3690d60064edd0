package duel

import (
	"cmp"
	"maps"
	"slices"
)

// Answer is how a fight ends.
type Answer struct {
	Monster string `json:"monster"`
	Level   int    `json:"level"`
	HP      int    `json:"hp"`
	FoeHP   int    `json:"monster_hp"`
	Limit   int    `json:"limit"` // in turns

	Win    Chance   `json:"win"`
	Lose   Chance   `json:"lose"`
	Open   Chance   `json:"open"` // after the last turn
	HPLeft Left     `json:"hp_left"`
	Turns  Lasting  `json:"turns"`
	Causes []Cause  `json:"causes"` // of death, the likeliest first
	Flees  Chance   `json:"flees"`
	Doomed []Cause  `json:"doomed,omitempty"` // of wins, those with death under way
	Notes  []string `json:"-"`
	Cites  []string `json:"-"`

	// Left holds the chances of a win by the hit points left.
	Left []float64 `json:"-"`
	// Dead and Won are the chances by turn, from 0.
	Dead []float64 `json:"-"`
	Won  []float64 `json:"-"`
	// Lost is the chance of what was too unlikely to follow.
	Lost float64 `json:"rounding"`
}

// Chance is a chance.
type Chance struct {
	P float64 `json:"p"`
}

// Cause is a way to die and its chance.
type Cause struct {
	What string  `json:"what"`
	P    float64 `json:"p"`
}

// Left is what the hero has left after a win.
type Left struct {
	Mean   float64 `json:"mean"`
	Low    int     `json:"low"` // 1 in 20 wins leave less
	Median int     `json:"median"`
}

// Lasting is how many turns a fight takes.
type Lasting struct {
	Mean float64 `json:"mean"`
	// Half is the turn by which half of the fights are over; 0: not within the limit.
	Half int `json:"half"`
}

// Fight answers a question that passes Check.
func Fight(q *Question) Answer {
	f := newField(q)
	f.run()
	start := 1.0
	if q.Start != nil {
		start = sum(q.Start)
	}
	f.ended.share(start)
	e := &f.ended
	a := Answer{
		Monster: q.Foe.Name, Level: q.Foe.MonsterLevel(), HP: q.HP, FoeHP: q.FoeHP, Limit: q.Turns,
		Win: Chance{e.win}, Lose: Chance{e.lose}, Open: Chance{e.open}, Flees: Chance{e.fled}, Lost: e.lost, Causes: []Cause{}, Dead: e.losses, Won: e.wins,
	}
	a.HPLeft, a.Left = left(e.won), e.won
	if over := e.win + e.lose + e.open; over > 0 {
		a.Turns.Mean = e.turns / over
	}
	total := 0.0
	for t := range e.wins {
		if total += e.wins[t] + e.losses[t]; total >= 0.5 && a.Turns.Half == 0 {
			a.Turns.Half = t
		}
	}
	a.Causes = causes(e.causes)
	byName := map[string]float64{}
	for d, p := range e.doomed {
		byName[dooms[d]] += p
	}
	a.Doomed = causes(byName)
	a.Cites = []string{"to hit", "monster to hit", "hero movement", "monster speed"}
	if f.blast != nil {
		a.Cites = append(a.Cites, "corpse left")
	}
	return a
}

// A fight is over when hardly any of it is left. One that is long by then goes on as it did
// in recent turns once less than little is left, which is mostly a foe that flees.
const (
	hardly = 1e-5
	little = 2e-3
	recent = 10
	late   = 30 // turns
)

// over reports a fight of which too little is left after a turn to follow.
func over(left float64, turn int) bool { return left < hardly || left < little && turn > late }

// goOn has what is left after a turn end as fights did in the turns before, ever fewer of
// them, and returns what is then still open.
func (e *ending) goOn(left float64, turn int) (open float64) {
	from := max(0, turn-recent) + 1
	win, lose := sum(e.wins[from:turn+1])/recent, sum(e.losses[from:turn+1])/recent
	if win+lose == 0 {
		return left
	}
	once := (win + lose) / (left + (win+lose)*recent/2) // how much of it ends in a turn
	open = left
	for t := turn + 1; t < len(e.wins); t++ {
		e.wins[t] = open * once * win / (win + lose)
		e.losses[t] = open * once * lose / (win + lose)
		e.turns += open * once * float64(t)
		open -= open * once
	}
	won, lost := sum(e.wins[turn+1:]), sum(e.losses[turn+1:])
	if e.win > 0 {
		scale(e.won, 1+won/e.win)
	}
	for c := range e.causes {
		e.causes[c] *= 1 + lost/e.lose
	}
	e.win += won
	e.lose += lost
	return open
}

// share gives what was not followed, of the chance at the start, to all endings alike.
func (e *ending) share(start float64) {
	all := e.win + e.lose + e.open
	if all == 0 {
		return
	}
	e.lost = max(0, start-all)
	more := start / all
	for _, x := range []*float64{&e.win, &e.lose, &e.open, &e.turns} {
		*x *= more
	}
	for _, list := range [][]float64{e.won, e.wins, e.losses} {
		for i := range list {
			list[i] *= more
		}
	}
	for k := range e.causes {
		e.causes[k] *= more
	}
}

// seldom is how likely a cause is that is not told.
const seldom = 2e-7

// causes returns those of a map, the likeliest first.
func causes(m map[string]float64) []Cause {
	out := []Cause{}
	for _, what := range slices.Sorted(maps.Keys(m)) {
		if m[what] > seldom {
			out = append(out, Cause{what, m[what]})
		}
	}
	slices.SortStableFunc(out, func(a, b Cause) int { return cmp.Compare(b.P, a.P) })
	return out
}

// left returns what chances of hit points come to.
func left(won []float64) (l Left) {
	total := sum(won)
	if total == 0 {
		return l
	}
	at, low := 0.0, false
	for hp, p := range won {
		l.Mean += p * float64(hp) / total
		at += p / total
		if !low && at >= 0.05 {
			l.Low, low = hp, true
		}
		if l.Median == 0 && at >= 0.5 {
			l.Median = hp
		}
	}
	return l
}

// Series answers several consecutive fights, each fought with the hit points that the
// one before has left: each by itself, with the chances from the start, and all
// together.
func Series(list []*Question) (all Answer, each []Answer) {
	var start []float64
	for i, q := range list {
		q.Start = start
		a := Fight(q)
		start = a.Left
		each = append(each, a)
		if i == 0 {
			all = a
			continue
		}
		all.Lose.P += a.Lose.P
		all.Open.P += a.Open.P
		all.Turns.Mean += a.Turns.Mean * fought(each[i-1])
		all.Win, all.HPLeft, all.Left, all.Turns.Half = a.Win, a.HPLeft, a.Left, 0
		all.Lost += a.Lost
		byName := map[string]float64{}
		for _, c := range append(all.Causes, a.Causes...) {
			byName[c.What] += c.P
		}
		all.Causes = causes(byName)
	}
	return all, each
}

// fought returns how likely there is a fight after one.
func fought(a Answer) float64 { return a.Win.P }
