package commands

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// wanted is a reply's object as encoding/json writes it: the names of its members,
// their order, and which are left out where they are empty.
type wanted struct {
	OK       bool     `json:"ok"`
	Silent   bool     `json:"silent,omitempty"`
	Command  string   `json:"command,omitempty"`
	Version  string   `json:"version,omitempty"`
	Summary  string   `json:"summary,omitempty"`
	Answer   any      `json:"answer,omitempty"`
	Assumed  []string `json:"assumed,omitempty"`
	Warnings []string `json:"warnings,omitempty"`
	Cites    []string `json:"cites,omitempty"`
	Hints    []string `json:"hints,omitempty"`
	Error    *refusal `json:"error,omitempty"`
}

type refusal struct {
	Text  string   `json:"text"`
	Hints []string `json:"hints,omitempty"`
	Try   []string `json:"try,omitempty"`
}

func TestJSONIsAsEncodingJSONWritesIt(t *testing.T) {
	text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }), rapid.SampledFrom([]string{"", "a -> <20% & \"b\"", "\u2028"}))
	texts := rapid.SliceOfN(text, 0, 3)
	rapid.Check(t, func(t *rapid.T) {
		r := Reply{
			Failed: rapid.Bool().Draw(t, "failed"), Silent: rapid.Bool().Draw(t, "silent"), Command: text.Draw(t, "command"),
			Version: text.Draw(t, "version"), Summary: text.Draw(t, "summary"), Hints: texts.Draw(t, "hints"),
		}
		for _, s := range texts.Draw(t, "notes") {
			r.Notes = append(r.Notes, Note{NoteKind(rapid.IntRange(0, 3).Draw(t, "kind")), s})
		}
		if rapid.Bool().Draw(t, "data") {
			r.Data = map[string]any{"what": text.Draw(t, "what"), "p": rapid.Float64Range(0, 1).Draw(t, "p")}
		}
		want := wanted{
			OK: true, Silent: r.Silent, Command: r.Command, Version: r.Version, Summary: r.Summary, Answer: r.Data,
			Assumed: r.Assumptions(), Warnings: r.Warnings(), Cites: r.Citations(), Hints: r.Hints,
		}
		if r.Failed {
			want = wanted{Silent: r.Silent, Command: r.Command, Error: &refusal{Text: r.Summary, Hints: r.Hints}}
			if rapid.Bool().Draw(t, "meant") {
				r.Meant = append([]string{}, texts.Draw(t, "in short")...)
				want.Error.Hints, want.Error.Try = r.Meant, r.Hints
			}
		}
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(want); err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := r.WriteJSON(&got); err != nil || got.String() != b.String() {
			t.Fatalf("%+v is written as\n%s, %v, want\n%s", r, &got, err, &b)
		}
	})
}

// What cannot be encoded is an error, and the next reply does not suffer by it.
func TestJSONOfWhatHasNone(t *testing.T) {
	bad, good := Reply{Data: func() {}}, Reply{Summary: "47%"}
	var b bytes.Buffer
	if err := bad.WriteJSON(&b); err == nil || b.Len() > 0 {
		t.Errorf("a function is written as %q, %v", &b, err)
	}
	if got, err := good.JSON(); err != nil || string(got) != `{"ok":true,"summary":"47%"}` {
		t.Errorf("%s, %v", got, err)
	}
}
