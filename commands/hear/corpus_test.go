package hear_test

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// corpus is lines as players write them, each with what it means after a tab:
// the canonical line; several that may be meant, parted by " || "; several that
// are all asked, parted by " ;; "; "?" where asking back is right; "-" where
// nobody asks.
//
//go:embed testdata/corpus.tsv
var corpus string

// What a line came to.
const (
	right  = "right"
	useful = "asked back"
	wrong  = "wrong"
	failed = "failed"
)

const (
	leastUnderstood = 95 // percent of lines that are right or asked back so that a hint is
	mostWrong       = 1  // percent of lines that are answered with something else
)

// Of lines as players write them nearly all are understood, and next to none is
// misread. A new command that takes another's sentences shows here.
func TestCorpus(t *testing.T) {
	r := commandstest.New(t)
	count, lines := map[string]int{}, 0
	for row := range strings.Lines(corpus) {
		line, means, ok := strings.Cut(strings.TrimSpace(row), "\t")
		if !ok {
			continue
		}
		lines++
		is, said := judge(t, r, line, means)
		if count[is]++; is == wrong || is == failed {
			t.Logf("%s: %s\n  means  %s\n  answer %s", is, line, means, said)
		}
	}
	t.Logf("%d lines: %d right, %d asked back, %d wrong, %d failed", lines, count[right], count[useful], count[wrong], count[failed])
	if lines < 100 || 100*(count[right]+count[useful]) < leastUnderstood*lines {
		t.Errorf("less than %d%% of the lines are understood", leastUnderstood)
	}
	if 100*count[wrong] > mostWrong*lines {
		t.Errorf("more than %d%% of the lines are misread", mostWrong)
	}
}

// judge asks a line and says what came of it.
func judge(t *testing.T, r *route.Router, line, means string) (is, said string) {
	reply := commandstest.Ask(t, r, line)
	var meanings []string
	back, silent := false, false
	for m := range strings.SplitSeq(means, " || ") {
		switch m {
		case "?":
			back = true
		case "-":
			silent = true
		default:
			meanings = append(meanings, m)
		}
	}
	refusal := func(m string) bool { // what is asked cannot be answered as it is
		want := commandstest.Ask(t, r, m)
		return want.Failed && !want.Silent && want.Summary == reply.Summary
	}
	matches := func(reply commands.Reply) bool {
		got := answers(reply)
		return !reply.Failed && slices.ContainsFunc(meanings, func(m string) bool {
			for part := range strings.SplitSeq(m, " ;; ") {
				want := commandstest.Ask(t, r, part)
				if want.Failed || !slices.Contains(got, answers(want)[0]) {
					return false
				}
			}
			return true
		})
	}
	switch {
	case matches(reply), slices.ContainsFunc(meanings, refusal), silent && reply.Failed && reply.Silent:
		return right, ""
	case !reply.Failed:
		return wrong, reply.Summary
	}
	for _, hint := range reply.Hints {
		if strings.HasPrefix(hint, "help") {
			continue
		}
		if typed := commandstest.Ask(t, r, hint); back && !typed.Failed || matches(typed) {
			return useful, ""
		}
	}
	return failed, reply.Summary + " " + strings.Join(reply.Hints, " | ")
}

// answers are the answer objects of a reply, or its sentence where it has none.
func answers(reply commands.Reply) (out []string) {
	data := []any{reply.Data}
	object, _ := reply.Data.(map[string]any)
	if several, ok := object["several"].([]route.Answered); ok {
		data = nil
		for _, a := range several {
			data = append(data, a.Answer)
		}
	}
	for _, d := range data {
		if d == nil {
			out = append(out, reply.Summary)
			continue
		}
		b, _ := json.Marshal(d)
		out = append(out, string(b))
	}
	return out
}
