package polypile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/polymorph"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

func stackOf(t testing.TB, set *rules.Set, count, n int, buc rules.BUC, name string) polymorph.Stack {
	t.Helper()
	return polymorph.Stack{Object: object(t, set, name), Quantity: n, Count: count, BUC: buc}
}

func zap(t testing.TB, q *Question) *Answer {
	t.Helper()
	a, err := Zap(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

// Figures that are well known.
func TestKnownFigures(t *testing.T) {
	for _, version := range rules.PolypileNames() {
		set := rules.Polypiling(version)
		for n, want := range map[int]float64{10: 0.583, 40: 0.969, 60: 0.994} {
			a := zap(t, &Question{Rules: set, Luck: 10, Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, n, 5, rules.Cursed, "rock")}}}, Level: polymorph.Level{Depth: 1}})
			if math.Abs(a.Golem.Decided-want) > 0.004 {
				t.Errorf("%s: %d stacks of cursed rocks decide with %.4f, want %.3f", version, n, a.Golem.Decided, want)
			}
			if !near(a.Golem.Kinds["stone golem"], a.Golem.Kinds["clay golem"]) || len(a.Golem.Kinds) != 2 {
				t.Errorf("%s: rocks make %v", version, a.Golem.Kinds)
			}
		}
		two := zap(t, &Question{Rules: set, Luck: -13, Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 2, 1, rules.Cursed, "long sword")}}}})
		if two.Golem.Decided == 0 || two.Golem.Appears != 0 || len(two.Warnings) == 0 {
			t.Errorf("%s: two single items: %+v, warned %v", version, two.Golem, two.Warnings)
		}
	}
}

func TestRefused(t *testing.T) {
	set := rules.Get("5.0.0")
	rock, horn, hunger := set.Object("rock"), set.Object("unicorn horn"), set.Object("ring of hunger")
	pile := func(stacks ...polymorph.Stack) *Question {
		return &Question{Rules: set, Squares: []Square{{Stacks: stacks}}}
	}
	for name, c := range map[string]struct {
		q  *Question
		in string
	}{
		"no items":       {pile(polymorph.Stack{Object: rock}), "at least 1 rock, not 0"},
		"fewer":          {pile(polymorph.Stack{Object: rock, Quantity: -3}), "at least 1 rock, not -3"},
		"fewer stacks":   {pile(polymorph.Stack{Object: rock, Quantity: 1, Count: -1}), "at least 1 stack"},
		"no stacks":      {pile(), "at least one stack"},
		"no squares":     {&Question{Rules: set}, "at least one stack"},
		"many squares":   {&Question{Rules: set, Squares: make([]Square, 14)}, "at most 13 squares"},
		"many stacks":    {pile(polymorph.Stack{Object: rock, Quantity: 1, Count: 1001}), "at most 1000"},
		"many spread":    {pile(polymorph.Stack{Object: horn, Quantity: 1001}), "at most 1000"},
		"many items":     {pile(polymorph.Stack{Object: rock, Quantity: 20001}), "at most 20000"},
		"overflow":       {pile(polymorph.Stack{Object: rock, Quantity: math.MaxInt, Count: math.MaxInt}), "at most 20000"},
		"many in all":    {pile(polymorph.Stack{Object: rock, Quantity: 1000, Count: 21}), "not 21000"},
		"too lucky":      {&Question{Rules: set, Luck: 14, Squares: pile(polymorph.Stack{Object: rock, Quantity: 1}).Squares}, "Luck"},
		"wanted 101x":    {&Question{Rules: set, Want: []*rules.Object{rock}, AtLeast: []int{101}, Squares: pile(polymorph.Stack{Object: rock, Quantity: 1}).Squares}, "1 to 100"},
		"50 of three":    {&Question{Rules: set, Want: []*rules.Object{rock, horn, hunger}, AtLeast: []int{50, 50, 50}, Squares: pile(polymorph.Stack{Object: rock, Quantity: 1}).Squares}, "one of them at a time"},
		"99 of 1000":     {&Question{Rules: set, Want: []*rules.Object{horn}, AtLeast: []int{99}, Squares: pile(polymorph.Stack{Object: rock, Quantity: 1, Count: 1000}).Squares}, "smaller pile"},
		"many wanted":    {&Question{Rules: set, Want: make([]*rules.Object, 17), Squares: pile(polymorph.Stack{Object: rock, Quantity: 1}).Squares}, "at most 16"},
		"nothing":        {pile(polymorph.Stack{Quantity: 1}), "no object"},
		"degraded rock":  {pile(polymorph.Stack{Object: rock, Quantity: 1, Degraded: true}), "unicorn horn"},
		"newt rock":      {pile(polymorph.Stack{Object: rock, Quantity: 1, Corpse: "newt"}), "Only a corpse"},
		"wrong material": {pile(polymorph.Stack{Object: rock, Quantity: 1, Material: "iron"}), "mineral"},
		"no such ring":   {pile(polymorph.Stack{Object: hunger, Quantity: 1, Material: "plastic"}), "No ring is made of plastic"},
		"two materials":  {pile(polymorph.Stack{Object: hunger, Quantity: 1, Material: "iron"}, polymorph.Stack{Object: hunger, Quantity: 1, Material: "gold"}), "same material"},
		"read backwards": {pile(polymorph.Stack{Object: set.Object("spellbook of light"), Quantity: 1, Read: -1}), "not -1"},
	} {
		a, err := Zap(t.Context(), c.q)
		p, ok := err.(*problem.Problem)
		if a != nil || !ok || !strings.Contains(p.Text, c.in) || len(p.Hints) == 0 || !strings.HasSuffix(p.Text, ".") {
			t.Errorf("%s: %v, want a problem with %q", name, err, c.in)
		}
	}
	if err := pile(polymorph.Stack{Object: rock, Quantity: 20}, polymorph.Stack{Object: rock, Quantity: 20, Count: 999}).Check(); err != nil {
		t.Errorf("the largest pile: %v", err)
	}
}

