package price

import (
	"math/big"
	"slices"
	"testing"

	"delphi/engine/problem"
	"delphi/engine/rules"
)

// The prices of the source's arithmetic, by hand.
func TestAsked(t *testing.T) {
	for _, x := range []struct {
		version        string
		cost, cha      int
		sucker, higher bool
		want           int
	}{
		{"3.4.3", 100, 11, false, false, 100}, {"3.4.3", 100, 11, false, true, 133}, {"5.0.0", 100, 11, false, true, 133},
		{"3.4.3", 80, 12, false, true, 106}, {"3.6.7", 80, 12, false, true, 107},
		{"3.4.3", 20, 12, false, true, 26}, {"3.6.7", 20, 12, false, true, 27},
		{"3.4.3", 50, 15, false, true, 66}, {"5.0.0", 50, 15, false, true, 67},
		{"3.4.3", 100, 10, false, false, 133}, {"3.4.3", 100, 10, true, false, 177}, {"5.0.0", 100, 10, true, false, 178},
		{"3.4.3", 100, 18, false, false, 67}, {"5.0.0", 100, 18, false, false, 67}, {"3.4.3", 100, 17, false, false, 75},
		{"3.4.3", 101, 19, false, false, 50}, {"5.0.0", 101, 25, false, false, 51}, {"3.4.3", 100, 3, false, false, 200},
		{"3.4.3", 100, 6, false, false, 150}, {"5.0.0", 100, 7, true, true, 267}, {"3.4.3", 0, 11, false, false, 5},
		{"5.0.0", 1, 25, false, false, 1}, {"3.4.3", 1, 25, false, false, 1},
	} {
		if got := Asked(rules.Get(x.version).Prices(), x.cost, x.cha, x.sucker, x.higher); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
}

func TestOffered(t *testing.T) {
	for _, x := range []struct {
		version     string
		cost        int
		sucker, low bool
		want        int
	}{
		{"3.4.3", 100, false, false, 50}, {"3.4.3", 100, false, true, 38}, {"5.0.0", 100, false, true, 38},
		{"3.4.3", 100, true, false, 33}, {"3.4.3", 100, true, true, 25}, {"5.0.0", 200, true, false, 67}, {"5.0.0", 200, true, true, 50},
		{"3.4.3", 20, false, true, 8}, {"5.0.0", 20, false, true, 8}, {"5.0.0", 1, false, false, 1},
	} {
		if got := Offered(rules.Get(x.version).Prices(), x.cost, x.sucker, x.low); got != x.want {
			t.Errorf("%+v: %d", x, got)
		}
	}
}

func TestOf(t *testing.T) {
	ask := func(q Question) map[string]*big.Rat {
		a, err := Of(&q)
		if err != nil {
			t.Fatal(err)
		}
		out, sum := map[string]*big.Rat{}, new(big.Rat)
		for i, c := range a.Candidates {
			out[c.Object.Name] = c.Share
			sum.Add(sum, c.Share)
			if i > 0 && c.Share.Cmp(a.Candidates[i-1].Share) > 0 {
				t.Error("not in order")
			}
		}
		if len(out) > 0 && sum.Cmp(big.NewRat(1, 1)) != 0 {
			t.Errorf("%+v: shares sum to %v", q, sum)
		}
		return out
	}
	q := Question{Rules: rules.Get("3.4.3"), Class: "potion", Base: 200, Asked: -1, Offered: -1, Cha: 11}
	// speed 42, levitation 42, enlightenment 20, full healing 10, polymorph 10
	got := ask(q)
	if len(got) != 5 || got["potion of speed"].Cmp(big.NewRat(42, 124)) != 0 || got["potion of polymorph"].Cmp(big.NewRat(10, 124)) != 0 {
		t.Errorf("potions of 200: %v", got)
	}
	// 266 is 200 with the surcharge; at Charisma 11 nothing else costs it.
	q.Base, q.Asked = -1, 266
	if got = ask(q); len(got) != 5 {
		t.Errorf("asked 266: %v", got)
	}
	q.Offered = 100
	if got = ask(q); len(got) != 5 {
		t.Errorf("asked 266, offered 100: %v", got)
	}
	q.Offered = 50
	if got = ask(q); len(got) != 0 {
		t.Errorf("asked 266, offered 50: %v", got)
	}
	// 133 at Charisma 11: base 100 with the surcharge, by 1/4; 3.4.3 has no wand of 133.
	w := Question{Rules: rules.Get("3.4.3"), Class: "wand", Base: -1, Asked: 133, Offered: -1, Cha: 11}
	for name := range ask(w) {
		if rules.Get("3.4.3").Object(name).Cost != 100 {
			t.Errorf("asked 133: %s", name)
		}
	}
	// 200 may be 200, or 150 with the surcharge, which is a third as likely.
	w.Asked = 200
	got = ask(w)
	a, b := got["wand of cold"], got["wand of striking"] // 175: neither
	if a != nil || b == nil {
		t.Errorf("asked 200: %v", got)
	}
	if rings := ask(Question{Rules: rules.Get("5.0.0"), Class: "ring", Base: 100, Asked: -1, Offered: -1}); len(rings) < 5 {
		t.Errorf("rings of 100: %v", rings)
	}
	_, err := Of(&Question{Rules: rules.Get("slashem"), Class: "ring", Base: 100})
	if mend, ok := err.(problem.Mendable); !ok || !slices.Equal(mend.Instead(), []string{"3.4.3"}) {
		t.Errorf("SLASH'EM's shops are not known here: %v", err)
	}
}

func BenchmarkOf(b *testing.B) {
	q := Question{Rules: rules.Get("5.0.0"), Class: "scroll", Base: -1, Asked: 133, Offered: -1, Cha: 10}
	for b.Loop() {
		_, _ = Of(&q)
	}
}
