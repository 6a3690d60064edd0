package identify

import (
	"math/big"
	"slices"
	"testing"

	"delphi/engine/problem"
	"delphi/engine/rules"
)

// saw returns a sighting of nothing.
func saw(change func(*Sighting)) Sighting {
	s := Sighting{Base: -1, Asked: -1, Offered: -1, Cha: 11}
	change(&s)
	return s
}

func asked(n int) Sighting   { return saw(func(s *Sighting) { s.Asked = n }) }
func offered(n int) Sighting { return saw(func(s *Sighting) { s.Offered = n }) }

// of answers a question: chances by name.
func of(t *testing.T, q Question) map[string]*big.Rat {
	t.Helper()
	list, err := Of(&q)
	if err != nil {
		t.Fatal(err)
	}
	out, sum := map[string]*big.Rat{}, new(big.Rat)
	for i, c := range list {
		out[c.Object.Name] = c.P
		sum.Add(sum, c.P)
		if i > 0 && c.P.Cmp(list[i-1].P) > 0 {
			t.Error("not in order")
		}
	}
	if len(out) > 0 && sum.Cmp(one) != 0 {
		t.Errorf("%+v: the chances sum to %v", q, sum)
	}
	return out
}

// Chances worked out by hand.
func TestOf(t *testing.T) {
	for name, x := range map[string]struct {
		version string
		q       Question
		want    map[string]string // some of the chances; "0": none
		n       int               // how many there are; 0: not counted
	}{
		"a base": {"3.4.3", Question{Kind: "potion", Sightings: []Sighting{saw(func(s *Sighting) { s.Base = 200 })}},
			// speed 42, levitation 42, enlightenment 20, full healing 10, polymorph 10
			map[string]string{"potion of speed": "42/124", "potion of polymorph": "10/124"}, 5},
		"a surcharge": {"3.4.3", Question{Kind: "potion", Sightings: []Sighting{asked(266)}}, map[string]string{"potion of speed": "42/124"}, 5},
		"asked and offered": {"3.4.3", Question{Kind: "potion", Sightings: []Sighting{saw(func(s *Sighting) { s.Asked, s.Offered = 266, 100 })}},
			map[string]string{"potion of speed": "42/124"}, 5},
		"no such offer": {"3.4.3", Question{Kind: "potion", Sightings: []Sighting{saw(func(s *Sighting) { s.Asked, s.Offered = 266, 50 })}}, nil, -1},
		// 200 is a wand of 200, or one of 150 with the surcharge, a third as likely.
		"two bases": {"3.4.3", Question{Kind: "wand", Sightings: []Sighting{asked(200)}}, map[string]string{"wand of cold": "0"}, 0},
		"a known potion": {"3.4.3", Question{Kind: "potion", Known: []string{"potion of speed"}, Sightings: []Sighting{saw(func(s *Sighting) { s.Base = 200 })}},
			map[string]string{"potion of speed": "0", "potion of levitation": "42/82"}, 4},
		"sleep or death": {"3.4.3", Question{Kind: "wand", Engraved: []Engraving{{Seen: "bugs stop moving (not when blind)"}}},
			map[string]string{"wand of sleep": "50/55", "wand of death": "5/55"}, 2},
		"vanishes": {"5.0.0", Question{Engraved: []Engraving{{Seen: "the engraving vanishes", Over: true}}},
			map[string]string{"wand of teleportation": "45/135", "wand of cancellation": "45/135", "wand of make invisible": "45/135"}, 3},
		"no message over an engraving": {"3.4.3", Question{Kind: "wand", Engraved: []Engraving{{Seen: noMessage, Over: true}}},
			map[string]string{"wand of teleportation": "0", "wand of striking": "0"}, 7},
		"no message on the bare floor": {"3.4.3", Question{Kind: "wand", Engraved: []Engraving{{Seen: noMessage}}}, map[string]string{"wand of striking": "0"}, 11},
		"a sink":                       {"3.6.7", Question{Kind: "ring", Sunk: "HOT water faucet flashes"}, map[string]string{"ring of fire resistance": "1"}, 1},
		"gray stones":                  {"3.4.3", Question{Kind: "gem", Look: "gray"}, map[string]string{"luckstone": "10/38", "touchstone": "8/38", "rock": "0"}, 4},
		"a heavy stone":                {"5.0.0", Question{Kind: "gem", Look: "gray", Weight: 500}, map[string]string{"loadstone": "1"}, 1},
		"bags":                         {"3.4.3", Question{Kind: "bag", Sightings: []Sighting{saw(func(s *Sighting) { s.Base = 100 })}}, map[string]string{"bag of holding": "20/45", "sack": "0"}, 3},
		"boots of 8":                   {"3.6.7", Question{Kind: "boots", Sightings: []Sighting{saw(func(s *Sighting) { s.Base = 8 })}}, map[string]string{"elven boots": "12/49", "kicking boots": "12/49", "low boots": "25/49"}, 3},
		// Conical hats: a cornuthaum of 80 and a dunce cap of 1; +8 of it in no game.
		"a conical hat": {"3.4.3", Question{Kind: "armor", Look: "conical hat", Sightings: []Sighting{asked(80)}}, map[string]string{"cornuthaum": "1"}, 1},
		// A violet gem for 400: fluorite is violet in a quarter of the games, glass
		// bears the price of fluorite or amethyst.
		"violet": {"3.4.3", Question{Kind: "gem", Look: "violet", Ledger: 1, Sightings: []Sighting{asked(400)}},
			map[string]string{"amethyst": "0"}, 2},
		"stacks": {"5.0.0", Question{Kind: "tool", Stacked: true}, map[string]string{"tallow candle": "20/25", "magic lamp": "0"}, 2},
		// Leather jackets are known at sight.
		"known at sight": {"5.0.0", Question{Kind: "armor", Sightings: []Sighting{asked(10)}}, map[string]string{"leather jacket": "0"}, 0},
	} {
		x.q.Rules = rules.Get(x.version)
		got := of(t, x.q)
		for thing, want := range x.want {
			w, _ := new(big.Rat).SetString(want)
			g := got[thing]
			if g == nil {
				g = new(big.Rat)
			}
			if g.Cmp(w) != 0 {
				t.Errorf("%s: %s has %v, want %v", name, thing, g, w)
			}
		}
		if x.n != 0 && len(got) != max(0, x.n) {
			t.Errorf("%s: %d candidates, want %d: %v", name, len(got), x.n, got)
		}
	}
}

