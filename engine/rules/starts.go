package rules

import "slices"

// Starts says what skill a hero begins the game with.
type Starts struct {
	// Basic lists by role the schools of magic in which the role begins at
	// Basic. In SLASH'EM they are those of the books that the role always has.
	Basic map[string][]School `cite:"starting skill"`
}

var starts = register(topic[Starts]{name: "Starts", tables: []string{"starts"}, fill: func(s *Starts, lineage []string) {
	s.Basic = map[string][]School{}
	readTable(lineage, "starts").each(func(r row) {
		for _, school := range r.list("schools") {
			s.Basic[r.str("role")] = append(s.Basic[r.str("role")], School(school))
		}
	})
}})

// Starts returns what skill the version's heroes begin with.
func (s *Set) Starts() *Starts { return starts.of(s.Name) }

// StartSkill returns the skill in a school of magic that every hero of the role
// begins the game with: Basic in the role's own schools, otherwise Unskilled,
// or Restricted where the role cannot learn it (weapon.c, skill_init).
func (r *Role) StartSkill(s School) Skill {
	best, known := r.Reach(s)
	switch {
	case slices.Contains(r.basic, s):
		return Basic
	case known && best == Restricted:
		return Restricted
	}
	return Unskilled
}

// CiteStart is the rule of data/all/cites that starting skills stand in.
const CiteStart = "starting skill"
