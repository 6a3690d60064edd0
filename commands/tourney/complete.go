package tourney

import (
	"delphi/commands/asker"
	"delphi/engine/rules"
	"delphi/storage/contest"
)

// completeTournament lists names of tournaments as completions of typed.
func (r *room) completeTournament(_ *rules.Set, typed string, most int) []string {
	c := asker.Completing{Typed: typed, Most: most}
	for _, t := range asker.Tourneys(r.book) {
		c.Add(t.Name)
	}
	return c.Out
}

// completeCategory lists the categories of tournaments that typed may become.
func (r *room) completeCategory(_ *rules.Set, typed string, most int) []string {
	c := asker.Completing{Typed: typed, Most: most}
	for _, t := range asker.Tourneys(r.book) {
		parsed, err := contest.RulesOf(t)
		if err != nil {
			continue
		}
		for _, x := range parsed.Category {
			c.Add(x.Key)
		}
	}
	return c.Out
}

// completeEntrant lists those who play in tournaments that typed may become.
func (r *room) completeEntrant(_ *rules.Set, typed string, most int) []string {
	c := asker.Completing{Typed: typed, Most: most}
	for _, t := range asker.Tourneys(r.book) {
		for i := range t.Entrants {
			c.Add(t.Entrants[i].Name)
		}
	}
	return c.Out
}
