package wikitext

import (
	"bytes"
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
	protected = 0xe100   // plus an ASCII character: one that is no markup
)

// frame is a template, link or labelled address that has been opened. Its
// content stands in inline.out from start on; seps are the places of its "|".
type frame struct {
	kind  byte // '{', '[' or 'h'
	start int
	seps  []int
	free  bool // a link that may go over several lines: an image and its caption
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
}

var special = func() (t [256]bool) {
	for _, c := range "{}[]|'<&_\n" {
		t[c] = true
	}
	return t
}()

func (in *inline) run() {
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
		*f = frame{kind: kind, start: len(in.out), seps: f.seps[:0]}
	} else {
		in.stack = append(in.stack, frame{kind: kind, start: len(in.out)})
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
	if !strings.Contains(s, "\xee\x84") && !strings.Contains(s, "\xee\x85") { // U+E100 to U+E17F
		return s
	}
	return strings.Map(func(r rune) rune {
		if protected <= r && r < protected+utf8.RuneSelf {
			return r - protected
		}
		return r
	}, s)
}

// apostrophes drops those that mean bold and italic.
func (in *inline) apostrophes() {
	n := 0
	for in.pos+n < len(in.src) && in.src[in.pos+n] == '\'' {
		n++
	}
	keep := 0
	switch {
	case n == 1, n == 4:
		keep = 1
	case n > 5:
		keep = n - 5
	}
	for range keep {
		in.out = append(in.out, '\'')
	}
	in.pos += n
}

// magic drops words such as __TOC__.
func (in *inline) magic() {
	if in.ahead("__") {
		n := 2
		for in.pos+n < len(in.src) && n < 40 && 'A' <= in.src[in.pos+n] && in.src[in.pos+n] <= 'Z' {
			n++
		}
		if n > 2 && strings.HasPrefix(in.src[in.pos+n:], "__") {
			in.pos += n + 2
			return
		}
	}
	in.literal(1)
}

// entity decodes a character reference.
func (in *inline) entity() {
	end := strings.IndexByte(in.src[in.pos:min(len(in.src), in.pos+32)], ';')
	if end > 0 {
		if text := html.UnescapeString(in.src[in.pos : in.pos+end+1]); text[0] != '&' || text == "&" {
			in.pos += end + 1
			in.plain(strings.Map(func(r rune) rune {
				switch {
				case r == 0xa0:
					return ' '
				case unwanted(r) || r == '\n':
					return -1
				}
				return r
			}, text))
			return
		}
	}
	in.literal(1)
}

// openLink opens "[[" or "[http://".
func (in *inline) openLink() {
	rest := in.src[in.pos+1:]
	if strings.HasPrefix(rest, "[") {
		in.pos += 2
		if len(in.stack) < maxDepth {
			in.push('[')
			head := strings.ToLower(strings.TrimLeft(rest[1:min(len(rest), 20)], " :"))
			in.top().free = strings.HasPrefix(head, "file:") || strings.HasPrefix(head, "image:")
		}
		return
	}
	if !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") && !strings.HasPrefix(rest, "//") {
		in.literal(1)
		return
	}
	end := strings.IndexAny(rest[:min(len(rest), maxURL)], " ]\n|<")
	switch {
	case end < 0 || rest[end] == '\n' || len(in.stack) >= maxDepth:
		in.literal(1)
	case rest[end] == ']':
		in.plain(rest[:end])
		in.pos += 1 + end + 1
	case rest[end] == ' ':
		in.pos += 1 + end + 1
		in.push('h')
	default:
		in.literal(1)
	}
}

// closeLink closes a link or an address; without one it is a mark as any.
func (in *inline) closeLink() {
	f := in.top()
	switch {
	case f != nil && f.kind == 'h':
		in.pop()
		in.pos++
	case f != nil && f.kind == '[' && in.ahead("]]"):
		in.pos += 2
		in.link(f)
	case in.ahead("]]"):
		in.pos += 2 // the end of a link that was too deep or cut
		if f == nil || f.kind != '{' {
			in.plain("]]")
		}
	default:
		in.literal(1)
	}
}

// interwiki are the prefixes of links that lead to the same page in another
// language, and of images and categories: they show nothing.
var interwiki = map[string]bool{
	"category": true, "file": true, "image": true, "media": true,
	"cs": true, "da": true, "de": true, "es": true, "et": true, "fi": true, "fr": true, "he": true, "hu": true, "it": true,
	"ja": true, "ko": true, "nl": true, "no": true, "pl": true, "pt": true, "pt-br": true, "ru": true, "sv": true, "zh": true,
}

