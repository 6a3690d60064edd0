package study

import (
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// levelFail is how often reading a book of a level fails.
type levelFail struct {
	Level int           `json:"level"`
	Fail  odds.Fraction `json:"fail"`
}

// levelsAnswer is the answer of learn about books of every level.
type levelsAnswer struct {
	Safe   int         `json:"safe_level"` // the highest that never fails; 0: none
	Levels []levelFail `json:"levels"`
}

// failsByLevel returns how often books of each level fail for a reader.
func failsByLevel(q *spell.LearnQuestion) []levelFail {
	var out []levelFail
	for level := 1; level <= mostLevel; level++ {
		if q.Spell = ofLevel(q.Rules, level); q.Spell != nil {
			out = append(out, levelFail{level, spell.Learn(q).Fail})
		}
	}
	return out
}

// mostLevel is the highest that a spell has.
const mostLevel = 7

// ofLevel returns a spell of a level, or nil.
func ofLevel(set *rules.Set, level int) *rules.Spell {
	i := slices.IndexFunc(set.Spells, func(s *rules.Spell) bool { return s.Level == level })
	if i < 0 {
		return nil
	}
	return set.Spells[i]
}

// tellLearnLevels tells up to what level a reader's books are safe.
func tellLearnLevels(c *commands.Call) (*commands.Story, error) {
	q, err := reader(c)
	if err != nil {
		return nil, err
	}
	a := levelsAnswer{Levels: failsByLevel(q)}
	for _, l := range a.Levels {
		if l.Fail.Num == 0 {
			a.Safe = l.Level
		}
	}
	r := commands.Reply{Data: a, Headline: "level " + strconv.Itoa(a.Safe)}
	r.Table = &commands.Table{Columns: []string{"level", "fails"}}
	next := ""
	for _, l := range a.Levels {
		r.Table.Rows = append(r.Table.Rows, []string{strconv.Itoa(l.Level), wording.Share(l.Fail.P)})
		if l.Level > a.Safe {
			next += fmt.Sprintf(", level %d %s", l.Level, wording.Share(l.Fail.P))
		}
	}
	switch {
	case a.Safe == 0:
		r.Summary = "No book is safe to read: " + next[2:] + " to fail."
	case next == "":
		r.Summary = "Books of every level are safe to read."
	default:
		r.Summary = fmt.Sprintf("Books are safe to read up to level %d; above it they fail: %s.", a.Safe, next[2:])
	}
	r.Cite(c.Rules, "learning from a book")
	return &commands.Story{Reply: r, Steps: safeLevelSteps(c, q, a.Levels)}, nil
}

// safeLevelSteps lists the steps to how often books of each level fail.
func safeLevelSteps(c *commands.Call, q *spell.LearnQuestion, levels []levelFail) *steps.Derivation {
	d := steps.New(c.Rules)
	for i, x := range levels { // the last that is safe, and the first that is not
		safe, next := x.Fail.Num == 0, i+1 < len(levels) && levels[i+1].Fail.Num > 0
		if safe && (next || i+1 == len(levels)) || !safe && (i == 0 || levels[i-1].Fail.Num == 0) {
			q.Spell = ofLevel(c.Rules, x.Level)
			a := spell.Learn(q)
			bookSteps(d, q, &a, ", level "+strconv.Itoa(x.Level))
		}
	}
	return d
}

// bookless reports a call of learn that names no spell, but a reader.
func bookless(c *commands.Call) bool {
	_, leveled := hero.XL.In(c)
	_, clever := hero.Int.In(c)
	return hero.Spell.One(c) == nil && leveled && clever
}
