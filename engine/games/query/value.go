package query

import (
	"math"
	"time"

	"delphi/engine/games/columns"
	"delphi/engine/games/xlog"
)

// Value is a figure or text of each game: a field, a function of one, or
// arithmetic.
type Value struct {
	Name string // the column of an answer: "role", "ppt", "turns1000"

	Field *columns.Field
	Func  string // trunc or log of field, or a part of the time that it is, as clockOf knows them
	Step  int64  // of trunc
	Op    byte   // + - * / % ^ of a and b; 'n': the number n; 'd': the first day of the games; 'f': fn of a
	A, B  *Value
	N     int64
}

// Of returns the value that a field is, by the field's name.
func Of(field string) *Value { return ValueOf(columns.Called(field)) }

// ValueOf returns the value that a field is.
func ValueOf(f *columns.Field) *Value { return &Value{Name: f.Name, Field: f} }

// Fraction reports whether the value need not be a whole number.
func (v *Value) Fraction() bool {
	switch v.Op {
	case 0, 'n', 'd':
		return false
	case '/', '^':
		return true
	case 'f':
		return v.Func == "abs" && v.A.Fraction()
	}
	return v.A.Fraction() || v.B.Fraction()
}

// Kind is what the value is. What functions make of times are texts, or numbers.
func (v *Value) Kind() columns.Kind {
	switch {
	case v.Op == 0 && (v.Func == "day" || v.Func == "month" || v.Func == "week"):
		return columns.Text
	case v.Func != "" || v.Op != 0:
		return columns.Number
	}
	return v.Field.Kind
}

// view is a value bound to a table: each row has a key, a number.
type view struct {
	kind columns.Kind
	// keys holds those of a block; dst has room for blockSize of them. The result
	// must not be changed.
	keys      func(b int, dst []int64) []int64
	floats    func(b int, dst []float64) []float64 // where the value is a fraction; keys is nil then
	text      func(key int64) string               // of a key of a text or set
	members   func(key int64) []int64              // of a key of a set: the keys of its members, by the words of names
	names     []string                             // of members
	dict      []string                             // for a text or set that is not joined: its texts by key
	low, high int64                                // no key is below or above

	// Where the keys follow from the texts of a column: those of the column, and the
	// key that follows from each.
	base    func(b int, dst []int64) []int64
	derived []int64
}

// bind makes a view of a value on a table; zone is where days begin.
func (v *Value) bind(t *columns.Table, zone *time.Location) *view {
	switch {
	case v.Op != 0:
		return v.arithmetic(t, zone)
	case v.Field.Minus[0] != "":
		d := &Value{Op: '-', A: ValueOf(columns.Called(v.Field.Minus[0])), B: ValueOf(columns.Called(v.Field.Minus[1]))}
		return d.applied(d.arithmetic(t, zone), v, zone)
	case v.Field.Clean:
		return v.applied(playtimes(t), v, zone)
	case v.Field.Parts != nil:
		return joined(t, v.Field.Parts)
	case v.Field.Kind == columns.Set:
		return setView(t, v.Field)
	case v.Field.Kind == columns.Text:
		return textView(t, v.Field)
	case v.Field.Count != nil:
		codes := &t.Text[v.Field.Column]
		n := t.Memo("count "+v.Field.Name).Numbers(codes.Dict, v.Field.Count)
		low, high := int64(0), int64(0)
		for _, x := range n {
			low, high = min(low, x), max(high, x)
		}
		w := &view{kind: columns.Number, low: low, high: high, keys: func(b int, dst []int64) []int64 { return mapped(codes.Rows.Block(b, dst), dst, n) }}
		return v.applied(w, v, zone)
	}
	col := &t.Num[v.Field.Column]
	w := &view{kind: columns.Number, keys: col.Block, low: math.MaxInt64, high: math.MinInt64}
	for b := range t.Blocks() {
		l, h := col.Bounds(b)
		w.low, w.high = min(w.low, l), max(w.high, h)
	}
	return v.applied(w, v, zone)
}

// playtimes views the real times that can be.
func playtimes(t *columns.Table) *view {
	var starts, ends, marks [columns.BlockSize]int64
	w := &view{kind: columns.Number, low: 0, high: math.MaxInt64}
	w.keys = func(b int, dst []int64) []int64 {
		times := t.Num[columns.Realtime].Block(b, dst)
		start, end, mark := t.Num[columns.Start].Block(b, starts[:]), t.Num[columns.End].Block(b, ends[:]), t.Num[columns.Marks].Block(b, marks[:])
		dst = dst[:len(times)]
		for i, n := range times {
			began := start[i]
			if mark[i]&columns.MarkNoStart != 0 {
				began = 0
			}
			dst[i] = xlog.Playtime(n, began, end[i])
		}
		return dst
	}
	return w
}

