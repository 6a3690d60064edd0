package pattern

import (
	"regexp"
	"slices"
	"testing"
)

func TestNeeds(t *testing.T) {
	for expr, want := range map[string][]string{
		`\bcoin[ -]?flips?\b`:           {"coin"},
		`(?i)\bat (?:least|most)\b`:     {"least", "most"},
		`\b(\d+)\s*([:/])\s*(\d+)\b`:    nil,
		`(\d+)\s*(?:%|percent)`:         {"%", "percent"},
		`x*`:                            nil,
		`(?:ab)+c?`:                     {"ab"},
		`(?:heads|tails){2}`:            {"heads", "tails"},
		`a(?:b|)`:                       {"a"},
		`(?i)SNAKE EYES`:                {"snake eyes"},
		`(?:one|\d+) in (?:ten|twenty)`: {" in "},
	} {
		var got []string
		for _, n := range Must(expr).needs {
			got = append(got, n.text)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s needs %q, not %q", expr, got, want)
		}
	}
}

// expressions are of the kinds that commands use.
var expressions = []string{
	`(?i)\bat least (?:one|1|a)\b`, `(\d+(?:\.\d+)?)\s*(?:%|percent\b|pct\b)`, `\b(?:none|neither|nothing|never|not a single [a-z]+)\b`, `(?i)\bk(?:ill|elvin)s?\b`,
	`\b(\d+)\s*([:/])\s*(\d+)\b`, `(?:^|\s)(?:p\s*=\s*)?(0?\.\d+)\s+(?:per|each)\b`, `a|b|cd+`, `(?i)straße|ſ`, `x{0,3}y{2,}`, `^$`, ``, `(?i)[^a-z]in[^a-z]`,
}

// FuzzPattern: a Pattern finds what its expression finds.
func FuzzPattern(f *testing.F) {
	for _, s := range []string{"at least one", "AT LEAST A 5%", "nothing in 1/6", "\u212aill", "5 percent each", "yy", "", "STRASSE \u017f", "never mind 3:4", ".5 per turn"} {
		f.Add(s)
	}
	var patterns []*Pattern
	var plain []*regexp.Regexp
	for _, e := range expressions {
		patterns, plain = append(patterns, Must(e)), append(plain, regexp.MustCompile(e))
	}
	f.Fuzz(func(t *testing.T, s string) {
		for i, p := range patterns {
			re := plain[i]
			if got, want := p.FindStringSubmatchIndex(s), re.FindStringSubmatchIndex(s); !slices.Equal(got, want) {
				t.Errorf("%s in %q: %v, not %v", expressions[i], s, got, want)
			}
			if got, want := p.ReplaceAllString(s, "-"), re.ReplaceAllString(s, "-"); got != want {
				t.Errorf("%s in %q: %q, not %q", expressions[i], s, got, want)
			}
			if p.MatchString(s) != re.MatchString(s) || !slices.Equal(p.FindStringSubmatch(s), re.FindStringSubmatch(s)) {
				t.Errorf("%s matches %q otherwise", expressions[i], s)
			}
		}
	})
}

func BenchmarkPattern(b *testing.B) {
	line := "whats my fail rate for finger of death as a lvl 14 valk with 12 int"
	expr := `(?i)\b(?:none|neither|nothing|never|not a single [a-z]+|nobody|without (?:an?|any|one) [a-z]+)\b`
	p, re := Must(expr), regexp.MustCompile(expr)
	b.Run("pattern", func(b *testing.B) {
		for b.Loop() {
			p.MatchString(line)
		}
	})
	b.Run("regexp", func(b *testing.B) {
		for b.Loop() {
			re.MatchString(line)
		}
	})
}
