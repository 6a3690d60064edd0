package divine

import (
	"slices"
	"strings"

	"delphi/engine/rules"
)

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
