package layout

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

// Question asks how best to lay out things for a single zap.
type Question struct {
	Rules       *rules.Set
	Stacks      []polymorph.Stack // the fodder
	Luck        int
	Level       polymorph.Level
	Want        []*rules.Object
	WantBUC     []rules.BUC // of each of Want, as in polypile.Question
	AtLeast     []int       // likewise
	Appearances map[string]string
}

// Answer ranks the plans: by the chance of as many wanted things as
// asked for, if any are, else by the items that polymorph; equals by the items left.
type Answer struct {
	Plans  []Plan `json:"plans"`  // best first
	Advice string `json:"advice"` // what to do, in a sentence or two
	// Reverts is how what changed turns back; nil: it never does.
	Reverts *polymorph.Reverts `json:"reverts,omitempty"`
	Notes   []string           `json:"-"`
	Cites   []string           `json:"-"`
}

// Plan is one way to lay out the fodder and zap it once.
type Plan struct {
	Plan         string           `json:"plan"`
	ExpectedLeft float64          `json:"expected_left"` // items of the fodder, what is added not counted
	Polymorphed  float64          `json:"polymorphed"`   // items of the fodder that polymorph, on average
	Golem        float64          `json:"golem"`         // one appears
	Want         *polypile.Wanted `json:"want,omitempty"`
	// Same names the plans that take more work and gain little or nothing.
	Same []string `json:"same,omitempty"`
}

const (
	// SmallPiles is over how many squares the plans of small piles deal the
	// fodder: a zap goes no farther over piles.
	SmallPiles = 7
	// junkSize is how many items the stacks on top have: the fewest that always shudder.
	junkSize = 5
	// samePart is by how much of itself a figure may differ between plans that
	// come to the same.
	samePart = 0.02
	// worthPart is by how much of itself the figure must grow for what is added
	// on top to be worth carrying there.
	worthPart = 0.1
)

// What is added on top of a pile, and in how many stacks.
var (
	junkNames  = []string{"rock", "meatball"}
	junkStacks = []int{40, 10}
)

// comparison tries one plan after the other.
type comparison struct {
	*Question
	answer Answer
}

// Compare answers a Question. Its errors are those of polypile.Question.Check
// for the fodder alone and those of ctx; a plan that would be too big is left
// out, and a note says so.
func Compare(ctx context.Context, q *Question) (*Answer, error) {
	c := comparison{Question: q}
	whole := []polypile.Square{{Stacks: q.Stacks}}
	if err := c.question(whole).Check(); err != nil {
		return nil, err
	}
	type layout struct {
		plan    string
		squares []polypile.Square
	}
	layouts := []layout{{"one pile", whole}}
	most := q.Rules.Polypile().Large - 1
	split, wasSplit := Split(q.Stacks, most)
	if wasSplit {
		layouts = append(layouts, layout{fmt.Sprintf("one pile of stacks of %d or fewer", most), []polypile.Square{{Stacks: split}}})
	}
	if line := Deal(q.Stacks, SmallPiles); len(line) > 1 {
		layouts = append(layouts, layout{fmt.Sprintf("%d piles in a line", len(line)), line})
	}
	if line := Share(q.Stacks, SmallPiles); wasSplit && len(line) > 1 {
		layouts = append(layouts, layout{fmt.Sprintf("%d piles in a line, each stack split over them", len(line)), line})
	}
	for _, l := range layouts {
		if err := c.try(ctx, l.plan, l.squares, nil); err != nil {
			return nil, err
		}
	}
	// What is added goes on top of the better single pile.
	best, base := layouts[0], 0
	if wasSplit && len(c.answer.Plans) > 1 && c.answer.Plans[1].Plan == layouts[1].plan && c.better(&c.answer.Plans[1], &c.answer.Plans[0], samePart) < 0 {
		best, base = layouts[1], 1
	}
	var useless []string
	for _, name := range junkNames {
		helps, err := c.cover(ctx, best.plan, best.squares[0].Stacks, base, name)
		if err != nil {
			return nil, err
		}
		if !helps {
			useless = append(useless, name+"s")
		}
	}
	c.rank(useless)
	return &c.answer, nil
}

