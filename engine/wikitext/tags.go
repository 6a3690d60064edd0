package wikitext

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// tags holds the HTML and extension tags that wikis use; any other "<" is text.
var tags = set("b i u s em strong small big sub sup tt code kbd var samp font span div center p br wbr hr del ins strike abbr cite q blockquote " +
	"dfn data time mark bdi bdo ruby rb rp rt rtc ul ol li dl dt dd table caption thead tbody tfoot tr td th h1 h2 h3 h4 h5 h6 " +
	"ref references nowiki pre source syntaxhighlight math ce chem gallery poem style link meta indicator " +
	"replacecharsblock replacechars ttymap noinclude includeonly onlyinclude section forum dpl")

// apart holds the tags that end a word.
var apart = set("br hr p div center blockquote ul ol li dl dt dd table caption tr td th h1 h2 h3 h4 h5 h6")

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
	if tags[name] && n < len(rest) && strings.IndexByte(" \t\n/>", rest[n]) >= 0 {
		end = tagEnd(rest)
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
		in.part(name)
		if empty && name == "nowiki" {
			in.out = utf8.AppendRune(in.out, nothing)
		}
		return
	}
	if text, after, ok := in.element(name, size); ok {
		attributes := rest[n:end]
		in.pos = after
		in.content(name, attributes, text)
		return
	}
	in.part(name)
	in.pos += size
}

// tagEnd returns where the tag ends whose name a text begins with, if no other begins
// inside it; -1 if it does not end. A value may stand in <nowiki>.
func tagEnd(rest string) int {
	rest = rest[:min(len(rest), maxURL)]
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '>':
			return i
		case '<':
			inside, ok := strings.CutPrefix(rest[i:], "<nowiki>")
			if !ok {
				return -1
			}
			k := strings.Index(inside, "</nowiki>")
			if k < 0 {
				return -1
			}
			i += len("<nowiki>") + k + len("</nowiki>") - 1
		}
	}
	return -1
}

// part keeps the words on both sides of a tag apart, if it does that.
func (in *inline) part(name string) {
	if n := len(in.out); apart[name] && n > 0 && in.out[n-1] != '\n' {
		in.out = append(in.out, ' ')
	}
}

// elements holds the tags whose content is no wikitext of the page.
var elements = set("ref references gallery dpl forum math ce chem nowiki pre source syntaxhighlight replacecharsblock ttymap style indicator")

// element returns the content of a tag that is one of elements.
func (in *inline) element(name string, size int) (text string, after int, ok bool) {
	if !elements[name] {
		return "", 0, false
	}
	return in.until(size, "</"+name+">")
}

// inPre finds <nowiki> in <pre>, where it does nothing.
var inPre = regexp.MustCompile(`(?is)<nowiki>(.*?)</nowiki>`)

// content shows the content of an element as far as it is text.
func (in *inline) content(name, attributes, text string) {
	switch name {
	case "math", "ce", "chem":
		in.plain(strings.TrimSpace(decoded(text)))
	case "nowiki":
		in.odd()
		if text == "" {
			in.out = utf8.AppendRune(in.out, nothing)
		}
		in.plain(decoded(text))
	case "pre", "source", "syntaxhighlight":
		in.odd()
		in.verbatim(decoded(inPre.ReplaceAllString(text, "$1")))
	case "replacecharsblock", "ttymap":
		in.verbatim(in.parser.ttymap(text))
	case "gallery":
		in.gallery(attributes, text)
	}
}

// decoded returns a text with its character references decoded and without
// characters that clean does not let through.
func decoded(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 0xa0:
			return ' '
		case unwanted(r):
			return -1
		}
		return r
	}, html.UnescapeString(text))
}

// odd notes that a link whose target is being read can be none.
func (in *inline) odd() {
	if f := in.top(); f != nil && f.kind == '[' && len(f.seps) == 0 {
		f.odd = true
	}
}

// titled finds the caption of a whole gallery.
var titled = regexp.MustCompile(`(?i)\bcaption\s*=\s*"([^"]*)"`)

// maxGallery bounds the pictures of a gallery whose captions are kept.
const maxGallery = 100

// gallery keeps the captions of a gallery's pictures, which stand on lines of
// their own.
func (in *inline) gallery(attributes, text string) {
	keep := func(markup string) {
		if shown := in.parser.line(cutAt(markup, 1000)); shown != "" {
			in.out = append(in.out, '\n')
			in.caption(guard(shown))
			in.out = append(in.out, '\n')
		}
	}
	if m := titled.FindStringSubmatch(attributes); m != nil {
		keep(m[1])
	}
	n := 0
	for line := range strings.Lines(text) {
		_, options, ok := strings.Cut(strings.TrimSpace(line), "|")
		if n++; !ok || n > maxGallery {
			continue
		}
		for option := range strings.SplitSeq(options, "|") {
			if !pictureOption.MatchString(option) {
				keep(option)
				break
			}
		}
	}
	in.out = append(in.out, '\n') // what follows is a paragraph of its own
}

// include matches what decides whether a text is for the page itself or for the
// pages that take it in, and what it must not be looked for in.
var include = regexp.MustCompile(`(?is)<!--.*?-->|<nowiki>.*?</nowiki>|<pre>.*?</pre>|<includeonly>.*?</includeonly>|</?(?:noinclude|onlyinclude)\s*/?>|<includeonly\s*/>`)

// onPage returns a text as the page itself shows it: without <includeonly>.
func onPage(text string) string {
	if indexFold(text, "include") < 0 {
		return text
	}
	return include.ReplaceAllStringFunc(text, func(piece string) string {
		switch piece[1] {
		case '!', 'n', 'N', 'p', 'P':
			if !strings.EqualFold(piece[:min(len(piece), 4)], "<noi") {
				return piece
			}
		}
		return ""
	})
}
