package league

import (
	"context"
	"slices"

	"delphi/commands/contest"
	"delphi/engine/rules"
)

// completing collects completions of typed, without duplicates.
type completing struct {
	typed string
	most  int
	out   []string
}

func (c *completing) add(name string) {
	if len(c.out) < c.most && hasFold(name, c.typed) && !slices.Contains(c.out, name) {
		c.out = append(c.out, name)
	}
}

// tourneys returns the tournaments that are not archived: which place asks is not known
// while a line is being typed.
func (r *room) tourneys() []*contest.Tourney {
	all, err := r.book.All(context.Background())
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(all, func(t *contest.Tourney) bool { return t.State == contest.Archived })
}

// completeTournament lists names of tournaments as completions of typed.
func (r *room) completeTournament(_ *rules.Set, typed string, most int) []string {
	c := completing{typed: typed, most: most}
	for _, t := range r.tourneys() {
		c.add(t.Name)
	}
	return c.out
}

// completeCategory lists the categories of tournaments that typed may become.
func (r *room) completeCategory(_ *rules.Set, typed string, most int) []string {
	c := completing{typed: typed, most: most}
	for _, t := range r.tourneys() {
		parsed, err := contest.RulesOf(t)
		if err != nil {
			continue
		}
		for _, x := range parsed.Category {
			c.add(x.Key)
		}
	}
	return c.out
}

// completeEntrant lists those who play in tournaments that typed may become.
func (r *room) completeEntrant(_ *rules.Set, typed string, most int) []string {
	c := completing{typed: typed, most: most}
	for _, t := range r.tourneys() {
		for i := range t.Entrants {
			c.add(t.Entrants[i].Name)
		}
	}
	return c.out
}

// completeAccount lists the accounts in the game that typed may become: those of
// entrants, and then those that have played.
func (r *room) completeAccount(_ *rules.Set, typed string, most int) []string {
	c := completing{typed: typed, most: most}
	for _, t := range r.tourneys() {
		for i := range t.Entrants {
			for _, a := range t.Entrants[i].Accounts {
				c.add(a.Name)
			}
		}
	}
	if typed == "" {
		return c.out
	}
	played, err := r.book.Players(context.Background(), typed, most-len(c.out))
	if err != nil {
		return c.out
	}
	for _, name := range played {
		c.add(name)
	}
	return c.out
}
