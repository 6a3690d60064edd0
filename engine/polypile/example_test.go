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
