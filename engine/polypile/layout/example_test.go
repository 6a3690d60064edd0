package layout_test

import (
	"context"
	"fmt"

	"delphi/engine/polymorph"
	"delphi/engine/polypile/layout"
	"delphi/engine/rules"
)

func ExampleCompare() {
	set := rules.Get("5.0.0")
	a, err := layout.Compare(context.Background(), &layout.Question{
		Rules: set, Want: []*rules.Object{set.Object("scroll of charging")},
		Stacks: []polymorph.Stack{{Object: set.Object("scroll of identify"), Quantity: 28}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(a.Advice)
	for _, p := range a.Plans {
		fmt.Printf("%.1f%% %s\n", 100*p.Want.AtLeastOne, p.Plan)
	}
	// Output:
	// One pile of stacks of 4 or fewer is best. Rocks and meatballs on top hardly help.
	// 8.1% one pile of stacks of 4 or fewer
	// 6.4% 7 piles in a line, each stack split over them
	// 1.1% one pile
}
