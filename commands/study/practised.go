package study

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// anyWeapon stands for a weapon whose skill is not named.
const anyWeapon = "weapon"

// armNames holds, by skill, what else people call it.
var armNames = map[string][]string{
	"bare-handed combat": {"bare handed", "bare hands", "unarmed"}, "martial arts": {"martial art"},
	"two-weapon combat": {"two-weapon", "two weapon", "two-weapons", "twoweapon", "two weapons"}, "two-handed sword": {"two handed sword", "2h sword", "2hs"},
	"polearms": {"polearm"}, "quarterstaff": {"staff", "qstaff"}, "crossbow": {"xbow"}, "broadsword": {"broad sword"}, "pick-axe": {"pickaxe"}, "long sword": {"longsword", "lsword"}, "short sword": {"shortsword", "ssword"},
}

// armTerms returns the weapon skills, and the weapons by the skill that each is used with.
func armTerms(s *rules.Set) []commands.Term {
	out := []commands.Term{{Name: anyWeapon, Aliases: []string{"weapons", "hits", "a weapon skill"}, Value: anyWeapon}}
	caps := s.SkillCaps()
	if caps == nil {
		return out
	}
	skills := caps.WeaponSkills()
	for _, skill := range skills {
		out = append(out, commands.Term{Name: skill, Aliases: append([]string{skill + "s", skill + " skill"}, armNames[skill]...), Value: skill})
	}
	for _, o := range s.Objects() {
		if skill := s.SkillOf(o); o.Class != "gem" && slices.Contains(skills, skill) && !slices.Contains(skills, o.Name) {
			out = append(out, commands.Term{Name: o.Name, Value: skill})
		}
	}
	return out
}

// practising is a skill that is practised: from where to where, and with what.
type practising struct {
	spell      *rules.Spell // of a school of magic; nil: level 1 spells, or a weapon
	school     rules.School // that is named; empty: that of spell, or none is
	skill      string       // of a weapon; empty: a school of magic
	from, best rules.Skill
	each       int    // practice of a cast or hit
	what, who  string // "Sleep", ", a Wizard (enchantment spells)"
}

// magic reports whether the skill is one of a school of magic.
func (p *practising) magic() bool { return p.skill == "" }

// rides reports whether the skill is riding.
func (p *practising) rides() bool { return p.skill == rules.Riding }

// trains returns what trains the skill, and the rule of data/all/cites that says so.
func (p *practising) trains() (once, rule string) {
	switch {
	case p.magic():
		return "successful cast", rules.CiteCastPractice
	case p.rides():
		return "ridden move", rules.CiteRideTrains
	}
	return "hit", rules.CiteWeaponTrains
}

// practised returns what a call practises.
func practised(c *commands.Call) (*practising, error) {
	p := &practising{from: rules.Unskilled, best: rules.Expert, each: 1}
	said, weapon := hero.Spell.One(c), arms.One(c)
	switch {
	case said != nil && weapon != nil:
		return nil, &commands.Problem{Text: fmt.Sprintf("You named a spell and a weapon. Which skill: %s or %s?", said.Name, weapon.Name), Hints: []string{"practice " + said.Name, "practice " + weapon.Name}}
	case said != nil:
		p.spell = said.Value.(*rules.Spell)
		p.each, p.what = p.spell.Level, wording.Capital(p.spell.Name)
		hero.School.In(c) // which the spell says better
	case rideSkill.In(c):
		p.skill = rules.Riding
	case weapon != nil:
		p.skill, p.what = weapon.Value.(string), "A weapon skill"
	default:
		n, said := ofTier.In(c)
		if said {
			p.each = n
		} else {
			c.Note(commands.Remarked, "a cast of a level N spell counts N times")
		}
		p.what = fmt.Sprintf("A school of magic, with level %d spells", p.each)
		if p.school = rules.School(hero.School.In(c)); p.school != "" {
			p.what = fmt.Sprintf("%s spells of level %d", wording.Capital(string(p.school)), p.each)
		}
	}
	p.capped(c)
	if err := p.ofRole(c); err != nil {
		return nil, err
	}
	return p, p.asked(c)
}

