package polypile

import (
	"io"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// beams is how often a zap ended at which square.
var beams = truthtest.Table{
	Name: "beams", Files: "truth/beam_*.jsonl", Columns: []string{"version", "beam", "square", "k", "n"},
	Read: func(file io.Reader, yield func(truthtest.Row)) error {
		type row struct {
			Version, Beam string
			N             float64
			Last          map[string]float64 `json:"last_square_distance_from_hero"`
		}
		return readJSON(file, func(r row) {
			if strings.Contains(r.Beam, "stone") {
				return // walls are not asked about
			}
			for square := range 13 {
				at := strconv.Itoa(square + 1)
				yield(truthtest.Row{"version": r.Version, "beam": r.Beam, "square": at, "k": number(r.Last[at]), "n": number(r.N)})
			}
		})
	},
}

func TestBeams(t *testing.T) {
	beams.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		set := rules.Get(r["version"])
		rock := polymorph.Stack{Object: set.Object("rock"), Quantity: 1, Count: 8, BUC: rules.Blessed}
		q := &Question{Rules: set, Squares: make([]Square, 13), Level: polymorph.Level{Depth: 1}}
		every := 1
		switch beam := r["beam"]; {
		case strings.Contains(beam, "ONE"):
			rock.Count = 1
		case strings.Contains(beam, "2nd"):
			every = 2
		case strings.Contains(beam, "polymorph"):
			rock = polymorph.Stack{Object: set.Object("wand of polymorph"), Quantity: 1}
		case strings.Contains(beam, "newt"):
			q.Squares[0].Monster = true
		case strings.Contains(beam, "no piles"):
			every = 13
		}
		for i := 0; i < 13; i += every {
			q.Squares[i].Stacks = []polymorph.Stack{rock}
		}
		if every == 13 { // the last one, which stops nothing whether it is reached or not
			q.Squares[0].Stacks, q.Squares[12].Stacks = nil, []polymorph.Stack{rock}
		}
		a := zap(t, q)
		i := r.Int(t, "square") - 1
		p := a.Squares[i].PReached
		if i+1 < len(a.Squares) {
			p -= a.Squares[i+1].PReached
		}
		all.Count(t, r["version"]+" "+r["beam"]+" ends at "+r["square"], r.Float(t, "k"), r.Float(t, "n"), p)
	})
}

// dips is what dipping into a potion of polymorph did.
var dips = truthtest.Table{
	Name: "dips", Files: "truth/dip_*.jsonl", Columns: []string{"version", "object", "quan", "buc", "artifact", "figure", "k", "n"},
	Read: func(file io.Reader, yield func(truthtest.Row)) error {
		type row struct {
			Version, Dip        string
			Quan, BUC, Artifact int
			N                   float64
			Untouched           float64 `json:"object_untouched"`
			Polymorphed         float64
			Used                float64            `json:"potion_used_up"`
			Same                float64            `json:"polymorphed_to_same_type_or_untouched_with_potion_gone"`
			Qty                 map[string]float64 `json:"final_qty"`
		}
		return readJSON(file, func(r row) {
			put := func(figure string, k float64) {
				yield(truthtest.Row{"version": r.Version, "object": r.Dip, "quan": strconv.Itoa(r.Quan), "buc": strconv.Itoa(r.BUC),
					"artifact": strconv.Itoa(r.Artifact), "figure": figure, "k": number(k), "n": number(r.N)})
			}
			put("resists", r.Untouched)
			put("polymorphs", r.Polymorphed)
			put("used", r.Used)
			put("same", r.Same)
			for n, k := range r.Qty {
				put("then "+n, k)
			}
		})
	},
}

func TestDips(t *testing.T) {
	dips.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		set := rules.Get(r["version"])
		s := polymorph.Stack{Object: object(t, set, r["object"]), Quantity: r.Int(t, "quan"), BUC: rules.BUC(2 - r.Int(t, "buc")), Artifact: r["artifact"] != "0"}
		q := &Question{Rules: set, Squares: []Square{{Stacks: []polymorph.Stack{s}}}, Apply: Dip, Want: []*rules.Object{s.Object}, Level: polymorph.Level{Depth: 1}}
		a := zap(t, q)
		x := a.Stacks[0]
		if x.Shudder != 0 || a.Golem.Decided != 0 {
			t.Errorf("%v: dipping shudders %v, golem %v", r, x.Shudder, a.Golem.Decided)
		}
		p := 0.0
		switch figure, items, _ := strings.Cut(r["figure"], " "); figure {
		case "resists":
			p = x.Resist
		case "polymorphs":
			p = x.Polymorph
		case "used":
			p = *a.Potions
		case "same":
			p = a.Want.AtLeastOne - x.Resist
		case "then":
			for _, l := range a.Left {
				if strconv.Itoa(l.Items) == items {
					p += l.P
				}
			}
			if items == r["quan"] {
				p -= x.Resist
			}
		}
		all.Count(t, strings.Join([]string{r["version"], r["quan"], r["object"], r["figure"]}, " "), r.Float(t, "k"), r.Float(t, "n"), p)
	})
}