// cover tries stacks of junk on top of the pile of a plan. A cover that is not
// worth the work stays no plan of its own, unless it makes things worse.
func (c *comparison) cover(ctx context.Context, pile string, stacks []polymorph.Stack, base int, name string) (helps bool, err error) {
	for _, n := range junkStacks {
		junk := polymorph.Stack{Object: c.Rules.Object(name), Name: "junk", Quantity: junkSize, Count: n, BUC: rules.Cursed}
		plan := fmt.Sprintf("%s under %d stacks of %d cursed %ss", pile, n, junkSize, name)
		tried := len(c.answer.Plans)
		if err := c.try(ctx, plan, []polypile.Square{{Stacks: append([]polymorph.Stack{junk}, stacks...)}}, &junk); err != nil {
			return false, err
		}
		if tried == len(c.answer.Plans) {
			continue // too big
		}
		switch on, under := &c.answer.Plans[tried], &c.answer.Plans[base]; {
		case c.better(on, under, worthPart) < 0:
			helps = true
		case c.better(on, under, worthPart) == 0:
			under.Same = append(under.Same, plan)
			c.answer.Plans = c.answer.Plans[:tried]
		}
		if !helps {
			break // fewer stacks change less
		}
	}
	return helps, nil
}

// question returns the one zap at a layout.
func (c *comparison) question(squares []polypile.Square) *polypile.Question {
	return &polypile.Question{Rules: c.Rules, Squares: squares, Luck: c.Luck, Level: c.Level, Want: c.Want, WantBUC: c.WantBUC, AtLeast: c.AtLeast, Appearances: c.Appearances}
}

// try works a plan out, if it is not too big.
func (c *comparison) try(ctx context.Context, plan string, squares []polypile.Square, junk *polymorph.Stack) error {
	q := c.question(squares)
	if err := q.Check(); err != nil {
		c.answer.Notes = append(c.answer.Notes, fmt.Sprintf("left out, as it is too big to work out: %s", plan))
		return nil
	}
	a, err := polypile.Rough(ctx, q)
	if err != nil {
		return err
	}
	if len(c.answer.Plans) == 0 { // of the fodder alone
		c.answer.Reverts = a.Reverts
	}
	p := Plan{Plan: plan, Golem: a.Golem.Appears, Want: a.Want}
	for _, s := range a.Stacks {
		if junk != nil && s.Name == junk.Name {
			continue
		}
		p.ExpectedLeft += float64(s.Count) * s.ExpectedLeft
		p.Polymorphed += float64(s.Count*s.Quantity) * s.Polymorph
	}
	c.answer.Plans = append(c.answer.Plans, p)
	c.answer.Cites = a.Cites
	return nil
}

// better returns a negative number if x is the better plan, and 0 if the figures differ
// by no more than the given fraction.
func (c *comparison) better(x, y *Plan, part float64) int {
	compare := func(x, y float64) int {
		if math.Abs(x-y) <= part*max(x, y) {
			return 0
		}
		return cmp.Compare(x, y)
	}
	if len(c.Want) > 0 {
		return cmp.Or(compare(y.Want.Enough, x.Want.Enough), compare(y.Want.ExpectedItems, x.Want.ExpectedItems))
	}
	return cmp.Or(compare(y.Polymorphed, x.Polymorphed), compare(y.ExpectedLeft, x.ExpectedLeft))
}

