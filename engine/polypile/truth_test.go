package polypile

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// object finds an object by the name that the rows use, whatever its case.
func object(t testing.TB, set *rules.Set, name string) *rules.Object {
	t.Helper()
	if o := set.Object(name); o != nil {
		return o
	}
	for _, o := range set.Objects() {
		if strings.EqualFold(o.Name, name) {
			return o
		}
	}
	t.Fatalf("%s has no %q", set.Name, name)
	return nil
}

// looksOfGame is, by version, the materials that the measured game had drawn.
var looksOfGame = sync.OnceValue(func() map[string]map[string]string {
	out := map[string]map[string]string{}
	truthtest.Rows(panics{}, "testdata/looks.tsv.gz", func(r truthtest.Row) {
		set := rules.Get(r["version"])
		if o := set.Object(r["object"]); o == nil || set.Polypile().LooksOf(o) == nil {
			return
		}
		if out[set.Name] == nil {
			out[set.Name] = map[string]string{}
		}
		out[set.Name][r["object"]] = r["material"]
	})
	return out
})

// panics is a test that does not go on.
type panics struct{ testing.TB }

func (panics) Helper()                   {}
func (panics) Fatalf(f string, a ...any) { panic(f) }

// stacksOf reads the stacks of a row.
func stacksOf(t testing.TB, set *rules.Set, text string) (out []polymorph.Stack) {
	t.Helper()
	for one := range strings.SplitSeq(text, "|") {
		c := strings.SplitN(one, ",", 5)
		s := polymorph.Stack{Object: object(t, set, c[4]), BUC: map[string]rules.BUC{"B": rules.Blessed, "U": rules.Uncursed, "C": rules.Cursed}[c[2]]}
		s.Count, _ = strconv.Atoi(c[0])
		s.Quantity, _ = strconv.Atoi(c[1])
		for known := range strings.SplitSeq(c[3], " ") {
			what, value, _ := strings.Cut(known, "=")
			n, _ := strconv.Atoi(value)
			switch what {
			case "artifact":
				s.Artifact = true
			case "degraded":
				s.Degraded = true
			case "laid":
				s.Laid = true
			case "read":
				s.Read = n
			case "recharged":
				s.Recharged = n
			case "corpse":
				s.Corpse = value
			}
			if what == "corpse" { // its name may have blanks
				_, s.Corpse, _ = strings.Cut(c[3], "corpse=")
				break
			}
		}
		out = append(out, s)
	}
	return out
}

// measured is one pile of the rows with what is worked out for it.
type measured struct {
	key     string
	answer  *Answer
	game    *polymorph.Game
	entries []entry
	order   []int // by stack of the row: its place in the answer, which has what lies on top first
	mixed   bool  // materials that nobody knows
}

func measure(t testing.TB, r truthtest.Row) *measured {
	t.Helper()
	set := rules.Get(r["version"])
	q := &Question{Rules: set, Luck: r.Int(t, "luck"), Appearances: looksOfGame()[r["version"]],
		Level: polymorph.Level{Depth: r.Int(t, "dlevel"), Other: r["dnum"] != "0"}, Squares: []Square{{Stacks: stacksOf(t, set, r["stacks"])}}}
	if r["want"] != "" {
		for w := range strings.SplitSeq(r["want"], ",") {
			q.Want = append(q.Want, object(t, set, w))
		}
	}
	a, err := Zap(t.Context(), q)
	if err != nil {
		t.Fatalf("%v: %v", r, err)
	}
	g, err := q.game()
	if err != nil {
		t.Fatal(err)
	}
	b := newBuilder(g, q.Luck, false, want{objects: q.Want})
	m := &measured{answer: a, game: g, entries: b.pile(q.Squares[0].Stacks).entries, mixed: len(b.types) > 0}
	for _, s := range q.Squares[0].Stacks {
		i := 0
		for slices.Contains(m.order, i) || a.Stacks[i].Object != s.Object || a.Stacks[i].Quantity != s.Quantity || a.Stacks[i].Count != s.Count {
			i++
		}
		m.order = append(m.order, i)
	}
	return m
}

func TestPiled(t *testing.T) {
	var m *measured
	piled.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		key := strings.Join([]string{r["version"], r["luck"], r["dnum"], r["dlevel"], r["stacks"], r["want"]}, " ")
		if m == nil || m.key != key {
			m = measure(t, r)
			m.key = key
		}
		m.check(t, all, r)
	})
}

