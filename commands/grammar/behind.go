package grammar

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
)

// behind returns the Number meant by the words after the figure at token i, and how
// many tokens they take: "20 tries", "3 blessed scrolls", "500 random items". rest is
// what is glued to the figure. The result is empty if they mean none. A word that is
// used up but does not directly follow the figure is marked.
func (p *parser) behind(i int, rest string) (name string, used int) {
	word := func(k int) string {
		if i+k < len(p.tokens) && !p.tokens[i+k].used && !p.tokens[i+k].cut {
			return p.tokens[i+k].text
		}
		return ""
	}
	if q := p.counted(word(1)); q != nil {
		return q.Name, 2
	}
	between := word(1)
	if q := p.counted(word(2)); q != nil && (between == "more" || bucWords[between] != 0) {
		p.tokens[i+2].used = true
		if bucWords[between] != 0 { // which is said of something else
			return q.Name, 1
		}
		return q.Name, 2
	}
	if q := p.counted("times"); q != nil && between == "more" { // "2 more enchant armor"
		return q.Name, 2
	}
	if name := p.cmd.numbers[between]; name != "" && rest == "" && !p.figureAt(i+2) { // "17 wis"
		return name, 2
	}
	return "", 0
}

// figureAt reports whether token i begins with a figure that is still unclaimed.
func (p *parser) figureAt(i int) bool {
	if i >= len(p.tokens) || p.tokens[i].used || p.tokens[i].cut {
		return false
	}
	_, _, ok := number(strings.TrimLeft(p.tokens[i].text, "=:"))
	return ok
}

// counted returns the first Number that a word after a figure means, or nil.
func (p *parser) counted(word string) *commands.Param { return p.cmd.after[word] }

// leveled takes "400*xl" at token i, so many for each of the hero's levels, which
// multiplied multiplies by.
func (p *parser) leveled(i int) bool {
	k := p.cmd.leveled
	if k < 0 || !plainNumber(p.tokens[i].text) {
		return false
	}
	last := i + 1
	if last < len(p.tokens) && (p.tokens[last].text == "x" || p.tokens[last].text == "times" || p.tokens[last].text == "per") {
		last++
	}
	if last >= len(p.tokens) || p.cmd.numbers[p.tokens[last].text] != "xl" || last == i+1 && strings.TrimSpace(p.line[p.tokens[i].end:p.tokens[last].at]) != "*" {
		return false
	}
	for j := i; j <= last; j++ {
		p.tokens[j].used = true
	}
	n, _, _ := number(p.tokens[i].text)
	v := &p.call.Values[k]
	v.Said, v.Num, v.To, p.each = true, n, n, true
	return true
}

// multiplied multiplies what was said for each level by the level.
func (p *parser) multiplied() error {
	if !p.each {
		return nil
	}
	k, level := p.cmd.leveled, found(p.cmd.numbered, "xl")
	v := &p.call.Values[k]
	if level < 0 || !p.call.Values[level].Said {
		return &commands.Problem{Text: fmt.Sprintf("%d for each level: at which level?", v.Num), Hints: []string{"xl8"}}
	}
	n := v.Num * p.call.Values[level].Num
	v.Said = false
	return p.setNumber(p.cmd.Params[k].Name, n, "", false)
}

// prepositions holds keywords that say less about the number after them than a word
// after that number does.
var prepositions = words("with have for over at in")

// leads reports whether the keyword at token i is a preposition before a number
// that the word behind it claims: "with" of "with 0 protection".
func (p *parser) leads(i int) bool {
	if !prepositions[p.tokens[i].text] || i+2 >= len(p.tokens) || p.tokens[i+1].cut || p.tokens[i+2].cut || !plainNumber(p.tokens[i+1].text) {
		return false
	}
	word, own := p.tokens[i+2].text, p.cmd.numbers[p.tokens[i].text]
	return slices.ContainsFunc(p.cmd.Params, func(q *commands.Param) bool { return q.Name != own && slices.Contains(q.After, word) })
}
