package chances

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/bones"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/seq"
	"delphi/engine/shorthand"
)

func levelTerms(s *rules.Set) []commands.Term {
	return commands.Terms(s.Bones().Levels, func(l *rules.Level) commands.Term {
		return commands.Term{Name: l.Name, Aliases: slices.Concat(l.Aliases, shorthand.Of(s).Also(shorthand.Place, l.Name)), Value: l}
	})
}

func dungeonTerms(s *rules.Set) []commands.Term {
	return commands.Terms(s.Bones().Dungeons, func(d *rules.Dungeon) commands.Term {
		return commands.Term{Name: d.Name, Aliases: slices.Concat(d.Aliases, shorthand.Of(s).Also(shorthand.Place, d.Name), []string{d.Name + " filler", strings.TrimPrefix(d.Name, "The ") + " filler", d.Name + " filler level"}), Value: d}
	})
}

func deathTerms(s *rules.Set) []commands.Term {
	out := commands.Terms(s.Bones().Deaths, func(d *rules.Death) commands.Term { return commands.Term{Name: d.Name, Aliases: d.Aliases, Value: d} })
	// Any other monster leaves an ordinary death.
	special := map[string]bool{}
	for _, t := range out {
		for _, a := range append(t.Aliases, t.Name) {
			special[strings.Join(names.Words(a), "")] = true
		}
	}
	heroes := map[string]bool{}
	for i := range s.Roles {
		heroes[names.Fold(s.Roles[i].Name)], heroes[names.Fold(s.Roles[i].Female)] = true, true
	}
	var plain []string
	for _, m := range append(thing.Corpses(s), "falling", "a fall", "falling down a hole", "falling down stairs", "falling down the stairs", "a trap", "magic missile", "a wand", "my own wand", "zapped", "get zapped", "getting zapped", "frozen", "frozen to death", "fire", "cold", "lightning", "sleeping", "an arrow trap") {
		if heroes[names.Fold(m)] { // who is named without more is who died
			m = "killed by a " + m
		}
		if key := strings.Join(names.Words(m), ""); !special[key] {
			special[key] = true
			plain = append(plain, m)
		}
	}
	out[0].Aliases = append(slices.Clone(out[0].Aliases), plain...)
	// "killed by a vampire bat" must not be read as far as "killed by a vampire".
	for i := range out {
		for _, who := range out[i].Aliases {
			first, _, more := strings.Cut(who, " ")
			if more && special["killedbya"+first] {
				out[i].Aliases = append(out[i].Aliases, "killed by a "+who)
			}
		}
	}
	return out
}

func bonesCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "bones",
		Fillers: "ordinary regular levels by from with died dying killed server to file floor",
		Summary: "Show how often bones are left on a level and found again, and what they hold",
		Params: commands.Takes(
			commands.RuleSet, meet, level, dungeon, number, depth, hero.Race, death, items, portal, branch, waiting, full, half, hero.Role, chart, cursed,
		),

		Examples: []string{
			"bones 12", "bones minetown", "bones quest home", "bones mines 3 dlvl 5",
			"bones big room with quest portal", "bones 20 killed by a vampire human 30 items", "bones meet dlvl 4-12 full", "bones meet mines full", "bones 12 chart", "bones cursed 20 items",
		},
	}, tellBones)
}

func tellBones(c *commands.Call) (*commands.Story, error) {
	if onTheWay(c) {
		return tellMeet(c)
	}
	if placeless(c) {
		return tellCursed(c), nil
	}
	q, err := bonesQuestion(c)
	if err != nil {
		return nil, err
	}
	a := bones.At(q)
	r := commands.Reply{Data: a, Headline: wording.Share(a.Leave.P)}
	place := a.Level
	if a.Depth.Min != a.Depth.Max {
		place += fmt.Sprintf(" (Dlvl %d to %d)", a.Depth.Min, a.Depth.Max)
	} else if a.Depth.Min > 0 && !strings.Contains(place, strconv.Itoa(a.Depth.Min)) {
		place += " (Dlvl " + strconv.Itoa(a.Depth.Min) + ")"
	}
	switch {
	case !a.Eligible:
		r.Summary = fmt.Sprintf("%s: %s.", place, a.Reason)
		r.Headline = "no bones"
	case a.Reason != "":
		r.Summary = fmt.Sprintf("%s: %s.", place, a.Reason)
	default:
		r.Summary = bonesSummary(place, &a)
		if cursed.In(c) && a.Cursed == nil {
			r.Summary += " " + eachCursed(c)
		}
		if a.RisesAs == "ghost" {
			r.Aside(risesAs(&a))
		}
	}
	if a.Eligible {
		if q.Death == nil {
			c.Note(commands.Assumed, "killed by a monster")
		}
		if role := hero.Role.One(c); role != nil {
			c.Note(commands.Assumed, wording.Article(role.Name)+"; found by "+a.FoundBy)
		}
		r.Fields = bonesFields(&a)
		if len(a.MayBe) > 0 {
			may := seq.Map(a.MayBe, func(l *rules.Level) string { return theLevel(l.Name) })
			r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: "an ordinary level without a branch, not " + wording.Or(may)})
		}
	}
	if chart.In(c) {
		r.Chart = bonesChart(c.Rules, q.Depth)
	}
	r.EngineNotes(c.Rules, a.Notes, nil, a.Cites)
	return &commands.Story{Reply: r, Steps: bonesSteps(c, &a)}, nil
}