func TestContextStops(t *testing.T) {
	set := rules.Get(rules.Default)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := &Question{Rules: set, Squares: []Square{{Stacks: largePile(set, 1000)}}, Level: polymorph.Level{Depth: 1}}
	if _, err := Zap(ctx, q); !errors.Is(err, context.Canceled) {
		t.Errorf("a stopped Zap: %v", err)
	}
}

// drawQuestion draws any question that Check accepts.
func drawQuestion(t *rapid.T) *Question {
	set := rules.Polypiling(rapid.SampledFrom(rules.PolypileNames()).Draw(t, "version"))
	var list []*rules.Object
	for _, o := range set.Objects() {
		if o.Class != "illobj" {
			list = append(list, o)
		}
	}
	q := &Question{
		Rules: set,
		Luck:  rapid.IntRange(MinLuck, MaxLuck).Draw(t, "luck"),
		Apply: Apply(rapid.IntRange(0, 3).Draw(t, "apply")),
		Level: polymorph.Level{Depth: rapid.IntRange(0, 50).Draw(t, "depth"), Other: rapid.Bool().Draw(t, "other")},
		Want:  rapid.SliceOfNDistinct(rapid.SampledFrom(list), 0, 3, func(o *rules.Object) *rules.Object { return o }).Draw(t, "want"),
	}
	stacks := rapid.Custom(func(t *rapid.T) polymorph.Stack {
		s := polymorph.Stack{
			Object:    rapid.SampledFrom(list).Draw(t, "object"),
			Quantity:  rapid.IntRange(1, 9).Draw(t, "quantity"),
			Count:     rapid.IntRange(0, 3).Draw(t, "count"),
			BUC:       rules.BUC(rapid.IntRange(0, 3).Draw(t, "buc")),
			Artifact:  rapid.IntRange(0, 9).Draw(t, "artifact") == 0,
			Read:      rapid.IntRange(0, 5).Draw(t, "read"),
			Recharged: rapid.IntRange(0, 7).Draw(t, "recharged"),
			Attached:  rapid.IntRange(0, 19).Draw(t, "attached") == 0,
		}
		if rapid.IntRange(0, 9).Draw(t, "random") == 0 {
			if class := rapid.SampledFrom(polymorph.RandomClasses(set)).Draw(t, "class"); class != "" {
				s = polymorph.Stack{Object: polymorph.RandomOf(class), Random: true, Quantity: s.Quantity, Count: s.Count, BUC: s.BUC}
			}
		}
		return s
	})
	for range rapid.IntRange(1, 3).Draw(t, "squares") {
		q.Squares = append(q.Squares, Square{Stacks: rapid.SliceOfN(stacks, 0, 5).Draw(t, "stacks"), Monster: rapid.Bool().Draw(t, "monster")})
	}
	q.Squares[0].Stacks = append(q.Squares[0].Stacks, stacks.Draw(t, "at least one"))
	if first := q.Squares[0].Stacks[0].Object; rapid.Bool().Draw(t, "wants of its class") {
		for _, o := range set.Objects() {
			if o.Class == first.Class && len(q.Want) < 3 && o.Prob1 > 0 && !slices.Contains(q.Want, o) {
				q.Want = append(q.Want, o)
			}
		}
	}
	q.AtLeast = rapid.SliceOfN(rapid.IntRange(0, 4), 0, len(q.Want)).Draw(t, "at least")
	return q
}

