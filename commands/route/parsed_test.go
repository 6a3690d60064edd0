package route_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/read"
	"delphi/commands/wording"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// firstWord returns a line's first word, which is its command in most.
func firstWord(line string) string {
	word, _ := wording.CutWord(line)
	return word
}

// TestTyped: what somebody typed is remembered as the question that it asks, for the lines
// behind it. A few that slots cannot hold (a pile in squares, a foe after another) are not.
func TestTyped(t *testing.T) {
	r := commandstest.New(t)
	files, err := filepath.Glob("../read/testdata/rows/*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var lines []string
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for row := range bytes.Lines(text) {
			_, means, ok := strings.Cut(strings.TrimSpace(string(row)), "\t")
			if ok && !strings.ContainsAny(means, ";|!{") {
				lines = append(lines, means)
			}
		}
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	typed, lost := 0, []string{}
	for _, line := range truthtest.Some(lines, 100, firstWord) {
		kept, known := keeps(t.Context(), r.Reader(), line)
		if !known {
			continue
		}
		if typed++; !kept {
			lost = append(lost, line)
		}
	}
	if typed < 100 || len(lost) > 2+typed/300 {
		t.Errorf("of %d lines %d are remembered as something else:\n%s", typed, len(lost), strings.Join(lost, "\n"))
	}
}

// keeps reports whether a typed line is remembered as the question that it asks. known is
// false if it is no line that one command takes, or one that takes any words.
func keeps(ctx context.Context, reader *read.Reader, line string) (kept, known bool) {
	set := rules.Get(rules.Default)
	call := reader.Parse(ctx, line, set)
	if call == nil || slices.ContainsFunc(call.Command.Params, func(p *commands.Param) bool {
		return p.Kind == commands.KindText || p.Kind == commands.KindWords && (p.Bare || p.Rest || p.One)
	}) {
		return false, false
	}
	past := reader.Recall(ctx, []string{line}, set)
	if past == nil {
		return false, true
	}
	lines := reader.Lines(past)
	if len(lines) != 1 {
		return false, true
	}
	again := reader.Parse(ctx, lines[0], set)
	return again != nil && slices.Equal(inOrder(again), inOrder(call)), true
}

// inOrder returns the words of a call's line in one order: names may change places.
func inOrder(call *commands.Call) []string {
	out := strings.Fields(strings.ReplaceAll(call.Line(), ",", " "))
	slices.Sort(out)
	return out
}

// TestAnew: what a line says in the place of what was said before, and what goes with that.
func TestAnew(t *testing.T) {
	for _, c := range []struct{ asked, then, read string }{
		{"duel soldier ant as Samurai xl4 ac 5 hp 40, katana skilled", "with a +1 long sword", "duel soldier ant as Samurai xl4 ac5 hp40 +1 long sword"},
		{"hit minotaur val xl10 st 18, long sword", "and with a dagger?", "hit minotaur as Valkyrie xl10 st18 dagger"},
		{"eat tin of dog as Caveman", "a newt", "eat newt as caveman"},
		{"price wand buy 200 sell 50 cha 12", "a ring, asks 133", "price ring buy133 cha12"},
		{"wish blessed greased +2 gray dragon scale mail", "+3", "wish greased +3 blessed gray dragon scale mail"},
		{"hurt arch-lich ac -3", "five turns then", "hurt arch-lich ac-3 tries5"},
		{"price wand buy 200 cha 12", "he offers 50 for it", "price wand buy200 sell50 cha12"},
		{"hit soldier ant as samurai xl5, +1 katana skilled", "+3", "hit soldier ant as samurai xl5 +3 katana skilled"},
		{"duel soldier ant, Samurai xl4 ac 5 hp 40, +1 katana", "it is blessed +2", "duel soldier ant as samurai xl4 ac5 hp40 blessed +2 katana"},
		{"fountain quaff", "and in minetown?", "fountain use quaff town"},
	} {
		w := commandstest.NewWorld(t)
		w.Ask("ann+", c.asked)
		if got := w.Ask("ann+", c.then).Read; !slices.Equal(sorted(got), sorted(c.read)) {
			t.Errorf("%q behind %q: %q, want %q", c.then, c.asked, got, c.read)
		}
	}
}

// sorted returns the words of a line in one order, without what says whose they are.
func sorted(line string) []string {
	out := strings.FieldsFunc(strings.ToLower(line), func(r rune) bool { return r == ' ' || r == ',' || r == ':' || r == '"' })
	out = slices.DeleteFunc(out, func(w string) bool {
		return w == "class" || w == "corpse" || w == "as" || w == "monster" || w == "role"
	})
	slices.Sort(out)
	return out
}
