package polymorph

import (
	"context"
	"maps"
	"slices"

	"delphi/engine/rules"
)

// Outcome is one type that an object becomes.
type Outcome struct {
	Name string        `json:"name"`
	P    float64       `json:"p"`
	To   *rules.Object `json:"-"`
}

// Quantity is the chance of a number of items.
type Quantity struct {
	Items int     `json:"items"`
	P     float64 `json:"p"`
}

// FromAnswer is what an object becomes, given that it polymorphs.
type FromAnswer struct {
	From string    `json:"from"`
	To   []Outcome `json:"to"` // likeliest first; adds up to 1
	// Left is how many items the stack then has.
	Left []Quantity `json:"left,omitempty"`
	// RechargeRises is the chance that the recharge count of a wand, or where
	// it has one of a spellbook, rises by one.
	RechargeRises *float64 `json:"recharge_rises,omitempty"`
	// Affected is false if polymorph never affects it; To is then empty.
	Affected bool `json:"affected"`
	Zapped
	// Reverts is how what it became turns back; nil: it never does.
	Reverts *Reverts `json:"reverts,omitempty"`
}

// Zapped is what a zap does to an item: one of three.
type Zapped struct {
	Resists    float64 `json:"-"`
	Polymorphs float64 `json:"polymorphs"`
	Shudders   float64 `json:"shudders"`
}

// zapped returns what a zap does to a stack.
func (g *Game) zapped(s *Stack) Zapped {
	resists, shudders := g.Chances(s)
	return Zapped{resists, 1 - resists - shudders, shudders}
}

// From gives the whole distribution of what one stack becomes when it
// polymorphs. after is how many turns later someone looks whether it turned
// back. Its errors are a *problem.Problem and those of ctx.
func From(ctx context.Context, set *rules.Set, s Stack, level Level, after ...int) (*FromAnswer, error) {
	g, err := NewGame(set, level, nil)
	if err == nil {
		err = g.Learn(s)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	s, _ = s.Spread()
	a := &FromAnswer{From: s.Object.Name, To: []Outcome{}}
	if g.Safe(&s) {
		return a, nil
	}
	a.Affected = true
	a.Zapped = g.zapped(&s)
	types, left := map[*rules.Object]float64{}, map[int]float64{}
	for _, r := range g.Become(&s) {
		types[r.To] += r.P
		left[r.Quantity] += r.P
	}
	a.To = g.outcomes(types)
	a.Reverts = g.Reverting(&s, after...)
	for _, n := range slices.Sorted(maps.Keys(left)) {
		a.Left = append(a.Left, Quantity{n, left[n]})
	}
	if s.Object.Class == "wand" || s.Object.Class == "spellbook" && g.Rules.BookRecharges {
		rises := g.rechargeRises(s.Recharged)
		a.RechargeRises = &rises
	}
	return a, nil
}
