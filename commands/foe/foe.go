package foe

import (
	"slices"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Monster is the monster that a question is about.
var Monster = commands.NewName[*rules.Monster](commands.Param{
	Name: "monster", Noun: "a monster", Summary: "The monster", Words: []string{"vs", "versus", "against", "target"}, Ahead: "as", Vocabulary: Terms,
})

// Terms lists the version's monsters by name. The plain name of a were is the animal's,
// and each form has names of its own: "human werewolf", "werewolf @", "werewolf d".
func Terms(s *rules.Set) []commands.Term {
	b := s.Bestiary()
	if b == nil {
		return nil
	}
	also, looks := shorthand.Of(s), looks(b)
	taken := map[string]bool{}
	var out []commands.Term
	for _, m := range b.Monsters {
		if other := b.OtherForm(m); other != nil {
			if m.Symbol != "@" {
				out = append(out, wereTerms(m, other, also.Also(shorthand.Monster, m.Name))...)
			}
			continue
		}
		var names []string
		for _, n := range m.Names {
			if !taken[n] {
				taken[n] = true
				names = append(names, n)
			}
		}
		if len(names) > 0 && names[0] == m.Name {
			out = append(out, commands.Term{Name: m.Name, Aliases: slices.Concat(names[1:], also.Also(shorthand.Monster, m.Name), looks[m]), Value: m})
		}
	}
	return out
}

// Called returns a monster's name as answers use it: a were's comes with its sign,
// "werewolf (d)".
func Called(s *rules.Set, m *rules.Monster) string {
	if s.Bestiary().OtherForm(m) != nil {
		return m.Name + " (" + m.Symbol + ")"
	}
	return m.Name
}

// SomeCalled is Some for a monster by the name that answers use.
func SomeCalled(s *rules.Set, m *rules.Monster) string {
	if s.Bestiary().OtherForm(m) != nil {
		return wording.Article(Called(s, m))
	}
	return Some(m)
}

// Some returns a monster's name with the article that the game gives it: "a troll", "an Archon", "the
// Oracle", "Medusa".
func Some(m *rules.Monster) string {
	switch {
	case m.Is("PNAME"):
		return m.Name
	case slices.Contains(m.Geno, "UNIQ") && wording.Capital(m.Name) == m.Name:
		return "the " + m.Name
	}
	return wording.Article(m.Name)
}
