package wiki

import (
	"delphi/commands"
	"delphi/engine/rules"
	"delphi/storage"
)

// Commands lists the commands of this room. store may be nil: then no wiki is
// ever imported.
func Commands(store storage.Wiki) []*commands.Command {
	w := newWiki(store)
	all := []*commands.Command{w.command(), w.des()}
	for _, c := range all {
		c.Source = commands.FromWiki
	}
	return all
}

// newWiki makes the parameters of wiki and des with it: what they complete to
// depends on what is imported.
func newWiki(store storage.Wiki) *room {
	w := &room{store: store, parser: Parser()}
	w.pageText = commands.NewText(commands.Param{Name: "page", Summary: "A title, with #SECTION if you like; or search WORDS; or status", Complete: w.complete})
	w.desText = commands.NewText(commands.Param{
		Name: "command", Summary: "A command, such as MAZEWALK, and a version; leave it out to list the commands",
		Complete: func(set *rules.Set, typed string, most int) []string { return w.completeDes(set, typed, most) },
	})
	return w
}
