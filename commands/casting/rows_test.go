package casting_test

import (
	"fmt"
	"strings"
	"testing"

	"delphi/commands/casting"
	"delphi/commands/commandstest"
	"delphi/engine/truthtest"
)

// Every row of what the real game answered, asked in words as a player would:
// the grammar loses nothing on the way to the engine.
func TestGameRowsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	truthtest.Table{
		Name: "../../../engine/spell/testdata/spell", Files: "truth/spell_*.tsv", Daily: 4,
	}.Check(t, func(t testing.TB, c truthtest.Row) {
		line := fmt.Sprintf("fail %s %s xl%s int%s wis %s %s, %s", c["version"], c["role"], c["xl"], c["int"], c["wis"], c["skill"], c["spell"])
		if c["dex"] != "" {
			line += " dex" + c["dex"]
		}
		for _, k := range []string{"body", "cloak", "helm", "gloves", "boots", "shield", "weapon"} {
			switch {
			case c[k] == "none":
			case k == "body" && strings.HasSuffix(c[k], "dragon scales"):
				line += ", body:" + c[k] // a cloak in some versions
			default:
				line += ", " + c[k]
			}
		}
		reply := commandstest.Ask(t, r, line)
		answer, _ := reply.Data.(*casting.FailAnswer)
		if reply.Failed || answer == nil || answer.FailPercent == nil {
			t.Errorf("%s: %s", line, reply.Summary)
			return
		}
		if got := fmt.Sprint(*answer.FailPercent); got != c["fail_percent"] {
			t.Errorf("%s: %s%%, the game says %s%%", line, got, c["fail_percent"])
		}
		cost := "-1"
		if answer.PwCost != nil {
			cost = fmt.Sprint(*answer.PwCost)
		}
		if want := c["pw_cost"]; want != "" && cost != want {
			t.Errorf("%s: %s Pw, the game says %s", line, cost, want)
		}
		for _, a := range reply.Assumptions() {
			if strings.Contains(a, "read as") {
				t.Errorf("%s: %s", line, a)
			}
		}
	})
}
