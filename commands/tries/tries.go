package tries

import (
	"fmt"
	"sort"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/odds"
)

// Most bounds how often something is repeated.
const Most = 1_000_000

// The parameters of a repetition.
var (
	Number = commands.NewNumber(commands.Param{
		Name: "tries", Summary: "Number of tries", OutOf: true, Min: 1, Max: Most, Words: []string{"over", "next"},
		After: []string{
			"tries", "try", "times", "turns", "turn", "attempts", "dips", "sits", "quaffs", "drinks", "kicks", "rubs", "zaps", "potions", "scrolls", "searches", "goes", "sips", "sacrifices", "offerings", "prayers", "donations", "chests", "boxes",
			"fountain", "fountains", "sink", "throne", "thrones", "kills", "kill", "deaths", "items", "objects", "wishes", "moves", "chargings", "throws", "rolls", "more", "enchants", "attacks", "attack", "blows", "swings", "hits",
		},
	})
	Sure = commands.NewNumber(commands.Param{Name: "sure", Summary: "Count the tries for a given chance: for 95%", Words: []string{"for"}, Min: 1, Max: 99})
)

// Over is the chance of at least one success in a number of tries.
type Over struct {
	Tries int     `json:"tries"`
	P     float64 `json:"p"`
}

// Needed is how many tries make a success as likely as Confidence.
type Needed struct {
	Confidence float64 `json:"confidence"`
	Tries      *int    `json:"tries"` // nil: no number of tries
}

// Answer is what follows for the tries and the confidence that a call asks about. It is
// part of a command's answer.
type Answer struct {
	Over   *Over    `json:"over,omitempty"`
	Needed []Needed `json:"needed,omitempty"`
}

// usual holds the confidences that are answered if a call asks for none.
var usual = []int{50, 90, 99}

// Trial is something that is tried again and again.
type Trial struct {
	Once string // what a try is called: "dip"
	// Within is the chance that it has happened within n tries; it never falls.
	Within func(n int) float64
	// Most is the largest number of tries that are counted.
	Most int
	// Formula is Within as a formula, in the notation of Derivation.Work. Empty:
	// Counted says what is counted.
	Formula func(n int) string
	Counted string
	Rule    string // of data/all/cites, that decides; empty: mathematics alone
	// What says what the chance over the tries is the chance of; empty if that need not
	// be said.
	What string
	// Told means that the sentence states the chance over the tries elsewhere.
	Told bool

	needed func(percent int) int // counts the tries; nil: Within is searched
}

// Alike returns tries that each succeed with the same chance. once is what a try is
// called: "dip". frac is the chance as it appears in a formula: "1/30".
func Alike(p float64, frac, once string) *Trial {
	return &Trial{
		Once: once, Within: func(n int) float64 { return odds.AtLeast(n, 1, p) }, needed: func(percent int) int { return odds.TriesFor(p, percent) },
		Formula: func(n int) string {
			if p <= 0 || p >= 1 || n < 2 {
				return ""
			}
			return fmt.Sprintf("1 - (1 - %s)^%d", frac, n)
		},
	}
}

// Later is like Alike, but the first tries, whose number is given, cannot succeed.
func Later(first int, p float64, frac, once string) *Trial {
	t := Alike(p, frac, once)
	within, needed, formula := t.Within, t.needed, t.Formula
	t.Within = func(n int) float64 { return within(max(0, n-first)) }
	t.Formula = func(n int) string { return formula(n - first) }
	t.needed = func(percent int) int {
		if n := needed(percent); n > 0 {
			return first + n
		}
		return 0
	}
	return t
}

// mostNeeded is the largest number of tries searched if nothing else bounds them.
const mostNeeded = 1 << 40

// Only makes t succeed only if something else holds as well, regardless of the number
// of tries. share is the chance of that, and frac the same in a formula.
func (t *Trial) Only(share float64, frac string) {
	within, formula := t.Within, t.Formula
	if share == 1 {
		return
	}
	t.Within = func(n int) float64 { return share * within(n) }
	t.Formula = func(n int) string {
		if f := formula(n); f != "" {
			return fmt.Sprintf("%s*(%s)", frac, f)
		}
		return ""
	}
	t.needed = func(percent int) int {
		if float64(percent) >= 100*share {
			return 0
		}
		return t.search(float64(percent)/100, mostNeeded)
	}
}

// Of is Trial.Of for tries that are Alike.
func Of(c *commands.Call, d *steps.Derivation, p float64, frac, once string) (Answer, string) {
	return Alike(p, frac, once).Of(c, d)
}

// Of returns the Answer to what a call asks about a repetition, with a sentence for
// each thing that it asks. The chance over the tries is a step of d.
func (t *Trial) Of(c *commands.Call, d *steps.Derivation) (a Answer, sentence string) {
	if n, ok := Number.In(c); ok {
		a.Over = &Over{n, t.Within(n)}
		what := "over " + wording.Count(n, t.Once)
		if !t.Told {
			sentence += fmt.Sprintf(" %s: %s%s.", wording.Capital(what), wording.Chance(a.Over.P), t.of())
		}
		t.step(d, n, what, a.Over.P)
	}
	percent, asked := Sure.In(c)
	list := usual
	if asked {
		list = []int{percent}
	}
	for _, n := range list {
		need := Needed{Confidence: float64(n) / 100}
		if k := t.count(float64(n) / 100); k > 0 {
			need.Tries = &k
		}
		a.Needed = append(a.Needed, need)
	}
	if !asked {
		return a, sentence
	}
	if k := a.Needed[0].Tries; k != nil {
		return a, sentence + fmt.Sprintf(" It takes %s for %s%s.", wording.Count(*k, t.Once), wording.Chance(float64(percent)/100), t.of())
	}
	return a, sentence + fmt.Sprintf(" No number of %s gives %s%s.", wording.Plural(t.Once), wording.Chance(float64(percent)/100), t.of())
}

// of returns What as it follows a chance.
func (t *Trial) of() string {
	if t.What == "" {
		return ""
	}
	return " of " + t.What
}

// count returns how many tries make success as likely as a confidence, or 0 if more
// than are counted.
func (t *Trial) count(confidence float64) int {
	if t.needed != nil {
		return t.needed(int(100*confidence + 0.5))
	}
	return t.search(confidence, t.Most)
}

// search returns the fewest tries that make success as likely as a confidence, or 0 if
// most tries are too few.
func (t *Trial) search(confidence float64, most int) int {
	enough := func(n int) bool { return t.Within(n) >= confidence }
	n := min(1, most)
	for ; !enough(n); n = min(2*n, most) {
		if n >= most {
			return 0
		}
	}
	return 1 + sort.Search(n-1, func(i int) bool { return enough(i + 1) })
}

// step adds the chance over n tries.
func (t *Trial) step(d *steps.Derivation, n int, what string, p float64) {
	switch {
	case t.Formula == nil:
		d.Counted(t.Rule, what, wording.Share(p), "%s", t.Counted)
	case t.Formula(n) != "":
		d.Work(t.Rule, what, wording.Share(p), "%s", t.Formula(n))
	}
}

// Usually returns a sentence, after a blank, that says how many tries give an even
// chance and a good one. It is empty if no number does.
func Usually(list []Needed, once string) string {
	if len(list) < 2 || list[0].Tries == nil || list[1].Tries == nil {
		return ""
	}
	return fmt.Sprintf(" It takes %s for %s, %d for %s.", wording.Count(*list[0].Tries, once), wording.Share(list[0].Confidence), *list[1].Tries, wording.Share(list[1].Confidence))
}
