package phrases

import (
	"slices"
	"strings"
)

// Earlier is the text of phrases that mean what the last two questions said for a slot:
// "either one", "both of them".
const Earlier = "^"

// Undone is the phrase that takes back what the question before changed of the one before that.
const Undone = "undone"

// Marked reports whether a phrase says something by a mark that Sense understands, such as
// "={t}".
func (p *Production) Marked() bool {
	for _, a := range p.Says {
		for _, t := range a.Tmpl {
			if strings.ContainsAny(t.Text, "*/%=~^") {
				return true
			}
		}
	}
	return false
}

// refer works out which productions may say something that refers to what was said earlier.
func (g *Grammar) refer() {
	referring := make([]bool, len(g.names)) // by symbol
	for more := true; more; {
		more = false
		for i := range g.Prods {
			if p := &g.Prods[i]; !p.Refers && (g.names[p.Sym] == Undone || p.refersTo(referring)) {
				p.Refers, referring[p.Sym], more = true, true, true
			}
		}
	}
}

// refersTo reports whether a production says something that refers to what was said earlier, by
// itself or by a part, going by the symbols of which that is known.
func (p *Production) refersTo(referring []bool) bool {
	for _, a := range p.Says {
		if len(a.Tmpl) > 0 && strings.HasPrefix(a.Tmpl[0].Text, Earlier) {
			return true
		}
	}
	return slices.ContainsFunc(p.Parts, func(p Part) bool { return p.Kind == SymPart && !p.Drop && referring[p.ID] })
}
