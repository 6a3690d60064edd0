package divine

import (
	"slices"

	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Gift asks whether a god gives an artifact for a sacrifice, and which.
type Gift struct {
	Rules     *rules.Altar
	Role      string
	Race      string
	Alignment string // empty: not said; then it is not known which
	XL        int
	Luck      int
	Gifts     int      // so far
	Artifacts int      // in the game
	Existing  []string // those that are not given because they exist
	Value     int      // of the sacrifice; 0: no cap
}

// Given is one artifact that may be given.
type Given struct {
	Name     string    `json:"name"`
	P        float64   `json:"p"` // given that a gift comes
	Enchants []Enchant `json:"enchants,omitempty"`
}

// Enchant is the chance of an enchantment.
type Enchant struct {
	Enchant int     `json:"enchant"`
	P       float64 `json:"p"`
}

// OneIn returns n if a gift comes with a 1-in-n chance to those who can get one.
func (q *Gift) OneIn() int { return q.Rules.GiftOneIn + 2*q.Gifts*q.Artifacts }

// Chance returns the chance of a gift. list is the result of Which; if it is empty, no
// artifact is left to give.
func (q *Gift) Chance(list []Given) odds.Fraction {
	if q.XL < q.Rules.GiftXL || q.Luck < 0 || q.Alignment != "" && len(list) == 0 {
		return odds.Never
	}
	return odds.Of(1, int64(q.OneIn()))
}

// Which lists the artifacts that may be given, likeliest first. It lists none if the
// alignment is not known.
func (q *Gift) Which() []Given {
	if q.Alignment == "" {
		return nil
	}
	var aligned, others []*rules.Gift
	for _, g := range q.Rules.Gifts {
		alignment, own := g.Alignment, g.Role != "" && g.Role == q.Role
		if own { // a role's own gift takes its alignment
			alignment = q.Alignment
		}
		switch {
		case slices.Contains(q.Existing, g.Name), slices.Contains(g.HatedBy, q.Race):
		case own:
			return []Given{q.given(g, 1)}
		case q.Rules.ByWorth && q.Value > 0 && g.Worth > q.Value:
		case alignment == q.Alignment:
			aligned = append(aligned, g)
		case alignment == "none":
			others = append(others, g)
		}
	}
	var out []Given
	if q.Rules.ByWorth {
		out = q.passing(append(aligned, others...))
	} else {
		if q.Gifts > 0 || len(aligned) == 0 {
			aligned = append(aligned, others...)
		}
		for _, g := range aligned {
			out = append(out, q.given(g, 1/float64(len(aligned))))
		}
	}
	slices.SortStableFunc(out, func(a, b Given) int {
		switch {
		case a.P > b.P+1e-12:
			return -1
		case b.P > a.P+1e-12:
			return 1
		}
		return 0
	})
	return out
}

// OwnGiven lists the artifacts of the hero's own role that exist because of the gifts so far: as
// long as one of them can be given, nothing else is (mk_artifact).
func (q *Gift) OwnGiven() []string {
	var out []string
	at := *q
	for range q.Gifts {
		next := at.Which()
		if len(next) != 1 || q.Role == "" || q.Rules.Gift(next[0].Name).Role != q.Role {
			break
		}
		out = append(out, next[0].Name)
		at.Existing = append(slices.Clip(at.Existing), next[0].Name)
	}
	return out
}

// passing returns the choice of a god who keeps or passes over each candidate: one of
// those kept or, if none is, one of all, each equally likely.
func (q *Gift) passing(list []*rules.Gift) []Given {
	keep := make([]float64, len(list))
	none := 1.0
	for i, g := range list {
		keep[i] = q.kept(g)
		none *= 1 - keep[i]
	}
	out := make([]Given, len(list))
	for i, g := range list {
		// kept[k] is the chance that k of the others are kept.
		kept := []float64{1}
		for j, p := range keep {
			if j == i {
				continue
			}
			next := make([]float64, len(kept)+1)
			for k, x := range kept {
				next[k] += x * (1 - p)
				next[k+1] += x * p
			}
			kept = next
		}
		p := none / float64(len(list))
		for k, x := range kept {
			p += keep[i] * x / float64(k+1)
		}
		out[i] = q.given(g, p)
	}
	return out
}

// kept returns the chance that a candidate is not passed over.
func (q *Gift) kept(g *rules.Gift) float64 {
	p := 1.0
	if g.Alignment == "none" && q.Gifts == 0 {
		p /= float64(q.Rules.UnalignedOneIn)
	}
	once := 1 / float64(q.Rules.UnskilledOneIn)
	switch skill := q.Rules.Skill(q.Role, g.Skill); {
	case g.Skill == "" || skill >= rules.Skilled:
	case skill == rules.Basic:
		p *= once + (1-once)/2
	default:
		p *= once
	}
	return p
}

// given returns an artifact with the enchantment that it may have: a random weapon's
// and its own, never negative.
func (q *Gift) given(g *rules.Gift, p float64) Given {
	out := Given{Name: g.Name, P: p}
	for _, c := range dice.Cases(func(d *dice.Dice) int {
		spe := 0
		if d.OneIn(11) {
			spe = d.Rne(3, q.XL)
		} else if d.OneIn(10) {
			spe = -d.Rne(3, q.XL)
		}
		if more := spe + g.Enchant; more >= -10 && more < 10 {
			spe = more
		}
		return max(0, spe)
	}) {
		out.Enchants = append(out.Enchants, Enchant{c.What, c.P})
	}
	slices.SortFunc(out.Enchants, func(a, b Enchant) int { return a.Enchant - b.Enchant })
	return out
}
