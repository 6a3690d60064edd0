package casting

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// failSteps are the steps that lead to the figure, for `why`: those that add
// something, and the sums between.
func failSteps(q *spell.Question, a *spell.Answer) []commands.Field {
	var out []commands.Field
	field := func(name, format string, args ...any) {
		out = append(out, commands.Field{Name: name, Value: fmt.Sprintf(format, args...)})
	}
	group := spell.ToPenalty
	total := func(next spell.Group) {
		if a.Fails && group == spell.ToPenalty && next != group {
			limits := &q.Rules.Casting
			field("penalty", "%d%s", a.Penalty, limitNote(a, limits))
		}
		if a.Fails && group != spell.ToSuccess && next == spell.ToSuccess {
			field("chance", "%d", a.Chance)
			field("success", "%d*(20%s)/15%s = %d%%", a.Chance, commands.Signed(-a.Penalty), commands.Signed(-a.Penalty), a.Chance*(20-a.Penalty)/15-a.Penalty)
		}
		group = next
	}
	for _, s := range a.Steps.All() {
		total(s.What.Group())
		what := s.What.String()
		switch {
		case s.What == spell.Base:
			at, _ := q.Rules.Cite(rules.CiteRole)
			field(what, "%d (%s, %s)", s.Value, q.Role.Name, at.Place)
		case s.What == spell.StatStep:
			field(what, "%d (11*%s %d/2)", s.Value, q.Role.Stat, a.StatValue)
		case s.What == spell.DifficultyStep:
			field(what, "%+d (difficulty %d: level %d, %s, XL %d)", s.Value, a.Difficulty, q.Spell.Level, q.Skill, q.XL)
		case s.What == spell.SkillCap && s.Value == 0, s.Value == 0:
		case s.What == spell.PowerStat:
			field(what, "%+d (%d*%s %d)", s.Value, q.Rules.Casting.Power.Stat, q.Role.Stat, a.StatValue)
		case s.What == spell.SkillCap:
			field(what, "%d (%s)", q.Rules.Casting.Power.Cap[q.Skill], q.Skill)
		default:
			field(what, "%+d%s", s.Value, ofWhat(q, s.What))
		}
	}
	total(spell.ToSuccess)
	if a.Fails {
		field("fail", "%d%%", a.Fail)
	} else {
		field("success", "%d%%", a.Success)
		field("power", "%s", strings.TrimSuffix(outcome(a, false), " Pw"))
	}
	return out
}

// limitNote says where the penalty was cut.
func limitNote(a *spell.Answer, c *rules.Casting) string {
	sum := 0
	for _, s := range a.Steps.All() {
		if s.What.Group() == spell.ToPenalty {
			sum += s.Value
		}
	}
	switch {
	case sum > a.Penalty:
		return fmt.Sprintf(" (at most %d)", c.MaxPenalty)
	case sum < a.Penalty:
		return fmt.Sprintf(" (at least %d)", c.MinPenalty)
	}
	return ""
}

// ofWhat names the thing behind a step.
func ofWhat(q *spell.Question, w spell.What) string {
	slot, ok := map[spell.What]rules.Slot{
		spell.Suit: rules.Body, spell.ShieldWorn: rules.Shield, spell.HelmetWorn: rules.Helmet,
		spell.GlovesWorn: rules.Gloves, spell.BootsWorn: rules.Boots, spell.BigShield: rules.Shield, spell.BodyArmour: rules.Body,
	}[w]
	if ok && q.Worn[slot].Worn != nil {
		return " (" + q.Worn[slot].Name + ")"
	}
	return ""
}
