package lookup

import (
	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// noCorpse refuses an object, which is not a corpse; nil if no object has the name.
func noCorpse(b *rules.Bestiary, name string) error {
	set := rules.Get(b.Name)
	if set == nil {
		return nil
	}
	for _, o := range set.Objects() {
		if names.Fold(o.Name) != names.Fold(name) {
			continue
		}
		text := commands.Capital(commands.Article(o.Name)) + " is not a corpse, and eat is about corpses and tins."
		if o.Class != "food" {
			return &commands.Problem{Text: text, Hints: []string{"item " + o.Name}}
		}
		return &commands.Problem{Text: text + " Use item to see what it is like, and cure to see what it cures.", Hints: []string{"item " + o.Name, "cure " + o.Name}}
	}
	return nil
}
