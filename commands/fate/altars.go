package fate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/divine"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The places of altars.
const (
	inDungeons = "dungeons"
	inTemple   = "temple"
	inMinetown = "minetown"
	inAstral   = "astral plane"
)

// The parameters of the alignments of altars.
var (
	altarPlace = commands.NewChoice(commands.Param{Name: "place", Summary: "Where it is: the dungeons, a temple there, Minetown, and so on", Choices: []string{inDungeons, inTemple, inMinetown, "gnomish mines", "sokoban", "valley", "orcus town", "sanctum", inAstral},
		Also: map[string]string{"dungeons of doom": inDungeons, "main dungeon": inDungeons, "minetown temple": inMinetown, "minetown altar": inMinetown, "mine town": inMinetown, "mines": "gnomish mines", "valley of the dead": "valley", "orcus": "orcus town", "astral": inAstral}})
	altarTown = commands.NewChoice(commands.Param{Name: "town", Summary: "Which map of Minetown it is", Choices: []string{"frontier town", "orcish town", "town square", "alley town", "college town", "grotto town", "bustling town", "bazaar town"},
		Also: map[string]string{"frontier": "frontier town", "orctown": "orcish town", "orc town": "orcish town", "alley": "alley town", "college": "college town", "grotto": "grotto town", "bustling": "bustling town", "bazaar": "bazaar town"}})
	altarCount = commands.NewNumber(commands.Param{Name: "altars", Summary: "How many altars you find: 3 altars", After: []string{"altars", "temples"}, Min: 1, Max: 100})
)

func altarsCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "altars",
		Fillers: "odds chance of a an the next is for coaligned aligned crossaligned in on altar alignment",
		Aliases: []string{"altaralign"},
		Summary: "Show how likely an altar or a temple is of your alignment",
		Params:  commands.Takes(commands.RuleSet, altarPlace, altarTown, hero.Alignment, altarCount),

		Examples: []string{"altars", "altars lawful", "altars minetown", "altars minetown grotto town", "altars 3 altars", "altars v3.4.3 minetown chaotic", "altars valley"},
	}, commands.By(tellAltars))
}

// altarsAnswer is the machine-readable answer of `altars`.
type altarsAnswer struct {
	Place  string        `json:"place"`
	Town   string        `json:"town,omitempty"`
	Chance odds.Fraction `json:"chance"`
	Altars int           `json:"altars,omitempty"`
	Some   float64       `json:"at_least_one,omitempty"`
}

// moloch holds the places whose altars are Moloch's, and the rules that say so.
var moloch = map[string]struct{ name, cite string }{
	"valley":     {"The altar of the Valley of the Dead", rules.CiteAltarValley},
	"orcus town": {"The altar of Orcus Town", rules.CiteAltarOrcus},
	"sanctum":    {"The high altar of the Sanctum", rules.CiteAltarSanctum},
}