// What every answer must be: chances are chances, what comes and goes adds up.
func TestAnswersAddUp(t *testing.T) {
	truthtest.Tries(t, 30)
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t)
		a, err := Zap(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		chance := func(what string, p float64) {
			if !(p >= -1e-12 && p <= 1+1e-12) {
				t.Fatalf("%s: a chance of %v", what, p)
			}
		}
		chance("decided", a.Golem.Decided)
		chance("appears", a.Golem.Appears)
		if a.Golem.Appears > a.Golem.Decided+1e-12 {
			t.Fatalf("appears %v, decided %v", a.Golem.Appears, a.Golem.Decided)
		}
		kinds := 0.0
		for k, p := range a.Golem.Kinds {
			chance(k, p)
			kinds += p
		}
		if len(q.Squares) == 1 && math.Abs(kinds-a.Golem.Appears) > 1e-12 {
			t.Fatalf("kinds add up to %v of %v", kinds, a.Golem.Appears)
		}
		left, decides := 0.0, 0.0
		for i, s := range a.Stacks {
			reached := 1.0
			if a.Squares != nil {
				reached = a.Squares[s.Square-1].PReached
			}
			if d := s.Resist + s.Shudder + s.Polymorph - reached; math.Abs(d) > 1e-12 {
				t.Fatalf("stack %d: resist, shudder, polymorph add up to %v too much", i, d)
			}
			chance("fuse", s.Fuse)
			chance("eaten", s.Eaten)
			chance("decides", s.Decides)
			if s.Fuse > s.Polymorph+1e-12 || s.ExpectedLeft < -1e-12 || s.ExpectedLeft > float64(s.Quantity)+1e-12 {
				t.Fatalf("stack %d: %+v", i, s)
			}
			left += s.ExpectedLeft * float64(s.Count)
			decides += s.Decides * float64(s.Count)
		}
		x := a.Items
		if len(q.Squares) == 1 && math.Abs(decides-a.Golem.Decided) > 1e-12 {
			t.Fatalf("stacks decide %v, in all %v", decides, a.Golem.Decided)
		}
		if d := float64(x.In) - x.ExpectedLeft - x.LostToShudder - x.LostToGolem - x.LostToFusing - x.LostToBackfire; math.Abs(d) > 1e-9 || math.Abs(left-x.ExpectedLeft) > 1e-9 {
			t.Fatalf("%+v leaves %v unexplained; the stacks %v", x, d, left)
		}
		sum := 0.0
		for _, m := range a.Materials {
			sum += m.Items
		}
		if math.Abs(sum-x.ExpectedLeft) > 1e-9 {
			t.Fatalf("materials add up to %v, items to %v", sum, x.ExpectedLeft)
		}
		if x.In <= MaxLeft {
			total, mean := a.Dropped, 0.0
			for _, l := range a.Left {
				chance("left", l.P)
				total += l.P
				mean += l.P * float64(l.Items)
			}
			if math.Abs(total-1) > 1e-11 {
				t.Fatalf("what is left adds up to %v", total)
			}
			// Types of unknown material may be taken together for the distribution,
			// of which SLASH'EM, with two more golems, has the most.
			if math.Abs(mean-x.ExpectedLeft) > 1e-4*float64(x.In) {
				t.Fatalf("the distribution has the mean %v, want %v", mean, x.ExpectedLeft)
			}
		}
		if a.Want != nil {
			chance("want", a.Want.AtLeastOne)
			most, items := 0.0, 0.0
			for _, w := range a.Want.Per {
				chance(w.Name, w.AtLeastOne)
				most = max(most, w.AtLeastOne)
				items += w.ExpectedItems
				if w.AtLeastOne > w.ExpectedItems+1e-4 {
					t.Fatalf("%+v", w)
				}
			}
			if a.Want.AtLeastOne < most-1e-4 || math.Abs(items-a.Want.ExpectedItems) > 1e-9 {
				t.Fatalf("%+v", a.Want)
			}
			addUpWanted(t, q, a.Want)
		}
		if q.Apply == Dip && (a.Golem.Decided != 0 || x.LostToShudder != 0) {
			t.Fatalf("dipping: %+v", a)
		}
		if _, err := json.Marshal(a); err != nil {
			t.Fatal(err)
		}
	})
}

