package commands

import (
	"fmt"
	"testing"
	"time"
)

func TestShowMoments(t *testing.T) {
	at := time.Unix(1795194000, 0)
	r := Reply{Summary: "from Fri 18:00 on", Fields: []Field{{"from", "Fri 18:00"}}, Table: &Table{Columns: []string{"when"}, Rows: [][]string{{"Fri 18:00"}}}, Moments: []Moment{{At: at, Text: "Fri 18:00"}}}
	got := r.ShowMoments(func(t time.Time) string { return fmt.Sprintf("<t:%d:f>", t.Unix()) })
	if got.Summary != "from <t:1795194000:f> on" || got.Fields[0].Value != "<t:1795194000:f>" || r.Fields[0].Value != "Fri 18:00" || got.Table.Rows[0][0] != got.Fields[0].Value || r.Table.Rows[0][0] != "Fri 18:00" {
		t.Errorf("%+v of %+v", got, r)
	}
}
