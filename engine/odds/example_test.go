package odds_test

import (
	"fmt"

	"delphi/engine/odds"
)

func ExampleAsk() {
	chance, err := odds.ParseChance("1/12")
	if err != nil {
		fmt.Println(err)
		return
	}
	a := odds.Ask(&odds.Question{Chance: chance, Trials: 20})
	fmt.Printf("At least once in 20 tries: %.1f%%.\n", 100*a.AtLeast[0].P)
	// Output: At least once in 20 tries: 82.5%.
}

func ExampleParseRoll() {
	r, err := odds.ParseRoll("3d6+2 >= 14")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r, "has the chance", r.Sums().Chance(r.Op, r.Than))
	_, err = odds.ParseRoll("3d")
	fmt.Println(err)
	// Output:
	// 3d6+2 >= 14 has the chance 3/8
	// A die needs its number of sides, as in d6 or 3d8.
}
