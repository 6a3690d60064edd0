package discord

import (
	"strings"
	"testing"
)

// TestPeopleArePicked: people and roles come as Discord's own options, and a person's
// menu tells who they are.
func TestPeopleArePicked(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		operator := func(e event) event {
			e["member"].(map[string]any)["permissions"] = "32" // Manage Server
			return e
		}
		organiser := func(id string, resolved map[string]any) event {
			e := operator(newEvent(2, map[string]any{"id": "1", "type": 1, "name": "tourney", "resolved": resolved, "options": []any{
				map[string]any{"name": "organiser", "type": 2, "options": []any{
					map[string]any{"name": "add", "type": 1, "options": []any{map[string]any{"name": "account", "type": 9, "value": id}}}}}}}))
			return e
		}
		menu := func(by, on string) event {
			e := newEvent(2, map[string]any{"id": "1", "type": 2, "name": "Who is this?", "target_id": on, "resolved": map[string]any{"users": map[string]any{on: map[string]any{"id": on, "username": "x"}}}})
			e["member"].(map[string]any)["user"] = map[string]any{"id": by, "username": "x"}
			return e
		}
		for _, c := range []struct {
			name string
			e    event
			want string
		}{
			{"a role", organiser("77", map[string]any{"roles": map[string]any{"77": map[string]any{"id": "77", "name": "mods"}}}), "role:77"},
			{"a user", organiser(aliceID, map[string]any{"users": map[string]any{aliceID: map[string]any{"id": aliceID}}}), aliceID},
			{"nobody yet", menu(aliceID, bobID), "know their account"},
			{"oneself", menu(aliceID, aliceID), "know your account"},
			{"a tournament", operator(invokeSub("tourney", "new", "name", "Dash", "from", "now", "to", "in 2d", "proof", "none")), "Dash"},
			{"taking part", invoke("join", "account", "stenno"), "stenno"},
			{"a player", menu(bobID, aliceID), "stenno, by their own word"},
			{"an unknown menu", newEvent(2, map[string]any{"id": "1", "type": 2, "name": "Poke", "target_id": aliceID}), "I do not know that menu"},
		} {
			got := w.ask(c.e)
			if got.Type != 4 || !strings.Contains(string(got.Data), c.want) {
				t.Errorf("%s: %s, want %q in it", c.name, got.Data, c.want)
			}
			if strings.Contains(c.name, "player") && !strings.Contains(string(got.Data), `"flags":64`) {
				t.Errorf("%s is not for the asker alone: %s", c.name, got.Data)
			}
		}
	})
}
