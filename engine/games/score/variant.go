package score

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"delphi/engine/games/earned"
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
	r.earned = map[string]*earned.Reader{}
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
				e = &earned.Reader{}
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
func (a *Achievement) say(e *earned.Reader, ids map[string]int, c *checker, what string) {
	for _, when := range a.When {
		for _, err := range e.When(ids[a.Name], when) {
			c.bad("%s: when: %v", what, err)
		}
	}
	for name, bit := range a.Bits {
		if bit < 0 || bit > 63 {
			c.bad("%s: bit %d of %s is none, want 0 to 63", what, bit, name)
			continue
		}
		e.Bit(ids[name], a.Field, bit)
	}
	for _, field := range a.In {
		for _, name := range a.Names {
			e.Listed(ids[name], field, name)
			if short, ok := strings.CutPrefix(name, a.Before); ok {
				e.Listed(ids[name], field, short)
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
