package wikitext

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// part returns an argument as it was written, trimmed: a parser function counts them
// all, whether there is a "=" in them or not, from the one behind its colon.
func (c *call) part(i int) string {
	if i >= len(c.parts) {
		return ""
	}
	return strings.TrimSpace(c.parts[i])
}

// function writes what a parser function shows: {{#if: x | then | else}},
// {{lc: X}}. ok is false for a template.
func function(c *call) (text string, ok bool) {
	head, _, colon := strings.Cut(c.parts[0], ":")
	name := strings.ToLower(strings.TrimSpace(head))
	if !colon || !strings.HasPrefix(name, "#") && !functions[name] {
		return "", pageWords[strings.ReplaceAll(c.name, " ", "")]
	}
	c.parts[0] = c.parts[0][len(head)+1:]
	subject := c.part(0)
	switch name {
	case "#if":
		return c.part(choice(seen(subject) != "")), true
	case "#ifeq":
		return c.part(choice(seen(subject) == seen(c.part(1))) + 1), true
	case "#ifexist": // every page that a page asks for is likely to be there
		return c.part(1), true
	case "#switch":
		return c.choose(seen(subject)), true
	case "lc":
		return strings.ToLower(subject), true
	case "uc":
		return strings.ToUpper(subject), true
	case "lcfirst":
		return first1(subject, unicode.ToLower), true
	case "ucfirst":
		return first1(subject, unicode.ToUpper), true
	case "formatnum", "#formatdate", "#dateformat", "padleft", "padright", "urlencode", "anchorencode", "fullurl", "localurl", "#titleparts", "#sub", "#replace":
		return subject, true
	}
	return "", true // of what is not known nothing is shown
}

// functions holds the parser functions without "#".
var functions = set("lc uc lcfirst ucfirst formatnum padleft padright urlencode anchorencode fullurl localurl ns int gender grammar plural defaultsort displaytitle")

// pageWords stand for what a page knows of itself, which is not told here.
var pageWords = set("pagename fullpagename basepagename subpagename namespace sitename currentyear currentmonth currentday currenttime localyear numberofarticles revisionid")

// choice returns the place of the part that is shown: the second or the third.
func choice(yes bool) int {
	if yes {
		return 1
	}
	return 2
}

// seen returns a part as it is compared: without marks.
func seen(markup string) string {
	text, _ := finish(markup, true)
	return text
}

// choose returns what #switch shows: the value behind the case that the subject is;
// cases without a value share the next one's. Failing that the default, which
// is called so or stands last without a case.
func (c *call) choose(subject string) string {
	found, fallback := false, ""
	for i := 1; i < len(c.parts); i++ {
		name, value, valued := strings.Cut(c.parts[i], "=")
		name = seen(name)
		found = found || name == subject
		switch {
		case found && valued:
			return strings.TrimSpace(value)
		case valued && name == "#default":
			fallback = strings.TrimSpace(value)
		case !valued && i == len(c.parts)-1:
			return c.part(i)
		}
	}
	return fallback
}

// first1 changes the first letter of a text.
func first1(s string, change func(rune) rune) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(change(r)) + s[n:]
}
