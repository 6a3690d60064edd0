package read

import (
	"regexp"
	"slices"
	"strings"

	"delphi/commands/read/phrases"
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

// trait matches a word that says how a thing is, and not which.
var trait = regexp.MustCompile(`^(?:[-+]\d+|blessed|uncursed|cursed|greased|erodeproof|rustproof|fireproof|rusty|corroded|burnt|rotted|restricted|unskilled|basic|skilled|expert|master)$`)

// skilled matches how well a weapon is wielded.
var skilled = regexp.MustCompile(`^(?:restricted|unskilled|basic|skilled|expert|master)$`)

// fuller returns the value that an earlier question said for a slot where a line names the same
// thing by less: "the katana" of "+1 katana", and "my sword" of "+1 long sword" though a sword by
// itself would be a short one.
func (c *chart) fuller(past *Past, x said) string {
	alts := strings.Split(x.text, "||")
	for i, a := range alts {
		if a = strings.TrimSpace(a); a == "" || strings.ContainsAny(a, "!=*/%^~") {
			continue
		}
		for _, v := range past.said(c.g, x.slot) {
			if many, _ := strings.CutSuffix(v, a); strings.Trim(many, "0123456789x ") == "" && x.slot != "pile" {
				continue // only more of the same
			}
			if v != a && (moreOf(v, a) || c.headOf(v, a, x.from, x.to)) {
				alts[i] = v
				break
			}
			if skill := skillOf(v); skill != "" && skillOf(a) == "" && core(v) == core(a) {
				alts[i] = a + " " + skill // another of the same is wielded no better or worse
				break
			}
		}
	}
	return strings.Join(alts, "||")
}

// skillOf returns how well what a value names is wielded, as far as it says so.
func skillOf(value string) string {
	if i := strings.LastIndexByte(value, ' '); i > 0 && skilled.MatchString(value[i+1:]) {
		return value[i+1:]
	}
	return ""
}

// core returns a value without what it says of how the thing is.
func core(value string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(value), trait.MatchString), " ")
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
	if i := strings.Index(" "+value+" ", " "+name+" "); i >= 0 && name != "" {
		rest, ok = value[:i]+" "+value[min(i+len(name), len(value)):], true
	}
	return ok && !slices.ContainsFunc(strings.Fields(rest), func(w string) bool { return !trait.MatchString(w) })
}

// headOf reports whether a line names a value only by the last word of what it was read as, with
// nothing before it that says which.
func (c *chart) headOf(value, name string, from, to int) bool {
	words := strings.Fields(name)
	for len(words) > 0 && trait.MatchString(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	if len(words) < 2 || trait.MatchString(words[0]) {
		return false
	}
	head := words[len(words)-1]
	if !slices.Contains(strings.Fields(value), head) {
		return false
	}
	found := false
	for i := from; i < to; i++ {
		switch w := c.Tokens[i].Word; {
		case w == head || w == head+"s":
			found = i == 0 || c.ClassOf[i-1].Light()
		case slices.Contains(words, w): // "an elven one"
			return false
		}
	}
	return found
}
