package rules

import (
	"strings"

	"delphi/engine/problem"
)

// PolypileGap is what is known about object polymorph in a game for which it is not
// modelled, or not for whole piles.
type PolypileGap struct {
	// As is the version by whose rules the game is answered all the same, and
	// Shows what the asker is told about that; empty: it is not answered.
	As    string `cite:"-"`
	Shows string `cite:"-"`
	// Nearest names the version with the nearest rules.
	Nearest string `cite:"-"`
}

var polypileGaps = register(topic[PolypileGap]{name: "PolypileGap", own: true, changes: map[string]func(*PolypileGap){
	"slashthem": func(g *PolypileGap) {
		g.As, g.Shows = "slashem", "SlashTHEM by the rules of SLASH'EM; it shows what will turn back as hazy"
	},
	"dnethack": func(g *PolypileGap) { g.Nearest = "3.4.3" },
	"fiqhack":  func(g *PolypileGap) { g.Nearest = "3.4.3" },
}})

// NoPolypile returns the error of a version in which it is not known what whole
// piles yield, or how objects polymorph at all: what says which, as a clause
// that "in SLASH'EM" can follow.
func (s *Set) NoPolypile(what string) error {
	v := versionNamed(s.Name)
	return polypileGaps.of(v.name).refuse(v, what)
}

func (g *PolypileGap) refuse(v version, what string) *problem.Problem {
	if g == nil {
		g = &PolypileGap{Nearest: v.parent}
	}
	return problem.Newf("I don't know %s in %s. The closest rules I know are those of %s. I don't know how they differ.", what, v.title, Get(g.Nearest).Title).Try("v" + g.Nearest)
}

// LookupPolypile finds, for a word that Lookup does not know, the rules by which
// questions about that game's polypiles are answered all the same. The error says what
// is known about a game for which they are not. Both are empty for any other word.
func LookupPolypile(word string) (Found, error) {
	v := versionNamed(bareVersion(strings.ToLower(word)))
	if v.partial {
		if s := pilesOnly()[v.name]; s != nil {
			return Found{Set: s}, nil
		}
	}
	g := polypileGaps.of(v.name)
	switch {
	case g == nil:
		return Found{}, nil
	case g.As != "":
		return Found{Set: Get(g.As), Note: g.Shows}, nil
	}
	return Found{}, g.refuse(v, "how objects polymorph")
}
