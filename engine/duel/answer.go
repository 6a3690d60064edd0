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
	a, _ := play(q)
	return a
}

// play answers a question, and returns those who have won by turn, if they go on.
func play(q *Question) (Answer, [][]survivor) {
	f := newField(q)
	start := 1.0
	if q.from != nil {
		start = f.coming()
	}
	f.run()
	f.ended.share(start)
	e := &f.ended
	a := Answer{
		Monster: q.Foe.Name, Level: q.Foe.MonsterLevel(), HP: q.HP, FoeHP: q.FoeHP, Limit: q.Turns,
		Win: Chance{e.win}, Lose: Chance{e.lose}, Open: Chance{e.open}, Flees: Chance{e.fled}, Lost: e.lost, Dead: e.losses, Won: e.wins,
	}
	a.HPLeft, a.Left = left(e.won), e.won
	if over := e.win + e.lose + e.open; over > 0 {
		a.Turns.Mean = e.turns / over
	}
	a.Turns.Half = halfway(e.wins, e.losses)
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
	return a, e.survivors
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
// Those who win and go on to another fight are followed for longer.
func (f *field) over(left float64) bool {
	if f.coming() > 0 {
		return false
	}
	return left < hardly || left < little && f.turn > late && !f.q.goesOn
}

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
	for _, turn := range e.survivors {
		for i := range turn {
			scale(turn[i].hero, more)
			turn[i].all *= more
		}
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
