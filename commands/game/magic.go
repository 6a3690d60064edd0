package game

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/dump"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/seq"
	"delphi/engine/spell"
)

// magic is what a hero can cast.
type magic struct {
	hero *dump.Hero
	rows []spellRow
}

// spellRow is one spell that the hero knows.
type spellRow struct {
	*dump.Spell
	change *spell.Change // the one that lowers the failure most; nil: none, or not known
	easyAt int           // the first XL above the hero's at which it fails at most easy percent; 0: none, or it does already
}

// easy is the failure rate, in percent, up to which a spell can be relied on.
const easy = 20

func magicOf(h *dump.Hero) *magic {
	m := &magic{hero: h}
	for i := range h.Spells {
		row := spellRow{Spell: &h.Spells[i]}
		if known := h.Set().Spell(row.Name); known != nil && row.Fail.Known {
			if qs, ok := h.Casts(h.Set(), known); ok {
				row.look(&qs[0])
			}
		}
		m.rows = append(m.rows, row)
	}
	return m
}

// look finds what would help most, and the XL from which the spell is easy.
func (row *spellRow) look(q *spell.Question) {
	a := spell.Fail(q)
	if !a.Fails || a.Fail == 0 {
		return
	}
	if c, ok := spell.Advise(q).Best(); ok && c.Fail < a.Fail {
		row.change = &c
	}
	if a.Fail <= easy {
		return
	}
	to := *q
	for to.XL = q.XL + 1; to.XL <= spell.MaxXL; to.XL++ {
		if spell.Fail(&to).Fail <= easy {
			row.easyAt = to.XL
			return
		}
	}
}

// figure returns the spell's failure rate, "17%", or its energy if no cast fails.
func (row *spellRow) figure() string {
	switch {
	case row.Cost.Known && row.Cost.N < 0, row.DumpCost.Known && row.DumpCost.N < 0:
		return "cannot be cast"
	case row.Cost.Known:
		return fmt.Sprintf("%d Pw", row.Cost.N)
	case row.DumpCost.Known:
		return fmt.Sprintf("%d Pw", row.DumpCost.N)
	case row.Fail.Known:
		return wording.Percentage(row.Fail.N)
	case row.DumpFail.Known:
		return wording.Percentage(row.DumpFail.N)
	}
	return "?"
}

func (row *spellRow) text() string {
	out := row.Name + " " + row.figure()
	if row.Forgotten {
		out += " (forgotten)"
	}
	return out
}

// sorted returns the rows, those that fail least first.
func (m *magic) sorted() []spellRow {
	out := slices.Clone(m.rows)
	slices.SortStableFunc(out, func(a, b spellRow) int { return a.Fail.Or(a.DumpFail).N - b.Fail.Or(b.DumpFail).N })
	return out
}

// line gives the fail rates for the summary.
func (m *magic) line() string {
	if len(m.rows) == 0 {
		return ""
	}
	text, _ := wording.List(seq.Map(m.sorted(), func(row spellRow) string { return row.text() }), ", ", 170)
	if slices.ContainsFunc(m.rows, func(row spellRow) bool { return row.Cost.Known || row.DumpCost.Known }) {
		return "Casts take " + text + "."
	}
	return "Fails: " + text + "."
}

// all gives the fail rates for a field.
func (m *magic) all() string {
	return strings.Join(seq.Map(m.sorted(), func(row spellRow) string { return row.text() }), ", ")
}

// best names the change that lowers the failure of all spells together the most.
func (m *magic) best() string {
	gain := map[string]int{}
	best := ""
	for _, row := range m.rows {
		if row.change == nil {
			continue
		}
		name := row.change.String()
		if gain[name] += row.Fail.N - row.change.Fail; best == "" || gain[name] > gain[best] {
			best = name
		}
	}
	if best == "" {
		return ""
	}
	var says []string
	for _, row := range m.rows {
		if row.change != nil && row.change.String() == best {
			says = append(says, fmt.Sprintf("%s %d%%", row.Name, row.change.Fail))
		}
	}
	text, _ := wording.List(says, ", ", 80)
	return fmt.Sprintf("Best change: %s (%s).", best, text)
}

