package read_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/commands/commandstest"
	"delphi/commands/read"
	"delphi/commands/read/learned"
	"delphi/commands/read/said"
	"delphi/commands/route"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// TestLinesThatNeverEnded: each of these ended the process once, as a rule put a name in
// place of a word that named it.
func TestLinesThatNeverEnded(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	for _, line := range []string{
		"fail wiz xl8 int16 force bolt with a helmet, are helmets bad?", "helmets helmet", "cloaks evilhack cloak", "fail evilhack cloaks cloak", "fail evilhack_cloaks_cloak",
		"fail wiz helmet helmets hat hats", "gloves glove gauntlets boots shoes", "which helmet helmets helmet?",
		"fail p( 00000000000000000", "p( 0", "P( p( 1", "chance p(",
	} {
		if reply := commandstest.Ask(t, r, line); reply.Summary == "" || strings.Contains(reply.Summary, "broke") {
			t.Errorf("%s: %q", line, reply.Summary)
		}
	}
}

// TestSpent: a line whose budget is spent, or whose asker is gone, is not read.
func TestSpent(t *testing.T) {
	r, set := commandstest.New(t).Reader(), rules.Get(rules.Default)
	const line = "whats my fail rate for fod as a lvl 14 wiz with 18 int in a robe"
	ctx := budget.With(t.Context())
	for budget.From(ctx).Edge(1000) {
	}
	var spent *budget.Spent
	if list, err := r.Read(ctx, line, set, nil, nil); !errors.As(err, &spent) || list != nil {
		t.Errorf("spent: %d readings, %v", len(list), err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if list, err := r.Read(gone, line, set, nil, nil); !errors.Is(err, context.Canceled) || list != nil {
		t.Errorf("gone: %d readings, %v", len(list), err)
	}
}

// rows are lines with what they mean, as testdata/rows has them: blocks of one line, or
// of a conversation.
type row struct {
	line, means string
	follows     bool
}

func rows(t *testing.T) (out []row) {
	files, err := filepath.Glob("testdata/rows/*.tsv")
	if err != nil || len(files) == 0 {
		t.Fatal("no rows", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		follows := false
		for line := range strings.Lines(string(text)) {
			said, means, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
			if !ok {
				follows = false
				continue
			}
			out = append(out, row{said, strings.TrimSpace(means), follows})
			follows = true
		}
	}
	return out
}

// How well the rows are read at least, in percent. They are what the weights are tuned
// on: the honest measure are lines of others, which ../shared/phrasings holds.
const (
	leastRight = 75
	mostWrong  = 20
)

// daily: by day one row of so many is read.
const daily = 61

// TestRows: of lines as players write them most are read as they are meant. A phrase that
// takes another command's lines shows here.
func TestRows(t *testing.T) {
	w := commandstest.New(t)
	reader, set := w.Reader(), rules.Get(rules.Default)
	key := keys(t, w)
	right, wrong, asked, n := 0, 0, 0, 0
	for i, r := range rows(t) {
		if !truthtest.Nightly() && i%daily != 0 || r.follows || r.means == "" || strings.HasPrefix(r.means, "?") || strings.HasPrefix(r.means, "-") {
			continue
		}
		n++
		list, err := reader.Read(t.Context(), r.line, set, nil, nil)
		if err != nil {
			t.Errorf("%s: %v", r.line, err)
			continue
		}
		list = reader.Sound(list, key)
		switch {
		case len(list) == 0 || list[0].P < 0.5:
			asked++
		case slices.ContainsFunc(strings.Split(r.means, "||"), func(m string) bool { return same(list[0], m, key) }):
			right++
		default:
			wrong++
		}
	}
	t.Logf("%d lines: %d right, %d wrong, %d asked back", n, right, wrong, asked)
	if 100*right < leastRight*n || 100*wrong > mostWrong*n {
		t.Errorf("less than %d%% are right, or more than %d%% wrong", leastRight, mostWrong)
	}
}

// keys says what questions are the same.
func keys(t *testing.T, w *route.Router) func(*read.Reading, string) (string, bool) {
	return func(_ *read.Reading, line string) (string, bool) {
		call, err := w.Read(line)
		if err != nil {
			return "", false
		}
		words := strings.FieldsFunc(call.Line(), func(r rune) bool { return r == ' ' || r == ',' })
		slices.Sort(words)
		return strings.Join(words, " "), true
	}
}

// same reports whether a reading asks what a row means.
func same(rd read.Reading, means string, key func(*read.Reading, string) (string, bool)) bool {
	var want, got []string
	for m := range strings.SplitSeq(means, ";;") {
		k, _ := key(nil, strings.TrimSpace(m))
		want = append(want, k)
	}
	for _, l := range rd.Lines {
		k, _ := key(nil, l)
		got = append(got, k)
	}
	slices.Sort(want)
	slices.Sort(got)
	return slices.Equal(slices.Compact(want), slices.Compact(got))
}

// TestFollow: a line changes the question before it, and says so.
func TestFollow(t *testing.T) {
	reader, set := commandstest.New(t).Reader(), rules.Get(rules.Default)
	past := reader.Recall(t.Context(), []string{"fail wiz xl12 int18 basic force bolt, plate mail, small shield"}, set)
	if past == nil || past.Kind != "fail" {
		t.Fatalf("%+v", past)
	}
	for line, want := range map[string]string{
		"and with a robe?":         "robe",
		"what about xl 14":         "xl14",
		"and in 3.4.3?":            "3.4.3",
		"and for finger of death?": "finger of death",
	} {
		list, err := reader.Read(t.Context(), line, set, past, nil)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v", line, err)
		}
		if rd := list[0]; !rd.Follows || len(rd.Lines) != 1 || !strings.Contains(rd.Lines[0], want) || !strings.Contains(rd.Lines[0], "int18") {
			t.Errorf("%s: %v, follows %v", line, rd.Lines, rd.Follows)
		}
	}
}

// TestReturn: a line may come back to an earlier question of another kind, and only the
// latest of each kind is remembered.
func TestReturn(t *testing.T) {
	reader, set := commandstest.New(t).Reader(), rules.Get(rules.Default)
	recall := func(line string) *said.Past {
		t.Helper()
		past := reader.Recall(t.Context(), []string{line}, set)
		if past == nil {
			t.Fatalf("%q is not read", line)
		}
		return past
	}
	past := recall("poly 3 unicorn horn")
	for _, line := range []string{"fail wiz xl9 int17 force bolt", "fail wiz xl9 int17 sleep", "bones 12", "pray 700 turns since luck 0"} {
		past = recall(line).After(past)
	}
	var kinds []string
	for _, e := range past.Earlier {
		kinds = append(kinds, e.Kind)
	}
	if want := []string{"bones", "fail", "poly"}; !slices.Equal(kinds, want) {
		t.Fatalf("earlier: %v, want %v", kinds, want)
	}
	for line, want := range map[string]string{
		"back to the spell, at xl12": "fail wizard xl12 int17 sleep",
		"back to the bones, dlvl 20": "bones number20",
		"900 turns since":            "pray since900 luck0",
	} {
		list, err := reader.Read(t.Context(), line, set, past, nil)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v", line, err)
		}
		if rd := list[0]; !rd.Follows || len(rd.Lines) != 1 || !strings.EqualFold(rd.Lines[0], want) {
			t.Errorf("%s: %v, want %s", line, rd.Lines, want)
		}
	}
}

// TestApart: part of a longer name is not taken for a name of its own.
func TestApart(t *testing.T) {
	w := commandstest.New(t)
	reader, set, key := w.Reader(), rules.Get(rules.Default), keys(t, w)
	for line, want := range map[string]string{
		"whats my gift chance if i sac at luck 0, xl8, never had one, one unfortunate hill orc fed to it": "sac hill orc, xl8 luck0 gifts0",
	} {
		list, err := reader.Read(t.Context(), line, set, nil, nil)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %v", line, err)
		}
		if list = reader.Sound(list, key); !same(list[0], want, key) {
			t.Errorf("%s: %v, want %s", line, list[0].Lines, want)
		}
	}
}

