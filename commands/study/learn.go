package study

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

func learn() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "learn",
		Fillers: "spellbook book spellbooks",
		Aliases: []string{"read", "study"},
		Summary: "Show how often reading a spellbook fails and what happens then, or up to what level books are safe",
		Params: commands.Takes(
			commands.RuleSet, hero.Spell, hero.Role, hero.XL, hero.Int, hero.Wis, book, lenses, dull, hero.Confused, blindly,
		),

		Examples: []string{
			"learn wiz xl1 int18 magic missile",
			"learn wiz xl5 int16 finger of death lenses",
			"learn pri xl3 wis16 int10 cursed magic mapping",
			"learn wiz xl6 int17",
			"learn blind",
		},
	}, tellLearn)
}

// The parameters of learn.
var (
	book    = commands.NewChoice(commands.Param{Name: "book", Summary: "Blessed, uncursed or cursed", Choices: []string{"blessed", "uncursed", "cursed"}})
	lenses  = commands.NewFlag(commands.Param{Name: "lenses", Summary: "Wearing lenses"})
	dull    = commands.NewFlag(commands.Param{Name: "dull", Summary: "The book looks dull"})
	blindly = commands.NewFlag(commands.Param{Name: "blind", Summary: "What can be read while blind", Words: []string{"blinded", "blindfolded"}})
)

// blindAnswer is the machine-readable answer about reading blind.
type blindAnswer struct {
	Books   bool `json:"spellbooks"`
	Dead    bool `json:"book_of_the_dead"`
	Scrolls bool `json:"scrolls_with_seen_labels"`
}

// tellBlind says what can be read blind.
func tellBlind(c *commands.Call, rule *rules.BlindReading) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	r := &s.Reply
	books := "no spellbook can be read"
	if rule.DeadToo {
		books += " but the Book of the Dead"
	}
	r.Headline, r.Summary = "No", "Blind, "+books+". A scroll can if you saw its label before, and you pronounce its formula; one that you have not seen cannot."
	r.Data = blindAnswer{Dead: rule.DeadToo, Scrolls: true}
	r.Cite(c.Rules, rules.CiteBlindReading)
	s.Steps.Given(rules.CiteBlindReading, "spellbooks", books)
	s.Steps.Given(rules.CiteBlindReading, "scrolls", "if the label was seen")
	return s, nil
}

func tellLearn(c *commands.Call) (*commands.Story, error) {
	if blindly.In(c) {
		return commands.By(tellBlind)(c)
	}
	if bookless(c) {
		return tellLearnLevels(c)
	}
	lq, err := learnQuestion(c)
	if err != nil {
		return nil, err
	}
	a, m := spell.Learn(lq), spell.Remembering(c.Rules)
	r := commands.Reply{Headline: wording.Share(a.Fail.P)}
	r.Data = struct {
		spell.LearnAnswer
		Memory spell.Memory `json:"memory"`
	}{a, m}
	r.Summary = learnSummary(lq, &a)
	r.Aside(learnWarning(&a))
	if a.Fail.P > 0 {
		for _, e := range a.Effects {
			r.Fact(e.What, wording.Share(e.P))
		}
	}
	again := "with at most " + strconv.Itoa(m.RefreshAt) + " turns left reading again refreshes it"
	if m.Asks {
		again += "; above, the game asks and then refreshes"
	}
	r.Fact("ability", strconv.Itoa(a.Ability))
	r.Fact("known for", strconv.Itoa(m.Turns)+" turns; "+again)
	r.Fact("a book is read", strconv.Itoa(m.Readings)+" times in all")
	r.EngineNotes(c.Rules, a.Notes, nil, a.Cites)
	return &commands.Story{Reply: r, Steps: learnSteps(c, lq, &a)}, nil
}

// learnQuestion returns the reader and the book that a call describes.
func learnQuestion(c *commands.Call) (*spell.LearnQuestion, error) {
	said := hero.Spell.One(c)
	if said == nil {
		return nil, &commands.Problem{Text: "Which spell?", Slot: "spell", Hints: []string{c.Command.Examples[0]}}
	}
	q, err := reader(c)
	if err == nil {
		q.Spell = said.Value.(*rules.Spell)
	}
	return q, err
}

