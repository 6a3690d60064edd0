package study

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// The parameters of memory.
var (
	since     = commands.NewNumber(commands.Param{Name: "since", Summary: "Turns since the book was read: 15000 turns", Words: []string{"after"}, After: []string{"turns", "turn", "turns ago"}, Min: 0, Max: 100000})
	learned   = commands.NewNumber(commands.Param{Name: "learned", Summary: "The game's turn on which the book was read: learned 3200, with turn 21750", Words: []string{"learnt"}, Min: 1, Max: 10_000_000})
	shown     = commands.NewNumber(commands.Param{Name: "shown", Summary: "The retention that the spell menu shows, in percent: shown 12%", Words: []string{"retention"}, Units: []string{"%"}, Min: 1, Max: 100})
	polymorph = commands.NewNumber(commands.Param{Name: "polymorphs", Summary: "How often the book was polymorphed", Words: []string{"polymorphed"}, After: []string{"polymorphs", "polypiles"}, Min: 0, Max: 99})
	readings  = commands.NewNumber(commands.Param{Name: "readings", Summary: "How often the book was read so far", After: []string{"readings", "reading"}, Min: 0, Max: 99})
	known     = commands.NewFlag(commands.Param{Name: "known", Summary: "The spell is known already, or was", Words: []string{"already known", "know it"}})
)

func memory() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "memory",
		Fillers: "spell spells spellbook book books again how long",
		Aliases: []string{"forget", "retention", "reread"},
		Summary: "Show how long a spell is known, and how often a spellbook can be read",
		Params:  commands.Takes(commands.RuleSet, hero.Spell, since, learned, hero.Turn, shown, hero.Skill, polymorph, readings, known),

		Examples: []string{"memory", "memory 15000 turns", "memory sleep learned 500 turn 18000", "memory expert sleep shown 12%", "memory polymorphs 2", "memory identify 2 readings", "memory slashem"},
	}, tellMemory)
}

// memoryAnswer is the machine-readable answer of `memory`.
type memoryAnswer struct {
	spell.Memory
	Left     *int `json:"left,omitempty"` // turns
	Readings int  `json:"readings_of_this_book"`
}

func tellMemory(c *commands.Call) (*commands.Story, error) {
	n, _ := polymorph.In(c)
	read, _ := readings.In(c)
	a := memoryAnswer{Memory: spell.Remembering(c.Rules), Readings: spell.Readings(c.Rules, n+read, known.In(c) || read > 0)}
	d := steps.New(c.Rules)
	d.Counted("learning from a book", "known for", strconv.Itoa(a.Turns)+" turns", "one fewer is left each turn, whatever the hero does")
	s := &commands.Story{Steps: d}
	r := &s.Reply
	if err := tellKnown(c, d, r, &a); err != nil {
		return nil, err
	}
	r.Summary += sayRereading(&a.Memory) + sayReadings(c, d, n, read, a.Readings)
	if a.Note != "" {
		c.Note(commands.Warned, a.Note)
	}
	r.Data = a
	r.Cite(c.Rules, "learning from a book", rules.CiteSpellsAge)
	if n+read > 0 {
		r.Cite(c.Rules, rules.CiteReadAgain)
	}
	return s, nil
}

// tellKnown tells how long the spell of a call is known, by what the call says of when its book
// was read.
func tellKnown(c *commands.Call, d *steps.Derivation, r *commands.Reply, a *memoryAnswer) error {
	name := "A spell"
	if said := hero.Spell.One(c); said != nil {
		name = wording.Capital(said.Name)
	}
	casting := ", whatever is cast"
	if a.CastAdds > 0 {
		casting = fmt.Sprintf("; each successful cast adds %d", a.CastAdds)
	}
	r.Headline = wording.Count(a.Turns, "turn")
	r.Summary = fmt.Sprintf("%s is known for %d turns after reading its book%s.", name, a.Turns, casting)
	t, ok, err := readSince(c)
	if err != nil {
		return err
	}
	if at, said := learned.In(c); said && !ok {
		gone := at + a.Turns
		d.Work(rules.CiteSpellsAge, "forgotten on turn", strconv.Itoa(gone), "%d + %d", at, a.Turns)
		r.Headline = fmt.Sprintf("turn %d", gone)
		r.Summary = fmt.Sprintf("%s read on turn %d is forgotten on turn %d, %d turns later%s.", name, at, gone, a.Turns, casting)
	}
	switch percent, said := shown.In(c); {
	case said && ok:
		return &commands.Problem{Text: "Give the retention that the menu shows or when the book was read, not both.", Hints: []string{"memory shown 12%", "memory learned 500 turn 18000"}}
	case said:
		return tellShown(c, d, r, name, percent)
	case hero.Skill.In(c) != "":
		c.Note(commands.Remarked, "the skill matters only to the retention that the spell menu shows")
	}
	if ok {
		tellLeft(d, r, a, t, name, casting)
	}
	return nil
}

// tellLeft tells how many turns are left of a spell whose book was read t turns ago.
func tellLeft(d *steps.Derivation, r *commands.Reply, a *memoryAnswer, t int, name, casting string) {
	left := max(0, a.Turns-t)
	a.Left = &left
	d.Work(rules.CiteSpellsAge, "left", strconv.Itoa(left)+" turns", "max(0, %d - %d)", a.Turns, t)
	r.Headline = wording.Count(left, "turn")
	r.Summary = fmt.Sprintf("%s read %s ago is known for %s more%s.", name, wording.Count(t, "turn"), wording.Count(left, "turn"), casting)
	if left == 0 {
		r.Headline = "forgotten"
		r.Summary = fmt.Sprintf("%s read %s ago is forgotten: it was known for %d turns, and 0 turns are left.", name, wording.Count(t, "turn"), a.Turns)
	}
}