// addUpWanted checks the numbers of wanted things: they are all there is, their
// mean is that of the items, and one of something is what it is where nobody
// asks for more.
func addUpWanted(t *rapid.T, q *Question, w *Wanted) {
	total, mean := w.More, 0.0
	for n, x := range w.Counts {
		if x.Items != n || x.P < 0 {
			t.Fatalf("counts: %+v", w.Counts)
		}
		total += x.P
		mean += x.P * float64(n)
	}
	if math.Abs(total-1) > 1e-11 || math.Abs(w.Counts[0].P-(1-w.AtLeastOne)) > 1e-11 {
		t.Fatalf("counts add up to %v: %+v", total, w)
	}
	if w.More < 1e-12 && math.Abs(mean-w.ExpectedItems) > 1e-4*(1+mean) || mean+w.More*float64(len(w.Counts)) > w.ExpectedItems*(1+1e-4)+1e-4 {
		t.Fatalf("counts have the mean %v, the items %v", mean, w.ExpectedItems)
	}
	most, least, sum := 0.0, 1.0, 0.0
	for _, x := range w.Per {
		if x.Enough > x.AtLeastOne+1e-12 || x.Asked < 2 && x.Enough != x.AtLeastOne {
			t.Fatalf("%+v", x)
		}
		most, least, sum = max(most, x.Enough), min(least, x.Enough), sum+x.Enough
	}
	if w.Enough < most-1e-4 || w.Enough > sum+1e-4 || w.All != nil && (*w.All > least+1e-4 || len(w.Per) == 2 && math.Abs(*w.All+w.Enough-sum) > 1e-4) {
		t.Fatalf("%+v, all %v", w, w.All)
	}
	one := *q
	one.AtLeast = nil
	a, err := Zap(context.Background(), &one)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(a.Want.AtLeastOne-w.AtLeastOne) > 1e-12 || a.Want.Enough != a.Want.AtLeastOne {
		t.Fatalf("at least one is %v, and %v where more are asked for", a.Want.AtLeastOne, w.AtLeastOne)
	}
	for i := range w.Per {
		if math.Abs(a.Want.Per[i].AtLeastOne-w.Per[i].AtLeastOne) > 1e-12 {
			t.Fatalf("%+v and %+v", a.Want.Per[i], w.Per[i])
		}
	}
}

// exact works out a tiny pile by going through everything that can happen, in
// fractions. It takes known materials only, and single squares.
type exact struct {
	left    map[int]*big.Rat
	kinds   map[string]*big.Rat
	decided *big.Rat
	eaten   []*big.Rat          // by stack
	wanted  map[[2]int]*big.Rat // by the items left of the first two wanted things
}

type branch struct {
	qty      int
	material string
	kept     bool
	decides  bool
	want     int // which of the wanted things it is; none: -1
	p        *big.Rat
}

func rat(n, d int) *big.Rat { return big.NewRat(int64(n), int64(d)) }

