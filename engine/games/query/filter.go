package query

import (
	"slices"
	"strings"
	"time"

	"delphi/engine/problem"
)

// Filter says which games are meant, beside whose they are.
type Filter struct {
	Where       *Cond // nil: all games
	From, Until int64 // of the end, unix seconds; 0: open
	Zone        *time.Location
}

// Match reports whether a game is one that is meant.
func (f *Filter) Match(g *Game) bool {
	return g.End >= f.From && (f.Until == 0 || g.End < f.Until) && f.Where.Met(g, f.Zone)
}

// Cond returns the filter as a condition.
func (f *Filter) Cond() *Cond {
	end, c := fieldValue(byName["end"]), f.Where
	if f.From != 0 {
		c = And(c, compares(end, ">=", f.From, "ended since then"))
	}
	if f.Until != 0 {
		c = And(c, compares(end, "<", f.Until, "ended before then"))
	}
	return c
}

// Asks reports whether a condition is about a field, by its name; nil is about none.
func (c *Cond) Asks(field string) bool {
	if c == nil {
		return false
	}
	return c.left != nil && c.left.field != nil && c.left.field.Name == field || slices.ContainsFunc(c.args, func(a *Cond) bool { return a.Asks(field) })
}

// Part returns what a condition asks of a field, other fields aside, or nil.
func (c *Cond) Part(field string) *Cond {
	switch {
	case !c.Asks(field):
		return nil
	case c.op != "and":
		return c
	}
	var parts []*Cond
	for _, a := range c.args {
		parts = append(parts, a.Part(field))
	}
	return And(parts...)
}

// notHints show what "not" takes.
var notHints = []string{"not quit", "not asc", "not wiz"}

// Filter reads words as a filter, in any order. rest holds the words that it does not
// know, in their order: names of players, perhaps.
func (r *Reader) Filter(line string) (f Filter, rest []string, err error) {
	p := &parser{Reader: r, q: &Query{}}
	if p.tokens, err = tokens(line); err != nil {
		return f, nil, err
	}
	f.Zone = r.Now.Location()
	for p.at < len(p.tokens) {
		from, until, used, err := r.Span(p.word)
		if err != nil {
			return f, nil, err
		}
		if used > 0 {
			if !from.IsZero() {
				f.From = from.Unix()
			}
			if !until.IsZero() {
				f.Until = until.Unix()
			}
			p.at += used
			continue
		}
		token, w := p.tokens[p.at], p.word(0)
		var c *Cond
		if w == "not" || w == "no" || w == "without" {
			if c, err = p.except(); err != nil {
				return f, nil, err
			}
		} else if c, err = p.condition(); err != nil {
			return f, nil, err
		} else if c != nil {
			if c, err = p.or(c); err != nil {
				return f, nil, err
			}
		}
		if c != nil {
			p.take(c)
			continue
		}
		p.at++
		if token = strings.Trim(token, ",;"); token != "" {
			rest = append(rest, token)
		}
	}
	if f.Where = p.q.Where; f.From != 0 && f.Until != 0 && f.From >= f.Until {
		return f, nil, problem.New("The end of that time is not after its beginning.", "since monday", "2026-11")
	}
	return f, rest, nil
}

// except reads what is left out, behind "not": a condition, or a player.
func (p *parser) except() (*Cond, error) {
	for p.at++; slices.Contains([]string{"by", "a", "an"}, p.word(0)); {
		p.at++
	}
	if p.at >= len(p.tokens) {
		return nil, problem.New("Not what? After \"not\" comes how a game ended, a role, a race or a player.", notHints...)
	}
	token := p.tokens[p.at]
	c, err := p.condition()
	if err != nil || c != nil {
		return Not(c), err
	}
	name := strings.TrimPrefix(strings.Trim(token, ",;?!"), "player:")
	if p.Played == nil || !p.Played(name) {
		return nil, problem.Newf("I can't leave out %q. After \"not\" comes how a game ended, a role, a race or a player.", token).Try(notHints...)
	}
	p.at++
	if slices.Contains(p.Me, strings.ToLower(name)) || strings.EqualFold(name, "me") && len(p.Me) > 0 {
		name = p.Me[0]
	}
	return Not(is("name", "by "+name, name)), nil
}
