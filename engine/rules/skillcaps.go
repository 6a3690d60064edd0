package rules

import (
	"slices"
	"strings"
)

// SkillCaps says how far the roles of a version can train their weapon skills (u_init.c),
// and which of them they begin the game with.
type SkillCaps struct {
	// Reach holds, by role and skill, the best that can be reached. A skill that is not
	// there is restricted.
	Reach map[string]map[string]Skill `cite:"skills of a role"`
	// Begins lists by role the skills that every hero of it begins at Basic.
	Begins map[string][]string `cite:"starting skill"`
}

var skillCaps = register(topic[SkillCaps]{name: "SkillCaps", what: "weapon skills of the roles", own: true, tables: []string{"skillcaps"}, changes: map[string]func(*SkillCaps){
	"3.4.3": func(*SkillCaps) {}, "3.6.7": func(*SkillCaps) {}, "5.0.0": func(*SkillCaps) {},
}, fill: func(s *SkillCaps, lineage []string) {
	s.Reach, s.Begins = map[string]map[string]Skill{}, map[string][]string{}
	readTable(lineage, "skillcaps").each(func(r row) {
		reach := map[string]Skill{}
		for level := Basic; level <= GrandMaster; level++ {
			for _, skill := range r.list(level.String()) {
				reach[skill] = level
			}
		}
		s.Reach[r.str("role")], s.Begins[r.str("role")] = reach, r.list("begins")
	})
}})

// CiteSkillCaps is the rule of data/all/cites for what skills a role has.
const CiteSkillCaps = "skills of a role"

// SkillCaps returns how far the version's roles can train; nil if it is not known.
func (s *Set) SkillCaps() *SkillCaps { return skillCaps.of(s.Name) }

// bareHands holds what fighting without a weapon is called: the role decides which of them
// it has.
var bareHands = []string{"bare-handed combat", "martial arts"}

// BareHands reports whether a skill is one of fighting without a weapon.
func BareHands(skill string) bool { return slices.Contains(bareHands, skill) }

// Of returns the skill that a role has under a name, with what every hero of the role
// begins with and the best that can be reached; Restricted if it cannot be trained.
func (s *SkillCaps) Of(role, skill string) (name string, from, best Skill) {
	reach := s.Reach[role]
	if BareHands(skill) && reach[skill] == Restricted {
		for _, other := range bareHands {
			if reach[other] != Restricted {
				skill = other
			}
		}
	}
	if best = reach[skill]; best == Restricted {
		return skill, Restricted, Restricted
	}
	from = Unskilled
	if slices.Contains(s.Begins[role], skill) {
		from = Basic
	}
	return skill, from, best
}

// Best returns the best that any role can reach in a skill.
func (s *SkillCaps) Best(skill string) Skill {
	best := Restricted
	for _, reach := range s.Reach {
		best = max(best, reach[skill])
	}
	return best
}

// Riding is the skill that moves in the saddle train.
const Riding = "riding"

// WeaponSkills lists the skills that some role can train by hitting, in order.
func (s *SkillCaps) WeaponSkills() []string {
	var out []string
	for _, reach := range s.Reach {
		for skill := range reach {
			if skill != Riding && !slices.Contains(out, skill) {
				out = append(out, skill)
			}
		}
	}
	slices.SortFunc(out, strings.Compare)
	return out
}
