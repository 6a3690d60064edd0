package grammar

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// stack reads what comes before and after the name of a stack.
func (p *parser) stack(s span, term *commands.Term, said *commands.Said) {
	said.Square = p.tokens[s.from].sq
	p.beforeStack(s, term, said)
	p.behindStack(s, said)
}

// useFor uses words for a thing that is named.
func (p *parser) useFor(said *commands.Said, list ...int) {
	for _, i := range list {
		p.tokens[i].used = true
		if as := p.tokens[i].as; p.tokens[i].tag > 0 && said.As == "" && as != "" { // "from:5 horns"
			said.As = as
		}
	}
}

// beforeStack reads what comes before the name of a stack.
func (p *parser) beforeStack(s span, term *commands.Term, said *commands.Said) {
	use := func(list ...int) { p.useFor(said, list...) }
before:
	for i := s.from - 1; i >= 0 && !p.tokens[i].used && !p.tokens[i+1].cut; i-- {
		t := &p.tokens[i]
		n, rest, isNumber := number(t.text)
		switch {
		case isNumber && (t.text[0] == '+' || t.text[0] == '-') && rest == "":
			said.Enchant = n
			use(i)
		case isNumber && (rest == "x" || rest == "×"):
			said.Times, said.TimesSaid = n, true
			use(i)
		case (t.text == "x" || t.text == "×" || t.text == "times") && i > 0:
			if n, rest, ok := number(p.tokens[i-1].text); ok && rest == "" {
				said.Times, said.TimesSaid = n, true
				use(i, i-1)
				i--
				continue
			}
			break before
		case t.text == "more" && i > 1 && p.tokens[i-1].text == "or" && plainNumber(p.tokens[i-2].text) && !said.Counted: // "2 or more markers"
			said.Quantity, _, said.Counted = number(p.tokens[i-2].text)
			use(i, i-1, i-2)
			i -= 2
		case isNumber && rest == "" && !said.Counted:
			said.Quantity, said.Counted = n, true
			use(i)
		case stackBUC(t.text) != rules.BUCNotSaid && said.BUC == rules.BUCNotSaid && (term.BUC == rules.BUCNotSaid || term.BUC == stackBUC(t.text)):
			said.BUC = stackBUC(t.text)
			use(i)
		case t.text == "artifact":
			said.Artifact = true
			use(i)
		case t.text == "degraded" || t.text == "revived":
			said.Degraded = true
			use(i)
		case term.Material && isMaterial(t.text):
			said.Material = t.text
			use(i)
		case denials[t.text]:
			break before // which undenied refuses
		case fillers[t.text] || pairWords[t.text] || p.filler(t.text) && !p.startsName(i) && !p.endsFlag(i):
			use(i)
		case inert[t.text]:
			p.call.Note(commands.Remarked, t.text+" makes no difference here")
			use(i)
		default:
			break before
		}
	}
}

// behindStack reads what comes behind the name of a stack.
func (p *parser) behindStack(s span, said *commands.Said) {
	use := func(list ...int) { p.useFor(said, list...) }
	for i := s.to; i < len(p.tokens) && !p.tokens[i].used && !p.tokens[i].cut; i++ {
		n, rest, ok := 0, "", false
		if i+1 < len(p.tokens) {
			n, rest, ok = number(p.tokens[i+1].text)
			ok = ok && rest == "" && !p.tokens[i+1].cut
		}
		switch t := p.tokens[i].text; {
		case len(t) > 1 && t[0] == 'x' && plainNumber(t[1:]) && !said.Counted: // "holy water x8"
			said.Quantity, _, said.Counted = number(t[1:])
			use(i)
		case plainNumber(t) && !said.Counted && strings.ContainsAny(p.line[p.tokens[i-1].end:p.tokens[i].at], "(*×"): // "drums (3)", "darts*50"
			said.Quantity, _, said.Counted = number(t)
			use(i)
		case (t == "x" || t == "×") && ok && !said.Counted: // "darts x 50"
			said.Quantity, said.Counted = n, true
			use(i, i+1)
			i++
		case stackBUC(t) != rules.BUCNotSaid && said.BUC == rules.BUCNotSaid && p.endsAt(i+1): // "12 daggers cursed"
			said.BUC = stackBUC(t)
			use(i)
		case t == "read" && ok:
			said.Read = n
			use(i, i+1)
			i++
		case (t == "recharged" || t == "charged") && ok:
			said.Recharged = n
			use(i, i+1)
			i++
		case t == "degraded":
			said.Degraded = true
			use(i)
		case p.chargesOf(t, said): // "wand of sleep (0:4)"
			use(i)
		default:
			return
		}
	}
}

