package casting

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// curveStats holds the values shown if no stat was said.
var curveStats = [...]int{10, 14, 16, 18, 20, 25}

func fail() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "fail",
		Fillers: "table",
		Aliases: []string{"failure", "spellfail"},
		Summary: "Show how often a spell fails, and what would change that",
		Params: commands.Takes(
			commands.RuleSet, Spell, hero.Role, hero.XL, hero.Int, hero.Wis, hero.Dex, Skill, hero.Worn, hero.Held,
			target, hero.Confused, stunned, illithid, Amulet, hero.Naked, tier, chart,
		),
		Examples: []string{
			"fail wiz xl8 int16 basic force bolt plate mail",
			"fail wiz xl8 int16 basic force bolt plate mail <20%",
			"fail pri xl12 wis18",
			"fail v3.4.3 kni xl12 wis14 skilled turn undead, robe, plate mail",
			"fail xnethack sam xl10 int15 basic magic missile chart",
		},

		Next: failNext,
	}, tellFail)
}

func tellFail(_ context.Context, c *commands.Call) (*commands.Story, error) {
	q, statSaid, err := caster(c)
	if err != nil {
		return nil, err
	}
	unread(c, &q)
	failWarnings(c, &q)

	sp := Spell.One(c)
	if sp == nil {
		said := Skill.In(c)
		if said != "" {
			q.Skill, _ = rules.SkillNamed(said)
		}
		rows := spellRows(c, &q, said != "", statSaid)
		return &commands.Story{Reply: failTable(c, &q, rows, statSaid), Steps: exampleSteps(c, easiest(c, &q, rows), statSaid)}, nil
	}
	q.Spell = sp.Value.(*rules.Spell)
	skilled(c, &q)
	if !statSaid {
		return &commands.Story{Reply: failCurve(c, &q), Steps: exampleSteps(c, &q, statSaid)}, nil
	}
	a := spell.Fail(&q)
	r := failOne(c, &q, &a)
	_, said := hero.XL.In(c)
	if _, wanted := target.In(c); !said && !wanted && chart.In(c) { // what is to be reached names the level
		byLevel(c, &q, &r)
	}
	d := steps.New(c.Rules)
	failSteps(d, &q, &a)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// failWarnings adds what the asker should know about the state described.
func failWarnings(c *commands.Call, q *spell.Question) {
	casting := &c.Rules.Casting
	for i := range q.Worn {
		p := &q.Worn[i]
		if p.Worn == nil {
			continue
		}
		if p.BUC != rules.Uncursed && !q.Role.Curses {
			c.Note(commands.Remarked, fmt.Sprintf("%s or not, the %s counts the same", p.BUC, p.Name))
		}
		if p.Enchant != 0 && !p.Mind {
			c.Note(commands.Remarked, fmt.Sprintf("the enchantment of the %s makes no difference", p.Name))
		}
	}
	if h := q.Worn[rules.Helmet]; h.Worn != nil && h.Mind && h.Enchant != 0 {
		c.Note(commands.Remarked, fmt.Sprintf("%+d from the helm added to %s", h.Enchant, q.Role.Stat))
	}
	if q.Confused && casting.Formula == rules.Power {
		c.Note(commands.Warned, "I don't know what confusion does to casting in "+c.Rules.Title)
	}
	if stunned.In(c) {
		if !casting.StunnedRefused {
			c.Note(commands.Warned, c.Rules.Title+" does not mind a stunned caster")
		}
	}
	if q.Amulet && casting.Power.AmuletMultiples == 0 {
		c.Note(commands.Warned, "the Amulet drains power but does not change how often a cast fails")
	}
	if q.Role.Curses && slices.ContainsFunc(hero.Worn.All(c), func(s commands.Said) bool { return s.BUC == rules.BUCNotSaid }) {
		c.Note(commands.Assumed, "what is worn is uncursed unless you say otherwise")
	}
}

// outcome returns a figure in words: "47% fail", or what a cast costs where none
// fails.
func outcome(a *spell.Figures, short bool) string {
	switch {
	case a.Fails && short:
		return wording.Percentage(a.Fail)
	case a.Fails:
		return wording.Percentage(a.Fail) + " fail"
	case a.Cost < 0:
		return "cannot be cast"
	}
	return strconv.Itoa(a.Cost) + " Pw"
}

func cost(n int) *int {
	if n < 0 {
		return nil
	}
	return &n
}

func changeAnswer(ch spell.Change, fails bool) failChange {
	out := failChange{What: ch.Kind.String(), FailPercent: ch.Fail}
	switch ch.Kind {
	case spell.GainLevel:
		out.Value = ch.Value
	case spell.GainStat:
		out.What, out.Value = strings.ToLower(string(ch.Stat)), ch.Value
	case spell.Train:
		out.Value = ch.Skill.String()
	default:
		out.Value = ch.Thing
	}
	if !fails {
		out.PwCost = cost(ch.Cost)
	}
	return out
}

// changeTo returns a change with its result: "plate mail off -> 0%".
func changeTo(ch spell.Change, fails bool) string {
	after := spell.Figures{Fails: fails, Fail: ch.Fail, Cost: ch.Cost}
	return ch.String() + " -> " + outcome(&after, true)
}

func failOne(c *commands.Call, q *spell.Question, a *spell.Answer) commands.Reply {
	answer := failAnswer(c, q, a)
	name, goes, who := wording.Capital(q.Spell.Name), outcome(&a.Figures, false), " ("+describeHero(q, true, true)+")"
	r := commands.Reply{
		Summary:  name + ": " + goes + who + ".",
		Headline: outcome(&a.Figures, true),
		Fields:   failFacts(a),
		Hints:    []string{"why"},
		Data:     answer,
		Version:  c.Rules.Name,
	}
	if !a.Fails {
		never := ", casts do not fail"
		if a.Cost < 0 {
			never = ""
		}
		r.Summary = name + ": " + goes + never + ", success " + wording.Percentage(a.Success) + who + "."
	}
	r.Aside(who)
	limit, wanted := target.In(c)
	if wanted {
		r.Summary += reachSummary(answer, q, a, limit)
	}
	advice := spell.Advise(q)
	if best, ok := advice.Best(); ok {
		ch := changeAnswer(best, a.Fails)
		answer.BestChange = &ch
	}
	if !wanted || len(answer.Reach) == 0 && !*answer.Reached {
		r.Summary += waysSummary(answer, advice.Ways(), &a.Figures, wanted)
	}
	r.Cite(c.Rules, rules.CiteFailure, rules.CiteRole)
	citeSkill(c, &r, q)
	r.Tone = failTone(a.Fail)
	if chart.In(c) {
		r.Chart = failChart(q)
	}
	psionic(&r, q)
	if stunned.In(c) && q.Rules.Casting.StunnedRefused {
		r.Headline = "no casting while stunned"
		name, rest, _ := strings.Cut(r.Summary, ":")
		r.Summary = "You cannot cast while stunned. " + name + " once that passes:" + rest
	}
	return r
}

// failFacts returns the figures behind the answer.
func failFacts(a *spell.Answer) []commands.Field {
	if !a.Fails {
		return []commands.Field{{Name: "success", Value: wording.Percentage(a.Success)}, {Name: "hampered by", Value: strconv.Itoa(a.Penalty)}}
	}
	return []commands.Field{{Name: "penalty", Value: strconv.Itoa(a.Penalty)}, {Name: "power", Value: strconv.Itoa(a.Cost) + " Pw"}}
}

// waysSummary says what helps, beginning with what can be done at once, and puts it
// into the answer. Ways that are hardly better than an earlier one are left out.
func waysSummary(answer *FailAnswer, ways []spell.Way, a *spell.Figures, wanted bool) string {
	const most, worth = 3, 5 // ways, and percentage points or Pw
	if len(ways) == 0 {
		if !wanted && a.Fails && a.Fail > 0 {
			return " Nothing you can change lowers that."
		}
		return ""
	}
	says := make([]string, 0, most)
	answer.Ways = make([]failWay, 0, len(ways))
	last := spell.Way{}
	for i, w := range ways {
		after := spell.Figures{Fails: a.Fails, Fail: w.Fail, Cost: w.Cost}
		out := failWay{What: make([]string, len(w.Changes)), FailPercent: w.Fail}
		for k, ch := range w.Changes {
			ch.Or = ""
			out.What[k] = ch.String()
		}
		if !a.Fails {
			out.PwCost = cost(w.Cost)
		}
		answer.Ways = append(answer.Ways, out)
		if i > 0 && last.Fail-w.Fail < worth && last.Cost-w.Cost < worth || len(says) == most {
			continue
		}
		last = w
		says = append(says, w.String()+" -> "+outcome(&after, true))
	}
	return " Best change: " + strings.Join(says, ", or ") + "."
}

// failAnswer returns one spell's answer for a machine, without changes.
func failAnswer(c *commands.Call, q *spell.Question, a *spell.Answer) *FailAnswer {
	f := a.Figures
	out := &FailAnswer{
		Spell: q.Spell.Name, Level: q.Spell.Level, School: string(c.Rules.School(q.Role, q.Spell)), Skill: q.Skill.String(),
		FailPercent: &f.Fail, SuccessPercent: &f.Success, Penalty: &f.Penalty, Chance: &f.Chance, PwCost: cost(f.Cost), Fails: f.Fails,
	}
	out.Steps = make([]failStep, len(a.Steps.All()))
	for i, s := range a.Steps.All() {
		out.Steps[i] = failStep{s.What.String(), s.Value}
	}
	return out
}

// reachSummary says what brings the failure down to a limit, and puts it into the
// answer.
func reachSummary(answer *FailAnswer, q *spell.Question, a *spell.Answer, limit int) string {
	reached := a.Fail <= limit
	answer.Target, answer.Reached = &limit, &reached
	reach := spell.Reach(q, limit)
	answer.Reach = make([]failChange, len(reach))
	says := make([]string, len(reach))
	for i, ch := range reach {
		answer.Reach[i] = changeAnswer(ch, a.Fails)
		says[i] = changeTo(ch, a.Fails)
	}
	what := fmt.Sprintf("%d%% or less", limit)
	if limit == 0 {
		what = "0%"
	}
	if !a.Fails {
		what += " (100 less the success)"
	}
	switch {
	case reached:
		return " That is " + what + " already."
	case len(reach) == 0:
		return " No single change reaches " + what + "."
	}
	list, _ := wording.List(says, ", or ", 160)
	return " To reach " + what + ": " + list + "."
}

// failTone judges a failure rate: a spell that fails at most once in ten casts can be
// relied on; one that fails more often than not is no help in an emergency.
func failTone(percent int) commands.Tone {
	switch {
	case percent <= 10:
		return commands.Good
	case percent <= 50:
		return commands.Fair
	}
	return commands.Bad
}

// failNext returns the questions that players ask next: the same without the piece that
// hampers most, and the same one level later.
func failNext(c *commands.Call) []commands.Next {
	sp := Spell.One(c)
	q, statSaid, err := caster(c)
	if err != nil || sp == nil || !statSaid {
		return nil
	}
	q.Spell = sp.Value.(*rules.Spell)
	skilled(c, &q)
	now := spell.Fail(&q)
	var out []commands.Next
	worst, lowest := "", now.Fail
	for slot := range q.Worn {
		if q.Worn[slot].Worn == nil {
			continue
		}
		without := q
		without.Worn[slot] = spell.Piece{}
		if a := spell.Fail(&without); a.Fail < lowest {
			worst, lowest = q.Worn[slot].Name, a.Fail
		}
	}
	if worst != "" {
		out = append(out, commands.Next{Label: "take off " + worst, Line: c.Changed(hero.Worn, func(v *commands.Value) {
			for i := range v.Names {
				if v.Names[i].Name == worst {
					v.Names[i].Without = true // not left out: a remembered one would come back
				}
			}
		})})
	}
	later := q
	later.XL++
	if q.XL < spell.MaxXL && spell.Fail(&later).Fail != now.Fail {
		out = append(out, commands.Next{Label: "XL+1", Line: c.Changed(hero.XL, func(v *commands.Value) { v.Num, v.To = q.XL+1, q.XL+1 })})
	}
	return out
}

// psionic warns of the one spell whose failure depends on the race.
func psionic(r *commands.Reply, q *spell.Question) {
	const wave = "psionic wave"
	switch {
	case q.Spell.Name == wave && q.Race == "":
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: "an illithid's psionic wave never fails"})
	case q.Spell.Name != wave && q.Race != "":
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Remarked, Text: "an " + q.Race + " casts " + q.Spell.Name + " as others do"})
	}
}
