package route

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// Merge puts what a follow-up says into a list of names of a question: armour replaces
// what is worn in its place, so that another suit replaces the suit, and a robe joins it.
func Merge(set *rules.Set, cmd *commands.Command, slot string, old []string, text string) []string {
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
