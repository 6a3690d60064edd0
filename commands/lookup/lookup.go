package lookup

import (
	"delphi/commands"
	"delphi/engine/rules"
	"delphi/storage"
)

// Commands lists the commands of this room. store may be nil: then no wiki is
// ever imported.
func Commands(store storage.Wiki) []*commands.Command {
	w := newWiki(store)
	fromWiki := []*commands.Command{w.command(), w.des()}
	for _, c := range fromWiki {
		c.From = commands.FromWiki
	}
	return append([]*commands.Command{mon(), eat(), item(), cure(), resists(), stops(), sources()}, fromWiki...)
}

var (
	monsterText = commands.NewText(commands.Param{
		Name: "monster", Summary: "A name or a description (F yellow, level 10-12 flies), and a version; or compare NAME and two",
		Complete: completeMon,
	})

	itemName = commands.NewName[any](commands.Param{Name: "item", Noun: "an object", Summary: "The object, such as cloak of magic resistance", Vocabulary: itemTerms})
)

// newWiki makes the parameters of wiki and des with it: what they complete to
// depends on what is imported.
func newWiki(store storage.Wiki) *wiki {
	w := &wiki{store: store, parser: WikiParser()}
	w.pageText = commands.NewText(commands.Param{Name: "page", Summary: "A title, with #SECTION if you like; or search WORDS; or status", Complete: w.complete})
	w.desText = commands.NewText(commands.Param{
		Name: "command", Summary: "A command, such as MAZEWALK, and a version; leave it out to list the commands",
		Complete: func(set *rules.Set, typed string, most int) []string { return w.completeDes(set, typed, most) },
	})
	return w
}
