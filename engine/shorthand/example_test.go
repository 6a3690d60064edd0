package shorthand_test

import (
	"fmt"
	"strings"

	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

func Example() {
	x := shorthand.Of(rules.Get("5.0.0"))

	fmt.Println(x.Read('?', "oEW").Names)
	fmt.Println(x.Read('(', "BoH").Names)
	fmt.Println(x.Read('/', "oP").Names, x.Read('/', "oP").Customary)
	for _, name := range x.Read('?', "oCM").Names {
		fmt.Println(x.Hint(name))
	}
	fmt.Println(strings.Join(x.Seen("conical hat")[0].Names, " or "))
	fmt.Println(x.Abbreviation("fb"))
	// Output:
	// [scroll of enchant weapon]
	// [bag of holding]
	// [wand of polymorph wand of probing] true
	// ?oCM (confuse monster)
	// ?oCM (create monster)
	// cornuthaum or dunce cap
	// [{spell force bolt} {spell fireball}]
}
