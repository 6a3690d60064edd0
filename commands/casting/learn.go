package casting

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

func learn() *commands.Command {
	return &commands.Command{
		Name:    "learn",
		Aliases: []string{"read", "study"},
		Summary: "how often reading a spellbook fails, what happens then, and how long it takes",
		Params: commands.Takes(
			commands.RuleSet, Spell, hero.Role, hero.XL, hero.Int, hero.Wis, book, lenses, dull, confused,
		),
		Fillers: "spellbook book spellbooks",
		Examples: []string{
			"learn wiz xl1 int18 magic missile",
			"learn wiz xl5 int16 finger of death lenses",
			"learn pri xl3 wis16 int10 cursed magic mapping",
		},
		Lasting: true,
		Run:     runLearn,
		Cues: []commands.Cue{
			{Names: commands.Takes(Spell), Words: "learn|learning|read|reading|book|spellbook|study|studying|memorize", Weight: 30},
		},
	}
}

func runLearn(_ context.Context, c *commands.Call) (commands.Reply, error) {
	if hero.Role.One(c) == nil { // the chance is the same for all; the game warns Wizards alone
		v := c.Value(hero.Role.Param)
		wizard := c.Rules.Role("Wizard")
		v.Said, v.Names = true, []commands.Said{{Name: wizard.Name, Value: wizard}}
		c.Note(commands.Assumed, "a Wizard, whom alone the game warns")
	}
	q, _, err := caster(c)
	if err != nil {
		return commands.Reply{}, err
	}
	if err := spellSaid(c, &q); err != nil {
		return commands.Reply{}, err
	}
	if _, ok := hero.Int.In(c); !ok {
		return commands.Reply{}, &commands.Problem{Text: "reading depends on Int, whatever the role casts with; say it", Hints: []string{"int18"}}
	}
	lq := spell.LearnQuestion{Question: &q, Lenses: lenses.In(c), Dull: dull.In(c)}
	switch book.In(c) {
	case "blessed":
		lq.Book = rules.Blessed
	case "cursed":
		lq.Book = rules.Cursed
	case "":
		c.Note(commands.Assumed, "an uncursed book")
	}
	if lq.Dull {
		if _, ok := hero.Wis.In(c); !ok {
			c.Note(commands.Assumed, "Wis 10")
		}
	}
	a, m := spell.Learn(&lq), spell.Remembering(c.Rules)

	r := commands.Reply{Version: c.Rules.Name, Headline: commands.Share(a.Fail.P), Hints: []string{"why"}}
	r.Data = struct {
		spell.LearnAnswer
		Memory spell.Memory `json:"memory"`
	}{a, m}
	var b strings.Builder
	fmt.Fprintf(&b, "%s (level %d): %s to fail", q.Spell.Name, q.Spell.Level, commands.Share(a.Fail.P))
	if a.Fail.P > 0 && a.Fail.P < 1 {
		fmt.Fprintf(&b, " (%s)", a.Fail)
	}
	if a.Learn.P != a.Fail.Not().P {
		fmt.Fprintf(&b, ", learned with %s", commands.Share(a.Learn.P))
	}
	fmt.Fprintf(&b, ", %d turns", a.StudyTurns)
	if a.Warning != "" && a.Warning != "none" {
		fmt.Fprintf(&b, "; the game warns a Wizard that it is %s", a.Warning)
	}
	if a.Asleep != nil {
		fmt.Fprintf(&b, "; %s to fall asleep first", commands.Share(a.Asleep.P))
	}
	if len(a.Effects) > 0 && a.Fail.P > 0 {
		says := make([]string, len(a.Effects))
		for i, e := range a.Effects {
			says[i] = e.What + " " + commands.Share(e.P)
			r.Fields = append(r.Fields, commands.Field{Name: e.What, Value: commands.Share(e.P)})
		}
		b.WriteString(". Failing: " + strings.Join(says, ", "))
	}
	b.WriteString(".")
	r.Summary = b.String()
	again := fmt.Sprintf("with at most %d turns left reading again refreshes it", m.RefreshAt)
	if m.Asks {
		again += "; above, the game asks and then refreshes"
	}
	r.Fields = append(r.Fields, commands.Field{Name: "ability", Value: strconv.Itoa(a.Ability)},
		commands.Field{Name: "known for", Value: fmt.Sprintf("%d turns; %s", m.Turns, again)}, commands.Field{Name: "a book is read", Value: fmt.Sprintf("%d times in all", m.Readings)})
	r.EngineNotes(c.Rules, a.Notes, nil, a.Cites)
	return r, nil
}
