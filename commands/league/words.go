package league

import (
	"context"
	"strings"
	"time"

	"delphi/commands/asker"
	"delphi/engine/names"
	"delphi/storage/contest"
)

// endings maps what players say about how games end.
var endings = map[string]string{
	"quit": "quit", "quits": "quit", "quitting": "quit", "escape": "escaped", "escaped": "escaped", "escapes": "escaped",
	"ascend": "asc", "ascends": "asc", "winning": "asc", "died": "died", "death": "died", "deaths": "died", "ascended": "asc", "ascension": "asc", "ascensions": "asc", "won": "asc", "win": "asc", "wins": "asc",
}

// denials separates a "non" from the ending that it negates: "non-quit", "nonascended"
// and "non quit" are "not quit" and "not asc".
func denials(words []string) []string {
	var out []string
	for i, w := range words {
		rest, ok := strings.CutPrefix(names.Fold(strings.TrimRight(w, ",;?!")), "non")
		rest = strings.TrimLeft(rest, "-")
		switch {
		case ok && endings[rest] != "":
			out = append(out, "not", endings[rest])
		case ok && rest == "" && i+1 < len(words) && endings[names.Fold(words[i+1])] != "":
			out = append(out, "not")
		default:
			out = append(out, w)
		}
	}
	return out
}

// plays reports whether the book has a game by a player.
func (r *room) plays(name string) bool { return Plays(r.book)(name) }

// Plays returns a function that reports whether a book has a game by a player.
func Plays(book *contest.Book) func(name string) bool {
	return func(name string) bool {
		if len(name) > asker.LongestAccount {
			return false
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		yes, err := book.HasPlayed(ctx, name) // until the games are read, nobody has
		return yes && err == nil
	}
}
