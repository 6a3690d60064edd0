package xlog

import (
	"regexp"
	"strings"
)

// These patterns are replaced in a death, in order, before it is compared with
// another. Each can only be found where one of some texts is, which is quicker to
// look for.
var deathRules = []struct {
	from *regexp.Regexp
	to   string
	has  []string
	cut  bool // all from the first of has on, with a comma before it, unless there is a new line
}{
	{from: regexp.MustCompile(`,? while .*$`), has: []string{" while "}, cut: true},
	{from: regexp.MustCompile(` *\((?:with the amulet|[^()]*)\)`), to: "", has: []string{"("}}, // (with the Amulet), (accidentally)
	{from: regexp.MustCompile(`\b(?:mr|ms|mrs|miss)\. [^,;]*[,;] the shopkeeper`), to: "shopkeeper", has: []string{" the shopkeeper"}},
	{from: regexp.MustCompile(`\bby [^,;]*[,;] the shopkeeper`), to: "by shopkeeper", has: []string{" the shopkeeper"}}, // Izchak and the unmarked
	{from: regexp.MustCompile(`,? (?:called|named) .*$`), has: []string{" called ", " named "}, cut: true},
	{from: regexp.MustCompile(`\b(?:the )?ghosts? of .*$`), to: "ghost", has: []string{"ghost"}},
	{from: regexp.MustCompile(`\b\S+'s? ghost\b`), to: "ghost", has: []string{" ghost"}},
	{from: regexp.MustCompile(`\b(high priest|priest|priestess|high priestess|minion|servant|angel|aligned priest|avatar) of .*$`), to: "$1 of a deity", has: []string{" of "}},
	{from: regexp.MustCompile(`\bhigh priestess\b`), to: "high priest", has: []string{"high priestess"}},
	{from: regexp.MustCompile(`\bpriestess\b`), to: "priest", has: []string{"priestess"}},
	{from: regexp.MustCompile(`\bwrath of .*$`), to: "wrath of a deity", has: []string{"wrath of "}},
	{from: regexp.MustCompile(`\b(?:his|her|its|their) own\b`), to: "own", has: []string{" own"}},
	{from: regexp.MustCompile(`\b(?:himself|herself|itself|themselves|themself)\b`), to: "self", has: []string{"self", "selves"}},
	{from: regexp.MustCompile(`\b(?:invisible|hallucinogen-distorted|peaceful|tame|saddled|displaced)\b`), to: "", has: []string{"invisible", "distorted", "peaceful", "tame", "saddled", "displaced"}},
	{from: regexp.MustCompile(`\b(?:lightly|moderately|heavily|severely|mortally)? ?wounded\b`), to: "", has: []string{"wounded"}},
}

// PlainDeath returns a death in the form that is compared: in lower case, without
// articles and counts, "while ...", what is in brackets, names given, wounds,
// invisibility, shopkeepers' names, whose ghost and which deity.
func PlainDeath(death string) string {
	s := strings.ToLower(death)
	for i := range deathRules {
		r := &deathRules[i]
		at := len(s)
		for _, text := range r.has {
			if i := strings.Index(s, text); i >= 0 {
				at = min(at, i)
			}
		}
		switch {
		case at == len(s):
		case r.cut && strings.IndexByte(s, '\n') < 0:
			s = strings.TrimSuffix(s[:at], ",")
		default:
			s = r.from.ReplaceAllString(s, r.to)
		}
	}
	return strings.Trim(withoutCounts(s), " ,;.")
}

// withoutCounts returns a text without its articles and numbers, where they are whole
// words, and with one space for several.
func withoutCounts(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); {
		n := 0
		for i+n < len(s) && wordByte(s[i+n]) {
			n++
		}
		switch word := s[i : i+n]; {
		case n == 0 && strings.IndexByte(" \t\n\f\r", s[i]) >= 0:
			if n = 1; len(out) == 0 || out[len(out)-1] != ' ' {
				out = append(out, ' ')
			}
		case n == 0:
			n = 1
			out = append(out, s[i])
		case word != "a" && word != "an" && word != "the" && strings.Trim(word, "0123456789") != "":
			out = append(out, word...)
		}
		i += n
	}
	return string(out)
}

func wordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
