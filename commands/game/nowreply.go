package game

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/dump"
	"delphi/engine/plight"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// nowReply says what is wrong, starting with what kills first, and what to do.
func nowReply(c *commands.Call, q *plight.Question) commands.Reply {
	h, a := q.Hero, plight.Plan(q)
	r := commands.Reply{Data: &a, Version: h.Set().Name, Tone: commands.Good}
	groups := alike(a.Troubles)
	for i, g := range groups {
		if r.Fact(groupName(g), doText(&g[0], len(g[0].Remedies))+others(&g[0])); i == 0 {
			r.Headline, r.Tone = troubleName(g[0].Trouble), tone(g[0].Trouble)
		}
	}
	threatFields(&r, &a)
	wardFields(&r, &a)
	r.Table = remedyTable(&a)
	assume(c, &a, h.Set())
	idle(c, h, r.Table)
	budget := commands.LineBudget - 50 - noted(c.Notes)
	parts := said(&a, groups, budget)
	if len(a.Troubles) == 0 {
		parts = slices.Concat(threatText(&a), waysText(&a), foesText(&a), []string{fine(h, len(a.Paces) > 0)})
	}
	if h.Died != nil {
		parts = overText(h, &a)
		r.Hints = append(r.Hints, "postmortem")
	}
	r.Summary = fittingIn(parts, budget)
	r.Cite(h.Set(), rules.CiteTroubles)
	if len(a.Troubles) > 0 {
		for i, m := range a.Troubles[0].Remedies {
			if i < shownRemedies {
				r.Cite(h.Set(), m.Rule)
			}
		}
	}
	if slices.ContainsFunc(a.Troubles, func(t plight.Helped) bool { return t.Name == plight.LowHP }) {
		r.Cite(h.Set(), rules.CiteLowHP)
	}
	return r
}

// again says that a trouble is also ended by the prayer already mentioned, if nothing
// helps better.
func again(t *plight.Helped, before []plight.Remedy, words string) string {
	prayer := t.Remedies[0].Prayer
	if prayer == nil || prayer.Unsafe != "" || !slices.ContainsFunc(before, func(r plight.Remedy) bool { return r.Prayer != nil }) {
		return words
	}
	if prayer.Mends < 1 {
		return fmt.Sprintf("the same prayer mends it %s of the time", wording.Share(prayer.Mends))
	}
	return "the same prayer mends it"
}

// said returns sentences about what is wrong and what to do: as many troubles with
// their remedies as there is room for, and the names of all others.
func said(a *plight.Answer, groups [][]plight.Helped, budget int) []string {
	if len(groups) == 0 {
		return nil
	}
	parts := fullest(groups, slices.Concat(threatText(a), waysText(a)), foesText(a), budget)
	threat := threatText(a)
	if groups[0][0].Turns == 0 && groups[0][0].Drowns == 0 { // else that comes first, and kills for sure
		parts, threat = slices.Concat(threat, waysText(a), parts), nil
	}
	return slices.Insert(parts, len(parts)-1, slices.Concat(threat, foesText(a))...)
}

// fullest describes as many troubles with as many remedies as there is room for, beside what is
// said of the monsters near in any case. A second remedy goes before what else is said of them.
func fullest(groups [][]plight.Helped, always, besides []string, budget int) []string {
	type size struct{ troubles, remedies int }
	fits := func(size size, beside []string) ([]string, bool) {
		if size.troubles > len(groups) {
			return nil, false
		}
		parts := inFull(groups, size.troubles, size.remedies)
		n := 0
		for _, p := range slices.Concat(parts, beside) {
			n += len(p) + 1
		}
		return parts, n <= budget
	}
	for _, beside := range [][]string{slices.Concat(always, besides), always} {
		for _, size := range []size{{3, 3}, {2, 3}, {3, 2}, {2, 2}, {1, 3}, {1, 2}} {
			if parts, ok := fits(size, beside); ok {
				return parts
			}
		}
	}
	parts, _ := fits(size{1, 1}, nil)
	return parts
}

// inFull describes the first troubles with a number of remedies each; its last sentence
// names the others.
func inFull(groups [][]plight.Helped, troubles, remedies int) []string {
	var parts, rest []string
	for i, g := range groups {
		t := g[0]
		if i >= troubles || i > 0 && (len(t.Remedies) == 0 || hopeless(&t)) {
			for _, x := range g {
				rest = append(rest, troubleName(x.Trouble))
			}
			continue
		}
		head, words := stakes(t.Trouble), doText(&t, remedies)
		if len(g) > 1 {
			head = wording.Capital(groupName(g))
		}
		if i > 0 {
			words = again(&t, groups[0][0].Remedies, words)
		}
		parts = append(parts, head+": "+words+".")
		if i == 0 {
			parts = append(parts, uselessText(&t)...)
			parts = append(parts, elseText(&t)...)
		}
	}
	also := ""
	if len(rest) > 0 {
		also = "Also: " + wording.And(rest) + "."
	}
	return append(parts, also)
}

// alike groups troubles that neither kill nor have remedies of their own.
func alike(list []plight.Helped) [][]plight.Helped {
	var out [][]plight.Helped
	for _, t := range list {
		if n := len(out) - 1; n >= 0 && t.Kind != rules.MajorTrouble && out[n][0].Kind != rules.MajorTrouble && len(t.Remedies) == len(out[n][0].Remedies) && doText(&out[n][0], len(t.Remedies)) == doText(&t, len(t.Remedies)) {
			out[n] = append(out[n], t)
			continue
		}
		out = append(out, []plight.Helped{t})
	}
	return out
}

