package commands

import (
	"strings"
	"time"
)

// ShowMoments returns the reply with each time that its texts and its table name
// written by show, for networks that can show every reader their own: Discord's
// <t:unix:f>.
func (r Reply) ShowMoments(show func(time.Time) string) Reply {
	if len(r.Moments) == 0 {
		return r
	}
	var pairs []string
	for _, m := range r.Moments {
		if m.At.IsZero() { // "no end"
			continue
		}
		pairs = append(pairs, m.Text, show(m.At))
	}
	with := strings.NewReplacer(pairs...)
	all := func(list []string) []string {
		out := make([]string, len(list))
		for i, s := range list {
			out[i] = with.Replace(s)
		}
		return out
	}
	r.Summary, r.Asides = with.Replace(r.Summary), all(r.Asides)
	fields := make([]Field, len(r.Fields))
	for i, f := range r.Fields {
		fields[i] = Field{f.Name, with.Replace(f.Value)}
	}
	r.Fields = fields
	if r.Table != nil {
		t := *r.Table
		t.Title, t.Rows = with.Replace(t.Title), make([][]string, len(t.Rows))
		for i, row := range r.Table.Rows {
			t.Rows[i] = all(row)
		}
		r.Table = &t
	}
	return r
}
