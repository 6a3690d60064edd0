package polypile

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"delphi/engine/rules"
)

// CompareQuestion asks how best to pile up things.
type CompareQuestion struct {
	Rules       *rules.Set
	Stacks      []Stack // the fodder
	Luck        int
	Level       Level
	Want        []*rules.Object
	Appearances map[string]string
	// JunkStacks are the numbers of stacks of five cursed rocks, and of
	// meatballs, to try on top; nil is 10 and 40.
	JunkStacks []int
}

// CompareAnswer ranks the plans: by the wanted things left if any are asked
// for, else by the items of the fodder left.
type CompareAnswer struct {
	Plans []Plan   `json:"plans"` // best first
	Notes []string `json:"-"`
	Cites []string `json:"-"`
}

// Plan is one way to pile up the fodder and zap it once.
type Plan struct {
	Plan         string  `json:"plan"`
	ExpectedLeft float64 `json:"expected_left"` // of the fodder, what is on top not counted
	Polymorphed  float64 `json:"polymorphed"`   // stacks of the fodder that polymorph, on average
	Golem        float64 `json:"golem"`         // one appears
	Want         *Wanted `json:"want,omitempty"`
}

// SmallPiles is over how many squares the plan of small piles deals the fodder.
const SmallPiles = 7

// junkSize is how many items the stacks on top have: the fewest that always shudder.
const junkSize = 5

// Compare answers a CompareQuestion. Its errors are those of Question.Check
// for the fodder alone; plans that would be too big are left out, with a note.
func Compare(ctx context.Context, q *CompareQuestion) (*CompareAnswer, error) {
	out := &CompareAnswer{}
	add := func(plan string, squares []Square, junk *Stack) error {
		a, err := Zap(ctx, &Question{Rules: q.Rules, Squares: squares, Luck: q.Luck, Level: q.Level, Want: q.Want, Appearances: q.Appearances})
		if err != nil {
			return err
		}
		p := Plan{Plan: plan, Golem: a.Golem.Appears, Want: a.Want}
		for _, s := range a.Stacks {
			if junk != nil && s.Name == junk.Name {
				continue
			}
			p.ExpectedLeft += float64(s.Count) * s.ExpectedLeft
			p.Polymorphed += float64(s.Count) * s.Polymorph
		}
		out.Plans = append(out.Plans, p)
		out.Cites = a.Cites
		return nil
	}
	if err := add("one pile", []Square{{Stacks: q.Stacks}}, nil); err != nil {
		return nil, err
	}
	small := Deal(q.Stacks, SmallPiles)
	if err := add(fmt.Sprintf("%d small piles in a line", len(small)), small, nil); err != nil {
		return nil, err
	}
	tops := q.JunkStacks
	if tops == nil {
		tops = []int{10, 40}
	}
	for _, name := range []string{"rock", "meatball"} {
		for _, n := range tops {
			plan := fmt.Sprintf("one pile under %d stacks of %d cursed %ss", n, junkSize, name)
			junk := Stack{Object: q.Rules.Object(name), Name: plan, Quantity: junkSize, Count: n, BUC: Cursed}
			err := add(plan, []Square{{Stacks: append([]Stack{junk}, q.Stacks...)}}, &junk)
			if limit := (*LimitError)(nil); errors.As(err, &limit) {
				out.Notes = append(out.Notes, fmt.Sprintf("left out: %s: %v", plan, limit))
			} else if err != nil {
				return nil, err
			}
		}
	}
	slices.SortStableFunc(out.Plans, func(x, y Plan) int {
		if x.Want != nil {
			if c := closer(y.Want.ExpectedItems, x.Want.ExpectedItems); c != 0 {
				return c
			}
		}
		return closer(y.ExpectedLeft, x.ExpectedLeft)
	})
	out.Notes = append(out.Notes, "a zap along a line may stop before the last pile; what it does not reach is left as it was")
	return out, nil
}

// Deal deals stacks in turn over squares: the first to the nearest square,
// the second to the next. There are no more squares than stacks.
func Deal(stacks []Stack, squares int) []Square {
	var out []Square
	at := 0
	for _, s := range stacks {
		s, _ = s.Spread()
		n := s.count()
		s.Count = 1
		for range min(n, MaxItems) {
			if at == len(out) && len(out) < squares {
				out = append(out, Square{})
			}
			i := at % squares
			list := out[i].Stacks
			if len(list) > 0 && same(list[len(list)-1], s) {
				list[len(list)-1].Count++
			} else {
				out[i].Stacks = append(list, s)
			}
			at++
		}
	}
	return out
}

// same reports whether two stacks differ in Count at most.
func same(a, b Stack) bool {
	a.Count, b.Count = 0, 0
	return a == b
}