func groupName(g []plight.Helped) string {
	return wording.And(seq.Map(g, func(t plight.Helped) string { return troubleName(t.Trouble) }))
}

// shownRemedies is how many remedies of one trouble the sentence names.
const shownRemedies = 3

// hopeless reports whether nothing that can be done about a trouble is likely to end
// it.
func hopeless(t *plight.Helped) bool {
	return !slices.ContainsFunc(t.Remedies, func(r plight.Remedy) bool { return r.P == nil || *r.P > 0 })
}

func tone(t plight.Trouble) commands.Tone {
	if t.Kind == rules.MajorTrouble {
		return commands.Bad
	}
	return commands.Fair
}

// overText says what was wrong at the end of a game that is over.
func overText(h *dump.Hero, a *plight.Answer) []string {
	names := seq.Map(a.Troubles, func(t plight.Helped) string { return troubleName(t.Trouble) })
	text := "This game is over" + overBy(h)
	if len(names) > 0 {
		text += "; at the end: " + wording.And(names)
	}
	return []string{text + "."}
}

// noted returns how many bytes of a line warnings take.
func noted(notes []commands.Note) int {
	n := 0
	for _, x := range notes {
		if x.Kind == commands.Warned {
			n += len(x.Text) + len(" ()")
		}
	}
	return n
}

func overBy(h *dump.Hero) string {
	if h.Died.Text == "" {
		return ""
	}
	return " (" + h.Died.Text + ")"
}

// fine says that nothing is wrong as far as can be seen, or that no god will help against the
// monsters near.
func fine(h *dump.Hero, foes bool) string {
	switch {
	case (!h.HP.Known || !h.MaxHP.Known) && foes:
		return "A prayer helps only if your HP is low."
	case !h.HP.Known || !h.MaxHP.Known:
		return "I see nothing wrong with you."
	}
	p, xl := plight.Rules(h.Set()), h.XL.Or(dump.Is(plight.LikelyXL(h.Set(), h.MaxHP.N))).N
	first := "I see nothing wrong with you"
	if foes {
		first = "Do not pray"
	}
	return fmt.Sprintf("%s: %d(%d) HP is low only at %d or less.", first, h.HP.N, h.MaxHP.N, p.LowHPLimit(xl, h.MaxHP.N))
}

// remedyTable lists everything that can be done.
func remedyTable(a *plight.Answer) *commands.Table {
	t := &commands.Table{Columns: []string{"trouble", "do", "chance", "cost"}}
	for _, x := range a.Troubles {
		for i := range x.Remedies {
			m := &x.Remedies[i]
			chance, cost := "", m.Cost
			if m.P != nil {
				chance = wording.Share(*m.P)
			}
			if m.Prayer != nil && m.Prayer.Unsafe == "" {
				cost = "too soon: Luck -3 and an angry god"
			}
			t.Rows = append(t.Rows, []string{troubleName(x.Trouble), m.Do, chance, cost})
		}
	}
	if a.Threat != nil {
		for _, m := range a.Threat.Ways {
			t.Rows = append(t.Rows, []string{"what is near", m.Do, "", m.Cost})
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
}

// idle says which of the things and spells that somebody named do nothing for what is wrong.
func idle(c *commands.Call, h *dump.Hero, t *commands.Table) {
	listed := func(what string) bool {
		return t != nil && slices.ContainsFunc(t.Rows, func(row []string) bool { return strings.Contains(row[1], what) })
	}
	var names []string
	for _, s := range have.All(c) {
		if slices.Contains(hoped, s.Name) && !listed(s.Name) {
			names = append(names, wording.Article(s.Name))
		}
	}
	if len(names) > 0 {
		c.Note(commands.Remarked, wording.And(names)+" "+verb(names, "does", "do")+" nothing here")
	}
	for _, s := range casts.All(c) {
		if sp := casts.Of(s); !listed("cast "+sp.Name) && h.Pw.Known && h.Pw.N < 5*sp.Level {
			c.Note(commands.Remarked, fmt.Sprintf("%s takes %d Pw", sp.Name, 5*sp.Level))
		}
	}
	for _, it := range h.Inventory {
		if it.Class == "wand" && it.Charges.Known && it.Charges.N < 0 {
			c.Note(commands.Remarked, "the "+it.Name+" is cancelled")
		}
	}
}

// borrowed warns that the remedies are from another version.
func borrowed(set, from *rules.Set) string {
	return "I do not know what helps in " + set.Title + "; this is " + from.Title
}

// assume notes what the answer took for granted.
func assume(c *commands.Call, a *plight.Answer, set *rules.Set) {
	if a.Borrowed != nil {
		c.Note(commands.Warned, borrowed(set, a.Borrowed))
	}
	if a.Threat != nil {
		for _, text := range a.Threat.Notes {
			c.Note(commands.Assumed, text)
		}
	}
	seen := map[string]bool{}
	for _, t := range a.Troubles {
		for _, m := range t.Remedies {
			if m.Prayer == nil {
				continue
			}
			for _, text := range m.Prayer.Assumed {
				if !seen[text] {
					seen[text] = true
					c.Note(commands.Assumed, text)
				}
			}
		}
	}
}