// chargesOf takes how often a thing was recharged from a figure like "0:4", whose charges
// make no difference to a stack. It reports whether the word is one.
func (p *parser) chargesOf(word string, said *commands.Said) bool {
	first, second, colon := strings.Cut(strings.TrimRight(word, ")"), ":")
	if !colon || !plainNumber(first) || !plainNumber(strings.TrimPrefix(second, "-")) {
		return false
	}
	said.Recharged, _, _ = number(first)
	p.call.Note(commands.Remarked, "how many charges it has makes no difference here")
	return true
}

// endsFlag reports whether a flag of several words that is not taken yet ends with token i:
// the "bag" of "in my bag".
func (p *parser) endsFlag(i int) bool {
	return slices.ContainsFunc(p.found, func(s span) bool {
		return s.to == i+1 && s.to-s.from > 1 && p.cmd.Params[s.entry.Kind].Kind == commands.KindFlag && p.free(s)
	})
}

// packWords holds words that end a phrase saying that a thing is not in the pile but
// with the hero: "in my pack", "on me".
var packWords = words("pack backpack inventory inv invent me person")

// withWords holds words that come before what the hero has.
var withWords = words("with w carrying carry have having got holding own")

// carried takes a thing that the hero has about him and does not polymorph: a
// luckstone "with" the pile, or anything "in my pack".
func (p *parser) carried(s span, param *commands.Param, term *commands.Term) bool {
	if len(param.Carried) == 0 { // a thief takes from the pack
		return false
	}
	end := s.to
	for end < len(p.tokens) && end < s.to+3 && !p.tokens[end].used && !p.tokens[end].cut && slices.Contains([]string{"in", "on", "inside", "my", "the", "main"}, p.tokens[end].text) {
		end++
	}
	told := end > s.to && end < len(p.tokens) && packWords[p.tokens[end].text] && !p.tokens[end].used
	if !told {
		end = s.to - 1
		if !slices.Contains(param.Carried, term.Name) {
			return false
		}
	}
	from := s.from
	for from > 0 && (from == s.from || !p.tokens[from].cut) && !p.tokens[from-1].used && (p.tokens[from-1].text == "a" || p.tokens[from-1].text == "the" || p.tokens[from-1].text == "my" || stackBUC(p.tokens[from-1].text) != rules.BUCNotSaid) {
		from--
	}
	with := from > 0 && (from == s.from || !p.tokens[from].cut) && withWords[p.tokens[from-1].text] && !p.tokens[from-1].used // "bag of holding, luckstone"
	if !told && !with || from > 0 && plainNumber(p.tokens[from-1].text) {
		return false
	}
	if with {
		from--
	}
	for i := from; i <= end; i++ {
		p.tokens[i].used = true
	}
	p.call.Note(commands.Remarked, "the "+term.Name+" is carried, not polymorphed")
	return true
}

// stackBUC returns the BUC that a word says about a stack, which may be a single
// letter.
func stackBUC(word string) rules.BUC {
	switch word {
	case "b":
		return rules.Blessed
	case "u":
		return rules.Uncursed
	case "c":
		return rules.Cursed
	}
	return bucWords[word]
}

// stackWord reports whether a word says something about a stack before its name.
func stackWord(word string) bool {
	_, rest, ok := number(word)
	return ok && (rest == "" || rest == "x" || rest == "×") || stackBUC(word) != rules.BUCNotSaid || word == "x" || word == "of" || pairWords[word]
}

// pairWords stand between a number and things that come in pairs.
var pairWords = words("pair pairs set sets suit suits")

// isMaterial reports whether a word is what things are made of.
func isMaterial(word string) bool {
	return slices.Contains(rules.Materials(), word)
}
