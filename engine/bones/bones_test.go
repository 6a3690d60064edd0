package bones

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

func ask(t testing.TB, q *Question) Answer {
	t.Helper()
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	return At(q)
}

func level(t testing.TB, version, name string) *Question {
	t.Helper()
	q := &Question{Rules: rules.Get(version)}
	if q.Level = q.Rules.Bones().Level(name); q.Level == nil {
		t.Fatalf("%s has no level %q", version, name)
	}
	return q
}

func numbered(version, dungeon string, n, depth int) *Question {
	q := &Question{Rules: rules.Get(version), Number: n, Depth: depth}
	q.Dungeon = q.Rules.Bones().Dungeon(dungeon)
	return q
}

func TestAt(t *testing.T) {
	a := ask(t, &Question{Rules: rules.Get("5.0.0"), Depth: 12, Items: 30})
	if !a.Eligible || a.Reason != "" || a.Leave.Fraction != odds.Of(3, 4) || a.Find != odds.Of(1, 3) || a.LeftAndFound.Fraction != odds.Of(1, 4) || a.Leave.PMax != nil {
		t.Errorf("Dlvl 12: %+v", a)
	}
	if a.RisesAs != "ghost" || !a.Ghost || !a.Corpse || *a.Cursed != (Cursed{N: 30, Mean: 24, Low: 20, High: 27}) || len(a.Keepsakes) < 5 || len(a.MayBe) != 3 {
		t.Errorf("Dlvl 12 holds: %+v %+v", a, a.Cursed)
	}
	a = ask(t, level(t, "5.0.0", "Minetown"))
	if a.Depth != (rules.Range{Min: 5, Max: 8}) || a.Leave.Fraction != odds.Of(1, 2) || math.Abs(*a.Leave.PMax-2.0/3) > 1e-15 || math.Abs(*a.LeftAndFound.PMax-2.0/9) > 1e-15 || a.FoundBy != "any hero" {
		t.Errorf("Minetown: %+v", a)
	}
	q := level(t, "5.0.0", "Big Room")
	q.Branch = true
	if a = ask(t, q); a.Eligible || a.Loadable || a.Leave.Fraction != odds.Never || a.Find != odds.Never || !strings.Contains(a.Reason, "branches") {
		t.Errorf("the Big Room with the quest portal: %+v", a)
	}
	q.Branch, q.Portal = false, true
	if a = ask(t, q); a.Eligible || !a.Loadable || !strings.Contains(a.Reason, "portal") {
		t.Errorf("the Big Room with a portal: %+v", a)
	}
	for _, name := range []string{"fake Wizard's Tower with the portal", "Wizard's Tower bottom"} {
		if a = ask(t, level(t, "3.6.7", name)); a.Eligible || !a.Loadable || len(a.Notes) == 0 || a.LeftAndFound.P != 0 {
			t.Errorf("%s: %+v", name, a)
		}
	}
	if a = ask(t, level(t, "5.0.0", "Valley of the Dead")); !a.Eligible {
		t.Errorf("the Valley, level 1 of Gehennom and a branch level: %+v", a)
	}
	if a = ask(t, level(t, "5.0.0", "Quest locate level")); a.FoundBy == "any hero" || len(a.Notes) == 0 {
		t.Errorf("quest bones: %+v", a)
	}
	for version, want := range map[string]bool{"3.4.3": true, "slashem": true, "3.6.7": false, "5.0.0": false} {
		if a = ask(t, level(t, version, "Vlad's Tower middle")); a.Eligible != want || strings.Contains(strings.Join(a.Notes, "; "), "in 3.4.3 it allowed") == want {
			t.Errorf("%s: Vlad's middle level: %+v", version, a)
		}
	}
	if a = ask(t, &Question{Rules: rules.Get("5.0.0"), Depth: 3}); !a.Eligible || a.Leave.P != 0 || a.Reason == "" {
		t.Errorf("Dlvl 3: %+v", a)
	}
	for _, deep := range []int{52, 53} {
		if a = ask(t, &Question{Rules: rules.Get("5.0.0"), Depth: deep}); a.Leave.Fraction != odds.Of(13, 14) || !strings.Contains(strings.Join(a.Notes, "; "), "the rule for an ordinary level") {
			t.Errorf("Dlvl %d: %+v", deep, a)
		}
	}
	if a = ask(t, &Question{Rules: rules.Get("5.0.0"), Depth: 60}); a.Leave.Fraction != odds.Of(15, 16) || len(a.Notes) == 0 {
		t.Errorf("Dlvl 60: %+v", a)
	}
	if a = ask(t, &Question{Rules: rules.Get("xnethack"), Depth: 12}); len(a.Notes) == 0 {
		t.Error("nothing says what xNetHack refuses")
	}
}

