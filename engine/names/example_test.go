package names_test

import (
	"fmt"
	"strings"

	"delphi/engine/names"
)

func ExampleIndex() {
	x := names.NewIndex()
	for _, name := range []string{"force bolt", "magic missile", "helm of brilliance"} {
		x.Add(&names.Entry{Name: name}, map[string]string{"helm of brilliance": "hob"}[name])
	}
	find := func(typed string) string {
		if found := x.Exact([]byte(strings.Join(names.Words(typed), ""))); len(found) > 0 {
			return found[0].Name
		}
		if guess, ok := x.Guess(typed, nil); ok {
			return guess.Name + ", guessed"
		}
		return "unknown"
	}
	fmt.Println(find("Force-Bolts"))
	fmt.Println(find("HoB"))
	fmt.Println(find("magic missle"))
	fmt.Println(find("robe"))
	// Output:
	// force bolt
	// helm of brilliance
	// magic missile, guessed
	// unknown
}

func ExampleStem() {
	fmt.Println(names.Stem("Knives") == names.Stem("knife"), names.Stem("grey") == names.Stem("gray"))
	// Output: true true
}
