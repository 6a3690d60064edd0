package polymorph

import (
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Stack is one type of object in one place of a pile, or several equal such
// stacks in a row. Each field is what the game reads.
type Stack struct {
	Object   *rules.Object
	Quantity int // at least 1
	Count    int // equal stacks, one on top of the other; 0 is 1
	BUC      rules.BUC
	Name     string // as answers show it; empty: the object's name

	Artifact  bool
	Degraded  bool   // a unicorn horn of a revived unicorn
	Read      int    // a spellbook's readings and polymorphs so far
	Recharged int    // a wand's recharges so far
	Enchant   int    // kept by weapons, armour and wands; no chance depends on it
	Material  string // what this game made its type of, where that is drawn; empty: not known
	Corpse    string // of a corpse: the monster
	Laid      bool   // an egg that the hero laid
	Attached  bool   // the ball or chain of a punished hero
	// Random is any thing of Object's class, each type as often as the game makes
	// it; RandomOf makes such an Object. Several are of types of their own.
	Random bool
}

// Stacks returns how many equal stacks there are.
func (s *Stack) Stacks() int { return max(1, s.Count) }

// Becoming returns the BUC of what the stack becomes: that of the stack (zap.c,
// poly_obj), but what becomes of a corpse is not cursed.
func (s *Stack) Becoming() rules.BUC {
	if s.Corpse != "" && s.BUC == rules.Cursed {
		return rules.Uncursed
	}
	return s.BUC
}

// Shown returns the name that answers give the stack.
func (s *Stack) Shown() string {
	if s.Name != "" {
		return s.Name
	}
	return s.Object.Name
}

// Spread turns a stack of things that do not stack into as many equal stacks of one; ok
// is false if there is nothing to turn.
func (s Stack) Spread() (out Stack, ok bool) {
	if s.Object == nil || s.Object.Merge || s.Quantity <= 1 {
		return s, false
	}
	s.Count = s.Stacks() * s.Quantity
	s.Quantity = 1
	return s, true
}

// Level is where the hero is, on which it depends what gems occur.
type Level struct {
	Depth int  // 1 is the first level of the Dungeons; 0: no gem is looked at
	Other bool // not in the Dungeons of Doom: Gehennom, the Mines, ...
}

// What is refused.
const (
	MaxStacks = 1000
	MaxItems  = 20000
	MaxWanted = 16
	MaxTimes  = 100 // wanted things of a kind
	MaxRead   = 100 // readings of a spellbook
)

// refuse returns the error of a question that cannot be answered.
func refuse(format string, args ...any) error {
	return problem.Newf(format, args...).Try("help poly")
}

// known returns a version's rules. The error of a version that has none is a
// *problem.Problem, which names the nearest.
func known(set *rules.Set) (*rules.Polypile, error) {
	if p := set.Polypile(); p != nil {
		return p, nil
	}
	return nil, set.NoPolypile("how objects polymorph")
}

// check looks at one stack and learns the material it names.
func (g *Game) check(s *Stack) error {
	if s.Object == nil {
		return refuse("One of the stacks has no object.")
	}
	name := s.Object.Name
	switch {
	case s.Quantity < 1:
		return refuse("A stack holds at least 1 %s, not %d.", name, s.Quantity)
	case s.Count < 0:
		return refuse("There is at least 1 stack of %s, not %d.", name, s.Count)
	case s.Quantity > MaxItems || s.Stacks() > MaxItems:
		return refuse("I can work out at most %d items, not %d.", MaxItems, max(s.Quantity, s.Stacks()))
	case s.Read < 0 || s.Read > MaxRead:
		return refuse("A spellbook has been read 0 to %d times, not %d.", MaxRead, s.Read)
	case s.Recharged < 0 || s.Recharged > g.Rules.Recharges:
		return refuse("A wand has been recharged 0 to %d times, not %d.", g.Rules.Recharges, s.Recharged)
	case s.Degraded && !g.Rules.Horn(name):
		return refuse("Only a unicorn horn can be degraded: a %s cannot.", name)
	case s.Corpse != "" && name != "corpse":
		return refuse("Only a corpse can be that of a %s: a %s cannot.", s.Corpse, name)
	case s.Material == "":
		return nil
	}
	looks := g.Rules.LooksOf(s.Object)
	switch other, told := g.looks[name]; {
	case g.Rules.OwnMaterials && told && other != s.Material:
		return refuse("Every %s of a pile is taken to be of the same material: %s or %s, not both.", name, other, s.Material)
	case g.Rules.OwnMaterials:
	case looks == nil && s.Material != s.Object.Material:
		return refuse("A %s is made of %s, not of %s.", name, s.Object.Material, s.Material)
	case looks == nil:
		return nil
	case looks[s.Material] == 0:
		return refuse("No %s is made of %s.", s.Object.Class, s.Material)
	case told && other != s.Material:
		return refuse("Every %s of a game is made of the same material: %s or %s, not both.", name, other, s.Material)
	}
	g.looks[name] = s.Material
	return nil
}
