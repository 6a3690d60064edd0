package explore

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of the quest.
var (
	record    = commands.NewNumber(commands.Param{Name: "record", Summary: "Your alignment record: record 20", Words: []string{"alignment record", "alignment"}, Min: -1000, Max: 100_000})
	helmed    = commands.NewFlag(commands.Param{Name: "helm", Summary: "Wearing a helm of opposite alignment", Words: []string{"helm of opposite alignment", "hoa", "hooa", "wearing the helm"}})
	converted = commands.NewFlag(commands.Param{Name: "converted", Summary: "You converted at an altar", Words: []string{"convert", "changed alignment"}})
	refused   = commands.NewNumber(commands.Param{Name: "refused", Summary: "How often the leader sent you away for your alignment: refused 2", Words: []string{"sent away"}, Min: 0, Max: 100})
)

func questCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "quest",
		Fillers: "can i enter the leader let me in with and am entry qualify for",
		Aliases: []string{"quest-entry", "questentry"},
		Summary: "Show whether the quest leader lets you in, and what a helm of opposite alignment does to that",
		Params:  commands.Takes(commands.RuleSet, hero.XL, record, helmed, converted, refused),

		Examples: []string{"quest", "quest xl14 record 25", "quest xl14 record 25 helm of opposite alignment", "quest v3.4.3 converted"},
	}, commands.By(tellQuest))
}

// questAnswer is the machine-readable answer of `quest`.
type questAnswer struct {
	Level   int    `json:"least_level"`
	Record  int    `json:"least_record"`
	Verdict string `json:"verdict"` // admitted, sent away or banished
}

func tellQuest(c *commands.Call, q *rules.Quest) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	d.Given(rules.CiteQuestLevel, "least level", "XL "+strconv.Itoa(q.Level))
	d.Given(rules.CiteQuestEntry, "least alignment record", strconv.Itoa(q.Record))
	xl, leveled := hero.XL.In(c)
	have, counted := record.In(c)
	a := questAnswer{Level: q.Level, Record: q.Record}
	needs := fmt.Sprintf("XL %d, an alignment record of %d and the alignment you began with", q.Level, q.Record)
	switch {
	case leveled && xl < q.Level: // which comes first, whatever the alignment
		a.Verdict = "sent away"
		r.Summary = fmt.Sprintf("Sent away until XL %d: the leader wants %s.", q.Level, needs)
	case converted.In(c):
		a.Verdict = "banished"
		r.Summary = "Banished for good: once you have converted you never get the quest, not even with a helm of opposite alignment that turns you back."
	case helmed.In(c):
		a.Verdict = "sent away"
		r.Summary = fmt.Sprintf("Sent away while the helm of opposite alignment is on: the leader wants the alignment you began with (and XL %d). %s", q.Level, helmText(q))
	case counted && have < q.Record:
		a.Verdict = "sent away"
		r.Summary = fmt.Sprintf("Sent away: an alignment record of %d is below %d.", have, q.Record)
	case leveled && counted:
		a.Verdict = "admitted"
		r.Summary = fmt.Sprintf("Admitted: XL %d and an alignment record of %d are enough.", xl, have)
		c.Note(commands.Assumed, "never converted, and no helm of opposite alignment on")
	default:
		if leveled {
			r.Summary = fmt.Sprintf("XL %d is enough. ", xl)
		} else if counted {
			r.Summary = fmt.Sprintf("An alignment record of %d is enough. ", have)
		}
		r.Summary += fmt.Sprintf("The leader wants %s. If you have converted, you are banished for good. %s", needs, helmText(q))
	}
	if a.Verdict == "sent away" && !strings.HasPrefix(r.Summary, "Sent away until") {
		r.Summary += triesText(c, q)
	}
	if a.Verdict == "" && q.KilledLeader {
		r.Summary += " Killing the leader also opens the stairs."
		r.Cite(c.Rules, rules.CiteQuestStairs)
	}
	r.Data = a
	r.Cite(c.Rules, rules.CiteQuestLevel, rules.CiteQuestEntry)
	if helmed.In(c) || a.Verdict == "" {
		r.Cite(c.Rules, rules.CiteHelm)
	}
	return s, nil
}

// helmText says what a helm of opposite alignment does to a record.
func helmText(q *rules.Quest) string {
	if q.WipesRecord {
		return fmt.Sprintf("A helm of opposite alignment sets the record to 0 when you put it on and when you take it off: then you need %d again. The helm curses itself when put on: lift that first.", q.Record)
	}
	return "A helm of opposite alignment leaves the record alone: without it you are judged as before. The helm curses itself when put on: lift that first."
}