func TestNumberedLevels(t *testing.T) {
	for _, c := range []struct {
		q        *Question
		name     string
		min, max int
		eligible bool
	}{
		{numbered("5.0.0", "The Gnomish Mines", 3, 5), "The Gnomish Mines, level 3", 5, 5, true},
		{numbered("5.0.0", "The Gnomish Mines", 3, 0), "The Gnomish Mines, level 3", 5, 7, true},
		{numbered("5.0.0", "The Gnomish Mines", 1, 0), "The Gnomish Mines, level 1", 3, 5, true},
		{numbered("5.0.0", "The Gnomish Mines", 9, 0), "Mines' End", 11, 13, false},
		{numbered("5.0.0", "The Quest", 1, 0), "Quest home", 11, 16, false},
		{numbered("5.0.0", "The Quest", 2, 0), "The Quest, level 2", 12, 17, true},
		{numbered("5.0.0", "The Quest", 3, 0), "Quest locate level", 13, 18, true},
		{numbered("5.0.0", "The Quest", 6, 0), "Quest goal", 16, 21, false},
		{numbered("5.0.0", "Sokoban", 4, 0), "Sokoban top level", 2, 6, false},
		{numbered("3.4.3", "Vlad's Tower", 2, 0), "Vlad's Tower middle", 32, 40, true},
		{numbered("5.0.0", "Gehennom", 24, 0), "Moloch's Sanctum", 49, 53, false},
		{numbered("5.0.0", "Gehennom", 1, 0), "Valley of the Dead", 26, 30, true},
		{numbered("5.0.0", "The Gnomish Mines", 0, 0), "The Gnomish Mines", 3, 12, true},
		{numbered("5.0.0", "The Gnomish Mines", 0, 13), "Mines' End", 13, 13, false},
		{numbered("5.0.0", "The Quest", 0, 0), "The Quest", 11, 20, true},
		{numbered("5.0.0", "Sokoban", 0, 0), "Sokoban", 2, 9, false},
		{numbered("5.0.0", "The Elemental Planes", 0, 0), "The Elemental Planes", -5, -1, false},
		{numbered("5.0.0", "The Elemental Planes", 5, 0), "Astral Plane", -5, -5, false},
		{numbered("5.0.0", "The Tutorial", 0, 0), "The Tutorial", 1, 2, false},
	} {
		a := ask(t, c.q)
		if a.Level != c.name || a.Depth != (rules.Range{Min: c.min, Max: c.max}) || a.Eligible != c.eligible || !a.Eligible && a.Reason == "" {
			t.Errorf("%+v: %q %+v, eligible %t: %s", c, a.Level, a.Depth, a.Eligible, a.Reason)
		}
	}
	// The first level of a dungeon may hold a branch and still keep bones.
	first := numbered("5.0.0", "The Gnomish Mines", 1, 5)
	first.Branch = true
	if a := ask(t, first); !a.Eligible {
		t.Errorf("the first level of the Mines: %+v", a)
	}
}

func TestDeaths(t *testing.T) {
	for _, c := range []struct {
		death, race, rises string
		ghost, leaves      bool
	}{
		{"killed by a vampire", "human", "vampire", false, true},
		{"killed by a vampire", "elf", "ghost", true, true},
		{"killed by a mummy", "gnome", "gnome mummy", false, true},
		{"turned to stone", "", "statue", false, true},
		{"turned into slime", "", "green slime", false, true},
		{"genocided", "", "", false, false},
		{"quit", "", "", false, false},
	} {
		q := &Question{Rules: rules.Get("5.0.0"), Depth: 12, Race: c.race}
		q.Death = q.Rules.Bones().Death(c.death)
		a := ask(t, q)
		if a.RisesAs != c.rises || a.Ghost != c.ghost || (a.Leave.P > 0) != c.leaves || !a.Eligible || (a.Reason == "") != c.leaves {
			t.Errorf("%+v: %+v", c, a)
		}
	}
	if a := ask(t, &Question{Rules: rules.Get("5.0.0"), Depth: 12, Waiting: true}); a.Leave.P != 0 || !a.Eligible || a.Reason == "" {
		t.Errorf("a file waits: %+v", a)
	}
}

