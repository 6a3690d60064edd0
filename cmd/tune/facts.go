package main

import (
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
)

// factPatterns are sentences in which a player says how the hero is, one a line, and behind a
// tab which of their figures the question takes if it has a place for them. They are filled as
// asides are; {xl} and its like stand for figures.
//
//go:embed facts.txt
var factPatterns string

// heroic are the parameters of which facts speak.
var heroic = map[string]commands.Parameter{"role": hero.Role, "xl": hero.XL, "luck": hero.Luck, "ac": hero.AC, "int": hero.Int, "wis": hero.Wis, "dex": hero.Dex}

// told are rows behind sentences that say how the hero is: one in four of some rows that stand
// alone. What the question has a place for, it takes; the rest changes nothing.
func (t *tuner) told(rows []*row) (out []*row) {
	dice := rand.New(rand.NewPCG(5, 6))
	patterns := lines(factPatterns)
	for i, r := range rows {
		if i%4 != 1 || r.follows != nil || len(r.wants) != 1 || len(r.canon) != 1 || r.ask {
			continue
		}
		cmd, _ := t.find(r.canon[0])
		if cmd == nil {
			continue
		}
		pattern, takes, _ := strings.Cut(anyOf(dice, patterns), "\t")
		said := map[string]string{
			"role": roles[dice.IntN(len(roles))], "xl": fmt.Sprint(2 + dice.IntN(16)), "luck": fmt.Sprint(dice.IntN(8) - 2), "ac": fmt.Sprint(dice.IntN(16) - 6),
			"int": fmt.Sprint(8 + dice.IntN(11)), "wis": fmt.Sprint(8 + dice.IntN(11)), "dex": fmt.Sprint(8 + dice.IntN(11)),
			"hp": fmt.Sprint(8 + dice.IntN(60)), "maxhp": fmt.Sprint(70 + dice.IntN(60)), "gold": fmt.Sprint(50 + dice.IntN(3000)),
			"turn": fmt.Sprint(500 + dice.IntN(30000)), "dlvl": fmt.Sprint(2 + dice.IntN(25)), "n": fmt.Sprint(2 + dice.IntN(9)),
		}
		canon, clear := r.canon[0], true
		for what := range strings.FieldsSeq(takes) {
			p := heroic[what]
			switch {
			case p == nil || !cmd.Has(p):
			case t.says(canon, what):
				clear = false
			case what == "role":
				canon += " " + said[what]
			default:
				canon += " " + what + " " + said[what]
			}
		}
		if !clear || !cmd.Has(hero.XL) && cmd.Has(hero.Role) && strings.Contains(takes, "role") {
			continue
		}
		if canon != r.canon[0] && strings.HasPrefix(t.key(canon), "!") {
			continue
		}
		if takesAny(cmd, pattern) {
			continue
		}
		text := pattern
		for what, figure := range said {
			text = strings.ReplaceAll(text, "{"+what+"}", figure)
		}
		text = filled(dice, text)
		if dice.IntN(2) == 0 {
			text = strings.ReplaceAll(text, said["role"], strings.ToUpper(said["role"][:1])+said["role"][1:])
		}
		c := t.row(r.id+"+told", text+" "+r.line, canon)
		c.aside, c.fold = true, r.fold
		out = append(out, c)
	}
	return out
}

// takesAny reports whether a command could take something of a pattern that is not meant for
// it: the turn, where it asks for that, or things, where it has a list of them.
func takesAny(cmd *commands.Command, pattern string) bool {
	if cmd.Pile() != nil && strings.Contains(pattern, "<") {
		return true
	}
	for what, params := range map[string][]string{"{hp}": {"hp", "maxhp"}, "{gold}": {"gold", "carrying", "offer"}, "{turn}": {"turn"}, "{dlvl}": {"dlvl", "depth", "number"}, "{n}": {"distance"}, "<": {"carrying", "worn", "held", "wielding"}} {
		if strings.Contains(pattern, what) && slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return slices.Contains(params, p.Name) }) {
			return true
		}
	}
	return false
}

// says reports whether a canonical line says something for a parameter.
func (t *tuner) says(canon, param string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(t.key(canon), func(r rune) bool { return r == ' ' || r == ',' }), func(w string) bool {
		if param == "role" {
			return slices.Contains(roles, strings.ToLower(strings.TrimPrefix(w, "role:")))
		}
		rest, ok := strings.CutPrefix(w, param)
		return ok && rest != "" && strings.Trim(rest, "+-0123456789") == ""
	})
}
