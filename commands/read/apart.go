package read

import (
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/commands/read/said"
	"delphi/engine/rules"
)

// Two questions of different kinds in one line are read as two lines would be, the second as
// one that may change the first: "how bad is a purple worm at ac -9, and does it respect elbereth".
const (
	mostParted  = 2  // places where a line is tried to be parted
	leastParted = 3  // words of the second part
	leastBefore = 2  // and of the first: "hit minotaur and can I pray"
	mostAsking  = 40 // words of a line that is tried: more tell a story
)

// parted returns the places, in bytes, where a second question may begin, and where the first
// ends there: at a word that joins it, or, behind what begins as a question itself, at a mark.
func (c *chart) parted() (out [][2]int) {
	if len(c.Tokens) > mostAsking {
		return nil
	}
	asks := func(i int) bool { return c.g.In(c.Lits[i][0], phrases.Asks) }
	for i := leastBefore + 1; i+leastParted <= len(c.Tokens) && len(out) < mostParted; i++ {
		if !asks(i) {
			continue
		}
		end := i
		if c.g.In(c.Lits[end-1][0], phrases.Joins) {
			end--
		}
		joined := end < i
		if c.Tokens[end-1].Kind == lex.Mark {
			end--
		}
		if end >= leastBefore && (joined || end < i && asks(0)) {
			out = append(out, [2]int{c.Tokens[end-1].End, c.Tokens[i].At})
		}
	}
	return out
}

// apart reads a line of which the likeliest reading passes words over as two questions.
func (r *Reader) apart(ctx context.Context, c *chart, set *rules.Set, past *said.Past, only func(*commands.Command) bool, whole []Reading) (out []Reading) {
	if len(whole) > 0 && len(whole[0].Skipped) == 0 {
		return nil
	}
	sound := func(list []Reading) bool {
		return len(list) > 0 && list[0].Command != nil && list[0].Asked && !list[0].Command.Acts() && list[0].P > .5 && len(list[0].Heavy) == 0
	}
	begun, _, _ := strings.Cut(c.Text, " ")
	for _, at := range c.parted() {
		first, err := r.read(ctx, c.Text[:at[0]], set, past, only)
		// a line that begins with a command's name leaves to the saved character what it does not say
		if err != nil || !sound(first) || len(first[0].lacks) > 0 && !strings.EqualFold(begun, first[0].Command.Name) {
			continue
		}
		second, err := r.read(ctx, c.Text[at[1]:], set, first[0].Past().After(past), only)
		if err != nil || !sound(second) || len(second[0].lacks) > 0 || second[0].Kind == first[0].Kind {
			continue
		}
		out = append(out, r.joined(&first[0], &second[0], at[1]))
	}
	return out
}

// joined returns the reading of two questions, the second of which begins at a byte of the line.
func (r *Reader) joined(first, second *Reading, at int) Reading {
	rd := *second
	rd.Lines = slices.Concat(first.Lines, second.Lines)
	rd.Cost += first.Cost + r.weights.Of(r.weights.apart)
	rd.Follows = first.Follows
	shift := func(list []Span) []Span {
		list = slices.Clone(list)
		for i := range list {
			list[i].From, list[i].To = list[i].From+at, list[i].To+at
		}
		return list
	}
	rd.Used, rd.Skipped = slices.Concat(first.Used, shift(second.Used)), slices.Concat(first.Skipped, shift(second.Skipped))
	rd.Passed, rd.Weighty = slices.Concat(first.Passed, second.Passed), slices.Concat(first.Weighty, shift(second.Weighty))
	rd.feats = append(slices.Concat(first.feats, second.feats), r.weights.apart)
	for i, d := range first.doubts {
		rd.doubts[i] = max(d, second.doubts[i])
	}
	rd.doubts[doubtSeveral] = 1
	return rd
}
