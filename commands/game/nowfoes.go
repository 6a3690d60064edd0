package game

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/hurt"
	"delphi/engine/plight"
	"delphi/engine/seq"
)

// threatText says how likely the monsters near kill the hero if nothing is done.
func threatText(a *plight.Answer) []string {
	t := a.Threat
	if t == nil {
		return nil
	}
	whose := "its"
	if len(a.Paces) > 1 || a.Paces[0].Count > 1 {
		whose = "their"
	}
	var names []string
	for _, p := range a.Paces {
		names = append(names, counted(p.Monster, p.Count))
	}
	who, one := wording.And(names), whose == "its"
	var out []string
	switch {
	case t.HP == 0, t.Two <= 0 && (len(t.Special) > 0 || a.Grip != plight.NoGrip):
	case t.Two <= 0:
		out = append(out, fmt.Sprintf("%s cannot kill you within 2 turns.", wording.Capital(who)))
	case t.Turn <= 0:
		out = append(out, fmt.Sprintf("With %d HP there is %s that %s %s you within 2 turns.", t.HP, wording.Chance(t.Two), who, plural(one, "kills", "kill")))
	case t.Turn >= sureDeath:
		out = append(out, fmt.Sprintf("With %d HP, %s %s you in %s next turn.", t.HP, who, plural(one, "surely kills", "surely kill"), whose))
	default:
		out = append(out, fmt.Sprintf("With %d HP there is %s that %s %s you in %s next turn, %s within 2.", t.HP, wording.Chance(t.Turn), who, plural(one, "kills", "kill"), whose, wording.Share(t.Two)))
	}
	for _, s := range t.Special {
		if a.Grip != plight.NoGrip {
			break // said of what holds the hero
		}
		out = append(out, fmt.Sprintf("A move %s with %s.", beginnings[s.What], wording.Share(s.P)))
	}
	return out
}

// sureDeath is the chance from which on a death is called sure.
const sureDeath = 0.9995

// beginnings says what a move that kills later begins with.
var beginnings = map[string]string{hurt.Stoning: "starts to turn you to stone", hurt.Sliming: "starts to turn you into slime", hurt.Sticking: "seizes you, to drown you,"}

func plural(one bool, singular, plural string) string {
	if one {
		return singular
	}
	return plural
}

// counted names some monsters: "a dwarf", "2 dwarves".
func counted(monster string, n int) string {
	if n > 1 {
		return fmt.Sprintf("%d %s", n, wording.Plural(monster))
	}
	return wording.Article(monster)
}

// waysText lists what gets the hero away, where hit points are not low.
func waysText(a *plight.Answer) []string {
	if a.Threat == nil || a.Grip != plight.NoGrip || a.Threat.Two <= 0 && len(a.Threat.Special) == 0 || len(a.Threat.Ways) == 0 {
		return nil
	}
	var ways []string
	for i := range a.Threat.Ways {
		if i < shownRemedies {
			ways = append(ways, remedyText(&a.Threat.Ways[i]))
		}
	}
	return []string{"To get away: " + strings.Join(ways, ", otherwise ") + "."}
}

// foesText says whether Elbereth and flight help.
func foesText(a *plight.Answer) []string {
	var out []string
	if w := a.Ward; w != nil {
		switch {
		case w.Why == "ignored":
			out = append(out, wording.Capital(wording.And(articles(w.Ignores)))+" "+verb(w.Ignores, "ignores", "ignore")+" Elbereth.")
		case w.Why != "":
			out = append(out, "No Elbereth: "+w.Why+".")
		case len(w.Respects) > 0:
			text := fmt.Sprintf("Elbereth (%s written right): %s %s it", wording.Share(w.P), wording.And(articles(w.Respects)), verb(w.Respects, "respects", "respect"))
			if len(w.Ignores) > 0 {
				text += ", " + wording.And(articles(w.Ignores)) + " " + verb(w.Ignores, "does", "do") + " not"
			}
			out = append(out, text+".")
		default:
			out = append(out, fmt.Sprintf("Elbereth is written right %s of the time; %s ignore it.", wording.Share(w.P), wording.And(plurals(w.Bold))))
		}
	}
	for _, p := range a.Paces {
		if a.Grip != plight.NoGrip {
			break // nobody runs from what holds them
		}
		how := "is as fast as you"
		switch {
		case p.Speed > p.Yours:
			how = "is faster than you"
		case p.Speed < p.Yours:
			how = "is slower than you, so flee"
		}
		if p.Count > 1 {
			how = strings.Replace(how, "is ", "are ", 1)
		}
		text := fmt.Sprintf("%s %s (speed %d to %d)", wording.Capital(counted(p.Monster, p.Count)), how, p.Speed, p.Yours)
		if p.Damage != nil {
			text += fmt.Sprintf(" and %s %s damage a turn", plural(p.Count <= 1, "deals", "deal"), wording.Amount(*p.Damage))
		}
		out = append(out, text+".")
	}
	return out
}

// plurals returns classes as they are, and monsters in the plural.
func plurals(names []string) []string {
	var out []string
	for _, n := range names {
		if len(n) > 1 {
			n = wording.Plural(n)
		}
		out = append(out, n)
	}
	return out
}

func articles(names []string) []string {
	return seq.Map(names, wording.Article)
}

func verb(names []string, one, several string) string {
	if len(names) == 1 {
		return one
	}
	return several
}

// threatFields adds how likely the monsters near kill, and what gets the hero away.
func threatFields(r *commands.Reply, a *plight.Answer) {
	t := a.Threat
	if t == nil || t.HP == 0 {
		return
	}
	r.Fact("death", fmt.Sprintf("%s in the next turn, %s within 2 turns, if you do nothing", wording.Share(t.Turn), wording.Share(t.Two)))
	if len(a.Troubles) == 0 && t.Two > 0 {
		r.Headline, r.Tone = wording.Share(t.Turn), commands.Bad
	}
	var ways []string
	for i := range t.Ways {
		ways = append(ways, remedyText(&t.Ways[i]))
	}
	if len(ways) > 0 {
		r.Fact("to get away", strings.Join(ways, ", otherwise "))
	}
}

// wardFields adds the facts about Elbereth and speed.
func wardFields(r *commands.Reply, a *plight.Answer) {
	if w := a.Ward; w != nil && w.Why == "" {
		text := fmt.Sprintf("%s of Elbereths in the dust have no slip", wording.Share(w.P))
		if w.Erased {
			text += "; it is erased if you attack from it"
		}
		r.Fact("Elbereth", text)
	}
}
