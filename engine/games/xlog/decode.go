package xlog

import (
	_ "embed"
	"fmt"
	mathbits "math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/pelletier/go-toml/v2"
)

//go:embed variants.toml
var variantsTOML string

// decoder is one [[decoder]] of variants.toml.
type decoder struct {
	Variant   string         `toml:"variant"`
	Title     string         `toml:"title"`
	Versions  []string       `toml:"versions"`
	Has       []string       `toml:"has"`
	From      toml.LocalDate `toml:"from"`
	Until     toml.LocalDate `toml:"until"`
	OnlyNamed bool           `toml:"only_named"` // fits only where the source names the variant
	Ascended  []string       `toml:"ascended"`   // what a death begins with that is an ascension

	Conduct     []string `toml:"conduct"`
	Achieve     []string `toml:"achieve"`
	DnetAchieve []string `toml:"dnetachieve"`
	Event       []string `toml:"event"`
	Carried     []string `toml:"carried"`
	Flags       []string `toml:"flags"`

	from, until int64
	conduct     bits
	flags       bits
	achieve     []fieldBits
}

// fieldBits names the bits of one field of achievements.
type fieldBits struct {
	field string
	bits  bits
}

// bits names the bits of a field; an empty name is a bit nobody knows.
type bits [64]string

type variantData struct {
	decoders []*decoder
	names    map[string]string
	registry []*Variant
	byName   map[string]*Variant // by what each is called, in lower case
	versions []versionPattern
}

var variants = sync.OnceValue(func() *variantData {
	d, err := readVariants(variantsTOML)
	if err != nil {
		panic("xlog: variants.toml: " + err.Error()) // compiled in: a bug
	}
	return d
})

func readVariants(text string) (*variantData, error) {
	var file struct {
		Names   map[string]string            `toml:"names"`
		Tables  map[string]map[string]string `toml:"tables"`
		Variant []*Variant                   `toml:"variant"`
		Decoder []*decoder                   `toml:"decoder"`
	}
	d := toml.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, err
	}
	tables := map[string]bits{}
	for name, rows := range file.Tables {
		var b bits
		for k, v := range rows {
			n, err := strconv.Atoi(k)
			if err != nil || n < 0 || n > 63 || v == "" {
				return nil, fmt.Errorf("table %s: %q = %q is no bit and its name", name, k, v)
			}
			b[n] = v
		}
		tables[name] = b
	}
	for _, dec := range file.Decoder {
		lay := func(names []string) (out bits, err error) {
			for _, n := range names {
				t, ok := tables[n]
				if !ok {
					return out, fmt.Errorf("decoder %s: no table %q", dec.Title, n)
				}
				for i, v := range t {
					if v != "" {
						out[i] = v
					}
				}
			}
			for i, v := range out {
				if v != "" && slices.Index(out[:], v) < i {
					return out, fmt.Errorf("decoder %s: two bits are called %q", dec.Title, v)
				}
			}
			return out, nil
		}
		var err error
		if dec.conduct, err = lay(dec.Conduct); err != nil {
			return nil, err
		}
		if dec.flags, err = lay(dec.Flags); err != nil {
			return nil, err
		}
		for _, f := range []struct {
			field  string
			tables []string
		}{{"achieve", dec.Achieve}, {"dnetachieve", dec.DnetAchieve}, {"event", dec.Event}, {"carried", dec.Carried}} {
			if len(f.tables) == 0 {
				continue
			}
			b, err := lay(f.tables)
			if err != nil {
				return nil, err
			}
			dec.achieve = append(dec.achieve, fieldBits{f.field, b})
		}
		dec.from, dec.until = epoch(dec.From), epoch(dec.Until)
	}
	if len(file.Decoder) == 0 || file.Decoder[len(file.Decoder)-1].Variant != Other {
		return nil, fmt.Errorf("the last decoder must be %q, which fits everything", Other)
	}
	data := &variantData{decoders: file.Decoder, names: file.Names, registry: file.Variant}
	return data, data.index()
}

func epoch(d toml.LocalDate) int64 {
	if d.Year == 0 {
		return 0
	}
	return d.AsTime(time.UTC).Unix()
}

// Other is the variant given to a record that no decoder recognises.
const Other = "other"

