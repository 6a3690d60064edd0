package rules

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed data
var data embed.FS

// table is one data file applied over its parent's: rows by name, in order.
type table struct {
	columns map[string]int
	order   []string
	rows    map[string][]string
}

// readTable reads data/VERSION/NAME.tsv for each version of the lineage, root
// first. A version without the file changes nothing. The data is our own and
// compiled in, so a fault in it is a bug and panics.
func readTable(lineage []string, name string) *table {
	t := &table{rows: map[string][]string{}}
	for _, version := range lineage {
		text, err := data.ReadFile("data/" + version + "/" + name + ".tsv")
		if err != nil {
			continue
		}
		if err := t.apply(string(text)); err != nil {
			panic(fmt.Sprintf("rules: %s of %s: %v", name, version, err))
		}
	}
	return t
}

// apply changes a table as a version's file says. The first line names the
// columns, which are the parent's unless the second is "-*", which takes every
// row of the parent's away. Of the others, "-NAME" takes one row away, and any
// other is a row that is new or replaces the parent's of the same name.
func (t *table) apply(text string) error {
	header, body, _ := strings.Cut(strings.TrimRight(text, "\n"), "\n")
	if rest, all := strings.CutPrefix(body, "-*"); all {
		t.columns, t.order, t.rows = nil, nil, map[string][]string{}
		body = strings.TrimPrefix(rest, "\n")
	}
	columns := map[string]int{}
	for c, head := range strings.Split(header, "\t") {
		columns[head] = c
	}
	if t.columns != nil && !maps.Equal(columns, t.columns) {
		return errors.New("the columns are not those of the parent's table")
	}
	t.columns = columns
	for line := range strings.SplitSeq(body, "\n") {
		if line == "" {
			continue
		}
		cells := strings.Split(line, "\t")
		key := cells[0]
		gone, isGone := strings.CutPrefix(key, "-")
		switch {
		case isGone && t.rows[gone] == nil:
			return fmt.Errorf("it takes away %q, which is not there", gone)
		case isGone:
			delete(t.rows, gone)
			t.order = slices.DeleteFunc(t.order, func(k string) bool { return k == gone })
		case len(cells) != len(t.columns):
			return fmt.Errorf("%q has %d cells, want %d", key, len(cells), len(t.columns))
		default:
			if t.rows[key] == nil {
				t.order = append(t.order, key)
			}
			t.rows[key] = cells
		}
	}
	return nil
}

// row gives typed access to one row's cells.
type row struct {
	t     *table
	cells []string
}

func (t *table) each(f func(row)) {
	for _, k := range t.order {
		f(row{t, t.rows[k]})
	}
}

func (r row) str(column string) string {
	i, ok := r.t.columns[column]
	if !ok {
		panic("rules: no column " + column)
	}
	if r.cells[i] == "-" {
		return ""
	}
	return r.cells[i]
}

func (r row) num(column string) int {
	s := r.str(column)
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(fmt.Sprintf("rules: %q: %s is %q, want a number", r.cells[0], column, s))
	}
	return n
}

func (r row) yes(column string) bool { return r.num(column) != 0 }

// metals holds the materials that is_metallic (hack.h) accepts: iron to mithril.
var metals = []string{"iron", "steel", "metal", "copper", "silver", "gold", "platinum", "adamantine", "mithril"}

// load fills a Set's tables from data/.
func (s *Set) load(v version) {
	lineage := v.lineage()
	also := readAliases()
	s.cites = readCites(s.Name)

	begin := starts.make(v)
	readTable(lineage, "roles").each(func(r row) {
		role := &Role{
			Name: r.str("name"), Female: r.str("female"),
			Base: r.num("base"), Emergency: r.num("emergency"), Shield: r.num("shield"), Suit: r.num("suit"),
			Stat: Stat(r.str("stat")), Special: r.str("special"), Bonus: r.num("special_bonus"),
			Unhampered: School(r.str("unhampered")), ArmourRelief: r.num("relief"),
			reach:   map[School]Skill{},
			basic:   begin.Basic[r.str("name")],
			Aliases: also["role"][r.str("name")],
		}
		for flag := range strings.SplitSeq(r.str("flags"), ",") {
			role.NoMetal = role.NoMetal || flag == "nometal"
			role.Curses = role.Curses || flag == "curses"
		}
		s.Roles = append(s.Roles, role)
	})
	skills := readTable(lineage, "skills")
	skills.each(func(r row) {
		role := s.Role(r.str("role"))
		if role == nil {
			return // a delta may take roles away and leave their skills
		}
		for school := range skills.columns {
			if skill, ok := SkillNamed(r.str(school)); ok {
				role.reach[School(school)] = skill
			}
		}
	})
	readTable(lineage, "titles").each(func(r row) {
		if role := s.Role(r.str("role")); role != nil {
			role.Titles = strings.Split(r.str("titles"), ",")
		}
	})
	readTable(lineage, "spells").each(func(r row) {
		s.Spells = append(s.Spells, &Spell{
			Name: r.str("name"), School: School(r.str("school")), Level: r.num("level"),
			Direction: r.str("direction"), Delay: r.num("delay"), Emergency: r.yes("emergency"),
			Aliases: also["spell"][r.str("name")],
		})
	})
	s.loadWorn(lineage, also)
	s.loadHeld(lineage, also)
}

