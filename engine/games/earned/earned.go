package earned

import (
	"slices"
	"strings"

	"delphi/engine/games/xlog"
)

// Reader reads from rows of one variant what they say, as the numbers that what is said was
// given when the Reader was told of it. The zero Reader, and nil, read nothing.
type Reader struct {
	fields []string // that when looks at
	when   []condition
	bits   []bit
	lists  map[string]map[string]int // by field and name
}

// condition is met by a row that meets all of its tests.
type condition struct {
	id  int
	all []test
}

// bit is one of a field's.
type bit struct {
	field  string
	at, id int
}

// When says id of rows that meet a condition: a comparison, or several with " and " between. It
// returns what is wrong with each that it cannot read.
func (r *Reader) When(id int, text string) (bad []error) {
	var all []test
	for part := range strings.SplitSeq(text, " and ") {
		t, err := readTest(part)
		if err != nil {
			bad = append(bad, err)
		}
		if t.place = slices.Index(r.fields, t.field); t.place < 0 {
			t.place = len(r.fields)
			r.fields = append(r.fields, t.field)
		}
		all = append(all, t)
	}
	r.when = append(r.when, condition{id, all})
	return bad
}

// Bit says id of rows in which a field has a bit, from 0 to 63.
func (r *Reader) Bit(id int, field string, at int) { r.bits = append(r.bits, bit{field, at, id}) }

// Listed says id of rows in which a field lists a name, between commas.
func (r *Reader) Listed(id int, field, name string) {
	if r.lists == nil {
		r.lists = map[string]map[string]int{}
	}
	if r.lists[field] == nil {
		r.lists[field] = map[string]int{}
	}
	r.lists[field][name] = id
}

// Of returns the numbers of what a row says, which was read from a source.
func (r *Reader) Of(rec *xlog.Record, source string) (ids []int32) {
	if r == nil {
		return nil
	}
	var few [32]field
	fields := few[:]
	if len(r.fields) > len(few) {
		fields = make([]field, len(r.fields))
	}
	for i := range r.when {
		w := &r.when[i]
		met := true
		for k := range w.all {
			t := &w.all[k]
			if met = t.met(t.fieldOf(fields, rec, source)); !met {
				break
			}
		}
		if met {
			ids = append(ids, int32(w.id))
		}
	}
	last, set := "", uint64(0)
	for _, b := range r.bits {
		if b.field != last {
			last = b.field
			set, _ = rec.Bits(last)
		}
		if set>>b.at&1 == 1 {
			ids = append(ids, int32(b.id))
		}
	}
	for field, names := range r.lists {
		v, _ := rec.Raw(field)
		if v == "" {
			continue
		}
		for s := range strings.SplitSeq(v, ",") {
			if id, ok := names[plainName(s)]; ok {
				ids = append(ids, int32(id))
			}
		}
	}
	return ids
}
