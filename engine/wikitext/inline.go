package wikitext

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds how deep templates and links nest; deeper ones leave their
// words.
const maxDepth = 48

// maxURL bounds an address in a text.
const maxURL = 1000

// The private-use characters that stand between the passes. clean keeps them
// out of every text.
const (
	linkOpen  = '\ue010' // before a link's target
	linkClose = '\ue011' // after it; the label follows
	verbatim  = '\ue012' // at the start of a line: the number of a piece of inline.maps
	nothing   = '\ue013' // an empty <nowiki/>: there is something, and it shows nothing
	caption   = '\ue014' // before the caption of a picture
	captioned = '\ue015' // after it
	protected = 0xe100   // plus an ASCII character: one that is no markup
)

// frame is a template, link or labelled address that has been opened. Its
// content stands in inline.out from start on; seps are the places of its "|".
type frame struct {
	kind  byte // '{', '[' or 'h'
	start int
	seps  []int
	src   int  // where its content begins in inline.src
	free  bool // a link that may go over several lines: an image and its caption
	odd   bool // a link whose target has something in it that no title has
}

// inline resolves links, templates, tags and entities in one pass. What is
// left has line structure only.
type inline struct {
	parser *Parser
	doc    *Document
	src    string
	pos    int
	out    []byte
	stack  []frame
	braces int // templates in stack
	deep   int // templates opened beyond maxDepth
	maps   []string
	never  map[string]bool // closing tags that do not come any more

	bracket, lineEnd int // the next "]" and line end, as far as they are known

	quoted int // up to where spare is known
	spare  int // the place of three apostrophes of which one is shown; -1: none
}

var special = func() (t [256]bool) {
	for _, c := range "{}[]|'<&_\n" {
		t[c] = true
	}
	return t
}()

func (in *inline) run() {
	in.spare, in.bracket, in.lineEnd = -1, -1, -1
	in.out = make([]byte, 0, len(in.src))
	for in.pos < len(in.src) {
		from := in.pos
		for in.pos < len(in.src) && !special[in.src[in.pos]] {
			in.pos++
		}
		in.out = append(in.out, in.src[from:in.pos]...)
		if in.pos < len(in.src) {
			in.mark()
		}
	}
}

// ahead reports whether s stands at the current place.
func (in *inline) ahead(s string) bool { return strings.HasPrefix(in.src[in.pos:], s) }

func (in *inline) top() *frame {
	if len(in.stack) == 0 {
		return nil
	}
	return &in.stack[len(in.stack)-1]
}

func (in *inline) push(kind byte) {
	n := len(in.stack)
	if n < cap(in.stack) {
		in.stack = in.stack[:n+1]
		f := &in.stack[n]
		*f = frame{kind: kind, start: len(in.out), seps: f.seps[:0], src: in.pos}
	} else {
		in.stack = append(in.stack, frame{kind: kind, start: len(in.out), src: in.pos})
	}
	if kind == '{' {
		in.braces++
	}
}

// pop takes the top frame away and leaves its content.
func (in *inline) pop() {
	if in.top().kind == '{' {
		in.braces--
	}
	in.stack = in.stack[:len(in.stack)-1]
}

// mark handles the special character at the current place.
func (in *inline) mark() {
	switch c := in.src[in.pos]; c {
	case '{':
		if !in.ahead("{{") {
			in.literal(1)
			return
		}
		in.pos += 2
		if len(in.stack) >= maxDepth {
			in.deep++
			return
		}
		in.push('{')
	case '}':
		if !in.ahead("}}") || in.braces == 0 && in.deep == 0 {
			in.literal(1)
			return
		}
		in.pos += 2
		if in.deep > 0 {
			in.deep--
			return
		}
		for in.top().kind != '{' {
			in.pop() // a link that was not closed inside the template
		}
		in.closeTemplate()
	case '[':
		in.openLink()
	case ']':
		in.closeLink()
	case '|':
		if f := in.top(); f != nil && f.kind != 'h' && in.deep == 0 {
			f.seps = append(f.seps, len(in.out))
		}
		in.literal(1)
	case '\'':
		in.apostrophes()
	case '<':
		in.tag()
	case '&':
		in.entity()
	case '_':
		in.magic()
	case '\n':
		for f := in.top(); f != nil && f.kind != '{' && !f.free; f = in.top() {
			in.pop()
		}
		in.literal(1)
	}
}

// literal copies n bytes as they are.
func (in *inline) literal(n int) {
	in.out = append(in.out, in.src[in.pos:in.pos+n]...)
	in.pos += n
}

// plain writes text that is no markup, whatever it looks like.
func (in *inline) plain(text string) {
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < utf8.RuneSelf && strings.IndexByte("{}[]|'<&_=*#:;!-+", c) >= 0 {
			in.out = utf8.AppendRune(in.out, protected+rune(c))
		} else {
			in.out = append(in.out, c)
		}
	}
}

// unprotect turns what plain wrote back.
func unprotect(s string) string {
	if !strings.Contains(s, "\xee\x84") && !strings.Contains(s, "\xee\x85") && !strings.ContainsRune(s, nothing) { // U+E100 to U+E17F
		return s
	}
	return strings.Map(func(r rune) rune {
		if r == nothing {
			return -1
		}
		if protected <= r && r < protected+utf8.RuneSelf {
			return r - protected
		}
		return r
	}, s)
}

// apostrophes drops those that mean bold and italic.
func (in *inline) apostrophes() {
	n := run(in.src[in.pos:])
	keep := 0
	switch {
	case n == 1, n == 4:
		keep = 1
	case n > 5:
		keep = n - 5
	}
	if n > 1 {
		in.balance()
		if in.pos == in.spare {
			keep++
		}
	}
	for range keep {
		in.out = append(in.out, '\'')
	}
	in.pos += n
}

