package polymorph

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"

	"pgregory.net/rapid"
)

// turned is how often what things became got a timer to turn back: reverts is
// what to, or empty.
var turned = truthtest.Table{
	Name: "turned", Files: "truth/vpoly/polytype_slashem.tsv.gz", OneIn: 3,
	Read: func(file io.Reader, yield func(truthtest.Row)) error {
		return addUp(file, []string{"from", "dnum", "dlevel", "quan", "to", "reverts_to"}, yield)
	},
	Columns: []string{"version", "from", "dnum", "dlevel", "quan", "to", "reverts_to", "count", "total"},
}

func TestTurned(t *testing.T) {
	turned.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		set := rules.Get(r["version"])
		s, level := sourceOf(t, set, r)
		g, err := NewGame(set, level, nil)
		if err != nil {
			t.Fatal(err)
		}
		p, back := 0.0, r["reverts_to"] != "-"
		if back && !strings.EqualFold(r["reverts_to"], s.Object.Name) {
			t.Errorf("%v: it turns back into another thing", r)
		}
		for _, x := range g.Become(&s) {
			if strings.EqualFold(x.To.Name, r["to"]) && x.TurnsBack == back {
				p += x.P
			}
		}
		all.Count(t, fmt.Sprintf("%s to %s, turning back %t", r["from"], r["to"], back), r.Float(t, "count"), r.Float(t, "total"), p)
	})
}

// returned is what things were after the game's own timers had run.
var returned = truthtest.Table{
	Name: "returned", Files: "truth/vpoly/revert_*.tsv", Read: readReturned,
	Columns: []string{"version", "from", "buc", "quan", "spe", "recharged", "studied", "artifact", "n", "hazy", "min", "max", "mean", "then", "count"},
}

// readReturned yields one row for each thing that there was: type, quantity,
// charges, recharges, readings and B, U or C, parted by colons.
func readReturned(file io.Reader, yield func(truthtest.Row)) error {
	return truthtest.TSV(file, func(r truthtest.Row) {
		last := r["reverted_type:quan:spe:recharged:studied:buc:eroded:erodeproof:artifact:still_hazy=count"]
		for one := range strings.SplitSeq(last, "; ") {
			then, count, ok := strings.Cut(one, "=")
			if strings.HasPrefix(one, "[") || !ok {
				continue
			}
			cells := strings.Split(then, ":")
			yield(truthtest.Row{
				"version": "slashem", "from": r["source"], "buc": r["buc"], "quan": r["quan"], "spe": r["spe"], "recharged": r["recharged"], "studied": r["studied"],
				"artifact": r["artifact"], "n": r["n"], "hazy": r["hazy"], "min": r["timer_min"], "max": r["timer_max"], "mean": r["timer_mean"],
				"then": strings.Join(cells[:6], ":"), "count": count,
			})
		}
	})
}

func TestReturned(t *testing.T) {
	returned.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		set := rules.Get(r["version"])
		name, _, _ := strings.Cut(r["from"], " (")
		s := Stack{Object: object(t, set, name), Quantity: r.Int(t, "quan"), Enchant: r.Int(t, "spe"), Recharged: r.Int(t, "recharged"), Read: r.Int(t, "studied"), Artifact: r["artifact"] != "0"}
		g, err := NewGame(set, Level{Depth: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		back, list := g.Return(&s)
		all.Count(t, r["from"]+" turns back", r.Float(t, "hazy"), r.Float(t, "n"), back)
		p := 0.0
		for _, x := range list {
			then := fmt.Sprintf("%s:%d:%d:%d:%d:%s", x.To.Name, x.Quantity, x.Enchant, x.Recharged, x.Read, r["buc"])
			if strings.EqualFold(then, r["then"]) {
				p += x.P
			}
		}
		all.Count(t, r["from"]+" was then "+r["then"], r.Float(t, "count"), r.Float(t, "hazy"), p)
		a := g.Timer("")
		if r.Int(t, "min") < a.MinTurns || r.Int(t, "max") > a.MaxTurns {
			t.Errorf("%s turned back after %s to %s turns, want %d to %d", r["from"], r["min"], r["max"], a.MinTurns, a.MaxTurns)
		}
		turns := float64(a.MaxTurns - a.MinTurns + 1)
		all.Mean(t, r["from"]+": turns", r.Float(t, "mean"), math.Sqrt((turns*turns-1)/12), r.Float(t, "hazy"), float64(a.MinTurns+a.MaxTurns)/2)
	})
}

