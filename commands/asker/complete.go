package asker

import (
	"context"
	"slices"

	"delphi/engine/rules"
	"delphi/storage/contest"
)

// Completing collects completions of what has been typed, without duplicates.
type Completing struct {
	Typed string
	Most  int
	Out   []string
}

// Add adds a name if it begins with what has been typed.
func (c *Completing) Add(name string) {
	if len(c.Out) < c.Most && HasFold(name, c.Typed) && !slices.Contains(c.Out, name) {
		c.Out = append(c.Out, name)
	}
}

// Tourneys returns the tournaments that are not archived: which place asks is not known
// while a line is being typed.
func Tourneys(book *contest.Book) []*contest.Tourney {
	all, err := book.All(context.Background())
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(t *contest.Tourney) bool { return t.State == contest.Archived })
}

// Accounts returns a function that lists the accounts in the game that typed may become:
// those of entrants, and then those that have played.
func Accounts(book *contest.Book) func(_ *rules.Set, typed string, most int) []string {
	return func(_ *rules.Set, typed string, most int) []string {
		c := Completing{Typed: typed, Most: most}
		for _, t := range Tourneys(book) {
			for i := range t.Entrants {
				for _, a := range t.Entrants[i].Accounts {
					c.Add(a.Name)
				}
			}
		}
		if typed == "" {
			return c.Out
		}
		played, err := book.Players(context.Background(), typed, most-len(c.Out))
		if err != nil {
			return c.Out
		}
		for _, name := range played {
			c.Add(name)
		}
		return c.Out
	}
}