// link writes what a closed link shows, after its target.
func (in *inline) link(f *frame) {
	content := in.out[f.start:]
	target, label := content, content
	if len(f.seps) > 0 {
		target = content[:f.seps[0]-f.start]
		label = content[f.seps[0]-f.start+1:]
	}
	name := bytes.TrimSpace(target)
	name, shown := bytes.CutPrefix(name, []byte(":"))
	if prefix, rest, ok := bytes.Cut(name, []byte(":")); ok && !shown && interwiki[strings.ToLower(string(bytes.TrimSpace(prefix)))] && len(rest) > 0 {
		in.out = in.out[:f.start]
		in.pop()
		return
	}
	to, text := string(name), string(label)
	if len(f.seps) == 0 {
		text = strings.TrimPrefix(to, "#")
	} else if strings.TrimSpace(text) == "" { // [[Foo (bar)|]]
		text = to
		if i := strings.IndexByte(text, ':'); i >= 0 {
			text = text[i+1:]
		}
		if i := strings.LastIndex(text, "("); i > 0 && strings.HasSuffix(text, ")") {
			text = strings.TrimSpace(text[:i])
		}
	}
	in.out = in.out[:f.start]
	in.pop()
	if len(to) <= MaxTitle && to != "" && to[0] != '#' && !strings.ContainsAny(to, "\n\ue010\ue011") {
		in.out = utf8.AppendRune(in.out, linkOpen)
		in.out = append(in.out, to...)
		in.out = utf8.AppendRune(in.out, linkClose)
	}
	in.out = append(in.out, text...)
}

// tags are the HTML and extension tags that wikis use; any other "<" is text.
var tags = map[string]bool{
	"b": true, "i": true, "u": true, "s": true, "em": true, "strong": true, "small": true, "big": true, "sub": true, "sup": true,
	"tt": true, "code": true, "kbd": true, "var": true, "samp": true, "font": true, "span": true, "div": true, "center": true,
	"p": true, "br": true, "hr": true, "del": true, "ins": true, "strike": true, "abbr": true, "cite": true, "q": true, "blockquote": true,
	"ul": true, "ol": true, "li": true, "dl": true, "dt": true, "dd": true, "table": true, "tr": true, "td": true, "th": true, "caption": true,
	"h1": true, "h2": true, "h3": true, "h4": true, "h5": true, "h6": true,
	"ref": true, "references": true, "nowiki": true, "pre": true, "source": true, "syntaxhighlight": true, "math": true, "gallery": true, "poem": true,
	"replacecharsblock": true, "replacechars": true, "ttymap": true, "noinclude": true, "includeonly": true, "onlyinclude": true, "section": true, "forum": true, "dpl": true,
}

// tag handles "<": a comment, a tag, or text.
func (in *inline) tag() {
	if in.ahead("<!--") {
		if _, after, ok := in.until(4, "-->"); ok {
			in.pos = after
		} else {
			in.pos += 4
		}
		return
	}
	rest := in.src[in.pos+1:]
	closing := strings.HasPrefix(rest, "/")
	rest = strings.TrimPrefix(rest, "/")
	n := 0
	for n < len(rest) && n < 20 && isAlnum(rest[n]) {
		n++
	}
	name := strings.ToLower(rest[:n])
	end := -1
	if tags[name] && n < len(rest) && !isAlnum(rest[n]) {
		end = strings.IndexByte(rest[:min(len(rest), maxURL)], '>')
	}
	if end < 0 {
		in.plain("<")
		in.pos++
		return
	}
	empty := strings.HasSuffix(rest[:end], "/")
	size := len(in.src) - in.pos - len(rest) + end + 1 // of the whole tag
	if closing || empty {
		in.pos += size
		if name == "br" {
			in.out = append(in.out, ' ')
		}
		return
	}
	switch name {
	case "br":
		in.out = append(in.out, ' ')
	case "ref", "references", "gallery", "dpl", "forum", "math":
		if _, after, ok := in.until(size, "</"+name+">"); ok {
			in.pos = after
			return
		}
	case "nowiki":
		if text, after, ok := in.until(size, "</nowiki>"); ok {
			in.plain(text)
			in.pos = after
			return
		}
	case "pre", "source", "syntaxhighlight":
		if text, after, ok := in.until(size, "</"+name+">"); ok {
			in.verbatim(html.UnescapeString(text))
			in.pos = after
			return
		}
	case "replacecharsblock", "ttymap":
		if text, after, ok := in.until(size, "</"+name+">"); ok {
			in.verbatim(in.parser.ttymap(text))
			in.pos = after
			return
		}
	}
	in.pos += size
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

// indexFold is strings.Index for ASCII in any case.
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

// ttymap is a map with its characters put in: lines "c=markup" up to an empty
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
