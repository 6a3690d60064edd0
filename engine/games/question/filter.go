package question

import (
	"slices"
	"strings"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/problem"
)

// notHints show what "not" takes.
var notHints = []string{"not quit", "not asc", "not wiz"}

// Filter reads words as a filter, in any order. rest holds the words that it does not
// know, in their order: names of players, perhaps.
func (r *Reader) Filter(line string) (f query.Filter, rest []string, err error) {
	p := &parser{Reader: r, phrases: phrases, q: &query.Query{}}
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
			narrow(&f, from, until)
			p.at += used
			continue
		}
		token, w := p.tokens[p.at], p.word(0)
		var c *query.Cond
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

// narrow leaves those games of a filter that ended within a time.
func narrow(f *query.Filter, from, until time.Time) {
	if !from.IsZero() {
		f.From = max(f.From, from.Unix())
	}
	if !until.IsZero() && (f.Until == 0 || until.Unix() < f.Until) {
		f.Until = until.Unix()
	}
}

// except reads what is left out, behind "not": a condition, or a player.
func (p *parser) except() (*query.Cond, error) {
	for p.at++; slices.Contains([]string{"by", "a", "an"}, p.word(0)); {
		p.at++
	}
	if p.at >= len(p.tokens) {
		return nil, problem.New("Not what? After \"not\" comes how a game ended, a role, a race or a player.", notHints...)
	}
	token := p.tokens[p.at]
	c, err := p.condition()
	if err != nil || c != nil {
		return query.Not(c), err
	}
	name := strings.TrimPrefix(strings.Trim(token, ",;?!"), "player:")
	if p.Played == nil || !p.Played(name) {
		return nil, problem.Newf("I can't leave out %q. After \"not\" comes how a game ended, a role, a race or a player.", token).Try(notHints...)
	}
	p.at++
	if slices.Contains(p.Me, strings.ToLower(name)) || strings.EqualFold(name, "me") && len(p.Me) > 0 {
		name = p.Me[0]
	}
	return query.Not(query.OneOf("name", "by "+name, name)), nil
}
