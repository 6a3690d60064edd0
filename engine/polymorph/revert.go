package polymorph

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// Reverts is how what polymorph made turns back, in the games where it does.
type Reverts struct {
	// MinTurns to MaxTurns after the last polymorph it turns back, each of
	// these turns equally likely.
	MinTurns int `json:"min_turns"`
	MaxTurns int `json:"max_turns"`
	// PByTurn is the chance that what turns back has not done so yet.
	PByTurn []TurnChance `json:"p_by_turn"`
	// TurnsBack is the chance that what the thing polymorphed into turns back;
	// the rest is as it was before, or changed for good: ForGood, likeliest first.
	TurnsBack float64   `json:"turns_back"`
	ForGood   []Outcome `json:"for_good,omitempty"`

	// To is what the thing is then; where it is not always the same, Then has
	// all of it, given that it turned back, likeliest first.
	To   string    `json:"to"`
	Then []Outcome `json:"then,omitempty"`
	// Kept and Lost say what of the thing as it is then it has kept, and what it lost.
	Kept []string `json:"kept"`
	Lost []string `json:"lost"`
	// Stops is what keeps it as it is, for good: one for each stack.
	Stops string `json:"stops"`

	// Remarks say where that surprises, and what is worth it all the same.
	Remarks []string `json:"-"`
}

// TurnChance is the chance of something so many turns later.
type TurnChance struct {
	Turn int     `json:"turn"`
	P    float64 `json:"p"`
}

// Still returns the chance that something that turns back has not done so yet, so
// many turns after it last polymorphed.
func (r *Reverts) Still(turn int) float64 {
	left := min(r.MaxTurns-turn, r.MaxTurns-r.MinTurns+1)
	return float64(max(0, left)) / float64(r.MaxTurns-r.MinTurns+1)
}

// Return is one thing that is there after something turned back. The chances
// of all of them add up to 1.
type Return struct {
	To        *rules.Object
	Quantity  int
	Enchant   int // or charges
	Recharged int
	Read      int
	P         float64
}

// turnsBack reports whether what a stack became will turn back. swapped: the
// type took the place of another that was drawn.
func (g *Game) turnsBack(s *Stack, to *rules.Object, swapped bool) bool {
	return g.reverts != nil && to != s.Object && !swapped && s.Object.Name != "corpse" && !g.stays(s)
}

// Return gives the chance that what a stack polymorphs into turns back, and what it is
// then. The list is nil if nothing turns back.
func (g *Game) Return(s *Stack) (turnsBack float64, list []Return) {
	at := map[Return]int{}
	add := func(r Return, p float64) {
		i, ok := at[r]
		if !ok {
			i = len(list)
			at[r] = i
			list = append(list, r)
		}
		list[i].P += p
	}
	for _, r := range g.Become(s) {
		if !r.TurnsBack {
			continue
		}
		turnsBack += r.P
		for _, x := range g.Returned(s, r) {
			p := r.P * x.P
			x.P = 0
			add(x, p)
		}
	}
	for i := range list {
		list[i].P /= turnsBack
	}
	return turnsBack, list
}

// Returned lists what the result of a stack is once it turned back; the chances
// add up to 1.
func (g *Game) Returned(s *Stack, r Result) (out []Return) {
	if g.Rules.Stays(r.To.Name) { // poly_obj refuses it
		return []Return{{To: r.To, Quantity: r.Quantity, Recharged: s.Recharged, P: 1}}
	}
	for _, again := range g.restored(s.Object) {
		for _, x := range g.counted(s, r, again.to) {
			x.P *= again.p
			out = append(out, x)
		}
	}
	return out
}

// restored returns what an object comes back as: itself but where it cannot be the
// result of any polymorph.
func (g *Game) restored(o *rules.Object) []chance {
	if to := g.Rules.Becomes(o.Name); to != nil {
		return []chance{{to: to, p: 1}}
	}
	if !g.Rules.Redrawn(o.Name) {
		return []chance{{to: o, p: 1}}
	}
	return g.drawAgain(o.Class)
}

// counted lists with which quantities and counts a stack that became r comes
// back as to; their chances add up to 1.
func (g *Game) counted(s *Stack, r Result, to *rules.Object) []Return {
	back := Return{To: to, Quantity: 1, Recharged: s.Recharged, P: 1}
	if to.Merge {
		back.Quantity = r.Quantity
	}
	switch to.Class {
	case "wand", "weapon", "armor":
		back.Enchant = s.Enchant
	case "spellbook":
		back.Read = s.Read + 2 // it counts both ways
	}
	switch {
	case g.Rules.Refilled(to.Name), g.Rules.Refilled(r.To.Name):
		back.Recharged = 1
	case to.Class == "wand", to.Class == "spellbook" && g.Rules.BookRecharges:
		return g.recharges(g.recharges([]Return{back}))
	}
	fire := g.backfires(r.To, to, back.Quantity)
	if fire == 0 {
		return []Return{back}
	}
	rocks := back
	rocks.To, rocks.Quantity, rocks.P = g.Rules.Rock(), back.Quantity/2, fire
	back.P -= fire
	return slices.DeleteFunc([]Return{back, rocks}, func(x Return) bool { return x.P == 0 })
}