// triesText says how often the quest leader puts up with a wrong alignment.
func triesText(c *commands.Call, q *rules.Quest) string {
	n, said := refused.In(c)
	switch {
	case q.Tries == 0 && said:
		return " You may come back any number of times."
	case q.Tries == 0:
		return " You may come back as often as you like."
	case n > q.Tries:
		c.Note(commands.Warned, "after that many refusals you have already been expelled for good")
	}
	return fmt.Sprintf(" You may come back, but after %d refusals for your alignment the next is for good.", q.Tries)
}

func sokobanPrize() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "sokoban",
		Fillers: "prize prizes reward rewards what is the of at end bag or amulet chance odds in",
		Aliases: []string{"soko", "sokoban-prize"},
		Summary: "Show what Sokoban's prize is, and how likely",
		Params:  commands.Takes(commands.RuleSet, lastMap, sokobans),

		Examples: []string{"sokoban", "sokoban 5.0.0 map 1", "sokoban evilhack", "sokoban 3 games"},
	}, commands.By(tellSokoban))
}

var lastMap = commands.NewNumber(commands.Param{Name: "map", Summary: "The last level's map, 1 or 2: map 1", Words: []string{"variant", "version"}, Min: 1, Max: 6})

var sokobans = commands.NewNumber(commands.Param{Name: "games", Summary: "In how many games it is finished: 3 games", After: []string{"games", "sokobans", "runs", "times", "tries", "characters"}, Min: 1, Max: 1000})

// prizeAnswer is the machine-readable answer of `sokoban`.
type prizeAnswer struct {
	Games   int       `json:"games,omitempty"`
	Closets [][]prize `json:"closets"`
}

type prize struct {
	Thing  string   `json:"thing"`
	P      float64  `json:"p"`
	Within *float64 `json:"within,omitempty"` // at least once in as many games as were asked about
}

func tellSokoban(c *commands.Call, so *rules.Sokoban) (*commands.Story, error) {
	maps := so.Maps
	where := ""
	if n, ok := lastMap.In(c); ok {
		if n > len(maps) {
			return nil, &commands.Problem{Text: fmt.Sprintf("Sokoban's last level has %d maps in %s.", len(maps), c.Rules.Title), Hints: []string{"sokoban map 1"}}
		}
		maps, where = maps[n-1:n], fmt.Sprintf("On map %d of %d: ", n, len(so.Maps))
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	var a prizeAnswer
	var says, within []string
	games, several := sokobans.In(c)
	a.Games = games
	for i := range maps[0] {
		var things []prize
		var told []string
		for k, x := range maps[0][i] {
			sum, parts := 0, make([]string, len(maps))
			for j, m := range maps {
				sum += m[i][k].Weight
				parts[j] = strconv.Itoa(m[i][k].Weight)
			}
			p := float64(sum) / float64(100*len(maps))
			things = append(things, prize{Thing: x.What, P: p})
			if p == 0 {
				continue
			}
			told = append(told, x.What+" "+wording.Share(p))
			d.Work(rules.CitePrize, x.What, wording.Share(p), "(%s)/%d/100", strings.Join(parts, " + "), len(maps)).Of("the maps are equally likely")
			if several {
				once := odds.AtLeast(games, 1, p)
				things[k].Within = &once
				within = append(within, x.What+" "+wording.Share(once))
				d.Work("", x.What+" at least once in "+wording.Count(games, "game"), wording.Share(once), "1 - (1 - %s)^%d", odds.Of(int64(sum), int64(100*len(maps))), games)
				p = once
			}
			if r.Headline == "" {
				r.Headline = wording.Share(p)
			}
		}
		says = append(says, strings.TrimSuffix(strings.Join(told, " or "), map[bool]string{true: " 100%"}[len(told) == 1]))
		a.Closets = append(a.Closets, things)
	}
	r.Summary = where + strings.Join(says, "; ") + "."
	if len(says) > 1 {
		r.Summary = where + "One of " + strconv.Itoa(len(says)) + " closets; take one thing and the others disappear: " + strings.Join(says, "; ") + "."
	} else if n := len(maps); n > 1 {
		var bags []string
		for i, m := range maps {
			bags = append(bags, fmt.Sprintf("map %d %d%%", i+1, m[0][0].Weight))
		}
		r.Summary += " The bag by map: " + strings.Join(bags, ", ") + "; the maps are equally likely."
	}
	r.Summary = wording.Capital(r.Summary)
	if several {
		r.Summary += fmt.Sprintf(" At least once in %s: %s.", wording.Count(games, "game"), wording.And(within))
	}
	r.Data = a
	r.Cite(c.Rules, rules.CitePrize)
	return s, nil
}