// ConductNames lists every conduct that a decoder may name, in alphabetical
// order. The caller must not change it.
var ConductNames = sync.OnceValue(func() []string {
	var out []string
	add := func(name string) {
		if name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, d := range variants().decoders {
		for _, n := range d.conduct {
			add(n)
		}
		for _, f := range d.achieve {
			for _, n := range f.bits {
				if c, ok := strings.CutPrefix(n, "conduct:"); ok {
					add(c)
				}
			}
		}
	}
	sort.Strings(out)
	return out
})

// AchievementNames lists every achievement that a decoder may name, in
// alphabetical order. The caller must not change it.
var AchievementNames = sync.OnceValue(func() []string {
	var out []string
	add := func(name string) {
		if name != "" && !strings.HasPrefix(name, "conduct:") && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, d := range variants().decoders {
		for _, f := range d.achieve {
			for _, n := range f.bits {
				add(n)
			}
		}
	}
	for _, n := range variants().names {
		if !slices.Contains(ConductNames(), n) {
			add(n)
		}
	}
	sort.Strings(out)
	return out
})

// find returns the decoder of a record, and the variant that it is of. hint is what is
// known of that otherwise; an empty or unknown one is ignored.
func find(r *Record, hint, version string, end int64) (*decoder, string) {
	all := variants().decoders
	if said, ok := r.Raw("variant"); ok && hint == "" {
		hint = said
	}
	v := variants().byName[strings.ToLower(hint)]
	if v == nil {
		v = ofVersion(version)
	}
	read := ""
	if v != nil {
		read = v.Name
		if v.Like != "" {
			read = v.Like
		}
	}
	for _, d := range all {
		if v != nil && d.Variant != read && d.Variant != Other || v == nil && d.OnlyNamed {
			continue
		}
		if d.fits(r, version, end, v != nil) {
			return d, d.of(v)
		}
	}
	if v != nil { // none of its decoders fits quite: the last one of that name
		for _, d := range slices.Backward(all) {
			if d.Variant == read {
				return d, d.of(v)
			}
		}
	}
	return all[len(all)-1], Other
}

// of returns the variant of a record that the decoder reads, v if that is known.
func (d *decoder) of(v *Variant) string {
	if v == nil {
		return d.Variant
	}
	return v.Name
}

func (d *decoder) fits(r *Record, version string, end int64, named bool) bool {
	if d.Variant == Other && named {
		return false
	}
	if d.from != 0 && end < d.from || d.until != 0 && end >= d.until {
		return false
	}
	for _, key := range d.Has {
		if _, ok := r.Raw(key); !ok {
			return false
		}
	}
	return len(d.Versions) == 0 || slices.ContainsFunc(d.Versions, func(v string) bool {
		if prefix, ok := strings.CutSuffix(v, "*"); ok {
			return strings.HasPrefix(version, prefix) || version == strings.TrimSuffix(prefix, ".")
		}
		return version == v
	})
}

// bitSet is a set of bits as some decoder names them.
type bitSet struct {
	by  *bits
	set uint64
}

// namedBits holds the names of a set of bits, and those that have none.
type namedBits struct {
	names   []string
	unknown uint64
}

// keptSets is for how many sets of bits a Parser remembers the names.
const keptSets = 1 << 14

// named adds the names of the bits that are set to conducts and achieves, and
// returns the bits that have none. No two bits have one name, so that only names from
// elsewhere can be there already.
func (b *bits) named(set uint64, conducts, achieves *[]string) (unknown uint64) {
	kept, got := len(*conducts), len(*achieves)
	for ; set != 0; set &= set - 1 {
		i := mathbits.TrailingZeros64(set)
		name := b[i]
		if name == "" {
			unknown |= 1 << i
			continue
		}
		if c, ok := strings.CutPrefix(name, "conduct:"); ok {
			addName(conducts, kept, c)
		} else {
			addName(achieves, got, name)
		}
	}
	return unknown
}

// addName adds a name that is not among the first known ones.
func addName(list *[]string, known int, name string) {
	if !slices.Contains((*list)[:known], name) {
		if *list == nil {
			*list = make([]string, 0, 8)
		}
		*list = append(*list, name)
	}
}