// capped takes what is known of a weapon's skill without a role.
func (p *practising) capped(c *commands.Call) {
	if p.skill == "" || p.skill == anyWeapon {
		return
	}
	p.what = wording.Capital(p.skill)
	if caps := c.Rules.SkillCaps(); caps != nil {
		p.best = caps.Best(p.skill)
	}
	if _, ok := hero.Role.In(c); !ok {
		c.Note(commands.Assumed, "a role that can reach "+wording.Capital(p.best.String()))
	}
}

// ofRole takes from the role of a call where its skill begins and ends.
func (p *practising) ofRole(c *commands.Call) error {
	role, ok := hero.Role.In(c)
	caps := c.Rules.SkillCaps()
	switch {
	case !ok:
		return nil
	case p.spell != nil || p.school != "":
		school := p.school
		p.who = ", as " + wording.Article(role.Name)
		if p.spell != nil {
			school = c.Rules.School(role, p.spell)
			p.who += fmt.Sprintf(" (%s spells)", school)
		}
		if reach, known := role.Reach(school); known {
			p.best = reach
		}
		p.from = role.StartSkill(school)
		if p.best <= rules.Unskilled || p.from == rules.Restricted {
			return &commands.Problem{
				Text:  fmt.Sprintf("%s cannot advance in %s spells: the skill stays %s.", wording.Capital(wording.Article(role.Name)), school, p.best),
				Hints: []string{"practice force bolt"},
			}
		}
	case p.magic() || p.skill == anyWeapon || caps == nil:
		c.Note(commands.Remarked, "how far "+wording.Article(role.Name)+" gets depends on the skill: name a spell or a weapon")
	default:
		p.skill, p.from, p.best = caps.Of(role.Name, p.skill)
		p.what, p.who = wording.Capital(p.skill), ", as "+wording.Article(role.Name)
		if p.best == rules.Restricted {
			return &commands.Problem{Text: fmt.Sprintf("%s is restricted in %s: hits never advance it.", wording.Capital(wording.Article(role.Name)), p.skill), Hints: []string{"practice " + p.skill}}
		}
	}
	return nil
}

// asked takes the skills that the call itself says.
func (p *practising) asked(c *commands.Call) error {
	if said, ok := rules.SkillNamed(hero.Skill.In(c)); ok && hero.Skill.In(c) != "" {
		p.from = said
	} else {
		c.Note(commands.Assumed, "from "+wording.Capital(p.from.String()))
	}
	if said, ok := rules.SkillNamed(strings.TrimPrefix(goal.In(c), "to ")); ok && goal.In(c) != "" {
		if said > p.best {
			return &commands.Problem{Text: fmt.Sprintf("The skill can only reach %s there.", wording.Capital(p.best.String())), Hints: []string{"to " + p.best.String()}}
		}
		p.best = said
	}
	if n, ok := trained.In(c); ok && p.from > rules.Unskilled {
		if least := int(p.from-rules.Unskilled) * int(p.from-rules.Unskilled) * c.Rules.Practice().Square; n < least {
			return &commands.Problem{Text: fmt.Sprintf("At %s you have at least %d points of practice, not %d.", wording.Capital(p.from.String()), least, n), Hints: []string{fmt.Sprintf("trained %d", least)}}
		}
	}
	if p.from == rules.Restricted {
		return &commands.Problem{Text: "A restricted skill never advances by practice.", Hints: []string{"unskilled", "basic"}}
	}
	if p.from >= p.best {
		return &commands.Problem{Text: fmt.Sprintf("The skill has already reached %s.", wording.Capital(p.from.String())), Hints: []string{"unskilled"}}
	}
	return nil
}
