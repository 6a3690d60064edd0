package making

import (
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// drops are objects made and kept by the size rule, counted.
var drops = truthtest.Table{
	Name: "drops", Files: "truth/fight/death_drop.tsv.gz", Whole: true, OneIn: 2, Columns: []string{"version", "what", "n", "generated", "kept_from_small_monster"},
}

// gemLevel is the level whose gems are those of the rows of a version.
var gemLevel = map[string]int{"3.4.3": 1, "3.6.7": 1, "5.0.0": 10}

func TestKept(t *testing.T) {
	drops.Judge(t, func(t testing.TB, c *truthtest.Tally, r truthtest.Row) {
		set := rules.Get(r["version"])
		parts := strings.SplitN(r["what"], ":", 3)
		n, kept, made := r.Float(t, "n"), r.Float(t, "kept_from_small_monster"), r.Float(t, "generated")
		share := 1.0
		for _, k := range Classes(set.Making(), "ordinary") {
			if parts[0] == "class" && k.Name == parts[1] {
				share = k.P
			}
		}
		switch parts[0] {
		case "item":
			o := set.Object(full(parts[1], parts[2]))
			if o == nil {
				if o = set.Object(parts[2]); o == nil {
					t.Fatalf("%s has no %s", r["version"], r["what"])
				}
			}
			if o.Name == "bag of holding" {
				return // what is in it weighs too
			}
			share = Share(set, "ordinary", o, gemLevel[r["version"]]).P
			c.Count(t, r["version"]+" "+r["what"]+" kept", kept, made, Kept(set.Making(), set, o))
		case "class":
			for _, d := range Remains(set, true, true, 1) {
				if d.Name == parts[1] {
					c.Count(t, r["version"]+" "+r["what"], kept, n, d.P)
				}
			}
		case "all":
			p := 0.0
			for _, d := range Remains(set, true, true, 1) {
				p += d.P
			}
			c.Count(t, r["version"]+" all", kept, n, p)
		}
		c.Count(t, r["version"]+" "+r["what"]+" made", made, n, share)
	})
}

// No object is made in greater numbers than Kept believes.
func TestMostMade(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		set := rules.Get(version)
		for _, o := range set.Objects() {
			for _, s := range New(set.Making(), o) {
				if s.Quantity < 1 || s.Quantity > mostMade || s.Quantity > 1 && single(o) {
					t.Errorf("%s: %d %s", version, s.Quantity, o.Name)
				}
			}
		}
	}
}

func BenchmarkRemains(b *testing.B) {
	set := rules.Get("5.0.0")
	for b.Loop() {
		Remains(set, true, true, 1)
	}
}
