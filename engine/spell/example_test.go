package spell_test

import (
	"fmt"

	"delphi/engine/rules"
	"delphi/engine/spell"
)

// A Wizard in plate mail casts force bolt, and is told what would help.
func ExampleFail() {
	set := rules.Get("5.0.0")
	q := &spell.Question{
		Rules: set, Role: set.Role("Wizard"), Spell: set.Spell("force bolt"), Skill: rules.Basic,
		XL: 8, Int: 16, Wis: 10, Dex: 12,
	}
	plate := set.WornNamed("plate mail")
	q.Worn[plate.Slot] = spell.Piece{Worn: plate}
	if err := q.Check(); err != nil {
		fmt.Println(err)
		return
	}
	answer := spell.Fail(q)
	fmt.Printf("%d%% of casts fail, each costs %d Pw\n", answer.Fail, answer.Cost)
	for _, step := range answer.Steps.All()[:3] {
		fmt.Println(step.What, step.Value)
	}
	best, _ := spell.Advise(q).Best()
	fmt.Printf("best change: %s, %d%%\n", best, best.Fail)
	// Output:
	// 47% of casts fail, each costs 5 Pw
	// base 1
	// suit 10
	// robe 0
	// best change: plate mail off, 0%
}

// Where a state cannot occur, the error says what to type instead.
func ExampleQuestion_Check() {
	set := rules.Get("3.4.3")
	q := &spell.Question{
		Rules: set, Role: set.Role("Priest"), Spell: set.Spell("healing"),
		XL: 99, Int: 10, Wis: 18, Dex: 12,
	}
	fmt.Println(q.Check())
	// Output: XL must be from 1 to 30, not 99.
}

func ExampleLearn() {
	set := rules.Get("5.0.0")
	q := &spell.LearnQuestion{Question: &spell.Question{
		Rules: set, Role: set.Role("Wizard"), Spell: set.Spell("finger of death"),
		XL: 10, Int: 16, Wis: 10, Dex: 12,
	}, Book: rules.Uncursed}
	answer := spell.Learn(q)
	fmt.Println("fails", answer.Fail, "and the game warns that it is", answer.Warning)
	// Output: fails 9/20 and the game warns that it is very difficult
}
