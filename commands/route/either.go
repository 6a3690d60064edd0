package route

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// between holds words that stand between two things that are compared.
var between = names.Set("or vs versus")

// planEither plans a typed command that says two values where its grammar takes one, as two
// questions: "throne luck 3 or luck -1". ok is false for other lines.
func (r *Router) planEither(ctx context.Context, req *commands.Request, cmd *commands.Command, rest string) (p plan, ok bool) {
	words := strings.Fields(rest)
	if !cmd.Cacheable || len(words) > mostWords {
		return plan{}, false
	}
	for at, w := range words {
		if !between[strings.ToLower(w)] {
			continue
		}
		if at > 0 && at+1 < len(words) && bothWays[strings.ToLower(words[at-1])] && bothWays[strings.ToLower(words[at+1])] {
			return r.planBoth(ctx, req, cmd, words[:at-1], words[at+2:])
		}
		if p, ok = r.planAround(ctx, req, cmd, words[:at], words[at+1:]); ok {
			return p, true
		}
	}
	return plan{}, false
}

// planAround plans a typed command as two questions that differ in some of the words next to
// each other at the end of before and at the beginning of after.
func (r *Router) planAround(ctx context.Context, req *commands.Request, cmd *commands.Command, before, after []string) (p plan, ok bool) {
	if key := gluedKey(before, after); key != "" {
		after = append([]string{key + after[0]}, after[1:]...)
	}
	for n := 1; n <= mostSpan; n++ {
		for _, size := range reaches(n) {
			if size.left > len(before) || size.right > len(after) {
				continue
			}
			one := strings.Join(slices.Concat(before, after[size.right:]), " ")
			other := strings.Join(slices.Concat(before[:len(before)-size.left], after), " ")
			if r.comparable(ctx, req, cmd, one, other) {
				return r.planEach(ctx, req, []string{cmd.Path() + " " + one, cmd.Path() + " " + other}), true
			}
		}
	}
	return plan{}, false
}

// glued matches a figure with its word and another one that has none: "xl1 or 2".
var glued = regexp.MustCompile(`(?i)(?:^|\s)([a-z]+)\d+ (?:or|vs|versus) [-+]?\d+(?:\s|$)`)

// versus matches a word that only stands between things that are compared.
var versus = regexp.MustCompile(`(?i) (?:vs|versus) `)

// gluedKey returns the word of the figure that ends before, where after begins with a figure
// that has none.
func gluedKey(before, after []string) string {
	if len(before) == 0 || len(after) == 0 {
		return ""
	}
	if m := glued.FindStringSubmatch(before[len(before)-1] + " or " + after[0]); m != nil {
		return m[1]
	}
	return ""
}

// bothWays holds the words on both sides of "or" before a thing that is asked about with
// and without it.
var bothWays = names.Set("with without")

// planBoth plans a typed command that asks about something with and without it, as two
// questions: "hit newt val xl5 dagger with or without two-weapon". The thing is the fewest words
// of after that make a difference.
func (r *Router) planBoth(ctx context.Context, req *commands.Request, cmd *commands.Command, before, after []string) (p plan, ok bool) {
	for n := 1; n <= min(mostSpan, len(after)); n++ {
		with, without := slices.Concat(before, after), slices.Concat(before, after[n:])
		lines := []string{strings.Join(with, " "), strings.Join(without, " ")}
		a, said, err := r.prepare(ctx, cmd, req, lines[0])
		if err != nil {
			return plan{}, false
		}
		b, also, err := r.prepare(ctx, cmd, req, lines[1])
		if err == nil && said != also && a.SaidCount() > b.SaidCount() {
			return r.planEach(ctx, req, []string{cmd.Path() + " " + lines[0], cmd.Path() + " " + lines[1]}), true
		}
	}
	return plan{}, false
}

// reach is how many words the two things have that are compared.
type reach struct{ left, right int }

// reaches returns the reaches whose longer side has n words, the even one first.
func reaches(n int) []reach {
	out := []reach{{n, n}}
	for i := n - 1; i > 0; i-- {
		out = append(out, reach{i, n}, reach{n, i})
	}
	return out
}

// comparable reports whether a command reads two arguments to the last word, and both say
// something about the same parameters, but not the same. Of a command that takes words as they
// come only versions are compared.
func (r *Router) comparable(ctx context.Context, req *commands.Request, cmd *commands.Command, one, other string) bool {
	a, said, err := r.prepare(ctx, cmd, req, one)
	if err != nil {
		return false
	}
	b, also, err := r.prepare(ctx, cmd, req, other)
	if err != nil || said == also || a.VersionSaid != b.VersionSaid {
		return false
	}
	if takesAnything(cmd) && a.Rules == b.Rules { // "or" may be one of its words
		return false
	}
	for i := range a.Values {
		if a.Values[i].Said != b.Values[i].Said || len(a.Values[i].Names) != len(b.Values[i].Names) {
			return false
		}
	}
	return true
}
