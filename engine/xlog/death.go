package xlog

import (
	"regexp"
	"strings"
)

// These patterns are removed from a death, in order, before it is compared with
// another.
var deathRules = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`,? while .*$`), ""},
	{regexp.MustCompile(` *\((?:with the amulet|[^()]*)\)`), ""}, // (with the Amulet), (accidentally)
	{regexp.MustCompile(`\b(?:mr|ms|mrs|miss)\. [^,;]*[,;] the shopkeeper`), "shopkeeper"},
	{regexp.MustCompile(`\bby [^,;]*[,;] the shopkeeper`), "by shopkeeper"}, // Izchak and the unmarked
	{regexp.MustCompile(`,? (?:called|named) .*$`), ""},
	{regexp.MustCompile(`\b(?:the )?ghosts? of .*$`), "ghost"},
	{regexp.MustCompile(`\b\S+'s? ghost\b`), "ghost"},
	{regexp.MustCompile(`\b(high priest|priest|priestess|high priestess|minion|servant|angel|aligned priest|avatar) of .*$`), "$1 of a deity"},
	{regexp.MustCompile(`\bhigh priestess\b`), "high priest"},
	{regexp.MustCompile(`\bpriestess\b`), "priest"},
	{regexp.MustCompile(`\bwrath of .*$`), "wrath of a deity"},
	{regexp.MustCompile(`\b(?:his|her|its|their) own\b`), "own"},
	{regexp.MustCompile(`\b(?:himself|herself|itself|themselves|themself)\b`), "self"},
	{regexp.MustCompile(`\b(?:invisible|hallucinogen-distorted|peaceful|tame|saddled|displaced)\b`), ""},
	{regexp.MustCompile(`\b(?:lightly|moderately|heavily|severely|mortally)? ?wounded\b`), ""},
	{regexp.MustCompile(`\b(?:an?|the|\d+)\b`), ""},
	{regexp.MustCompile(`\s+`), " "},
}

// PlainDeath returns a death in the form that is compared: in lower case, without
// articles and counts, "while ...", what is in brackets, names given, wounds,
// invisibility, shopkeepers' names, whose ghost and which deity.
func PlainDeath(death string) string {
	s := strings.ToLower(death)
	for _, r := range deathRules {
		s = r.from.ReplaceAllString(s, r.to)
	}
	return strings.Trim(s, " ,;.")
}
