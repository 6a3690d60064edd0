package score

import (
	"fmt"
	"strings"
)

// Words says the rules in sentences, one for each definition and category.
func (r *Rules) Words() []string {
	d := &r.Define
	out := []string{
		map[string]string{
			"death":   "An ascension is a game that gives it as the cause of death (\"ascended\"; in dNetHack \"defied the gods\").",
			"achieve": "An ascension is a game whose achievements include it.",
			"amulet":  "An ascension is a game that says so, or whose hero escaped with the Amulet.",
		}[d.Ascended],
		map[string]string{
			"whole":  "A game counts if it begins and ends within the event.",
			"closed": "A game counts if it begins and ends within the event, its last second included.",
			"end":    "A game counts if it ends within the event, whenever it began.",
		}[d.Within],
		map[string]string{
			"any":   "Games played before their player joined also count.",
			"after": "A game counts only if it begins after its player joined.",
		}[d.Joining],
		"Wizard and explore mode never count. A row that corrects an earlier one of the same game (same source, account and start) takes its place.",
	}
	switch {
	case d.ScumPoints > 0 && d.ScumTurns > 0:
		out = append(out, fmt.Sprintf("Start-scumming does not count: quit or escaped with fewer than %d points, or within %d turns.", d.ScumPoints, d.ScumTurns))
	case d.ScumPoints > 0:
		out = append(out, fmt.Sprintf("Start-scumming does not count: quit or escaped with fewer than %d points.", d.ScumPoints))
	case d.ScumTurns > 0:
		out = append(out, fmt.Sprintf("Start-scumming does not count: quit or escaped within %d turns.", d.ScumTurns))
	default:
		out = append(out, "Every game counts, even one that was quit at once.")
	}
	if r.Games != "" {
		out = append(out, "Only these games count: "+r.Games+".")
	}
	uses := map[string]bool{}
	for i := range r.Category {
		uses[r.Category[i].Measure] = true
		out = append(out, r.Category[i].words())
	}
	for i := range r.Leaderboard {
		out = append(out, r.Leaderboard[i].words())
	}
	for i := range r.Trophy {
		out = append(out, r.Trophy[i].words())
	}
	if uses["streak"] {
		out = append(out, "Streaks: "+d.Streak.Words()+".")
	}
	if uses["unique-deaths"] {
		out = append(out, "Deaths count as the same if they differ only in articles, \"while ...\", brackets, given names, invisibility, or which shopkeeper, ghost or deity it was.")
	}
	out = append(out, "Ties go to whoever got there first, then by name.")
	if r.Clans.Size > 0 {
		s := fmt.Sprintf("A clan of up to %d members has the sum of its members' points", r.Clans.Size)
		if r.Clans.Best > 0 {
			s += fmt.Sprintf(", the best %d of each", r.Clans.Best)
		}
		out = append(out, s+".")
	}
	return out
}

func (c *Category) words() string {
	m := measures[c.Measure]
	s := fmt.Sprintf("%s (%s): %s", c.Title, c.Key, m.words)
	switch c.Measure {
	case "conduct", "feat":
		s = fmt.Sprintf("%s (%s): for each of %s, the %s", c.Title, c.Key, strings.Join(c.Of, ", "), map[string]string{
			"conductfirst": "first to ascend with it", "conductmost": "most ascensions with it",
			"featfirst": "first to earn it", "featmost": "most games with it",
		}[c.Measure+c.By])
	case "role":
		s = fmt.Sprintf("%s (%s): for each of %s, the %s", c.Title, c.Key, strings.Join(c.Of, ", "), map[string]string{
			"points": "highest score", "turns": "ascension in the fewest turns", "realtime": "ascension in the shortest real time", "first": "first ascension",
		}[c.By])
	case "bingo":
		n := side(len(c.Squares))
		s = fmt.Sprintf("%s (%s): a card of %d by %d: %s", c.Title, c.Key, n, n, strings.Join(c.Squares, " | "))
	}
	if c.Games != "" {
		s += "; of games that are " + c.Games
	}
	var gives []string
	if len(c.Award) > 0 {
		places := make([]string, len(c.Award))
		for i, a := range c.Award {
			places[i] = fmt.Sprint(a)
		}
		gives = append(gives, strings.Join(places, ", ")+" points by place")
	}
	if c.Per != 0 {
		gives = append(gives, fmt.Sprintf("%d for each", c.Per))
	}
	if c.Line != 0 {
		gives = append(gives, fmt.Sprintf("%d for each full row, column or diagonal", c.Line))
	}
	if c.Full != 0 {
		gives = append(gives, fmt.Sprintf("%d for the full card", c.Full))
	}
	if c.Least > 1 {
		gives = append(gives, fmt.Sprintf("from %d on", c.Least))
	}
	return s + ". " + strings.Join(gives, ", ") + "."
}
