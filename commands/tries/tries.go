package tries

import (
	"fmt"

	"delphi/commands"
	"delphi/engine/odds"
)

// Most bounds how often something is repeated.
const Most = 1_000_000

// The parameters of a repetition.
var (
	Number = commands.NewNumber(commands.Param{
		Name: "tries", Summary: "Number of tries", OutOf: true, Min: 1, Max: Most, Words: []string{"over", "next"},
		After: []string{"tries", "try", "times", "turns", "attempts", "dips", "sits", "quaffs", "drinks", "kicks", "rubs", "zaps", "potions", "searches", "goes", "sips", "sacrifices", "offerings", "prayers", "donations", "chests", "boxes", "fountain", "fountains", "sink", "throne", "thrones"},
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

// Answer is what follows for the tries and the confidence that a call asks
// about. It belongs into the answer of a command.
type Answer struct {
	Over   *Over    `json:"over,omitempty"`
	Needed []Needed `json:"needed,omitempty"`
}

// usual are the confidences that are answered where a call asks for none.
var usual = []int{50, 90, 99}

// Of is the Answer for the chance of one try, with a sentence for each thing
// that the call asks about. once is what a try is called: "dip". frac is the
// chance as a formula has it: "1/30". The chance over the tries is a step of d.
func Of(c *commands.Call, d *commands.Derivation, p float64, frac, once string) (a Answer, sentence string) {
	if n, ok := Number.In(c); ok {
		a.Over = &Over{n, odds.AtLeast(n, 1, p)}
		sentence += fmt.Sprintf(" Over %s: %s.", commands.Count(n, once), commands.Chance(a.Over.P))
		if p > 0 && p < 1 && n > 1 {
			d.Work("", "over "+commands.Count(n, once), commands.Share(a.Over.P), "1 - (1 - %s)^%d", frac, n)
		}
	}
	percent, asked := Sure.In(c)
	list := usual
	if asked {
		list = []int{percent}
	}
	for _, n := range list {
		need := Needed{Confidence: float64(n) / 100}
		if k := odds.TriesFor(p, n); k > 0 {
			need.Tries = &k
		}
		a.Needed = append(a.Needed, need)
	}
	if !asked {
		return a, sentence
	}
	if k := a.Needed[0].Tries; k != nil {
		return a, sentence + fmt.Sprintf(" It takes %s for %s.", commands.Count(*k, once), commands.Chance(float64(percent)/100))
	}
	return a, sentence + fmt.Sprintf(" No number of tries makes for %s.", commands.Chance(float64(percent)/100))
}

// Usually is a sentence, after a blank, that says how many tries give an even
// chance and a good one; empty where no number does.
func Usually(list []Needed, once string) string {
	if len(list) < 2 || list[0].Tries == nil || list[1].Tries == nil {
		return ""
	}
	return fmt.Sprintf(" It takes %s for %s, %d for %s.", commands.Count(*list[0].Tries, once), commands.Share(list[0].Confidence), *list[1].Tries, commands.Share(list[1].Confidence))
}