func (s *Set) loadWorn(lineage []string, also map[string]map[string][]string) {
	readTable(lineage, "worn").each(func(r row) {
		w := &Worn{
			Name: r.str("name"), Material: r.str("material"), Weight: r.num("weight"), Bulky: r.yes("bulky"),
			Aliases: also["worn"][r.str("name")],
		}
		slot := slices.Index(slotNames[:], r.str("slot"))
		if slot < 0 {
			panic("rules: " + w.Name + " has no known slot")
		}
		w.Slot = Slot(slot)
		w.Metallic = slices.Contains(metals, w.Material)
		tags := strings.Split(r.str("tags"), ",")
		has := func(tag string) bool { return slices.Contains(tags, tag) }
		w.Robe, w.Power, w.Clear, w.Mind, w.Dull, w.Free = has("robe"), has("power"), has("clear"), has("mind"), has("dull"), has("free")
		w.Scales = w.Slot == Cloak && strings.HasSuffix(w.Name, "dragon scales")
		if w.Slot == Shield {
			// spell.c: heavier than the small shield (30).
			w.Big = w.Weight > 30 || s.Casting.MetalShieldIsBig && w.Metallic && !has("bracers")
		}
		if seen := r.str("also"); seen != "" {
			w.Aliases = append(slices.Clone(w.Aliases), seen)
		}
		s.Worn = append(s.Worn, w)
	})
}

// loadHeld lists what can be in hand: the weapons, tools with a weapon skill,
// wands and spellbooks of the nearest object table, and what casting knows of
// some of them by the version's own data/VERSION/held.tsv.
func (s *Set) loadHeld(lineage []string, also map[string]map[string][]string) {
	wands := map[string]string{}
	readTable(lineage, "wands").each(func(r row) { wands[r.str("wand")] = r.str("spell") })
	for _, o := range readObjects(lineage) {
		switch {
		case o.Class == "weapon", o.Class == "wand", o.Class == "spellbook":
		case o.Class == "tool" && o.Sub != 0: // a weapon skill makes it a weapon-tool
		default:
			continue
		}
		h := &Held{
			Name: o.Name, TwoHanded: o.Big, Quarterstaff: o.Name == "quarterstaff",
			Nothing: o.Name == "wand of nothing",
			Wand:    wands[o.Name],
			Aliases: also["held"][o.Name],
		}
		if book, ok := strings.CutPrefix(o.Name, "spellbook of "); ok {
			h.Book = book
		}
		s.Held = append(s.Held, h)
	}
	for _, sp := range s.Spells { // books of spells that the object table lacks
		if name := "spellbook of " + sp.Name; s.HeldNamed(name) == nil {
			s.Held = append(s.Held, &Held{Name: name, Book: sp.Name})
		}
	}
	readTable(lineage, "held").each(func(r row) {
		h := s.HeldNamed(r.str("name"))
		if h == nil {
			h = &Held{Name: r.str("name"), Aliases: also["held"][r.str("name")]}
			s.Held = append(s.Held, h)
		}
		h.TwoHanded, h.Staff = r.yes("two_handed"), School(r.str("staff"))
	})
}

// readAliases reads data/all/aliases.tsv: vocabulary -> name -> aliases.
var readAliases = sync.OnceValue(func() map[string]map[string][]string {
	out := map[string]map[string][]string{}
	text, err := data.ReadFile("data/all/aliases.tsv")
	if err != nil {
		panic(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		if out[cells[0]] == nil {
			out[cells[0]] = map[string][]string{}
		}
		out[cells[0]][cells[2]] = append(out[cells[0]][cells[2]], cells[1])
	}
	return out
})

// readCites reads the tables of data/all/cites, one for each topic. A version
// without a column has no places for that topic.
func readCites(version string) map[string]Cite {
	files, err := data.ReadDir("data/all/cites")
	if err != nil {
		panic(err)
	}
	out := map[string]Cite{}
	for _, f := range files {
		t := readTable([]string{"all/cites"}, strings.TrimSuffix(f.Name(), ".tsv"))
		if _, ok := t.columns[version]; !ok {
			continue
		}
		t.each(func(r row) {
			if _, twice := out[r.str("rule")]; twice {
				panic("rules: two topics cite " + r.str("rule"))
			}
			if place, _, function := splitCite(r.str(version)); place != "" {
				out[r.str("rule")] = newCite(version, place, cmp.Or(function, r.str("function")))
			}
		})
	}
	return out
}
