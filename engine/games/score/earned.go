package score

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/games/xlog"
)

// Variant is a game of a tournament that counts games of several: which one a row
// is of is told by its version, and otherwise by where it was read.
type Variant struct {
	Name     string   `toml:"name"`
	Title    string   `toml:"title"`
	Versions []string `toml:"versions"` // as rows have it; "3.6*" begins with 3.6
	Sources  []string `toml:"sources"`  // what stands behind the last "_" of a source's name

	is string // without Versions and Sources: the variant that logs know by that name
}

// variantOf returns the variant of a row, which was read as one of the registry; empty: it is
// of none.
func (r *Rules) variantOf(rec *xlog.Record, source, read string) string {
	version, _ := rec.Raw("version")
	for i := range r.Variant {
		for _, v := range r.Variant[i].Versions {
			if prefix, ok := strings.CutSuffix(v, "*"); v == version || ok && strings.HasPrefix(version, prefix) {
				return r.Variant[i].Name
			}
		}
	}
	last := source[strings.LastIndexByte(source, '_')+1:]
	for i := range r.Variant {
		if v := &r.Variant[i]; slices.Contains(v.Sources, last) || v.is != "" && v.is == read {
			return r.Variant[i].Name
		}
	}
	return ""
}

// Achievement is what the rows of some variants say of a game, by the names that
// a tournament gives to it. It is said in one of three ways.
type Achievement struct {
	// When says it of a game: of these, one. Each is a comparison of a field of the
	// row, or several with " and " between: "achieve&0x80" (one of these bits),
	// "event!&0x2000" (none of them), "conductX~petless" (a list that has it),
	// "mode=hoh", "death=went to heaven*" (begins so), "gold>=25000". The field "source" is where it was read.
	Name string   `toml:"name"`
	When []string `toml:"when"`
	// Bits of Field, by names.
	Field string         `toml:"field"`
	Bits  map[string]int `toml:"bits"`
	// Names that one of the fields In lists, between commas; Before stands before
	// them where the field has them without it: "defeated_".
	Names  []string `toml:"names"`
	In     []string `toml:"in"`
	Before string   `toml:"before"`

	Variants []string `toml:"variants"` // of these; "*": of all, "-x": but not of x; empty: all
	Trophy   bool     `toml:"trophy"`   // each is a trophy, in each of its variants
}

// all returns the names that it gives.
func (a *Achievement) all() []string {
	out := slices.Concat(a.Names, slices.Sorted(maps.Keys(a.Bits)))
	if a.Name != "" {
		out = append(out, a.Name)
	}
	return out
}

// A rowTest is a comparison of a field of a row.
type rowTest struct {
	field, op string
	n         int64
	mask      uint64
	text      string
	place     int // of the field among those that are asked for
}

// rowField is a field of a row, looked up once for all tests of it.
type rowField struct {
	read, ok bool
	text     string
	bits     uint64
	n        int64
	number   bool
}