// branches returns all fates of one stack, decisions apart.
func branches(q *Question, s polymorph.Stack) []branch {
	p := q.Rules.Polypile()
	own := slices.Index(q.Want, s.Object)
	if p.Safe(s.Object.Name) {
		return []branch{{s.Quantity, s.Object.Material, p.Kept(s.Object.Name), false, own, rat(1, 1)}}
	}
	resist := rat(1, 20)
	if s.Artifact {
		resist = rat(19, 20)
	}
	rest := new(big.Rat).Sub(rat(1, 1), resist)
	odds := map[rules.BUC]int{rules.Cursed: 3, rules.Uncursed: 8, rules.Blessed: 12}[s.BUC]
	if s.Quantity > 4 {
		odds /= 2
	}
	shudder := new(big.Rat).Mul(rest, rat(1, odds))
	poly := new(big.Rat).Sub(rest, shudder)
	out := []branch{{s.Quantity, s.Object.Material, false, false, own, resist}}
	none := rat(1, 1)
	for range s.Quantity {
		none.Mul(none, rat(q.Luck+44, q.Luck+45))
	}
	decide := new(big.Rat).Sub(rat(1, 1), none)
	for _, d := range []bool{true, false} {
		part := none
		if d {
			part = decide
		}
		for left := 1; left < s.Quantity || left == 1; left++ {
			qty := left
			if s.Quantity == 1 {
				qty = 0
			}
			x := new(big.Rat).Mul(shudder, part)
			out = append(out, branch{qty, s.Object.Material, false, d, own, x.Mul(x, rat(1, max(1, s.Quantity-1)))})
		}
	}
	// Three draws for the magic flag.
	total := 0
	for _, o := range q.Rules.Objects() {
		if o.Class == s.Object.Class {
			total += o.Prob1
		}
	}
	b := new(big.Rat)
	for _, o := range q.Rules.Objects() {
		if o.Class == s.Object.Class && o.Magic != s.Object.Magic {
			b.Add(b, rat(o.Prob1, total))
		}
	}
	b2 := new(big.Rat).Mul(b, b)
	more := new(big.Rat).Add(rat(1, 1), b)
	more.Add(more, b2)
	for _, o := range q.Rules.Objects() {
		if o.Class != s.Object.Class || o.Prob1 == 0 {
			continue
		}
		x := rat(o.Prob1, total)
		if o.Magic == s.Object.Magic {
			x.Mul(x, more)
		} else {
			x.Mul(x, b2)
		}
		x.Mul(x, poly)
		if o.Name == "magic lamp" {
			o = q.Rules.Object("oil lamp")
		}
		material, to := o.Material, slices.Index(q.Want, o)
		one := rat(1, 1)
		if o.Merge {
			one = rat(s.Quantity, 1000)
		}
		if s.Quantity == 1 {
			one = rat(0, 1)
		}
		out = append(out, branch{1, material, p.Kept(o.Name), false, to, new(big.Rat).Mul(x, one)})
		out = append(out, branch{s.Quantity, material, p.Kept(o.Name), false, to, new(big.Rat).Mul(x, new(big.Rat).Sub(rat(1, 1), one))})
	}
	// Equal ones together.
	at := map[branch]int{}
	var merged []branch
	for _, x := range out {
		p := x.p
		if p.Sign() == 0 {
			continue
		}
		x.p = nil
		i, ok := at[x]
		if !ok {
			i = len(merged)
			at[x] = i
			merged = append(merged, x)
			merged[i].p = new(big.Rat)
		}
		merged[i].p.Add(merged[i].p, p)
	}
	return merged
}

func put[K comparable](m map[K]*big.Rat, k K, p *big.Rat) {
	if m[k] == nil {
		m[k] = new(big.Rat)
	}
	m[k].Add(m[k], p)
}

