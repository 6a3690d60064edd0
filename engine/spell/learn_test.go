package spell

import (
	"math"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

func TestLearn(t *testing.T) {
	q := &LearnQuestion{Question: caster("5.0.0", "Wizard")}
	q.Int, q.Spell = 10, q.Rules.Spell("finger of death") // 10+4+0-14 = 0: always
	a := Learn(q)
	if a.Fail != odds.Always || a.Learn != odds.Never || a.StudyTurns != 80 || len(a.Effects) != 8 {
		t.Fatalf("%+v", a)
	}
	if e := a.Effects[6]; e.What != "explosion" || e.Fraction != odds.Of(1, 7) {
		t.Errorf("%+v", e)
	}
	if e := a.Effects[7]; e.What != Crumbles || e.Fraction != odds.Of(2, 7) {
		t.Errorf("%+v", e)
	}
	q.Spell, q.Int = q.Rules.Spell("force bolt"), 10 // 10+4+0-2 = 12: 8 in 20
	if a = Learn(q); a.Fail != odds.Of(2, 5) || a.Warning != "difficult" || len(a.Effects) != 2 || a.Effects[0].Fraction != odds.Of(2, 5) || a.Effects[1].Fraction != odds.Of(2, 15) {
		t.Errorf("%+v", a)
	}
	q.Role = q.Rules.Role("Priest")
	if a = Learn(q); a.Warning != "none" {
		t.Errorf("a Priest is warned: %q", a.Warning)
	}
	q.Confused = true
	if a = Learn(q); a.Learn != odds.Never || a.Effects[2] != (Effect{Torn, odds.Of(1, 5)}) {
		t.Errorf("confused: %+v", a)
	}
	q.Confused, q.Dull, q.Wis = false, true, 10
	if a = Learn(q); *a.Asleep != odds.Of(15, 25) {
		t.Errorf("dull: %v", a.Asleep)
	}
	q.Question = caster("3.4.3", "Wizard")
	if a = Learn(q); a.Asleep != nil {
		t.Error("3.4.3 has dull books that put readers to sleep")
	}
	cave := &LearnQuestion{Question: caster("evilhack", "Caveman"), Book: rules.Blessed}
	cave.Int = 25
	if a = Learn(cave); a.Fail != odds.Of(1, 5) || len(a.Notes) == 0 {
		t.Errorf("EvilHack's Caveman: %+v", a)
	}
	cave.Role = cave.Rules.Role("Wizard")
	if a = Learn(cave); a.Fail != odds.Never || len(a.Effects) != 0 {
		t.Errorf("EvilHack's Wizard: %+v", a)
	}
}

// Lenses read as the game's loop does: each turn one off, or two.
func TestLenses(t *testing.T) {
	for _, c := range []struct {
		version, spell string
		mean           float64
		least, most    int
		helpless       int
	}{
		{"5.0.0", "finger of death", 53.2222, 40, 80, 80},
		{"3.4.3", "force bolt", 1.25, 1, 2, 2},
		{"slashem", "dig", 39.8889, 30, 60, 30},
		{"xnethack", "force bolt", 6.5557, 5, 10, 10},
	} {
		q := &LearnQuestion{Question: caster(c.version, "Wizard"), Lenses: true}
		q.Spell = q.Rules.Spell(c.spell)
		a := Learn(q)
		if math.Abs(a.MeanTurns-c.mean) > 1e-3 || a.LeastTurns != c.least || a.StudyTurns != c.most || a.FailTurns != c.helpless {
			t.Errorf("%+v: %+v", c, a)
		}
		if q.Lenses = false; Learn(q).MeanTurns != float64(c.most) {
			t.Errorf("without lenses: %+v", Learn(q))
		}
	}
}

// What a failure does in xNetHack: a book that is not cursed never crumbles, and
// may become cursed instead of teleporting the reader.
func TestMishaps(t *testing.T) {
	q := &LearnQuestion{Question: caster("xnethack", "Wizard")}
	q.Int, q.Spell = 3, q.Rules.Spell("force bolt")
	fail := Learn(q).Fail
	if got := Learn(q).Effects; len(got) != 2 || got[0].Fraction != fail.Times(odds.Of(3, 4)) || got[1] != (Effect{Cursed, fail.Times(odds.Of(1, 4))}) {
		t.Errorf("uncursed: %+v", got)
	}
	q.Book = rules.Cursed
	if got := Learn(q).Effects; len(got) != 2 || got[1] != (Effect{Crumbles, Learn(q).Fail}) {
		t.Errorf("cursed: %+v", got)
	}
}

// Study times as the game's tables print them, where they lie beside the project.
// The tables apply 3.4.3's factor to every version; xNetHack has none.
func TestStudyTimes(t *testing.T) {
	compared := 0
	for _, p := range truthtest.Beside(t, "facts/spells_*.tsv") {
		truthtest.Rows(t, p, func(c truthtest.Row) {
			if c["study_turns"] == "" || c["study_turns"] == "-" {
				return
			}
			q := &LearnQuestion{Question: caster(c["version"], "Wizard")}
			q.Spell = q.Rules.Spell(c["name"])
			want := c.Int(t, "study_turns")
			if c["version"] == "xnethack" {
				want = c.Int(t, "book_delay")
			}
			if a := Learn(q); a.FailTurns != want {
				t.Errorf("%d turns: %v", a.FailTurns, c)
			}
			compared++
		})
	}
	if compared == 0 {
		t.Error("no study times were compared")
	}
}
