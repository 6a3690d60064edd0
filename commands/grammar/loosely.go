package grammar

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/rules"
)

// Several is the most questions that one line may ask at once.
const Several = 6

// ParseHeard reads the arguments of a command out of a sentence. Unlike Parse
// it passes over words that say nothing to the command: drop tells those that
// never do, the others are returned in unused. Where a sentence names several
// values for a parameter that takes one, each makes a question of its own.
func (g *Grammar) ParseHeard(ctx context.Context, to *commands.Command, line string, fallback *rules.Set, drop func(word string) bool) (calls []*commands.Call, unused []string, err error) {
	cmd, call := g.command(to), commands.NewCall(to, fallback)
	if cmd.param(commands.KindText) >= 0 || cmd.param(commands.KindWords) >= 0 {
		call, err := g.Parse(ctx, to, line, fallback)
		return []*commands.Call{call}, nil, err
	}
	p := newParser(budget.From(ctx), cmd, call, line)
	defer p.release()
	p.drop = drop
	if err := p.read(); err != nil {
		return nil, nil, err
	}
	return p.apart(), p.unused, nil
}

// apart makes a call of its own for each value of parameters that take one but
// were given several, and with and without what was said to be either.
func (p *parser) apart() []*commands.Call {
	out := []*commands.Call{p.call}
	for i, param := range p.cmd.Params {
		var next []*commands.Call
		for _, c := range out {
			next = append(next, alternatives(c, i, param, p.several[i])...)
		}
		out = next[:min(len(next), Several)]
	}
	return out
}

// alternatives are the calls that one parameter's values make of one; several are
// the numbers said for it, if more than one was.
func alternatives(c *commands.Call, i int, p *commands.Param, several []int) []*commands.Call {
	with := func(change func(*commands.Value)) *commands.Call {
		other := *c
		other.Values = slices.Clone(c.Values)
		v := &other.Values[i]
		v.Names = slices.Clone(v.Names)
		change(v)
		return &other
	}
	v := &c.Values[i]
	switch {
	case len(several) > 1:
		var out []*commands.Call
		for _, n := range several {
			out = append(out, with(func(v *commands.Value) { v.Num, v.To = n, n }))
		}
		return out
	case p.Kind == commands.KindFlag && v.Text == bothWaysAsked:
		return []*commands.Call{with(func(v *commands.Value) { v.Text = "" }), with(func(v *commands.Value) { *v = commands.Value{} })}
	case p.Kind == commands.KindChoice && strings.Contains(v.Text, "\x00"):
		var out []*commands.Call
		said := strings.Split(v.Text, "\x00")
		slices.SortStableFunc(said, func(a, b string) int { return cmp.Compare(slices.Index(p.Choices, a), slices.Index(p.Choices, b)) })
		for _, choice := range said {
			out = append(out, with(func(v *commands.Value) { v.Text = choice }))
		}
		return out
	case p.Kind == commands.KindName && !p.Many && len(v.Names) > 1:
		var out []*commands.Call
		for _, n := range v.Names {
			if !slices.ContainsFunc(out, func(o *commands.Call) bool { return o.Values[i].Names[0].Name == n.Name }) {
				out = append(out, with(func(v *commands.Value) { v.Names = []commands.Said{n} }))
			}
		}
		return out
	}
	if out := linked(v, p, with); out != nil {
		return out
	}
	if out := sources(v, p, with); out != nil {
		return out
	}
	// "robe or no robe"
	for _, n := range v.Names {
		other := slices.IndexFunc(v.Names, func(o commands.Said) bool { return o.Name == n.Name && o.Without != n.Without })
		if p.Many && !n.Without && other >= 0 {
			v.Names = slices.Delete(slices.Clone(v.Names), other, other+1)
			v.Names[slices.IndexFunc(v.Names, func(o commands.Said) bool { return o.Name == n.Name })].Either = true
			break
		}
	}
	if k := slices.IndexFunc(v.Names, func(n commands.Said) bool { return n.Either }); k >= 0 {
		name := v.Names[k].Name
		return []*commands.Call{
			with(func(v *commands.Value) { v.Names[k].Either = false }),
			with(func(v *commands.Value) {
				v.Names = slices.DeleteFunc(v.Names, func(n commands.Said) bool { return n.Name == name })
				v.Said = len(v.Names) > 0
			}),
		}
	}
	return []*commands.Call{c}
}

// linked makes a call of its own for each of the things that "vs" or "or"
// stands between: "robe vs cornuthaum"; nil where it stands between none.
func linked(v *commands.Value, p *commands.Param, with func(func(*commands.Value)) *commands.Call) (out []*commands.Call) {
	if !p.Gear || !p.Many {
		return nil
	}
	for k := 1; k < len(v.Names); k++ {
		if !v.Names[k].Linked {
			continue
		}
		first, end := k-1, k+1
		for end < len(v.Names) && v.Names[end].Linked {
			end++
		}
		none := slices.ContainsFunc(v.Names[first:end], func(n commands.Said) bool { return n.Either })
		for one := first; one < end; one++ {
			out = append(out, with(func(v *commands.Value) {
				kept := v.Names[one]
				kept.Linked, kept.Either = false, false
				v.Names = slices.Concat(v.Names[:first], []commands.Said{kept}, v.Names[end:])
			}))
		}
		if none { // "robe, cornuthaum or nothing"
			out = append(out, with(func(v *commands.Value) {
				v.Names = slices.Delete(v.Names, first, end)
				v.Said = len(v.Names) > 0
			}))
		}
		return out
	}
	return nil
}

// sources makes a call of its own for each of several things that "from" stands before,
// where the pile is one thing: "from whistles or from horns"; nil: there are not several.
func sources(v *commands.Value, p *commands.Param, with func(func(*commands.Value)) *commands.Call) (out []*commands.Call) {
	if !p.Pile || len(p.Words) == 0 || p.Words[0] != "from" {
		return nil
	}
	others, n := []commands.Said{}, 0
	for _, s := range v.Names {
		if s.As == "from" {
			n++
		} else {
			others = append(others, s)
		}
	}
	if n < 2 || len(others) == 0 {
		return nil
	}
	for _, s := range v.Names {
		if s.As == "from" {
			out = append(out, with(func(v *commands.Value) { v.Names = append(slices.Clone(others), s) }))
		}
	}
	return out
}

// versusWords stand between things of which one at a time is meant.
var versusWords = words("vs versus or instead")

// alternative reports whether one of the versusWords stands between what is
// said from token a on and the name at token b, and nothing else that says
// something: the names are alternatives.
func (p *parser) alternative(a, b int) bool {
	for k := b - 1; k > a; k-- {
		t := &p.tokens[k]
		if versusWords[t.text] {
			return true
		}
		if t.by > 0 && t.used {
			return false
		}
		if !p.filler(t.text) && !inert[t.text] && bucWords[t.text] == 0 && !plainNumber(t.text) && t.text != "no" {
			return false
		}
	}
	return false
}