// mapped replaces codes by what they stand for; dst has room.
func mapped(codes, dst, by []int64) []int64 {
	dst = dst[:len(codes)]
	for i, c := range codes {
		dst[i] = by[c]
	}
	return dst
}

func textView(t *columns.Table, f *columns.Field) *view {
	col := &t.Text[f.Column]
	w := &view{kind: columns.Text, keys: col.Rows.Block, high: int64(len(col.Dict)) - 1}
	dict := col.Dict
	if f.Pick != nil {
		codes, names := t.Memo(f.Name).Texts(col.Dict, f.Pick)
		dict = names
		w.high = int64(len(names)) - 1
		w.keys = func(b int, dst []int64) []int64 { return mapped(col.Rows.Block(b, dst), dst, codes) }
		w.base, w.derived = col.Rows.Block, codes
	}
	w.dict = dict
	w.text = func(key int64) string { return dict[key] }
	return w
}

// joined views several text fields as one.
func joined(t *columns.Table, parts []string) *view {
	var views []*view
	size := int64(1)
	for _, p := range parts {
		w := textView(t, columns.Called(p))
		views = append(views, w)
		size *= w.high + 1
	}
	w := &view{kind: columns.Text, high: size - 1}
	var scratch [columns.BlockSize]int64
	w.keys = func(b int, dst []int64) []int64 {
		for i, p := range views {
			keys := p.keys(b, scratch[:])
			dst = dst[:len(keys)]
			if i == 0 {
				copy(dst, keys)
				continue
			}
			for k, key := range keys {
				dst[k] = dst[k]*(p.high+1) + key
			}
		}
		return dst
	}
	w.text = func(key int64) string {
		s := ""
		for i := len(views) - 1; i >= 0; i-- {
			n := views[i].high + 1
			if s != "" {
				s = "-" + s
			}
			s = views[i].text(key%n) + s
			key /= n
		}
		return s
	}
	return w
}

// setView views a set: keys are whole sets, members the names in them.
func setView(t *columns.Table, f *columns.Field) *view {
	col := &t.Text[f.Column]
	w := &view{kind: columns.Set, keys: col.Rows.Block, high: int64(len(col.Dict)) - 1}
	names, of := t.Sets(f.Column)
	w.text = func(key int64) string { return col.Dict[key] }
	w.members = func(key int64) []int64 { return of[key] }
	w.names, w.dict = names, col.Dict
	return w
}

// applied applies the function of v to numbers.
func (*Value) applied(w *view, v *Value, zone *time.Location) *view {
	var f func(int64) int64
	switch v.Func {
	case "":
		return w
	case "trunc":
		f = func(n int64) int64 { return floorDiv(n, v.Step) * v.Step }
	case "log":
		f = decade
	default:
		f = clockOf(v.Func, zone)
	}
	out := &view{kind: v.Kind(), low: math.MinInt64, high: math.MaxInt64}
	if most, ok := clockMost[v.Func]; ok {
		out.low, out.high = 0, most
	} else if w.low > math.MinInt64/2 && w.high < math.MaxInt64/2 {
		out.low, out.high = f(w.low), f(w.high)
	}
	switch v.Func {
	case "day", "week":
		out.text = func(key int64) string { return time.Unix(key*86400, 0).UTC().Format(time.DateOnly) }
	case "month":
		out.text = func(key int64) string {
			return time.Date(int(key/12), time.Month(key%12+1), 1, 0, 0, 0, 0, time.UTC).Format("2006-01")
		}
	}
	out.keys = func(b int, dst []int64) []int64 {
		from := w.keys(b, dst)
		dst = dst[:len(from)]
		for i, n := range from {
			dst[i] = f(n)
		}
		return dst
	}
	return out
}

