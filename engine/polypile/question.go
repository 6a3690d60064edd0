package polypile

import (
	"slices"

	"delphi/engine/polymorph"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Apply is how polymorph gets to the things.
type Apply uint8

const (
	Once  Apply = iota // a zap along a line, whose first square is the first pile's
	Down               // a zap at the hero's own square
	Break              // breaking the wand: every square is reached
	Dip                // each stack into a potion of its own
)

// Square is one square in the beam's way, nearest first.
type Square struct {
	Stacks  []polymorph.Stack // top first; empty: nothing lies there
	Monster bool              // one stands there and takes of the beam's range
}

// Question is one application of polymorph.
type Question struct {
	Rules   *rules.Set
	Squares []Square
	Luck    int // -13..13
	Level   polymorph.Level
	Apply   Apply
	Want    []*rules.Object // asked after; at most MaxWanted
	// WantBUC is the BUC wanted for each of Want, if it matters, since polymorph keeps
	// it. Where WantBUC is short or BUCNotSaid, it does not matter.
	WantBUC []rules.BUC
	// AtLeast is how many items of each of Want are asked after; where it is short
	// or 0, one.
	AtLeast []int
	// After is how many turns later the wanted things are looked for, where
	// things turn back; everything else is as it is right after.
	After int
	// Appearances names the material that this game made a type of, by the
	// full name of the object; types not in it are averaged over.
	Appearances map[string]string
}

// What is refused, beside what polymorph refuses of one stack.
const (
	MaxStacks  = polymorph.MaxStacks
	MaxItems   = polymorph.MaxItems
	MaxWanted  = polymorph.MaxWanted
	MaxAtLeast = 100 // of a wanted thing
	MaxSquares = 13  // the farthest that a zap goes
	MinLuck    = -13
	MaxLuck    = 13
)

// refuse returns the error of a question that cannot be answered.
func refuse(format string, args ...any) error {
	return problem.Newf(format, args...).Try("help poly")
}

// Check says why q cannot be answered, with a *problem.Problem; nil if it can.
func (q *Question) Check() error {
	_, err := q.game()
	return err
}

// game checks q and returns the rules with the materials that it names.
func (q *Question) game() (*polymorph.Game, error) {
	g, err := polymorph.NewGame(q.Rules, q.Level, q.Appearances)
	switch {
	case err != nil:
		return nil, err
	case len(q.Squares) == 0:
		return nil, refuse("Name at least one stack to polymorph.")
	case len(q.Squares) > MaxSquares:
		return nil, refuse("A zap reaches at most %d squares, not %d.", MaxSquares, len(q.Squares))
	case q.Luck < MinLuck || q.Luck > MaxLuck:
		return nil, refuse("Luck goes from %d to %d, so it cannot be %d.", MinLuck, MaxLuck, q.Luck)
	case len(q.Want) > MaxWanted:
		return nil, refuse("You can ask for at most %d wanted things at a time, not %d.", MaxWanted, len(q.Want))
	case len(q.AtLeast) > len(q.Want) || slices.ContainsFunc(q.AtLeast, func(n int) bool { return n < 0 || n > MaxAtLeast }):
		return nil, refuse("You can ask for 1 to %d of a wanted thing.", MaxAtLeast)
	}
	stacks, items := 0, 0
	for i := range q.Squares {
		if err := g.Learn(q.Squares[i].Stacks...); err != nil {
			return nil, err
		}
		for _, s := range q.Squares[i].Stacks {
			s, _ = s.Spread()
			stacks += s.Stacks()
			items += s.Stacks() * s.Quantity
		}
	}
	// Items first: too many stacks of things that do not stack are too many items.
	switch {
	case stacks == 0:
		return nil, refuse("Name at least one stack to polymorph.")
	case items > MaxItems:
		return nil, refuse("I can work out at most %d items, not %d.", MaxItems, items)
	case stacks > MaxStacks:
		return nil, refuse("I can work out at most %d stacks, not %d.", MaxStacks, stacks)
	}
	switch states := statesOf(q.rows(false)); {
	case states > maxStates:
		return nil, refuse("That is too many wanted things to count at once. Ask for one of them at a time.")
	case states > 1 && states*q.visits() > heavy:
		return nil, refuse("I cannot count %d wanted things in a pile of %d stacks. Ask for fewer, or about a smaller pile.", states, stacks)
	}
	return g, nil
}
