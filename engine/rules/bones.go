package rules

import "strings"

// Bones holds the numbers and tables of a version's bones files: who can leave
// one where, who finds it, and what is in it. The tag cite names the rule of
// data/all/cites in which a number stands.
type Bones struct {
	// LeaveStep: bones are left with the chance 1 - 1/(1 + depth/LeaveStep),
	// the division rounding down.
	LeaveStep int `cite:"bones leave"`
	// FindOnce n means that a waiting file is loaded with a 1-in-n chance.
	FindOnce int `cite:"bones find"`
	// CurseOf n means that each thing stays uncursed with a 1-in-n chance.
	CurseOf int `cite:"bones drop and curse"`
	// OfferOnce n means a 1-in-n chance that a thing is offered to a monster
	// beside the hero that likes such things; 0 means never.
	OfferOnce int `cite:"bones drop and curse"`

	Dungeons  []*Dungeon `cite:"bones eligibility"`
	Levels    []*Level   `cite:"bones eligibility"` // the special levels and the branch levels
	Deaths    []*Death   `cite:"bones save"`        // what can end a game, the commonest first
	Keepsakes []Keepsake `cite:"bones items"`

	// Removed holds the monsters that bones never hold.
	Removed []string `cite:"bones save"`
	// Source is the file that states the depths of the levels.
	Source string `cite:"-"`
	// Extra says what else the version refuses; it may be empty.
	Extra string `cite:"bones leave"`
}

// Dungeon is a part of the dungeon whose levels are numbered on their own. The
// depth of its level n is that of its first level plus Step*(n-1).
type Dungeon struct {
	Name               string
	MinStart, MaxStart int // depth of level 1, which is the level one enters by
	MinLevels          int
	MaxLevels          int
	Ordinary           int  // the greatest number of a level that is not special; 0: all are
	Step               int  // 1 downward, -1 upward
	Main               bool // a bare depth means it: the Dungeons and Gehennom
	SameRole           bool // only a hero of the same role finds its bones
	Bones              bool
	Why                string // why it keeps no bones
	Aliases            []string
}

// Level is a special level, or one where another dungeon branches off.
type Level struct {
	Name        string // as in answers: "Minetown"
	ID          string // the game's own: "minetn"; empty for branch levels
	Dungeon     *Dungeon
	First, Last int  // its number within the dungeon
	Min, Max    int  // its depth; negative on the Planes
	Bones       bool // it passes the test of eligibility if it is not a branch level
	Portal      bool // it holds a magic portal: none are left, yet one could be loaded
	Branch      bool // it always is a branch level
	Why         string
	Note        string   // where what players read is wrong or silent
	Aliases     []string // one alias may stand for several levels

	// After is the level from whose place its own is counted: a number of levels
	// from First-After.First to Last-After.Last, each equally likely. Nil: its
	// place is drawn by itself.
	After *Level
}

// Death is a way for a game to end.
type Death struct {
	Name   string // "killed by a wraith", "turned to stone"
	Bones  bool   // bones can be left
	Rises  string // what the hero becomes, RACE standing for the race; "ghost", "statue"
	Race   string // rises so only if of this race, else as a ghost; empty: any
	Ghost  bool   // a ghost is there
	Corpse bool   // and a corpse, and a grave where one can be
	Why    string // why none can be left
	Note   string // where what players read is wrong or silent

	Aliases []string // what players type after "killed by" or alone, monsters among it
}

// As says what a hero of a race rises as, and whether there is a ghost and a
// corpse. Where the race is empty, that is not known, the text says what it
// depends on: "mummy of your race".
func (d *Death) As(race string) (rises string, ghost, corpse bool) {
	switch {
	case d.Race != "" && race != "" && race != d.Race:
		return "ghost", true, true
	case d.Race != "" && race == "":
		return d.Rises + " if " + d.Race + ", else ghost", d.Ghost, d.Corpse
	case race == "":
		if kind, ok := strings.CutPrefix(d.Rises, "RACE "); ok {
			return kind + " of your race", d.Ghost, d.Corpse
		}
	}
	return strings.Replace(d.Rises, "RACE", race, 1), d.Ghost, d.Corpse
}

// Keepsake is what becomes of a thing that lies in bones.
type Keepsake struct {
	Item    string `json:"item"`
	Becomes string `json:"becomes"`
}

// Races holds the races whose mummies and zombies heroes rise as.
var Races = []string{"human", "elf", "dwarf", "gnome", "orc"}

// Alignments holds the alignments of heroes and of their gods.
var Alignments = []string{"lawful", "neutral", "chaotic"}

// levelAfter names the levels whose place is counted from another's (the
// chains of dungeon.def and dungeon.lua).
var levelAfter = map[string]string{
	"Sokoban branch level": "Oracle",
	"quest portal level":   "Oracle",
	"Medusa's island":      "Castle",
}