// check compares one figure.
func (m *measured) check(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
	t.Helper()
	a, k, n := m.answer, r.Float(t, "k"), r.Float(t, "n")
	where := m.key + ": " + r["figure"]
	words := strings.SplitN(r["figure"], " ", 2)
	what, of := words[0], ""
	if len(words) > 1 {
		of = words[1]
	}
	if p, ok := m.ofStack(r["figure"]); ok {
		if !m.mixed || what != "eaten" {
			all.Count(t, where, k, n, p)
		}
		return
	}
	switch r["figure"] {
	case "decided":
		all.Count(t, where, k, n, a.Golem.Decided)
		return
	case "too few":
		all.Count(t, where, k, n, a.Golem.Decided-a.Golem.Appears)
		return
	}
	if m.mixed {
		return // what golems absorb is another in each game
	}
	// No deviation is given for these means: no more can be lost than is there.
	loose := func(want float64) {
		bound := math.Sqrt(max(k, want)*float64(a.Items.In)) * truthtest.Sigmas / math.Sqrt(n)
		if math.Abs(k-want) > bound+2e-6*(1+want) {
			t.Errorf("%s: the game %v, here %v", where, k, want)
		}
	}
	switch what {
	case "golem":
		all.Count(t, where, k, n, a.Golem.Kinds[of])
	case "items":
		switch of {
		case "left":
			all.Mean(t, where, k, r.Float(t, "sd"), n, a.Items.ExpectedLeft)
		case "eaten":
			all.Mean(t, where, k, r.Float(t, "sd"), n, a.Items.LostToGolem)
		default:
			loose(a.Want.Per[m.wanted(of)].ExpectedItems)
		}
	case "lost":
		if of == "to shuddering" {
			loose(a.Items.LostToShudder)
		} else {
			loose(a.Items.LostToFusing + a.Items.LostToBackfire)
		}
	case "material":
		i := slices.IndexFunc(a.Materials, func(x Material) bool { return x.Material == of })
		if i < 0 {
			t.Errorf("%s: the game %v, which is impossible here", where, k)
			return
		}
		loose(a.Materials[i].Items)
	case "left":
		p := 0.0
		for _, l := range a.Left {
			if strconv.Itoa(l.Items) == of {
				p = l.P
			}
		}
		all.Bin(t, where, k, n, p)
	case "at":
		m.quantiles(t, where, k, n, of)
	case "wanted":
		if of == "items" {
			all.Mean(t, where, k, r.Float(t, "sd"), n, a.Want.ExpectedItems)
		} else {
			all.Count(t, where, k, n, a.Want.AtLeastOne)
		}
	case "count":
		counted, _ := strconv.Atoi(of)
		p := 0.0
		if counted < len(a.Want.Counts) {
			p = a.Want.Counts[counted].P
		}
		all.Bin(t, where, k, n, p)
	case "together":
		if a.Want.All != nil {
			all.Count(t, where, k, n, *a.Want.All)
		}
	case "any":
		all.Count(t, where, k, n, a.Want.Per[m.wanted(of)].AtLeastOne)
	default:
		t.Fatalf("what is %q?", r["figure"])
	}
}

func (m *measured) wanted(name string) int {
	return slices.IndexFunc(m.answer.Want.Per, func(w WantedOne) bool { return strings.EqualFold(w.Name, name) })
}

// ofStack returns the chance of a figure about one stack, which its number ends.
func (m *measured) ofStack(figure string) (p float64, ok bool) {
	at := strings.LastIndexByte(figure, ' ')
	if at < 0 {
		return 0, false
	}
	i, err := strconv.Atoi(figure[at+1:])
	if err != nil || i >= len(m.order) {
		return 0, false
	}
	x, e := &m.answer.Stacks[m.order[i]], &m.entries[m.order[i]]
	fuse, fire := x.Fuse, 0.0
	for _, y := range m.game.Become(&e.stack) {
		switch {
		case y.Fate == polymorph.Backfired:
			fire += y.P * e.kind.poly
		case y.Fate == polymorph.Fused && y.To == m.game.Rules.Rock() && e.stack.Object == y.To && x.Quantity/2 == 1:
			// The rows take a rock that fused for one that backfired.
			fire += y.P * e.kind.poly
			fuse -= y.P * e.kind.poly
		}
	}
	switch what, of, _ := strings.Cut(figure[:at], " "); what {
	case "resists":
		return x.Resist, true
	case "shudders":
		return x.Shudder, true
	case "polymorphs":
		return x.Polymorph, true
	case "decides":
		return x.Decides, true
	case "eaten":
		return x.Eaten, true
	case "fuses":
		return fuse, true
	case "backfires":
		return fire, true
	case "reduced":
		return x.Shudder / float64(x.Quantity-1), true
	case "then":
		for _, y := range e.kind.parts {
			if strconv.Itoa(y.qty) == of {
				p += y.p
			}
		}
		return p, true
	}
	return 0, false
}

// quantiles: at most as many as a quantile are left at least as often as it says.
func (m *measured) quantiles(t testing.TB, where string, k, n float64, of string) {
	t.Helper()
	left, _ := strconv.Atoi(strings.TrimPrefix(of, "most "))
	q := m.answer.Quantiles
	for p, x := range map[float64]int{.05: q.P05, .25: q.P25, .5: q.P50, .75: q.P75, .95: q.P95} {
		room := truthtest.Sigmas * math.Sqrt(n*p*(1-p))
		if left >= x && k < n*p-room || left < x && k > n*p+room {
			t.Errorf("%s: quantile %v is %d, in the game %v of %v have no more than %d", where, p, x, k, n, left)
		}
	}
}