// rank sorts the plans, puts those that come to the same into one, and says
// what to do. Plans stand in the order of the work they take, so the first
// of equals is the least work.
func (c *comparison) rank(useless []string) {
	a := &c.answer
	tried := a.Plans
	a.Plans = nil
	for _, p := range tried {
		i := slices.IndexFunc(a.Plans, func(q Plan) bool { return c.better(&q, &p, samePart) == 0 })
		if i >= 0 {
			a.Plans[i].Same = append(append(a.Plans[i].Same, p.Plan), p.Same...)
			continue
		}
		a.Plans = append(a.Plans, p)
	}
	figure := func(p *Plan) float64 {
		if p.Want != nil {
			return p.Want.Enough
		}
		return p.Polymorphed
	}
	slices.SortStableFunc(a.Plans, func(x, y Plan) int {
		return cmp.Or(cmp.Compare(figure(&y), figure(&x)), cmp.Compare(y.ExpectedLeft, x.ExpectedLeft))
	})
	a.Advice = c.advice(useless)
	a.Notes = append(a.Notes, "a zap along a line may stop before the last pile, and what it does not reach is left as it was")
	if slices.ContainsFunc(tried, func(p Plan) bool { return strings.HasPrefix(p.Plan, "one pile of stacks of") }) {
		a.Notes = append(a.Notes, "stacks of the same thing merge on one square unless each has a name of its own")
	}
}

// advice says which plan is the best, and what does not help.
func (c *comparison) advice(useless []string) string {
	best := &c.answer.Plans[0]
	if len(c.Want) > 0 && best.Want.Enough == 0 {
		return "Nothing here can become what you want, however you lay it out."
	}
	verb := "is"
	if best.Plan[0] >= '0' && best.Plan[0] <= '9' {
		verb = "are"
	}
	out := capital(best.Plan) + " " + verb + " best."
	if len(useless) > 0 {
		out += " " + capital(strings.Join(useless, " and ")) + " on top hardly help."
	}
	return out
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// Deal deals stacks in turn over squares: the first to the nearest square,
// the second to the next. There are no more squares than stacks.
func Deal(stacks []polymorph.Stack, squares int) []polypile.Square {
	var out []polypile.Square
	at := 0
	for s := range each(stacks) {
		if at == len(out) && len(out) < squares {
			out = append(out, polypile.Square{})
		}
		add(&out[at%squares], s)
		at++
	}
	return out
}

// Share splits each stack evenly over squares, the rest going to the nearest;
// things that do not stack are dealt. There are no more squares than items.
func Share(stacks []polymorph.Stack, squares int) []polypile.Square {
	out := make([]polypile.Square, squares)
	at := 0
	for s := range each(stacks) {
		whole, rest := s.Quantity/squares, s.Quantity%squares
		for i := range squares {
			part := s
			part.Quantity = whole
			if i < rest {
				part.Quantity++
			}
			if part.Quantity > 0 {
				add(&out[(at+i)%squares], part)
			}
		}
		at += rest
	}
	return slices.DeleteFunc(out, func(s polypile.Square) bool { return len(s.Stacks) == 0 })
}

// each yields stacks one by one, a line like "7 stacks of 4" as seven. More than
// MaxItems of a line are left out: such a pile is refused anyway.
func each(stacks []polymorph.Stack) iter.Seq[polymorph.Stack] {
	return func(yield func(polymorph.Stack) bool) {
		for _, s := range stacks {
			s, _ = s.Spread()
			n := s.Stacks()
			s.Count = 1
			for range min(n, polypile.MaxItems) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// Split splits stacks into as few even ones as possible with at most that many items each;
// ok is false if none was larger.
func Split(stacks []polymorph.Stack, most int) (out []polymorph.Stack, ok bool) {
	for _, s := range stacks {
		s, _ = s.Spread()
		n := (s.Quantity + most - 1) / most
		if n <= 1 {
			out = append(out, s)
			continue
		}
		ok = true
		count, rest := s.Stacks(), s.Quantity%n
		small := s
		small.Quantity, small.Count = s.Quantity/n, count*(n-rest)
		if rest > 0 {
			large := s
			large.Quantity, large.Count = s.Quantity/n+1, count*rest
			out = append(out, large)
		}
		out = append(out, small)
	}
	return out, ok
}

// add lays a stack below the others of a square.
func add(s *polypile.Square, x polymorph.Stack) {
	if n := len(s.Stacks); n > 0 && same(s.Stacks[n-1], x) {
		s.Stacks[n-1].Count += x.Stacks()
		return
	}
	s.Stacks = append(s.Stacks, x)
}

// same reports whether two stacks differ in Count at most.
func same(a, b polymorph.Stack) bool {
	a.Count, b.Count = 0, 0
	return a == b
}