// addUp adds up the counts of rows that are equal in the columns named.
func addUp(file io.Reader, columns []string, yield func(truthtest.Row)) error {
	var order []string
	sums := map[string]truthtest.Row{}
	err := truthtest.TSV(file, func(r truthtest.Row) {
		cells := make([]string, len(columns))
		for i, c := range columns {
			cells[i] = r[c]
		}
		key := strings.Join(cells, "\t")
		sum := sums[key]
		if sum == nil {
			sum = r
			sum["version"], _, _ = strings.Cut(r["version"], "_")
			sums[key] = sum
			order = append(order, key)
			return
		}
		a, _ := strconv.Atoi(sum["count"])
		b, _ := strconv.Atoi(r["count"])
		sum["count"] = strconv.Itoa(a + b)
	})
	for _, key := range order {
		yield(sums[key])
	}
	return err
}

func TestStill(t *testing.T) {
	set := rules.Get("slashem")
	a, err := From(t.Context(), set, Stack{Object: set.Object("unicorn horn"), Quantity: 1}, Level{}, 700)
	if err != nil || a.Reverts == nil {
		t.Fatal(a, err)
	}
	for turn, want := range map[int]float64{-1: 1, 0: 1, 499: 1, 500: 0.998, 700: 0.598, 749: 0.5, 998: 0.002, 999: 0, 5000: 0} {
		if got := a.Reverts.Still(turn); math.Abs(got-want) > 1e-12 {
			t.Errorf("after %d turns %v, want %v", turn, got, want)
		}
	}
	for i, x := range a.Reverts.PByTurn {
		if x.P != a.Reverts.Still(x.Turn) || i > 0 && x.Turn <= a.Reverts.PByTurn[i-1].Turn {
			t.Errorf("%+v", a.Reverts.PByTurn)
		}
	}
	if a.Reverts.To != "unicorn horn" || a.Reverts.Then != nil || a.Reverts.ForGood[0].Name != "oil lamp" {
		t.Errorf("%+v", a.Reverts)
	}
}

// What never turns back has nothing to say about it, and what does comes back as something.
func TestReturns(t *testing.T) {
	set := rules.Get("slashem")
	for name, to := range map[string]string{
		"unicorn horn": "unicorn horn", "magic lamp": "oil lamp", "wand of wishing": "another wand", "amulet of life saving": "amulet of life saving",
		"amulet of unchanging": "", "heavy iron ball": "", "corpse": "", "statue": "statue", "wand of polymorph": "",
	} {
		a, err := From(t.Context(), set, Stack{Object: set.Object(name), Quantity: 1}, Level{})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Reverts; (got == nil) != (to == "") || got != nil && got.To != to {
			t.Errorf("%s comes back as %+v, want %q", name, got, to)
		}
	}
	// Rubies that became stones are rocks in the end.
	g, _ := NewGame(set, Level{Depth: 30}, nil)
	_, list := g.Return(&Stack{Object: set.Object("ruby"), Quantity: 7})
	rocks := 0.0
	for _, x := range list {
		if x.To == g.Rules.Rock() {
			if rocks += x.P; x.Quantity != 3 {
				t.Errorf("%+v", x)
			}
		}
	}
	if rocks < 0.1 || rocks > 0.4 {
		t.Errorf("%v of 7 rubies come back as rocks", rocks)
	}
	if a, err := From(t.Context(), rules.Get("3.4.3"), Stack{Object: rules.Get("3.4.3").Object("dagger"), Quantity: 1}, Level{}); err != nil || a.Reverts != nil {
		t.Errorf("in 3.4.3 nothing turns back: %+v, %v", a, err)
	}
}

func TestReturnAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rules.Get("slashem")
		s := Stack{Object: rapid.SampledFrom(set.Objects()).Draw(t, "object"), Quantity: rapid.IntRange(1, 1200).Draw(t, "quantity"),
			Read: rapid.IntRange(0, 9).Draw(t, "read"), Recharged: rapid.IntRange(0, 7).Draw(t, "recharged"), Enchant: rapid.IntRange(-3, 7).Draw(t, "enchant")}
		g, err := NewGame(set, Level{Depth: rapid.IntRange(0, 50).Draw(t, "depth")}, nil)
		if err != nil {
			t.Fatal(err)
		}
		s, _ = s.Spread()
		back, list := g.Return(&s)
		sum := 0.0
		for _, r := range list {
			if sum += r.P; r.P <= 0 || r.Quantity < 1 || r.Quantity > s.Quantity {
				t.Fatalf("%+v of %+v", r, s)
			}
		}
		if back < 0 || back > 1+1e-12 || len(list) > 0 && math.Abs(sum-1) > 1e-12 || (back == 0) != (list == nil) {
			t.Fatalf("%s: turns back with %v, adds up to %v", s.Object.Name, back, sum)
		}
	})
}
