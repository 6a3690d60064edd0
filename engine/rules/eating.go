package rules

import (
	"slices"
	"strconv"
	"strings"
)

// Eating holds a version's rules for corpses: which monsters leave one, what it does to
// whoever eats it, and how it ages.
type Eating struct {
	// Pick: one of what the flesh conveys is picked, and then its roll decides.
	// Otherwise each of them is rolled for.
	Pick bool `cite:"conveyed intrinsics"`
	// Hard n means that a property is gained if the monster's level exceeds
	// rn2(n). Each that is not listed has the Hard of the empty name.
	Hard []Hardness `cite:"conveyed intrinsics"`
	// Percent: a resistance grows by Percent(weight) instead of being gained.
	PercentLeast int `cite:"conveyed intrinsics"`
	PercentPer   int `cite:"conveyed intrinsics"`
	// Timed lists the resistances that are gained for a while, where the
	// version has them, with their second roll: either is enough.
	Timed []Hardness `cite:"conveyed intrinsics"`
	// GiantPick: strength is one of the things picked from; alone it is given
	// one time in two. Otherwise giants give it one time in GiantOnce, beside
	// everything else.
	GiantPick bool `cite:"corpse effects"`
	GiantOnce int  `cite:"corpse effects"`
	// Casters says what flesh of spellcasters does as that of newts does.
	Casters Casters `cite:"corpse effects"`
	// Regenerating: trolls' flesh lets whoever eats it regenerate for a while.
	Regenerating bool `cite:"corpse effects"`

	// Cannibals lists, by a flag of the monster, the races that are cannibals.
	Cannibals []Cannibal `cite:"cannibalism"`
	// Spared lists the races that may eat their own kind and pets, and
	// SparedRoles the roles.
	Spared      []string `cite:"cannibalism"`
	SparedRoles []string `cite:"cannibalism"`
	// Pets lists the dogs, cats and others whose flesh aggravates monsters.
	Pets []string `cite:"cannibalism"`

	// OldBy is how many turns old the corpses of undead are at once.
	OldBy int `cite:"corpse left"`
	// Globs: puddings, oozes and slimes leave globs. A new one weighs GlobWeight,
	// and feeds as much.
	Globs      bool `cite:"corpse left"`
	GlobWeight int  `table:"objects.c"`
	// ZombiesAlways leave a corpse.
	ZombiesAlways bool `cite:"corpse left"`
	// Crumbling lists the monsters, besides Vlad and the liches, that leave nothing,
	// and Lasting the liches that leave something.
	Crumbling []string `cite:"corpse left"`
	Lasting   []string `cite:"corpse left"`
	// FreshRiders and FreshSlime do not go bad; BlobsAgeless is of acid blobs,
	// and GlobsAgeless of globs.
	FreshRiders  bool `cite:"corpse age"`
	FreshSlime   bool `cite:"corpse age"`
	BlobsAgeless bool `cite:"corpse age"`
	GlobsAgeless bool `cite:"corpse age"`
	// Tainted lists the monsters whose flesh petrifies and goes bad all the same.
	Tainted []string `cite:"corpse age"`
	// Homemade tins that others made go rotten too.
	Homemade bool `cite:"tins"`
	// TinStyles is the number of preparations from which tins are picked, including
	// rotten and homemade; 0 means that it is not known.
	TinStyles int `cite:"tins"`
	// Immune lists the races and roles that begin without fear of poison.
	Immune []string `cite:"corpse age"`

	does    map[string][]Eaten
	remains map[string]Leaving
}

// Hardness is the number in the roll for a property.
type Hardness struct {
	What string
	Of   int
}

// Cannibal says whose flesh is that of a race: monsters with Flag, which may
// also stand in the column of races.
type Cannibal struct {
	Flag  string
	Races []string
}

// Casters says what the flesh of spellcasters does.
type Casters uint8

const (
	CastersNothing Casters = iota
	CastersBeside          // energy besides whatever else is gained
	CastersPicked          // energy is one more thing that may be picked
)

// Eaten is one thing that eating a monster does besides what its flesh conveys.
type Eaten struct {
	Code  Effect
	Turns int
}

// Effect is a special case of the game's switch over corpses.
type Effect string

const (
	Energy      Effect = "energy"
	GainLevel   Effect = "level"
	Wraith      Effect = "wraith" // SLASH'EM's: a level, nothing or worse
	Heal        Effect = "heal"
	Blindness   Effect = "blindness" // is cured
	Roll        Effect = "roll"      // a case that still goes on to what the flesh conveys
	Speed       Effect = "speed"
	Invisible   Effect = "invisible"
	Hidden      Effect = "hidden" // invisible, and only for a while
	Stun        Effect = "stun"
	Gold        Effect = "gold"
	Polymorph   Effect = "polymorph"
	Lizard      Effect = "lizard"
	Mind        Effect = "mind"
	Telepathy   Effect = "telepathy" // telepathic, and sure to convey it
	Mental      Effect = "mental"    // telepathic
	Slime       Effect = "slime"
	Hallucinate Effect = "hallucinate"
	Fatal       Effect = "death"
	Petrify     Effect = "stone"
	Sting       Effect = "sting" // conveys poison resistance surely one time in four
	Disenchant  Effect = "disenchant"
	Displaced   Effect = "displaced"
	Tainted     Effect = "tainted"
	EvilEye     Effect = "evil eye"
	Fortune     Effect = "fortune"
)

