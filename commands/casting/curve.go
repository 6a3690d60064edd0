package casting

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// failChart returns the failure over experience levels, or the success where casts
// do not fail, with a mark at the hero's own.
func failChart(q *spell.Question) *commands.Chart {
	y := "fail %"
	points := commands.Points(spell.MinXL, spell.MaxXL, func(xl int) float64 {
		at := *q
		at.XL = xl
		a := spell.Fail(&at)
		if !a.Fails {
			y = "success %"
			return float64(a.Success)
		}
		return float64(a.Fail)
	})
	out := commands.Plot(chartTitle(q, y, "XL"), "XL", y, 100, points)
	mark := float64(q.XL)
	out.Kind, out.Mark = commands.Steps, &mark
	return out
}

// chartTitle says what a curve is of: the spell, what is counted of it and by what, the
// hero without the level, and the version.
func chartTitle(q *spell.Question, y, by string) string {
	hero := describeHero(q, true, true)
	if role, rest, ok := strings.Cut(hero, ", "); ok {
		role, _, _ = strings.Cut(role, " XL")
		hero = role + ", " + rest
	}
	return curveTitle(q, y, by, hero)
}

func curveTitle(q *spell.Question, y, by, hero string) string {
	does := "fails"
	if !strings.HasPrefix(y, "fail") {
		does = "succeeds"
	}
	return fmt.Sprintf("How often %s %s by %s: %s, %s", q.Spell.Name, does, by, hero, q.Rules.Title)
}

// levelSteps holds the failure rates for which an answer by level names the first level
// that reaches them.
var levelSteps = [...]int{75, 50, 25, 10, 0}

// byLevel adds to an answer how often the spell fails by experience level, if the
// question does not say one. If it does not say a skill either, the best skill that the
// role can reach is added.
func byLevel(c *commands.Call, q *spell.Question, r *commands.Reply) {
	answer, ok := r.Data.(*FailAnswer)
	if !ok || !answer.Fails {
		return
	}
	c.Notes = slices.DeleteFunc(c.Notes, func(n commands.Note) bool { return n.Text == levelAssumed })
	answer.Levels = levels(q)
	r.Table = &commands.Table{Columns: []string{"XL", "fail"}}
	last := -1
	for _, l := range answer.Levels {
		if l.FailPercent != last {
			r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(l.XL), wording.Percentage(l.FailPercent)})
		}
		last = l.FailPercent
	}
	who := describeHero(q, true, true)
	if role, rest, ok := strings.Cut(who, ", "); ok {
		role, _, _ = strings.Cut(role, " XL")
		who = role + ", " + rest
	}
	r.Summary = fmt.Sprintf("%s fails by XL (%s): %s.", wording.Capital(q.Spell.Name), who, sayLevels(answer.Levels))
	if best, known := q.Role.Reach(c.Rules.School(q.Role, q.Spell)); known && best > q.Skill && Skill.In(c) == "" && answer.Levels[0].FailPercent > 0 {
		trained := *q
		trained.Skill = best
		r.Summary += fmt.Sprintf(" %s: %s.", titled(best), sayLevels(levels(&trained)))
	}
}

// levels returns how often a cast fails at each experience level.
func levels(q *spell.Question) (out []failLevel) {
	at := *q
	for at.XL = spell.MinXL; at.XL <= spell.MaxXL; at.XL++ {
		out = append(out, failLevel{at.XL, spell.Fail(&at).Fail})
	}
	return out
}