// decade returns the whole part of a number's decimal logarithm; -1 for what has none.
func decade(n int64) int64 {
	d := int64(-1)
	for ; n > 0; n /= 10 {
		d++
	}
	return d
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// clockMost holds how high the parts of times go that begin again.
var clockMost = map[string]int64{"minute": 59, "hour": 23, "dow": 6, "dayofmonth": 31, "weekofyear": 53, "monthofyear": 12}

// clockOf returns a part of a unix time in a zone: the number of its day since 1970,
// of the Monday before it or of its month since year 0, its year, hour, weekday and so on.
func clockOf(part string, zone *time.Location) func(int64) int64 {
	local := func(unix int64) int64 { return unix }
	if zone != time.UTC && zone != nil {
		var from, until, shift int64 // while the zone keeps its offset
		local = func(unix int64) int64 {
			if unix < from || unix >= until {
				at := time.Unix(unix, 0).In(zone)
				_, offset := at.Zone()
				start, end := at.ZoneBounds()
				from, until, shift = math.MinInt64, math.MaxInt64, int64(offset)
				if !start.IsZero() {
					from = start.Unix()
				}
				if !end.IsZero() {
					until = end.Unix()
				}
			}
			return unix + shift
		}
	}
	switch part {
	case "minute":
		return func(n int64) int64 { return floorDiv(local(n), 60) - 60*floorDiv(local(n), 3600) }
	case "week": // the day that it began on, a Monday
		return func(n int64) int64 { d := floorDiv(local(n), 86400); return d - (d + 3 - 7*floorDiv(d+3, 7)) }
	case "weekofyear":
		return func(n int64) int64 { _, week := time.Unix(local(n), 0).UTC().ISOWeek(); return int64(week) }
	case "dayofmonth":
		return func(n int64) int64 { return int64(time.Unix(local(n), 0).UTC().Day()) }
	case "monthofyear":
		return func(n int64) int64 { return int64(time.Unix(local(n), 0).UTC().Month()) }
	case "day":
		return func(n int64) int64 { return floorDiv(local(n), 86400) }
	case "hour":
		return func(n int64) int64 { return floorDiv(local(n), 3600) - 24*floorDiv(local(n), 86400) }
	case "dow":
		return func(n int64) int64 { d := floorDiv(local(n), 86400) + 4; return d - 7*floorDiv(d, 7) }
	}
	// Games that follow each other mostly ended in the same month.
	from, until, value := int64(1), int64(0), int64(0)
	return func(n int64) int64 {
		n = local(n)
		if n < from || n >= until {
			y, m, _ := time.Unix(n, 0).UTC().Date()
			begin := time.Date(y, m, 1, 0, 0, 0, 0, time.UTC)
			from, until = begin.Unix(), begin.AddDate(0, 1, 0).Unix()
			if value = int64(y); part == "month" {
				value = int64(y)*12 + int64(m) - 1
			}
		}
		return value
	}
}

// arithmetic views the sum, difference, product or quotient of two values, or a
// number that is the same for all games.
func (v *Value) arithmetic(t *columns.Table, zone *time.Location) *view {
	switch v.Op {
	case 'n', 'd':
		n := v.N
		if v.Op == 'd' {
			first, _ := t.Span()
			n = floorDiv(first, 86400) * 86400
		}
		return &view{kind: columns.Number, low: n, high: n, keys: func(b int, dst []int64) []int64 {
			dst = dst[:min(columns.BlockSize, t.Len()-b*columns.BlockSize)]
			for i := range dst {
				dst[i] = n
			}
			return dst
		}}
	}
	if v.Op == 'f' {
		return v.function(t, zone)
	}
	a, b := v.A.bind(t, zone), v.B.bind(t, zone)
	w := &view{kind: columns.Number, low: math.MinInt64, high: math.MaxInt64}
	if v.Fraction() {
		fa, fb := a.float(), b.float()
		var other [columns.BlockSize]float64
		w.floats = func(k int, dst []float64) []float64 {
			dst = fa(k, dst)
			for i, y := range fb(k, other[:]) {
				dst[i] = calculate(v.Op, dst[i], y)
			}
			return dst
		}
		return w
	}
	var other [columns.BlockSize]int64
	w.keys = func(k int, dst []int64) []int64 {
		xs := a.keys(k, dst)
		dst = dst[:len(xs)]
		ys := b.keys(k, other[:])
		for i, x := range xs {
			dst[i] = Calculated(v.Op, x, ys[i])
		}
		return dst
	}
	return w
}

// float returns the view's numbers as floats.
func (w *view) float() func(b int, dst []float64) []float64 {
	if w.floats != nil {
		return w.floats
	}
	var keys [columns.BlockSize]int64
	return func(b int, dst []float64) []float64 {
		all := w.keys(b, keys[:])
		dst = dst[:len(all)]
		for i, n := range all {
			dst[i] = float64(n)
		}
		return dst
	}
}

// Numeric reports whether the value is a number.
func (v *Value) Numeric() bool { return v.Kind() == columns.Number }
