package spell

import (
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

// Study times as the game's tables print them, where they lie beside the project.
func TestStudyTimes(t *testing.T) {
	compared := 0
	for _, p := range truthtest.Beside(t, "facts/spells_*.tsv") {
		truthtest.Rows(t, p, func(c truthtest.Row) {
			if c["study_turns"] == "" || c["study_turns"] == "-" {
				return
			}
			q := &LearnQuestion{Question: caster(c["version"], "Wizard")}
			q.Spell = q.Rules.Spell(c["name"])
			if a := Learn(q); a.StudyTurns != c.Int(t, "study_turns") {
				t.Errorf("%d turns: %v", a.StudyTurns, c)
			}
			compared++
		})
	}
	if compared == 0 {
		t.Error("no study times were compared")
	}
}
