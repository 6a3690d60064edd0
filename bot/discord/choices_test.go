package discord

import (
	"encoding/json"
	"strings"
	"testing"

	"delphi/bot/discord/embed"
)

// offered are the labels of all buttons below an answer.
func (r *gotResponse) offered() []string {
	var out []string
	for _, row := range r.Components {
		for _, c := range row.Components {
			out = append(out, c.Label)
		}
	}
	return out
}

// menu is the id of the menu below an answer, and its values by their labels.
func (r *gotResponse) menu(t testing.TB) (id string, values map[string]string) {
	t.Helper()
	values = map[string]string{}
	for _, row := range r.Components {
		for _, c := range row.Components {
			if c.Type == 3 {
				id = c.CustomID
				for _, o := range c.Options {
					values[o.Label] = o.Value
				}
			}
		}
	}
	if id == "" {
		t.Fatalf("no menu in %s", r.Data)
	}
	return id, values
}

// TestHintsAreButtons: what is offered instead is one press away, and stands in
// no text that would have to be typed.
func TestHintsAreButtons(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		wrong := w.ask(invoke("ask", "line", "theft nymph"))
		if e := wrong.embed(t); strings.Contains(e.Description, "Try:") {
			t.Errorf("the hint is to be typed: %q", e.Description)
		}
		right := w.ask(pressing(wrong.button(t, "theft wizard"), 64))
		if right.Type != 7 || !strings.Contains(right.embed(t).Description, "5% chance") {
			t.Errorf("the hint's answer: type %d %s", right.Type, right.Data)
		}
		right.button(t, "share")
	})
}

// TestCards: the fields of a card are not said twice.
func TestCards(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		for line, title := range map[string]string{"mon cockatrice": "cockatrice (yellow c)", "item cloak of magic resistance": "cloak of magic resistance", "item excalibur": "Excalibur", "set": "Settings of this channel"} {
			got := w.ask(invoke("ask", "line", line))
			if e := got.embed(t); e.Title != title || e.Description != "" || len(e.Fields) < 2 || strings.Contains(string(got.Data), `\\|`) {
				t.Errorf("%s: title %q, description %q", line, e.Title, e.Description)
			}
		}
		// What was asked about a monster stands above what else there is to know.
		if e := w.ask(invoke("ask", "line", "mon cockatrice speed")).embed(t); !strings.Contains(e.Title, "6") || e.Description != "" {
			t.Errorf("title %q, description %q", e.Title, e.Description)
		}
	})
}

// TestMenu: the standings are looked at by category from a menu.
func TestMenu(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		got := w.ask(invoke("standings", "tournament", "Autumn Dash"))
		id, values := got.menu(t)
		if values["Overall"] == "" || values["Chart"] == "" || len(values) < 5 {
			t.Fatalf("the menu: %v", values)
		}
		for label, line := range values {
			if line == "" || label == "My points and games" || label == "Chart" { // alice has none
				continue
			}
			if after := w.ask(picking(id, line)); after.Type != 7 || after.embed(t).Color == embed.ColourFailed {
				t.Errorf("%s (%s): type %d %s", label, line, after.Type, after.Data)
			}
		}
		if after := w.ask(picking(id, values["Overall"]).by(bobID)); after.Type != 4 || after.Flags != 64 {
			t.Errorf("somebody else's menu: type %d %s", after.Type, after.Data)
		}
	})
}