// reader returns the reader of a call, and the state of the book.
func reader(c *commands.Call) (*spell.LearnQuestion, error) {
	role, ok := hero.Role.In(c)
	if !ok { // the chance is the same for all; the game warns Wizards alone
		role = c.Rules.Role("Wizard")
		hero.Role.Put(c, role.Name, role)
		c.Note(commands.Assumed, "you are a Wizard, the only role that the game warns")
	}
	q := spell.Question{Rules: c.Rules, Role: role, Wis: 10, Dex: 12, Confused: hero.Confused.In(c)}
	q.XL = hero.XL.Else(c, 1, "XL 1")
	if q.Int, ok = hero.Int.In(c); !ok {
		return nil, &commands.Problem{Text: "Reading depends on Int, whatever your role casts with. Give your Int.", Hints: []string{"int18"}}
	}
	q.Wis = hero.Wis.Else(c, q.Wis, "")
	if err := q.Check(); err != nil {
		return nil, err
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
	b.Grow(320)
	b.WriteString(wording.Capital(q.Spell.Name) + ", level " + strconv.Itoa(q.Spell.Level) + ": ")
	switch {
	case a.Fail.P == 0:
		b.WriteString("you never fail to read it, in " + reading(a))
	case a.Fail.P == 1:
		b.WriteString("you always fail to read it, and are " + failed(q, a))
	default:
		b.WriteString(wording.Chance(a.Fail.P) + " to fail (" + a.Fail.String() + "), and " + reading(a) + " of reading")
		if tellsFailure(q, a) {
			b.WriteString("; after a failure you are " + failed(q, a))
		}
	}
	if a.Learn.P != a.Fail.Not().P {
		b.WriteString("; you learn the spell " + wording.Share(a.Learn.P) + " of the time")
	}
	b.WriteString(".")
	if a.Asleep != nil {
		fmt.Fprintf(&b, " %s to fall asleep first.", wording.Capital(wording.Chance(a.Asleep.P)))
	}
	effects, torn := a.Effects, spell.Effect{}
	if n := len(effects); q.Confused {
		effects, torn = effects[:n-1], effects[n-1]
	}
	if a.Fail.P > 0 {
		b.WriteString(mishaps(effects) + ".")
	}
	if torn.P > 0 {
		fmt.Fprintf(&b, " Otherwise, confused, you tear the book: %s.", wording.Share(torn.P))
	}
	b.WriteString(learnWarning(a))
	return b.String()
}

// learnWarning returns the game's warning about a book, or "" if it gives none.
func learnWarning(a *spell.LearnAnswer) string {
	if a.Warning == "" || a.Warning == "none" {
		return ""
	}
	return " The game warns a Wizard that it is " + a.Warning + "."
}

// reading returns how long a reading takes: "80 turns", "53.2 turns on average (40 to
// 80)".
func reading(a *spell.LearnAnswer) string {
	if a.LeastTurns == a.StudyTurns {
		return wording.Count(a.StudyTurns, "turn")
	}
	return fmt.Sprintf("%s turns on average (%d to %d)", wording.Amount(a.MeanTurns), a.LeastTurns, a.StudyTurns)
}

// tellsFailure reports whether the time that a failure costs is told: where a reading
// always fails, and where it may and that is not the time of reading.
func tellsFailure(q *spell.LearnQuestion, a *spell.LearnAnswer) bool {
	return a.Fail.P == 1 || a.Fail.P > 0 && (q.Lenses || a.FailTurns != a.StudyTurns || q.Rules.Learning().Confuses)
}

// failed returns the state a failure leaves the reader in.
func failed(q *spell.LearnQuestion, a *spell.LearnAnswer) string {
	if q.Rules.Learning().Confuses {
		return "confused for " + wording.Count(a.FailTurns, "turn")
	}
	return "helpless for " + wording.Count(a.FailTurns, "turn")
}

// mishaps lists what a failure does, with chances out of all readings: the loss of the
// book, and the mishaps, which are equally likely unless stated otherwise: "Of all readings,
// 17.1% crumble the book, and seven mishaps come in 8.57% each: ...".
func mishaps(list []spell.Effect) string {
	out := " Of all readings, "
	if last := len(list) - 1; list[last].What == spell.Crumbles {
		out, list = out+wording.Share(list[last].P)+" crumble the book, and ", list[:last]
	}
	what, each := make([]string, len(list)), make([]string, len(list))
	alike := true
	for i, e := range list {
		what[i], each[i] = e.What, e.What+" "+wording.Share(e.P)
		alike = alike && e.Fraction == list[0].Fraction
	}
	switch {
	case len(list) == 1:
		return out + "one mishap comes in " + wording.Share(list[0].P) + ": " + what[0]
	case !alike:
		return out + counted[len(list)] + " mishaps come: " + strings.Join(each, ", ")
	}
	return out + counted[len(list)] + " mishaps come in " + wording.Share(list[0].P) + " each: " + strings.Join(what, ", ")
}

// counted spells out the number of mishaps.
var counted = [...]string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight"}