func TestCheck(t *testing.T) {
	set := rules.Get("5.0.0")
	minetown := level(t, "5.0.0", "Minetown")
	minetown.Depth = 12
	castle := level(t, "5.0.0", "Plane of Earth")
	castle.Depth = 3
	for name, q := range map[string]*Question{
		"depth 0":             {Rules: set},
		"depth 61":            {Rules: set, Depth: 61},
		"depth -3":            {Rules: set, Depth: -3},
		"race":                {Rules: set, Depth: 5, Race: "illithid"},
		"items":               {Rules: set, Depth: 5, Items: MaxItems + 1},
		"Minetown at 12":      minetown,
		"Plane of Earth at 3": castle,
		"Mines 10":            numbered("5.0.0", "The Gnomish Mines", 10, 0),
		"Mines -1":            numbered("5.0.0", "The Gnomish Mines", -1, 0),
		"Mines 3 at 12":       numbered("5.0.0", "The Gnomish Mines", 3, 12),
		"Mines at 20":         numbered("5.0.0", "The Gnomish Mines", 0, 20),
		"some Vlad":           numbered("5.0.0", "Vlad's Tower", 0, 0),
	} {
		if err, ok := q.Check().(*problem.Problem); !ok || err.Text == "" || len(err.Hints) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A deeper death leaves bones more often, and a longer journey meets more.
func TestDeeperIsMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		set := rules.Get(rapid.SampledFrom(rules.Names()).Draw(t, "version"))
		b := set.Bones()
		d := rapid.IntRange(1, 100).Draw(t, "depth")
		if low, high := Leave(b, d), Leave(b, d+1); low.P > high.P || low.P < 0 || high.P >= 1 {
			t.Fatalf("depth %d: %v, then %v", d, low, high)
		}
		from := rapid.IntRange(1, 52).Draw(t, "from")
		to := rapid.IntRange(from, 52).Draw(t, "to")
		waits := odds.Of(rapid.Int64Range(0, 4).Draw(t, "waits"), 4)
		m, n := Meet(&Journey{Rules: set, From: from, To: to, Waits: waits}), Meet(&Journey{Rules: set, From: from, To: to + 1, Waits: waits})
		if m.P > n.P+1e-15 || m.Expected > n.Expected || m.P > m.Expected+1e-15 {
			t.Fatalf("%d to %d: %v of %v; one more: %v of %v", from, to, m.P, m.Expected, n.P, n.Expected)
		}
	})
}

// Every level and death of every version is answered, and consistently.
func TestEveryLevelAndDeath(t *testing.T) {
	for _, version := range rules.Names() {
		set := rules.Get(version)
		b := set.Bones()
		for _, l := range b.Levels {
			for _, d := range b.Deaths {
				a := ask(t, &Question{Rules: set, Level: l, Death: d, Items: 3})
				if (a.Leave.P > 0) && (!a.Eligible || !d.Bones) || a.Eligible && a.Find != odds.Of(1, 3) || a.Depth.Min != l.Min {
					t.Errorf("%s, %s, %s: %+v", version, l.Name, d.Name, a)
				}
				if math.Abs(a.LeftAndFound.P-a.Leave.P*a.Find.P) > 1e-15 {
					t.Errorf("%s, %s: both %v", version, l.Name, a.LeftAndFound)
				}
			}
		}
		for _, rule := range append(cites, meetCites...) {
			if _, ok := set.Cite(rule); !ok {
				t.Errorf("%s has no place for %q", version, rule)
			}
		}
	}
}

func TestJSON(t *testing.T) {
	text, err := json.Marshal(ask(t, level(t, "5.0.0", "Minetown")))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"level":"Minetown"`, `"depth":{"min":5,"max":8}`, `"eligible":true`, `"reason":""`, `"leave":{"p":0.5,"num":1,"den":2,"p_max":0.6666666666666666}`,
		`"find":{"p":0.3333333333333333,"num":1,"den":3}`, `"left_and_found":{"p":0.16666666666666666,"num":1,"den":6,"p_max":`, `"rises_as":"ghost"`,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("no %s in %s", part, text)
		}
	}
	text, _ = json.Marshal(Meet(&Journey{Rules: rules.Get("5.0.0"), From: 4, To: 5, Waits: odds.Always}))
	if want := `{"levels":[{"depth":4,"eligible":true,"keeps":0.6666666666666666,"reason":"the Mines may branch off here"},{"depth":5,"eligible":true,"keeps":1,"reason":""}],"p":0.48148148148148145,"num":13,"den":27,"expected":0.5555555555555556}`; string(text) != want {
		t.Errorf("%s", text)
	}
}

func BenchmarkAt(b *testing.B) {
	q := level(b, "5.0.0", "Minetown")
	q.Items = 40
	b.Run("named", func(b *testing.B) {
		for b.Loop() {
			At(q)
		}
	})
	deep := &Question{Rules: rules.Get("5.0.0"), Depth: 12, Items: 40}
	b.Run("depth", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			At(deep)
		}
	})
}

func BenchmarkMeet(b *testing.B) {
	j := &Journey{Rules: rules.Get("5.0.0"), From: 1, To: 53, Waits: odds.Of(1, 2)}
	for b.Loop() {
		Meet(j)
	}
}
