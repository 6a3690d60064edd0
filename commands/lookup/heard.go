package lookup

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// monsterTerms are the monsters of a version, or of its nearest relation whose
// monsters are known.
func monsterTerms(s *rules.Set) []commands.Term {
	x := shorthand.Of(s)
	for s.Bestiary() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	var out []commands.Term
	for _, m := range s.Bestiary().Monsters {
		out = append(out, commands.Term{Name: m.Name, Aliases: slices.Concat(m.Names[1:], x.Also(shorthand.Monster, m.Name)), Value: m})
	}
	return out
}

// composeMon asks about each monster that a sentence names; "different in" two
// versions compares them.
func composeMon(h *commands.Heard) []string {
	var versions []string
	for f := range strings.FieldsSeq(h.Line) {
		f = strings.Trim(f, "?!.,;:()")
		if _, _, looks, _ := rules.LookupBestiary(strings.ToLower(f)); looks {
			versions = append(versions, f)
		}
	}
	version := strings.Join(versions, " ")
	var out []string
	for _, name := range h.Names[monsterName.Param] {
		switch {
		case len(versions) > 0 && h.Has("different", "difference", "differ", "differs", "changed", "compare"):
			if len(versions) == 1 {
				version = rules.Default + " " + version
			}
			out = append(out, "compare "+name+" "+version)
		default:
			out = append(out, strings.TrimSpace(name+" "+version))
		}
	}
	if len(out) > 0 {
		return out
	}
	// A class letter, or what they do: "what are all the ;", "which can petrify".
	for f := range strings.FieldsSeq(h.Line) {
		if len([]rune(f)) == 1 && !strings.ContainsAny(f, "aI?!.,") {
			return []string{strings.TrimSpace(f + " " + version)}
		}
	}
	for word, means := range map[string]string{"petrify": "stoning", "petrifies": "stoning", "stone": "stoning", "poison": "poisonous", "fly": "flies", "flies": "flies", "steal": "steals"} {
		if h.Has(word) {
			return []string{means}
		}
	}
	return nil
}
