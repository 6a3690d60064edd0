package theft

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// carry reads an inventory by the names that the rows of the game use.
func carry(t testing.TB, names string) []Item {
	t.Helper()
	var out []Item
	for name := range strings.SplitSeq(names, ", ") {
		kinds := map[string]rules.LootKind{
			"Amulet of Yendor": rules.Amulet, "cheap plastic imitation": rules.Imitation, "Bell of Opening": rules.Bell, "bell": rules.PlainBell,
			"Book of the Dead": rules.Book, "Candelabrum": rules.Candelabrum, "own quest artifact": rules.OwnArtifact, "dagger": rules.Safe, "Excalibur": rules.Safe,
		}
		kind, ok := kinds[name]
		if strings.HasPrefix(name, "other role's quest artifact") {
			kind, ok = rules.OtherArtifact, true
		}
		if !ok {
			t.Fatalf("what is %q?", name)
		}
		out = append(out, Item{name, kind})
	}
	return out
}

func over(t testing.TB, q *Question) Answer {
	t.Helper()
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	return Over(q)
}

// stolen is what the game's own function took from each inventory.
var stolen = truthtest.Table{
	Name: "stolen", Files: "truth/theft_counts.tsv",
	Columns: []string{"version", "thief", "inventory_in_order", "stolen", "exact_num", "exact_den"},
}

func TestStolen(t *testing.T) {
	stolen.Check(t, func(t testing.TB, r truthtest.Row) {
		a := over(t, &Question{Rules: rules.Get(r["version"]).Theft(), Wizard: r["thief"] == "Wizard of Yendor", Items: carry(t, r["inventory_in_order"])})
		given := odds.Of(int64(r.Int(t, "exact_num")), int64(r.Int(t, "exact_den"))) // given that the theft happens
		if r["stolen"] == "(nothing)" {
			if a.AnyPerHit != odds.Never && given == odds.Always {
				t.Errorf("takes something: %v: %+v", r, a.PerHit)
			}
			return
		}
		number, _, _ := strings.Cut(strings.TrimPrefix(r["stolen"], "item "), ":")
		i, err := strconv.Atoi(number)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := a.PerHit[i-1].Fraction, given.Times(odds.Of(1, 20)); got != want {
			t.Errorf("%s, want %s: %v", got, want, r)
		}
	})
}

func TestOver(t *testing.T) {
	q := &Question{Rules: rules.Get("5.0.0").Theft(), Items: carry(t, "Amulet of Yendor, cheap plastic imitation, cheap plastic imitation, own quest artifact, dagger"), Hits: 10}
	a := over(t, q)
	any := 1 - math.Pow(0.95, 10)
	if math.Abs(a.Any.P-any) > 1e-15 || a.AnyPerHit != odds.Of(1, 20) || a.PerHit[3].Fraction != odds.Of(1, 20) || a.PerHit[0].P != 0 || math.Abs(a.OverHits[3].P-any) > 1e-15 || a.OverHits[4].P != 0 {
		t.Errorf("%+v", a)
	}
	// The Amulet is the second, third or fourth thing to go, one as likely as another.
	want := (odds.AtLeast(10, 2, 0.05) + odds.AtLeast(10, 3, 0.05) + odds.AtLeast(10, 4, 0.05)) / 3
	if math.Abs(a.OverHits[0].P-want) > 1e-15 {
		t.Errorf("the Amulet over 10 hits: %g, want %g", a.OverHits[0].P, want)
	}
	if !slices.Equal(a.Order, []string{"own quest artifact", "Amulet of Yendor or cheap plastic imitation or cheap plastic imitation"}) || len(a.Notes) != 2 {
		t.Errorf("order %q, notes %q", a.Order, a.Notes)
	}
	q.Wizard = true
	if a = over(t, q); a.OverHits[1].P != 0 || math.Abs(a.OverHits[0].P-odds.AtLeast(10, 2, 0.05)) > 1e-15 {
		t.Errorf("the Wizard: %+v", a.OverHits)
	}
	q.Rules = rules.Get("3.4.3").Theft()
	if a = over(t, q); a.PerHit[0].Fraction != odds.Of(1, 20) || a.PerHit[3].P != 0 || math.Abs(a.OverHits[3].P-odds.AtLeast(10, 2, 0.05)) > 1e-15 {
		t.Errorf("3.4.3: %+v", a)
	}
	q.Wizard, q.Rules = true, rules.Get("evilhack").Theft()
	if a = over(t, q); a.OverHits[3].P != 0 || a.PerHit[0].P != 0.05 || len(a.Notes) != 2 {
		t.Errorf("EvilHack's Wizard leaves your own artifact: %+v", a)
	}
	q.Wizard = false
	if a = over(t, q); a.PerHit[3].P != 0.05 {
		t.Errorf("EvilHack's nemesis takes it: %+v", a)
	}
	if a = over(t, &Question{Rules: q.Rules, Items: carry(t, "dagger, bell"), Hits: 5}); a.Any.P != 0 || len(a.Order) != 0 || a.AnyPerHit != odds.Never {
		t.Errorf("nothing to take: %+v", a)
	}
	if a = over(t, &Question{Rules: q.Rules}); a.Hits != 1 || a.Any.P != 0 {
		t.Errorf("nothing carried: %+v", a)
	}
}

