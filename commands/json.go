package commands

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
	"sync"
	"unicode/utf8"
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

// JSON returns the reply as one JSON object on one line, without a line end. An
// answered one is {"ok":true,"command","version","summary","answer",
// "assumed","warnings","cites","hints"}, another {"ok":false,"command","error":
// {"text","hints","try"}}; either may be "silent". Empty members are left out.
func (r *Reply) JSON() ([]byte, error) {
	var b bytes.Buffer
	err := r.WriteJSON(&b)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// WriteJSON writes what JSON returns, and a line end.
func (r *Reply) WriteJSON(w io.Writer) error {
	o := objects.Get().(*object)
	defer o.release()
	if r.Failed {
		o.failure(r)
	} else if err := o.answer(r); err != nil {
		return err
	}
	o.WriteByte('\n')
	_, err := w.Write(o.Bytes())
	return err
}

// object is a JSON object that is being written. Nearly all members are plain text, so
// they are written directly: only the command's answer, which has a type of its own,
// and text that needs escaping go through the encoder.
type object struct {
	bytes.Buffer
	values *json.Encoder // into the Buffer
}

var objects = sync.Pool{New: func() any {
	o := &object{}
	o.values = json.NewEncoder(&o.Buffer)
	o.values.SetEscapeHTML(false) // "->" and "<20%" stay readable
	return o
}}

// release returns the buffer for reuse, unless it is large.
func (o *object) release() {
	const most = 64 << 10
	if o.Cap() <= most {
		o.Reset()
		objects.Put(o)
	}
}

func (o *object) answer(r *Reply) error {
	o.WriteString(`{"ok":true`)
	o.silent(r)
	o.text("command", r.Command)
	o.text("version", r.Version)
	o.text("summary", r.Summary)
	if r.Data != nil {
		o.name("answer")
		if err := o.value(r.Data); err != nil {
			return err
		}
	}
	o.notes("assumed", r, Assumed, Remarked)
	o.notes("warnings", r, Warned)
	o.notes("cites", r, Cited)
	o.list("hints", r.Hints)
	o.read(r)
	o.WriteByte('}')
	return nil
}

func (o *object) failure(r *Reply) {
	o.WriteString(`{"ok":false`)
	o.silent(r)
	o.text("command", r.Command)
	o.WriteString(`,"error":{"text":`)
	o.quote(r.Summary)
	hints, try := r.Hints, []string(nil)
	if r.Meant != nil {
		hints, try = r.Meant, r.Hints // in short, such as a name alone; the same as lines to type, where they differ
	}
	o.list("hints", hints)
	o.list("try", try)
	o.WriteByte('}')
	o.read(r)
	o.WriteByte('}')
}

// read writes how the line was read, and what the bot asks back.
func (o *object) read(r *Reply) {
	o.text("read", r.Read)
	if r.Follows {
		o.WriteString(`,"follows":true`)
	}
	o.list("skipped", r.Skipped)
	for i, a := range r.Asks {
		if i == 0 {
			o.name("asks")
			o.WriteByte('[')
		} else {
			o.WriteByte(',')
		}
		o.WriteString(`{"slot":`)
		o.quote(a.Slot)
		o.WriteString(`,"try":`)
		o.quote(a.Try)
		o.WriteByte('}')
	}
	if len(r.Asks) > 0 {
		o.WriteByte(']')
	}
}

func (o *object) silent(r *Reply) {
	if r.Silent {
		o.WriteString(`,"silent":true`)
	}
}

// name begins a member that is not the first.
func (o *object) name(name string) {
	o.WriteString(`,"`)
	o.WriteString(name)
	o.WriteString(`":`)
}

func (o *object) text(name, text string) {
	if text != "" {
		o.name(name)
		o.quote(text)
	}
}

func (o *object) list(name string, texts []string) {
	for i, text := range texts {
		o.element(name, i, text)
	}
	if len(texts) > 0 {
		o.WriteByte(']')
	}
}

// notes lists the notes of some kinds.
func (o *object) notes(name string, r *Reply, kinds ...NoteKind) {
	n := 0
	for i := range r.Notes {
		if note := &r.Notes[i]; slices.Contains(kinds, note.Kind) {
			o.element(name, n, note.Text)
			n++
		}
	}
	if n > 0 {
		o.WriteByte(']')
	}
}

// element writes the i-th element of a list.
func (o *object) element(name string, i int, text string) {
	if i == 0 {
		o.name(name)
		o.WriteByte('[')
	} else {
		o.WriteByte(',')
	}
	o.quote(text)
}

// quote writes a text as a JSON string.
func (o *object) quote(text string) {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= utf8.RuneSelf || c == '"' || c == '\\' {
			o.value(text) //nolint:errcheck // a string can always be encoded
			return
		}
	}
	o.WriteByte('"')
	o.WriteString(text)
	o.WriteByte('"')
}

// value writes whatever can be encoded.
func (o *object) value(v any) error {
	if err := o.values.Encode(v); err != nil {
		return err
	}
	o.Truncate(o.Len() - 1) // the encoder ends a line
	return nil
}

// ReplySize estimates how many bytes a reply takes in memory.
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
