package said

import (
	"regexp"
	"slices"
	"strings"

	"delphi/commands/read/phrases"
	"delphi/commands/read/words"
)

// mostSaid is how many values of a slot are remembered.
const mostSaid = 6

// saidAfter lists what a question and those before it said for each slot, the last first.
func (p *Past) saidAfter(before *Past) map[string][]string {
	out := map[string][]string{}
	add := func(slot, value string) {
		if value != "" && value != "-" && len(out[slot]) < mostSaid && !slices.Contains(out[slot], value) {
			out[slot] = append(out[slot], value)
		}
	}
	for slot, values := range p.Slots {
		for _, alts := range values {
			for _, a := range alts {
				add(slot, a)
			}
		}
	}
	if before != nil {
		for slot, values := range before.Said {
			for _, v := range values {
				add(slot, v)
			}
		}
	}
	return out
}

// trait matches a word that says how a thing is, and not which; before a name those of skills may
// be part of it, as in "master lich".
var (
	trait  = regexp.MustCompile(`^(?:[-+]\d+|blessed|uncursed|cursed|greased|erodeproof|rustproof|fireproof|rusty|corroded|burnt|rotted|restricted|unskilled|basic|skilled|expert|master)$`)
	ranked = regexp.MustCompile(`\b(?:expert|master)\b`)
)

// Fuller returns the value that an earlier question said for a slot where a line names the same
// thing by less: "the katana" of "+1 katana", and "my sword" of "+1 long sword" though a sword by
// itself would be a short one.
func (p *Past) Fuller(g *phrases.Grammar, l *words.Line, x Value) string {
	alts := strings.Split(x.Text, "||")
	for i, a := range alts {
		if a = strings.TrimSpace(a); a == "" || strings.ContainsAny(a, "!=*/%^~") {
			continue
		}
		for _, v := range p.said(g, x.Slot) {
			if many, _ := strings.CutSuffix(v, a); strings.Trim(many, "0123456789x ") == "" && x.Slot != "pile" {
				continue // only more of the same
			}
			if v != a && (moreOf(v, a) || headOf(l, v, a, x.From, x.To)) {
				alts[i] = v
				break
			}
		}
	}
	return strings.Join(alts, "||")
}

// said lists what earlier questions said for a slot, or for one that is called so elsewhere.
func (p *Past) said(g *phrases.Grammar, slot string) []string {
	out := slices.Clone(p.Said[slot])
	for _, kin := range g.Kin[slot] {
		out = append(out, p.Said[kin]...)
	}
	return out
}

// moreOf reports whether a value is another with more said of how it is.
func moreOf(value, name string) bool {
	rest, ok := "", false
	if i := strings.Index(" "+value+" ", " "+name+" "); i >= 0 && name != "" && !ranked.MatchString(value[:i]) {
		rest, ok = value[:i]+" "+value[min(i+len(name), len(value)):], true
	}
	return ok && !slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return !trait.MatchString(w) })
}

// headOf reports whether a line names a value only by the last word of what it was read as, with
// nothing before it that says which.
func headOf(l *words.Line, value, name string, from, to int) bool {
	named := strings.Fields(name)
	for len(named) > 0 && trait.MatchString(named[len(named)-1]) {
		named = named[:len(named)-1]
	}
	if len(named) < 2 || trait.MatchString(named[0]) {
		return false
	}
	head := named[len(named)-1]
	if !slices.Contains(strings.Fields(value), head) {
		return false
	}
	found := false
	for i := from; i < to; i++ {
		switch w := l.Tokens[i].Word; {
		case w == head || w == head+"s":
			found = i == 0 || l.ClassOf[i-1].Light()
		case slices.Contains(named, w): // "an elven one"
			return false
		}
	}
	return found
}
