package grammar

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
)

// withAndWithout returns the error for a line that says of one thing both that it is
// worn and that it is not, also in so many words: "with and without a robe", or nil.
func (p *parser) withAndWithout(v *commands.Value) error {
	for _, s := range v.Names {
		inWords := false
		for i := s.At - 1; s.Without && i > 1 && i > s.At-4; i-- {
			inWords = inWords || negations[p.tokens[i].text] && bothWays[p.tokens[i-1].text] && withWords[p.tokens[i-2].text]
		}
		if inWords || !s.Without && slices.ContainsFunc(v.Names, func(o commands.Said) bool { return o.Without && o.Name == s.Name }) {
			return &commands.Problem{Text: fmt.Sprintf("with %s or without it?", s.Name), Hints: []string{"leave out one"}}
		}
	}
	return nil
}

// Twice is the error for a line that gives two values for a parameter that takes one.
type Twice struct{ First, Second string }

func (t *Twice) Error() string { return "two values: " + t.First + " and " + t.Second }

// twice returns the error for two values of a parameter, in the line's order, with the words
// to leave out as they were typed. what says what is needed, after a blank, or nothing.
func (p *parser) twice(param int, first, second, what string) error {
	typed, at := [2]string{first, second}, [2]int{}
	for i, name := range typed {
		for _, s := range p.found {
			if int(s.entry.Kind) == param && s.entry.Name == name && p.tokens[s.from].by == param+1 {
				typed[i], at[i] = p.typed(s.from, s.to), s.from
				break
			}
		}
	}
	if at[1] < at[0] {
		first, second, typed[0], typed[1] = second, first, typed[1], typed[0]
	}
	return &commands.Problem{
		Text:  fmt.Sprintf("you named two, %s and %s, where I need one%s", first, second, what),
		Hints: []string{"leave out " + typed[1], "leave out " + typed[0]},
		Err:   &Twice{first, second},
	}
}

// collect refuses what was said twice.
func (p *parser) collect() error {
	for i := range p.cmd.Params {
		param, v := p.cmd.Params[i], &p.call.Values[i]
		if param.Kind == commands.KindChoice && strings.Contains(v.Text, "\x00") {
			first, second, _ := strings.Cut(v.Text, "\x00")
			return p.twice(i, first, second, "")
		}
		if param.Kind != commands.KindName {
			continue
		}
		// Names were found the longest first; what counts is the line's order.
		slices.SortStableFunc(v.Names, func(a, b commands.Said) int { return cmp.Compare(a.At, b.At) })
		if param.Pile {
			p.wanted(v.Names)
			if err := p.unsorted(v.Names); err != nil {
				return err
			}
			if err := p.loneLast(v.Names); err != nil {
				return err
			}
		}
		if err := p.withAndWithout(v); param.Gear && err != nil {
			return err
		}
		// The same name twice is one name, but for things worn and held,
		// where what is said about them may differ.
		if len(v.Names) > 1 && !param.Many {
			if v.Names[0].Name != v.Names[1].Name {
				return p.twice(i, v.Names[0].Name, v.Names[1].Name, " "+cmp.Or(strings.TrimPrefix(strings.TrimPrefix(param.Noun, "a "), "an "), param.Name))
			}
			v.Names = v.Names[:1]
		}
	}
	return nil
}
