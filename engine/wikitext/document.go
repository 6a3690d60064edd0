package wikitext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Document is a page's text without markup, block by block, in the page's
// order.
type Document struct {
	Blocks []Block
	Boxes  []Box // the infoboxes, which are in no block

	// Versions holds the releases that the page says it was checked against,
	// as in "for 3.6.0": "3.6.0", "SLASH'EM 0.0.7E7".
	Versions []string
	// Disambiguation: the page lists others of the same name.
	Disambiguation bool
}

// Kind says what a Block is.
type Kind uint8

const (
	Paragraph Kind = iota
	Heading        // Level 1 to 6
	Item           // of a list, Level deep from 1
	Row            // of a table: "a: b", or "HEAD: cell, HEAD: cell"
	Code           // lines to be shown as they are: examples, maps
	Caption        // of a table or a picture
)

// Block is one piece of a Document.
type Block struct {
	Kind  Kind
	Level int
	Text  string // one line, but for Code
	Link  string // the first article that it links to, with its "#section"; empty: none
}

// Box is an infobox as its names and values, those without a value left out.
type Box struct {
	Kind   string // "monster", "weapon", ...
	Fields []Pair
}

// Pair is a name and its value.
type Pair struct{ Name, Value string }

// Parser turns markup into Documents. The zero value is ready.
type Parser struct {
	// Symbol is the letter that shows a monster, for {{monsym|dingo}}; nil or
	// an empty result: the name stands for it.
	Symbol func(monster string) string
}

// Parse reads a page's text, or a section's. It never fails: markup that is
// not closed or not known leaves its words.
func (p *Parser) Parse(text string) *Document {
	d := &Document{}
	in := inline{parser: p, doc: d, src: onPage(text)}
	in.run()
	d.blocks(&in)
	return d
}

// Text returns the whole document as lines, code included, for a full-text index.
func (d *Document) Text() string {
	var b strings.Builder
	for i := range d.Blocks {
		b.WriteString(d.Blocks[i].Text)
		b.WriteByte('\n')
	}
	for _, box := range d.Boxes {
		b.WriteString(box.String())
		b.WriteByte('\n')
	}
	return b.String()
}

// Summary returns what the document says first, in at most limit bytes: its first real
// paragraph, with the code that stands before it or the list that it introduces;
// failing a paragraph its first list, rows or infobox. It is cut at a sentence, or at a
// word and marked so. It is empty if there is nothing to say.
func (d *Document) Summary(limit int) string {
	var code []string
	for i := range d.Blocks {
		switch b := &d.Blocks[i]; {
		case b.Kind == Code:
			code = append(code, strings.Split(b.Text, "\n")...)
		case b.Kind == Heading && i > 0 && len(code) > 0:
			// A section of code alone, before the next one.
			return CutSentence(strings.Join(fields(code), "; "), limit)
		case b.Kind == Paragraph && realParagraph(b.Text):
			text := b.Text
			// A line or two of code name what is explained; more is an
			// example or a map.
			if lines := fields(code); len(lines) > 0 && len(lines) <= 2 {
				if head := strings.Join(lines, "; "); len(head) <= limit/3 {
					text = head + " - " + text
				}
			}
			if strings.HasSuffix(text, ":") {
				if list := d.list(i+1, limit-len(text)); len(text)+1+len(list) <= limit {
					text += " " + list
				} else { // as many items as fit, no sentence of the last
					return cutWords(text+" "+list, limit)
				}
			}
			return CutSentence(text, limit)
		}
	}
	if len(d.Boxes) > 0 {
		return CutSentence(d.Boxes[0].String(), limit)
	}
	if text := d.list(0, limit); text != "" {
		return CutSentence(text, limit)
	}
	return CutSentence(strings.Join(fields(code), "; "), limit)
}

// list joins the items and rows from block i on, until there is enough.
func (d *Document) list(i, enough int) string {
	var b strings.Builder
	for ; i < len(d.Blocks) && b.Len() <= enough; i++ {
		switch blk := &d.Blocks[i]; {
		case blk.Kind == Item || blk.Kind == Row:
			if b.Len() > 0 {
				b.WriteString("; ")
			}
			b.WriteString(strings.TrimRight(blk.Text, ".;,"))
		case b.Len() > 0:
			return b.String()
		}
	}
	return b.String()
}

// fields trims lines and leaves empty ones out.
func fields(lines []string) []string {
	var out []string
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// realParagraph reports whether a paragraph says something: a sentence or a
// few words, not a stray mark. One that introduces an example does not.
func realParagraph(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
		}
	}
	switch strings.ToLower(strings.TrimRight(text, ":.")) {
	case "example", "examples", "for example", "that is":
		return false
	}
	return letters >= 3
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = map[string]bool{
	"e.g": true, "i.e": true, "eg": true, "ie": true, "vs": true, "etc": true, "cf": true, "approx": true,
	"st": true, "mr": true, "mrs": true, "dr": true, "no": true, "p": true, "ver": true, "esp": true, "incl": true,
}

// CutSentence returns as many whole sentences of text as fit into limit bytes;
// if not even the first does, as many words, with "…" behind.
func CutSentence(text string, limit int) string {
	text = strings.TrimSpace(text)
	if len(text) <= limit {
		return text
	}
	best, stop := 0, min(len(text), limit)
	for i := 0; i < stop; i++ {
		switch text[i] {
		case '.', '!', '?':
		default:
			continue
		}
		end := i + 1
		for end < stop && strings.IndexByte(`"')]`, text[end]) >= 0 {
			end++
		}
		if end < len(text) && text[end] != ' ' {
			continue
		}
		word := text[strings.LastIndexByte(text[:i], ' ')+1 : i]
		if text[i] == '.' && (abbreviations[strings.ToLower(strings.TrimLeft(word, `("'`))] || end+1 < len(text) && unicode.IsLower(rune(text[end+1]))) {
			continue
		}
		best = end
	}
	if best > 0 {
		return text[:best]
	}
	return cutWords(text, limit)
}

// cutWords returns as many words of text as fit, with "…" behind.
func cutWords(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	const mark = "…"
	if limit <= len(mark) {
		return ""
	}
	head := cutAt(text, limit-len(mark))
	if i := strings.LastIndexByte(head, ' '); i > 0 {
		head = head[:i]
	}
	return strings.TrimRightFunc(head, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) && r != ')' && utf8.RuneLen(r) == 1 }) + mark
}
