package piles

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/polypile"
)

// anyGolem asks for a golem of any kind, and noGolem for none.
const (
	anyGolem = "any golem"
	noGolem  = "no golem"
)

// golemKindNames holds the kinds of golem that any version makes of a pile.
var golemKindNames = []string{anyGolem, "paper golem", "straw golem", "rope golem", "gold golem", "leather golem", "wood golem", "flesh golem", "clay golem", "stone golem", "glass golem", "iron golem", "wax golem", "plastic golem", "skeleton", "skeleton warrior", noGolem}

// golem is the kind of golem that a question about a pile is about.
var golem = commands.NewChoice(commands.Param{
	Name: "golem", Summary: "The chance of a golem first, of any kind or of one",
	Choices: golemKindNames,
	Also:    map[string]string{"golem": anyGolem, "golems": anyGolem, "golem odds": anyGolem, "which golem": anyGolem, "what golem": anyGolem, "skeleton golem": "skeleton", "without a golem": noGolem, "without golem": noGolem, "wooden golem": "wood golem"},
})

// golemChance returns the chance of the golems that the question asks about.
func golemChance(kind string, a *polypile.Answer) float64 {
	switch kind {
	case anyGolem:
		return a.Golem.Appears
	case noGolem:
		return 1 - a.Golem.Appears
	}
	return a.Golem.Kinds[kind]
}

// golemOutcome leads with the golems that the question asks about.
func golemOutcome(kind string, a *polypile.Answer) string {
	of := wording.Article(strings.TrimPrefix(kind, "any "))
	if kind == noGolem {
		of = noGolem
	}
	say := wording.Chance(golemChance(kind, a)) + " of " + of
	switch names := slices.Collect(maps.Keys(a.Golem.Kinds)); {
	case a.Golem.Appears == 0:
	case kind != anyGolem && len(names) == 1 && names[0] == kind:
	case kind != anyGolem:
		say += fmt.Sprintf(" (of any %s: %s)", wording.Share(a.Golem.Appears), golemKinds(a.Golem.Kinds, golemsShown))
	case len(names) == 1:
		say += ", always " + wording.Article(names[0])
	default:
		say += ": " + golemKinds(a.Golem.Kinds, golemsShown)
	}
	return say
}

// golemAfter adds how likely a golem is after the answer to the question.
func golemAfter(q *polypile.Question, a *polypile.Answer) string {
	kinds := golemKinds(a.Golem.Kinds, golemsShown)
	switch {
	case q.Apply == polypile.Dip:
		return ""
	case a.Golem.Decided == 0 || a.Golem.Appears == 0:
		return " No golem appears."
	case len(a.Golem.Kinds) == 1:
		kind := ""
		for kind = range a.Golem.Kinds {
		}
		if kind == "skeleton" {
			kind = "skeleton golem"
		}
		return fmt.Sprintf(" %s appears %s of the time.", wording.Capital(wording.Article(kind)), wording.Share(a.Golem.Appears))
	}
	return fmt.Sprintf(" A golem appears %s of the time: %s.", wording.Share(a.Golem.Appears), kinds)
}

// golemsShown is how many kinds of golem an answer names.
const golemsShown = 3

// golemKinds lists the likeliest kinds, up to a limit.
func golemKinds(kinds map[string]float64, most int) string {
	var says []string
	n := 0
	for name, p := range golemsOf(kinds) {
		if n++; n <= most {
			says = append(says, strings.TrimSuffix(name, " golem")+" "+wording.Share(p))
		}
	}
	if n > most {
		says = append(says, fmt.Sprintf("%d more", n-most))
	}
	return strings.Join(says, ", ")
}

// golemsOf yields the kinds of golem that may appear, the likeliest first.
func golemsOf(kinds map[string]float64) iter.Seq2[string, float64] {
	names := slices.SortedFunc(maps.Keys(kinds), func(a, b string) int {
		return cmp.Or(cmp.Compare(kinds[b], kinds[a]), strings.Compare(a, b))
	})
	return func(yield func(string, float64) bool) {
		for _, name := range names {
			if kinds[name] <= 1e-9 || !yield(name, kinds[name]) {
				return
			}
		}
	}
}
