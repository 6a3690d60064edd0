package game

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/bones"
	"delphi/engine/dump"
	"delphi/engine/rules"
)

// Overview returns the reply with what matters about a hero.
func Overview(h *dump.Hero) commands.Reply {
	r := commands.Reply{Data: h, Version: h.Version}
	var parts []string
	if text := person(h); text != "" {
		parts = append(parts, text)
	}
	m := magicOf(h)
	if text := m.line(); text != "" {
		parts = append(parts, text)
	}
	if best := m.best(); best != "" {
		parts = append(parts, best)
	}
	troubled := ""
	if text := unsafe(h); text != "" {
		parts = append(parts, text)
	} else if troubled = trouble(h); troubled != "" {
		parts = append(parts, troubled)
	}
	if text := lacking(h); text != "" {
		parts = append(parts, text)
	}
	fray := meleeOf(h)
	if text := fray.line(); text != "" {
		parts = append(parts, text)
	}
	r.Summary = fitting(parts)
	r.Fields = fields(h, m, fray)
	if troubled != "" {
		r.Hints = append(r.Hints, "now", "game pray")
	}
	if len(m.rows) > 0 {
		r.Table = m.table()
		r.Hints = append(r.Hints, "game spells")
	}
	if len(magicItems(h)) > 0 {
		r.Hints = append(r.Hints, "game pile")
	}
	r.Hints = append(r.Hints, fray.hints()...)
	for _, n := range h.Notes {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: strings.TrimSuffix(n, ".")})
	}
	for _, n := range m.differences() {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: n})
	}
	if n := len(h.Unread); n > 0 {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Warned, Text: fmt.Sprintf("%s not understood, such as %q", were(n, "line"), wording.Typed(h.Unread[0]))})
	}
	if h.Version == "" && h.Program == "" {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: h.Set().Title})
	}
	if h.Partial() {
		r.Notes = append(r.Notes, commands.Note{Kind: commands.Assumed, Text: "you wear and wield nothing but what you showed me"})
	}
	if len(m.rows) > 0 {
		r.Cite(h.Set(), rules.CiteFailure)
	}
	return r
}

// fitting joins the sentences that fit on a one-line network; the fields contain the
// others as well.
func fitting(parts []string) string { return fittingIn(parts, commands.LineBudget-50) }

// fittingIn returns the sentences that fit into a number of bytes.
func fittingIn(parts []string, budget int) string {
	out := ""
	for _, p := range parts {
		if out == "" || len(out)+1+len(p) <= budget {
			out = strings.TrimSpace(out + " " + p)
		}
	}
	return out
}

func were(n int, thing string) string {
	if n == 1 {
		return "1 " + thing + " was"
	}
	return wording.Count(n, thing) + " were"
}

