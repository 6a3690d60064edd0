package read

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// terminals returns what a terminal may be at a position.
func (c *chart) terminals(id int32, at int) []*edge {
	for _, t := range c.found[at] {
		if t.id == id {
			return t.list
		}
	}
	var list []*edge
	c.terminal(id, at, func(e *edge) { list = append(list, e) })
	c.found[at] = append(c.found[at], terminal{id, list})
	return list
}

// terminal is what a terminal was found to be at a position.
type terminal struct {
	id   int32
	list []*edge
}

// terminal yields what a terminal may be at a position.
func (c *chart) terminal(id int32, at int, yield func(*edge)) {
	if id >= builtins {
		if at < len(c.tokens) {
			for i := range c.names[at] {
				if n := &c.names[at][i]; n.vocab == id {
					f := c.w.ways[n.way]
					e := c.room.edges.next()
					*e = edge{prod: -1, from: at, to: n.to, text: n.name, cost: c.w.of(f) + n.extra, feat: f}
					yield(e)
				}
			}
		}
		return
	}
	give := func(to int, text string) {
		e := c.room.edges.next()
		*e = edge{prod: -1, from: at, to: to, text: text, feat: -1}
		yield(e)
	}
	n := len(c.tokens)
	if id == termSTART {
		if c.begins(at) || c.opened[at] {
			give(at, "")
		}
		return
	}
	if id == termEND {
		if c.ends(at) || c.closed[at] {
			give(at, "")
		}
		return
	}
	if at >= n {
		return
	}
	if !c.figure(id, at, give) {
		c.wording(id, at, give)
	}
}

// begins reports whether a sentence begins at a position.
func (c *chart) begins(at int) bool {
	return at == 0 || at < len(c.tokens) && c.tokens[at].sentence != c.tokens[at-1].sentence
}

// ends reports whether a sentence ends at a position, if only for a mark.
func (c *chart) ends(at int) bool {
	n := len(c.tokens)
	return at == n || at > 0 && c.tokens[at].sentence != c.tokens[at-1].sentence || c.tokens[at].kind == markToken && strings.Contains("?.!;", c.tokens[at].word)
}

// close finds where what one says behind a question begins, so that the question ends there:
// "..., any idea?".
func (c *chart) close() {
	for at := len(c.tokens) - 1; at > 0; at-- {
		c.closed[at] = slices.ContainsFunc(c.phrases(c.g.closer, at), func(e *edge) bool { return c.ends(e.to) || c.closed[e.to] })
	}
}

// open finds where what one says before a question ends, so that the question begins there:
// "hey, quick one: ...".
func (c *chart) open() {
	for at := range c.tokens {
		if c.begins(at) || c.opened[at] {
			for _, e := range c.phrases(c.g.opener, at) {
				c.opened[e.to] = e.to < len(c.tokens)
			}
		}
	}
}

// figure yields what a terminal that stands for a figure may be at a position; ok is false if
// it stands for something else.
func (c *chart) figure(id int32, at int, give func(to int, text string)) (ok bool) {
	t := &c.tokens[at]
	switch id {
	case termNUM, termINT:
		if t.kind == numberToken && (!t.ordinal || t.glued) {
			give(at+1, strconv.Itoa(t.num))
		} else if n, ok := c.numberMeant(at); ok {
			give(at+1, strconv.Itoa(n))
		}
		if id == termINT {
			c.signed(at, give)
		}
	case termSIGNED:
		c.signed(at, give)
	case termORD:
		if t.kind == numberToken && t.ordinal {
			give(at+1, strconv.Itoa(t.num))
		}
	case termPERCENT:
		if text, to := c.percent(at); to > at {
			give(to, text)
		}
	case termCHANCE:
		c.chance(at, give)
	case termFRAC:
		if t.kind == fractionToken {
			give(at+1, t.text)
		}
	case termDICE:
		if t.kind == diceToken {
			give(at+1, t.word)
		}
	case termDEPTH:
		if n, ok := strings.CutPrefix(t.word, "d"); ok && t.kind == diceToken && strings.Trim(n, "0123456789") == "" {
			give(at+1, n)
		}
	case termDEC:
		if t.kind == decimalToken {
			give(at+1, t.text)
		}
	default:
		return false
	}
	return true
}

