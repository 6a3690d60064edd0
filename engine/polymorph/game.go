package polymorph

import (
	"maps"

	"delphi/engine/rules"
)

// Game is a version's rules with what is known of one game: the hero's level
// and the materials of the appearances that it drew.
type Game struct {
	Set   *rules.Set
	Rules *rules.Polypile

	reverts *rules.Reverts // nil: nothing turns back
	level   Level
	looks   map[string]string // materials that are known, by object
	classes map[string][]*rules.Object
	drawn   map[drawKey][]chance
}

type drawKey struct {
	class string
	magic bool
}

// NewGame returns the game in which stacks that Learn has seen lie on a level.
// appearances names the materials that are known, by the full name of the
// object. The error, of a version whose objects are not known, is a *problem.Problem.
func NewGame(set *rules.Set, level Level, appearances map[string]string) (*Game, error) {
	p, err := known(set)
	if err != nil {
		return nil, err
	}
	g := &Game{Set: set, Rules: p, level: level, looks: maps.Clone(appearances), classes: map[string][]*rules.Object{}, drawn: map[drawKey][]chance{}}
	if g.looks == nil {
		g.looks = map[string]string{}
	}
	if r, ok := set.Reverts(); ok {
		g.reverts = &r
	}
	for _, o := range set.Objects() {
		g.classes[o.Class] = append(g.classes[o.Class], o)
	}
	return g, nil
}

// Learn checks stacks and takes in the materials that they name. Its errors are
// a *problem.Problem.
func (g *Game) Learn(stacks ...Stack) error {
	for i := range stacks {
		if err := g.check(&stacks[i]); err != nil {
			return err
		}
	}
	return nil
}

// Material returns what this game made an object's type of, or what it is said to be of
// where each object has a material of its own; empty if that is drawn by each game and
// not known.
func (g *Game) Material(o *rules.Object) string {
	said := g.looks[o.Name]
	if g.Rules.LooksOf(o) == nil && (said == "" || !g.Rules.OwnMaterials) {
		return o.Material
	}
	return said
}

// peculiar returns the name under which a stack may have a rule of its own.
func peculiar(s *Stack) string {
	switch {
	case s.Corpse != "":
		return s.Corpse + " corpse"
	case s.Artifact:
		return s.Shown()
	}
	return s.Object.Name
}

// Safe reports whether polymorph never affects the stack.
func (g *Game) Safe(s *Stack) bool {
	return s.Attached || g.Rules.Safe(peculiar(s)) || g.Rules.Safe(s.Object.Name)
}

// Kept reports whether a golem never absorbs the stack.
func (g *Game) Kept(s *Stack) bool {
	return s.Attached || g.Rules.Kept(peculiar(s)) || g.Rules.Kept(s.Object.Name)
}

// stays reports whether polymorph leaves the stack's type as it is, although it
// affects the stack.
func (g *Game) stays(s *Stack) bool {
	return s.Laid || g.Rules.Mail(s.Object.Name) || g.Rules.Stays(s.Object.Name)
}

// magic reports the flag that the draw of a new type looks at.
func (g *Game) magic(s *Stack) bool {
	return s.Object.Magic && !(s.Degraded && g.Rules.DegradedHorns)
}

// Chances returns those that a zap leaves the stack as it is and that it shudders;
// otherwise it polymorphs.
func (g *Game) Chances(s *Stack) (resist, shudder float64) {
	if g.Safe(s) {
		return 1, 0
	}
	resist = float64(g.Rules.Resist) / 100
	if s.Artifact {
		resist = float64(g.Rules.ArtifactResist) / 100
	}
	odds := g.Rules.ShudderUncursed
	switch {
	case s.Object.Class == "wand":
		odds = g.Rules.ShudderWand
	case s.BUC == rules.Cursed:
		odds = g.Rules.ShudderCursed
	case s.BUC == rules.Blessed:
		odds = g.Rules.ShudderBlessed
	}
	if s.Quantity >= g.Rules.Large {
		odds /= 2
	}
	return resist, (1 - resist) / float64(max(1, odds))
}
