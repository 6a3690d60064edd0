package rules

import (
	"cmp"
	"strconv"
	"strings"
)

// Bestiary is the monsters of one version (monst.c), as its own tables print
// them. It is built once and never changes.
type Bestiary struct {
	Name     string     `cite:"-"` // the version: "5.0.0", "dnethack"
	Title    string     `cite:"-"` // "NetHack 5.0.0"
	Monsters []*Monster `table:"monst.c"`

	byName map[string]*Monster
}

// Monster is one kind of monster.
type Monster struct {
	Name  string   // as answers show it
	Names []string // all its names, Name first: "gnome leader", "gnome lord", "gnome lady"

	Symbol string // one character; " " is one too
	Class  string // "ant or other insect"
	Color  string // "brightblue"

	Level, Speed, AC int
	MR               int // percent
	Align            int // positive lawful, negative chaotic; Unaligned: none
	Frequency        int // of generation, 0 to 7
	Difficulty       int
	Experience       int // for a kill at its own level; 0 if it is not known
	Weight           int
	Nutrition        int
	Size             string // "tiny" to "gigantic"

	Attacks []MonsterAttack
	Resists []string // "poison", "elec"
	Conveys []string // the raw flags: not what eating gives
	Geno    []string // how it is generated: "SGROUP", "NOGEN", "HELL"

	flags          map[string]bool
	columns, cells []string
}

// Unaligned is the Align of monsters without alignment.
const Unaligned = -128

// MonsterAttack is one attack, in the source's short words.
type MonsterAttack struct {
	Type   string   // how: "BITE", "WEAP"; "NONE" is passive
	Damage string   // what: "PHYS", "DRST"
	Dice   string   // "1d4"; "0d0" is by level or none
	Limits []string // dNetHack: "lev30", "offhand"
}

// Is reports whether a flag of the source is set: "FLY", "POIS", "UNDEAD",
// whichever of its flag words it stands in.
func (m *Monster) Is(flag string) bool { return m.flags[flag] }

// Row calls f with every column of the version's table and its cell, empty
// ones too, in the table's order.
func (m *Monster) Row(f func(column, cell string)) {
	for i, c := range m.columns {
		if i == 0 {
			continue // the table's own key
		}
		cell := m.cells[i]
		if cell == "-" && c != "sym" {
			cell = ""
		}
		f(c, cell)
	}
}

// bestiary is known only in versions whose own table of monsters is there.
var bestiary = register(topic[Bestiary]{name: "Bestiary", what: "monsters", own: true, tables: []string{"monsters"}, fill: fillBestiary})

// BestiaryNames lists the versions whose monsters are known.
func BestiaryNames() []string { return bestiary.versions() }

// BestiaryOf returns the monsters of a version by its exact name; nil if they are not
// known.
func BestiaryOf(name string) *Bestiary { return bestiary.of(name) }

// Bestiary returns the version's monsters; nil if they are not known.
func (s *Set) Bestiary() *Bestiary { return bestiary.of(s.Name) }

// LookupBestiary finds the monsters of the version that a word names, as
// Lookup finds its rules. It also knows the variants for which only the monsters
// are known. note, where it is not empty, says how the word was read. The error
// is an *UnknownVersion or a *NoTable.
func LookupBestiary(word string) (b *Bestiary, note string, looksLike bool, err error) {
	if b = bestiary.of(partial(word)); b != nil {
		return b, "", true, nil
	}
	found, looksLike, err := Lookup(word)
	if !looksLike || err != nil {
		return nil, "", looksLike, err
	}
	if b = found.Bestiary(); b == nil {
		return nil, "", true, bestiary.missing(found.Set)
	}
	return b, found.Note, true, nil
}

// Named finds a monster by its first name as the table spells it, or nil if there is
// none. If two share a name, it is the first.
func (b *Bestiary) Named(name string) *Monster { return b.byName[name] }

