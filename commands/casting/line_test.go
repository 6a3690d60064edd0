package casting_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/commands"
	"delphi/commands/casting"
	"delphi/commands/grammar"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// A question's canonical line asks the same question: its words in any order,
// and itself parsed again.
func TestLineIsCanonical(t *testing.T) {
	var g grammar.Grammar
	cmd := casting.Commands()[0]
	fallback := rules.Get(rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		set := rules.Get(rapid.SampledFrom(rules.Names()).Draw(t, "version"))
		pieces := []string{"v" + set.Name,
			rapid.SampledFrom(set.Roles).Draw(t, "role").Name,
			rapid.SampledFrom(set.Spells).Draw(t, "spell").Name,
			fmt.Sprintf("xl%d", rapid.IntRange(1, 30).Draw(t, "xl")),
			fmt.Sprintf("int %d", rapid.IntRange(3, 25).Draw(t, "int")),
			rapid.SampledFrom([]string{"basic", "skill e", "expert"}).Draw(t, "skill"),
			rapid.SampledFrom([]string{"<20%", "below 50%", "<= 3%", "chart"}).Draw(t, "target"),
		}
		slot := map[rules.Slot]bool{}
		for _, w := range rapid.SliceOfN(rapid.SampledFrom(set.Worn), 0, 4).Draw(t, "worn") {
			if !slot[w.Slot] {
				slot[w.Slot] = true
				pieces = append(pieces, rapid.SampledFrom([]string{"", "+3 ", "-1 ", "blessed ", "cursed +2 "}).Draw(t, "how")+w.Name)
			}
		}
		line := strings.Join(rapid.Permutation(pieces).Draw(t, "order"), ", ")
		call, err := g.Parse(t.Context(), cmd, line, fallback)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, n := range call.Notes {
			if n.Kind != commands.Assumed {
				t.Fatalf("%s: %s", line, n.Text)
			}
		}
		once := call.Line()
		_, rest := wording.CutWord(once)
		again, err := g.Parse(t.Context(), cmd, rest, fallback)
		if err != nil {
			t.Fatalf("%s: %v", once, err)
		}
		if twice := again.Line(); twice != once {
			t.Fatalf("%s\n%s\n%s", line, once, twice)
		}
	})
}
