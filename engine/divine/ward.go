package divine

import (
	"slices"
	"strings"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The ways to write Elbereth.
const (
	Dust     = "dust"
	Engraved = "engraved"
	Burned   = "burned"
	Graffiti = "graffiti"
	Blood    = "blood"
)

// Writings lists them.
var Writings = []string{Dust, Engraved, Burned, Graffiti, Blood}

// Survives returns the chance that one rub of a number of characters leaves an Elbereth
// whole (wipe_engr_at): dust and blood never are, a burned one always is, and of the
// others one in 1 + ⌊WipeDie/(chars + 1)⌋ loses a character.
func Survives(w *rules.Ward, written string, chars int) odds.Fraction {
	switch written {
	case Burned:
		return odds.Always
	case Dust, Blood:
		return odds.Never
	}
	once := WipeOnce(w, chars)
	return odds.Of(int64(once-1), int64(once))
}

// WipeOnce returns n if a rub of a number of characters spoils an engraving with a
// 1-in-n chance.
func WipeOnce(w *rules.Ward, chars int) int { return 1 + w.WipeDie/(chars+1) }

// Scared reports whether a plain hostile monster that can see respects an
// Elbereth under the hero, or with scroll a scroll of scare monster there.
func Scared(w *rules.Ward, m *rules.Monster, scroll, gehennom bool) bool {
	minion := m.Is("MINION") && m.Align > 0
	switch {
	case strings.Contains(w.Bold, m.Symbol), slices.Contains(w.Names, m.Name), minion, w.Unique && slices.Contains(m.Geno, "UNIQ"):
		return false
	case scroll:
		return true
	case w.NotInGehennom && gehennom:
		return false
	}
	return !strings.Contains(w.BoldElbereth, m.Symbol) && !slices.Contains(w.NamesElbereth, m.Name)
}
