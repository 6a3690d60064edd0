package read

import (
	"delphi/commands/read/match"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/commands/read/words"
)

// deniedBehind is how many everyday words may stand between a denial and what it denies: "not
// skilled", "no i am not wearing a dunce cap".
const deniedBehind = 2

// denials notes for each token where the denial stands that reaches it, or -1.
func (c *chart) denials() {
	c.denied = make([]int, len(c.Tokens))
	for i := range c.denied {
		c.denied[i] = -1
	}
	for i := range c.Tokens {
		if c.ClassOf[i] != words.Neg {
			continue
		}
		for j, passed := i+1, 0; j < len(c.Tokens) && passed <= deniedBehind; j++ {
			cl := c.ClassOf[j]
			if cl == words.Mark || cl == words.Neg {
				break
			}
			c.denied[j] = i
			if cl == words.Word {
				passed++
			} else if cl != words.Noise {
				break
			}
		}
	}
}

// denies reports whether a denial that a reading passes over stands before what it takes, other
// than what is idle.
func (c *chart) denies(i int, s *state, idle uint64) bool {
	for t := s; t != nil; t = t.prev {
		if t.edge != nil && t.how != said.TakenBack && c.denied[t.edge.From] == i {
			return t.took&^(phrases.CueBit|phrases.SecondCueBit|idle) != 0
		}
	}
	return false
}

// denying reports whether a phrase begins behind a denial that a state passed over.
func (c *chart) denying(s *state, at int) bool {
	neg := c.denied[at]
	if neg < 0 {
		return false
	}
	for ; s != nil && s.pos > neg; s = s.prev {
		if s.edge != nil && s.edge.From <= neg {
			return false
		}
	}
	return true
}

// deny adds what it costs to take what a denial reaches. What an earlier line said is taken back
// by it.
func (c *chart) deny(k *phrases.Kind, t *state, e *match.Edge, base uint64) {
	says := t.took &^ (phrases.CueBit | phrases.SecondCueBit | k.Idle)
	if says == 0 || says&^k.Lacking != 0 || !c.denying(t.prev, e.From) {
		return
	}
	t.aside = c.w.denied
	if says&^k.Choices == 0 { // "not fast"
		t.aside = c.w.deniedChoice
	}
	if says&base == says && says&k.Singles == 0 {
		t.how, t.aside = said.TakenBack, c.w.takenBack
	}
	t.cost += c.w.Of(t.aside)
}
