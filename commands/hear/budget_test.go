package hear_test

import (
	"context"
	"errors"
	"runtime/debug"
	"strings"
	"testing"

	"delphi/commands/budget"
	"delphi/commands/commandstest"
	"delphi/engine/rules"
)

func spent(err error) bool {
	var s *budget.Spent
	return errors.As(err, &s)
}

// TestLinesThatNeverEnded: each of these ended the process, as a rule put a name in place
// of a word that named it.
func TestLinesThatNeverEnded(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(mostStack))
	r := commandstest.New(t, commandstest.Uncached)
	for _, line := range []string{
		"fail wiz xl8 int16 force bolt with a helmet, are helmets bad?", "helmets helmet", "cloaks evilhack cloak", "fail evilhack cloaks cloak", "fail evilhack_cloaks_cloak",
		"fail wiz helmet helmets hat hats", "gloves glove gauntlets boots shoes", "which helmet helmets helmet?",
	} {
		if reply := commandstest.Ask(t, r, line); reply.Summary == "" || strings.Contains(reply.Summary, "broke") || spentReply(reply.Summary) {
			t.Errorf("%s: %q", line, reply.Summary)
		}
	}
}

// TestLinesThatPanicked: each of these was "Something broke".
func TestLinesThatPanicked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	for _, line := range []string{"fail p( 00000000000000000", "p( 0", "P( p( 1", "chance p("} {
		if reply := commandstest.Ask(t, r, line); strings.Contains(reply.Summary, "broke") {
			t.Errorf("%s: %s", line, reply.Summary)
		}
	}
}

func spentReply(summary string) bool { return strings.Contains(summary, "more than I can take in") }

// TestSpent: a line that costs more than its budget is refused, plainly, and so is one whose
// asker is gone.
func TestSpent(t *testing.T) {
	h, set := hearing(), rules.Get(rules.Default)
	const line = "whats my fail rate for fod as a lvl 14 wiz with 18 int in a robe"
	if q, err := h.Read(budget.With(t.Context()), line, set, nil); err != nil || q == nil {
		t.Fatalf("%v, %v", q, err)
	}
	ctx := budget.With(t.Context())
	for budget.From(ctx).Rewrite(0) {
	}
	if q, err := h.Read(ctx, line, set, nil); !spent(err) || q != nil {
		t.Errorf("spent: %v, %v", q, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if q, err := h.Read(gone, line, set, nil); !errors.Is(err, context.Canceled) || q != nil {
		t.Errorf("gone: %v, %v", q, err)
	}
}
