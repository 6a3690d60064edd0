package grammar

import (
	"slices"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// skill returns the level of skill that stands at token i, and of how many tokens.
func (p *parser) skill(i int) (name string, tokens int) {
	for name := rules.GrandMaster; name > rules.Restricted; name-- {
		if n := p.spells(i, name.String()); n > 0 {
			return name.String(), n
		}
	}
	if p.spells(i, rules.Restricted.String()) > 0 {
		return rules.Restricted.String(), 1
	}
	return "", 0
}

// gear reads what is said before the name of a thing that is worn or held: +3, blessed, no.
func (p *parser) gear(s span, param *commands.Param, said *commands.Said) {
	for i := s.from - 1; i >= 0 && (!p.tokens[i].used || p.flagged(i)) && !p.tokens[i+1].cut; i-- {
		t := &p.tokens[i]
		n, rest, isNumber := number(t.text)
		switch {
		case enchanted(t.text):
			said.Enchant = n
		case bucWords[t.text] != rules.BUCNotSaid:
			said.BUC = bucWords[t.text]
		case param.Counts && isNumber && rest == "" && !said.Counted:
			said.Quantity, said.Counted = n, true
		case negations[t.text]:
			said.Without = true
		case p.flagged(i):
			said.Flag = t.text
			if t.used { // it was taken for a flag of all pieces
				p.call.Values[p.cmd.piece].Said = false
			}
		case param == p.cmd.Erodes && said.Eroded == 0 && slices.Contains(wording.Eroded, t.text):
			said.Eroded = 1
		case said.Eroded == 1 && t.text == "very":
			said.Eroded = 2
		case said.Eroded == 1 && t.text == "thoroughly":
			said.Eroded = 3
		case p.filler(t.text) || inert[t.text]:
			continue // may stand between; judged with the leftovers
		default:
			i = 0
			continue
		}
		t.used = true
	}
}

// withBefore returns the "with" before the name of a thing at token i and what is said of it; 0 if
// there is none.
func (p *parser) withBefore(i int) int {
	for i--; i > 0 && p.tokens[i].by == 0 && !p.tokens[i+1].cut; i-- {
		switch t := p.tokens[i].text; {
		case t == "with" || t == "w/":
			return i
		case enchanted(t) || bucWords[t] != rules.BUCNotSaid || p.filler(t):
		default:
			return 0
		}
	}
	return 0
}

// enchanted reports whether a word is an enchantment: +3.
func enchanted(word string) bool {
	_, rest, isNumber := number(word)
	return isNumber && rest == "" && (word[0] == '+' || word[0] == '-')
}

// enchantment reads "+2" at token i.
func (p *parser) enchantment(i int) (n int, ok bool) {
	if i >= len(p.tokens) || p.tokens[i].used || p.tokens[i].cut {
		return 0, false
	}
	t := &p.tokens[i]
	n, rest, ok := number(t.text)
	if !ok || rest != "" || t.text[0] != '+' && t.text[0] != '-' {
		return 0, false
	}
	t.used = true
	return n, true
}

// takeSkill uses the skill that stands at token i; empty if none does.
func (p *parser) takeSkill(i int) string {
	name, n := p.skill(i)
	for k := i; k < i+n; k++ {
		p.tokens[k].used = true
	}
	return name
}