// TestWeightsAreCurrent: every weight belongs to a phrase that is there. Where this fails,
// go generate ./commands/read tunes them anew.
func TestWeightsAreCurrent(t *testing.T) {
	known := map[string]bool{}
	for _, n := range commandstest.New(t).Reader().Tunable().Names() {
		known[n] = true
	}
	stale := 0
	for line := range strings.Lines(learned.WeightsText) {
		if _, name, ok := strings.Cut(strings.TrimRight(line, "\n"), "\t"); ok && !known[name] {
			stale++
			if stale < 5 {
				t.Errorf("no feature is named %q", name)
			}
		}
	}
	if len(known) < 1000 {
		t.Errorf("only %d features", len(known))
	}
}

// FuzzRead: whatever a line holds, it is read within its budget, and what is read of it
// stands in it.
func FuzzRead(f *testing.F) {
	reader, set := commandstest.New(f).Reader(), rules.Get(rules.Default)
	for _, seed := range []string{"", "fail wiz xl8 int16 force bolt", "12 unihorns (3 cursed), marker?", "?oEW 3d6+2 1/12 18/** 50% \xff", "and with a robe?"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > commands.MaxLine {
			return
		}
		list, err := reader.Read(t.Context(), line, set, nil, nil)
		var spent *budget.Spent
		if err != nil && !errors.As(err, &spent) {
			t.Fatal(err)
		}
		for _, rd := range list {
			for _, s := range slices.Concat(rd.Used, rd.Skipped) {
				if s.From < 0 || s.To > len(line) || s.From > s.To || s.Text != line[s.From:s.To] {
					t.Errorf("%q: %+v", line, s)
				}
			}
		}
	})
}
