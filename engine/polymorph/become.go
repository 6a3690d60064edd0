package polymorph

import (
	"slices"

	"delphi/engine/rules"
)

// chance is a type that is drawn, and how often.
type chance struct {
	to      *rules.Object
	p       float64
	swapped bool // it took the place of another that was drawn
}

// Draw lists what one draw of a class may give, with the weight of each; the
// list is empty if the class is never drawn.
func (g *Game) Draw(class string) (list []*rules.Object, weight []int) {
	list = g.classes[class]
	weight = make([]int, len(list))
	valuable := 0
	for i, o := range list {
		weight[i] = o.Prob1
		if o.Class == "gem" && o.Material == "gemstone" {
			valuable++
		}
	}
	if valuable > 0 {
		g.gems(list, weight, valuable)
	}
	return list, weight
}

// once returns the chance that one draw of a class gives each of its objects, in
// the class's order; nil if the class is never drawn.
func (g *Game) once(class string) []float64 {
	list, weight := g.Draw(class)
	total := 0
	for _, w := range weight {
		total += w
	}
	if total == 0 {
		return nil
	}
	out := make([]float64, len(list))
	for i, w := range weight {
		out[i] = float64(w) / float64(total)
	}
	return out
}

// gems sets the weights of the valuable gems: the most valuable come first
// and are the last to occur.
func (g *Game) gems(list []*rules.Object, weight []int, valuable int) {
	rare := 0
	if !g.level.Other {
		rare = max(0, g.Rules.GemsRare-g.level.Depth/g.Rules.GemLevels)
	}
	nth := 0
	for i, o := range list {
		if o.Material != "gemstone" {
			continue
		}
		weight[i] = 0
		if nth >= rare {
			weight[i] = (g.Rules.GemShare + nth - rare) / (valuable - rare)
		}
		nth++
	}
}

// draw returns the chance of each type that polymorph draws for a source of the
// class and magic flag, substitutes and repeated draws worked in. It adds up to 1.
func (g *Game) draw(class string, magic bool) []chance {
	key := drawKey{class, magic}
	if d, ok := g.drawn[key]; ok {
		return d
	}
	list, once := g.classes[class], g.once(class)
	if once == nil {
		return nil
	}
	miss := 0.0 // one draw has the wrong flag
	for i, o := range list {
		if o.Magic != magic {
			miss += once[i]
		}
	}
	// The last draw stands; the ones before it only if the flag is right.
	right, wrong := 0.0, 1.0
	for range g.Rules.Draws {
		right += wrong
		wrong *= miss
	}
	wrong /= max(miss, 1e-300) // miss^(Draws-1)
	if miss == 0 {
		wrong = 0
	}
	p := make([]float64, len(list))
	again := 0.0
	for i, o := range list {
		p[i] = once[i] * right
		if o.Magic != magic {
			p[i] = once[i] * wrong
		}
		if g.Rules.Redrawn(o.Name) {
			again += p[i]
			p[i] = 0
		}
	}
	if again > 0 {
		for _, x := range g.drawAgain(class) {
			p[slices.Index(list, x.to)] += again * x.p
		}
	}
	var out []chance
	for i, o := range list {
		switch to := g.Rules.Becomes(o.Name); {
		case p[i] == 0:
		case to != nil:
			out = append(out, chance{to: to, p: p[i], swapped: true})
		default:
			out = append(out, chance{to: o, p: p[i]})
		}
	}
	g.drawn[key] = out
	return out
}

// drawAgain returns the chance of each type where what was drawn cannot be: it is
// drawn again until it can.
func (g *Game) drawAgain(class string) (out []chance) {
	list, once := g.classes[class], g.once(class)
	first, last := 0, len(list)-1
	if ends, some := g.Rules.Redraws[class]; some {
		at := func(name string) int {
			return slices.IndexFunc(list, func(o *rules.Object) bool { return o.Name == name })
		}
		first, last = at(ends[0]), at(ends[1])
	}
	open := 0.0
	for i := first; i <= last; i++ {
		if o := list[i]; once[i] > 0 && !g.Rules.Redrawn(o.Name) && !g.Rules.Unread(o.Name) {
			out = append(out, chance{to: o, p: once[i]})
			open += once[i]
		}
	}
	for i := range out {
		out[i].p /= open
	}
	return out
}

