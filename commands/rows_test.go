package commands

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every row of what the real game answered, asked in words as a player would:
// the grammar loses nothing on the way to the engine.
func TestGameRowsAsked(t *testing.T) {
	paths, _ := filepath.Glob("../engine/spell/testdata/spell_*.tsv")
	if all, _ := filepath.Glob("../../shared/truth/spell_*.tsv"); len(all) > 0 && !testing.Short() {
		paths = append(paths, all...)
	}
	if len(paths) < 6 {
		t.Fatalf("%d files of rows", len(paths))
	}
	r := router(t)
	r.opts.Cache = nil
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		sc := bufio.NewScanner(f)
		sc.Scan()
		head := strings.Split(sc.Text(), "\t")
		rows, wrong := 0, 0
		for sc.Scan() && wrong < 5 {
			c := map[string]string{}
			for i, v := range strings.Split(sc.Text(), "\t") {
				c[head[i]] = v
			}
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
			rows++
			reply := ask(t, r, line)
			answer, _ := reply.Data.(*failAnswer)
			if reply.Failed || answer == nil || answer.FailPercent == nil {
				t.Errorf("%s: %s", line, reply.Summary)
				wrong++
				continue
			}
			if got := fmt.Sprint(*answer.FailPercent); got != c["fail_percent"] {
				t.Errorf("%s: %s%%, the game says %s%%", line, got, c["fail_percent"])
				wrong++
			}
			cost := "-1"
			if answer.PwCost != nil {
				cost = fmt.Sprint(*answer.PwCost)
			}
			if want, ok := c["pw_cost"]; ok && cost != want {
				t.Errorf("%s: %s Pw, the game says %s", line, cost, want)
				wrong++
			}
			for _, a := range reply.Assumptions() {
				if strings.Contains(a, "read as") {
					t.Errorf("%s: %s", line, a)
					wrong++
				}
			}
		}
		f.Close()
		if rows == 0 {
			t.Errorf("%s: no rows", path)
		}
	}
}