// fieldOf looks up the field of a test.
func (t *rowTest) fieldOf(fields []rowField, rec *xlog.Record, source string) *rowField {
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

// earned is what rows of one variant say: numbers of Rules.earnable.
type earned struct {
	fields []string // that when looks at
	when   []struct {
		id  int
		all []rowTest
	}
	bits []struct {
		field   string
		bit, id int
	}
	lists map[string]map[string]int // by field and name
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
func readTest(text string) (t rowTest, err error) {
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
func (t *rowTest) met(f *rowField) bool {
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

// of returns the numbers of what a row says.
func (e *earned) of(rec *xlog.Record, source string) (ids []int32) {
	if e == nil {
		return nil
	}
	var few [32]rowField
	fields := few[:]
	if len(e.fields) > len(few) {
		fields = make([]rowField, len(e.fields))
	}
	for i := range e.when {
		w := &e.when[i]
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
	field, set := "", uint64(0)
	for _, b := range e.bits {
		if b.field != field {
			field = b.field
			set, _ = rec.Bits(field)
		}
		if set>>b.bit&1 == 1 {
			ids = append(ids, int32(b.id))
		}
	}
	for field, names := range e.lists {
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

// variants checks what variants and achievements the rules name.
func (r *Rules) variants(c *checker) {
	seen := map[string]bool{}
	for i := range r.Variant {
		v := &r.Variant[i]
		if v.Name == "" || strings.ContainsAny(v.Name, " \t,:*") || seen[v.Name] {
			c.bad("variant %d: name is %q, want one word that no other variant has", i+1, v.Name)
		}
		seen[v.Name] = true
		if known, ok := xlog.VariantNamed(v.Name); len(v.Versions)+len(v.Sources) == 0 && !ok {
			c.bad("variant %d (%s): say its versions or sources, or one of %s", i+1, v.Name, strings.Join(xlog.Variants(), ", "))
		} else if len(v.Versions)+len(v.Sources) == 0 {
			v.is, v.Title = known.Name, cmp.Or(v.Title, known.Title)
		}
		v.Title = cmp.Or(v.Title, v.Name)
		c.variants = append(c.variants, v.Name)
	}
	r.earned = map[string]*earned{}
	ids := map[string]int{}
	for i := range r.Achievement {
		a := &r.Achievement[i]
		what := fmt.Sprintf("achievement %d (%s)", i+1, cmp.Or(a.Name, strings.Join(a.Names, ", ")))
		if !slices.Contains([]int{1, 2, 4}, ways(a.Name != "", len(a.Bits) > 0, len(a.Names) > 0)) || (a.Name != "") != (len(a.When) > 0) || (len(a.Bits) > 0) != (a.Field != "") || (len(a.Names) > 0) != (len(a.In) > 0) {
			c.bad("%s: say either name and when, or field and bits, or names and in", what)
			continue
		}
		for _, name := range a.all() {
			if name != strings.ToLower(name) || strings.ContainsAny(name, " \t,:") {
				c.bad("%s: %q is no name, want one word in lower case", what, name)
			}
			if _, ok := ids[name]; !ok {
				ids[name] = len(r.earnable)
				r.earnable = append(r.earnable, name)
			}
		}
		for _, v := range c.among(what, a.Variants) {
			e := r.earned[v]
			if e == nil {
				e = &earned{lists: map[string]map[string]int{}}
				r.earned[v] = e
			}
			a.say(e, ids, c, what)
		}
	}
	c.achievements = append(c.achievements, r.earnable...)
}

// ways returns those of several that are used, as bits.
func ways(used ...bool) (set int) {
	for i, u := range used {
		if u {
			set |= 1 << i
		}
	}
	return set
}

// say adds an achievement to what rows of a variant say.
func (a *Achievement) say(e *earned, ids map[string]int, c *checker, what string) {
	for _, when := range a.When {
		var all []rowTest
		for part := range strings.SplitSeq(when, " and ") {
			t, err := readTest(part)
			if err != nil {
				c.bad("%s: when: %v", what, err)
			}
			if t.place = slices.Index(e.fields, t.field); t.place < 0 {
				t.place = len(e.fields)
				e.fields = append(e.fields, t.field)
			}
			all = append(all, t)
		}
		e.when = append(e.when, struct {
			id  int
			all []rowTest
		}{ids[a.Name], all})
	}
	for name, bit := range a.Bits {
		if bit < 0 || bit > 63 {
			c.bad("%s: bit %d of %s is none, want 0 to 63", what, bit, name)
			continue
		}
		e.bits = append(e.bits, struct {
			field   string
			bit, id int
		}{a.Field, bit, ids[name]})
	}
	for _, field := range a.In {
		if e.lists[field] == nil {
			e.lists[field] = map[string]int{}
		}
		for _, name := range a.Names {
			e.lists[field][name] = ids[name]
			if short, ok := strings.CutPrefix(name, a.Before); ok {
				e.lists[field][short] = ids[name]
			}
		}
	}
}

// among lists the variants that a list of them means; one that is empty if the rules
// name none.
func (c *checker) among(what string, list []string) (out []string) {
	if len(c.variants) == 0 {
		if len(list) > 0 {
			c.bad("%s: variants are named, and there is no [[variant]]", what)
		}
		return []string{""}
	}
	if len(list) == 0 {
		return c.variants
	}
	for _, v := range list {
		name, not := strings.CutPrefix(v, "-")
		switch {
		case v == "*":
			out = append(out, c.variants...)
		case !slices.Contains(c.variants, name):
			c.bad("%s: there is no variant %q; there are %s", what, name, strings.Join(c.variants, ", "))
		case not:
			out = slices.DeleteFunc(out, func(o string) bool { return o == name })
		default:
			out = append(out, name)
		}
	}
	return out
}