// person says who the hero is, how they are and how the game ended: "Mia, a
// gnomish Healer of XL 7 (5.0.0), HP 12(50), AC 2, Dlvl 5, T 4554."
func person(h *dump.Hero) string {
	who := h.Role
	if h.Race != "" {
		who = strings.TrimSpace(dump.Adjective(h.Race) + " " + who)
	}
	if h.Gender != "" {
		who = h.Gender + " " + who
	}
	switch {
	case who != "" && h.Name != "":
		who = h.Name + ", " + wording.Article(who) + ","
	case who != "":
		who = wording.Capital(wording.Article(who))
	default:
		who = h.Name
	}
	var facts []string
	add := func(format string, args ...any) { facts = append(facts, fmt.Sprintf(format, args...)) }
	switch {
	case h.HD.Known:
		add("polymorphed with %d HD", h.HD.N)
	case h.XL.Known:
		add("XL %d", h.XL.N)
	}
	switch {
	case h.HP.Known && h.MaxHP.Known:
		add("HP %d(%d)", h.HP.N, h.MaxHP.N)
	case h.HP.Known:
		add("HP %d", h.HP.N)
	}
	if h.Pw.Known && h.MaxPw.Known {
		add("Pw %d(%d)", h.Pw.N, h.MaxPw.N)
	}
	if h.AC.Known {
		add("AC %d", h.AC.N)
	}
	switch {
	case h.Dlvl.Name != "":
		add("%s", h.Dlvl.Name)
	case h.Dlvl.Depth.Known:
		add("Dlvl %d", h.Dlvl.Depth.N)
	}
	if h.Turns.Known {
		add("T %d", h.Turns.N)
	}
	switch n := len(h.Inventory); {
	case n == 1 && len(facts) == 0:
		add("%s", h.Inventory[0].Text)
	case n > 0:
		add("%s", wording.Count(n, "stack"))
	}
	text := who
	switch {
	case len(facts) > 0 && who == "":
		text = wording.Capital(strings.Join(facts, ", "))
	case len(facts) > 0:
		text = strings.TrimSuffix(who, ",") + ": " + strings.Join(facts, ", ")
	}
	if h.Died != nil {
		end := h.Died.Text
		if end == "" {
			end = h.Died.How
		}
		text += " (" + end + ")"
	}
	if text == "" {
		return ""
	}
	return strings.TrimSuffix(text, ",") + "."
}

// unsafe says why prayer is not safe, as far as a page tells, or "" if it does not. No
// page shows the prayer timeout.
func unsafe(h *dump.Hero) string {
	var why []string
	if h.Luck != nil && h.Luck.Max < 0 {
		why = append(why, "your Luck is below 0")
	}
	if h.Anger != nil {
		why = append(why, "your god is angry")
	}
	if h.Record != nil && h.Record.Max < 0 {
		why = append(why, "your alignment is negative")
	}
	if len(why) == 0 || h.Died != nil {
		return ""
	}
	return "Do not pray: " + wording.And(why) + "."
}

// trouble names what a god would fix first, or "" if the page shows no trouble or the
// hero is dead.
func trouble(h *dump.Hero) string {
	r := h.Set().Prayer()
	if r == nil || h.Died != nil {
		return ""
	}
	var major []string
	if h.XL.Known && h.HP.Known && h.MaxHP.Known && h.HP.N <= r.LowHPLimit(h.XL.N, h.MaxHP.N) {
		major = append(major, "low HP")
	}
	for _, t := range r.Troubles {
		if t.Trouble == rules.MajorTrouble && slices.ContainsFunc(append(slices.Clone(h.Conditions), h.Hunger), func(c string) bool { return troubles[c] == t.Name }) {
			major = append(major, t.Name)
		}
	}
	if len(major) == 0 {
		return ""
	}
	return "In major trouble: " + wording.And(major) + "."
}

// wanted holds the properties that heroes look for, with the words by which the
// attributes section says that a hero has them (5.0.0 insight.c:1487).
var wanted = []struct{ name, words string }{
	{"reflection", "reflection"}, {"magic resistance", "magic-protected"}, {"free action", "free action"}, {"poison resistance", "poison resistant"},
	{"fire resistance", "fire resistant"}, {"cold resistance", "cold resistant"}, {"shock resistance", "shock resistant"}, {"sleep resistance", "sleep resistant"},
	{"disintegration resistance", "disintegration"}, {"see invisible", "invisible when not blind"}, {"telepathy", "telepathic"},
}

// lacks lists which of the wanted properties the attributes do not name; nil if the
// page has no attributes.
func lacks(h *dump.Hero) []string {
	if !h.SeesAttributes() {
		return nil
	}
	all := strings.Join(h.Attributes, "\n")
	var out []string
	for _, w := range wanted {
		has := strings.Contains(all, w.words)
		if w.name == "see invisible" {
			has = has || strings.Contains(all, "saw invisible") || strings.Contains(all, "see invisible")
		}
		if !has {
			out = append(out, w.name)
		}
	}
	return out
}