// sayLevels names the first level at which each of levelSteps is reached: "1: 77%, 12:
// 43%".
func sayLevels(list []failLevel) string {
	first, last := list[0], list[len(list)-1]
	says := []string{fmt.Sprintf("%d: %s", first.XL, wording.Percentage(first.FailPercent))}
	if first.FailPercent == last.FailPercent {
		return wording.Percentage(first.FailPercent) + " at every XL"
	}
	reached := first.FailPercent
	for _, step := range levelSteps {
		from := slices.IndexFunc(list, func(l failLevel) bool { return l.FailPercent <= step })
		if step < reached && from >= 0 && list[from].FailPercent < reached {
			reached = list[from].FailPercent
			says = append(says, fmt.Sprintf("%d: %s", list[from].XL, wording.Percentage(reached)))
		}
	}
	if lowest := slices.IndexFunc(list, func(l failLevel) bool { return l.FailPercent == last.FailPercent }); last.FailPercent < reached {
		says = append(says, fmt.Sprintf("%d: %s", list[lowest].XL, wording.Percentage(last.FailPercent)))
	}
	return strings.Join(says, ", ")
}

// withStat returns the question with the casting attribute set.
func withStat(q *spell.Question, v int) *spell.Question {
	out := *q
	if q.Role.Stat == rules.Wis {
		out.Wis = v
	} else {
		out.Int = v
	}
	return &out
}

// failCurve answers a question that does not say the stat: the failure by stat.
func failCurve(c *commands.Call, q *spell.Question) commands.Reply {
	answer := &FailAnswer{
		Spell: q.Spell.Name, Level: q.Spell.Level, School: string(c.Rules.School(q.Role, q.Spell)), Skill: q.Skill.String(),
		Fails: c.Rules.Casting.Formula == rules.Percent,
	}
	table := &commands.Table{Columns: []string{string(q.Role.Stat), "fail"}}
	says := make([]string, len(curveStats))
	limit, wanted := target.In(c)
	lowest := 0
	for v := spell.MaxStat; wanted && v >= spell.MinStat; v-- {
		if a := spell.Fail(withStat(q, v)); a.Fail <= limit {
			lowest = v
		}
	}
	for i, v := range curveStats {
		a := spell.Fail(withStat(q, v))
		answer.Curve = append(answer.Curve, failPoint{v, a.Fail})
		answer.PwCost = cost(a.Cost)
		table.Rows = append(table.Rows, []string{fmt.Sprint(v), outcome(&a.Figures, true)})
		says[i] = fmt.Sprintf("%d: %s", v, outcome(&a.Figures, true))
	}
	if !answer.Fails {
		table.Columns[1] = "power"
		answer.PwCost = nil
	}
	r := commands.Reply{
		Summary: fmt.Sprintf("%s fails by %s (%s): %s.", wording.Capital(q.Spell.Name), q.Role.Stat, describeHero(q, true, false), strings.Join(says, ", ")),
		Table:   table,
		Data:    answer,
		Version: c.Rules.Name,
	}
	if !answer.Fails {
		r.Summary = fmt.Sprintf("%s costs by %s (%s): %s.", wording.Capital(q.Spell.Name), q.Role.Stat, describeHero(q, true, false), strings.Join(says, ", "))
	}
	r.Aside(" (" + describeHero(q, true, false) + ")")
	if wanted {
		answer.Target, answer.Reach = &limit, []failChange{}
		if lowest > 0 {
			a := spell.Fail(withStat(q, lowest))
			answer.Reach = append(answer.Reach, failChange{What: strings.ToLower(string(q.Role.Stat)), Value: lowest, FailPercent: a.Fail})
			r.Summary += fmt.Sprintf(" %d%% or less from %s %d on.", limit, q.Role.Stat, lowest)
		} else {
			r.Summary += fmt.Sprintf(" No %s reaches %d%% or less.", q.Role.Stat, limit)
		}
	}
	r.Cite(c.Rules, rules.CiteFailure, rules.CiteRole)
	citeSkill(c, &r, q)
	if chart.In(c) {
		r.Chart = commands.Plot(curveTitle(q, "fail %", string(q.Role.Stat), describeHero(q, true, false)), string(q.Role.Stat), "fail %", 100,
			commands.Points(spell.MinStat, spell.MaxStat, func(v int) float64 { return float64(spell.Fail(withStat(q, v)).Fail) }))
		r.Chart.Kind = commands.Steps
	}
	psionic(&r, q)
	return r
}
