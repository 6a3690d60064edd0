package polymorph

import (
	"slices"

	"delphi/engine/rules"
)

// RandomClasses returns the classes of which a version makes random things that can lie in
// a pile, in the order of its objects.
func RandomClasses(set *rules.Set) (out []string) {
	for _, o := range set.Objects() {
		if o.Prob1 > 0 && o.Class != "coin" && o.Class != "rock" && !slices.Contains(out, o.Class) {
			out = append(out, o.Class)
		}
	}
	return out
}

// RandomOf returns the Object of a [Stack] of random things of a class. They do not stack:
// each is of a type of its own.
func RandomOf(class string) *rules.Object {
	return &rules.Object{Name: "random " + class, Class: class}
}
