package polypile

import (
	"strconv"
	"strings"
	"testing"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// piledUnnethack is what UnNetHack's own bhitpile made of whole piles: the items left on
// average and their deviation, and how often there was a golem. Stacks are "copies:items:BUC:name",
// top first, with semicolons between them.
var piledUnnethack = truthtest.Table{Name: "piled_unnethack", Files: "truth/vpoly/piled_unnethack.tsv", Daily: 1}

func TestPiledUnnethack(t *testing.T) {
	set := rules.Polypiling("unnethack")
	piledUnnethack.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		q := &Question{Rules: set, Squares: []Square{{}}, Luck: r.Int(t, "luck"), Apply: Down, Level: polymorph.Level{Depth: 1}}
		for stack := range strings.SplitSeq(r["stacks"], ";") {
			cells := strings.SplitN(stack, ":", 4)
			number := func(s string) int {
				n, err := strconv.Atoi(s)
				if err != nil {
					t.Fatal(err)
				}
				return n
			}
			buc := map[string]rules.BUC{"B": rules.Blessed, "U": rules.Uncursed, "C": rules.Cursed}[cells[2]]
			q.Squares[0].Stacks = append(q.Squares[0].Stacks, polymorph.Stack{Object: set.Object(cells[3]), Name: cells[3], Count: number(cells[0]), Quantity: number(cells[1]), BUC: buc})
		}
		a, err := Zap(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		n := r.Float(t, "n")
		all.Mean(t, r["stacks"]+": items left", r.Float(t, "left"), r.Float(t, "sd"), n, a.Items.ExpectedLeft)
		all.Count(t, r["stacks"]+": golems", r.Float(t, "golems"), n, a.Golem.Appears)
	})
}
