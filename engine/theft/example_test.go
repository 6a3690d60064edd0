package theft_test

import (
	"fmt"

	"delphi/engine/rules"
	"delphi/engine/theft"
)

func ExampleOver() {
	q := &theft.Question{Rules: rules.Get("5.0.0").Theft(), Wizard: true, Hits: 10, Items: []theft.Item{
		{Name: "Amulet of Yendor", Kind: rules.Amulet},
		{Name: "Bell of Opening", Kind: rules.Bell},
	}}
	if err := q.Check(); err != nil {
		fmt.Println(err)
		return
	}
	for _, lost := range theft.Over(q).OverHits {
		fmt.Printf("Ten hits take the %s with a chance of %.1f%%.\n", lost.Item, 100*lost.P)
	}
	// Output:
	// Ten hits take the Amulet of Yendor with a chance of 40.1%.
	// Ten hits take the Bell of Opening with a chance of 8.6%.
}
