package commands

import (
	"bytes"
	"encoding/json"
	"io"
)

// EncodeReply and DecodeReply turn a reply into bytes for the answer cache and
// back. A decoded reply's Data is a json.RawMessage.
func EncodeReply(r *Reply) ([]byte, error) { return json.Marshal(r) }

// DecodeReply is the inverse of EncodeReply.
func DecodeReply(b []byte) (*Reply, error) {
	var data json.RawMessage
	r := &Reply{Data: &data}
	if err := json.Unmarshal(b, r); err != nil {
		return nil, err
	}
	r.Data = nil
	if len(data) > 0 && string(data) != "null" {
		r.Data = data
	}
	return r, nil
}

// object is a reply as one JSON object, in the order of its fields.
type object struct {
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
	Error    *failure `json:"error,omitempty"`
}

type failure struct {
	Text  string   `json:"text"`
	Hints []string `json:"hints,omitempty"` // in short, such as a name alone
	Try   []string `json:"try,omitempty"`   // the same as lines to type, where they differ
}

// JSON is the reply as one JSON object on one line, without a line end. An
// answered one is {"ok":true,"command","version","summary","answer",
// "assumed","warnings","cites"}, another {"ok":false,"command","error":
// {"text","hints","try"}}.
func (r *Reply) JSON() ([]byte, error) {
	var b bytes.Buffer
	b.Grow(2048)
	err := r.WriteJSON(&b)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// WriteJSON writes what JSON returns, and a line end.
func (r *Reply) WriteJSON(w io.Writer) error {
	o := object{Command: r.Command, Silent: r.Silent, Error: &failure{Text: r.Summary, Hints: r.Hints}}
	if r.Meant != nil {
		o.Error.Hints, o.Error.Try = r.Meant, r.Hints
	}
	if !r.Failed {
		o = object{
			OK: true, Silent: r.Silent, Command: r.Command, Version: r.Version, Summary: r.Summary, Answer: r.Data,
			Assumed: r.Assumptions(), Warnings: r.Warnings(), Cites: r.Citations(), Hints: r.Hints,
		}
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false) // "->" and "<20%" stay readable
	return e.Encode(o)
}

// ReplySize is about how many bytes a reply takes in memory.
func ReplySize(r *Reply) int {
	n := 512 + len(r.Summary)
	for _, f := range r.Fields {
		n += len(f.Name) + len(f.Value) + 48
	}
	for _, x := range r.Notes {
		n += len(x.Text) + 32
	}
	if r.Table != nil {
		for _, row := range r.Table.Rows {
			n += 24
			for _, c := range row {
				n += len(c) + 16
			}
		}
	}
	if raw, ok := r.Data.(json.RawMessage); ok {
		return n + len(raw)
	}
	return 2 * n // the typed answer holds about as much again
}