// bonesQuestion returns the death that a call describes.
func bonesQuestion(c *commands.Call) (*bones.Question, error) {
	q := &bones.Question{Rules: c.Rules, Branch: branch.In(c), Portal: portal.In(c), Waiting: waiting.In(c), Race: hero.Race.In(c)}
	if l := level.One(c); l != nil {
		q.Level = l.Value.(*rules.Level)
	}
	switch d := dungeon.One(c); {
	case d == nil:
	case q.Level == nil:
		q.Dungeon = d.Value.(*rules.Dungeon)
	case q.Level.Dungeon != nil && q.Level.Dungeon != d.Value.(*rules.Dungeon): // "died to Asmodeus, Fort Ludios"
		return nil, &commands.Problem{Text: fmt.Sprintf("%s is not in %s. Leave out one of the two.", q.Level.Name, d.Name), Hints: []string{"bones v" + c.Rules.Name + " " + q.Level.Name, "bones v" + c.Rules.Name + " " + d.Name}}
	}
	if err := bonesDepth(c, q); err != nil {
		return nil, err
	}
	q.Items, _ = items.In(c)
	deaths := slices.DeleteFunc(slices.Clone(death.All(c)), func(s commands.Said) bool {
		return len(death.All(c)) > 1 && s.Name == c.Rules.Bones().Deaths[0].Name // "killed" beside what killed
	})
	if len(deaths) > 1 { // who was killed has not ascended
		deaths = slices.DeleteFunc(deaths, func(s commands.Said) bool { return s.Name == "ascended" })
	}
	deaths = slices.CompactFunc(deaths, func(a, b commands.Said) bool { return a.Name == b.Name })
	switch len(deaths) {
	case 0:
	case 1:
		q.Death = deaths[0].Value.(*rules.Death)
	default:
		return nil, &commands.Problem{Text: fmt.Sprintf("You named two deaths, %s and %s; one is enough.", deaths[0].Name, deaths[1].Name), Hints: []string{"leave out one"}}
	}
	for _, server := range []commands.Flag{full, half} {
		if server.In(c) {
			c.Note(commands.Warned, server.Name+" matters only to bones meet")
		}
	}
	return q, q.Check()
}

// onTheWay reports whether a call asks about bones met on the way down, rather than
// about a death.
func onTheWay(c *commands.Call) bool { return meet.In(c) || ranged(c) || waits(c) }

// waits reports whether a call says on which levels of a whole dungeon bones files
// wait, and nothing about a death: whoever asks that wants to meet them.
func waits(c *commands.Call) bool {
	_, said := number.In(c)
	return (full.In(c) || half.In(c)) && dungeon.One(c) != nil && !said && len(death.All(c)) == 0
}

// ranged reports whether a call names a range of levels, which only makes sense for a
// journey through them.
func ranged(c *commands.Call) bool {
	n, to, _ := number.Span(c)
	deep, deepTo, _ := depth.Span(c)
	return n != to || deep != deepTo
}

