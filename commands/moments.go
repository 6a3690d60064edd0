package commands

import (
	"strings"
	"time"
)

// ShowMoments is the reply with each time that its texts name written by show,
// for networks that can show every reader their own: Discord's <t:unix:f>.
func (r Reply) ShowMoments(show func(time.Time) string) Reply {
	if len(r.Moments) == 0 {
		return r
	}
	var pairs []string
	for _, m := range r.Moments {
		pairs = append(pairs, m.Text, show(m.At))
	}
	with := strings.NewReplacer(pairs...)
	r.Summary = with.Replace(r.Summary)
	fields := make([]Field, len(r.Fields))
	for i, f := range r.Fields {
		fields[i] = Field{f.Name, with.Replace(f.Value)}
	}
	r.Fields = fields
	return r
}
