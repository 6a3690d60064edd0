package polymorph

import (
	"cmp"
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
	// RechargeRises is the chance that a wand's recharge count rises by one.
	RechargeRises *float64 `json:"recharge_rises,omitempty"`
	// Affected is false if polymorph never affects it; To is then empty.
	Affected bool `json:"affected"`
	// Polymorphs is the chance that a zap polymorphs it, Shudders that it shudders.
	Polymorphs float64 `json:"polymorphs"`
	Shudders   float64 `json:"shudders"`
}

// From gives the whole distribution of what one stack becomes when it
// polymorphs. Its errors are a *problem.Problem and those of ctx.
func From(ctx context.Context, set *rules.Set, s Stack, level Level) (*FromAnswer, error) {
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
	resist, shudder := g.Chances(&s)
	a.Shudders, a.Polymorphs = shudder, 1-resist-shudder
	types, left := map[*rules.Object]float64{}, map[int]float64{}
	for _, r := range g.Become(&s) {
		types[r.To] += r.P
		left[r.Quantity] += r.P
	}
	for _, o := range set.Objects() {
		if p := types[o]; p > 0 {
			a.To = append(a.To, Outcome{o.Name, p, o})
		}
	}
	slices.SortStableFunc(a.To, func(x, y Outcome) int { return cmp.Compare(y.P, x.P) })
	for _, n := range slices.Sorted(maps.Keys(left)) {
		a.Left = append(a.Left, Quantity{n, left[n]})
	}
	if s.Object.Class == "wand" {
		rises := float64(max(0, g.Rules.Recharges-1-s.Recharged)) / float64(g.Rules.Recharges)
		a.RechargeRises = &rises
	}
	return a, nil
}
