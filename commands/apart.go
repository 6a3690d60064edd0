package commands

import (
	"slices"
	"strings"
)

// Apart returns, for each of several calls of one command, the part that not all of
// them share: "robe" and "without robe", "xl10" and "xl12", "depth 3" and "depth 5". It
// is empty for a call with nothing of its own.
func Apart(calls []*Call) []string {
	pieces := make([][]string, len(calls))
	for i, c := range calls {
		pieces[i] = c.pieces()
	}
	out := make([]string, len(calls))
	var told []string // of which some call says nothing
	for i, own := range pieces {
		var apart []string
		for _, piece := range own {
			if slices.ContainsFunc(pieces, func(other []string) bool { return !slices.Contains(other, piece) }) {
				apart = append(apart, piece)
			}
		}
		out[i] = strings.Join(apart, ", ")
		told = append(told, apart...)
	}
	if i := slices.Index(out, ""); i >= 0 && len(told) == 1 {
		out[i] = "without " + told[0]
	}
	return out
}

// pieces splits a line into its parts.
func (c *Call) pieces() (out []string) {
	for i, p := range c.Command.Params {
		v := &c.Values[i]
		switch {
		case p.Kind == KindVersion:
			out = append(out, c.Rules.Name)
		case v.Said:
			out = append(out, v.Pieces(p)...)
		}
	}
	return out
}

// Pieces splits what was said for a parameter that is not a version, as a sentence about it has it.
func (v *Value) Pieces(p *Param) (out []string) {
	switch p.Kind {
	case KindName:
		for _, n := range v.Names {
			said := n.Describe()
			if n.Without {
				said = "without " + said
			}
			out = append(out, said)
		}
		return out
	case KindChoice, KindWords:
		return []string{v.Text}
	}
	var b strings.Builder
	v.line(p, &b, true)
	said := strings.TrimSpace(b.String())
	if n := strings.TrimPrefix(said, p.Name); p.Kind == KindNumber && len(p.Name) > 2 && n != said {
		said = p.Name + " " + n
	}
	return []string{said}
}
