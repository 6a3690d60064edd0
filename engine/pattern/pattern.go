package pattern

import (
	"regexp"
	"regexp/syntax"
	"strings"
)

// A Pattern is a regular expression. Its methods do what those of regexp.Regexp do, and
// may be called by many goroutines at a time.
type Pattern struct {
	re    *regexp.Regexp
	needs []need // a text that matches has one of them; none: it may be any text
}

// need is letters in a row that a match has, in small letters.
type need struct {
	text string
	set  uint32
}

// Must compiles an expression into a Pattern. It panics if the expression is invalid.
func Must(expr string) *Pattern {
	p := &Pattern{re: regexp.MustCompile(expr)}
	parsed, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		panic(err) // which regexp took
	}
	for _, text := range needed(parsed.Simplify()) {
		p.needs = append(p.needs, need{text, letters(text)})
	}
	return p
}

// may reports whether a text may match.
func (p *Pattern) may(text string) bool {
	if len(p.needs) == 0 {
		return true
	}
	set := letters(text)
	if set == everything {
		return true
	}
	for i := range p.needs {
		if n := &p.needs[i]; n.set&^set == 0 && holds(text, n.text) {
			return true
		}
	}
	return false
}

// MatchString works like regexp.Regexp.MatchString.
func (p *Pattern) MatchString(s string) bool { return p.may(s) && p.re.MatchString(s) }

// FindStringSubmatch works like regexp.Regexp.FindStringSubmatch.
func (p *Pattern) FindStringSubmatch(s string) []string {
	if !p.may(s) {
		return nil
	}
	return p.re.FindStringSubmatch(s)
}

// FindStringSubmatchIndex works like regexp.Regexp.FindStringSubmatchIndex.
func (p *Pattern) FindStringSubmatchIndex(s string) []int {
	if !p.may(s) {
		return nil
	}
	return p.re.FindStringSubmatchIndex(s)
}

// ReplaceAllString works like regexp.Regexp.ReplaceAllString.
func (p *Pattern) ReplaceAllString(s, with string) string {
	if !p.may(s) {
		return s
	}
	return p.re.ReplaceAllString(s, with)
}

// mostNeeds is how many alternatives are looked for before the expression itself is as
// quick.
const mostNeeds = 24

// needed returns lower-case texts of which every match contains at least one, or nil.
func needed(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return needed(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return needed(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if these := needed(sub); worth(these) > worth(best) {
				best = these
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			these := needed(sub)
			if these == nil {
				return nil
			}
			all = append(all, these...)
		}
		if len(all) <= mostNeeds {
			return all
		}
	}
	return nil
}

// worth returns how much texts tell of which a match has one: long ones tell more, and few.
func worth(texts []string) int {
	if len(texts) == 0 {
		return 0
	}
	shortest := len(texts[0])
	for _, t := range texts {
		shortest = min(shortest, len(t))
	}
	return 100*shortest - len(texts)
}

// everything is the set of a text with letters that are none of ASCII, of which some are
// the same as one of these where capitals do not matter.
const everything = ^uint32(0)

// letters returns which bytes a text has, capitals as small letters, by their last five bits.
func letters(text string) (set uint32) {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return everything
		}
		set |= 1 << (text[i] & 31)
	}
	return set
}

// holds reports whether a text holds another that is in small letters, whatever the case
// of its own.
func holds(text, small string) bool {
	for i := 0; i+len(small) <= len(text); i++ {
		k := 0
		for k < len(small) && lower(text[i+k]) == small[k] {
			k++
		}
		if k == len(small) {
			return true
		}
	}
	return false
}

func lower(b byte) byte {
	if 'A' <= b && b <= 'Z' {
		return b | 0x20
	}
	return b
}
