package bones

import (
	"strings"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var leaveAndFind = truthtest.Table{
	Name: "counts", Files: "truth/bones_counts.tsv",
	Columns: []string{"version", "what", "depth", "exact_num", "exact_den", "montecarlo_yes", "montecarlo_n"},
}

func TestLeaveAndFind(t *testing.T) {
	leaveAndFind.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		b := rules.Get(r["version"]).Bones()
		depth, got := r.Int(t, "depth"), Find(b)
		if r["what"] == "leave" {
			got = Leave(b, depth)
			if depth <= b.Deepest()-2 { // where an ordinary level can be
				if a := ask(t, &Question{Rules: rules.Get(r["version"]), Depth: depth}); a.Leave.Fraction != got {
					t.Errorf("%v: answered as %v", r, a.Leave)
				}
			}
		}
		if want := odds.Of(int64(r.Int(t, "exact_num")), int64(r.Int(t, "exact_den"))); got != want {
			t.Errorf("%v: %v", r, got)
		}
		all.Count(t, strings.Join([]string{r["version"], r["what"], r["depth"]}, " "), r.Float(t, "montecarlo_yes"), r.Float(t, "montecarlo_n"), got.P)
	})
}

// levels holds what 300 random dungeons held: whether each level passes the
// game's test of eligibility, and how deep it lay.
var levels = truthtest.Table{
	Name: "levels", Files: "truth/bones_levels_*.tsv",
	Columns: []string{"version", "dungeon", "level", "is_branch_level", "levels_seen_in_300_random_dungeons", "eligible_count", "depth_min", "depth_max"},
}

func TestLevels(t *testing.T) { levels.Check(t, checkLevel) }

func checkLevel(t testing.TB, r truthtest.Row) {
	if r["level"] == "dummy" {
		return // where the game parks a hero who ascends
	}
	set := rules.Get(r["version"])
	b := set.Bones()
	q := &Question{Rules: set, Branch: r.Int(t, "is_branch_level") == 1}
	low, high := r.Int(t, "depth_min"), r.Int(t, "depth_max")
	for _, l := range b.Levels {
		if l.ID == r["level"] && l.Dungeon.Name == r["dungeon"] {
			q.Level = l
		}
	}
	switch {
	case q.Level != nil:
	case r["level"] == "(ordinary level 1)":
		q.Dungeon, q.Number = b.Dungeon(r["dungeon"]), 1
	case r["dungeon"] == "Vlad's Tower": // 3.4.3 and 3.6.7 name only its top level
		q.Level = b.Level("Vlad's Tower middle")
		if q.Branch {
			q.Level = b.Level("Vlad's Tower bottom")
		}
	default:
		q.Dungeon = b.Dungeon(r["dungeon"])
	}
	a := ask(t, q)
	eligible, seen := r.Int(t, "eligible_count"), r.Int(t, "levels_seen_in_300_random_dungeons")
	if a.Loadable != (eligible > 0) || eligible != 0 && eligible != seen {
		t.Errorf("loadable %t (%s): %v", a.Loadable, a.Reason, r)
	}
	if a.Eligible && eligible == 0 {
		t.Errorf("eligible: %v", r)
	}
	if a.Depth.Min > low || a.Depth.Max < high {
		t.Errorf("depth %+v: %v", a.Depth, r)
	}
	// What is in every dungeon shows the whole range of depths, nearly.
	if q.Level != nil && seen == 300 && (a.Depth.Min < low-1 || a.Depth.Max > high+1) {
		t.Errorf("depth %+v: %v", a.Depth, r)
	}
}
