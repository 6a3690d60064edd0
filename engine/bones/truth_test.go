package bones

import (
	"bufio"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// rows calls f with each row of a file, by column, and fails if there is none.
func rows(t *testing.T, path string, f func(map[string]string, func(string) int)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Scan()
	head := strings.Split(sc.Text(), "\t")
	n := 0
	for sc.Scan() {
		c := map[string]string{}
		for i, cell := range strings.Split(sc.Text(), "\t") {
			c[head[i]] = cell
		}
		f(c, func(column string) int {
			v, err := strconv.Atoi(c[column])
			if err != nil {
				t.Fatalf("%s: %v in %v", column, err, c)
			}
			return v
		})
		n++
	}
	if err := sc.Err(); err != nil || n == 0 {
		t.Fatalf("%s: %d rows, %v", path, n, err)
	}
}

func checkCounts(t *testing.T, path string) {
	rows(t, path, func(c map[string]string, num func(string) int) {
		b := rules.Get(c["version"]).Bones()
		depth := num("depth")
		got := Find(b)
		if c["what"] == "leave" {
			got = Leave(b, depth)
			if depth <= b.Deepest()-2 { // where an ordinary level can be
				if a := ask(t, &Question{Rules: rules.Get(c["version"]), Depth: depth}); a.Leave.Fraction != got {
					t.Errorf("%v: answered as %v", c, a.Leave)
				}
			}
		}
		if want := odds.Of(int64(num("exact_num")), int64(num("exact_den"))); got != want {
			t.Errorf("%v: %v", c, got)
		}
		n, yes := float64(num("montecarlo_n")), float64(num("montecarlo_yes"))
		if sd := math.Sqrt(n * got.P * (1 - got.P)); math.Abs(yes-n*got.P) > 4*sd {
			t.Errorf("%v: %g expected, %g is %.1f standard errors away", c, n*got.P, yes, math.Abs(yes-n*got.P)/sd)
		}
	})
}

// checkLevels compares what 300 random dungeons held: whether each level
// passes the game's test of eligibility, and how deep it lay.
func checkLevels(t *testing.T, path string) {
	rows(t, path, func(c map[string]string, num func(string) int) {
		if c["level"] == "dummy" {
			return // where the game parks a hero who ascends
		}
		set := rules.Get(c["version"])
		b := set.Bones()
		q := &Question{Rules: set, Branch: num("is_branch_level") == 1}
		low, high := num("depth_min"), num("depth_max")
		for _, l := range b.Levels {
			if l.ID == c["level"] && l.Dungeon.Name == c["dungeon"] {
				q.Level = l
			}
		}
		switch {
		case q.Level != nil:
		case c["level"] == "(ordinary level 1)":
			q.Dungeon, q.Number = b.Dungeon(c["dungeon"]), 1
		case c["dungeon"] == "Vlad's Tower": // 3.4.3 and 3.6.7 name only its top level
			q.Level = b.Level("Vlad's Tower middle")
			if q.Branch {
				q.Level = b.Level("Vlad's Tower bottom")
			}
		default:
			q.Dungeon = b.Dungeon(c["dungeon"])
		}
		a := ask(t, q)
		want := num("eligible_count") > 0
		if a.Loadable != want || num("eligible_count") != 0 && num("eligible_count") != num("levels_seen_in_300_random_dungeons") {
			t.Errorf("loadable %t (%s): %v", a.Loadable, a.Reason, c)
		}
		if a.Eligible && !want {
			t.Errorf("eligible: %v", c)
		}
		if a.Depth.Min > low || a.Depth.Max < high {
			t.Errorf("depth %+v: %v", a.Depth, c)
		}
		// What is in every dungeon shows the whole range of depths, nearly.
		if q.Level != nil && num("levels_seen_in_300_random_dungeons") == 300 && (a.Depth.Min < low-1 || a.Depth.Max > high+1) {
			t.Errorf("depth %+v: %v", a.Depth, c)
		}
	})
}

func compare(t *testing.T, dir string) {
	t.Run("bones_counts.tsv", func(t *testing.T) { checkCounts(t, filepath.Join(dir, "bones_counts.tsv")) })
	paths, _ := filepath.Glob(filepath.Join(dir, "bones_levels_*.tsv"))
	if len(paths) != 3 {
		t.Errorf("%d files of levels", len(paths))
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) { checkLevels(t, p) })
	}
}

// The rows that come with the project: a sample of what the game answered.
func TestGameRows(t *testing.T) { compare(t, "testdata") }

// All rows, where they lie beside the project.
func TestAllGameRows(t *testing.T) {
	const dir = "../../../shared/truth"
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no ../shared/truth beside the project: only the sample in testdata was compared")
	}
	compare(t, dir)
}
