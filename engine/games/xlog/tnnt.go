package xlog

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed tnnt.tsv
var tnntTSV string

// AchievementTable names the bits of the fields in which TNNT writes its own
// achievements. They change their meaning almost every season.
type AchievementTable struct {
	Fields []string   // of the xlogfile: "achieve", "tnntachieve0", ...
	Names  [][]string // by field and bit; "-": it means nothing
	Masks  []uint64   // by field, the bits that mean something
	Size   int        // how many achievements there are
}

var achievementTables = sync.OnceValue(func() map[string]*AchievementTable {
	tables := map[string]*AchievementTable{}
	for line := range strings.Lines(tnntTSV) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 {
			continue
		}
		t := tables[cells[0]]
		if t == nil {
			t = &AchievementTable{}
			tables[cells[0]] = t
		}
		names, mask := strings.Fields(cells[2]), uint64(0)
		for bit, name := range names {
			if name != "-" {
				mask |= 1 << bit
				t.Size++
			}
		}
		t.Fields, t.Names, t.Masks = append(t.Fields, cells[1]), append(t.Names, names), append(t.Masks, mask)
	}
	return tables
})

// Achievements returns a table of TNNT's achievements: "tnnt", the scoreboard's own, or
// a year from 2018 on, the game's; nil if there is none by that name.
func Achievements(table string) *AchievementTable { return achievementTables()[table] }

// AchievementTables lists the names of all tables.
func AchievementTables() []string {
	var out []string
	for name := range achievementTables() {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Bits returns the achievements of a record, by field of the table.
func (t *AchievementTable) Bits(r *Record) []uint64 { return t.AppendBits(nil, r) }

// AppendBits appends what Bits returns.
func (t *AchievementTable) AppendBits(out []uint64, r *Record) []uint64 {
	next := 0
	for i, f := range t.Fields {
		var set uint64
		if at := r.place(f, next); at >= 0 {
			set, _ = parseBits(r.Fields[at].Value)
			next = at + 1
		}
		out = append(out, set&t.Masks[i])
	}
	return out
}

// Find returns the place of an achievement, its field and bit.
func (t *AchievementTable) Find(name string) (field, bit int, ok bool) {
	for i, names := range t.Names {
		if b := slices.Index(names, name); b >= 0 && name != "-" {
			return i, b, true
		}
	}
	return 0, 0, false
}
