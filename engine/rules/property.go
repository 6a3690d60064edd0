package rules

import (
	"strconv"
	"strings"
)

// Properties holds the intrinsic and extrinsic properties of heroes, such as
// resistances, and what gives them. What corpses convey, what artifacts do and what
// crowning gives have topics of their own.
type Properties struct {
	List []*Property `cite:"innate powers"`
	// Innate lists what roles and races gain with their levels.
	Innate []Innate `cite:"innate powers"`
}

// Property is something that heroes can have.
type Property struct {
	Name    string // as eating has it: "fire resistance"
	Anchor  string // an object that gives it: others with its Object.Property do so too; empty: none does
	Powers  string // how Powers.Wielded and Powers.Carried write it: "esp"
	Defends string // how Powers.Defends and Powers.Carries write it: "fire"
	Invoke  string // how Powers.Invoke writes it
	Aliases []string
	Grants  []Grant
}

// Grant is something that gives a property, and that no other table tells of.
type Grant struct {
	Item string // the object that does; empty: none
	What string // in words; with an Item, how it does
	Rule string // of data/all/cites
}

// Innate is a property that a role or a race has from a certain level on.
type Innate struct {
	Who   string // "Monk", "elf"
	Has   string // the name of a Property
	Level int
}

var properties = register(topic[Properties]{name: "Properties", what: "sources of resistances and other powers", own: true, tables: []string{"properties", "grants", "innate"}, fill: fillProperties, changes: map[string]func(*Properties){"3.6.7": func(*Properties) {}}})

func fillProperties(t *Properties, lineage []string) {
	byName := map[string]*Property{}
	readTable(lineage, "properties").each(func(r row) {
		p := &Property{
			Name: r.str("property"), Anchor: r.str("anchor"), Powers: r.str("powers"), Defends: r.str("defends"), Invoke: r.str("invoke"), Aliases: r.list("also"),
		}
		t.List, byName[p.Name] = append(t.List, p), p
	})
	readTable(lineage, "grants").each(func(r row) {
		p := byName[r.str("property")]
		p.Grants = append(p.Grants, Grant{Item: r.str("item"), What: r.str("what"), Rule: r.str("rule")})
	})
	readTable(lineage, "innate").each(func(r row) {
		for _, gain := range r.list("gains") {
			i := strings.LastIndexByte(gain, ' ')
			level, err := strconv.Atoi(gain[i+1:])
			if err != nil {
				panic("rules: " + r.str("who") + ": " + gain)
			}
			t.Innate = append(t.Innate, Innate{Who: r.str("who"), Has: gain[:i], Level: level})
		}
	})
}

// Properties returns what the version's heroes can have; nil if it is not known.
func (s *Set) Properties() *Properties { return properties.of(s.Name) }

// CiteInnate is the rule of data/all/cites for what levels give.
const CiteInnate = "innate powers"
