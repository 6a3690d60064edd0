package polypile

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"delphi/engine/rules"
)

// game is a version's rules with what is known of this game.
type game struct {
	set   *rules.Set
	p     *rules.Polypile
	level Level
	looks map[string]string // materials that are known, by object

	classes map[string][]*rules.Object
	drawn   map[drawKey][]chance
}

type drawKey struct {
	class string
	magic bool
}

type chance struct {
	to *rules.Object
	p  float64
}

// newGame needs a set that has Polypile rules.
func newGame(set *rules.Set, level Level, looks map[string]string) *game {
	g := &game{set: set, p: set.Polypile(), level: level, looks: maps.Clone(looks), classes: map[string][]*rules.Object{}, drawn: map[drawKey][]chance{}}
	if g.looks == nil {
		g.looks = map[string]string{}
	}
	for _, o := range set.Objects() {
		g.classes[o.Class] = append(g.classes[o.Class], o)
	}
	return g
}

// once is the chance that one draw of a class gives each of its objects, in
// the class's order; nil if the class is never drawn.
func (g *game) once(class string) []float64 {
	list := g.classes[class]
	weight := make([]int, len(list))
	valuable, total := 0, 0
	for i, o := range list {
		weight[i] = o.Prob1
		if o.Class == "gem" && o.Material == "gemstone" {
			valuable++
		}
	}
	if valuable > 0 {
		g.gems(list, weight, valuable)
	}
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
func (g *game) gems(list []*rules.Object, weight []int, valuable int) {
	rare := 0
	if !g.level.Other {
		rare = max(0, g.p.GemsRare-g.level.Depth/g.p.GemLevels)
	}
	nth := 0
	for i, o := range list {
		if o.Material != "gemstone" {
			continue
		}
		weight[i] = 0
		if nth >= rare {
			weight[i] = (g.p.GemShare + nth - rare) / (valuable - rare)
		}
		nth++
	}
}

// draw is the chance of each type that polymorph draws for a source of the
// class and magic flag, substitutes and repeated draws worked in. It adds up to 1.
func (g *game) draw(class string, magic bool) []chance {
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
	for range g.p.Draws {
		right += wrong
		wrong *= miss
	}
	wrong /= max(miss, 1e-300) // miss^(Draws-1)
	if miss == 0 {
		wrong = 0
	}
	p := make([]float64, len(list))
	again, open := 0.0, 0.0
	for i, o := range list {
		p[i] = once[i] * right
		if o.Magic != magic {
			p[i] = once[i] * wrong
		}
		switch {
		case g.p.Redrawn(o.Name):
			again += p[i]
			p[i] = 0
		case !g.p.Unread(o.Name):
			open += once[i]
		}
	}
	for i, o := range list {
		if again > 0 && !g.p.Redrawn(o.Name) && !g.p.Unread(o.Name) {
			p[i] += again * once[i] / open
		}
	}
	for i, o := range list {
		if to := g.p.Becomes(o.Name); to != nil && p[i] > 0 {
			p[slices.Index(list, to)] += p[i]
			p[i] = 0
		}
	}
	var out []chance
	for i, o := range list {
		if p[i] > 0 {
			out = append(out, chance{o, p[i]})
		}
	}
	g.drawn[key] = out
	return out
}

// magic is the flag that the draw looks at.
func (g *game) magic(s *Stack) bool {
	return s.Object.Magic && !(s.Degraded && g.p.DegradedHorns)
}

// what is the name under which a stack may be peculiar.
func what(s *Stack) string {
	if s.Corpse != "" {
		return s.Corpse + " corpse"
	}
	return s.Object.Name
}

// safe reports whether polymorph never affects the stack.
func (g *game) safe(s *Stack) bool {
	return s.Attached || g.p.Safe(what(s)) || g.p.Safe(s.Object.Name)
}

// kept reports whether a golem never absorbs the stack.
func (g *game) kept(s *Stack) bool {
	return s.Attached || g.p.Kept(what(s)) || g.p.Kept(s.Object.Name)
}

// fate is what happened to the quantity of a stack that polymorphed.
type fate uint8

const (
	whole     fate = iota
	fused          // to one
	backfired      // to half as many rocks
)

// result is one thing that a polymorphing stack becomes. The chances of a
// stack's results add up to 1.
type result struct {
	to   *rules.Object
	qty  int
	read int // readings and polymorphs of a spellbook
	fate fate
	p    float64
}

// become lists what a stack becomes, given that it polymorphs.
func (g *game) become(s *Stack) []result {
	n := s.Quantity
	if to := g.p.Becomes(what(s)); to != nil && s.Corpse != "" {
		r := result{to: to, qty: 1, p: 1}
		if n > 1 {
			r.fate = fused
		}
		return []result{r}
	}
	drawn := g.draw(s.Object.Class, g.magic(s))
	if drawn == nil || g.p.Mail(s.Object.Name) || s.Laid {
		drawn = []chance{{s.Object, 1}} // stays what it is
	}
	var out []result
	for _, d := range drawn {
		for _, r := range g.reads(s, d) {
			out = append(out, g.quantities(s, n, r)...)
		}
	}
	return merge(out)
}

// reads works the count of readings into what was drawn.
func (g *game) reads(s *Stack, d chance) []result {
	limit := g.p.ReadLimit
	switch {
	case d.to.Class != "spellbook", limit == 0, g.p.Blank(d.to.Name), g.p.Unread(d.to.Name):
		return []result{{to: d.to, p: d.p}}
	case s.Read+1 <= limit:
		return []result{{to: d.to, read: s.Read + 1, p: d.p}}
	}
	i := slices.IndexFunc(g.classes["spellbook"], func(o *rules.Object) bool { return g.p.Blank(o.Name) })
	blank := g.classes["spellbook"][i]
	var out []result
	for read := range s.Read + 1 {
		out = append(out, result{to: blank, read: read, p: d.p / float64(s.Read+1)})
	}
	return out
}

// quantities works fusing and backfiring into a result.
func (g *game) quantities(s *Stack, n int, r result) []result {
	var out []result
	add := func(qty int, f fate, p float64) {
		if p > 0 {
			r := r
			r.qty, r.fate, r.p = qty, f, r.p*p
			out = append(out, r)
		}
	}
	switch {
	case n == 1:
		add(1, whole, 1)
	case !r.to.Merge:
		add(1, fused, 1)
	default:
		one := float64(min(n, g.p.StackOf)) / float64(g.p.StackOf)
		add(1, fused, one)
		add(n, whole, 1-one)
	}
	if s.Object.Class != "gem" || s.Object.Material != "mineral" || r.to.Material == "mineral" {
		return out
	}
	for i := range out {
		if out[i].qty == 1 {
			continue
		}
		fire := min(1, float64(out[i].qty-1)/float64(g.p.BackfireDie))
		rocks := out[i]
		rocks.to, rocks.qty, rocks.fate, rocks.p = g.p.Rock(), rocks.qty/2, backfired, rocks.p*fire
		out[i].p *= 1 - fire
		out = append(out, rocks)
	}
	return out
}

// merge adds up equal results, in the order of their first appearance.
func merge(list []result) []result {
	at := map[result]int{}
	var out []result
	for _, r := range list {
		p := r.p
		if p == 0 {
			continue
		}
		r.p = 0
		i, ok := at[r]
		if !ok {
			i = len(out)
			at[r] = i
			out = append(out, r)
		}
		out[i].p += p
	}
	return out
}

// Outcome is one type that an object becomes.
type Outcome struct {
	Name string        `json:"name"`
	P    float64       `json:"p"`
	To   *rules.Object `json:"-"`
}

// Quantity is how many items there are.
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
// polymorphs. Its errors are those of Question.Check.
func From(ctx context.Context, set *rules.Set, s Stack, level Level) (*FromAnswer, error) {
	q := Question{Rules: set, Squares: []Square{{Stacks: []Stack{s}}}, Level: level}
	if err := q.Check(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s, _ = s.Spread()
	g := newGame(set, level, nil)
	a := &FromAnswer{From: s.Object.Name, To: []Outcome{}}
	if g.safe(&s) {
		return a, nil
	}
	a.Affected = true
	resist, shudder := g.chances(&s)
	a.Shudders, a.Polymorphs = shudder, 1-resist-shudder
	types, left := map[*rules.Object]float64{}, map[int]float64{}
	for _, r := range g.become(&s) {
		types[r.to] += r.p
		left[r.qty] += r.p
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
		rises := float64(max(0, g.p.Recharges-1-s.Recharged)) / float64(g.p.Recharges)
		a.RechargeRises = &rises
	}
	return a, nil
}

// chances are those of resisting and of shuddering.
func (g *game) chances(s *Stack) (resist, shudder float64) {
	if g.safe(s) {
		return 1, 0
	}
	resist = float64(g.p.Resist) / 100
	if s.Artifact {
		resist = float64(g.p.ArtifactResist) / 100
	}
	odds := g.p.ShudderUncursed
	switch {
	case s.Object.Class == "wand":
		odds = g.p.ShudderWand
	case s.BUC == Cursed:
		odds = g.p.ShudderCursed
	case s.BUC == Blessed:
		odds = g.p.ShudderBlessed
	}
	if s.Quantity >= g.p.Large {
		odds /= 2
	}
	return resist, (1 - resist) / float64(max(1, odds))
}
