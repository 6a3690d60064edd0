package question

import (
	"math"
	"testing"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
)

// TestComputed compares what expressions and functions give for a few games with what
// they are worked out to be by hand.
func TestComputed(t *testing.T) {
	table := &columns.Table{}
	for i, g := range []columns.Game{
		{Name: "ann", Version: "3.6.1", Death: "killed by a newt", Points: 1000, Turns: 30, HP: -3, End: 1e9, Conducts: []string{"vegan"}},
		{Name: "bob", Version: "3.6.10", Death: "killed by Medusa", Points: 2000, Turns: 70, HP: 5, End: 1e9 + 86400},
		{Name: "cid", Version: "3.7.0", Death: "killed by the ghost of ann", Points: 3500, Turns: 20, HP: 0, End: 1e9 + 7*86400},
	} {
		g.Ref = int64(i)
		table.Add(&g)
	}
	for line, want := range map[string]any{
		"* x=variance(turns)":                  700.0,
		"* x=std(turns)":                       math.Sqrt(700),
		"* x=count(cv)":                        2.0,
		"* x=sum(${turns**2})":                 900.0 + 4900 + 400,
		"* x=sum(turns%40)":                    30.0 + 30 + 20,
		"* x=sum(abs(hp))":                     8.0,
		"* x=max(points/turns)":                175.0,
		"* x=sum(int(points/turns))":           33.0 + 28 + 175,
		"* x=sum((turns + 10) * 2)":            80.0 + 160 + 60,
		"* x=sum(trunc1000(points))":           1000.0 + 2000 + 3000,
		"* x=sum(length(killer))":              float64(len("newt") + len("Medusa") + len("ghost of ann")),
		"* version>3.6.2 x=sum(turns)":         90.0,
		"* killer=uniq x=sum(turns)":           70.0,
		"* !killer=uniq x=sum(turns)":          50.0,
		"* ((ann || turns>100)) x=sum(turns)":  nil,
		"* ((hp<0 || hp>0)) x=sum(turns)":      100.0,
		"* week(end)=2001-09-03 x=count(name)": 1.0, // a Sunday; the next game ended on a Monday
		"* day(end)<=2001-09-10 x=count(name)": 2.0,
	} {
		q, err := sequellReader.Read(line)
		if want == nil {
			if err == nil {
				t.Errorf("%s is read as %s, want an error", line, q.Words())
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		res, err := query.Run(t.Context(), table, q)
		if err != nil {
			t.Fatal(err)
		}
		if got := query.Float(res.Rows[0][len(res.Columns)-1]); math.Abs(got-want.(float64)) > 1e-9 {
			t.Errorf("%s is %v, want %v", line, got, want)
		}
	}
}

// TestExtraAndRandom: x= shows values of single games, and -random picks each game with
// some seed.
func TestExtraAndRandom(t *testing.T) {
	table := &columns.Table{}
	for i, name := range []string{"ann", "bob", "cid"} {
		table.Add(&columns.Game{Name: name, Ref: int64(i), Points: int64(100 * (i + 1)), Turns: 40, HP: int64(i), Conducts: []string{"vegan", "pacifist"}, End: int64(1e9 + i)})
	}
	q, err := sequellReader.Read("* x=hp,conduct,${points/turns}")
	if err != nil {
		t.Fatal(err)
	}
	res, err := query.Run(t.Context(), table, q)
	if err != nil {
		t.Fatal(err)
	}
	row := res.Rows[0][len(res.Rows[0])-3:]
	if row[0] != int64(2) || row[1] != "vegan pacifist" || row[2] != 7.5 {
		t.Errorf("x= shows %v of %v", row, res.Columns)
	}
	if q, err = sequellReader.Read("* -random"); err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for seed := range uint64(300) {
		q.Seed = seed
		if res, err = query.Run(t.Context(), table, q); err != nil {
			t.Fatal(err)
		}
		seen[res.Rows[0][0].(string)]++
		if names := []string{"ann", "bob", "cid"}; names[res.Ordinal-1] != res.Rows[0][0] || res.Matched != 3 {
			t.Fatalf("game %d of %d is %v", res.Ordinal, res.Matched, res.Rows[0])
		}
	}
	for name, n := range seen {
		if n < 60 || n > 140 {
			t.Errorf("of 300 seeds, %d pick %s", n, name)
		}
	}
	if len(seen) != 3 {
		t.Errorf("only %v are picked", seen)
	}
}