func lacking(h *dump.Hero) string {
	list := lacks(h)
	if len(list) == 0 {
		return ""
	}
	return "Lacks " + wording.And(list) + "."
}

// fields returns the facts behind the summary.
func fields(h *dump.Hero, m *magic, fray *melee) []commands.Field {
	var out []commands.Field
	add := func(name, value string) {
		if value != "" {
			out = append(out, commands.Field{Name: name, Value: value})
		}
	}
	add("attributes", attributes(h))
	add("wearing", wearing(h))
	add("wielding", h.Wielded)
	add("to hit", fray.attack())
	add("what hits", fray.defence())
	add("spells", m.all())
	add("easier with experience", m.ahead())
	add("luck", span(h.Luck))
	add("prayer", prayer(h))
	add("lacks", strings.Join(lacks(h), ", "))
	add("worth a polypile", strings.Join(magicItems(h), ", "))
	add("bones here", bonesHere(h))
	add("conducts", strings.Join(h.Conducts, "; "))
	add("not understood", strings.Join(h.Unread[:min(len(h.Unread), 5)], " | "))
	return out
}

func attributes(h *dump.Hero) string {
	var out []string
	if h.St != "" {
		out = append(out, "St "+h.St)
	}
	for _, a := range []struct {
		name string
		n    dump.Num
	}{{"Dx", h.Dex}, {"Co", h.Con}, {"In", h.Int}, {"Wi", h.Wis}, {"Ch", h.Cha}} {
		if a.n.Known {
			out = append(out, fmt.Sprintf("%s %d", a.name, a.n.N))
		}
	}
	return strings.Join(out, ", ")
}

func wearing(h *dump.Hero) string {
	var out []string
	for _, it := range h.Inventory {
		if it.Worn != "" && !slices.Contains([]string{"wielded", "alternate", "quiver"}, it.Worn) {
			out = append(out, itemText(&it))
		}
	}
	return strings.Join(out, ", ")
}

// itemText returns a stack in a few words: "blessed +3 robe", "3 potions of water".
func itemText(it *dump.Item) string {
	name := it.Name
	if name == "" {
		name = it.Appearance
		if it.TypeCalled != "" {
			name = it.Class + " called " + it.TypeCalled
		}
	}
	if it.Artifact != "" {
		name = it.Artifact
	}
	var words []string
	if it.Quantity > 1 {
		words = append(words, fmt.Sprint(it.Quantity))
	}
	if it.BUC != "" && !it.Implied {
		words = append(words, it.BUC)
	}
	if it.Enchant.Known {
		words = append(words, wording.Signed(it.Enchant.N))
	}
	words = append(words, name)
	if it.Charges.Known {
		words = append(words, fmt.Sprintf("(%d:%d)", it.Recharged.N, it.Charges.N))
	}
	return strings.Join(words, " ")
}

func span(r *dump.Range) string {
	switch {
	case r == nil:
		return ""
	case r.Min == r.Max:
		return fmt.Sprint(r.Min)
	}
	return fmt.Sprintf("%d to %d", r.Min, r.Max)
}

// prayer returns what a page says about prayer.
func prayer(h *dump.Hero) string {
	if text := unsafe(h); text != "" {
		return strings.TrimSuffix(text, ".")
	}
	if h.Luck == nil {
		return ""
	}
	return "nothing on the page speaks against it, but pages don't show the prayer timeout"
}

// bonesHere returns the chance that a death on this level leaves bones, if the level is
// identified by its depth.
func bonesHere(h *dump.Hero) string {
	if !h.Dlvl.Depth.Known || h.Dlvl.Depth.N < 1 {
		return ""
	}
	q := bones.Question{Rules: h.Set(), Depth: h.Dlvl.Depth.N}
	if q.Check() != nil {
		return ""
	}
	a := bones.At(&q)
	if !a.Eligible {
		return "none: " + a.Reason
	}
	return fmt.Sprintf("%s if it is an ordinary level", wording.Chance(a.Leave.P))
}