// ahead says at which XL each spell becomes easy.
func (m *magic) ahead() string {
	at := map[int][]string{}
	for _, row := range m.rows {
		if row.easyAt > 0 {
			at[row.easyAt] = append(at[row.easyAt], row.Name)
		}
	}
	var says []string
	for xl := 1; xl <= spell.MaxXL; xl++ {
		if at[xl] != nil {
			says = append(says, fmt.Sprintf("XL %d: %s", xl, strings.Join(at[xl], ", ")))
		}
	}
	return strings.Join(says, "; ")
}

// differences says where the page's own percentages differ from ours.
func (m *magic) differences() []string {
	var out []string
	for _, row := range m.rows {
		switch {
		case row.DumpFail.Known && row.Fail.Known && row.DumpFail.N != row.Fail.N:
			out = append(out, fmt.Sprintf("the game says %d%% for %s, the rules give %d%%: what does the page not show?", row.DumpFail.N, row.Name, row.Fail.N))
		case row.DumpCost.Known && row.Cost.Known && row.DumpCost.N != row.Cost.N:
			out = append(out, fmt.Sprintf("the game says %s for %s, the rules give %s: what does the page not show?", energy(row.DumpCost.N), row.Name, energy(row.Cost.N)))
		}
	}
	return out
}

func energy(n int) string {
	if n < 0 {
		return "no casting"
	}
	return fmt.Sprintf("%d Pw", n)
}

// table lists the spells with the page's figure and ours.
func (m *magic) table() *commands.Table {
	t := &commands.Table{Columns: []string{"spell", "level", "skill", "game", "rules", "best change", "easy at"}}
	for _, row := range m.sorted() {
		game, ours, change, at := "", "", "", ""
		switch {
		case row.DumpFail.Known:
			game = wording.Percentage(row.DumpFail.N)
		case row.DumpCost.Known:
			game = energy(row.DumpCost.N)
		}
		switch {
		case row.Cost.Known:
			ours = energy(row.Cost.N)
		case row.Fail.Known:
			ours = wording.Percentage(row.Fail.N)
		}
		if row.change != nil {
			change = fmt.Sprintf("%s: %d%%", row.change, row.change.Fail)
		}
		if row.easyAt > 0 {
			at = fmt.Sprintf("XL %d", row.easyAt)
		}
		t.Rows = append(t.Rows, []string{row.Name, fmt.Sprint(row.Level), row.Skill, game, ours, change, at})
	}
	return t
}

// spells runs `game spells`.
func (r *room) spells(_ context.Context, _ *commands.Call, s *session) (commands.Reply, error) {
	m := magicOf(s.hero)
	if len(m.rows) == 0 {
		return commands.Reply{}, problem.New("Your page shows no spells: a 3.6 dumplog has none. Paste the + page of the game.", "fail force bolt")
	}
	out := commands.Reply{Version: s.hero.Version, Data: map[string]any{"spells": s.hero.Spells}, Table: m.table(), Hints: []string{"game"}}
	parts := []string{m.line()}
	if best := m.best(); best != "" {
		parts = append(parts, best)
	}
	if ahead := m.ahead(); ahead != "" {
		parts = append(parts, fmt.Sprintf("At most %d%%: from %s.", easy, ahead))
	}
	out.Summary = fitting(parts)
	for _, n := range m.differences() {
		out.Notes = append(out.Notes, commands.Note{Kind: commands.Warned, Text: n})
	}
	if slices.ContainsFunc(m.rows, func(row spellRow) bool { return !row.Fail.Known }) {
		out.Notes = append(out.Notes, commands.Note{Kind: commands.Warned, Text: "to work out the rest I also need the inventory, the status line and the skills (#enhance)"})
	}
	out.Cite(s.hero.Set(), rules.CiteFailure)
	return out, nil
}