// Fate is what happened to the quantity of a stack that polymorphed.
type Fate uint8

const (
	Whole     Fate = iota // every item is left
	Fused                 // to one item
	Backfired             // to half as many rocks
)

// Result is one thing that a polymorphing stack becomes. The chances of a
// stack's results add up to 1.
type Result struct {
	To       *rules.Object
	Quantity int
	Read     int // readings and polymorphs of a spellbook
	Fate     Fate
	// TurnsBack: it turns back into what it was, some time later.
	TurnsBack bool
	P         float64
}

// Become lists what a stack becomes, given that it polymorphs.
func (g *Game) Become(s *Stack) []Result {
	n := s.Quantity
	if to := g.Rules.Becomes(peculiar(s)); to != nil && s.Corpse != "" {
		r := Result{To: to, Quantity: 1, P: 1}
		if n > 1 {
			r.Fate = Fused
		}
		return []Result{r}
	}
	drawn := g.draw(s.Object.Class, g.magic(s))
	if drawn == nil || g.stays(s) {
		drawn = []chance{{to: s.Object, p: 1}} // stays what it is
	}
	var out []Result
	for _, d := range drawn {
		for _, r := range g.reads(s, d) {
			for _, r := range g.quantities(s, n, r) {
				r.TurnsBack = g.turnsBack(s, r.To, d.swapped)
				out = append(out, r)
			}
		}
	}
	return merge(out)
}

// reads works the count of readings into what was drawn.
func (g *Game) reads(s *Stack, d chance) []Result {
	limit := g.Rules.ReadLimit
	switch {
	case d.to.Class != "spellbook", limit == 0, g.Rules.Blank(d.to.Name), g.Rules.Unread(d.to.Name):
		return []Result{{To: d.to, P: d.p}}
	case s.Read+1 <= limit:
		return []Result{{To: d.to, Read: s.Read + 1, P: d.p}}
	}
	i := slices.IndexFunc(g.classes["spellbook"], func(o *rules.Object) bool { return g.Rules.Blank(o.Name) })
	blank := g.classes["spellbook"][i]
	var out []Result
	for read := range s.Read + 1 {
		out = append(out, Result{To: blank, Read: read, P: d.p / float64(s.Read+1)})
	}
	return out
}

// quantities works fusing and backfiring into a result.
func (g *Game) quantities(s *Stack, n int, r Result) []Result {
	var out []Result
	add := func(quantity int, fate Fate, p float64) {
		if p > 0 {
			r := r
			r.Quantity, r.Fate, r.P = quantity, fate, r.P*p
			out = append(out, r)
		}
	}
	switch {
	case n == 1:
		add(1, Whole, 1)
	case !r.To.Merge:
		add(1, Fused, 1)
	default:
		one := float64(min(n, g.Rules.StackOf)) / float64(g.Rules.StackOf)
		add(1, Fused, one)
		add(n, Whole, 1-one)
	}
	for i := range out {
		fire := g.backfires(s.Object, r.To, out[i].Quantity)
		if fire == 0 {
			continue
		}
		rocks := out[i]
		rocks.To, rocks.Quantity, rocks.Fate, rocks.P = g.Rules.Rock(), rocks.Quantity/2, Backfired, rocks.P*fire
		out[i].P *= 1 - fire
		out = append(out, rocks)
	}
	return out
}

// backfires returns the chance that so many gems or stones of one type turn into
// rocks instead of another type.
func (g *Game) backfires(from, to *rules.Object, quantity int) float64 {
	if from.Class != "gem" || from.Material != "mineral" || to.Material == "mineral" {
		return 0
	}
	return min(1, float64(quantity-1)/float64(g.Rules.BackfireDie))
}

// rechargeRises returns the chance that polymorph adds one to such a recharge count.
func (g *Game) rechargeRises(count int) float64 {
	return float64(max(0, g.Rules.Recharges-1-count)) / float64(g.Rules.Recharges)
}

// merge adds up equal results, in the order of their first appearance.
func merge(list []Result) []Result {
	at := map[Result]int{}
	var out []Result
	for _, r := range list {
		p := r.P
		if p == 0 {
			continue
		}
		r.P = 0
		i, ok := at[r]
		if !ok {
			i = len(out)
			at[r] = i
			out = append(out, r)
		}
		out[i].P += p
	}
	return out
}
