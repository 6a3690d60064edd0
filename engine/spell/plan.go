package spell

import (
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Plan says what a caster gains with more experience and skill, as Fail
// computes it.
type Plan struct {
	Easy     []Easy     `json:"easy"`
	Reliable []Reliable `json:"reliable"` // at q.XL
	Cliffs   []Cliff    `json:"cliffs"`
	Minimum  []Minimum  `json:"minimum"`

	Cites []string `json:"-"`
}

// Easy is the highest level of spell that is easy (difficulty at most 0) at an
// XL and skill; 0: none.
type Easy struct {
	XL    int    `json:"xl"`
	Skill string `json:"skill"`
	Level int    `json:"level"`
}

// MostFail is how often, in percent, a spell fails at most that can be relied on.
const MostFail = 20

// Reliable is the highest level up to which spells fail MostFail percent at most
// at a skill, and how often those of that level fail; of level 1 where Level is 0.
type Reliable struct {
	Skill string `json:"skill"`
	Level int    `json:"level"`
	Fail  int    `json:"fail"`
}

// Cliff is an XL at which spells of a level become easy at a skill: their
// failure falls there from From to To percent.
type Cliff struct {
	XL    int    `json:"xl"`
	Skill string `json:"skill"`
	Level int    `json:"level"`
	From  int    `json:"from"`
	To    int    `json:"to"`
}

// Minimum is the lowest failure in percent that a penalty leaves to the best of
// casters: with nothing on the arm, with a big shield, and with a big shield
// for the special spell.
type Minimum struct {
	Penalty   int `json:"penalty"`
	Plain     int `json:"plain"`
	BigShield int `json:"big_shield"`
	Special   int `json:"special"`
}

// maxLevel is the highest level of spell.
const maxLevel = 7

// ladder holds the skills that make a difference to difficulty.
var ladder = []rules.Skill{rules.Unskilled, rules.Basic, rules.Skilled, rules.Expert}

// cliff is the smallest drop in failure, in percentage points, that is worth
// reporting.
const cliff = 5

// Ahead plans for the caster of q. Its Spell and Skill are not read; the rest
// must pass Check. With everyXL the easy levels and cliffs are those of every
// XL, otherwise those at and above q.XL. Its
// error is a *problem.Problem, in versions whose casts do not fail.
func Ahead(q *Question, everyXL bool) (Plan, error) {
	if q.Rules.Casting.Formula != rules.Percent {
		return Plan{}, problem.Newf("In %s casts never fail, so no spell is easy or hard. Use cast to see what a spell costs.", q.Rules.Title).
			Try(elsewhere(func(s *rules.Set) bool { return s.Casting.Formula == rules.Percent })...)
	}
	p := Plan{Cites: []string{rules.CiteFailure, rules.CiteRole}}
	hero := *q
	spells := [maxLevel + 1]rules.Spell{}
	for level := range spells {
		// A spell of no school and no name: neither special nor an emergency.
		spells[level] = rules.Spell{Level: level}
	}
	at := func(xl, level int, skill rules.Skill) Answer {
		hero.XL, hero.Spell, hero.Skill = xl, &spells[level], skill
		return Fail(&hero)
	}
	from, to := q.XL, q.XL
	if everyXL {
		from, to = MinXL, MaxXL
	}
	for xl := from; xl <= to; xl++ {
		for _, skill := range ladder {
			easy := 0
			for level := 1; level <= maxLevel && at(xl, level, skill).Difficulty <= 0; level++ {
				easy = level
			}
			p.Easy = append(p.Easy, Easy{xl, skill.String(), easy})
		}
	}
	for _, skill := range ladder {
		r := Reliable{Skill: skill.String(), Fail: at(q.XL, 1, skill).Fail}
		for level := 1; level <= maxLevel; level++ {
			fail := at(q.XL, level, skill).Fail
			if fail > MostFail {
				break
			}
			r.Level, r.Fail = level, fail
		}
		p.Reliable = append(p.Reliable, r)
	}
	for xl := from + 1; xl <= MaxXL; xl++ {
		for _, skill := range ladder {
			for level := 1; level <= maxLevel; level++ {
				before, after := at(xl-1, level, skill), at(xl, level, skill)
				if before.Difficulty > 0 && after.Difficulty <= 0 && before.Fail-after.Fail >= cliff {
					p.Cliffs = append(p.Cliffs, Cliff{xl, skill.String(), level, before.Fail, after.Fail})
				}
			}
		}
	}
	p.Minimum = minima(q.Rules)
	return p, nil
}

// minima asks Fail about a caster who is as good as can be in everything but
// the penalty.
func minima(set *rules.Set) []Minimum {
	sp := &rules.Spell{Name: "any", Level: 1}
	role := &rules.Role{Stat: rules.Int}
	q := Question{Rules: set, Role: role, Spell: sp, Skill: rules.Expert, XL: MaxXL, Int: MaxStat, Wis: MaxStat, Dex: 12}
	shield := Piece{Worn: &rules.Worn{Slot: rules.Shield, Big: true}}
	c := &set.Casting
	var out []Minimum
	for p := max(0, c.MinPenalty); p <= c.MaxPenalty; p++ {
		role.Base, role.Special = p, ""
		q.Worn[rules.Shield] = Piece{}
		m := Minimum{Penalty: p, Plain: Fail(&q).Fail}
		q.Worn[rules.Shield] = shield
		m.BigShield = Fail(&q).Fail
		role.Special = sp.Name
		m.Special = Fail(&q).Fail
		out = append(out, m)
	}
	return out
}
