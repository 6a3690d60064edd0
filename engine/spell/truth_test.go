package spell

import (
	"bufio"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
)

// askRow turns one row of answers of the real game into a Question.
func askRow(t testing.TB, cells map[string]string) *Question {
	t.Helper()
	set := rules.Get(cells["version"])
	num := func(k string) int {
		n, err := strconv.Atoi(cells[k])
		if err != nil {
			t.Fatalf("%s: %v", k, err)
		}
		return n
	}
	q := &Question{Rules: set, Role: set.Role(cells["role"]), Spell: set.Spell(cells["spell"]), XL: num("xl"), Int: num("int"), Wis: num("wis"), Dex: 12}
	if cells["dex"] != "" {
		q.Dex = num("dex")
	}
	q.Skill, _ = rules.SkillNamed(cells["skill"])
	for slot, key := range map[rules.Slot]string{rules.Body: "body", rules.Cloak: "cloak", rules.Helmet: "helm", rules.Gloves: "gloves", rules.Boots: "boots", rules.Shield: "shield"} {
		if name := cells[key]; name != "none" {
			w := set.WornNamed(name)
			if w == nil {
				t.Fatalf("%s has no %q", set.Name, name)
			}
			q.Worn[slot] = Piece{Worn: w}
		}
	}
	if name := cells["weapon"]; name != "none" {
		if q.Held = set.HeldNamed(name); q.Held == nil {
			t.Fatalf("%s has no %q to hold", set.Name, name)
		}
	}
	if q.Role == nil || q.Spell == nil {
		t.Fatalf("%s has no %s or no %s", set.Name, cells["role"], cells["spell"])
	}
	if err := q.Check(); err != nil {
		t.Fatalf("%v: %v", cells, err)
	}
	return q
}

func checkRows(t *testing.T, path string) {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Scan()
	head := strings.Split(sc.Text(), "\t")
	rows, wrong := 0, 0
	for sc.Scan() {
		cells := map[string]string{}
		for i, c := range strings.Split(sc.Text(), "\t") {
			cells[head[i]] = c
		}
		a := Fail(askRow(t, cells))
		rows++
		if got := strconv.Itoa(a.Fail); got != cells["fail_percent"] {
			if wrong++; wrong <= 5 {
				t.Errorf("fail %s, the game says: %s\n%+v", got, sc.Text(), a.Steps.All())
			}
		}
		if want, ok := cells["pw_cost"]; ok && strconv.Itoa(a.Cost) != want {
			if wrong++; wrong <= 5 {
				t.Errorf("cost %d, the game says: %s", a.Cost, sc.Text())
			}
		}
	}
	if err := sc.Err(); err != nil || rows == 0 {
		t.Fatalf("%d rows, %v", rows, err)
	}
	if wrong > 0 {
		t.Errorf("%d of %d wrong", wrong, rows)
	}
}

// The rows that come with the project: a sample of what the game answered.
func TestGameRows(t *testing.T) {
	paths, _ := filepath.Glob("testdata/spell_*.tsv")
	if len(paths) != 6 {
		t.Fatalf("%d files of rows, want one for each measured version", len(paths))
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) { checkRows(t, p) })
	}
}

// All rows, where they lie beside the project.
func TestAllGameRows(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/truth/spell_*.tsv")
	if len(paths) == 0 {
		t.Skip("no ../shared/truth beside the project: only the sample in testdata was compared")
	}
	for _, p := range paths {
		t.Run(filepath.Base(p), func(t *testing.T) { checkRows(t, p) })
	}
}
