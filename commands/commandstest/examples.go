package commandstest

import (
	"strings"
	"testing"

	"delphi/commands"
)

// before lists what an example needs asked first, by its line, as "WHO: LINE".
var before = map[string][]string{
	"tourney undo 1":                 {"boss: tourney points ann 5 because the quiz"},
	"tourney uncancel":               {"boss: tourney cancel confirm"},
	"tourney reopen":                 {"boss: tourney freeze confirm"},
	"tourney archive":                {"boss: tourney freeze confirm"},
	"tourney confirm stenno":         {"boss: tourney edit proof organiser", "bob: join as stenno"},
	"tourney confirm stenno for ann": {"boss: tourney edit proof organiser", "ann: join as stenno"},
	"clan invite stenno":             {"alice: clan join Demigods", "stenno: join as stenno"},
	"tourney rename clan Demigods to Gods because they asked": {"alice: clan join Demigods"},
	"clan password":         {"alice: clan join Demigods"},
	"standings clan":        {"alice: clan join Demigods"},
	"me":                    {"alice: me wiz xl8"},
	"me show":               {"alice: me wiz xl8"},
	"me xl13":               {"alice: me wiz xl8"},
	"game":                  {shown},
	"game spells":           {shown},
	"game pile":             {shown},
	"game bones":            {shown},
	"game undo":             {shown},
	"game pray":             {shown},
	"game hit soldier ant":  {shown},
	"game hurt soldier ant": {shown},
	"postmortem":            {ended},
	"id list":               {"alice: id twisted ring"},
	"id undo":               {"alice: id twisted ring"},
	"id done":               {"alice: id twisted ring"},
	"draw reveal":           {"alice: draw role"},
	"draw check":            {"alice: draw role", "alice: draw reveal"},
	"draw word xyzzy":       {"alice: draw role mixing words of alice"},
	"entry gnome":           {entriesOn, gnome},
	"learn add gnome A gnome is a small humanoid.":              {entriesOn},
	"learn edit gnome s/small/tiny/":                            {entriesOn, gnome},
	"learn edit gnome[1] A gnome carries candles in the Mines.": {entriesOn, gnome},
	"learn del gnome":             {entriesOn, gnome},
	"learn del gnome[1]":          {entriesOn, gnome},
	"learn undo gnome":            {entriesOn, gnome},
	"learn history gnome":         {entriesOn, gnome},
	"learn search humanoid":       {entriesOn, gnome},
	"learn search":                {entriesOn, gnome},
	"learn redirect gnomes gnome": {entriesOn, gnome},
	"learn lock gnome":            {entriesOn, gnome},
	"learn unlock gnome":          {entriesOn, gnome},
	"learn lock *":                {entriesOn},
	"learn unlock *":              {entriesOn},
}

// shown is a game that an example continues to talk about.
const shown = "alice: game Alice the Evoker St:10 Dx:10 Co:10 In:18 Wi:10 Ch:10 Chaotic Dlvl:4 $:0 HP:9(9) Pw:7(7) AC:9 Xp:1/0 " +
	"p - an uncursed wand of opening (0:5) | a - force bolt 1 attack 0%"

// ended is a game whose end an example looks at.
const ended = "alice: game\nAlice the Evoker St:10 Dx:10 Co:10 In:18 Wi:10 Ch:10 Chaotic\nDlvl:4 $:0 HP:0(9) Pw:7(7) AC:9 Xp:1/0 T:900\nyou, killed by a soldier ant."

// The entries that an example changes.
const (
	entriesOn = "op!: set on entries"
	gnome     = "alice: learn add gnome A gnome is a small humanoid."
)

// Example answers a line shown in the help, asked by alice as an administrator, in a
// separate World that has whatever the line needs: a league with entrants, games, an
// earlier question.
func Example(t testing.TB, line string) commands.Reply {
	t.Helper()
	w := NewWorld(t)
	// About six years ago: in November 2020.
	w.Play("name=stenno:role=Val:death=ascended:turns=19000:conduct=0x180:ago=52600h", "name=stenno:role=Val:death=ascended:turns=25000:ago=52590h",
		"name=microlance:role=Wiz:death=killed by a newt:ago=52580h", "name=alice:role=Wiz:death=killed by a jackal:ago=1h", "name=stenno:role=Wiz:death=ascended:ago=1h")
	w.Hold("League", "league")
	w.Wait(0)
	for _, l := range append([]string{"op!: tourney organiser add boss", "alice: join as alice", "ann: join as annie", "alice: fail wiz xl8 int16 force bolt"}, before[line]...) {
		who, ask, _ := strings.Cut(l, ": ")
		if reply := w.Ask(who, ask); reply.Failed {
			t.Fatalf("before the example %q, %s: %s", line, l, reply.Summary)
		}
	}
	if line == "link confirm" { // needs a code
		code := strings.Fields(strings.SplitAfter(w.Ask("alice", "link").Summary, "link ")[1])[0]
		w.Ask("alice@other", "link "+strings.Trim(code, "."))
	}
	if cmd, _, _ := strings.Cut(strings.TrimPrefix(line, "tourney "), " "); cmd == "strike" || cmd == "hold" || cmd == "move" { // needs games that count
		w.Play("name=annie:death=killed by a newt:ago=30m", "name=annie:death=killed by a newt:ago=20m")
		w.Wait(0)
	}
	req := Request(line)
	req.At, req.Admin = w.Now, true
	return w.Router.Answer(t.Context(), req)
}
