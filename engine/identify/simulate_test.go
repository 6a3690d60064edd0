package identify

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"delphi/engine/making"
	"delphi/engine/price"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// shop is a shopkeeper in a simulated game.
type shop struct{ id int }

// game is what a simulated game draws and does not show.
type game struct {
	*rand.Rand
	set      *rules.Set
	birthday int
	shops    []shop
}

// made draws an object as the game does: its class, then its kind.
func (g *game) made() *rules.Object {
	for {
		n := g.IntN(100)
		for _, c := range making.Classes(g.set.Making(), "ordinary") {
			if n -= int(math.Round(100 * c.P)); n >= 0 {
				continue
			}
			x := g.Float64()
			for _, d := range making.Objects(g.set, c.Name, 0) {
				if x -= d.P; x < 0 {
					if o := g.set.Object(d.Name); slices.Contains(Classes, o.Class) && !o.PreKnown {
						return o
					}
					break
				}
			}
			break
		}
	}
}

// stack draws a stack of a kind: its number, and its state as mksobj rolls it.
func (g *game) stack(o *rules.Object) price.Stack {
	s := price.Stack{Object: o, Quantity: 1, Surcharge: g.IntN(1<<30)%4 == 0}
	rne := func() int {
		n := 1
		for n < 5 && g.IntN(3) == 0 {
			n++
		}
		return n
	}
	switch o.Class {
	case "weapon":
		if g.IntN(11) == 0 {
			s.Enchant = rne()
		} else if g.IntN(10) == 0 {
			s.Enchant = -rne()
		}
	case "armor":
		risky := slices.Contains([]string{"fumble boots", "levitation boots", "helm of opposite alignment", "gauntlets of fumbling"}, o.Name)
		if g.IntN(10) != 0 && (risky || g.IntN(11) == 0) {
			s.Enchant = -rne()
		} else if g.IntN(10) == 0 {
			s.Enchant = rne()
		}
	case "potion", "scroll":
		s.Sacred = g.IntN(4) == 0
		if o.Class == "scroll" || g.IntN(3) == 0 {
			s.Quantity = 1 + g.IntN(3)
		}
	}
	if gem := g.set.Prices().Gem(o.Name); gem != nil {
		s.Usual = g.birthday%gem.Number >= gem.Number/2
		s.Quantity = 1 + g.IntN(4)
	}
	return s
}

// look draws how the object looks in this game; empty: the hero does not say.
func (g *game) look(o *rules.Object) string {
	var all []string
	for _, l := range g.set.Looks().Groups {
		if l.Class == o.Class && slices.Contains(l.Objects, o.Name) {
			all = append(all, l.Looks[g.IntN(len(l.Looks))])
		}
	}
	if len(all) == 0 || g.IntN(2) == 0 {
		return ""
	}
	return all[g.IntN(len(all))]
}

// shopping returns a visit to some shops with some stacks of one kind of thing, and
// what was heard there.
func (g *game) shopping(o *rules.Object) Question {
	p := g.set.Prices()
	q := Question{Rules: g.set, Look: g.look(o)}
	if q.Look != "" || g.IntN(3) > 0 {
		q.Kind = o.Class
	}
	stacks := []price.Stack{g.stack(o), g.stack(o)}
	for range 1 + g.IntN(4) {
		which, where := g.IntN(2), g.IntN(len(g.shops))
		st := stacks[which]
		s := Sighting{Base: -1, Asked: -1, Offered: -1, Cha: 3 + g.IntN(23), Sucker: g.IntN(4) == 0, Angry: g.IntN(6) == 0, Quantity: st.Quantity, Stack: 1 + which, Shop: 1 + where}
		who := price.Customer{Cha: s.Cha, Sucker: s.Sucker}
		if g.IntN(2) == 0 {
			s.Asked = st.Asked(p, who, s.Angry, g.set.Object)
		} else {
			id := g.shops[where].id
			low := price.LowKeeper(p, id%12) || !p.LowByKeeper && g.IntN(4) == 0
			s.Offered = st.Offered(p, who, id%12, low)
		}
		q.Sightings = append(q.Sightings, s)
	}
	if o.Class == "wand" && g.IntN(3) == 0 {
		for _, e := range g.set.Fixtures().Engravings {
			if "wand of "+e.Wand == o.Name {
				q.Engraved = []Engraving{{Seen: e.Seen, Over: e.Needs != "" || g.IntN(2) == 0}}
			}
		}
	}
	if o.Class == "ring" && g.IntN(5) == 0 {
		for _, r := range g.set.Fixtures().Rings {
			if r.Ring == o.Name {
				q.Sunk = r.Seen
			}
		}
	}
	for _, other := range g.set.Objects() { // things met before
		if other != o && other.Class == o.Class && g.IntN(4) == 0 {
			q.Known = append(q.Known, other.Name)
		}
	}
	return q
}

// In 250 games of each version, and a thousand at night, the truth is never excluded, and it is
// found as often as the chances say: the sum of the chances of the truth differs
// from what they expect of themselves by no more than chance allows.
func TestSimulatedGames(t *testing.T) {
	const seed = 17
	games := 100
	if truthtest.Nightly() {
		games = 1000
	}
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		got, want, variance := 0.0, 0.0, 0.0
		for n := range games {
			g := &game{Rand: rand.New(rand.NewPCG(seed, uint64(n))), set: rules.Get(version)}
			g.birthday = 1e9 + g.IntN(5e8)
			for range 3 {
				g.shops = append(g.shops, shop{g.IntN(1 << 30)})
			}
			truth := g.made()
			q := g.shopping(truth)
			list, err := Of(&q)
			if err != nil {
				t.Fatal(err)
			}
			p, expect := 0.0, 0.0
			for _, c := range list {
				x, _ := c.P.Float64()
				expect += x * x
				if c.Object == truth {
					p = x
				}
			}
			if p == 0 {
				t.Fatalf("%s, game %d of seed %d: %s is excluded by %+v", version, n, seed, truth.Name, q)
			}
			second := 0.0
			for _, c := range list {
				x, _ := c.P.Float64()
				second += x * x * x
			}
			got, want, variance = got+p, want+expect, variance+second-expect*expect
		}
		if z := (got - want) / math.Sqrt(variance); math.Abs(z) > 4.5 {
			t.Errorf("%s: the truth has a chance of %.4f on average, want %.4f (z %.1f, seed %d)", version, got/float64(games), want/float64(games), z, seed)
		}
	}
}
