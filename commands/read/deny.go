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

// overs notes what stands at or right behind a word for what was so, in a clause that asks nothing
// where another asks of now: "i prayed when i was weak. can i pray?"
func (c *chart) overs() {
	now := -1 // a clause that asks, and of nothing that was
	asks, was := false, false
	var at []int
	for i := range c.Tokens {
		if i > 0 && c.Tokens[i].Clause != c.Tokens[i-1].Clause {
			asks, was = false, false
		}
		asks = asks || c.g.In(c.Lits[i][0], phrases.Asks) || c.asking[c.Tokens[i].Sentence]
		if c.g.In(c.Lits[i][0], phrases.Was) {
			at, was = append(at, i), true
		}
		if asks && !was {
			now = c.Tokens[i].Clause
		} else if was && now == c.Tokens[i].Clause {
			now = -1
		}
	}
	if now < 0 {
		return
	}
	for _, i := range at {
		for j := i; j < len(c.Tokens) && c.Tokens[j].Clause == c.Tokens[i].Clause && c.Tokens[j].Clause != now && j <= i+wasBehind; j++ {
			if c.over == nil {
				c.over = make([]bool, len(c.Tokens))
			}
			c.over[j] = true
		}
	}
}

// wasBehind is how many words behind such a word tell what was so.
const wasBehind = 2

// tales notes what stands behind words for another game or hero than the one that is asked about: "My
// previous hero, at AC -3, lasted five turns." It goes on to the end of the sentence, or to words for
// this game; a sentence that asks tells of another only where such words follow.
func (c *chart) tales() {
	for i := 0; i < len(c.Tokens); i++ {
		if len(c.Phrases(c.g.Tale, i)) == 0 {
			continue
		}
		in, end, presently := c.Tokens[i].Sentence, i+1, false
		for ; end < len(c.Tokens) && c.Tokens[end].Sentence == in && !presently; end++ {
			presently = len(c.Phrases(c.g.Presently, end)) > 0
		}
		if !presently && (len(c.tells) < 2 || c.asking[in] || c.opening[in]) {
			continue
		}
		if c.tale == nil {
			c.tale = make([]bool, len(c.Tokens))
		}
		for ; i < end; i++ {
			c.tale[i] = !presently || i < end-1
		}
		i--
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
	if says == 0 || says&^k.Lacking != 0 {
		return
	}
	if c.over != nil && c.over[e.From] && says&^k.Fleeting == 0 {
		t.aside = c.w.over
		t.cost += c.w.Of(t.aside)
		return
	}
	if !c.denying(t.prev, e.From) {
		return
	}
	t.aside = c.w.denied
	if says&^k.Choices == 0 { // "not fast"
		t.aside = c.w.deniedChoice
	}
	if says&k.Singles == 0 && (says&base == says || says&^k.Flags == 0) {
		t.how, t.aside = said.TakenBack, c.w.takenBack
	}
	t.cost += c.w.Of(t.aside)
}
