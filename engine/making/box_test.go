package making

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var boxes = truthtest.Table{Name: "boxes", Files: "truth/fight/boxes.tsv", Whole: true, Unread: map[string]string{"version": "the two versions of these rows fill boxes alike"}, Columns: []string{"version", "box", "n", "locked", "trapped", "count_hist", "class_hist"}}

// What new boxes hold is what the game put into them; of an ice box, whose
// corpses merge, only that it may be empty.
func TestContents(t *testing.T) {
	boxes.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		b, ok := Contents(rules.Get(r["version"]), r["box"], 0)
		if !ok {
			t.Errorf("%v: empty", r)
			return
		}
		n := r.Float(t, "n")
		tally.Count(t, r["box"]+" locked", r.Float(t, "locked"), n, b.Locked.P)
		tally.Count(t, r["box"]+" trapped", r.Float(t, "trapped"), n, b.Trapped.P)
		for cell := range strings.SplitSeq(r["count_hist"], " ") {
			stacks, count, _ := strings.Cut(cell, ":")
			k, _ := strconv.Atoi(stacks)
			x, _ := strconv.ParseFloat(count, 64)
			switch {
			case b.Stacks != nil:
				tally.Count(t, r["box"]+" holds "+stacks, x, n, b.Stacks[k].P)
			case k == 0:
				tally.Count(t, r["box"]+" holds nothing", x, n, 1-b.Classes[0].Any)
			}
		}
		for cell := range strings.SplitSeq(r["class_hist"], " ") {
			class, count, _ := strings.Cut(cell, ":")
			x, _ := strconv.ParseFloat(count, 64)
			for _, c := range b.Classes {
				// Stacks of a class vary less than a Poisson number of the same mean.
				if se := math.Sqrt(n * c.Stacks); c.Name == class && c.Stacks > 0 && math.Abs(x-n*c.Stacks) > 4.5*se {
					t.Errorf("%s %s: %s %g stacks, counted %g", r["version"], r["box"], class, n*c.Stacks, x)
				}
			}
		}
	})
}

// All numbers of stacks add up to 1, and so do the classes.
func TestContentsAddUp(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		s := rules.Get(version)
		for _, box := range s.Making().Boxes {
			name := box.Name
			b, _ := Contents(s, name, 12)
			sum, classes := 0.0, 0.0
			for _, k := range b.Stacks {
				sum += k.P
			}
			for _, c := range b.Classes {
				classes += c.P
			}
			if b.Stacks != nil && math.Abs(sum-1) > 1e-9 || math.Abs(classes-1) > 1e-9 {
				t.Errorf("%s %s: %g and %g", version, name, sum, classes)
			}
		}
	}
}

func BenchmarkContents(b *testing.B) {
	s := rules.Get("5.0.0")
	for b.Loop() {
		Contents(s, "chest", 0)
	}
}