var eating = register(topic[Eating]{name: "Eating", own: true, tables: []string{"eating", "remains"}, fill: fillEating, changes: map[string]func(*Eating){
	"3.4.3": func(e *Eating) {
		e.Pick = true
		e.Hard = []Hardness{{"", 15}, {"teleportitis", 10}, {"teleport control", 12}, {"telepathy", 1}}
		e.GiantOnce = 1
		e.Cannibals = []Cannibal{{"HUMAN", []string{"human"}}, {"ELF", []string{"elf"}}, {"DWARF", []string{"dwarf"}}, {"GNOME", []string{"gnome"}}}
		e.Spared, e.SparedRoles = []string{"orc"}, []string{"Caveman"}
		e.Pets = []string{"little dog", "dog", "large dog", "kitten", "housecat", "large cat"}
		e.OldBy = 100
		e.TinStyles = 15
		e.Tainted = []string{"Medusa"}
		e.Immune = []string{"orc", "Barbarian", "Healer"}
	},
	"3.6.7": func(e *Eating) {
		e.GiantPick, e.GiantOnce = true, 0
		e.GlobWeight = 20
		e.Globs, e.FreshRiders, e.FreshSlime = true, true, true
		e.Homemade = true
		e.Tainted = nil
	},
	"5.0.0": func(e *Eating) {
		e.Timed = []Hardness{{"acid resistance", 3}, {"stoning resistance", 6}}
		e.Casters = CastersBeside
		e.OldBy = 51
		e.BlobsAgeless, e.GlobsAgeless = true, true
	},
	"slashem": func(e *Eating) {
		e.TinStyles = 23
		e.GiantOnce = 4
		e.Crumbling, e.Lasting = []string{"Cthulhu"}, []string{"Vecna"}
		e.Cannibals = []Cannibal{
			{"HUMAN", []string{"doppelganger", "human"}}, {"ELF", []string{"drow", "elf"}}, {"DWARF", []string{"dwarf"}}, {"GNOME", []string{"gnome"}},
		}
		e.Spared = []string{"orc", "vampire", "lycanthrope"}
	},
	"unnethack": func(e *Eating) {
		e.TinStyles = 0
		e.GiantPick, e.GiantOnce = true, 0
		e.Spared = []string{"orc", "vampire"}
		e.FreshSlime = true
	},
	"xnethack": func(e *Eating) {
		e.TinStyles = 17
		e.Hard = []Hardness{{"", 15}, {"teleportitis", 10}, {"teleport control", 12}, {"telepathy", 20}}
		e.Casters = CastersPicked
		e.Regenerating = true
	},
	"evilhack": func(e *Eating) {
		e.Pick = false
		e.Hard = []Hardness{{"teleportitis", 5}, {"teleport control", 10}}
		e.PercentLeast, e.PercentPer = 5, 90
		e.Timed, e.Casters = nil, CastersNothing
		e.GiantPick, e.GiantOnce = false, 1
		e.Cannibals = []Cannibal{
			{"HUMAN", []string{"human"}}, {"ELF", []string{"drow", "elf"}}, {"DROW", []string{"drow", "elf"}}, {"DWARF", []string{"dwarf"}}, {"GNOME", []string{"gnome"}},
			{"HOBBIT", []string{"hobbit"}}, {"GIANT", []string{"giant"}}, {"CENTAUR", []string{"centaur"}}, {"ILLITHID", []string{"illithid"}},
			{"TORTLE", []string{"tortle"}}, {"AASIMAR", []string{"aasimar"}},
		}
		e.Spared = []string{"orc", "vampire", "draugr"}
		e.Pets = append(slices.Clone(e.Pets), "pseudodragon", "elder pseudodragon", "ancient pseudodragon")
		e.OldBy = 100
		e.ZombiesAlways = true
		e.Crumbling = []string{"alhoon", "Kas"}
		e.BlobsAgeless, e.GlobsAgeless = false, false
	},
}})

// EatingOf returns what eating is like in a version, by its exact name; nil if no rule
// of it is known.
func EatingOf(version string) *Eating { return eating.of(version) }

func fillEating(e *Eating, lineage []string) {
	e.does, e.remains = map[string][]Eaten{}, map[string]Leaving{}
	readTable(lineage, "eating").each(func(r row) {
		for part := range strings.SplitSeq(r.str("does"), ";") {
			code, turns := part, 0
			if i := strings.LastIndexByte(part, ' '); i >= 0 {
				if n, err := strconv.Atoi(part[i+1:]); err == nil {
					code, turns = part[:i], n
				}
			}
			e.does[r.str("name")] = append(e.does[r.str("name")], Eaten{Effect(code), turns})
		}
	})
	readTable(lineage, "remains").each(func(r row) { e.remains[r.str("name")] = leaving(r) })
}

// Races reports whether a hero of the version may have a race: one of the five
// of every version, or one that the version's rules of eating know.
func (e *Eating) Races(race string) bool {
	return slices.Contains([]string{"human", "elf", "dwarf", "gnome", "orc"}, race) || slices.Contains(e.Spared, race) ||
		slices.ContainsFunc(e.Cannibals, func(c Cannibal) bool { return slices.Contains(c.Races, race) })
}

// Does lists what eating a monster does besides what its flesh conveys.
func (e *Eating) Does(m *Monster) []Eaten { return e.does[m.Name] }

// Has reports whether eating a monster does something.
func (e *Eating) Has(m *Monster, code Effect) bool {
	return slices.ContainsFunc(e.does[m.Name], func(x Eaten) bool { return x.Code == code })
}

// Leaving returns what a monster leaves by a case of its own; false: it has none.
func (e *Eating) Leaving(m *Monster) (Leaving, bool) {
	l, ok := e.remains[m.Name]
	return l, ok
}

// HardOf returns the number in the roll for a property, 0 if there is no roll.
func (e *Eating) HardOf(what string) int { return hardOf(e.Hard, what) }

func hardOf(list []Hardness, what string) int {
	general := 0
	for _, h := range list {
		switch h.What {
		case what:
			return h.Of
		case "":
			general = h.Of
		}
	}
	return general
}