// The same shopkeeper always, or never, makes the low offer: two low ones say no
// more than one does, and from two shops they say more.
func TestShops(t *testing.T) {
	low := func(shops ...int) *big.Rat {
		q := Question{Rules: rules.Get("3.6.7"), Kind: "scroll"}
		for _, n := range shops {
			s := offered(30) // three quarters of 80/2, or all of 60/2
			s.Shop = n
			q.Sightings = append(q.Sightings, s)
		}
		return of(t, q)["scroll of remove curse"] // 80
	}
	if once, same, other := low(1), low(1, 1), low(1, 2); once.Cmp(same) != 0 || other.Cmp(once) >= 0 || other.Sign() == 0 {
		t.Errorf("once %v, twice in one shop %v, in two shops %v", once, same, other)
	}
	// One stack has one surcharge, two have one each.
	dear := func(stacks ...int) *big.Rat {
		q := Question{Rules: rules.Get("3.6.7"), Kind: "scroll"}
		for _, n := range stacks {
			s := asked(80) // 60 with the surcharge, or 80
			s.Stack = n
			q.Sightings = append(q.Sightings, s)
		}
		return of(t, q)["scroll of enchant weapon"] // 60
	}
	if once, same, other := dear(1), dear(1, 1), dear(1, 2); once.Cmp(same) != 0 || other.Cmp(once) >= 0 || other.Sign() == 0 {
		t.Errorf("once %v, one stack twice %v, two stacks %v", once, same, other)
	}
}

func TestRefused(t *testing.T) {
	_, err := Of(&Question{Rules: rules.Get("slashem"), Kind: "ring", Sightings: []Sighting{asked(100)}})
	if mend, ok := err.(problem.Mendable); !ok || !slices.Equal(mend.Instead(), []string{"3.4.3"}) {
		t.Errorf("SLASH'EM's shops are not known here: %v", err)
	}
	many := Question{Rules: rules.Get("3.4.3")}
	for range MaxSightings + 1 {
		many.Sightings = append(many.Sightings, asked(100))
	}
	if many.Check() == nil {
		t.Error("too many sightings pass")
	}
	shops := Question{Rules: rules.Get("3.4.3")}
	for n := range MaxShops + 1 {
		s := offered(50)
		s.Shop = n + 1
		shops.Sightings = append(shops.Sightings, s)
	}
	if shops.Check() == nil {
		t.Error("too many shops pass")
	}
}

func BenchmarkOf(b *testing.B) {
	q := Question{Rules: rules.Get("5.0.0"), Kind: "scroll", Sightings: []Sighting{{Base: -1, Asked: 133, Offered: -1, Cha: 10}}}
	for b.Loop() {
		_, _ = Of(&q)
	}
}

// The most that is compared: anything at all, seen twenty times in four shops.
func BenchmarkLongest(b *testing.B) {
	q := Question{Rules: rules.Get("5.0.0")}
	for n := range MaxSightings {
		s := Sighting{Base: -1, Asked: -1, Offered: 50, Cha: 11, Shop: 1 + n%MaxShops}
		q.Sightings = append(q.Sightings, s)
	}
	for b.Loop() {
		_, _ = Of(&q)
	}
}