// bonesDepth takes the numbers of a call: a depth, or a level of a dungeon.
func bonesDepth(c *commands.Call, q *bones.Question) error {
	n, said := number.In(c)
	deep, deepSaid := depth.In(c)
	switch {
	case said && q.Dungeon != nil && !deepSaid && n > q.Dungeon.MaxLevels && !q.Dungeon.Main:
		q.Depth = n
		c.Note(commands.Assumed, fmt.Sprintf("Dlvl %d", n))
	case said && q.Dungeon != nil && !deepSaid && n > q.Dungeon.MaxLevels:
		q.Dungeon, q.Depth = nil, n
		c.Note(commands.Assumed, fmt.Sprintf("Dlvl %d", n))
	case said && q.Dungeon != nil:
		q.Number = n
	case said && deepSaid && n != deep:
		return &commands.Problem{Text: fmt.Sprintf("Which dungeon is level %d of?", n), Hints: []string{fmt.Sprintf("bones mines %d dlvl %d", n, deep)}}
	case said:
		q.Depth = n
	}
	if deepSaid {
		q.Depth = deep
	}
	if q.Level == nil && q.Dungeon == nil && q.Depth == 0 && leavesNone(c) {
		q.Dungeon = c.Rules.Bones().Dungeons[0]
		c.Note(commands.Assumed, "wherever it is")
	}
	if q.Level == nil && q.Dungeon == nil && q.Depth == 0 {
		return &commands.Problem{Text: "Which level?", Slot: "level", Hints: []string{"bones 12", "bones minetown", "bones mines 3"}}
	}
	return nil
}

// leavesNone reports whether a call is about an end that never leaves bones.
func leavesNone(c *commands.Call) bool {
	d := death.One(c)
	return d != nil && !d.Value.(*rules.Death).Bones
}

// bonesSummary says how likely bones are on a level that can hold them.
func bonesSummary(place string, a *bones.Answer) string {
	out := place + ": bones are left " + often(a.Leave) + ", and the next visitor finds them " + wording.TimesIn(a.Find) +
		"; both happen " + often(a.LeftAndFound) + "." + risesAs(a)
	if a.Cursed != nil {
		out += cursedOf(a.Cursed)
	}
	return out
}

// risesAs returns what becomes of the hero, in a sentence.
func risesAs(a *bones.Answer) string {
	if a.RisesAs == "statue" {
		return " You are left as a statue."
	}
	return " You rise as " + wording.Article(a.RisesAs) + "."
}

// often phrases a chance that depends on the depth: "3 times in 4 (75%)", "50% to 66.7%
// of the time".
func often(ch bones.Chance) string {
	if ch.PMax != nil && *ch.PMax != ch.P {
		return wording.Share(ch.P) + " to " + wording.Share(*ch.PMax) + " of the time"
	}
	if ch.Num == 0 || ch.Num == ch.Den {
		return wording.TimesIn(ch.Fraction)
	}
	return wording.TimesIn(ch.Fraction) + " (" + wording.Share(ch.P) + ")"
}

// bonesFields adds the steps that lead to the chances, and what becomes of the hero and
// of special things.
func bonesFields(a *bones.Answer) []commands.Field {
	ghost, corpse := "no ghost", "no corpse"
	if a.Ghost {
		ghost = "a ghost"
	}
	if a.Corpse {
		corpse = "a corpse where one can be"
	}
	out := []commands.Field{
		{Name: "leave", Value: "1 - 1/(1 + depth/4) = " + span2(a.Leave)}, {Name: "find", Value: wording.Fraction(a.Find)}, {Name: "both", Value: span2(a.LeftAndFound)},
		{Name: "you rise as", Value: a.RisesAs + ", " + ghost + ", " + corpse},
	}
	if a.FoundBy != "" {
		out = append(out, commands.Field{Name: "found by", Value: a.FoundBy})
	}
	for _, k := range a.Keepsakes {
		out = append(out, commands.Field{Name: k.Item, Value: "-> " + k.Becomes})
	}
	return out
}

// bonesChart returns the chance to leave bones on an ordinary level over its depth,
// with a mark at the depth asked about; a depth of 0 means none.
func bonesChart(set *rules.Set, depth int) *commands.Chart {
	b := set.Bones()
	out := commands.Plot("The chance that bones are left on an ordinary level, by its depth, "+set.Title, "Dlvl", "chance %", 100, commands.Points(1, b.Deepest(), func(depth int) float64 { return bones.Leave(b, depth).P * 100 }))
	out.Kind = commands.Steps
	if depth > 0 {
		at := float64(depth)
		out.Mark = &at
	}
	return out
}

// span2 shows a chance that depends on the depth: "1/2 (50%) to 66.7%".
func span2(ch bones.Chance) string {
	out := wording.Fraction(ch.Fraction)
	if ch.PMax != nil && *ch.PMax != ch.P {
		out += " to " + wording.Share(*ch.PMax)
	}
	return out
}

// theLevel returns a level's name as a sentence has it: the Oracle, but Minetown.
func theLevel(name string) string {
	if strings.Contains(name, "'") || strings.HasSuffix(name, "own") {
		return name
	}
	return "the " + name
}
