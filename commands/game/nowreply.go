package game

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
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
	wardFields(&r, &a)
	r.Table = remedyTable(&a)
	assume(c, &a, h.Set())
	budget := commands.LineBudget - 50 - noted(c.Notes)
	parts := said(&a, groups, budget)
	if len(a.Troubles) == 0 {
		parts = append(foesText(&a), fine(h))
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
		return fmt.Sprintf("the same prayer mends it %s of the time", commands.Share(prayer.Mends))
	}
	return "the same prayer mends it"
}

// said returns sentences about what is wrong and what to do: as many troubles with
// their remedies as there is room for, and the names of all others.
func said(a *plight.Answer, groups [][]plight.Helped, budget int) []string {
	var parts []string
	for _, size := range []struct{ troubles, remedies int }{{3, 3}, {2, 3}, {3, 2}, {2, 2}, {1, 3}, {2, 1}, {1, 2}, {1, 1}} {
		if size.troubles > len(groups) {
			continue
		}
		parts = inFull(groups, size.troubles, size.remedies)
		n := 0
		for _, p := range append(slices.Clone(parts), foesText(a)...) {
			n += len(p) + 1
		}
		if n <= budget {
			break
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return slices.Insert(parts, len(parts)-1, foesText(a)...)
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
			head = commands.Capital(groupName(g))
		}
		if i > 0 {
			words = again(&t, groups[0][0].Remedies, words)
		}
		parts = append(parts, head+": "+words+".")
		if i == 0 {
			parts = append(parts, uselessText(&t)...)
		}
	}
	also := ""
	if len(rest) > 0 {
		also = "Also: " + commands.And(rest) + "."
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
	return commands.And(seq.Map(g, func(t plight.Helped) string { return troubleName(t.Trouble) }))
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
		text += "; at the end: " + commands.And(names)
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

// fine says that nothing is wrong as far as can be seen.
func fine(h *dump.Hero) string {
	if !h.HP.Known || !h.MaxHP.Known {
		return "I see nothing wrong with you."
	}
	p, xl := plight.Rules(h.Set()), h.XL.Or(dump.Is(plight.LikelyXL(h.Set(), h.MaxHP.N))).N
	return fmt.Sprintf("I see nothing wrong with you: %d(%d) HP is low only at %d or less.", h.HP.N, h.MaxHP.N, p.LowHPLimit(xl, h.MaxHP.N))
}

// troubleName returns a trouble in a word or two.
func troubleName(t plight.Trouble) string {
	switch {
	case t.Name == plight.LowHP:
		return "low HP"
	case t.Ailment == "illness", t.Ailment == "food poisoning":
		return t.Ailment
	}
	return t.Name
}

// stakes says what a trouble does, so that a deadly one is recognised as such.
func stakes(t plight.Trouble) string {
	switch t.Name {
	case plight.Stoned:
		return fmt.Sprintf("You turn to stone within %d turns", t.Turns)
	case plight.Slimed:
		return fmt.Sprintf("You turn into slime within %d turns", t.Turns)
	case plight.Strangled:
		return fmt.Sprintf("You are strangled within %d turns", t.Turns)
	case plight.Poisoned:
		return fmt.Sprintf("%s kills you within %d turns", commands.Capital(t.Ailment), t.Turns)
	case plight.LowHP:
		return cmp.Or(t.Shown, "Your HP is low")
	case plight.Weak:
		if strings.HasPrefix(t.Shown, "Faint") {
			return "You faint from hunger"
		}
		return "You are weak from hunger"
	case plight.Lava:
		return "You sink into the lava"
	case plight.Hands:
		if what, _, _ := strings.Cut(t.Shown, " ("); what != "" && t.Ailment != "" {
			return "Your hands are stuck to " + what
		}
	case plight.CursedItems, plight.Fumbling, plight.Levitation, plight.Blindfold:
		if t.Shown != "" {
			what, _, _ := strings.Cut(t.Shown, " (")
			return commands.Capital(troubleName(t)) + ", " + what
		}
	case plight.Attribute:
		if t.Shown != "" {
			return "Lowered attributes, " + t.Shown
		}
	}
	return commands.Capital(troubleName(t))
}

// doText lists what to do, best first, at most that many.
func doText(t *plight.Helped, most int) string {
	if len(t.Remedies) == 0 {
		text := "nothing you have shown me helps"
		if t.Unmended {
			text = "a prayer away from an altar mends no minor trouble at your Luck, and nothing you have shown me helps"
		}
		if len(t.Else) == 0 {
			return text
		}
		return text + "; this would: " + commands.Or(t.Else[:min(3, len(t.Else))])
	}
	var ways []string
	for i := range t.Remedies {
		if i < most {
			ways = append(ways, remedyText(&t.Remedies[i]))
		}
	}
	if len(ways) == 1 {
		return ways[0]
	}
	return ways[0] + ", else " + strings.Join(ways[1:], ", else ")
}

// remedyText returns one remedy with its chance and its cost.
func remedyText(r *plight.Remedy) string {
	var says []string
	switch {
	case r.Prayer != nil:
		return prayerText(r.Prayer)
	case r.Heals != nil && r.P != nil && r.Heals.Least == r.Heals.Most:
		says = append(says, fmt.Sprintf("%d HP", r.Heals.Least))
	case r.Heals != nil:
		says = append(says, fmt.Sprintf("%s HP on average", commands.Amount(r.Heals.Mean)))
	}
	switch {
	case r.Escapes:
	case r.P == nil && r.Cost != "":
		says = append(says, "if it does not fail")
	case r.P == nil:
	case *r.P >= 1 && r.Heals == nil && r.But == "":
		says = append(says, "sure")
	case r.Heals != nil:
		says = append(says, commands.Share(*r.P)+" that it is enough")
	case *r.P < 1 && r.Try:
		says = append(says, commands.Share(*r.P)+" a try")
	case *r.P < 1:
		says = append(says, commands.Share(*r.P))
	}
	if r.Cost != "" {
		says = append(says, r.Cost)
	}
	if r.But != "" {
		says = append(says, r.But)
	}
	if len(says) == 0 {
		return r.Do
	}
	return r.Do + " (" + strings.Join(says, ", ") + ")"
}

// prayerText returns a prayer with how safe it is, and how likely it ends the trouble.
func prayerText(p *plight.Prayer) string {
	var says string
	switch {
	case p.Unsafe != "":
		return "do not pray, " + p.Unsafe
	case p.P == nil:
		says = fmt.Sprintf("safe from turn %d on if you never did, 95%% if not for %d turns", p.Never, p.Wait)
	case *p.Safe <= 0 && p.IfNever:
		return fmt.Sprintf("do not pray before turn %d, it is too soon", p.Never)
	case *p.Safe <= 0:
		return "do not pray yet, it is too soon"
	case p.IfNever:
		says = fmt.Sprintf("%s safe if you never did, 95%% if not for %d turns", commands.Share(*p.Safe), p.Wait)
	default:
		says = commands.Share(*p.Safe) + " safe"
	}
	if p.Mends < 1 {
		says += fmt.Sprintf("; %s that it mends this", commands.Share(p.Mends))
	}
	return "pray (" + says + ")"
}

// others returns what else would end a trouble, if there is room.
func others(t *plight.Helped) string {
	if len(t.Remedies) == 0 || len(t.Else) == 0 {
		return ""
	}
	return "; not shown: " + strings.Join(t.Else, ", ")
}

// uselessText warns about what is carried but does not help.
func uselessText(t *plight.Helped) []string {
	if len(t.Useless) == 0 || t.Turns == 0 && t.Name != plight.LowHP {
		return nil
	}
	text := commands.Capital(commands.Article(t.Useless[0]))
	if t.Name == plight.LowHP {
		return []string{text + " does not heal."}
	}
	return []string{text + " does not help against " + ailing(t.Trouble) + "."}
}

// ailing returns a trouble as it follows a preposition.
func ailing(t plight.Trouble) string {
	if t.Ailment != "" {
		return t.Ailment
	}
	return "being " + troubleName(t)
}

// foesText says whether Elbereth and flight help.
func foesText(a *plight.Answer) []string {
	var out []string
	if w := a.Ward; w != nil {
		switch {
		case w.Why == "ignored":
			out = append(out, commands.Capital(commands.And(articles(w.Ignores)))+" "+verb(w.Ignores, "ignores", "ignore")+" Elbereth.")
		case w.Why != "":
			out = append(out, "No Elbereth: "+w.Why+".")
		case len(w.Respects) > 0:
			text := fmt.Sprintf("Elbereth (%s written right): %s %s it", commands.Share(w.P), commands.And(articles(w.Respects)), verb(w.Respects, "respects", "respect"))
			if len(w.Ignores) > 0 {
				text += ", " + commands.And(articles(w.Ignores)) + " " + verb(w.Ignores, "does", "do") + " not"
			}
			out = append(out, text+".")
		default:
			out = append(out, fmt.Sprintf("Elbereth is written right %s of the time; %s ignore it.", commands.Share(w.P), commands.And(plurals(w.Bold))))
		}
	}
	for _, p := range a.Paces {
		how := "is as fast as you"
		switch {
		case p.Speed > p.Yours:
			how = "is faster than you"
		case p.Speed < p.Yours:
			how = "is slower than you, so flee"
		}
		text := fmt.Sprintf("%s %s (speed %d to %d)", commands.Capital(commands.Article(p.Monster)), how, p.Speed, p.Yours)
		if p.Damage != nil {
			text += fmt.Sprintf(" and deals %s damage a turn", commands.Amount(*p.Damage))
		}
		out = append(out, text+".")
	}
	return out
}

// plurals returns classes as they are, and monsters in the plural.
func plurals(names []string) []string {
	var out []string
	for _, n := range names {
		if len(n) > 1 {
			n = commands.Plural(n)
		}
		out = append(out, n)
	}
	return out
}

func articles(names []string) []string {
	return seq.Map(names, commands.Article)
}

func verb(names []string, one, several string) string {
	if len(names) == 1 {
		return one
	}
	return several
}

// wardFields adds the facts about Elbereth and speed.
func wardFields(r *commands.Reply, a *plight.Answer) {
	if w := a.Ward; w != nil && w.Why == "" {
		text := fmt.Sprintf("%s of Elbereths in the dust have no slip", commands.Share(w.P))
		if w.Erased {
			text += "; it is erased if you attack from it"
		}
		r.Fact("Elbereth", text)
	}
}

// remedyTable lists everything that can be done.
func remedyTable(a *plight.Answer) *commands.Table {
	t := &commands.Table{Columns: []string{"trouble", "do", "chance", "cost"}}
	for _, x := range a.Troubles {
		for i := range x.Remedies {
			m := &x.Remedies[i]
			chance, cost := "", m.Cost
			if m.P != nil {
				chance = commands.Share(*m.P)
			}
			if m.Prayer != nil && m.Prayer.Unsafe == "" {
				cost = "too soon: Luck -3 and an angry god"
			}
			t.Rows = append(t.Rows, []string{troubleName(x.Trouble), m.Do, chance, cost})
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return t
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