func enumerate(q *Question) *exact {
	e := &exact{left: map[int]*big.Rat{}, kinds: map[string]*big.Rat{}, decided: new(big.Rat), wanted: map[[2]int]*big.Rat{}}
	var stacks []polymorph.Stack
	var all [][]branch
	for _, s := range q.Squares[0].Stacks {
		for range max(1, s.Count) {
			stacks = append(stacks, s)
			all = append(all, branches(q, s))
			e.eaten = append(e.eaten, new(big.Rat))
		}
	}
	floor := make([]branch, len(stacks))
	eaten := make([]bool, len(stacks))
	end := func(p *big.Rat) {
		stay, have := 0, [2]int{}
		for i, x := range floor {
			if eaten[i] {
				continue
			}
			if stay += x.qty; x.want >= 0 {
				have[x.want] += x.qty
			}
		}
		put(e.left, stay, p)
		put(e.wanted, have, p)
	}
	var absorb func(i, left int, material string, p *big.Rat)
	absorb = func(i, left int, material string, p *big.Rat) {
		if i == len(floor) {
			end(p)
			return
		}
		x := floor[i]
		if x.qty == 0 || x.kept || left <= 0 {
			absorb(i+1, left, material, p)
			return
		}
		eat := rat(left, left+1)
		if x.material != material {
			eat = rat(1, left+1)
		}
		yes := new(big.Rat).Mul(p, eat)
		e.eaten[i].Add(e.eaten[i], yes)
		eaten[i] = true
		absorb(i+1, left-x.qty, material, yes)
		eaten[i] = false
		absorb(i+1, left, material, new(big.Rat).Sub(p, yes))
	}
	var walk func(i int, material string, p *big.Rat)
	walk = func(i int, material string, p *big.Rat) {
		if i < len(stacks) {
			for _, x := range all[i] {
				floor[i] = x
				m := material
				if m == "" && x.decides {
					m = stacks[i].Object.Material
				}
				walk(i+1, m, new(big.Rat).Mul(p, x.p))
			}
			return
		}
		items := 0
		for _, x := range floor {
			items += x.qty
		}
		if material != "" {
			e.decided.Add(e.decided, p)
		}
		if material == "" || items < 2 {
			end(p)
			return
		}
		kinds := q.Rules.Polypile().GolemsFor(material)
		for _, k := range kinds {
			part := new(big.Rat).Mul(p, rat(1, len(kinds)))
			if e.kinds[k.Name] == nil {
				e.kinds[k.Name] = new(big.Rat)
			}
			e.kinds[k.Name].Add(e.kinds[k.Name], part)
			absorb(0, k.Weight, material, part)
		}
	}
	walk(0, "", rat(1, 1))
	return e
}

