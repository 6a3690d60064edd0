package foe

import (
	"delphi/commands"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Monster is the monster that a question is about.
var Monster = commands.NewName[*rules.Monster](commands.Param{
	Name: "monster", Noun: "a monster", Summary: "The monster", Words: []string{"vs", "versus", "against", "target"}, Ahead: "as", Vocabulary: monsters,
})

// monsters lists the version's monsters. Of two of one name, as werewolves
// have it, the first is meant: the animal.
func monsters(s *rules.Set) []commands.Term {
	b := s.Bestiary()
	if b == nil {
		return nil
	}
	also := shorthand.Of(s)
	taken := map[string]bool{}
	var out []commands.Term
	for _, m := range b.Monsters {
		var names []string
		for _, n := range m.Names {
			if !taken[n] {
				taken[n] = true
				names = append(names, n)
			}
		}
		if len(names) > 0 && names[0] == m.Name {
			out = append(out, commands.Term{Name: m.Name, Aliases: append(names[1:], also.Also(shorthand.Monster, m.Name)...), Value: m})
		}
	}
	return out
}
