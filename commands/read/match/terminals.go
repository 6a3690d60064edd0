package match

import (
	"slices"
	"strconv"
	"strings"

	"delphi/commands/read/lex"
	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// terminals returns what a terminal may be at a position.
func (c *Chart) terminals(id int32, at int) []*Edge {
	for _, t := range c.found[at] {
		if t.id == id {
			return t.list
		}
	}
	var list []*Edge
	c.terminal(id, at, func(e *Edge) { list = append(list, e) })
	c.found[at] = append(c.found[at], terminal{id, list})
	return list
}

// terminal is what a terminal was found to be at a position.
type terminal struct {
	id   int32
	list []*Edge
}

// terminal yields what a terminal may be at a position.
func (c *Chart) terminal(id int32, at int, yield func(*Edge)) {
	if id >= phrases.Builtins {
		if at < len(c.Tokens) {
			for i := range c.Names[at] {
				if n := &c.Names[at][i]; n.Vocab == id {
					f := c.costs.Ways[n.Way]
					e := c.room.edges.Next()
					*e = Edge{Prod: -1, From: at, To: n.To, Text: n.Name, Cost: c.costs.Of(f) + n.Extra, Feat: f}
					yield(e)
				}
			}
		}
		return
	}
	give := func(to int, text string) {
		e := c.room.edges.Next()
		*e = Edge{Prod: -1, From: at, To: to, Text: text, Feat: -1}
		yield(e)
	}
	n := len(c.Tokens)
	if id == phrases.START {
		if c.begins(at) || c.opened[at] {
			give(at, "")
		}
		return
	}
	if id == phrases.END {
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
func (c *Chart) begins(at int) bool {
	return at == 0 || at < len(c.Tokens) && c.Tokens[at].Sentence != c.Tokens[at-1].Sentence
}

// ends reports whether a sentence ends at a position, if only for a mark.
func (c *Chart) ends(at int) bool {
	n := len(c.Tokens)
	return at == n || at > 0 && c.Tokens[at].Sentence != c.Tokens[at-1].Sentence || c.Tokens[at].Kind == lex.Mark && strings.Contains("?.!;", c.Tokens[at].Word)
}

// close finds where what one says behind a question begins, so that the question ends there:
// "..., any idea?".
func (c *Chart) close() {
	for at := len(c.Tokens) - 1; at > 0; at-- {
		c.closed[at] = slices.ContainsFunc(c.Phrases(c.g.Closer, at), func(e *Edge) bool { return c.ends(e.To) || c.closed[e.To] })
	}
}

// open finds where what one says before a question ends, so that the question begins there:
// "hey, quick one: ...".
func (c *Chart) open() {
	for at := range c.Tokens {
		if c.begins(at) || c.opened[at] {
			for _, e := range c.Phrases(c.g.Opener, at) {
				c.opened[e.To] = e.To < len(c.Tokens)
			}
		}
	}
}

// figure yields what a terminal that stands for a figure may be at a position; ok is false if
// it stands for something else.
func (c *Chart) figure(id int32, at int, give func(to int, text string)) (ok bool) {
	t := &c.Tokens[at]
	switch id {
	case phrases.NUM, phrases.INT:
		if t.Kind == lex.Number && (!t.Ordinal || t.Glued) {
			give(at+1, strconv.Itoa(t.Num))
		} else if n, ok := c.NumberMeant(at); ok {
			give(at+1, strconv.Itoa(n))
		}
		if id == phrases.INT {
			c.signed(at, give)
		}
	case phrases.SIGNED:
		c.signed(at, give)
	case phrases.ORD:
		if t.Kind == lex.Number && t.Ordinal {
			give(at+1, strconv.Itoa(t.Num))
		}
	case phrases.PERCENT:
		if text, to := c.percent(at); to > at {
			give(to, text)
		}
	case phrases.CHANCE:
		c.chance(at, give)
	case phrases.FRAC:
		if t.Kind == lex.Fraction {
			give(at+1, t.Text)
		}
	case phrases.DICE:
		if t.Kind == lex.Dice {
			give(at+1, t.Word)
		}
	case phrases.DEPTH:
		if n, ok := strings.CutPrefix(t.Word, "d"); ok && t.Kind == lex.Dice && strings.Trim(n, "0123456789") == "" {
			give(at+1, n)
		}
	case phrases.DEC:
		if t.Kind == lex.Decimal {
			give(at+1, t.Text)
		}
	default:
		return false
	}
	return true
}

// wording yields what a terminal that stands for words may be at a position.
func (c *Chart) wording(id int32, at int, give func(to int, text string)) {
	n, t := len(c.Tokens), &c.Tokens[at]
	switch id {
	case phrases.TITLE:
		c.title(at, give)
	case phrases.WORD:
		if t.Kind == lex.Word {
			give(at+1, t.Text)
		}
	case phrases.SIGN:
		switch {
		case t.Kind != lex.Word || len(t.Text) != 1 || t.Text == "a" || t.Text == "i": // or a word
		case t.Text == t.Word:
			give(at+1, "small "+t.Text)
		default:
			give(at+1, "capital "+t.Text)
		}
	case phrases.UNKNOWN:
		if c.MayBeUnknown(at) {
			end := at + 1
			for end < n && c.Tokens[end].Glued && (c.Tokens[end].Kind == lex.Number || c.Tokens[end].Kind == lex.Word || c.Tokens[end].Word == "_") {
				end++
			}
			text := c.Text[t.At:c.Tokens[end-1].End]
			for _, s := range []string{"'s", "’s"} { // stenno's
				text = strings.TrimSuffix(text, s)
			}
			give(end, text)
		}
	case phrases.VERSION:
		if t.Kind == lex.Version || t.Kind == lex.Decimal || t.Kind == lex.Word && len(t.Word) > 3 {
			if found, ok, err := rules.Lookup(t.Word); ok && err == nil && found.Set != nil {
				give(at+1, "v"+found.Set.Name)
			} else if ok {
				give(at+1, t.Text)
			}
		}
	case phrases.TEXT:
		for to := at + 1; to <= n && to <= at+12 && c.Tokens[to-1].Clause == t.Clause; to++ {
			if c.Tokens[to-1].Kind != lex.Mark {
				give(to, c.Text[t.At:c.Tokens[to-1].End])
			}
		}
	case phrases.REST:
		end := n
		for end > at+1 && c.Tokens[end-1].Kind == lex.Mark && strings.Contains("?.!", c.Tokens[end-1].Word) {
			end--
		}
		give(end, c.Text[t.At:c.Tokens[end-1].End])
	}
}

// title reads a hero's title, which reveals the role.
func (c *Chart) title(at int, give func(int, string)) {
	for _, v := range c.g.Vocabs {
		if v == nil || v.Titled == nil {
			continue
		}
		for to := min(len(c.Tokens), at+3); to > at; to-- {
			if !c.Together(at, to) {
				continue
			}
			if term, ok := v.Titled(c.Set, c.Text[c.Tokens[at].At:c.Tokens[to-1].End]); ok {
				give(to, term.Name)
				return
			}
		}
		return
	}
}

func (c *Chart) signed(at int, give func(int, string)) {
	t := &c.Tokens[at]
	if at+1 >= len(c.Tokens) || c.Tokens[at+1].Kind != lex.Number {
		return
	}
	next := &c.Tokens[at+1]
	switch {
	case (t.Word == "+" || t.Word == "-") && next.Glued:
		give(at+2, t.Word+strconv.Itoa(next.Num))
	case t.Word == "plus":
		give(at+2, "+"+strconv.Itoa(next.Num))
	case t.Word == "minus" || t.Word == "negative":
		give(at+2, "-"+strconv.Itoa(next.Num))
	}
}

// percent reads a percentage.
func (c *Chart) percent(at int) (text string, to int) {
	t := &c.Tokens[at]
	if at+1 >= len(c.Tokens) || t.Kind != lex.Number && t.Kind != lex.Decimal {
		return "", at
	}
	text = t.Word
	to = at + 1
	if t.Kind == lex.Number {
		text = strconv.Itoa(t.Num)
	}
	if to >= len(c.Tokens) {
		return "", at
	}
	switch c.Tokens[to].Word {
	case "%", "percent", "pct", "percents", "prozent":
		if strings.HasPrefix(text, ".") {
			text = "0" + text
		}
		return text + "%", to + 1
	case "per":
		if to+1 < len(c.Tokens) && c.Tokens[to+1].Word == "cent" {
			return text + "%", to + 2
		}
	}
	return "", at
}

// chance reads a chance: 1/12, 1 in 12, one in a thousand, 0.4%.
func (c *Chart) chance(at int, give func(int, string)) {
	t := &c.Tokens[at]
	if t.Kind == lex.Fraction {
		give(at+1, strconv.Itoa(t.Num)+"/"+strconv.Itoa(t.Den))
		return
	}
	if text, to := c.percent(at); to > at {
		give(to, text)
		return
	}
	if t.Kind == lex.Decimal && strings.HasPrefix(strings.TrimPrefix(t.Text, "0"), ".") {
		give(at+1, t.Text)
		return
	}
	if t.Kind != lex.Number || at+2 >= len(c.Tokens) {
		return
	}
	to := at + 1
	switch c.Tokens[to].Word {
	case "in", "out":
		to++
		if c.Tokens[to].Word == "of" || c.Tokens[to].Word == "a" || c.Tokens[to].Word == "every" {
			to++
		}
		if to < len(c.Tokens) && c.Tokens[to].Kind == lex.Number {
			if den := c.Tokens[to].Num; den > 0 {
				give(to+1, strconv.Itoa(t.Num)+"/"+strconv.Itoa(den))
			}
		}
	}
}
