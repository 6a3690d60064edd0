package xlog

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/seq"
)

// Variant is a game that logs may be of: NetHack, or one made from it.
type Variant struct {
	Name     string   `toml:"name"`
	Title    string   `toml:"title"`
	Also     []string `toml:"also"`     // what else it is called, in names of sources as well
	Versions []string `toml:"versions"` // that no other has; "UNH-*" begins so
	Like     string   `toml:"like"`     // the variant as which its rows are read; empty: it has a decoder of its own
}

// index finds variants by what they are called.
func (data *variantData) index() error {
	data.byName = map[string]*Variant{}
	for _, v := range data.registry {
		for _, pattern := range v.Versions {
			prefix, begins := strings.CutSuffix(pattern, "*")
			data.versions = append(data.versions, versionPattern{prefix, begins, v})
		}
		for _, name := range append([]string{v.Name}, v.Also...) {
			if data.byName[name] != nil || name != strings.ToLower(name) {
				return fmt.Errorf("two variants are called %q, or it is not in lower case", name)
			}
			data.byName[name] = v
		}
	}
	for _, d := range data.decoders {
		if v := data.byName[d.Variant]; v == nil || v.Name != d.Variant {
			return fmt.Errorf("decoder %s: no variant %q", d.Title, d.Variant)
		}
	}
	for _, v := range data.registry {
		if read := cmp.Or(v.Like, v.Name); !slices.ContainsFunc(data.decoders, func(d *decoder) bool { return d.Variant == read }) {
			return fmt.Errorf("variant %s: no decoder reads it", v.Name)
		}
	}
	return nil
}

// Variants lists every variant a source may name, in alphabetical order.
func Variants() []string {
	out := seq.Map(variants().registry, func(v *Variant) string { return v.Name })
	slices.Sort(out)
	return out
}

// KnownVariant reports whether a source may name the variant.
func KnownVariant(name string) bool { v := variants().byName[name]; return v != nil && v.Name == name }

// VariantNamed returns the variant that something is called, in any case; ok is false if
// none is.
func VariantNamed(name string) (v Variant, ok bool) {
	found := variants().byName[strings.ToLower(name)]
	if found == nil {
		return v, false
	}
	return *found, true
}

// versionPattern is what versions are, or begin with, that one variant alone has.
type versionPattern struct {
	text   string
	begins bool
	of     *Variant
}

// ofVersion returns the variant that alone has such versions, or nil.
func ofVersion(version string) *Variant {
	for _, p := range variants().versions {
		if strings.HasPrefix(version, p.text) && (p.begins || version == p.text) {
			return p.of
		}
	}
	return nil
}

// ofSource returns the variant that the name of a source has a word for, the last one
// that is any; nil: none is.
func ofSource(source string) *Variant {
	words := strings.FieldsFunc(strings.ToLower(source), func(c rune) bool { return c != '\'' && (c < '0' || c > '9' && c < 'a' || c > 'z') })
	for _, w := range slices.Backward(words) {
		if v := variants().byName[w]; v != nil && v.Name != Other {
			return v
		}
	}
	return nil
}

// VariantOf returns the variant of a record's row, by what is known of it otherwise ("" or
// Other: nothing), by what the row says itself, and by the name of its source. It is "" if
// only the decoders can tell.
func VariantOf(r *Record, known, source string) string {
	if known != "" && known != Other {
		return known
	}
	if said, ok := r.Raw("variant"); ok {
		if v := variants().byName[strings.ToLower(said)]; v != nil {
			return v.Name
		}
	}
	version, _ := r.Raw("version")
	if v := ofVersion(version); v != nil {
		return v.Name
	}
	v := ofSource(source)
	if v == nil {
		return ""
	}
	// A field that one variant alone writes says more than a name.
	for _, d := range variants().decoders {
		if len(d.Has) > 0 && d.fits(r, version, 0, false) && d.Variant != cmp.Or(v.Like, v.Name) {
			return ""
		}
	}
	return v.Name
}

// DecodeFrom is Decode of a row that was read from a source, of whose variant something may
// be known: what its configuration says, or what was found before.
func DecodeFrom(r Record, known, source string) (*Game, error) {
	return Decode(r, VariantOf(&r, known, source))
}

// DecodeFrom reads a record as the function DecodeFrom does. The game is whole until the next
// call, but for its lists, which must not be changed: games with the same share them.
func (p *Parser) DecodeFrom(r Record, known, source string) (*Game, error) {
	if p.known == nil || len(p.known) > keptSets {
		p.known = map[bitSet]namedBits{}
	}
	p.game = Game{Record: r, known: p.known}
	return p.game.decode(VariantOf(&r, known, source))
}
