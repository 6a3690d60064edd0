package casting

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/seq"
	"delphi/engine/spell"
)

func spells() *commands.Command {
	return commands.ToldAsIs(&commands.Command{
		Name:    "spells",
		Aliases: []string{"plan"},
		Summary: "Show which spell levels you can cast reliably, now and as you level up, or a school's spells",
		Params: commands.Takes(
			commands.RuleSet, hero.Role, hero.XL, hero.Int, hero.Wis, hero.Dex, hero.Worn, hero.Held, hero.Naked, all, hero.School,
		),
		Examples: []string{"spells wiz xl10", "spells wiz xl8 int16 robe", "spells pri xl3 wis16 all", "spells attack", "spells school matter wiz"},
	}, tellSpells)
}

// schoolAnswer is the machine-readable answer about a school.
type schoolAnswer struct {
	School string        `json:"school"`
	Spells []schoolSpell `json:"spells"`
	Best   string        `json:"best_skill,omitempty"` // of the role that was said
}

type schoolSpell struct {
	Name  string `json:"name"`
	Level int    `json:"level"`
}

// tellSchool lists the spells of a school.
func tellSchool(c *commands.Call, school rules.School) *commands.Story {
	a := schoolAnswer{School: string(school)}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	role, said := hero.Role.In(c)
	byLevel := map[int][]string{}
	for _, sp := range c.Rules.Spells {
		of := sp.School
		if said {
			of = c.Rules.School(role, sp)
		}
		if of == school {
			a.Spells = append(a.Spells, schoolSpell{sp.Name, sp.Level})
			byLevel[sp.Level] = append(byLevel[sp.Level], sp.Name)
		}
	}
	slices.SortStableFunc(a.Spells, func(x, y schoolSpell) int { return cmp.Compare(x.Level, y.Level) })
	var parts []string
	for _, level := range slices.Sorted(maps.Keys(byLevel)) {
		list := wording.And(byLevel[level])
		parts = append(parts, fmt.Sprintf("level %d: %s", level, list))
		s.Steps.Given("", fmt.Sprintf("level %d", level), list)
	}
	r := commands.Reply{Data: &a, Version: c.Rules.Name}
	r.Summary = fmt.Sprintf("%s has %d spells; %s.", wording.Capital(a.School), len(a.Spells), strings.Join(parts, "; "))
	if said {
		if best, known := role.Reach(school); known {
			a.Best = best.String()
			r.Summary += fmt.Sprintf(" %ss can reach %s in it.", role.Name, a.Best)
			r.Cite(c.Rules, rules.CiteRole)
			s.Steps.Given(rules.CiteRole, role.Name, a.Best)
		}
	}
	s.Reply = r
	return s
}

func tellSpells(_ context.Context, c *commands.Call) (*commands.Story, error) {
	if school := hero.School.In(c); school != "" {
		return tellSchool(c, rules.School(school)), nil
	}
	q, statSaid, err := caster(c)
	if err != nil {
		return nil, err
	}
	if !statSaid {
		q = *withStat(&q, 18)
		c.Note(commands.Assumed, string(q.Role.Stat)+" 18")
	}
	unread(c, &q)
	a, err := spell.Ahead(&q, all.In(c))
	if err != nil {
		return nil, err
	}
	r := commands.Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	var cliffs []string
	r.Table = &commands.Table{Columns: []string{"XL", "skill", "spell level", "fail before", "from there"}}
	for _, x := range a.Cliffs {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(x.XL), x.Skill, strconv.Itoa(x.Level), wording.Percentage(x.From), wording.Percentage(x.To)})
		if len(cliffs) < 2 && (x.XL > q.XL || all.In(c)) {
			cliffs = append(cliffs, fmt.Sprintf("XL %d, level %d at %s: %d%% -> %d%%", x.XL, x.Level, x.Skill, x.From, x.To))
		}
	}
	for _, m := range a.Minimum {
		r.Fields = append(r.Fields, commands.Field{Name: "penalty " + strconv.Itoa(m.Penalty), Value: fmt.Sprintf("at best %d%%, %d%% with a big shield, %d%% for the special spell", m.Plain, m.BigShield, m.Special)})
	}
	least := seq.Map(leastFailures(&a), func(m spell.Minimum) string { return fmt.Sprintf("%d%% at penalty %d", m.Plain, m.Penalty) })
	r.Summary = describeHero(&q, false, true) + ": " + relied(a.Reliable)
	if len(cliffs) > 0 {
		first := ". Next: "
		if all.In(c) { // also those that are behind
			first = ". The first steps: "
		}
		r.Summary += first + strings.Join(cliffs, "; ")
	}
	r.Summary += "."
	if len(least) > 0 {
		r.Summary += " Least failure: " + strings.Join(least, ", ") + "."
	}
	r.EngineNotes(c.Rules, nil, nil, a.Cites)
	return &commands.Story{Reply: r, Steps: spellsSteps(c.Rules, &a)}, nil
}

// relied says, for each skill, the highest level of spells that can be relied on.
func relied(list []spell.Reliable) string {
	var can, cannot []string
	for _, x := range list {
		if x.Level > 0 {
			can = append(can, fmt.Sprintf("level %d at %s (%d%%)", x.Level, x.Skill, x.Fail))
		} else {
			cannot = append(cannot, fmt.Sprintf("%d%% at %s", x.Fail, x.Skill))
		}
	}
	out := fmt.Sprintf("at %d%% failure or less you can rely on ", spell.MostFail)
	switch {
	case len(can) == 0:
		return out + "no level of spells; level 1 fails " + strings.Join(cannot, ", ")
	case len(cannot) > 0:
		return out + strings.Join(can, ", ") + "; level 1 fails " + strings.Join(cannot, ", ")
	}
	return out + strings.Join(can, ", ")
}

// leastFailures returns the first penalties at which nobody casts without failing.
func leastFailures(a *spell.Plan) (out []spell.Minimum) {
	for _, m := range a.Minimum {
		if len(out) < 3 && m.Plain > 0 {
			out = append(out, m)
		}
	}
	return out
}