// TestForms: what a command lacks is asked for in a form, which asks what was
// filled in.
func TestForms(t *testing.T) {
	type shown struct {
		CustomID   string `json:"custom_id"`
		Title      string
		Components []struct {
			Label     string
			Component struct {
				Type     int
				CustomID string `json:"custom_id"`
				Value    string
				Required bool
			}
		}
	}
	read := func(t *testing.T, r *gotResponse) (f shown, ids string) {
		t.Helper()
		if r.Type != 9 {
			t.Fatalf("no form: type %d %s", r.Type, r.Data)
		}
		if err := json.Unmarshal(r.Data, &f); err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, c := range f.Components {
			id := c.Component.CustomID
			if c.Component.Required {
				id += "!"
			}
			list = append(list, id)
		}
		return f, strings.Join(list, " ")
	}
	fill := func(id string, pairs ...string) event {
		var list []any
		for i := 0; i < len(pairs); i += 2 {
			list = append(list, map[string]any{"type": 18, "id": i, "component": map[string]any{"type": 4, "id": i + 1, "custom_id": pairs[i], "value": pairs[i+1]}})
		}
		return newEvent(5, map[string]any{"custom_id": id, "components": list})
	}
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		f, ids := read(t, w.ask(invokeSub("tourney", "new", "name", "Winter Dash")))
		if ids != "name! from! to! zone rules" || f.Components[0].Component.Value != "Winter Dash" || f.Title != "A new tournament" {
			t.Errorf("tourney new: %q %+v", ids, f)
		}
		made := fill(f.CustomID, "name", "Winter Dash", "from", "in 1h", "to", "in 3d", "zone", "", "rules", "dash")
		made["member"].(map[string]any)["permissions"] = "16"
		if got := w.ask(made); !strings.Contains(string(got.Data), "organiser") && !strings.Contains(string(got.Data), "Winter Dash") {
			t.Errorf("made: %s", got.Data)
		}
		if f, ids = read(t, w.ask(invoke("join"))); ids != "account! tournament" {
			t.Errorf("join: %q", ids)
		}
		if got := w.ask(fill(f.CustomID, "account", "stenno", "tournament", "Autumn Dash")); !strings.Contains(string(got.Data), "stenno") || got.embed(t).Color == embed.ColourFailed {
			t.Errorf("joined: %s", got.Data)
		}
		if f, ids = read(t, w.ask(invokeSub("me", "save"))); ids != "role xl int wis worn" {
			t.Errorf("me: %q", ids)
		}
		if got := w.ask(fill(f.CustomID, "role", "wiz", "xl", "12", "int", "18", "worn", "robe")); !strings.Contains(string(got.Data), "robe") || got.embed(t).Color == embed.ColourFailed {
			t.Errorf("me: %s", got.Data)
		}
		// All that is needed was said: no form.
		if got := w.ask(invoke("join", "account", "stenno", "tournament", "Autumn Dash")); got.Type != 4 {
			t.Errorf("join with an account: type %d", got.Type)
		}
		// A hint with a blank opens the form as well.
		tourney := w.ask(invokeSub("tourney", "show", "tournament", "Autumn Dash"))
		if _, ids = read(t, w.ask(pressing(tourney.button(t, "join…"), 0))); ids != "account! tournament" {
			t.Errorf("the button: %q", ids)
		}
		if got := w.ask(fill("fill:fail", "role", "wiz")); got.Flags != 64 || !strings.Contains(string(got.Data), "do not know that form") {
			t.Errorf("a form of no command: %s", got.Data)
		}
	})
}

// TestConfirm: what destroys asks first, and the button that goes ahead is red.
func TestConfirm(t *testing.T) {
	ways(t, plainHandler, func(a *Adapter) { a.change(t, func(c *Config) { c.Operators = []string{aliceID} }) }, func(t *testing.T, w *way) {
		asked := w.ask(invokeSub("tourney", "cancel", "tournament", "Autumn Dash"))
		if e := asked.embed(t); !strings.Contains(e.Description, "Autumn Dash") || strings.Contains(e.Description, "is cancelled") {
			t.Fatalf("%q", e.Description)
		}
		var red []string
		for _, row := range asked.Components {
			for _, c := range row.Components {
				if c.Style == 4 {
					red = append(red, c.CustomID)
				}
			}
		}
		if len(red) != 1 {
			t.Fatalf("%d red buttons in %s", len(red), asked.Data)
		}
		if done := w.ask(pressing(red[0], 0)); done.Type != 7 || !strings.Contains(done.embed(t).Description, "is cancelled") {
			t.Errorf("type %d %s", done.Type, done.Data)
		}
	})
}

// TestHelp: help is read by group from a menu, and the commands' names in it can
// be clicked.
func TestHelp(t *testing.T) {
	ways(t, plainHandler, nil, func(t *testing.T, w *way) {
		waitFor(t, func() bool { return w.a.ids.Load() != nil })
		all := w.ask(invoke("help"))
		id, values := all.menu(t)
		if !strings.Contains(all.embed(t).Description, "**gods**") || len(values) < 5 {
			t.Errorf("%s", all.Data)
		}
		for label, line := range values {
			if !strings.HasPrefix(label, "gods") {
				continue
			}
			gods := w.ask(picking(id, line))
			if e := gods.embed(t); gods.Type != 7 || !strings.HasPrefix(e.Title, "Gods") || !strings.Contains(e.Description, "</gods pray:") || strings.Contains(e.Description, "</fail:") {
				t.Errorf("%s", gods.Data)
			}
		}
	})
}