// OtherForm returns a were's other shape, which has its name: the human "@" of an
// animal, the animal of a human. Nil: m has one form.
func (b *Bestiary) OtherForm(m *Monster) *Monster {
	if !m.Is("WERE") {
		return nil
	}
	for _, o := range b.Monsters {
		if o != m && o.Name == m.Name && o.Is("WERE") {
			return o
		}
	}
	return nil
}

// CiteConvey is the rule of data/all/cites for what corpses convey.
const CiteConvey = "conveyed intrinsics"

// The rules of data/all/cites for the rest of eating.
const (
	CiteCorpseAge  = "corpse age"
	CiteCorpseLeft = "corpse left"
	CiteTins       = "tins"
)

// Cite returns where the source of the bestiary's version states a rule.
func (b *Bestiary) Cite(rule string) (Cite, bool) {
	if s := Get(b.Name); s != nil {
		return s.Cite(rule)
	}
	return Cite{}, false
}

func fillBestiary(b *Bestiary, lineage []string) {
	v := versionNamed(lineage[len(lineage)-1])
	b.Name, b.Title = v.name, v.title
	t := readTable(lineage, "monsters")
	columns := make([]string, len(t.columns))
	for c, i := range t.columns {
		columns[i] = c
	}
	optional := func(r row, column string) string {
		if _, ok := t.columns[column]; !ok {
			return ""
		}
		return r.str(column)
	}
	b.byName = map[string]*Monster{}
	t.each(func(r row) {
		m := &Monster{
			Symbol: r.cells[t.columns["sym"]], Class: r.str("class"), Color: r.str("color"),
			Level: r.num("level"), Speed: r.num("speed"), AC: r.num("ac"), MR: r.num("mr"), Align: r.num("align"),
			Frequency: r.num("freq"), Difficulty: r.num("difficulty"), Weight: r.num("weight"), Nutrition: r.num("nutrition"),
			Size:    strings.ToLower(strings.TrimPrefix(r.str("size"), "MZ_")),
			flags:   map[string]bool{},
			columns: columns, cells: r.cells,
		}
		m.Experience, _ = strconv.Atoi(optional(r, "exp_base"))
		for _, column := range []string{"nname", "name", "fname"} {
			if n := optional(r, column); n != "" {
				m.Names = append(m.Names, n)
			}
		}
		m.Name = m.Names[0]
		for _, column := range []string{"flags1", "flags2", "flags3", "flags4", "race", "motility", "thoughts", "fighting", "body", "mechanics", "vision"} {
			for f := range strings.SplitSeq(optional(r, column), ",") {
				if _, flag, ok := strings.Cut(f, "_"); ok {
					m.flags[flag] = true
				}
			}
		}
		if m.flags["ZOMBIE"] || m.flags["UNZOMBIE"] || m.flags["VAMPIRE"] { // EvilHack tells kinds of undead apart
			m.flags["UNDEAD"] = true
		}
		m.Geno = bare(r.list("genoflags"))
		m.Resists, m.Conveys = bare(r.list("resists")), bare(r.list("conveys"))
		for i := range m.Resists {
			m.Resists[i] = strings.ToLower(m.Resists[i])
		}
		for i := range m.Conveys {
			m.Conveys[i] = strings.ToLower(m.Conveys[i])
		}
		for part := range strings.SplitSeq(r.str("attacks"), ";") {
			if f := strings.Fields(part); len(f) >= 3 {
				m.Attacks = append(m.Attacks, MonsterAttack{f[0], f[1], f[2], f[3:]})
			}
		}
		b.byName[m.Name] = cmp.Or(b.byName[m.Name], m)
		b.Monsters = append(b.Monsters, m)
	})
}

// bare takes the prefixes off flags: "G_SGROUP" becomes "SGROUP".
func bare(flags []string) []string {
	out := make([]string, len(flags))
	for i, f := range flags {
		if _, after, ok := strings.Cut(f, "_"); ok {
			f = after
		}
		out[i] = f
	}
	return out
}
