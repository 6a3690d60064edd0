package route

import (
	"context"
	"strings"

	"delphi/commands"
	"delphi/commands/entries"
	"delphi/commands/entries/book"
)

// entries adds the command that shows what a place has written down, and gives
// learn the words that change it.
func (r *Router) entries(list []*commands.Command) []*commands.Command {
	if r.opts.Entries == nil {
		return list
	}
	entry, words := entries.Commands(entries.Options{
		Book: r.opts.Entries,
		On: func(ctx context.Context, req *commands.Request) (bool, error) {
			d, err := r.settings(ctx, req)
			return d.Entries, err
		},
	})
	for _, c := range list {
		if c.Name == "learn" {
			c.RunName, c.Subs = "book", append(c.Subs, words...)
			r.written = words
		}
	}
	return append(list, entry)
}

// Asks reports whether a line is a question in a place although it has neither
// the prefix nor the bot's name: "?? TERM" where entries are switched on.
func (r *Router) Asks(network commands.Network, place commands.Place, line string, within ...commands.Place) bool {
	if !strings.HasPrefix(line, book.Mark) || r.opts.Entries == nil {
		return false
	}
	d, err := r.settingsAt(context.Background(), network, place, within)
	return err == nil && d.Entries
}

// marked sets the mark of entries apart from the term: "??gnome".
func marked(line string) string {
	if term, ok := strings.CutPrefix(line, book.Mark); ok && term != "" && term[0] != ' ' {
		return book.Mark + " " + term
	}
	return line
}
