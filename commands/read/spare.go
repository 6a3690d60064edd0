package read

import (
	"slices"
	"strings"
)

// spare is a phrase that kinds with none of some slots read and drop.
type spare struct {
	phrase string
	slots  []string
}

// loadSpare reads "sparelevel : dlvl depth": a phrase, and the slots of which a kind that reads it
// has none.
func (b *builder) loadSpare(rest string) error {
	name, slots, ok := strings.Cut(rest, ":")
	if !ok || strings.TrimSpace(slots) == "" {
		return b.errorAt("spare wants a phrase and slots")
	}
	b.spare = append(b.spare, spare{strings.TrimSpace(name), strings.Fields(slots)})
	return nil
}

// spares returns what a kind reads and drops because it has no use for it.
func (b *builder) spares(k *kind) (out []take) {
	if k.command == nil { // talk is of nothing in the game
		return nil
	}
	for _, s := range b.spare {
		if !slices.ContainsFunc(s.slots, func(slot string) bool { return k.slots[slot] != nil }) {
			out = append(out, take{sym: b.symbol(s.phrase)})
		}
	}
	return out
}