// recharges lets each recharge count rise by one as often as it does.
func (g *Game) recharges(list []Return) (out []Return) {
	for _, x := range list {
		rises := g.rechargeRises(x.Recharged)
		up := x
		up.Recharged, up.P = x.Recharged+1, x.P*rises
		x.P *= 1 - rises
		for _, y := range []Return{x, up} {
			if y.P > 0 {
				out = append(out, y)
			}
		}
	}
	return out
}

// Reverting returns how what a stack polymorphs into turns back; nil if it never does.
// turns are looked at beside the usual ones.
func (g *Game) Reverting(s *Stack, turns ...int) *Reverts {
	if g.reverts == nil {
		return nil
	}
	p, list := g.Return(s)
	if p == 0 {
		return nil
	}
	a := g.Timer("", turns...)
	a.TurnsBack = p
	then, forGood := map[*rules.Object]float64{}, map[*rules.Object]float64{}
	for _, r := range list {
		then[r.To] += r.P
	}
	for _, r := range g.Become(s) {
		if !r.TurnsBack && r.To != s.Object {
			forGood[r.To] += r.P
		}
	}
	all := g.outcomes(then)
	a.To, a.ForGood = all[0].Name, g.outcomes(forGood)
	if len(all) > 1 {
		a.Then = all
	}
	if all[0].P < 0.5 { // one of many
		a.To = "another " + s.Object.Class
	}
	a.Kept, a.Lost = g.keeps(s)
	a.Remarks = g.surprises(s)
	for _, r := range g.Become(s) {
		if worth := g.worth(r.To); worth != "" && r.To != s.Object && !slices.Contains(a.Remarks, worth) {
			a.Remarks = append(a.Remarks, worth)
		}
	}
	return a
}

// worth says why an object is worth having although it turns back; empty if there is no
// such reason.
func (g *Game) worth(o *rules.Object) string {
	switch {
	case g.Rules.Refilled(o.Name):
		return article(o.Name) + " is worth using before it turns back"
	case o.Class == "armor" && strings.HasPrefix(o.Name, "elven "):
		return "armor enchanted as elven armor keeps the enchantment when it turns back"
	}
	return ""
}

// surprises says what is peculiar to a stack that turns back.
func (g *Game) surprises(s *Stack) (out []string) {
	name := article(s.Object.Name)
	if to := g.Rules.Becomes(s.Object.Name); to != nil {
		out = append(out, fmt.Sprintf("%s comes back as %s", name, article(to.Name)))
	}
	switch {
	case g.Rules.Redrawn(s.Object.Name):
		out = append(out, fmt.Sprintf("%s comes back as another %s", name, s.Object.Class))
	case g.Rules.Refilled(s.Object.Name):
		out = append(out, name+" comes back empty")
	}
	switch s.Object.Class {
	case "rock":
		out = append(out, "boulders can be carried as statues, and turn back")
	case "gem":
		if s.Quantity > 1 && s.Object.Material != "mineral" {
			out = append(out, "what became gray stones may come back as half as many rocks")
		}
	}
	if s.Quantity > 1 {
		out = append(out, "a stack that fused into one item stays one item")
	}
	return out
}

// Timer returns when things turn back into what to names. It is nil if nothing turns
// back. turns are considered besides the usual ones.
func (g *Game) Timer(to string, turns ...int) *Reverts {
	if g.reverts == nil {
		return nil
	}
	a := &Reverts{MinTurns: g.reverts.MinTurns, MaxTurns: g.reverts.MaxTurns, Stops: g.reverts.Stops, To: to, TurnsBack: 1}
	a.Kept, a.Lost = []string{"blessed or cursed"}, []string{"name"}
	turns = append(turns, a.MinTurns-1, a.MinTurns, a.MaxTurns)
	for t := a.MinTurns + 100 - a.MinTurns%100; t < a.MaxTurns; t += 100 {
		turns = append(turns, t)
	}
	slices.Sort(turns)
	for _, t := range slices.Compact(turns) {
		if t == 0 {
			continue // nobody asked
		}
		a.PByTurn = append(a.PByTurn, TurnChance{t, a.Still(t)})
	}
	return a
}

// keeps lists what a thing that turned back has of what it was just before, and
// what it has not.
func (g *Game) keeps(s *Stack) (kept, lost []string) {
	kept = []string{"blessed or cursed"}
	if s.Quantity > 1 {
		kept = append(kept, "number of items, also after fusing")
	}
	lost = []string{"name"}
	if s.Artifact {
		lost = append(lost, "artifact status")
	}
	switch s.Object.Class {
	case "wand":
		kept = append(kept, "charges")
	case "weapon", "armor":
		kept = append(kept, "enchantment", "erosion and proofing that both types can have")
		if s.Object.Class == "weapon" {
			lost = append(lost, "poison that the other type could not have")
		}
	case "ring", "tool":
		if s.Object.Charged {
			lost = append(lost, "charges or enchantment")
		}
	}
	return kept, lost
}

// outcomes lists types with their chances, the likeliest first.
func (g *Game) outcomes(types map[*rules.Object]float64) (out []Outcome) {
	for _, o := range g.Set.Objects() {
		if p := types[o]; p > 0 {
			out = append(out, Outcome{o.Name, p, o})
		}
	}
	slices.SortStableFunc(out, func(x, y Outcome) int { return cmp.Compare(y.P, x.P) })
	return out
}