var bones = register(topic[Bones]{name: "Bones", tables: []string{"dungeons", "levels", "deaths", "keepsakes"}, fill: fillBones, changes: map[string]func(*Bones){
	"3.4.3": func(b *Bones) {
		b.LeaveStep, b.FindOnce, b.CurseOf = 4, 3, 5
		b.Removed = []string{"the Wizard of Yendor", "Medusa", "quest leaders", "quest nemeses", "Vlad"}
		b.Source = "dungeon.def"
	},
	"3.6.7": func(b *Bones) {
		b.Removed = append(b.Removed, "the Oracle off her level")
	},
	"5.0.0": func(b *Bones) {
		b.OfferOnce = 8
		b.Source = "dungeon.lua"
	},
	"slashem": func(b *Bones) {
		b.Extra = "SLASH'EM's own special levels are not listed here"
	},
	"xnethack": func(b *Bones) {
		b.Extra = "levels changed by events, open-air levels and polyinit games are refused, too"
	},
	"evilhack": func(b *Bones) { // follows 3.6 here
		b.OfferOnce = 0
		b.Source = "dungeon.def"
		b.Extra = "EvilHack's own special levels are not listed here"
	},
	"fiqhack": func(b *Bones) {
		b.Extra = "deaths on up stairs and ladders, and games with a set seed, are refused, too"
	},
}})

// Bones returns the version's rules of bones files.
func (s *Set) Bones() *Bones { return bones.of(s.Name) }

// LuaLevels reports whether the version describes its levels in Lua, as it does
// its dungeon, and not in the language of des-files.
func (s *Set) LuaLevels() bool { return strings.HasSuffix(s.Bones().Source, ".lua") }

func fillBones(b *Bones, lineage []string) {
	readTable(lineage, "dungeons").each(func(r row) {
		b.Dungeons = append(b.Dungeons, &Dungeon{
			Name: r.str("name"), MinStart: r.num("start_min"), MaxStart: r.num("start_max"),
			MinLevels: r.num("levels_min"), MaxLevels: r.num("levels_max"), Ordinary: r.num("ordinary"), Step: r.num("step"),
			Main: r.yes("main"), SameRole: r.yes("same_role"), Bones: r.yes("bones"), Why: r.str("why"), Aliases: r.list("also"),
		})
	})
	readTable(lineage, "levels").each(func(r row) {
		d := find(b.Dungeons, r.str("dungeon"), func(d *Dungeon) string { return d.Name })
		if d == nil {
			panic("rules: level " + r.str("name") + " is in no dungeon")
		}
		b.Levels = append(b.Levels, &Level{
			Name: r.str("name"), ID: r.str("id"), Dungeon: d, First: r.num("first"), Last: r.num("last"),
			Min: r.num("min"), Max: r.num("max"), Bones: r.yes("bones"), Portal: r.yes("portal"), Branch: r.yes("branch"),
			Why: r.str("why"), Note: r.str("note"), Aliases: r.list("also"),
		})
	})
	for name, after := range levelAfter {
		b.Level(name).After = b.Level(after)
	}
	readTable(lineage, "deaths").each(func(r row) {
		b.Deaths = append(b.Deaths, &Death{
			Name: r.str("name"), Bones: r.yes("bones"), Rises: r.str("rises"), Race: r.str("race"),
			Ghost: r.yes("ghost"), Corpse: r.yes("corpse"), Why: r.str("why"), Note: r.str("note"), Aliases: r.list("also"),
		})
	})
	readTable(lineage, "keepsakes").each(func(r row) {
		b.Keepsakes = append(b.Keepsakes, Keepsake{r.str("item"), r.str("becomes")})
	})
}

// Level finds a level by its full name; nil if the version has none.
func (b *Bones) Level(name string) *Level {
	return find(b.Levels, name, func(l *Level) string { return l.Name })
}

// Dungeon finds a dungeon by its full name; nil if the version has none.
func (b *Bones) Dungeon(name string) *Dungeon {
	return find(b.Dungeons, name, func(d *Dungeon) string { return d.Name })
}

// Death finds a death by its full name; nil if the version has none.
func (b *Bones) Death(name string) *Death {
	return find(b.Deaths, name, func(d *Death) string { return d.Name })
}

// Depths returns the depth of the dungeon's level n, at the least and at the most.
func (d *Dungeon) Depths(n int) (least, most int) {
	return d.MinStart + d.Step*(n-1), d.MaxStart + d.Step*(n-1)
}

// Deepest returns the greatest depth a level can have.
func (b *Bones) Deepest() int {
	deepest := 0
	for _, l := range b.Levels {
		deepest = max(deepest, l.Max)
	}
	return deepest
}
