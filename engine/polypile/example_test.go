package polypile_test

import (
	"context"
	"fmt"

	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

func ExampleZap() {
	set := rules.Get("5.0.0")
	pile := []polymorph.Stack{
		{Object: set.Object("rock"), Quantity: 5, Count: 10, BUC: rules.Cursed},
		{Object: set.Object("unicorn horn"), Quantity: 1, Count: 7, BUC: rules.Blessed},
	}
	a, err := polypile.Zap(context.Background(), &polypile.Question{
		Rules: set, Squares: []polypile.Square{{Stacks: pile}}, Luck: 10, Want: []*rules.Object{set.Object("magic marker")},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("There is a %.1f%% chance of a golem and a %.1f%% chance of a magic marker.\n", 100*a.Golem.Appears, 100*a.Want.AtLeastOne)
	// Output: There is a 58.5% chance of a golem and a 21.2% chance of a magic marker.
}

func ExampleCompare() {
	set := rules.Get("5.0.0")
	a, err := polypile.Compare(context.Background(), &polypile.CompareQuestion{
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