func TestDNetHack(t *testing.T) {
	q := &Question{Rules: rules.TheftVariant("dnethack"), Items: carry(t, "own quest artifact, Amulet of Yendor, Book of the Dead")}
	a := over(t, q)
	if a.PerHit[1].Fraction != odds.Of(1, 10) || !slices.Equal(a.Order, []string{"Amulet of Yendor", "own quest artifact", "Book of the Dead"}) {
		t.Errorf("a nemesis: %+v", a)
	}
	q.Wizard = true
	if a = over(t, q); a.PerHit[1].Fraction != odds.Of(1, 20) || !slices.Equal(a.Order, []string{"Amulet of Yendor", "Book of the Dead"}) {
		t.Errorf("the Wizard: %+v", a)
	}
}

func TestCheck(t *testing.T) {
	r := rules.Get("5.0.0").Theft()
	many := make([]Item, MaxItems+1)
	for name, q := range map[string]*Question{
		"two Amulets": {Rules: r, Items: carry(t, "Amulet of Yendor, Amulet of Yendor")},
		"two own":     {Rules: r, Items: carry(t, "own quest artifact, own quest artifact")},
		"hits":        {Rules: r, Hits: MaxHits + 1},
		"no hits":     {Rules: r, Hits: -1},
		"things":      {Rules: r, Items: many},
	} {
		if err, ok := q.Check().(*problem.Problem); !ok || err.Text == "" || len(err.Hints) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func anyInventory(t *rapid.T) *Question {
	names := []string{"3.4.3", "3.6.7", "5.0.0", "slashem", "evilhack"}
	q := &Question{Rules: rules.Get(rapid.SampledFrom(names).Draw(t, "version")).Theft(), Wizard: rapid.Bool().Draw(t, "wizard"), Hits: rapid.IntRange(1, 6).Draw(t, "hits")}
	for _, k := range []rules.LootKind{rules.Amulet, rules.Bell, rules.Book, rules.Candelabrum, rules.OwnArtifact} {
		if rapid.Bool().Draw(t, string(k)) {
			q.Items = append(q.Items, Item{string(k), k})
		}
	}
	for range rapid.IntRange(0, 3).Draw(t, "others") {
		k := rapid.SampledFrom([]rules.LootKind{rules.Imitation, rules.PlainBell, rules.OtherArtifact, rules.Safe}).Draw(t, "kind")
		q.Items = append(q.Items, Item{string(k), k})
	}
	q.Items = rapid.Permutation(q.Items).Draw(t, "order")
	return q
}

// steal plays one theft after the other as the game's function does, knowing
// nothing of distributions, and adds up what each way loses.
func steal(q *Question, carried []bool, hits int, p float64, lost []float64) {
	if hits == 0 {
		for i, c := range carried {
			if !c {
				lost[i] += p
			}
		}
		return
	}
	chain, once := q.Rules.NemesisChain, q.Rules.NemesisOnce
	if q.Wizard {
		chain, once = q.Rules.Chain, q.Rules.Once
	}
	var choice []int
	for _, target := range chain {
		genuine := false
		for i, item := range q.Items {
			if !carried[i] || item.Kind == rules.Safe || q.Wizard && q.Rules.WizardLeavesOwn && item.Kind == rules.OwnArtifact {
				continue
			}
			real := slices.Contains(target.Kinds, item.Kind)
			genuine = genuine || real
			if real || !q.Wizard && item.Kind == target.Decoy {
				choice = append(choice, i)
			}
		}
		if genuine {
			break
		}
		choice = nil
	}
	if !q.Rules.Uniform && len(choice) > 1 {
		choice = choice[:1]
	}
	theft := 1 / float64(once)
	if len(choice) == 0 {
		theft = 0
	}
	steal(q, carried, hits-1, p*(1-theft), lost)
	for _, i := range choice {
		carried[i] = false
		steal(q, carried, hits-1, p*theft/float64(len(choice)), lost)
		carried[i] = true
	}
}

func TestOverByStealing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := anyInventory(t)
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		a := Over(q)
		for _, hits := range []int{1, q.Hits} {
			carried, lost := make([]bool, len(q.Items)), make([]float64, len(q.Items))
			for i := range carried {
				carried[i] = true
			}
			steal(q, carried, hits, 1, lost)
			for i := range lost {
				if got := a.OverHits[i].P; hits == q.Hits && math.Abs(got-lost[i]) > 1e-13 {
					t.Fatalf("%s over %d hits: %g, stealing gives %g", q.Items[i].Name, hits, got, lost[i])
				}
				if got := a.PerHit[i].P; hits == 1 && math.Abs(got-lost[i]) > 1e-15 {
					t.Fatalf("%s at a hit: %g, stealing gives %g", q.Items[i].Name, got, lost[i])
				}
			}
		}
	})
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(over(t, &Question{Rules: rules.Get("5.0.0").Theft(), Items: carry(t, "Amulet of Yendor, cheap plastic imitation"), Hits: 1}))
	want := `{"hits":1,"per_hit":[{"item":"Amulet of Yendor","p":0.025,"num":1,"den":40},{"item":"cheap plastic imitation","p":0.025,"num":1,"den":40}],"any":{"p":0.05},"over_hits":[{"item":"Amulet of Yendor","p":0.025},{"item":"cheap plastic imitation","p":0.025}],"order":["Amulet of Yendor or cheap plastic imitation"]`
	if err != nil || !strings.HasPrefix(string(text), want) {
		t.Errorf("%s, %v", text, err)
	}
}