// Tiny piles, against everything that can happen to them.
func TestExactFractions(t *testing.T) {
	for _, version := range rules.PolypileNames() {
		set := rules.Polypiling(version)
		for i, q := range []*Question{
			{Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 1, 2, rules.Cursed, "dagger")}}}, Luck: -13},
			{Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 1, 1, rules.Cursed, "long sword"), stackOf(t, set, 1, 1, rules.Uncursed, "dagger")}}}, Luck: -13},
			{Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 1, 3, rules.Cursed, "arrow"), stackOf(t, set, 1, 2, rules.Blessed, "club")}}}, Luck: 0},
			{Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 1, 6, rules.Cursed, "potion of booze")}}}, Luck: 13},
			{Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 2, 1, rules.Cursed, "boulder"), stackOf(t, set, 1, 1, rules.Uncursed, "statue")}}}, Luck: -13},
			{Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 1, 5, rules.Cursed, "gold piece"), stackOf(t, set, 2, 4, rules.Uncursed, "gold piece")}}}, Luck: -13},
			{Squares: []Square{{Stacks: []polymorph.Stack{{Object: set.Object("long sword"), Quantity: 1, Artifact: true, BUC: rules.Cursed}, stackOf(t, set, 1, 2, rules.Cursed, "iron chain")}}}, Luck: -9},
			{Squares: []Square{{Stacks: []polymorph.Stack{stackOf(t, set, 1, 1, rules.Cursed, "unicorn horn"), stackOf(t, set, 1, 1, rules.Uncursed, "Amulet of Yendor"), stackOf(t, set, 1, 3, rules.Cursed, "heavy iron ball")}}}, Luck: -13},
		} {
			q.Rules = set
			if s := q.Squares[0].Stacks[0]; s.Object.Class == "potion" {
				continue // repeated draws of potions are not gone through
			}
			spread := q.Squares[0].Stacks[:0:0]
			for _, s := range q.Squares[0].Stacks {
				s, _ = s.Spread()
				spread = append(spread, s)
			}
			q.Squares[0].Stacks = spread
			for _, name := range map[string][]string{"weapon": {"dagger", "long sword"}, "rock": {"boulder", "statue"}, "coin": {"gold piece"}, "tool": {"unicorn horn", "tin whistle"}}[spread[0].Object.Class] {
				if o := set.Object(name); o != nil {
					q.Want = append(q.Want, o)
				}
			}
			q.AtLeast = []int{2, i % 4}[:len(q.Want)]
			want, a := enumerate(q), zap(t, q)
			same := func(what string, got float64, want *big.Rat) {
				if want == nil {
					want = new(big.Rat)
				}
				if w, _ := want.Float64(); !near(got, w) {
					t.Errorf("%s pile %d: %s %.15f, want %.15f", version, i, what, got, w)
				}
			}
			same("decided", a.Golem.Decided, want.decided)
			for k, p := range want.kinds {
				same(k, a.Golem.Kinds[k], p)
			}
			seen := map[int]float64{}
			for _, l := range a.Left {
				seen[l.Items] = l.P
			}
			for n, p := range want.left {
				same("left", seen[n], p)
			}
			at := 0
			for _, s := range a.Stacks {
				sum := new(big.Rat)
				for range s.Count {
					sum.Add(sum, want.eaten[at])
					at++
				}
				same("eaten", s.Eaten*float64(s.Count), sum)
			}
			sum := func(of func(n [2]int) bool) *big.Rat {
				out := new(big.Rat)
				for n, p := range want.wanted {
					if of(n) {
						out.Add(out, p)
					}
				}
				return out
			}
			w, few := a.Want, max(1, i%4)
			for n, x := range w.Counts {
				same(fmt.Sprint(n, " wanted"), x.P, sum(func(have [2]int) bool { return have[0]+have[1] == n }))
			}
			same("more wanted", w.More, sum(func(have [2]int) bool { return have[0]+have[1] >= len(w.Counts) }))
			same("at least one", w.AtLeastOne, sum(func(have [2]int) bool { return have[0]+have[1] > 0 }))
			same("enough of the first", w.Per[0].Enough, sum(func(have [2]int) bool { return have[0] >= 2 }))
			if len(q.Want) == 1 {
				continue
			}
			same("enough of the other", w.Per[1].Enough, sum(func(have [2]int) bool { return have[1] >= few }))
			same("enough of one", w.Enough, sum(func(have [2]int) bool { return have[0] >= 2 || have[1] >= few }))
			same("enough of all", *w.All, sum(func(have [2]int) bool { return have[0] >= 2 && have[1] >= few }))
		}
	}
}

// A line is as its squares, each given that the beam comes so far.
func TestLine(t *testing.T) {
	set := rules.Get("5.0.0")
	pile := func(i int) []polymorph.Stack {
		return []polymorph.Stack{stackOf(t, set, 1+i, 1, rules.Cursed, "dagger"), stackOf(t, set, 1, 3, rules.Uncursed, "scroll of identify")}
	}
	q := &Question{Rules: set, Luck: -5, Want: []*rules.Object{set.Object("dagger"), set.Object("scroll of genocide")}}
	for i := range 7 {
		q.Squares = append(q.Squares, Square{Stacks: pile(i)})
	}
	a := zap(t, q)
	for i, want := range []float64{1, 1, 1, 7. / 8, 5. / 8, 3. / 8, 1. / 8} {
		if got := a.Squares[i].PReached; math.Abs(got-want) > 2e-3 {
			t.Errorf("square %d is reached with %v, want about %v", i+1, got, want)
		}
	}
	broken := *q
	broken.Apply = Break
	b := zap(t, &broken)
	none, decided, items := 1.0, 1.0, 0.0
	for i, s := range b.Squares {
		if s.PReached != 1 {
			t.Errorf("breaking the wand reaches square %d with %v", i, s.PReached)
		}
		none *= 1 - s.IfReached.Want.AtLeastOne
		decided *= 1 - s.IfReached.Golem.Decided
		items += s.IfReached.Items.ExpectedLeft
	}
	if !near(b.Want.AtLeastOne, 1-none) || !near(b.Golem.Decided, 1-decided) || math.Abs(b.Items.ExpectedLeft-items) > 1e-9 {
		t.Errorf("broken: want %v and %v, golem %v and %v, items %v and %v", b.Want.AtLeastOne, 1-none, b.Golem.Decided, 1-decided, b.Items.ExpectedLeft, items)
	}
	if a.Golem.Decided >= b.Golem.Decided || a.Items.ExpectedLeft <= b.Items.ExpectedLeft {
		t.Errorf("a line decides %v and leaves %v, breaking %v and %v", a.Golem.Decided, a.Items.ExpectedLeft, b.Golem.Decided, b.Items.ExpectedLeft)
	}
}

