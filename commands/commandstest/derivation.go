package commandstest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/route"
	"delphi/commands/steps"
	"delphi/engine/rules"
)

// AddsUp checks the steps of an answer as they are shown: each formula yields the value
// that follows it, every value is used, and the figure that the answer leads with is
// among those that were computed.
func AddsUp(t testing.TB, reply *commands.Reply, list []steps.Step) {
	t.Helper()
	if len(list) == 0 {
		t.Errorf("%s\nhas no steps", reply.Question)
		return
	}
	texts := reply.Headline + " " + reply.Summary
	if reply.Table != nil {
		for _, row := range reply.Table.Rows {
			texts += " " + strings.Join(row, " ")
		}
	}
	for _, f := range reply.Fields {
		texts += " " + f.Value
	}
	want, figure := readValue(reply.Headline)
	met, cited := false, false
	example := strings.HasPrefix(list[0].What, "for example") // of what was answered for many, or for none
	for i, s := range list {
		got, isFigure := readValue(s.Value)
		cited = cited || s.At != ""
		switch {
		case s.How != "":
			if by, err := compute(s.How); err != nil {
				t.Errorf("%s\n%s: %v", reply.Question, s, err)
			} else if !isFigure || !by.meets(got) {
				t.Errorf("%s\n%s: it comes to %g to %g", reply.Question, s, by.low, by.high)
			}
		case s.Counts && s.Remark == "":
			t.Errorf("%s\n%s does not say what is counted", reply.Question, s)
		}
		if isFigure && figure && (s.How != "" || s.Counts) {
			met = met || got.meets(want)
		}
		if last := i == len(list)-1; isFigure && !(example && last) && !used(s.Value, list[i+1:], texts) {
			t.Errorf("%s\n%s leads to nothing in\n%s\n%s", reply.Question, s, steps.Line("", list), texts)
		}
	}
	if figure && !met {
		t.Errorf("%s\nno step works out the %s of\n%s\n%s", reply.Question, reply.Headline, texts, steps.Line("", list))
	}
	if len(reply.Citations()) > 0 && !cited {
		t.Errorf("%s\nno step names its place in the source: %s", reply.Question, steps.Line("", list))
	}
}

// used reports whether the figure of a value stands in a later formula, or in
// the answer.
func used(value string, later []steps.Step, texts string) bool {
	figures := []string{strings.TrimPrefix(value, "+")}
	if exact, rounded, ok := strings.Cut(value, " ("); ok {
		figures = append(figures, exact, strings.TrimSuffix(rounded, ")"))
	}
	if m := shownValue.FindStringSubmatch(value); m != nil {
		figures = append(figures, strings.TrimLeft(m[1], "+-"), m[1])
	}
	if value == "0%" && strings.Contains(strings.ToLower(texts), "no chance") {
		return true
	}
	if word := map[string]string{"1": "once", "2": "twice"}[figures[0]]; word != "" && contains(texts, word) {
		return true
	}
	return slices.ContainsFunc(figures, func(f string) bool {
		return contains(texts, f) || slices.ContainsFunc(later, func(s steps.Step) bool { return contains(s.How, f) || contains(s.Remark, f) })
	})
}

// contains reports whether a figure stands in a text, not as a part of another.
func contains(text, figure string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], figure)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(figure)
		before := i == 0 || !strings.ContainsAny(text[i-1:i], digits)
		after := end == len(text) || !strings.ContainsAny(text[end:end+1], "0123456789") && (text[end] != '.' || end+1 == len(text) || !strings.ContainsAny(text[end+1:end+2], "0123456789"))
		if before && after {
			return true
		}
		at = i + 1
	}
}

// RandomLine returns a question for a command with random valid values for its
// parameters. Not every such question can be answered.
func RandomLine(rng *rand.Rand, cmd *commands.Command) string {
	var b strings.Builder
	b.WriteString(cmd.Path())
	names := rules.Names()
	set := rules.Get(names[rng.IntN(len(names))])
	for _, p := range cmd.Params {
		switch p.Kind {
		case commands.KindVersion:
			fmt.Fprintf(&b, " v%s", set.Name)
		case commands.KindNumber:
			if rng.IntN(2) == 0 {
				continue
			}
			most := p.Max
			if rng.IntN(4) > 0 {
				most = min(p.Max, max(0, p.Min)+24)
			}
			fmt.Fprintf(&b, " %s%d", p.Name, p.Min+rng.IntN(most-p.Min+1))
		case commands.KindFlag:
			if rng.IntN(5) == 0 {
				fmt.Fprintf(&b, " %s", p.Name)
			}
		case commands.KindChoice:
			if rng.IntN(2) == 0 {
				fmt.Fprintf(&b, " %s:%s", p.Name, p.Choices[rng.IntN(len(p.Choices))])
			}
		case commands.KindPercent:
			if rng.IntN(4) == 0 {
				fmt.Fprintf(&b, " <=%d%%", rng.IntN(100))
			}
		case commands.KindName:
			randomNames(rng, &b, p, p.Terms(set))
		}
	}
	return strings.TrimSuffix(b.String(), ",")
}

// randomNames writes random values for a Name.
func randomNames(rng *rand.Rand, b *strings.Builder, p *commands.Param, terms []commands.Term) {
	if len(terms) == 0 || rng.IntN(6) == 0 {
		return
	}
	n := 1
	if p.Many {
		n += rng.IntN(3)
	}
	for range n {
		b.WriteByte(' ')
		if !p.Pile {
			b.WriteString(p.Name + ":")
		} else if rng.IntN(2) == 0 {
			fmt.Fprintf(b, "%d ", 2+rng.IntN(20))
		}
		b.WriteString(terms[rng.IntN(len(terms))].Name + ",")
	}
}

// answerable reports whether a line in its command's own grammar has an answer.
func answerable(t testing.TB, r *route.Router, line string) bool {
	call, err := r.Read(line)
	if err != nil {
		return false
	}
	_, err = call.Command.Run(t.Context(), call)
	return err == nil
}

// Explains asks a command its examples and n random questions that it can answer, and
// checks the steps of each answer. lines, if not nil, makes the random questions.
func Explains(t *testing.T, r *route.Router, cmd *commands.Command, n int, lines func(*rand.Rand) string) {
	t.Helper()
	if lines == nil {
		lines = func(rng *rand.Rand) string { return RandomLine(rng, cmd) }
	}
	rng := rand.New(rand.NewPCG(1, 2))
	asked := slices.Clone(cmd.Examples)
	answered := 0
	for tries := 0; answered < n && tries < 40*n; tries++ {
		if len(asked) == 0 {
			line := lines(rng)
			if !answerable(t, r, line) { // looking for hints takes long
				continue
			}
			asked = append(asked, line)
		}
		reply := Ask(t, r, asked[0])
		asked = asked[1:]
		if reply.Failed || reply.Question == "" || reply.Command != cmd.Path() {
			continue
		}
		why := Ask(t, r, "why "+reply.Question)
		if why.Question != reply.Question && Ask(t, r, reply.Question).Question != reply.Question {
			continue // names that make another question without their parameters'
		}
		answered++
		if why.Failed {
			t.Errorf("why %s: %s", reply.Question, why.Summary)
			continue
		}
		AddsUp(t, &reply, why.Steps)
	}
	if answered < n/2 {
		t.Errorf("%s: only %d random questions could be answered", cmd.Path(), answered)
	}
}
