package tally

import (
	"cmp"
	"maps"
	"slices"

	"delphi/engine/lanes"
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

// seldom is how likely a cause is that is not told.
const seldom = 2e-7

// Causes returns those of a map, the likeliest first.
func Causes(m map[string]float64) []Cause {
	out := []Cause{}
	for _, what := range slices.Sorted(maps.Keys(m)) {
		if m[what] > seldom {
			out = append(out, Cause{what, m[what]})
		}
	}
	slices.SortStableFunc(out, func(a, b Cause) int { return cmp.Compare(b.P, a.P) })
	return out
}

// LeftOf returns what chances of hit points come to.
func LeftOf(won []float64) (l Left) {
	total := lanes.Sum(won)
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

// Unwon returns the turns of the fights that are not won, times their chances.
func (a *Answer) Unwon() float64 {
	n := a.Open.P * float64(a.Limit)
	for t, p := range a.Dead {
		n += float64(t) * p
	}
	return n
}

// Weighed returns the turns of all fights, times their chances.
func (a *Answer) Weighed() float64 {
	n := a.Unwon()
	for t, p := range a.Won {
		n += float64(t) * p
	}
	return n
}

// Then returns what an answer comes to with that of the next fight.
func (a Answer) Then(b Answer, first bool) Answer {
	if first {
		return b
	}
	a.Lose.P += b.Lose.P
	a.Open.P += b.Open.P
	a.Lost += b.Lost
	a.Win, a.HPLeft, a.Left, a.Doomed, a.Won = b.Win, b.HPLeft, b.Left, b.Doomed, b.Won
	a.Dead = slices.Clone(a.Dead)
	for t, p := range b.Dead {
		a.Dead[t] += p
	}
	a.Turns.Half = Halfway(a.Won, a.Dead)
	byName := map[string]float64{}
	for _, c := range slices.Concat(a.Causes, b.Causes) {
		byName[c.What] += c.P
	}
	a.Causes = Causes(byName)
	for _, cite := range b.Cites {
		if !slices.Contains(a.Cites, cite) {
			a.Cites = append(slices.Clone(a.Cites), cite)
		}
	}
	return a
}

// Halfway returns the turn by which half of the fights are over; 0: none.
func Halfway(won, dead []float64) int {
	total := 0.0
	for t := range won {
		if total += won[t] + dead[t]; total >= 0.5 {
			return t
		}
	}
	return 0
}
