package bones_test

import (
	"fmt"

	"delphi/engine/bones"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

func ExampleAt() {
	q := &bones.Question{Rules: rules.Get("5.0.0"), Depth: 12}
	if err := q.Check(); err != nil {
		fmt.Println(err)
		return
	}
	a := bones.At(q)
	fmt.Printf("%s: bones stay %v, a waiting file is found %v, both %v.\n", a.Level, a.Leave, a.Find, a.LeftAndFound)
	// Output: Dlvl 12: bones stay 3/4, a waiting file is found 1/3, both 1/4.
}

func ExampleMeet() {
	j := &bones.Journey{Rules: rules.Get("5.0.0"), From: 4, To: 12, Waits: odds.Always}
	if err := j.Check(); err != nil {
		fmt.Println(err)
		return
	}
	m := bones.Meet(j)
	fmt.Printf("At least one: %.1f%%. On average: %.2f.\n", 100*m.P, m.Expected)
	// Output: At least one: 94.8%. On average: 2.46.
}
