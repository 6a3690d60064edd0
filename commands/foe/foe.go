package foe

import (
	"delphi/commands"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Monster is the monster that a question is about.
var Monster = commands.NewName[*rules.Monster](commands.Param{
	Name: "monster", Noun: "a monster", Summary: "The monster", Words: []string{"vs", "versus", "against", "target"}, Ahead: "as", Vocabulary: Terms,
})

// Terms lists the version's monsters by their names. Of the two of one name, as
// weres have it, that name is the animal's, and the other is the human one.
func Terms(s *rules.Set) []commands.Term {
	b := s.Bestiary()
	if b == nil {
		return nil
	}
	also := shorthand.Of(s)
	taken := map[string]bool{}
	var out []commands.Term
	for _, m := range b.Monsters {
		if m.Symbol == "@" && b.OtherForm(m) != nil {
			out = append(out, commands.Term{Name: "human " + m.Name, Aliases: []string{m.Name + " human form"}, Value: m})
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
			out = append(out, commands.Term{Name: m.Name, Aliases: append(names[1:], also.Also(shorthand.Monster, m.Name)...), Value: m})
		}
	}
	return out
}

// Called is what answers call a monster: a were with its sign, "werewolf (d)".
func Called(s *rules.Set, m *rules.Monster) string {
	if s.Bestiary().OtherForm(m) != nil {
		return m.Name + " (" + m.Symbol + ")"
	}
	return m.Name
}

// NoteForm tells an asker about a were that it has another form, and how to ask
// about that.
func NoteForm(c *commands.Call, m *rules.Monster) (hints []string) {
	other := c.Rules.Bestiary().OtherForm(m)
	if other == nil {
		return nil
	}
	name := other.Name
	if other.Symbol == "@" {
		name = "human " + name
	}
	c.Note(commands.Assumed, Called(c.Rules, m)+", not "+Called(c.Rules, other))
	return []string{c.Command.Path() + " " + name}
}
