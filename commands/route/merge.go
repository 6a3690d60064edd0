package route

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// Merge puts what a follow-up says into a list of names of a question: armour replaces
// what is worn in its place, so that another suit replaces the suit, and a robe joins it.
// A text that begins with "!" takes out what the rest names: by its name, its last words,
// or, of armour, the place where it is worn; "!all" takes out everything.
func Merge(set *rules.Set, cmd *commands.Command, slot string, old []string, text string) []string {
	if name, ok := strings.CutPrefix(text, "!"); ok {
		return without(set, slot, old, name)
	}
	if slices.Contains(old, text) {
		return old
	}
	mine := wornIn(set, text)
	if slot != "worn" || mine == nil {
		return append(slices.Clone(old), text)
	}
	out := slices.DeleteFunc(slices.Clone(old), func(o string) bool {
		w := wornIn(set, o)
		return w != nil && w.Slot == mine.Slot
	})
	return append(out, text)
}

// Clash reports whether two pieces of armour are worn in the same place.
func Clash(set *rules.Set, cmd *commands.Command, slot, a, b string) bool {
	if slot != "worn" {
		return false
	}
	v, w := wornIn(set, a), wornIn(set, b)
	return v != nil && w != nil && v.Slot == w.Slot && !v.Scales && !w.Scales
}

// wornIn finds the armour that a text such as "blessed +3 robe" names; nil: none.
func wornIn(set *rules.Set, text string) *rules.Worn {
	for text != "" {
		if w := set.WornNamed(text); w != nil {
			return w
		}
		_, rest, ok := strings.Cut(text, " ")
		if !ok {
			return nil
		}
		text = rest
	}
	return nil
}

// without is a list without what a name names.
func without(set *rules.Set, slot string, old []string, name string) []string {
	if name == "all" {
		return nil
	}
	named := func(o string) bool {
		return o == name || strings.HasSuffix(o, " "+name) || strings.HasSuffix(name, " "+o)
	}
	if slices.ContainsFunc(old, named) || slot != "worn" {
		return slices.DeleteFunc(slices.Clone(old), named)
	}
	mine := wornIn(set, name)
	return slices.DeleteFunc(slices.Clone(old), func(o string) bool {
		w := wornIn(set, o)
		return mine != nil && w != nil && w.Slot == mine.Slot
	})
}
