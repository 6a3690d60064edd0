package making

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// made are new objects, counted.
var made = truthtest.Table{
	Name: "made", Files: "truth/fight/item_generation.tsv.gz", Whole: true, OneIn: 2, Unread: map[string]string{"artifact": "none was asked for, and none was made"},
	Columns: []string{"version", "what", "n", "cursed", "uncursed", "blessed", "spe_hist_cursed", "spe_hist_uncursed", "spe_hist_blessed", "quan_hist", "erodeproof", "eroded", "poisoned", "greased"},
}

// ofOneGame reports whether a row counts charges that each game rolls once: those
// of a wand of nothing, which is aimed in one game of two (o_init.c). The rows
// were counted in one game.
func ofOneGame(r truthtest.Row, set *rules.Set) bool {
	return len(set.Making().OftenAimed) > 0 && (r["what"] == "item:wand:nothing" || r["what"] == "class:wand")
}

func TestMade(t *testing.T) {
	unknown := map[string]bool{}
	made.Judge(t, func(t testing.TB, c *truthtest.Tally, r truthtest.Row) {
		parts := strings.SplitN(r["what"], ":", 3)
		set := rules.Get(r["version"])
		if parts[0] == "class" {
			parts = append(parts, "any")
		}
		o := set.Object(full(parts[1], parts[2]))
		if o == nil {
			o = set.Object(parts[2])
		}
		var states []State
		var wear Wear
		switch {
		case parts[0] == "class":
			states, wear = NewOf(set, parts[1], 0), WearsOf(set, parts[1], 0)
		case o == nil:
			t.Fatalf("%s has no %s", r["version"], r["what"])
		default:
			states, wear = New(set.Making(), o), Wears(set, o)
		}
		if states == nil {
			unknown[r["version"]+" "+r["what"]] = true
			return
		}
		n, where := r.Float(t, "n"), r["version"]+" "+r["what"]
		for column, p := range map[string]float64{"erodeproof": wear.Erodeproof, "eroded": wear.Eroded, "poisoned": wear.Poisoned, "greased": wear.Greased} {
			c.Count(t, where+" "+column, r.Float(t, column), n, p)
		}
		p := map[string]float64{}
		for _, s := range states {
			p[s.BUC.String()] += s.P
			p[fmt.Sprintf("%s %d", s.BUC, s.Enchant)] += s.P
			p[fmt.Sprintf("x%d", s.Quantity)] += s.P
		}
		for _, buc := range []string{"cursed", "uncursed", "blessed"} {
			c.Count(t, where+" "+buc, r.Float(t, buc), n, p[buc])
			if parts[1] == "food" || ofOneGame(r, set) {
				continue // the numbers of food are codes
			}
			histogram(t, c, where, r["spe_hist_"+buc], n, func(value string) float64 { return p[buc+" "+value] })
		}
		histogram(t, c, where+" quantity", r["quan_hist"], n, func(value string) float64 { return p["x"+value] })
	})
	t.Logf("not known: %v", unknown)
}

func histogram(t testing.TB, c *truthtest.Tally, where, cells string, n float64, p func(string) float64) {
	for cell := range strings.FieldsSeq(cells) {
		value, count, _ := strings.Cut(cell, ":")
		k, err := strconv.ParseFloat(count, 64)
		if err != nil {
			t.Fatal(err)
		}
		c.Bin(t, where+" "+value, k, n, p(value))
	}
}

// A wand of nothing is aimed in one game of two since 3.6, and always in 3.4.3.
func TestWandOfNothing(t *testing.T) {
	for version, want := range map[string]float64{"3.4.3": 1, "3.6.7": 0.5, "5.0.0": 0.5} {
		set, aimed := rules.Get(version), 0.0
		for _, s := range New(set.Making(), set.Object("wand of nothing")) {
			if s.Enchant <= 8 {
				aimed += s.P
			}
		}
		if math.Abs(aimed-want) > 1e-12 {
			t.Errorf("%s: 4 to 8 charges with a chance of %v, want %v", version, aimed, want)
		}
	}
}
