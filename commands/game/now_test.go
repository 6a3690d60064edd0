package game_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/engine/plight"
	"delphi/engine/truthtest"
)

// Every dump is answered by now, which names each trouble in its fields, and by
// postmortem, both in a line.
func TestDumpsAreAnswered(t *testing.T) {
	dumps := 0
	ask := func(row truthtest.Row) {
		var text, id string
		for cell, to := range map[string]*string{"dump": &text, "id": &id} {
			if err := json.Unmarshal([]byte(row[cell]), to); err != nil {
				t.Fatal(err)
			}
		}
		dumps++
		w := commandstest.NewWorld(t)
		for _, name := range []string{"now", "postmortem"} {
			r := w.Ask("alice", name+"\n"+text)
			switch {
			case r.Failed:
				t.Errorf("%s: %s: %s", id, name, r.Summary)
			case commandstest.TooLong(&r):
				t.Errorf("%s: %s is too long: %s", id, name, commandstest.Line(r))
			case strings.Contains(r.Summary, "%!") || strings.Contains(r.Summary, "()"):
				t.Errorf("%s: %s: %s", id, name, r.Summary)
			}
			a, ok := r.Data.(*plight.Answer)
			if !ok {
				continue
			}
			var named []string
			for _, f := range r.Fields {
				named = append(named, f.Name)
			}
			for _, x := range a.Troubles {
				if name := strings.ToLower(strings.TrimPrefix(x.Name, "food ")); !strings.Contains(strings.ToLower(strings.Join(named, " ")), name) && x.Ailment != "illness" && x.Ailment != "food poisoning" {
					t.Errorf("%s: %s is not among %q", id, x.Name, named)
				}
			}
			if testing.Verbose() && dumps%40 == 1 {
				t.Log(id, commandstest.Line(r))
			}
		}
	}
	truthtest.Rows(t, filepath.Join("..", "..", "engine", "plight", "testdata", "dumps.tsv.gz"), ask)
	if dumps < 20 {
		t.Errorf("only %d dumps", dumps)
	}
}
