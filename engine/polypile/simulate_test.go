package polypile

import (
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// simulator plays the rules one roll after the other, as the game does. It is
// the oracle for piles that nobody measured, and shares nothing with what it
// checks but the tables.
type simulator struct {
	*rand.Rand
	q   *Question
	p   *rules.Polypile
	set *rules.Set

	lists map[string]*lot
	pools map[string][]string // class -> materials, each as often as it has looks
	drawn []*rules.Object     // whose material is drawn anew for each play
	known map[string]string
}

// lot is a class to draw from.
type lot struct {
	list    []*rules.Object
	weights []int
	total   int
}

func newSimulator(q *Question, seed uint64) *simulator {
	s := &simulator{Rand: rand.New(rand.NewPCG(7, seed)), q: q, p: q.Rules.Polypile(), set: q.Rules, lists: map[string]*lot{}, pools: map[string][]string{}, known: map[string]string{}}
	classes := map[string]bool{}
	for _, st := range q.Squares[0].Stacks {
		classes[st.Object.Class] = true
	}
	for _, o := range s.set.Objects() {
		pool := s.p.LooksOf(o)
		if pool == nil || !classes[o.Class] {
			continue
		}
		if m := q.Appearances[o.Name]; m != "" {
			s.known[o.Name] = m
			continue
		}
		s.drawn = append(s.drawn, o)
		if s.pools[o.Class] == nil {
			for _, m := range slices.Sorted(maps.Keys(pool)) {
				s.pools[o.Class] = append(s.pools[o.Class], slices.Repeat([]string{m}, pool[m])...)
			}
		}
	}
	return s
}

type thing struct {
	polymorph.Stack
	entry int
	fate  string // "", "resisted", "shuddered", "polymorphed"
	fused bool
	eaten bool
	looks map[string]string
}

func (x *thing) material() string {
	if m := x.looks[x.Object.Name]; m != "" {
		return m
	}
	return x.Object.Material
}

// play is one zap at the only square.
type play struct {
	things  []*thing
	decided bool
	golem   string
}

// oneIn is true once in n.
func (s *simulator) oneIn(n int) bool { return s.IntN(n) == 0 }

func (s *simulator) play() play {
	looks := s.known
	if len(s.drawn) > 0 {
		looks = maps.Clone(s.known)
		for _, o := range s.drawn {
			pool := s.pools[o.Class]
			looks[o.Name] = pool[s.IntN(len(pool))]
		}
	}
	var pile []*thing
	for i, st := range s.q.Squares[0].Stacks {
		n := max(1, st.Count)
		if !st.Object.Merge {
			n, st.Quantity = n*st.Quantity, 1
		}
		for range n {
			x := &thing{Stack: st, entry: i, looks: looks}
			if x.Random {
				x.Object, x.Random = s.drawOf(st.Object.Class, false), false
			}
			pile = append(pile, x)
		}
	}
	slices.SortStableFunc(pile, func(a, b *thing) int {
		return btoi(b.Object.Name == "boulder") - btoi(a.Object.Name == "boulder")
	})
	out := play{things: pile}
	material := ""
	for _, x := range pile {
		if x.Attached || s.p.Safe(x.Corpse+" corpse") || s.p.Safe(x.Object.Name) {
			x.fate = "resisted"
			continue
		}
		resists := 5
		if x.Artifact {
			resists = 95
		}
		if s.IntN(100) < resists {
			x.fate = "resisted"
			continue
		}
		odds := 8
		switch {
		case x.Object.Class == "wand", x.BUC == rules.Cursed:
			odds = 3
		case x.BUC == rules.Blessed:
			odds = 12
		}
		if x.Quantity > 4 {
			odds /= 2
		}
		if !s.oneIn(odds) {
			s.polymorph(x)
			x.fate = "polymorphed"
			continue
		}
		x.fate = "shuddered"
		if x.Object.Name == "scroll of mail" {
			continue
		}
		for i := 0; i < x.Quantity && !out.decided; i++ {
			if s.oneIn(s.q.Luck + 45) {
				out.decided = true
				material = x.material()
			}
		}
		if x.Quantity == 1 {
			x.Quantity = 0
		} else {
			x.Quantity -= 1 + s.IntN(x.Quantity-1)
		}
	}
	if !out.decided {
		return out
	}
	stacks, items := 0, 0
	for _, x := range pile {
		if x.Quantity > 0 {
			stacks++
			items += x.Quantity
		}
	}
	if items < 2 {
		return out
	}
	kinds := s.p.GolemsFor(material)
	kind := kinds[s.IntN(len(kinds))]
	out.golem = kind.Name
	left := kind.Weight
	for _, x := range pile {
		if left <= 0 {
			break
		}
		if x.Quantity == 0 || x.Attached || s.p.Kept(x.Corpse+" corpse") || s.p.Kept(x.Object.Name) {
			continue
		}
		if (x.material() == material) == (s.IntN(left+1) != 0) {
			x.eaten = true
			left -= x.Quantity
		}
	}
	return out
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// drawOf draws an object of a class by its chances; again means from among
// those that a second draw may give.
func (s *simulator) drawOf(class string, again bool) *rules.Object {
	key := class + strconv.FormatBool(again)
	l := s.lists[key]
	if l == nil {
		l = &lot{}
		gems := 0
		// SLASH'EM lists its potions and books in an order of its own, and draws
		// again from where those of 3.4.3 begin.
		begin := map[string]string{"potion": "potion of gain ability", "spellbook": "spellbook of dig"}[class]
		begun := !again || begin == "" || s.set.Name != "slashem"
		for _, o := range s.set.Objects() {
			begun = begun || o.Name == begin
			if o.Class != class || again && o.Name == "novel" || !begun {
				continue
			}
			if again && begin != "" && o.Name == "potion of blood" {
				break // behind water
			}
			w := o.Prob1
			if class == "gem" && o.Material == "gemstone" {
				rare := 0
				if !s.q.Level.Other {
					rare = max(0, 9-s.q.Level.Depth/3)
				}
				w = 0
				if gems >= rare {
					w = (171 + gems - rare) / (22 - rare)
				}
				gems++
			}
			l.list, l.weights = append(l.list, o), append(l.weights, w)
			l.total += w
		}
		s.lists[key] = l
	}
	roll := s.IntN(l.total)
	for i, w := range l.weights {
		if roll -= w; roll < 0 {
			return l.list[i]
		}
	}
	panic("no object drawn")
}

func (s *simulator) polymorph(x *thing) {
	n := x.Quantity
	mineral := x.Object.Class == "gem" && x.Object.Material == "mineral"
	switch {
	case x.Corpse == "crocodile":
		x.Object, x.Corpse, x.Quantity, x.fused = s.set.Object("low boots"), "", 1, n > 1
		return
	case x.Object.Name == "scroll of mail", x.Laid:
	case x.Object.Name == "amulet of unchanging" && s.set.Name == "slashem":
	default:
		magic := x.Object.Magic && !(x.Degraded && s.p.DegradedHorns)
		class := x.Object.Class
		to := s.drawOf(class, false)
		for range 2 {
			if to.Magic != magic {
				to = s.drawOf(class, false)
			}
		}
		for to.Name == "wand of wishing" || to.Name == "wand of polymorph" || to.Name == "potion of polymorph" || to.Name == "spellbook of polymorph" {
			to = s.drawOf(class, true)
		}
		if to.Name == "magic lamp" {
			to = s.set.Object("oil lamp")
		}
		if class == "spellbook" && s.p.ReadLimit > 0 {
			switch {
			case to.Name == "spellbook of blank paper" || to.Name == "novel":
				x.Read = 0
			case x.Read+1 > 3:
				to = s.set.Object("spellbook of blank paper")
				x.Read = s.IntN(x.Read + 1)
			default:
				x.Read++
			}
		}
		x.Object = to
	}
	x.Corpse = ""
	if n > 1 && (!x.Object.Merge || n > s.IntN(1000)) {
		x.Quantity, x.fused = 1, true
	}
	if mineral && x.Object.Material != "mineral" && x.Quantity > 1+s.IntN(4) {
		x.Object, x.Quantity = s.set.Object("rock"), x.Quantity/2
		x.fused = false
	}
}

// shapes returns piles of many shapes; more of them come from a seeded generator.
func shapes(t testing.TB, set *rules.Set) map[string]*Question {
	o := func(name string) *rules.Object { return object(t, set, name) }
	st := func(n int, buc rules.BUC, name string, count int) polymorph.Stack {
		return polymorph.Stack{Object: o(name), Quantity: n, BUC: buc, Count: count}
	}
	one := func(luck int, stacks ...polymorph.Stack) *Question {
		return &Question{Rules: set, Luck: luck, Squares: []Square{{Stacks: stacks}}, Level: polymorph.Level{Depth: 10}}
	}
	excalibur := st(1, rules.Uncursed, "long sword", 1)
	excalibur.Artifact = true
	croc := st(3, rules.Cursed, "corpse", 2)
	croc.Corpse = "crocodile"
	death := st(1, rules.Uncursed, "corpse", 1)
	death.Corpse = "Death"
	book := st(1, rules.Uncursed, "spellbook of sleep", 4)
	book.Read = 3
	horn := st(1, rules.Cursed, "unicorn horn", 3)
	horn.Degraded = true
	eggs := st(6, rules.Cursed, "egg", 3)
	eggs.Laid = true
	ball := st(1, rules.Cursed, "heavy iron ball", 1)
	ball.Attached = true
	table := map[string]string{}
	for _, x := range set.Objects() {
		if pool := set.Polypile().LooksOf(x); pool != nil {
			names := []string{}
			for m := range pool {
				names = append(names, m)
			}
			slices.Sort(names)
			table[x.Name] = names[len(x.Name)%len(names)]
		}
	}
	known := one(-13, st(1, rules.Cursed, "ring of hunger", 5), st(1, rules.Uncursed, "wand of sleep", 6), st(1, rules.Cursed, "ring of conflict", 5), st(1, rules.Blessed, "spellbook of light", 3), st(1, rules.Cursed, "wand of nothing", 4))
	known.Appearances = table
	known.Want = []*rules.Object{o("ring of free action"), o("wand of death"), o("wand of sleep")}
	unknown := one(-13, st(1, rules.Cursed, "ring of hunger", 6), st(1, rules.Uncursed, "wand of polymorph", 3), st(1, rules.Cursed, "wand of sleep", 6))
	unknown.Want = []*rules.Object{o("wand of polymorph"), o("ring of hunger")}
	gems := one(13, st(4, rules.Cursed, "rock", 4), st(2, rules.Uncursed, "flint", 3), st(3, rules.Blessed, "worthless piece of red glass", 3), st(2, rules.Cursed, "ruby", 2), st(7, rules.Uncursed, "luckstone", 2))
	gems.Level = polymorph.Level{Depth: 25}
	gems.Want = []*rules.Object{o("ruby"), o("rock"), o("diamond")}
	mines := one(0, st(1, rules.Uncursed, "rock", 5), st(9, rules.Blessed, "flint", 2))
	mines.Level = polymorph.Level{Depth: 3, Other: true}
	any := func(n int, buc rules.BUC, class string) polymorph.Stack {
		return polymorph.Stack{Object: polymorph.RandomOf(class), Random: true, Quantity: n, BUC: buc}
	}
	random := one(-13, any(4, rules.Cursed, "ring"), any(3, rules.Uncursed, "wand"), st(1, rules.Cursed, "ring of hunger", 2), any(2, rules.Cursed, "potion"), any(2, rules.Uncursed, "spellbook"), any(3, rules.Cursed, "gem"), any(2, rules.Uncursed, "amulet"))
	random.Want, random.AtLeast = []*rules.Object{o("ring of hunger"), o("wand of polymorph")}, []int{2}
	odd := []polymorph.Stack{croc, death, book, horn, eggs, ball, st(1, rules.Uncursed, "magic lamp", 2), st(1, rules.Cursed, "amulet of unchanging", 3)}
	if mail := set.Object("scroll of mail"); mail != nil {
		odd = append(odd, polymorph.Stack{Object: mail, Quantity: 4, BUC: rules.Cursed, Count: 2})
	}
	return map[string]*Question{
		"one":             one(0, st(1, rules.Cursed, "dagger", 1)),
		"pair":            one(-13, st(1, rules.Cursed, "club", 1), st(1, rules.Cursed, "dagger", 1)),
		"two and one":     one(-13, st(2, rules.Cursed, "dagger", 1), st(1, rules.Cursed, "club", 1)),
		"pair of pairs":   one(-13, st(2, rules.Cursed, "arrow", 2)),
		"exhausted":       one(-13, st(90, rules.Cursed, "scroll of light", 9), st(1, rules.Uncursed, "elven cloak", 5), st(13, rules.Uncursed, "scroll of identify", 3)),
		"gold":            one(-5, st(700, rules.Uncursed, "gold piece", 2), st(40, rules.Cursed, "gold piece", 6), st(3, rules.Cursed, "dart", 4)),
		"boulders":        one(-13, st(1, rules.Uncursed, "dagger", 3), st(1, rules.Cursed, "boulder", 4), st(1, rules.Blessed, "statue", 3), st(1, rules.Uncursed, "boulder", 1)),
		"odd things":      one(-13, odd...),
		"artifacts":       one(-13, excalibur, st(1, rules.Cursed, "long sword", 8), excalibur, st(6, rules.Cursed, "dagger", 4)),
		"known":           known,
		"unknown":         unknown,
		"gems":            gems,
		"mines":           mines,
		"under meatballs": one(10, st(5, rules.Cursed, "meatball", 30), st(1, rules.Blessed, "speed boots", 4), st(1, rules.Uncursed, "plate mail", 6), st(3, rules.Uncursed, "potion of booze", 4)),
		"hundreds":        one(-13, st(4, rules.Cursed, "scroll of light", 150), st(1, rules.Uncursed, "plate mail", 120), st(7, rules.Cursed, "tallow candle", 60)),
		"random":          random,
		"many wanted":     {Rules: set, Luck: -13, Squares: []Square{{Stacks: []polymorph.Stack{st(3, rules.Cursed, "dagger", 3), st(1, rules.Uncursed, "dart", 6), st(8, rules.Cursed, "dagger", 1)}}}, Want: []*rules.Object{o("dagger"), o("dart")}, AtLeast: []int{6, 3}, Level: polymorph.Level{Depth: 10}},
		"bones":           one(-13, st(1, rules.Cursed, "unicorn horn", 14), st(6, rules.Cursed, "tallow candle", 5), st(1, rules.Cursed, "skeleton key", 4)),
	}
}

// anyPile returns a pile of a generator.
func anyPile(set *rules.Set, r *rand.Rand) *Question {
	var list []*rules.Object
	for _, o := range set.Objects() {
		if o.Prob > 0 && set.Polypile().LooksOf(o) == nil && o.Class != "illobj" && o.Class != "venom" {
			list = append(list, o)
		}
	}
	few := make([]*rules.Object, 1+r.IntN(6)) // of few types, so that materials meet
	for i := range few {
		few[i] = list[r.IntN(len(list))]
	}
	q := &Question{Rules: set, Luck: r.IntN(27) - 13, Squares: make([]Square, 1), Level: polymorph.Level{Depth: 1 + r.IntN(30)}}
	for range 1 + r.IntN(8) {
		s := polymorph.Stack{Object: few[r.IntN(len(few))], Quantity: 1, Count: 1 + r.IntN(5), BUC: rules.BUC(3 - r.IntN(3))}
		if s.Object.Merge {
			s.Quantity = []int{1, 2, 3, 4, 5, 6, 12, 60}[r.IntN(8)]
		}
		q.Squares[0].Stacks = append(q.Squares[0].Stacks, s)
	}
	for i, o := range few[:min(3, len(few))] {
		if !slices.Contains(few[:i], o) {
			q.Want, q.AtLeast = append(q.Want, o), append(q.AtLeast, 1+r.IntN(4))
		}
	}
	return q
}

// simulated: by day one pile in so many is played, another in each version.
const simulated = 5

func TestSimulated(t *testing.T) {
	all := &truthtest.Tally{}
	for v, version := range rules.PolypileNames() {
		set := rules.Polypiling(version)
		cases := shapes(t, set)
		r := rand.New(rand.NewPCG(5, 12))
		for i := range 10 {
			cases["any "+strconv.Itoa(i)] = anyPile(set, r)
		}
		for i, name := range slices.Sorted(maps.Keys(cases)) {
			if truthtest.Nightly() || (i+v)%simulated == 0 {
				compareSimulated(t, all, version+" "+name, cases[name])
			}
		}
	}
	all.Judge(t)
}

func compareSimulated(t *testing.T, all *truthtest.Tally, name string, q *Question) {
	t.Helper()
	a, err := Zap(t.Context(), q)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	n := 1500.0
	if truthtest.Nightly() {
		n = 6000
	}
	s := newSimulator(q, uint64(len(name)))
	entries := len(q.Squares[0].Stacks)
	type counts struct{ resist, shudder, poly, fuse, eaten, eaten2, left, left2 float64 }
	by := make([]counts, entries)
	var decided, appears, left1, left2 float64
	kinds, hist := map[string]float64{}, map[int]float64{}
	wanted := make([]float64, len(q.Want)+1)
	enough := make([]float64, len(q.Want)+2) // of each, of one of them, of all
	inAll := map[int]float64{}
	for range int(n) {
		p := s.play()
		decided += float64(btoi(p.decided))
		appears += float64(btoi(p.golem != ""))
		if p.golem != "" {
			kinds[p.golem]++
		}
		total, have, items := 0, make([]bool, len(q.Want)+1), make([]int, len(q.Want))
		eaten, left := make([]float64, entries), make([]float64, entries)
		for _, x := range p.things {
			c := &by[x.entry]
			c.resist += float64(btoi(x.fate == "resisted"))
			c.shudder += float64(btoi(x.fate == "shuddered"))
			c.poly += float64(btoi(x.fate == "polymorphed"))
			c.fuse += float64(btoi(x.fused))
			if x.eaten {
				eaten[x.entry]++
				continue
			}
			total += x.Quantity
			left[x.entry] += float64(x.Quantity)
			for w, o := range q.Want {
				if x.Object == o && x.Quantity > 0 {
					have[0], have[w+1] = true, true
					items[w] += x.Quantity
				}
			}
		}
		for i := range by {
			by[i].eaten += eaten[i]
			by[i].eaten2 += eaten[i] * eaten[i]
			by[i].left += left[i]
			by[i].left2 += left[i] * left[i]
		}
		hist[total]++
		left1 += float64(total)
		left2 += float64(total) * float64(total)
		for w := range have {
			wanted[w] += float64(btoi(have[w]))
		}
		together, some, all := 0, false, true
		for w, have := range items {
			yes := have >= q.atLeast(w)
			together, some, all = together+have, some || yes, all && yes
			enough[w] += float64(btoi(yes))
		}
		inAll[together]++
		enough[len(items)] += float64(btoi(some))
		enough[len(items)+1] += float64(btoi(all))
	}
	sd := func(sum, squares float64) float64 { return math.Sqrt(max(0, squares/n-sum/n*sum/n)) }
	// The answer has boulders first; so do the names here.
	order := make([]int, 0, entries)
	for _, top := range []bool{true, false} {
		for i, st := range q.Squares[0].Stacks {
			if (st.Object.Name == "boulder") == top {
				order = append(order, i)
			}
		}
	}
	for at, i := range order {
		x := a.Stacks[at]
		m := float64(x.Count)
		where := fmt.Sprintf("%s, stack %d %s", name, i, x.Name)
		all.Count(t, where+" resists", by[i].resist, n*m, x.Resist)
		all.Count(t, where+" shudders", by[i].shudder, n*m, x.Shudder)
		all.Count(t, where+" polymorphs", by[i].poly, n*m, x.Polymorph)
		all.Count(t, where+" fuses", by[i].fuse, n*m, x.Fuse)
		if by[i].eaten2 > 50 || by[i].eaten == 0 && x.Eaten*n > 30 { // all of m may be eaten at once
			all.Mean(t, where+" eaten", by[i].eaten/n, sd(by[i].eaten, by[i].eaten2), n, x.Eaten*m)
		}
		if d := sd(by[i].left, by[i].left2); d > 0.05 {
			all.Mean(t, where+" left", by[i].left/n, d, n, x.ExpectedLeft*m)
		}
	}
	all.Count(t, name+" decided", decided, n, a.Golem.Decided)
	all.Count(t, name+" appears", appears, n, a.Golem.Appears)
	for k, p := range a.Golem.Kinds {
		all.Count(t, name+" "+k, kinds[k], n, p)
	}
	for k := range kinds {
		if a.Golem.Kinds[k] == 0 {
			t.Errorf("%s: an impossible %s", name, k)
		}
	}
	all.Mean(t, name+" items left", left1/n, sd(left1, left2), n, a.Items.ExpectedLeft)
	if a.Left != nil && len(a.Left) < 60 {
		for _, x := range a.Left {
			all.Count(t, fmt.Sprintf("%s left %d", name, x.Items), hist[x.Items], n, x.P)
		}
	}
	if a.Quantiles != nil {
		blur := 0
		if a.Items.In > 1000 {
			blur = int(maxBlur * float64(a.Items.In)) // a unit of the grid
		}
		for p, x := range map[float64]int{.05: a.Quantiles.P05, .5: a.Quantiles.P50, .95: a.Quantiles.P95} {
			upTo, below := 0.0, 0.0
			for left, k := range hist {
				upTo += k * float64(btoi(left <= x+blur))
				below += k * float64(btoi(left < x-blur))
			}
			if room := 4.5 * math.Sqrt(n*p*(1-p)); upTo < n*p-room || below > n*p+room {
				t.Errorf("%s: quantile %v is %d: %v of %v are no more, %v fewer", name, p, x, upTo, n, below)
			}
		}
	}
	if a.Want != nil {
		all.Count(t, name+" at least one", wanted[0], n, a.Want.AtLeastOne)
		for i, w := range a.Want.Per {
			all.Count(t, name+" at least one "+w.Name, wanted[i+1], n, w.AtLeastOne)
			all.Count(t, name+" enough "+w.Name, enough[i], n, w.Enough)
		}
		all.Count(t, name+" enough of one", enough[len(q.Want)], n, a.Want.Enough)
		if a.Want.All != nil {
			all.Count(t, name+" enough of all", enough[len(q.Want)+1], n, *a.Want.All)
		}
		for i, x := range a.Want.Counts {
			all.Count(t, fmt.Sprintf("%s %d wanted", name, i), inAll[i], n, x.P)
		}
	}
}
