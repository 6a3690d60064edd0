package commandstest

import (
	"testing"

	"delphi/commands"
	"delphi/commands/steps"
)

func TestFormulas(t *testing.T) {
	for formula, want := range map[string]float64{
		"1 + 10 - 4":                   7,
		"⌊108*(20 - 11)/15⌋ - 11":      53,
		"-⌊sqrt(900*3 + 2000)⌋":        -68,
		"max(0, min(100, -4))":         0,
		"1 - (1 - 1/12)^20":            0.8245195327151726,
		"C(50, 2)":                     1225,
		"sum(i = 2..3, C(3, i)*0.5^3)": 0.5,
		"2^3^0":                        2,
		"(1 - 25%)*4":                  3,
		"⌊-7/2⌋":                       -3,
	} {
		if got, err := compute(formula); err != nil || !got.meets(exactly(want)) {
			t.Errorf("%s: %+v, %v, want %g", formula, got, err, want)
		}
	}
	for _, formula := range []string{"", "1 +", "2 3", "(1", "f(2)", "1/0", "x", "1..2"} {
		if got, err := compute(formula); err == nil {
			t.Errorf("%q comes to %+v", formula, got)
		}
	}
}

// recorder notes that a test would have failed.
type recorder struct {
	testing.TB
	failed bool
}

func (r *recorder) Errorf(string, ...any) { r.failed = true }
func (r *recorder) Helper()               {}

func TestAddsUp(t *testing.T) {
	reply := &commands.Reply{Summary: "It fails 47%.", Headline: "47%", Version: "5.0.0", Question: "fail", Notes: []commands.Note{{Kind: commands.Cited, Text: "5.0.0 spell.c:2173"}}}
	at := "spell.c:2173"
	for name, c := range map[string]struct {
		steps []steps.Step
		ok    bool
	}{
		"right":           {[]steps.Step{{What: "success", How: "40 + 13", Value: "53", At: at}, {What: "fail", How: "(100 - 53)/100", Value: "47%"}}, true},
		"counted":         {[]steps.Step{{What: "fail", Value: "47%", Counts: true, Remark: "over all casts", At: at}}, true},
		"wrong sum":       {[]steps.Step{{What: "success", How: "40 + 14", Value: "53", At: at}, {What: "fail", How: "(100 - 53)/100", Value: "47%"}}, false},
		"another figure":  {[]steps.Step{{What: "fail", How: "(100 - 54)/100", Value: "46%", At: at}}, false},
		"looked up":       {[]steps.Step{{What: "fail", Value: "47%", At: at}}, false},
		"not used":        {[]steps.Step{{What: "luck", Value: "5", At: at}, {What: "fail", How: "(100 - 53)/100", Value: "47%"}}, false},
		"no place":        {[]steps.Step{{What: "fail", How: "(100 - 53)/100", Value: "47%"}}, false},
		"counted of what": {[]steps.Step{{What: "fail", Value: "47%", Counts: true, At: at}}, false},
		"no steps":        {nil, false},
	} {
		r := &recorder{TB: t}
		if AddsUp(r, reply, c.steps); r.failed == c.ok {
			t.Errorf("%s: held to be right: %t", name, !r.failed)
		}
	}
}
