package tune

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/problem"
)

// Read reads tries as they are typed, each a tune and what was heard: "AABBC 2
// gears 1 tumbler, DDEEF nothing". What the game says may stand there as it says
// it. Its errors are a *problem.Problem.
func Read(text string) ([]Tried, error) {
	var tried []Tried
	heard, number := true, -1
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t,;.:!\"", r) }) {
		folded := strings.ToLower(word)
		what := strings.TrimSuffix(folded, "s")
		counts := what == "gear" || what == "tumbler"
		n, err := strconv.Atoi(word)
		switch {
		case number >= 0 && !counts:
			return nil, ofWhat(number)
		case err == nil && (n < 0 || n > Length):
			return nil, problem.Newf("A tune has %d notes, so you hear at most %d gears and tumblers together, not %d.", Length, Length, n).Try("tune AABBC 2 gears 1 tumbler")
		case err == nil:
			number = n
		case counts && len(tried) == 0:
			return nil, problem.New("Say the tune before what you heard.", "tune AABBC 2 gears 1 tumbler")
		case counts:
			last := &tried[len(tried)-1]
			if what == "gear" {
				last.Gears = max(number, 0) // "no gears"
			} else {
				last.Tumblers = max(number, 0)
			}
			heard, number = true, -1
		case slices.Contains(silence, folded) && len(tried) > 0:
			heard = true
		case slices.Contains(opens, folded) && len(tried) > 0:
			tried[len(tried)-1].Heard, heard = Heard{Gears: Length}, true
		case slices.Contains(said, folded):
		default:
			t, err := Parse(word)
			if err != nil {
				return nil, err
			}
			if !heard {
				return nil, unheard(tried)
			}
			tried, heard = append(tried, Tried{Tune: t}), false
		}
	}
	switch {
	case number >= 0:
		return nil, ofWhat(number)
	case !heard:
		return nil, unheard(tried)
	}
	for _, t := range tried {
		if err := t.Check(); err != nil {
			return nil, err
		}
	}
	return tried, nil
}

func ofWhat(number int) error {
	return problem.Newf("%d gears, or %d tumblers?", number, number).Try("tune AABBC 2 gears 1 tumbler")
}

func unheard(tried []Tried) error {
	last := tried[len(tried)-1].Tune
	return problem.Newf("What did you hear for %s?", last).Try("tune "+last.String()+" 2 gears 1 tumbler", "tune "+last.String()+" nothing")
}

// The words of Read that are no tune and no count.
var (
	silence = []string{"nothing", "none", "silence", "0/0"}
	opens   = []string{"opens", "opened", "open", "right", "drawbridge"}
	said    = []string{"you", "hear", "heard", "click", "clicks", "clicked", "turn", "turns", "turned", "and", "the", "it", "with", "a", "gave", "got", "for", "no", "played", "then", "try", "tried"}
)

// Line writes tries so that Read reads them again: "AABBC 2 gears 1 tumbler,
// DDEEF nothing".
func Line(tried []Tried) string {
	parts := make([]string, len(tried))
	for i, t := range tried {
		heard := strings.Replace(t.Heard.String(), " and", "", 1)
		if t.Opens() {
			heard = "opens"
		}
		parts[i] = t.Tune.String() + " " + heard
	}
	return strings.Join(parts, ", ")
}

// Add adds a try to others: played again, it takes the place of the first.
func Add(tried []Tried, more ...Tried) []Tried {
	out := slices.Clone(tried)
	for _, t := range more {
		if i := slices.IndexFunc(out, func(x Tried) bool { return x.Tune == t.Tune }); i >= 0 {
			out[i] = t
			continue
		}
		out = append(out, t)
	}
	return out
}
