package polypile

import (
	"fmt"
	"strings"

	"delphi/engine/rules"
)

// BUC is blessed, uncursed or cursed.
type BUC int8

const (
	Cursed BUC = iota - 1
	Uncursed
	Blessed
)

func (b BUC) String() string { return [...]string{"cursed", "uncursed", "blessed"}[b+1] }

// MarshalText is the word.
func (b BUC) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// Stack is one type of object in one place of a pile, or several equal such
// stacks in a row. Each field is what the game reads.
type Stack struct {
	Object   *rules.Object
	Quantity int // at least 1
	Count    int // equal stacks, one on top of the other; 0 is 1
	BUC      BUC
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
}

func (s *Stack) count() int { return max(1, s.Count) }

// Spread turns a stack of things that do not stack into as many equal stacks
// of one; ok is false where there is nothing to turn.
func (s Stack) Spread() (out Stack, ok bool) {
	if s.Object == nil || s.Object.Merge || s.Quantity <= 1 {
		return s, false
	}
	s.Count = s.count() * s.Quantity
	s.Quantity = 1
	return s, true
}

// Apply is how polymorph gets to the things.
type Apply uint8

const (
	Once  Apply = iota // a zap along a line, whose first square is the first pile's
	Down               // a zap at the hero's own square
	Break              // breaking the wand: every square is reached
	Dip                // each stack into a potion of its own
)

// Level is where the hero is; what gems occur depends on it.
type Level struct {
	Depth int  // 1 is the first level of the Dungeons; 0: no gem is looked at
	Other bool // not in the Dungeons of Doom: Gehennom, the Mines, ...
}

// Square is one square in the beam's way, nearest first.
type Square struct {
	Stacks  []Stack // top first; empty: nothing lies there
	Monster bool    // one stands there and takes of the beam's range
}

// Question is one application of polymorph.
type Question struct {
	Rules   *rules.Set
	Squares []Square
	Luck    int // -13..13
	Level   Level
	Apply   Apply
	Want    []*rules.Object // asked after; at most MaxWanted
	// Appearances names the material that this game made a type of, by the
	// full name of the object; types not in it are averaged over.
	Appearances map[string]string
}

// What is refused.
const (
	MaxStacks  = 1000
	MaxItems   = 20000
	MaxSquares = 13 // the farthest that a zap goes
	MaxWanted  = 16
	MaxRead    = 100 // readings of a spellbook
	MinLuck    = -13
	MaxLuck    = 13
)

// LimitError is the error of a question that is too big or has a number out
// of its range.
type LimitError struct {
	What     string // "stacks"
	Got      int
	Min, Max int
}

func (e *LimitError) Error() string {
	switch {
	case e.Got > e.Max:
		return fmt.Sprintf("%d %s are too many: at most %d", e.Got, e.What, e.Max)
	default:
		return fmt.Sprintf("%d %s: at least %d", e.Got, e.What, e.Min)
	}
}

// VersionError is the error of a version whose polymorph is not known.
type VersionError struct {
	Version string
	Known   []string // versions that are
	Reverts rules.Reverts
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("the objects of %s are not known here, only those of %s", e.Version, strings.Join(e.Known, ", "))
}

// StackError is the error of a stack that cannot be. Index counts from 0
// through all squares.
type StackError struct {
	Index int
	Name  string
	Text  string
}

func (e *StackError) Error() string { return fmt.Sprintf("%s: %s", e.Name, e.Text) }

func within(what string, got, low, high int) error {
	if got < low || got > high {
		return &LimitError{What: what, Got: got, Min: low, Max: high}
	}
	return nil
}

func known(set *rules.Set) (*rules.Polypile, error) {
	p := set.Polypile()
	if p == nil {
		e := &VersionError{Version: set.Name, Known: rules.PolypileNames()}
		e.Reverts, _ = set.Reverts()
		return nil, e
	}
	return p, nil
}

// Check says why q cannot be answered: a *LimitError, a *VersionError or a
// *StackError; nil if it can.
func (q *Question) Check() error {
	if _, err := known(q.Rules); err != nil {
		return err
	}
	if err := within("squares", len(q.Squares), 1, MaxSquares); err != nil {
		return err
	}
	if err := within("Luck", q.Luck, MinLuck, MaxLuck); err != nil {
		return err
	}
	if err := within("wanted things", len(q.Want), 0, MaxWanted); err != nil {
		return err
	}
	g := newGame(q.Rules, q.Level, q.Appearances)
	written, stacks, items := 0, 0, 0
	for i := range q.Squares {
		for j := range q.Squares[i].Stacks {
			s := &q.Squares[i].Stacks[j]
			if err := g.check(s, written); err != nil {
				return err
			}
			written++
			if s.Quantity > MaxItems || s.count() > MaxItems {
				return &LimitError{What: "items", Got: max(s.Quantity, s.count()), Min: 1, Max: MaxItems}
			}
			spread, _ := s.Spread()
			stacks += spread.count()
			items += spread.count() * spread.Quantity
		}
	}
	if stacks == 0 {
		return &LimitError{What: "stacks", Got: 0, Min: 1, Max: MaxStacks}
	}
	// Items first: too many stacks of things that do not stack are too many items.
	if err := within("items", items, 1, MaxItems); err != nil {
		return err
	}
	return within("stacks", stacks, 1, MaxStacks)
}

// check looks at one stack and learns the material it names.
func (g *game) check(s *Stack, index int) error {
	if s.Object == nil {
		return &StackError{Index: index, Name: "a stack", Text: "no object"}
	}
	if s.Quantity < 1 {
		return &LimitError{What: s.Object.Name, Got: s.Quantity, Min: 1, Max: MaxItems}
	}
	if s.Count < 0 {
		return &LimitError{What: "stacks of " + s.Object.Name, Got: s.Count, Min: 1, Max: MaxStacks}
	}
	wrong := func(format string, args ...any) error {
		return &StackError{Index: index, Name: s.Object.Name, Text: fmt.Sprintf(format, args...)}
	}
	if s.Read < 0 || s.Read > MaxRead || s.Recharged < 0 || s.Recharged > g.p.Recharges {
		return wrong("read %d, recharged %d", s.Read, s.Recharged)
	}
	if s.Degraded && !g.p.Horn(s.Object.Name) {
		return wrong("only a unicorn horn is degraded")
	}
	if s.Corpse != "" && s.Object.Name != "corpse" {
		return wrong("only a corpse is one of a %s", s.Corpse)
	}
	if s.Material == "" {
		return nil
	}
	looks := g.p.LooksOf(s.Object)
	if looks == nil {
		if s.Material != s.Object.Material {
			return wrong("is of %s, not of %s", s.Object.Material, s.Material)
		}
		return nil
	}
	if looks[s.Material] == 0 {
		return wrong("there is no %s %s", s.Material, s.Object.Class)
	}
	if other, ok := g.looks[s.Object.Name]; ok && other != s.Material {
		return wrong("all of them are of one material, not of %s and %s", other, s.Material)
	}
	g.looks[s.Object.Name] = s.Material
	return nil
}