// run returns how many apostrophes a text begins with.
func run(s string) (n int) {
	for n < len(s) && s[n] == '\'' {
		n++
	}
	return n
}

// balance reads a line's apostrophes once, as MediaWiki does: where both bold
// and italic are left open at its end, the first three apostrophes behind a
// word of one letter are one and two, failing that behind a longer word, failing
// that behind a blank. So the possessive of a word in italics has its apostrophe.
func (in *inline) balance() {
	if in.pos < in.quoted {
		return
	}
	start := strings.LastIndexByte(in.src[:in.pos], '\n') + 1
	end := strings.IndexByte(in.src[in.pos:], '\n')
	if end < 0 {
		end = len(in.src) - in.pos
	}
	in.quoted, in.spare = in.pos+max(end, 1), -1
	line := in.src[start : in.pos+end]
	bold, italic := 0, 0
	single, multi, blank := -1, -1, -1
	last := 0 // the end of the marks before
	for i := 0; i < len(line); {
		n := run(line[i:])
		if n < 2 {
			i += max(n, 1)
			continue
		}
		at := i
		if n == 4 || n > 5 { // those in front are text
			if n == 4 {
				at = i + 1
			} else {
				at = i + n - 5
			}
		}
		switch i + n - at {
		case 2:
			italic++
		case 5:
			bold++
			italic++
		case 3:
			bold++
			before := line[last:at]
			switch k := len(before); {
			case k > 0 && before[k-1] == ' ':
				if blank < 0 {
					blank = i
				}
			case k > 1 && before[k-2] == ' ':
				if single < 0 {
					single = i
				}
			case multi < 0:
				multi = i
			}
		}
		i += n
		last = i
	}
	if bold%2 == 1 && italic%2 == 1 {
		for _, at := range []int{single, multi, blank} {
			if at >= 0 {
				in.spare = start + at
				return
			}
		}
	}
}

// magic drops words such as __TOC__.
func (in *inline) magic() {
	if in.ahead("__") {
		n := 2
		for in.pos+n < len(in.src) && n < 40 && isAlnum(in.src[in.pos+n]) {
			n++
		}
		if word := in.src[in.pos+2 : in.pos+n]; n > 2 && strings.HasPrefix(in.src[in.pos+n:], "__") && (strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" || magicWords[strings.ToLower(word)]) {
			in.pos += n + 2
			return
		}
	}
	in.literal(1)
}

// magicWords holds those that are one in any case.
var magicWords = set("toc notoc forcetoc noeditsection nogallery nocontentconvert notitleconvert hiddencat index noindex newsectionlink nonewsectionlink staticredirect disambig")

// entity decodes a character reference.
func (in *inline) entity() {
	end := strings.IndexByte(in.src[in.pos:min(len(in.src), in.pos+32)], ';')
	if end > 0 {
		if text := html.UnescapeString(in.src[in.pos : in.pos+end+1]); text[0] != '&' || text == "&" {
			in.pos += end + 1
			in.plain(strings.ReplaceAll(decoded(in.src[in.pos-end-1:in.pos]), "\n", ""))
			return
		}
	}
	in.literal(1)
}

func isAlnum(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

// until finds the closing mark after skip bytes, in any case: what stands
// before it and the place after it. A mark that does not come is looked for
// once.
func (in *inline) until(skip int, closing string) (text string, after int, ok bool) {
	if in.never[closing] {
		return "", 0, false
	}
	from := in.pos + skip
	rest := in.src[from:]
	i := strings.Index(rest, closing)
	if i < 0 {
		if i = indexFold(rest, closing); i < 0 {
			if in.never == nil {
				in.never = map[string]bool{}
			}
			in.never[closing] = true
			return "", 0, false
		}
	}
	return rest[:i], from + i + len(closing), true
}

// indexFold is like strings.Index, ignoring the case of ASCII letters.
func indexFold(s, needle string) int {
	for at := 0; ; {
		i := strings.IndexByte(s[at:], needle[0])
		if i < 0 || at+i+len(needle) > len(s) {
			return -1
		}
		if strings.EqualFold(s[at+i:at+i+len(needle)], needle) {
			return at + i
		}
		at += i + 1
	}
}

// verbatim sets text apart, to be shown as it is.
func (in *inline) verbatim(text string) {
	in.out = append(in.out, '\n')
	in.out = utf8.AppendRune(in.out, verbatim)
	in.out = strconv.AppendInt(in.out, int64(len(in.maps)), 10)
	in.out = append(in.out, '\n')
	in.maps = append(in.maps, text)
}

// maxLegend bounds the legend of a map.
const maxLegend = 100

// ttymap returns a map with its characters put in: lines "c=markup" up to an empty
// one say what a character stands for.
func (p *Parser) ttymap(text string) string {
	text = strings.TrimLeft(text, "\n")
	legend := map[rune]rune{}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		key, size := utf8.DecodeRuneInString(line)
		if line == "" {
			text = text[1:]
			break
		}
		if len(line) <= size || line[size] != '=' || len(legend) == maxLegend {
			break
		}
		shown := p.line(cutAt(line[size+1:], 400))
		if r, n := utf8.DecodeRuneInString(shown); n > 0 && n == len(shown) {
			legend[key] = r
		}
		text = text[min(len(text), len(line)+1):]
	}
	return strings.Map(func(r rune) rune {
		if to, ok := legend[r]; ok {
			return to
		}
		return r
	}, strings.Trim(html.UnescapeString(text), "\n"))
}
