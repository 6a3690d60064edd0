package casting

import (
	"context"
	"fmt"
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
		Summary: "Show how often reading a spellbook fails, what happens then, and how long it takes",
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
		Why:     learnWhy,
		Cues: []commands.Cue{
			{Names: commands.Takes(Spell), Words: "learn|learning|read|reading|readable|book|spellbook|study|studying|studyin|memorize|memorise", Weight: 30},
			{Words: "poly|polying|polypile|polypiling|polymorphed|polymorphing|polyfor|polyfrom|how many", Weight: -25},
			{Words: failWords + "|risk|risky|safely|go wrong|goes wrong|gonna go wrong"},
			{Words: "paralysis|paralyse|paralyze|paralyzed|paralysed|aggravate|teleport|stun|backfire"},
		},
	}
}

func runLearn(_ context.Context, c *commands.Call) (commands.Reply, error) {
	lq, err := learnQuestion(c)
	if err != nil {
		return commands.Reply{}, err
	}
	a, m := spell.Learn(lq), spell.Remembering(c.Rules)
	r := commands.Reply{Version: c.Rules.Name, Headline: commands.Share(a.Fail.P), Hints: []string{"why"}}
	r.Data = struct {
		spell.LearnAnswer
		Memory spell.Memory `json:"memory"`
	}{a, m}
	r.Summary = learnSummary(lq, &a)
	r.Aside(learnWarning(&a))
	if a.Fail.P > 0 {
		for _, e := range a.Effects {
			r.Field(e.What, "%s", commands.Share(e.P))
		}
	}
	again := fmt.Sprintf("with at most %d turns left reading again refreshes it", m.RefreshAt)
	if m.Asks {
		again += "; above, the game asks and then refreshes"
	}
	r.Field("ability", "%d", a.Ability)
	r.Field("known for", "%d turns; %s", m.Turns, again)
	r.Field("a book is read", "%d times in all", m.Readings)
	r.EngineNotes(c.Rules, a.Notes, nil, a.Cites)
	return r, nil
}

// learnQuestion is the reader and the book that a call describes.
func learnQuestion(c *commands.Call) (*spell.LearnQuestion, error) {
	if hero.Role.One(c) == nil { // the chance is the same for all; the game warns Wizards alone
		v := c.Value(hero.Role.Param)
		wizard := c.Rules.Role("Wizard")
		v.Said, v.Names = true, []commands.Said{{Name: wizard.Name, Value: wizard}}
		c.Note(commands.Assumed, "a Wizard, the only role that the game warns")
	}
	q, _, err := caster(c)
	if err != nil {
		return nil, err
	}
	if err := spellSaid(c, &q); err != nil {
		return nil, err
	}
	if _, ok := hero.Int.In(c); !ok {
		return nil, &commands.Problem{Text: "Reading depends on Int, whatever the role casts with. Say your Int.", Hints: []string{"int18"}}
	}
	lq := &spell.LearnQuestion{Question: &q, Lenses: lenses.In(c), Dull: dull.In(c)}
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
	return lq, nil
}

// learnSummary says how often the book is too hard, and what happens then.
func learnSummary(q *spell.LearnQuestion, a *spell.LearnAnswer) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, level %d: ", commands.Capital(q.Spell.Name), q.Spell.Level)
	switch {
	case a.Fail.P == 0:
		fmt.Fprintf(&b, "you never fail to read it, in %s", commands.Count(a.StudyTurns, "turn"))
	case a.Fail.P == 1:
		fmt.Fprintf(&b, "you always fail to read it, and are helpless for %s", commands.Count(a.StudyTurns, "turn"))
	default:
		fmt.Fprintf(&b, "%s to fail (%s), and %s of reading", commands.Chance(a.Fail.P), a.Fail, commands.Count(a.StudyTurns, "turn"))
	}
	if a.Learn.P != a.Fail.Not().P {
		fmt.Fprintf(&b, "; you learn the spell %s of the time", commands.Share(a.Learn.P))
	}
	b.WriteString(".")
	if a.Asleep != nil {
		fmt.Fprintf(&b, " %s to fall asleep first.", commands.Capital(commands.Chance(a.Asleep.P)))
	}
	effects, torn := a.Effects, spell.Effect{}
	if n := len(effects); q.Confused {
		effects, torn = effects[:n-1], effects[n-1]
	}
	if a.Fail.P > 0 {
		b.WriteString(" If so: " + mishaps(effects) + ".")
	}
	if torn.P > 0 {
		fmt.Fprintf(&b, " Otherwise, confused, you tear the book: %s.", commands.Share(torn.P))
	}
	b.WriteString(learnWarning(a))
	return b.String()
}

// learnWarning is what the game says of a book beforehand; empty if it is silent.
func learnWarning(a *spell.LearnAnswer) string {
	if a.Warning == "" || a.Warning == "none" {
		return ""
	}
	return fmt.Sprintf(" The game warns a Wizard that it is %s.", a.Warning)
}

// mishaps lists what a failure does, with chances of all readings: that the book
// is lost, and the mishaps, one of which comes as likely as another. "The book
// crumbles in 17.1% of readings, plus one of seven mishaps, 8.57% each: ...".
func mishaps(effects []spell.Effect) string {
	crumbles, list := effects[len(effects)-1], effects[:len(effects)-1]
	what := make([]string, len(list))
	for i, e := range list {
		what[i] = e.What
	}
	out := fmt.Sprintf("the book crumbles in %s of readings, plus ", commands.Share(crumbles.P))
	if len(list) == 1 {
		return out + fmt.Sprintf("a mishap, %s: %s", commands.Share(list[0].P), what[0])
	}
	return out + fmt.Sprintf("one of %s mishaps, %s each: %s", counted[len(list)], commands.Share(list[0].P), strings.Join(what, ", "))
}

// counted are the numbers of mishaps in words, by the level of the book.
var counted = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven"}
