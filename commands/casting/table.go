package casting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// failTable answers where no spell was said: every spell of the version.
func failTable(c *commands.Call, q *spell.Question, statSaid bool) (commands.Reply, error) {
	answer := &FailAnswer{Fails: c.Rules.Casting.Formula == rules.Percent}
	said := Skill.In(c)
	if said == "" {
		c.Note(commands.Assumed, "the best skill "+commands.Article(q.Role.Name)+" can reach in each school")
	} else {
		q.Skill, _ = rules.SkillNamed(said)
	}
	if !statSaid {
		c.Note(commands.Assumed, string(q.Role.Stat)+" not said: one column each for several")
	}
	noSpellNote(c)
	limit, wanted := target.In(c)

	type row struct {
		sp    *rules.Spell
		skill rules.Skill
		a     spell.Answer // at the stat said, or at the middle of the columns
	}
	rows := make([]row, 0, len(c.Rules.Spells))
	for _, sp := range c.Rules.Spells {
		at := *q
		at.Spell = sp
		if said == "" {
			best, known := q.Role.Reach(c.Rules.School(q.Role, sp))
			if !known {
				best = rules.Expert
			}
			at.Skill = best
		}
		if !statSaid {
			at = *withStat(&at, 18)
		}
		a := spell.Fail(&at)
		if wanted && a.Fail > limit {
			continue
		}
		rows = append(rows, row{sp, at.Skill, a})
	}
	slices.SortStableFunc(rows, func(x, y row) int {
		if !answer.Fails { // the cost is what matters; what cannot be cast comes last
			return cmp.Or(cmp.Compare(uint(x.a.Cost), uint(y.a.Cost)), cmp.Compare(x.sp.Level, y.sp.Level), cmp.Compare(x.sp.Name, y.sp.Name))
		}
		return cmp.Or(cmp.Compare(x.a.Fail, y.a.Fail), cmp.Compare(x.sp.Level, y.sp.Level), cmp.Compare(x.sp.Name, y.sp.Name))
	})

	table := &commands.Table{Columns: []string{"spell", "level", "skill", "fail", "Pw"}}
	if !answer.Fails {
		table.Columns[3] = "success"
	}
	if !statSaid {
		table.Columns = []string{"spell", "level", "skill"}
		for _, v := range curveStats {
			table.Columns = append(table.Columns, fmt.Sprintf("%s %d", q.Role.Stat, v))
		}
	}
	answer.Spells = make([]failSpell, 0, len(rows))
	for _, x := range rows {
		line := failSpell{Spell: x.sp.Name, Level: x.sp.Level, Skill: x.skill.String(), PwCost: cost(x.a.Cost)}
		cells := []string{x.sp.Name, fmt.Sprint(x.sp.Level), x.skill.String()}
		if statSaid {
			f := x.a.Fail
			line.FailPercent = &f
			pw := "-"
			if x.a.Cost >= 0 {
				pw = fmt.Sprint(x.a.Cost)
			}
			shown := x.a.Fail
			if !answer.Fails {
				shown = x.a.Success
			}
			cells = append(cells, commands.Percentage(shown), pw)
		} else {
			at := *q
			at.Spell, at.Skill = x.sp, x.skill
			for _, v := range curveStats {
				a := spell.Fail(withStat(&at, v))
				line.Curve = append(line.Curve, failPoint{v, a.Fail})
				cells = append(cells, outcome(&a, true))
			}
		}
		answer.Spells = append(answer.Spells, line)
		table.Rows = append(table.Rows, cells)
	}

	r := commands.Reply{Table: table, Data: answer, Version: c.Rules.Name, Hints: []string{"more"}}
	if wanted {
		answer.Target = &limit
	}
	head := fmt.Sprintf("%s, %d spells", describeHero(q, said != "", statSaid), len(rows))
	if !statSaid {
		head += fmt.Sprintf(" (by %s 18)", q.Role.Stat)
	}
	if wanted {
		head += fmt.Sprintf(" at %d%% or less", limit)
	}
	table.Title = head + ":"
	if len(rows) == 0 {
		r.Summary, r.Table = head+".", nil
		r.Hints = nil
	} else {
		group := func(a *spell.Answer) string { return outcome(a, true) }
		r.Summary = head + ", failing "
		if !answer.Fails {
			r.Summary = head + ", costing "
		}
		said := 0
		for i, x := range rows {
			part := ", " + x.sp.Name
			switch {
			case i == 0:
				part = group(&x.a) + ": " + x.sp.Name
			case group(&x.a) != group(&rows[i-1].a):
				part = "; " + group(&x.a) + ": " + x.sp.Name
			}
			if len(r.Summary)+len(part) > commands.LineBudget/2 {
				break
			}
			r.Summary += part
			said++
		}
		if left := len(rows) - said; left > 0 {
			r.Summary += fmt.Sprintf(" and %d more", left)
			switch last := &rows[len(rows)-1].a; {
			case last.Cost < 0:
				r.Summary += ", not all of which can be cast"
			case group(last) != group(&rows[0].a):
				r.Summary += " up to " + group(last)
			}
		}
		r.Summary += "."
	}
	r.Cite(c.Rules, rules.CiteFailure, rules.CiteRole)
	return r, nil
}

// noSpellNote says how a thing worn or held was read that a spell's name
// begins: "levitation boots" is not the spell levitation.
func noSpellNote(c *commands.Call) {
	note := func(param string, said []commands.Said) {
		for _, s := range said {
			for _, sp := range c.Rules.Spells {
				if rest, ok := strings.CutPrefix(s.Name, sp.Name+" "); ok {
					c.Note(commands.Warned, fmt.Sprintf("no spell named; %s taken as %s (a comma separates names: %s, %s)", s.Name, param, sp.Name, rest))
				}
			}
		}
	}
	note("worn", hero.Worn.All(c))
	note("held", hero.Held.All(c))
}