// sayRereading says what reading a book again does.
func sayRereading(m *spell.Memory) string {
	switch {
	case m.Most != nil:
		return fmt.Sprintf(" Reading it again with %d or fewer turns left adds %d, to at most %d.", m.RefreshAt, m.Turns, *m.Most)
	case m.Asks:
		return fmt.Sprintf(" Reading it again makes it %d once more; with over %d left the game asks first.", m.Turns, m.RefreshAt)
	}
	return fmt.Sprintf(" Reading it again makes it %d once more, but only with %d or fewer left.", m.Turns, m.RefreshAt)
}

// sayReadings says how often a book that was polymorphed n times and read so often can be read, and
// adds the step to that.
func sayReadings(c *commands.Call, d *steps.Derivation, n, read, readings int) string {
	total := c.Rules.Casts().Readings
	switch {
	case read > 0:
		d.Work(rules.CiteReadAgain, "readings", strconv.Itoa(readings), "max(0, %d - %d - %d)", total, read, n).Of("those so far, and each polymorph counts as one")
		return fmt.Sprintf(" A book read %s so far can be read %s.", often(read), wording.Count(readings, "more time"))
	case n == 0:
		d.Given("learning from a book", "readings", strconv.Itoa(readings))
		return fmt.Sprintf(" A book can be read %d times in all.", readings)
	case readings > 0:
		d.Work(rules.CiteReadAgain, "readings", strconv.Itoa(readings), "max(1, %d - %d)", total, n).Of("each polymorph counts as a reading")
		return fmt.Sprintf(" A book polymorphed %s has %s left.", often(n), wording.Count(readings, "reading"))
	case known.In(c):
		d.Work(rules.CiteReadAgain, "readings", "0", "max(0, %d - %d)", total, n).Of("each polymorph counts as a reading")
	default:
		d.Work(rules.CiteReadAgain, "readings", "0", "max(0, %d - 1 - %d)", total, n).Of("each polymorph counts as a reading, and what could not be read again after the first is too faint for that as well")
	}
	return fmt.Sprintf(" A book polymorphed %s is too faint: it can be read 0 more times.", often(n))
}

// tellShown tells how many turns are left of a spell of which the menu shows a percentage.
func tellShown(c *commands.Call, d *steps.Derivation, r *commands.Reply, name string, percent int) error {
	skill, said := rules.SkillNamed(hero.Skill.In(c))
	if !said {
		skill = spell.ShowsRetention(c.Rules, percent)
	}
	least, most, ok := spell.Retained(c.Rules, percent, skill)
	if !ok {
		return &commands.Problem{Text: c.Rules.Title + " does not show what is left of a spell in percent.", Hints: []string{"memory 15000 turns"}}
	}
	if !said {
		c.Note(commands.Assumed, fmt.Sprintf("%s in its school: the menu shows ranges, and this is the lowest skill with one that begins or ends so", skill))
	}
	of := c.Rules.Casts().RetentionOf
	d.Work(rules.CiteRetention, "most turns left", strconv.Itoa(most), "%d*%d/100", most*100/of, of)
	d.Work(rules.CiteRetention, "fewest turns left", strconv.Itoa(least), "%d*%d/100 + 1", (least-1)*100/of, of)
	r.Headline = fmt.Sprintf("%d to %d turns", least, most)
	r.Summary = fmt.Sprintf("%s shown at %d%% is known for %d to %d turns more: the menu rounds up to a range that depends on the skill.", name, percent, least, most)
	if now, said := hero.Turn.In(c); said {
		r.Headline = fmt.Sprintf("turn %d to %d", now+least, now+most)
		r.Summary = fmt.Sprintf("%s shown at %d%% on turn %d is forgotten on turn %d to %d: the menu rounds up to a range that depends on the skill.", name, percent, now, now+least, now+most)
		d.Work("", "forgotten on turn", fmt.Sprintf("%d to %d", now+least, now+most), "%d + %d to %d", now, least, most)
	}
	r.Cite(c.Rules, rules.CiteRetention)
	return nil
}

// readSince returns how many turns ago the book was read; ok is false if the call does not say.
func readSince(c *commands.Call) (turns int, ok bool, err error) {
	at, saidAt := learned.In(c)
	if turns, ok = since.In(c); ok && saidAt {
		return 0, false, &commands.Problem{Text: "Say how many turns ago the book was read, or on which turn it was and which it is now.", Hints: []string{fmt.Sprintf("memory %d turns", turns), fmt.Sprintf("memory learned %d turn %d", at, at+turns)}}
	} else if ok {
		return turns, true, nil
	}
	now, saidNow := hero.Turn.In(c)
	percent, _ := shown.In(c)
	switch {
	case saidAt && saidNow && now < at:
		return 0, false, &commands.Problem{Text: fmt.Sprintf("Turn %d is before turn %d, when the book was read.", now, at), Slot: "turn", Hints: []string{"memory learned 500 turn 18000"}}
	case saidAt && saidNow:
		return now - at, true, nil
	case percent > 0: // which says it, whatever turn it is
	case saidNow && !saidAt:
		c.Note(commands.Assumed, "the book was read on turn 1")
		return max(0, now-1), true, nil
	}
	return 0, false, nil
}

// often returns a number of times: "once", "3 times".
func often(n int) string {
	if n == 1 {
		return "once"
	}
	return wording.Count(n, "time")
}
