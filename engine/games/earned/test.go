package earned

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/engine/games/xlog"
)

// A test is a comparison of a field of a row.
type test struct {
	field, op string
	n         int64
	mask      uint64
	text      string
	place     int // of the field among those that are asked for
}

// field is a field of a row, looked up once for all tests of it.
type field struct {
	read, ok bool
	text     string
	bits     uint64
	n        int64
	number   bool
}

// fieldOf looks up the field of a test.
func (t *test) fieldOf(fields []field, rec *xlog.Record, source string) *field {
	f := &fields[t.place]
	if f.read {
		return f
	}
	if f.read = true; t.field == "source" {
		f.text, f.ok = source, true
	} else if f.text, f.ok = rec.Get(t.field); f.ok {
		f.bits, _ = rec.Bits(t.field)
		f.n, f.number = rec.Int(t.field)
	}
	return f
}

// plainName returns a name of a list as achievements have it.
func plainName(s string) string {
	s = strings.ToLower(strings.TrimSpace(s))
	if !strings.ContainsAny(s, " -'") {
		return s
	}
	return plainer.Replace(s)
}

var plainer = strings.NewReplacer(" ", "_", "-", "_", "'", "")

// readTest reads "gold>=25000".
func readTest(text string) (t test, err error) {
	i := strings.IndexAny(text, "&~!<>=")
	if i <= 0 {
		return t, fmt.Errorf("%q compares nothing; write achieve&0x80, conductX~petless, mode=hoh or gold>=25000", text)
	}
	t.field = strings.TrimSpace(text[:i])
	rest := text[i:]
	for _, op := range []string{"!&", "!=", "<=", ">=", "&", "~", "<", ">", "="} {
		if v, ok := strings.CutPrefix(rest, op); ok {
			t.op, t.text = op, strings.TrimSpace(v)
			break
		}
	}
	switch t.op {
	case "":
		return t, fmt.Errorf("%q compares nothing", text)
	case "&", "!&":
		t.mask, err = strconv.ParseUint(t.text, 0, 64)
	case "<", "<=", ">", ">=":
		t.n, err = strconv.ParseInt(t.text, 0, 64)
	case "~":
		t.text = plainName(t.text)
	}
	if err != nil {
		return t, fmt.Errorf("%q: %q is no number", text, t.text)
	}
	return t, nil
}

// met reports whether a row that has such a field meets the test.
func (t *test) met(f *field) bool {
	switch t.op {
	case "&", "!&":
		return (f.bits&t.mask != 0) == (t.op == "&")
	case "<", "<=", ">", ">=":
		n, ok := f.n, f.number
		switch t.op {
		case "<":
			return ok && n < t.n
		case "<=":
			return ok && n <= t.n
		case ">":
			return ok && n > t.n
		}
		return ok && n >= t.n
	}
	v, ok := f.text, f.ok
	same := v == t.text
	if prefix, begins := strings.CutSuffix(t.text, "*"); begins {
		same = strings.HasPrefix(v, prefix)
	}
	switch t.op {
	case "~":
		if v == "" {
			return false
		}
		for s := range strings.SplitSeq(v, ",") {
			if plainName(s) == t.text {
				return true
			}
		}
		return false
	case "!=":
		return !same
	}
	return ok && same
}
