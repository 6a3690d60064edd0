package route

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/phrases"
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
	if withAndWithout.MatchString(rest) {
		if p, ok = r.planWithout(ctx, req, cmd, words); ok {
			return p, true
		}
	}
	for at, w := range words {
		if !between[strings.ToLower(w)] {
			continue
		}
		if p, ok = r.planSides(ctx, req, cmd, words[:at], words[at+1:]); ok {
			return p, true
		}
		if p, ok = r.planWanted(ctx, req, cmd, words[:at], words[at+1:]); ok {
			return p, true
		}
		if p, ok = r.planAround(ctx, req, cmd, words[:at], words[at+1:]); ok {
			return p, true
		}
	}
	return plan{}, false
}

// planSides plans a typed command as two questions, one of each side, where either is one by
// itself: "weight plate mail vs gray dragon scale mail". A version that begins the line is that of
// both.
func (r *Router) planSides(ctx context.Context, req *commands.Request, cmd *commands.Command, before, after []string) (p plan, ok bool) {
	if len(before) == 0 {
		return plan{}, false
	}
	if isVersion(before[0]) {
		after = append([]string{before[0]}, after...)
	}
	one, other := strings.Join(before, " "), strings.Join(after, " ")
	if r.differing(ctx, req, cmd, one, other) == 0 && !r.whole(ctx, req, cmd, one, other) {
		return plan{}, false
	}
	return r.planEach(ctx, req, []string{cmd.Path() + " " + one, cmd.Path() + " " + other}), true
}

// whole reports whether either of two arguments says who is asked about and what, so that it takes
// nothing over from the other: "wiz int16 force bolt plate mail or priest wis16 force bolt".
func (r *Router) whole(ctx context.Context, req *commands.Request, cmd *commands.Command, one, other string) bool {
	a, said, err := r.prepare(ctx, cmd, req, one)
	if err != nil {
		return false
	}
	b, also, err := r.prepare(ctx, cmd, req, other)
	if err != nil || said == also || takesAnything(cmd) {
		return false
	}
	who, what := false, false
	for i, p := range cmd.Params {
		x, y := &a.Values[i], &b.Values[i]
		if p.Name == phrases.RoleParam {
			who = x.Said && y.Said && !x.Quiet && !y.Quiet
		} else if p.Kind == commands.KindName && !p.Gear {
			if x.Said != y.Said {
				return false
			}
			what = what || x.Said
		}
	}
	return who && what
}

// planWanted plans a typed command as two questions about two piles, of which only the first says
// what is wanted of both: "7 unihorns for magic marker vs 7 pick-axes". A word before the first pile
// may be one of both, too.
func (r *Router) planWanted(ctx context.Context, req *commands.Request, cmd *commands.Command, before, after []string) (p plan, ok bool) {
	wants := slices.Index(before, "for")
	if wants < 1 || slices.Contains(after, "for") || !slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Pile && slices.Contains(p.Words, "for") }) {
		return plan{}, false
	}
	for first := 0; first < min(2, wants) && !ok; first++ {
		p, ok = r.planSides(ctx, req, cmd, before, slices.Concat(before[:first], after, before[wants:]))
	}
	return p, ok
}

// planAround plans a typed command as two questions that differ in some of the words next to
// each other at the end of before and at the beginning of after: of the ways to read it that in
// which the fewest parameters differ, since "soldier ant ac 4 vs ac -4" is about one monster.
func (r *Router) planAround(ctx context.Context, req *commands.Request, cmd *commands.Command, before, after []string) (p plan, ok bool) {
	if key := gluedKey(before, after); key != "" {
		after = append([]string{key + after[0]}, after[1:]...)
	}
	longest := mostSpan // of those that say the same kinds of things: "gdsm robe vs gdsm comr"
	if len(before) > 0 && len(after) > 0 && isVersion(before[len(before)-1]) && isVersion(after[0]) {
		longest = 1
	}
	var lines []string
	fewest := 0
	for n := longest; n > 0; n-- {
		for _, size := range reaches(n) {
			if size.left > len(before) || size.right > len(after) {
				continue
			}
			one := strings.Join(slices.Concat(before, after[size.right:]), " ")
			other := strings.Join(slices.Concat(before[:len(before)-size.left], after), " ")
			differ := r.differing(ctx, req, cmd, one, other)
			if differ > 0 && (fewest == 0 || differ < fewest) {
				fewest, lines = differ, []string{cmd.Path() + " " + one, cmd.Path() + " " + other}
			}
			if differ == 1 {
				return r.planEach(ctx, req, lines), true
			}
		}
	}
	if fewest == 0 {
		return plan{}, false
	}
	return r.planEach(ctx, req, lines), true
}

// glued matches a figure with its word and another one that has none: "xl1 or 2".
var glued = regexp.MustCompile(`(?i)(?:^|\s)([a-z]+)\d+ (?:or|vs|versus) [-+]?\d+(?:\s|$)`)

// versus matches a word that only stands between things that are compared.
var versus = regexp.MustCompile(`(?i) (?:vs|versus) `)

// compares reports whether an argument says in so many words that it compares.
func compares(rest string) bool { return versus.MatchString(rest) || withAndWithout.MatchString(rest) }

