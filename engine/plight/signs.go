package plight

import (
	"slices"
	"strings"
)

// sign is how pages tell of a trouble: a word of the status line, and the
// beginning of what the attributes say (5.0.0 insight.c:940, 3.6.7 cmd.c:2320,
// 3.4.3 cmd.c:889).
type sign struct {
	trouble, ailment string
	word             string
	says             []string
}

var signs = []sign{
	{Stoned, "stoning", "Stone", []string{"turning to stone"}},
	{Slimed, "sliming", "Slime", []string{"turning into slime"}},
	{Strangled, "strangulation", "Strngl", []string{"being strangled"}},
	{Lava, "lava", "InLava", []string{"sinking into lava"}},
	{Poisoned, "food poisoning", "FoodPois", []string{"sick from food poisoning", "terminally sick from food poisoning"}},
	{Poisoned, "illness", "TermIll", []string{"sick from illness", "terminally sick from illness"}},
	{"withering", "", "Wither", []string{"withering away"}},
	{Punished, "punishment", "", []string{"punished", "chained to "}},
	{Blind, "blindness", "Blind", []string{"temporarily blind", "blinded"}},
	{"deaf", "deafness", "Deaf", []string{"deaf"}},
	{Legs, "wounded legs", "WLegs", []string{"wounded ", "a wounded ", "left wounded ", "right wounded "}},
	{"stunned", "stun", "Stun", []string{"stunned"}},
	{"confused", "confusion", "Conf", []string{"confused"}},
	{"hallucinating", "hallucination", "Hallu", []string{"hallucinating"}},
	{"vomiting", "vomiting", "Vomit", nil},
}

// signs takes what the status line and the attributes tell.
func (x *search) signs() {
	for _, s := range signs {
		said := slices.ContainsFunc(x.h.Ails, func(text string) bool {
			return slices.ContainsFunc(s.says, func(begin string) bool { return strings.HasPrefix(text, begin) })
		})
		shown := s.word != "" && slices.Contains(x.h.Conditions, s.word)
		if shown && s.trouble == Blind && (x.blindByChoice() || x.formless("NOEYES")) {
			shown = false
		}
		if s.word == "Stun" && x.stunningForm() {
			continue
		}
		if said || shown {
			x.add(s.trouble, s.ailment, s.word)
		}
	}
	for _, text := range x.h.Ails {
		// The word behind the article is the were's animal.
		if text == "in beast form" || strings.Contains(text, " were") && x.h.Race != x.p.WereRace {
			x.add(Lycanthropy, "lycanthropy", text)
		}
	}
	for _, it := range x.h.Inventory {
		if strings.Contains(it.Text, "chained to you") {
			x.add(Punished, "punishment", "chained to you")
		}
	}
}

// stunningForm reports whether the hero's new form alone stuns.
func (x *search) stunningForm() bool {
	m := x.form()
	return m != nil && slices.Contains(x.p.StunForms, m.Name)
}

// blindByChoice reports whether the page tells why the hero does not see, and that it
// is nothing that passes.
func (x *search) blindByChoice() bool {
	for _, text := range x.h.Ails {
		if strings.HasSuffix(text, " blind") {
			return text != "temporarily blind"
		}
	}
	return x.wears("eyes", "blindfold") || x.wears("eyes", "towel")
}
