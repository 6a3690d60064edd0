package thing

import (
	"slices"

	"delphi/commands"
	"delphi/engine/identify"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Look is how something looks that a hero does not know.
type Look struct {
	Class string   // "ring"
	Look  string   // "twisted", as rules.Looks has it
	Names []string // full names of what it can be
}

// nouned holds the classes whose looks are said with the class behind them.
var nouned = []string{"potion", "wand", "ring", "amulet", "spellbook", "gem"}

// Name returns what players call it: "twisted ring", "opera cloak", "scroll labeled
// ZELGO MER".
func (l Look) Name() string {
	switch {
	case l.Class == "scroll":
		return "scroll labeled " + l.Look
	case l.Class == "gem" && l.Look == "gray":
		return "gray stone"
	case slices.Contains(nouned, l.Class):
		return l.Look + " " + l.Class
	}
	return l.Look
}

// aliases are other words for it.
func (l Look) aliases() []string {
	switch {
	case l.Class == "scroll":
		return []string{l.Look, "scroll " + l.Look, l.Look + " scroll", "scroll labelled " + l.Look}
	case l.Class == "spellbook":
		return []string{l.Look + " book"}
	case l.Class == "gem":
		if l.Look == "gray" {
			return []string{"gray gem"}
		}
		return []string{l.Look + " stone"}
	}
	return nil
}

// Looks lists the looks of a version, but those that are also the name of a
// thing. beside: for a command that names things by their class or kind as well,
// with the looks of one thing alone and without those that are kinds
// (identify.Kinds). The
// first word alone will do where nothing else is called that.
func Looks(s *rules.Set, beside bool) []commands.Term {
	taken, words := map[string]bool{}, map[string]int{}
	for _, o := range s.Objects() {
		taken[names.Fold(o.Name)] = true
	}
	for _, g := range s.Looks().Groups {
		for _, look := range g.Looks {
			words[names.Fold(look)]++
		}
	}
	var out []commands.Term
	for _, g := range s.Looks().Groups {
		alone := len(g.Objects) == 1 && len(g.Looks) == 1
		for _, look := range g.Looks {
			l := Look{g.Class, look, g.Objects}
			if taken[names.Fold(l.Name())] || alone && !beside || beside && slices.Contains(identify.Kinds, l.Name()) {
				continue
			}
			t := commands.Term{Name: l.Name(), Aliases: l.aliases(), Value: l}
			if words[names.Fold(look)] == 1 && l.Name() != look && !taken[names.Fold(look)] && g.Class != "gem" && !material(look) {
				t.Aliases = append(t.Aliases, look)
			}
			out = append(out, t)
		}
	}
	return out
}

// material reports a look that is also what things are made of.
func material(look string) bool { return slices.Contains(rules.Materials(), look) }

// Aliases lists what players write for an object, without the looks that it
// shares with others: those are Looks of their own.
func Aliases(s *rules.Set, o *rules.Object) []string {
	x := shorthand.Of(s)
	return slices.DeleteFunc(slices.Concat(o.Aliases, x.Also(shorthand.Object, o.Name)), x.Shared)
}
