package eating

import (
	"slices"

	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Question is a monster whose corpse is eaten, and who eats it. The zero values
// of the eater are those of one about whom nothing is known and who resists
// nothing.
type Question struct {
	Bestiary *rules.Bestiary
	Rules    *rules.Eating // of the same version
	Monster  *rules.Monster
	BUC      rules.BUC // of the corpse; uncursed if not said
	Age      int       // turns since the monster died, not on ice
	Tin      bool      // out of a tin: age and poison do not matter
	Race     string    // "elf"; empty: not known
	Role     string    // as the rules name it, "Caveman"; empty: not known
	Resists  Resists   // besides what race and role begin with
}

// Resists is what an eater resists of what corpses do.
type Resists struct {
	Poison, Acid, Stoning, Sickness bool
}

// MaxAge is the greatest age of a corpse that may be asked about, in turns.
const MaxAge = 10_000

// Check refuses what no corpse is. Its error is a *problem.Problem.
func (q *Question) Check() error {
	if q.Age < 0 || q.Age > MaxAge {
		return problem.Newf("The age of a corpse is 0 to %d turns here, not %d; it rots away within 250.", MaxAge, q.Age).Try("eat newt age 40")
	}
	return nil
}

// spared reports whether the eater may eat anybody: a Caveman, an orc.
func (q *Question) spared() bool {
	return slices.Contains(q.Rules.Spared, q.Race) || slices.Contains(q.Rules.SparedRoles, q.Role)
}

// immune reports whether the eater is known to resist poison.
func (q *Question) immune() bool {
	return q.Resists.Poison || slices.Contains(q.Rules.Immune, q.Race) || slices.Contains(q.Rules.Immune, q.Role)
}
