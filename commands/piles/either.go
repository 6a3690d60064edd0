package piles

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
)

// alternatives returns the piles of a call between whose stacks stands "or", each with what
// is wanted of it. There is one if no "or" does.
func alternatives(c *commands.Call) [][]commands.Said {
	var each [][]commands.Said
	var want []commands.Said
	for _, s := range Pile.All(c) {
		switch {
		case s.As == "for":
			want = append(want, s)
		case s.Linked && len(each) > 0:
			s.Linked = false
			each = append(each, []commands.Said{s})
		case len(each) == 0:
			each = [][]commands.Said{{s}}
		default:
			each[len(each)-1] = append(each[len(each)-1], s)
		}
	}
	for i := range each {
		each[i] = append(each[i], want...)
	}
	return each
}

// eitherAnswer is the machine-readable answer for one of several piles.
type eitherAnswer struct {
	Pile   string `json:"pile"` // as a question of its own
	Answer any    `json:"answer"`
}

// tellEither answers what becomes of each of several piles, so that they can be compared.
// The steps and notes are those of the first.
func tellEither(ctx context.Context, c *commands.Call, each [][]commands.Said) (*commands.Story, error) {
	var first *commands.Story
	var all []eitherAnswer
	var says []string
	t := &commands.Table{Columns: []string{"pile", "answer"}}
	for _, names := range each {
		alone := *c
		alone.Notes, alone.Values = nil, slices.Clone(c.Values)
		alone.Value(Pile.Param).Names = names
		s, err := tellPile(ctx, &alone)
		if err != nil {
			return nil, err
		}
		if first == nil {
			first = s
			c.Notes = append(c.Notes, alone.Notes...)
		}
		say, _, _ := strings.Cut(strings.TrimSuffix(s.Reply.Summary, "."), ". ")
		what, how, _ := strings.Cut(say, ": ")
		says = append(says, say)
		t.Rows = append(t.Rows, []string{what, how})
		all = append(all, eitherAnswer{alone.Line(), s.Reply.Data})
	}
	for _, p := range c.Command.Params { // each pile has looked at what it needs
		c.Value(p)
	}
	first.Reply.Summary = strings.Join(says, "; ") + "."
	first.Reply.Table, first.Reply.Fields, first.Reply.Data = t, nil, all
	return first, nil
}
