package rules_test

import (
	"fmt"

	"delphi/engine/rules"
)

func ExampleGet() {
	set := rules.Get("5.0.0")
	fmt.Println(set.Title, set.Released)
	priest, light := set.Role("Priest"), set.Spell("light")
	fmt.Println(light.School, "for most, but", set.School(priest, light), "for Priests")
	fmt.Println(priest.StartSkill(set.School(priest, light)))
	where, _ := set.Cite(rules.CiteFailure)
	fmt.Println(where)
	// Output:
	// NetHack 5.0.0 2026-05-02
	// divination for most, but clerical for Priests
	// basic
	// 5.0.0 spell.c:2173
}

func ExampleLookup() {
	found, _, _ := rules.Lookup("v3.7")
	fmt.Println(found.Name, "-", found.Note)
	_, _, err := rules.Lookup("dnethack")
	fmt.Println(err)
	_, looksLikeVersion, _ := rules.Lookup("robe")
	fmt.Println(looksLikeVersion)
	// Output:
	// 5.0.0 - 3.7 was released as 5.0.0 and is answered as that
	// I can't work this out for dnethack. The closest rules I know are those of 3.4.3 and slashem.
	// false
}

func ExampleSet_Bestiary() {
	for _, m := range rules.Get("3.4.3").Bestiary().Monsters {
		if m.Name == "soldier ant" {
			fmt.Println(m.Symbol, m.Color, m.Level, m.Attacks[1].Dice, m.Is("POIS"))
		}
	}
	// Output: a blue 3 3d4 true
}