// wording yields what a terminal that stands for words may be at a position.
func (c *chart) wording(id int32, at int, give func(to int, text string)) {
	n, t := len(c.tokens), &c.tokens[at]
	switch id {
	case termTITLE:
		c.title(at, give)
	case termWORD:
		if t.kind == wordToken {
			give(at+1, t.text)
		}
	case termSIGN:
		switch {
		case t.kind != wordToken || len(t.text) != 1 || t.text == "a" || t.text == "i": // or a word
		case t.text == t.word:
			give(at+1, "small "+t.text)
		default:
			give(at+1, "capital "+t.text)
		}
	case termUNKNOWN:
		if c.mayBeUnknown(at) {
			end := at + 1
			for end < n && c.tokens[end].glued && (c.tokens[end].kind == numberToken || c.tokens[end].kind == wordToken || c.tokens[end].word == "_") {
				end++
			}
			text := c.line[t.at:c.tokens[end-1].end]
			for _, s := range []string{"'s", "’s"} { // stenno's
				text = strings.TrimSuffix(text, s)
			}
			give(end, text)
		}
	case termVERSION:
		if t.kind == versionToken || t.kind == decimalToken || t.kind == wordToken && len(t.word) > 3 {
			if found, ok, err := rules.Lookup(t.word); ok && err == nil && found.Set != nil {
				give(at+1, "v"+found.Set.Name)
			} else if ok {
				give(at+1, t.text)
			}
		}
	case termTEXT:
		for to := at + 1; to <= n && to <= at+12 && c.tokens[to-1].clause == t.clause; to++ {
			if c.tokens[to-1].kind != markToken {
				give(to, c.line[t.at:c.tokens[to-1].end])
			}
		}
	case termREST:
		end := n
		for end > at+1 && c.tokens[end-1].kind == markToken && strings.Contains("?.!", c.tokens[end-1].word) {
			end--
		}
		give(end, c.line[t.at:c.tokens[end-1].end])
	}
}

// mayBeUnknown reports whether a word may be outside all vocabularies: it is not
// everyday English, not even with a slip, and not a word that phrases pass over or that
// questions begin with.
func (c *chart) mayBeUnknown(i int) bool {
	t := &c.tokens[i]
	if t.kind != wordToken || names.Everyday(t.word) {
		return false
	}
	l := c.lits[i][0]
	return (l < 0 || c.g.classes[l] == "" && !c.g.asks[l]) && !names.Slip(t.word)
}

// title reads a hero's title, which reveals the role.
func (c *chart) title(at int, give func(int, string)) {
	for _, v := range c.g.vocabs {
		if v.param == nil || v.param.Titled == nil {
			continue
		}
		for to := min(len(c.tokens), at+3); to > at; to-- {
			if !c.together(at, to) {
				continue
			}
			if term, ok := v.param.Titled(c.set, c.line[c.tokens[at].at:c.tokens[to-1].end]); ok {
				give(to, term.Name)
				return
			}
		}
		return
	}
}

func (c *chart) signed(at int, give func(int, string)) {
	t := &c.tokens[at]
	if at+1 >= len(c.tokens) || c.tokens[at+1].kind != numberToken {
		return
	}
	next := &c.tokens[at+1]
	switch {
	case (t.word == "+" || t.word == "-") && next.glued:
		give(at+2, t.word+strconv.Itoa(next.num))
	case t.word == "plus":
		give(at+2, "+"+strconv.Itoa(next.num))
	case t.word == "minus" || t.word == "negative":
		give(at+2, "-"+strconv.Itoa(next.num))
	}
}

// percent reads a percentage.
func (c *chart) percent(at int) (text string, to int) {
	t := &c.tokens[at]
	if at+1 >= len(c.tokens) || t.kind != numberToken && t.kind != decimalToken {
		return "", at
	}
	text = t.word
	to = at + 1
	if t.kind == numberToken {
		text = strconv.Itoa(t.num)
	}
	if to >= len(c.tokens) {
		return "", at
	}
	switch c.tokens[to].word {
	case "%", "percent", "pct", "percents", "prozent":
		if strings.HasPrefix(text, ".") {
			text = "0" + text
		}
		return text + "%", to + 1
	case "per":
		if to+1 < len(c.tokens) && c.tokens[to+1].word == "cent" {
			return text + "%", to + 2
		}
	}
	return "", at
}

// chance reads a chance: 1/12, 1 in 12, one in a thousand, 0.4%.
func (c *chart) chance(at int, give func(int, string)) {
	t := &c.tokens[at]
	if t.kind == fractionToken {
		give(at+1, strconv.Itoa(t.num)+"/"+strconv.Itoa(t.den))
		return
	}
	if text, to := c.percent(at); to > at {
		give(to, text)
		return
	}
	if t.kind == decimalToken && strings.HasPrefix(strings.TrimPrefix(t.text, "0"), ".") {
		give(at+1, t.text)
		return
	}
	if t.kind != numberToken || at+2 >= len(c.tokens) {
		return
	}
	to := at + 1
	switch c.tokens[to].word {
	case "in", "out":
		to++
		if c.tokens[to].word == "of" || c.tokens[to].word == "a" || c.tokens[to].word == "every" {
			to++
		}
		if to < len(c.tokens) && c.tokens[to].kind == numberToken {
			if den := c.tokens[to].num; den > 0 {
				give(to+1, strconv.Itoa(t.num)+"/"+strconv.Itoa(den))
			}
		}
	}
}
