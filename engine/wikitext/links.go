package wikitext

import (
	"bytes"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// bracketsWidth is how long "[[" is as plain writes it.
const bracketsWidth = 2 * len("\ue15b") // a protected character is as long as this one

// openLink opens "[[", or "[" with an address behind it. Until the link is
// closed its brackets stand in the text.
func (in *inline) openLink() {
	n := 0
	for in.pos+n < len(in.src) && in.src[in.pos+n] == '[' {
		n++
	}
	switch {
	case n == 1:
		in.address()
		return
	case n == 3: // no link, nor is what closes it
		in.plain("[[[")
		in.pos += n
		return
	case n > 3:
		in.plain(in.src[in.pos : in.pos+n-2])
		in.pos += n - 2
	}
	if protocol(in.src[in.pos+2:]) > 0 {
		in.plain("[")
		in.pos++
		in.address()
		return
	}
	in.pos += 2
	if len(in.stack) < maxDepth {
		in.plain("[[")
		in.push('[')
		head := strings.ToLower(strings.TrimLeft(in.src[in.pos:min(len(in.src), in.pos+20)], " "))
		in.top().free = strings.HasPrefix(head, "file:") || strings.HasPrefix(head, "image:")
	}
}

// protocols holds what addresses begin with, in brackets.
var protocols = strings.Fields("http:// https:// // mailto: ftp:// ftps:// sftp:// ssh:// irc:// ircs:// git:// svn:// gopher:// telnet:// nntp:// news: tel: sip: sips: sms: xmpp: urn: geo: magnet: bitcoin: mms:// worldwind://")

// protocol returns the length of the protocol that a text begins with; 0 if none.
func protocol(s string) int {
	if s == "" || s[0] != '/' && !isAlnum(s[0]) {
		return 0
	}
	for _, p := range protocols {
		if len(s) > len(p) && strings.EqualFold(s[:len(p)], p) {
			return len(p)
		}
	}
	return 0
}

// address opens "[http://x label]", or shows "[http://x]" as its address.
func (in *inline) address() {
	rest := in.src[in.pos+1:]
	p := protocol(rest)
	end := in.addressEnd(rest, p)
	if p == 0 || end == p || end >= min(len(rest), maxURL) || len(in.stack) >= maxDepth {
		in.literal(1)
		return
	}
	label := strings.TrimLeft(rest[end:], " \t\u3000\u00a0")
	switch {
	case strings.HasPrefix(label, "]"):
		in.plain(rest[:end])
		in.pos = len(in.src) - len(label) + 1
	case !in.closes():
		in.literal(1)
	default:
		in.pos = len(in.src) - len(label)
		in.push('h')
	}
}

// addressEnd returns the index at which the address ends whose protocol is p bytes
// long.
func (in *inline) addressEnd(rest string, p int) int {
	end := p
	if p > 0 && strings.HasPrefix(rest[p:], "[") { // an address of IPv6
		if i := strings.IndexByte(rest[p:min(len(rest), p+60)], ']'); i > 0 && strings.Trim(rest[p+1:p+i], "0123456789abcdefABCDEF:.") == "" {
			end = p + i + 1
		}
	}
	for ; end < min(len(rest), maxURL); end++ {
		switch c := rest[end]; {
		case c <= ' ', strings.IndexByte(`[]<>"`, c) >= 0, strings.HasPrefix(rest[end:], "''"), strings.HasPrefix(rest[end:], "\u3000"):
			return end
		case c == '|' && in.braces > 0:
			return p // it ends a template's argument
		}
	}
	return end
}

// closes reports whether there is a "]" before the end of the line. What it
// looks for is remembered: there may be many "[".
func (in *inline) closes() bool {
	next := func(at *int, mark byte) int {
		if *at < in.pos {
			*at = len(in.src)
			if i := strings.IndexByte(in.src[in.pos:], mark); i >= 0 {
				*at = in.pos + i
			}
		}
		return *at
	}
	return next(&in.bracket, ']') < next(&in.lineEnd, '\n')
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

// interwiki holds the prefixes of links that lead to the same page in another
// language, and of categories: they show nothing.
var interwiki = set("category cs da de es et fi fr he hu it ja ko mul nl no pl pt pt-br ru sv zh")

// link writes what a closed link shows, after its target. Of one that leads
// nowhere, because no page can be named so, the brackets stay.
func (in *inline) link(f *frame) {
	content := in.out[f.start:]
	target, label := content, content
	if len(f.seps) > 0 {
		target = content[:f.seps[0]-f.start]
		label = content[f.seps[0]-f.start+1:]
	}
	name := bytes.TrimSpace(target)
	name, shown := bytes.CutPrefix(name, []byte(":"))
	if prefix, rest, ok := bytes.Cut(name, []byte(":")); ok && !shown && len(rest) > 0 {
		switch kind := strings.ToLower(string(bytes.TrimSpace(prefix))); {
		case kind == "file" || kind == "image":
			in.picture(f)
			return
		case interwiki[strings.ReplaceAll(kind, "-", " ")]:
			in.out = in.out[:f.start-bracketsWidth]
			in.pop()
			return
		}
	}
	to, ok := linkTarget(string(name))
	if !ok || f.odd {
		in.pop()
		in.plain("]]")
		return
	}
	text := string(label)
	if len(f.seps) == 0 {
		text = guard(to)
		// Apostrophes in a title are no emphasis.
		if raw := in.src[f.src : in.pos-2]; strings.Contains(raw, "''") && !strings.ContainsAny(raw, "<{&[") {
			text = guard(strings.TrimPrefix(strings.TrimSpace(raw), ":"))
		}
	} else if text == "" { // [[Foo (bar)|]]
		text = to
		if i := strings.IndexByte(text, ':'); i >= 0 {
			text = text[i+1:]
		}
		if i := strings.LastIndex(text, "("); i > 0 && strings.HasSuffix(text, ")") {
			text = strings.TrimSpace(text[:i])
		}
	}
	in.out = in.out[:f.start-bracketsWidth]
	in.pop()
	if to[0] != '#' {
		in.out = utf8.AppendRune(in.out, linkOpen)
		in.plain(to)
		in.out = utf8.AppendRune(in.out, linkClose)
	}
	in.out = append(in.out, text...)
}

// unlinkable is what no title has: leftovers of encodings, a path.
var unlinkable = regexp.MustCompile(`%[0-9A-Fa-f]{2}|&[A-Za-z0-9#]+;|^\.\.?(/|$)`)

// linkTarget returns a link's target without markup and encoding; ok is false if no
// page can be named so.
func linkTarget(name string) (to string, ok bool) {
	to = unprotect(name)
	if strings.Contains(to, "%") {
		if plain, err := url.PathUnescape(to); err == nil && isClean([]byte(plain)) {
			to = plain
		}
	}
	title, _, fragment := strings.Cut(to, "#")
	prefix, rest, spaced := strings.Cut(title, ":")
	switch {
	case to == "", len(title) > MaxTitle, title == "" && !fragment,
		strings.ContainsAny(title, "[]{}<>|\n\ue010\ue011\ue014\ue015"), unlinkable.MatchString(title),
		spaced && strings.TrimSpace(rest) == "" && namespaces[strings.ToLower(prefix)]:
		return "", false
	}
	return to, true
}

// pictureOption recognises what is said about a picture and is not its caption.
var pictureOption = regexp.MustCompile(`(?i)^\s*(\d*x?\d+px|left|right|center|centre|none|border|frameless|frame|framed|thumb|thumbnail|baseline|sub|super|top|text-top|middle|bottom|text-bottom|upright|(alt|link|upright|page|lang|class|manualthumb|thumb|thumbnail|thumbtime|start|end)\s*=.*)\s*$`)

// framed holds the options of pictures whose caption is shown.
var framed = regexp.MustCompile(`(?i)^\s*(thumb|thumbnail|frame|framed|(thumb|thumbnail|manualthumb)\s*=.*)\s*$`)

// picture leaves the caption of a picture that has one, set apart.
func (in *inline) picture(f *frame) {
	text, shows := "", false
	for i, from := range f.seps {
		end := len(in.out)
		if i+1 < len(f.seps) {
			end = f.seps[i+1]
		}
		option := string(in.out[from+1 : end])
		shows = shows || framed.MatchString(option)
		if !pictureOption.MatchString(option) {
			text = option
		}
	}
	in.out = in.out[:f.start-bracketsWidth]
	in.pop()
	if shows {
		in.caption(text)
	}
}

// caption writes a caption, which is set apart from the text around it.
func (in *inline) caption(text string) {
	text = strings.TrimSpace(strings.Map(func(r rune) rune {
		switch r {
		case caption, captioned:
			return -1
		case '\n':
			return ' '
		}
		return r
	}, text))
	if text != "" {
		in.out = utf8.AppendRune(in.out, caption)
		in.out = append(in.out, text...)
		in.out = utf8.AppendRune(in.out, captioned)
	}
}

// cutCaptions takes the captions out of a text.
func cutCaptions(s string) (rest string, captions []string) {
	if !strings.ContainsRune(s, caption) {
		return s, nil
	}
	var b strings.Builder
	for {
		before, after, ok := strings.Cut(s, string(caption))
		b.WriteString(before)
		if !ok {
			return b.String(), captions
		}
		inside, next, _ := strings.Cut(after, string(captioned))
		captions, s = append(captions, inside), next
	}
}
