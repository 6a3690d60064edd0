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

// The parameters of practice.
var (
	goal = commands.NewChoice(commands.Param{Name: "goal", Summary: "The skill to reach: to expert", Choices: []string{"to basic", "to skilled", "to expert"},
		Also: map[string]string{"until basic": "to basic", "until skilled": "to skilled", "until expert": "to expert"}})
	rideSkill = commands.NewFlag(commands.Param{Name: rules.Riding, Summary: "The skill of riding", Words: []string{"riding skill"}})
	trained   = commands.NewNumber(commands.Param{Name: "trained", Summary: "The practice that you have already: trained 47", Words: []string{"training"}, After: []string{"points", "point"}, Min: 0, Max: 500})
	ofTier    = commands.NewNumber(commands.Param{Name: "tier", Summary: "The level of the spell that is cast, if it has no name: tier 5", Words: []string{"spell level"}, Min: 1, Max: mostTier, Moot: spellSaid})
	arms      = commands.NewName[string](commands.Param{Name: "weapon", Noun: "a weapon skill", Summary: "A weapon's skill instead of a spell's: long sword", Words: []string{"with"}, Vocabulary: armTerms})
)

// mostTier is the highest spell level in any version.
const mostTier = 7

// spellSaid reports whether a call names the spell that is cast, which has its level.
func spellSaid(c *commands.Call) bool { return hero.Spell.One(c) != nil }

func practice() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "practice",
		Fillers: "spells spell magic casts cast casting skill skills before can advance advancing enhance a",
		Aliases: []string{"practise", "train", "training", "enhance", "advance"},
		Summary: "Show how many casts or hits it takes before a skill can be advanced",
		Params:  commands.Takes(commands.RuleSet, hero.Spell, hero.School, ofTier, hero.Role, goal, hero.Skill, arms, rideSkill, trained, hero.Failing, mayWield),

		Examples: []string{"practice force bolt", "practice wiz fireball to expert", "practice basic sleep failing 30%", "practice wiz attack spells", "practice unskilled to basic tier 5", "practice weapon to skilled", "practice knight riding", "practice sam long sword", "practice basic dagger trained 47", "practice Priest mace may wield"},
	}, commands.By(tellPractice))
}

// practiceAnswer is the machine-readable answer of `practice`.
type practiceAnswer struct {
	Each  int             `json:"practice_each"` // of a cast, or a hit
	Steps []spell.Advance `json:"steps"`
	Times int             `json:"times"` // successful casts or hits in all
	// Tries is how many casts that takes on average; nil if none fails.
	Tries *float64 `json:"casts,omitempty"`
}

func tellPractice(c *commands.Call, rule *rules.Practice) (*commands.Story, error) {
	if mayWield.In(c) {
		return tellWielding(c)
	}
	p, err := practised(c)
	if err != nil {
		return nil, err
	}
	each, from, magic, per := p.each, p.from, p.magic(), 1
	once, trains := p.trains()
	have, _ := trained.In(c)
	d := steps.New(c.Rules)
	if p.rides() {
		if per = rule.Ride; per == 0 {
			return nil, &commands.Problem{Text: "I don't know how riding is practised in " + c.Rules.Title + ".", Hints: []string{"practice v" + rules.Default + " riding"}}
		}
		d.Given(trains, "ridden moves for each point of practice", strconv.Itoa(per))
	} else {
		d.Given(trains, "practice of each "+once, strconv.Itoa(each))
	}
	a := practiceAnswer{Each: each, Steps: spell.Advances(c.Rules, from, p.best, each, have, magic || p.rides() || rules.BareHands(p.skill))}
	s := &commands.Story{Steps: d}
	r := &s.Reply
	r.Table = &commands.Table{Columns: []string{"from", "to", "practice", "in all", wording.Plural(once), "slots"}}
	var says, sums []string
	for i := range a.Steps {
		x := &a.Steps[i]
		x.Times *= per
		a.Times += x.Times
		level := int(from-rules.Unskilled) + 1 + i
		if reached := (level - 1) * (level - 1) * rule.Square; have > reached {
			d.Work(rules.CiteAdvancing, "practice to "+x.To, strconv.Itoa(x.Points), "max(0, %d*%d*%d - %d)", level, level, rule.Square, have)
		} else {
			d.Work(rules.CiteAdvancing, "practice to "+x.To, strconv.Itoa(x.Points), "%d*%d*%d - %d*%d*%d", level, level, rule.Square, level-1, level-1, rule.Square)
		}
		if p.rides() {
			d.Work("", "moves to "+x.To, strconv.Itoa(x.Times), "%d*%d", x.Points, per)
		} else {
			d.Work("", wording.Plural(once)+" to "+x.To, strconv.Itoa(x.Times), "⌈%d/%d⌉", x.Points, each)
		}
		says = append(says, fmt.Sprintf("%s from %s to %s (%s)", wording.Count(x.Times, once), wording.Capital(x.From), wording.Capital(x.To), wording.Count(x.Slots, "skill slot")))
		sums = append(sums, strconv.Itoa(x.Times))
		r.Table.Rows = append(r.Table.Rows, []string{x.From, x.To, strconv.Itoa(x.Points), strconv.Itoa(x.At), strconv.Itoa(x.Times), strconv.Itoa(x.Slots)})
	}
	d.Work("", "in all", strconv.Itoa(a.Times), "%s", strings.Join(sums, " + "))
	r.Headline = wording.Count(a.Times, once)
	r.Summary = fmt.Sprintf("%s%s: %s.", p.what, p.who, strings.Join(says, ", "))
	if len(a.Steps) > 1 {
		r.Summary += fmt.Sprintf(" That makes %s.", wording.Count(a.Times, once))
	}
	if n, ok := hero.Failing.In(c); ok && magic && n < 100 {
		a.failing(r, d, n)
	}
	if !magic && !p.rides() {
		c.Note(commands.Remarked, fmt.Sprintf("a hit that does %d damage does not count", rule.TooLittle))
	}
	r.Data = a
	r.Cite(c.Rules, trains, rules.CiteAdvancing, rules.CiteSlots)
	return s, nil
}

// failing adds how many casts it takes if so many per cent fail.
func (a *practiceAnswer) failing(r *commands.Reply, d *steps.Derivation, percent int) {
	tries := float64(a.Times) * 100 / float64(100-percent)
	a.Tries = &tries
	r.Summary += fmt.Sprintf(" At %d%% failure it takes %s casts on average, because failed ones do not count.", percent, wording.Amount(tries))
	d.Work("", "casts on average", wording.Amount(tries), "%d/(1 - %d%%)", a.Times, percent)
}
