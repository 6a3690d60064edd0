package question

import (
	"slices"
	"strings"

	"delphi/engine/games/query"
)

// target reads whose games are meant, as Sequell has it: :name, !name, !@nick; ok is false
// if none stands. What says the name of somebody outright is no nick.
func (p *parser) target(token string) (ok bool, err error) {
	name, negated := strings.CutPrefix(token, "!")
	exact, named := strings.CutPrefix(name, ":")
	nick, known := strings.CutPrefix(name, "@")
	list := strings.Split(strings.ToLower(name), ",")
	switch {
	case named && nameShape.MatchString(exact):
		list = strings.Split(strings.ToLower(exact), ",")
	case known && nameShape.MatchString(nick):
		list = p.called(nick)
	case !negated || p.at > 0 || !nameShape.MatchString(name):
		return false, nil
	}
	p.at++
	if !negated {
		p.players(list...)
		return true, nil
	}
	p.take(query.Not(query.OneOf("name", "by "+strings.Join(list, " or "), list...)))
	return true, nil
}

// called returns the accounts of nicks, with commas between, in lower case.
func (p *parser) called(nicks string) (out []string) {
	for nick := range strings.SplitSeq(strings.ToLower(nicks), ",") {
		var all []string
		switch {
		case nick == ".":
			all = p.Me
		case p.Accounts != nil:
			all = p.Accounts(nick)
		}
		if len(all) == 0 {
			all = []string{nick}
		}
		out = append(out, all...)
	}
	return out
}

// players adds players.
func (p *parser) players(list ...string) {
	for _, name := range list {
		if name = strings.ToLower(name); name != "" && !slices.Contains(p.q.Players, name) {
			p.q.Players = append(p.q.Players, name)
		}
	}
}
