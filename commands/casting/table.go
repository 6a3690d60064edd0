package casting

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// spellRow is one spell of the table.
type spellRow struct {
	spell *rules.Spell
	skill rules.Skill
	at    spell.Answer // at the attribute said, or at tableStat
}

// tableStat is the value of the attribute by which the table is sorted if none was
// said.
const tableStat = 18

// failTable answers a question that names no spell: it lists every spell of the
// version.
func failTable(c *commands.Call, q *spell.Question, rows []spellRow, statSaid bool) commands.Reply {
	answer := &FailAnswer{Fails: c.Rules.Casting.Formula == rules.Percent}
	said := Skill.In(c)
	if said == "" {
		c.Note(commands.Assumed, "the best skill "+wording.Article(q.Role.Name)+" can reach in each school")
	}
	if !statSaid {
		c.Note(commands.Assumed, string(q.Role.Stat)+" not given: one column for each of several")
	}
	noSpellNote(c)
	r := commands.Reply{Table: spellTable(q, rows, answer, statSaid), Data: answer, Version: c.Rules.Name, Hints: []string{"more"}}
	kind := "spells"
	if level, ok := tier.In(c); ok {
		kind = fmt.Sprintf("spells of level %d", level)
	}
	head := fmt.Sprintf("%s, %d %s", describeHero(q, said != "", statSaid), len(rows), kind)
	if !statSaid {
		head += fmt.Sprintf(" (by %s %d)", q.Role.Stat, tableStat)
	}
	if limit, wanted := target.In(c); wanted {
		answer.Target = &limit
		head += fmt.Sprintf(" at %d%% or less", limit)
	}
	r.Table.Title = head + ":"
	if len(rows) == 0 {
		r.Summary, r.Table, r.Hints = head+".", nil, nil
	} else {
		r.Summary, r.Table.Told = spellList(head, rows, answer.Fails)
	}
	r.Cite(c.Rules, rules.CiteFailure, rules.CiteRole)
	return r
}

// spellRows computes every spell within the target, if there is one, easiest first.
func spellRows(c *commands.Call, q *spell.Question, skillSaid, statSaid bool) []spellRow {
	limit, wanted := target.In(c)
	level, ofLevel := tier.In(c)
	rows := make([]spellRow, 0, len(c.Rules.Spells))
	for _, sp := range c.Rules.Spells {
		if ofLevel && sp.Level != level {
			continue
		}
		at := *q
		at.Spell = sp
		if !skillSaid {
			at.Skill = bestSkill(c.Rules, q.Role, sp)
		}
		if !statSaid {
			at = *withStat(&at, tableStat)
		}
		a := spell.Fail(&at)
		if wanted && a.Fail > limit {
			continue
		}
		rows = append(rows, spellRow{sp, at.Skill, a})
	}
	slices.SortStableFunc(rows, func(x, y spellRow) int {
		first := cmp.Compare(x.at.Fail, y.at.Fail)
		if !x.at.Fails { // the cost is what matters; what cannot be cast comes last
			first = cmp.Compare(uint(x.at.Cost), uint(y.at.Cost))
		}
		return cmp.Or(first, cmp.Compare(x.spell.Level, y.spell.Level), cmp.Compare(x.spell.Name, y.spell.Name))
	})
	return rows
}

// bestSkill returns the best skill that a role can reach with a spell, or Expert if
// that is not known.
func bestSkill(set *rules.Set, role *rules.Role, sp *rules.Spell) rules.Skill {
	if best, known := role.Reach(set.School(role, sp)); known {
		return best
	}
	return rules.Expert
}

// spellTable returns the rows as a table and also adds them to the answer. If the
// attribute was not said, the table has a column for each of curveStats.
func spellTable(q *spell.Question, rows []spellRow, answer *FailAnswer, statSaid bool) *commands.Table {
	table := &commands.Table{Columns: []string{"spell", "level", "skill", "fail", "Pw"}}
	if !answer.Fails {
		table.Columns[3] = "success"
	}
	if !statSaid {
		table.Columns = table.Columns[:3]
		for _, v := range curveStats {
			table.Columns = append(table.Columns, fmt.Sprintf("%s %d", q.Role.Stat, v))
		}
	}
	answer.Spells = make([]failSpell, 0, len(rows))
	for _, x := range rows {
		line := failSpell{Spell: x.spell.Name, Level: x.spell.Level, Skill: x.skill.String(), PwCost: cost(x.at.Cost)}
		cells := []string{x.spell.Name, fmt.Sprint(x.spell.Level), x.skill.String()}
		if statSaid {
			f := x.at.Fail
			line.FailPercent = &f
			pw := "-"
			if x.at.Cost >= 0 {
				pw = fmt.Sprint(x.at.Cost)
			}
			shown := x.at.Fail
			if !answer.Fails {
				shown = x.at.Success
			}
			cells = append(cells, wording.Percentage(shown), pw)
		} else {
			at := *q
			at.Spell, at.Skill = x.spell, x.skill
			for _, v := range curveStats {
				a := spell.Fail(withStat(&at, v))
				line.Curve = append(line.Curve, failPoint{v, a.Fail})
				cells = append(cells, outcome(&a.Figures, true))
			}
		}
		answer.Spells = append(answer.Spells, line)
		table.Rows = append(table.Rows, cells)
	}
	return table
}

// spellList appends the easiest spells to head, grouping equal ones, for at most half a
// line, and returns how many it names.
func spellList(head string, rows []spellRow, fails bool) (text string, said int) {
	group := func(x *spellRow) string { return outcome(&x.at.Figures, true) }
	text = head + ", failing "
	if !fails {
		text = head + ", costing "
	}
	for i := range rows {
		part := ", " + rows[i].spell.Name
		switch {
		case i == 0:
			part = group(&rows[i]) + ": " + rows[i].spell.Name
		case group(&rows[i]) != group(&rows[i-1]):
			part = "; " + group(&rows[i]) + ": " + rows[i].spell.Name
		}
		if len(text)+len(part) > commands.LineBudget/2 {
			break
		}
		text += part
		said++
	}
	if left := len(rows) - said; left > 0 {
		text += wording.AndMore(left)
		switch last := &rows[len(rows)-1]; {
		case last.at.Cost < 0:
			text += ", not all of which can be cast"
		case group(last) != group(&rows[0]):
			text += " up to " + group(last)
		}
	}
	return text + ".", said
}

// noSpellNote says how a thing worn or held was read if its name begins like a spell's:
// "levitation boots" is not the spell levitation.
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