func TestCites(t *testing.T) {
	for _, version := range rules.Names() {
		for _, rule := range cites {
			if _, ok := rules.Get(version).Cite(rule); !ok {
				t.Errorf("%s has no place for %q", version, rule)
			}
		}
	}
}

func BenchmarkOver(b *testing.B) {
	q := &Question{Rules: rules.Get("5.0.0").Theft(), Items: carry(b, "Amulet of Yendor, cheap plastic imitation, cheap plastic imitation, own quest artifact, Bell of Opening, Book of the Dead"), Hits: 10}
	b.Run("ten hits", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Over(q)
		}
	})
	full := &Question{Rules: q.Rules, Hits: MaxHits}
	for range MaxItems {
		full.Items = append(full.Items, Item{"other role's quest artifact", rules.OtherArtifact})
	}
	b.Run("at the limits", func(b *testing.B) {
		for b.Loop() {
			Over(full)
		}
	})
}

// A question goes to its limits and not beyond.
func TestLimits(t *testing.T) {
	r := rules.Get("5.0.0").Theft()
	for _, x := range []struct {
		hits, items int
		ok          bool
	}{{MaxHits, 52, true}, {MaxHits + 1, 1, false}, {1, 53, false}, {0, 0, true}, {-1, 0, false}} {
		q := &Question{Rules: r, Hits: x.hits}
		for range x.items {
			q.Items = append(q.Items, Item{Kind: rules.Safe})
		}
		if err := q.Check(); (err == nil) != x.ok {
			t.Errorf("%+v: %v", x, err)
		}
	}
}