// Above MaxLeft items the distribution is followed exactly, in units, or by
// mean and variance; it has the right mean each way.
func TestManyItems(t *testing.T) {
	set := rules.Get("5.0.0")
	for name, stacks := range map[string][]polymorph.Stack{
		"exact":   {stackOf(t, set, 80, 5, rules.Cursed, "rock"), stackOf(t, set, 20, 1, rules.Uncursed, "plate mail")},
		"units":   {stackOf(t, set, 3, 900, rules.Cursed, "gold piece"), stackOf(t, set, 3, 700, rules.Uncursed, "potion of booze")},
		"moments": {stackOf(t, set, 200, 4, rules.Cursed, "scroll of light"), stackOf(t, set, 150, 1, rules.Uncursed, "plate mail")},
	} {
		q := &Question{Rules: set, Luck: -13, Squares: []Square{{Stacks: stacks}}}
		g, err := q.game()
		if err != nil {
			t.Fatal(err)
		}
		s, err := weigh(t.Context(), newBuilder(g, q.Luck, false, want{}).pile(stacks))
		if err == nil {
			err = s.leave(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		sum, mean := 0.0, 0.0
		for n, p := range s.left {
			sum += p
			mean += p * float64(n)
		}
		want := s.answer.Items.ExpectedLeft
		if math.Abs(sum-1) > 1e-6 || math.Abs(mean-want) > 1e-3*want {
			t.Errorf("%s: adds up to %v with the mean %v, want %v", name, sum, mean, want)
		}
		if x := s.answer.Quantiles; x == nil || x.P05 > x.P25 || x.P25 > x.P50 || x.P50 > x.P75 || x.P75 > x.P95 || x.P95 == 0 {
			t.Errorf("%s: quantiles %+v", name, x)
		}
	}
}

// Of what is wanted blessed, cursed and neither there is together as much as of what is
// wanted anyhow; each comes of its own stacks alone.
func TestWantedBUC(t *testing.T) {
	set := rules.Get("5.0.0")
	potion := func(name string, n int, buc rules.BUC) polymorph.Stack {
		return polymorph.Stack{Object: set.Object(name), Quantity: n, BUC: buc}
	}
	wanted := set.Object("potion of full healing")
	ask := func(buc ...rules.BUC) *Wanted {
		t.Helper()
		stacks := []polymorph.Stack{potion("potion of booze", 5, rules.Uncursed), potion("potion of sleeping", 3, rules.Blessed), potion("potion of full healing", 1, rules.Blessed)}
		a, err := Zap(t.Context(), &Question{Rules: set, Squares: []Square{{Stacks: stacks}}, Want: []*rules.Object{wanted}, WantBUC: buc})
		if err != nil {
			t.Fatal(err)
		}
		return a.Want
	}
	any, sum := ask(), 0.0
	for _, buc := range []rules.BUC{rules.Blessed, rules.Uncursed, rules.Cursed} {
		sum += ask(buc).ExpectedItems
	}
	if math.Abs(any.ExpectedItems-sum) > 1e-12 {
		t.Errorf("%v of any, %v of each", any.ExpectedItems, sum)
	}
	if a := ask(rules.Cursed); a.AtLeastOne != 0 {
		t.Errorf("%v cursed where nothing is", a.AtLeastOne)
	}
	if a := ask(rules.BUCNotSaid); a.AtLeastOne != any.AtLeastOne {
		t.Errorf("%v where it does not matter, want %v", a.AtLeastOne, any.AtLeastOne)
	}
}