func tellAltars(c *commands.Call, rule *rules.AltarAlign) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	town := altarTown.In(c)
	place := altarPlace.In(c)
	if town != "" && place != "" && place != inMinetown && place != inTemple {
		return nil, &commands.Problem{Text: "That is a map of Minetown. Which do you mean?", Slot: altarPlace.Name, Hints: []string{"altars minetown " + town, "altars " + place}}
	}
	if town != "" {
		place = inMinetown
	}
	if place = cmp.Or(place, inDungeons); place == inDungeons && altarPlace.In(c) == "" {
		c.Note(commands.Assumed, "in the Dungeons of Doom")
	}
	n, many := altarCount.In(c)
	if many && n > 1 && place != inDungeons && place != inTemple {
		return nil, &commands.Problem{Text: "I count altars in the Dungeons of Doom only.", Slot: altarCount.Name, Hints: []string{fmt.Sprintf("altars %d altars", n), "altars " + place}}
	}
	whose := cmp.Or(hero.Alignment.In(c), "of your alignment")
	a := altarsAnswer{Place: place, Town: town}
	each := divine.AltarOf(rule)
	switch place {
	case "gnomish mines", "sokoban":
		name := map[string]string{"gnomish mines": "the Gnomish Mines outside Minetown", "sokoban": "Sokoban"}[place]
		r.Headline, r.Summary, r.Data = "No", fmt.Sprintf("No altar is made in %s.", name), a
		r.Hints = []string{"altars minetown", "altars"}
		return s, nil
	case "valley", "orcus town", "sanctum":
		m := moloch[place]
		a.Chance = odds.Never
		d.Given(m.cite, "whose the altar is", "Moloch's")
		r.Headline, r.Summary, r.Data = "No", m.name+" is Moloch's, never yours.", a
		r.Cite(c.Rules, m.cite)
		return s, nil
	case inAstral:
		a.Chance = each
		d.Work(rules.CiteAltarAstral, "chance", wording.Share(each.P), "1/%d", rule.Gods)
		r.Headline = wording.Share(each.P)
		r.Summary = fmt.Sprintf("%s that a given high altar is %s: the Astral Plane has one of each alignment, in random order.", wording.Capital(wording.Chance(each.P)), whose)
		r.Data = a
		r.Cite(c.Rules, rules.CiteAltarAstral)
		return s, nil
	case inMinetown:
		return tellTownAltar(c, s, rule, town, whose)
	}
	a.Chance = each
	cite := rules.CiteAltarRandom
	what := "a random altar in the Dungeons of Doom"
	if place == inTemple {
		cite, what = rules.CiteAltarInduced, "a random temple in the Dungeons of Doom"
		r.Cite(c.Rules, rules.CiteAltarTemple)
	}
	r.Cite(c.Rules, cite)
	d.Work(cite, "chance", wording.Share(each.P), "1/%d", rule.Gods)
	r.Headline = wording.Share(each.P)
	r.Summary = fmt.Sprintf("%s that %s is %s: all %d alignments are equally likely, whatever the level.", wording.Capital(wording.Chance(each.P)), what, whose, rule.Gods)
	if many && n > 1 {
		a.Altars, a.Some = n, odds.AtLeast(n, 1, each.P)
		d.Work(cite, fmt.Sprintf("at least one of %d", n), wording.Share(a.Some), "1 - (1 - 1/%d)^%d", rule.Gods, n)
		r.Headline = wording.Share(a.Some)
		r.Summary = fmt.Sprintf("%s that at least one of %s is %s. ", wording.Capital(wording.Chance(a.Some)), wording.Count(n, "altar"), whose) + r.Summary
	}
	r.Data = a
	return s, nil
}

// tellTownAltar tells whose Minetown's altar is.
func tellTownAltar(c *commands.Call, s *commands.Story, rule *rules.AltarAlign, town, whose string) (*commands.Story, error) {
	d, r := s.Steps, &s.Reply
	named := ""
	if town != "" {
		i := slices.IndexFunc(rule.Towns, func(t string) bool { return strings.EqualFold(t, town) })
		if i < 0 {
			return nil, &commands.Problem{Text: fmt.Sprintf("In %s no Minetown is %q. Its maps are %s.", c.Rules.Title, town, wording.And(rule.Towns)), Slot: altarTown.Name, Hints: []string{fmt.Sprintf("altars v%s minetown", c.Rules.Name)}}
		}
		named = rule.Towns[i]
	}
	p, temples := divine.TownAltar(rule, named)
	a := altarsAnswer{Place: inMinetown, Town: named, Chance: p}
	r.Headline, r.Data = wording.Share(p.P), a
	if named != "" && named == rule.Ruin {
		d.Given(rules.CiteAltarOrcTown, "whose the altar is", "Moloch's")
		r.Headline, r.Summary = "No", fmt.Sprintf("%s has no temple: its priest is dead, and its altar is Moloch's.", named)
		r.Cite(c.Rules, rules.CiteAltarOrcTown)
		return s, nil
	}
	r.Cite(c.Rules, rules.CiteAltarTown)
	where := "Minetown's temple"
	if named != "" {
		where = "the temple of " + named
		d.Work(rules.CiteAltarTown, "chance", wording.Share(p.P), "1/%d", rule.Gods)
	} else {
		d.Work(rules.CiteAltarTown, "chance", wording.Share(p.P), "%d/%d*1/%d", temples, len(rule.Towns), rule.Gods).Of("maps with a temple, and alignments")
	}
	r.Summary = fmt.Sprintf("%s that %s is %s: ", wording.Capital(wording.Chance(p.P)), where, whose)
	switch {
	case named != "" || rule.Ruin == "":
		r.Summary += fmt.Sprintf("all %d alignments are equally likely.", rule.Gods)
	default:
		r.Summary += fmt.Sprintf("%d of its %d maps have a temple, and all alignments are equally likely (%s where there is a priest). %s's altar is Moloch's, and its priest is dead.", temples, len(rule.Towns), wording.Share(divine.AltarOf(rule).P), rule.Ruin)
		r.Cite(c.Rules, rules.CiteAltarOrcTown)
	}
	return s, nil
}
