package truthtest

import (
	"io"
	"maps"
	"runtime"
	"slices"
	"testing"
)

// Alike says why a column "version" is not compared: it makes no difference.
const Alike = "the rule is the same in every version"

// mostChanged is how many rows a column is changed in before it counts as one
// that is not compared.
const mostChanged = 2000

// columns fails for each column whose cells check does not notice when they hold
// what another row has, and for each that the files have and the table does not.
func (tb Table) columns(t *testing.T, check func(testing.TB, Row)) {
	t.Helper()
	var rows []Row
	if err := open(tb.sample(), func(r io.Reader) error { return TSV(r, func(row Row) { rows = append(rows, row) }) }); err != nil {
		t.Fatal(err)
	}
	for _, c := range tb.Columns {
		if tb.Unread[c] == "" && !noticed(rows, c, check) {
			t.Errorf("%s: a wrong %s is not noticed", tb.Name, c)
		}
	}
	paths, err := Find(tb.Files)
	if err != nil {
		t.Log(err)
		return
	}
	for _, path := range paths {
		seen := false
		err := open(path, func(r io.Reader) error {
			return tb.reader()(r, func(row Row) {
				if seen {
					return
				}
				seen = true
				for _, c := range slices.Sorted(maps.Keys(row)) {
					if !slices.Contains(tb.Columns, c) && tb.Unread[c] == "" {
						t.Errorf("%s: column %s of %s is left out, and Unread does not say why", tb.Name, c, path)
					}
				}
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// noticed reports whether check fails for a row in which a column holds what
// another row has there, or something that none has.
func noticed(rows []Row, column string, check func(testing.TB, Row)) bool {
	tried := 0
	for i := range rows {
		for _, step := range []int{1, 7, len(rows) / 2} {
			other := rows[(i+step)%len(rows)][column]
			if other == rows[i][column] {
				continue
			}
			changed := maps.Clone(rows[i])
			changed[column] = other
			if fails(changed, check) {
				return true
			}
			if tried++; tried == mostChanged {
				return false
			}
		}
	}
	if tried > 0 || len(rows) == 0 {
		return false
	}
	changed := maps.Clone(rows[0]) // all rows are alike
	changed[column] += "?"
	return fails(changed, check)
}

// fails reports whether check fails for a row, or panics over it.
func fails(row Row, check func(testing.TB, Row)) bool {
	probe, done := &probe{}, make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if recover() != nil {
				probe.failed = true
			}
		}()
		check(probe, row)
	}()
	<-done
	return probe.failed
}

// probe is a test that nobody hears of; it only notes that it failed.
type probe struct {
	testing.TB
	failed bool
}

func (p *probe) Helper()               {}
func (p *probe) Log(...any)            {}
func (p *probe) Logf(string, ...any)   {}
func (p *probe) Error(...any)          { p.failed = true }
func (p *probe) Errorf(string, ...any) { p.failed = true }
func (p *probe) Fail()                 { p.failed = true }
func (p *probe) Failed() bool          { return p.failed }
func (p *probe) FailNow()              { p.failed = true; runtime.Goexit() }
func (p *probe) Fatal(...any)          { p.FailNow() }
func (p *probe) Fatalf(string, ...any) { p.FailNow() }