// planCompared plans a typed command that compares, though its grammar reads it by passing over
// the word that says so. ok is false for other lines.
func (r *Router) planCompared(ctx context.Context, req *commands.Request, cmd *commands.Command, rest string) (p plan, ok bool) {
	if !cmd.Cacheable || !compares(rest) {
		return plan{}, false
	}
	if versus.MatchString(rest) && !takesVersus(cmd) {
		return r.planEither(ctx, req, cmd, rest)
	}
	return r.planWithout(ctx, req, cmd, strings.Fields(rest)) // "or" may be a word of the command's own
}

// takesVersus reports whether a command has the word itself: "hit dagger vs newt".
func takesVersus(cmd *commands.Command) bool {
	return slices.Contains(strings.Fields(cmd.Fillers), "vs") || slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return slices.Contains(p.Words, "vs") })
}

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

// both holds words that stand between "with" and "without".
var both = names.Set("and or vs versus n &")

// withAndWithout matches what asks about a thing with and without it, in any of the ways that
// planWithout reads.
var withAndWithout = regexp.MustCompile(`(?i)\b(?:with|without) (?:and|or|vs|versus|n|&) (?:with|without)\b|\b(?:or|vs|versus) (?:not|no|without)\b`)

// planWithout plans a typed command that asks about something with and without it, as two
// questions: "hit newt val xl5 dagger with or without two-weapon", "learn sleep int12 lenses vs no
// lenses", "hurt ghoul ac 0 free action or not".
func (r *Router) planWithout(ctx context.Context, req *commands.Request, cmd *commands.Command, words []string) (p plan, ok bool) {
	for at := 1; at+1 < len(words); at++ {
		last, word, next := strings.ToLower(words[at-1]), strings.ToLower(words[at]), strings.ToLower(words[at+1])
		before, after := words[:at], words[at+2:]
		switch {
		case both[word] && bothWays[last] && bothWays[next]: // the thing is the fewest words that make a difference
			for n := 1; n <= min(mostSpan, len(after)) && !ok; n++ {
				p, ok = r.planBoth(ctx, req, cmd, words[:at-1], after[:n], after[n:])
			}
		case between[word] && next == "not":
			for n := 1; n <= min(mostSpan, at) && !ok; n++ {
				p, ok = r.planBoth(ctx, req, cmd, before[:at-n], before[at-n:], after)
			}
		case between[word] && (next == "no" || next == "without"):
			for n := 1; n <= min(mostSpan, at, len(after)) && !ok; n++ {
				if strings.EqualFold(strings.Join(before[at-n:], " "), strings.Join(after[:n], " ")) {
					p, ok = r.planBoth(ctx, req, cmd, before[:at-n], before[at-n:], after[n:])
				}
			}
		}
		if ok {
			return p, true
		}
	}
	return plan{}, false
}

// planBoth plans a typed command as two questions, with some words in it and without them; ok is
// false where they say nothing that the rest does not.
func (r *Router) planBoth(ctx context.Context, req *commands.Request, cmd *commands.Command, before, thing, after []string) (p plan, ok bool) {
	if n := len(before); n > 0 && strings.EqualFold(before[n-1], "with") {
		before = before[:n-1]
	}
	with, without := strings.Join(slices.Concat(before, thing, after), " "), strings.Join(slices.Concat(before, after), " ")
	a, said, err := r.prepare(ctx, cmd, req, with)
	if err != nil {
		return plan{}, false
	}
	b, also, err := r.prepare(ctx, cmd, req, without)
	if err != nil || said == also {
		return plan{}, false
	}
	if a.Line() == b.Line() { // the saved character has it
		without = strings.Join(slices.Concat(before, []string{"without"}, thing, after), " ")
		b, _, err = r.prepare(ctx, cmd, req, without)
		if err != nil || a.Line() == b.Line() {
			return plan{}, false
		}
	} else if a.SaidCount() <= b.SaidCount() {
		return plan{}, false
	}
	return r.planEach(ctx, req, []string{cmd.Path() + " " + with, cmd.Path() + " " + without}), true
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

// differing returns how many parameters differ between two arguments of a command that can be
// compared: which it reads to the last word, and which say something about the same parameters. 0:
// they cannot, or are the same. Of a command that takes words as they come only versions are compared.
func (r *Router) differing(ctx context.Context, req *commands.Request, cmd *commands.Command, one, other string) (n int) {
	a, said, err := r.prepare(ctx, cmd, req, one)
	if err != nil {
		return 0
	}
	b, also, err := r.prepare(ctx, cmd, req, other)
	if err != nil || said == also || a.VersionSaid != b.VersionSaid {
		return 0
	}
	if takesAnything(cmd) && a.Rules == b.Rules { // "or" may be one of its words
		return 0
	}
	if a.Rules != b.Rules {
		n++
	}
	for i := range a.Values {
		x, y := &a.Values[i], &b.Values[i]
		if x.Said != y.Said || len(x.Names) != len(y.Names) {
			return 0
		}
		if !alike(x, y) {
			n++
		}
	}
	return n
}

// alike reports whether two values say the same.
func alike(x, y *commands.Value) bool {
	return x.Num == y.Num && x.To == y.To && x.Text == y.Text && slices.EqualFunc(x.Names, y.Names, func(a, b commands.Said) bool {
		return a.Without == b.Without && a.As == b.As && a.Describe() == b.Describe()
	})
}
