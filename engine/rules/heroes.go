package rules

import (
	"maps"
	"slices"
	"strings"
)

// Heroes says who may be a hero: of each role the races and the alignments, and of
// each race the alignments (role.c, roles and races).
type Heroes struct {
	Roles map[string]Beginnings `cite:"roles and races"`
	Races map[string][]string   `cite:"roles and races"` // alignments, by race
}

// Beginnings holds what heroes of a role may begin as.
type Beginnings struct {
	Races, Alignments []string
}

var heroes = register(topic[Heroes]{name: "Heroes", what: "races and alignments of the roles", own: true, changes: map[string]func(*Heroes){
	"3.4.3": func(h *Heroes) {
		h.Roles = map[string]Beginnings{}
		for role, begins := range map[string][2]string{
			"Archeologist": {"human dwarf gnome", "lawful neutral"}, "Barbarian": {"human orc", "neutral chaotic"}, "Caveman": {"human dwarf gnome", "lawful neutral"},
			"Healer": {"human gnome", "neutral"}, "Knight": {"human", "lawful"}, "Monk": {"human", "lawful neutral chaotic"}, "Priest": {"human elf", "lawful neutral chaotic"},
			"Rogue": {"human orc", "chaotic"}, "Ranger": {"human elf gnome orc", "neutral chaotic"}, "Samurai": {"human", "lawful"}, "Tourist": {"human", "neutral"},
			"Valkyrie": {"human dwarf", "lawful neutral"}, "Wizard": {"human elf gnome orc", "neutral chaotic"},
		} {
			h.Roles[role] = Beginnings{strings.Fields(begins[0]), strings.Fields(begins[1])}
		}
		h.Races = map[string][]string{"human": Alignments, "elf": {"chaotic"}, "dwarf": {"lawful"}, "gnome": {"neutral"}, "orc": {"chaotic"}}
	},
	"3.6.7": func(*Heroes) {},
	"5.0.0": func(*Heroes) {},
}})

// CiteHeroes is the rule of data/all/cites that Heroes stand in.
const CiteHeroes = "roles and races"

// Heroes returns who may be a hero of the version; nil if that is not known.
func (s *Set) Heroes() *Heroes { return heroes.of(s.Name) }

// Alignments returns those that a hero of a role and a race may begin with; an empty
// role or race may be any.
func (h *Heroes) Alignments(role, race string) []string {
	var out []string
	for _, a := range Alignments {
		b, isRole := h.Roles[role]
		if (!isRole || slices.Contains(b.Alignments, a)) && (h.Races[race] == nil || slices.Contains(h.Races[race], a)) {
			out = append(out, a)
		}
	}
	return out
}

// Fit is a role, a race and an alignment that one hero may have.
type Fit struct{ Role, Race, Alignment string }

// Fits returns all heroes of a role, a race and an alignment, in the order of these; an empty
// one may be any.
func (h *Heroes) Fits(role, race, alignment string) []Fit {
	var out []Fit
	for _, r := range slices.Sorted(maps.Keys(h.Roles)) {
		for _, of := range h.Roles[r].Races {
			for _, a := range h.Alignments(r, of) {
				if f := (Fit{r, of, a}); (role == "" || role == r) && (race == "" || race == of) && (alignment == "" || alignment == a) {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

// Race returns the only race of a role; empty if there is a choice.
func (h *Heroes) Race(role string) string {
	if b := h.Roles[role]; len(b.Races) == 1 {
		return b.Races[0]
	}
	return ""
}

// Agree reports whether a hero may have both a role and a race.
func (h *Heroes) Agree(role, race string) bool {
	b, ok := h.Roles[role]
	return !ok || h.Races[race] == nil || slices.Contains(b.Races, race)
}

// RaceWords holds the words for races, of the variants too, with the race that each
// means.
var RaceWords = map[string]string{
	"human": "human", "hum": "human", "elf": "elf", "elven": "elf", "elvish": "elf", "elv": "elf", "dwarf": "dwarf", "dwarven": "dwarf", "dwarvish": "dwarf", "dwa": "dwarf",
	"gnome": "gnome", "gnomish": "gnome", "gno": "gnome", "orc": "orc", "orcish": "orc", "vampire": "vampire", "vampiric": "vampire", "lycanthrope": "lycanthrope", "lycanthropic": "lycanthrope",
	"doppelganger": "doppelganger", "drow": "drow", "droven": "drow", "giant": "giant", "hobbit": "hobbit", "centaur": "centaur", "centaurian": "centaur", "illithid": "illithid", "tortle": "tortle",
	"draugr": "draugr", "aasimar": "aasimar",
}

// ShortRaces returns the words for the races of every version, but their names.
func ShortRaces() map[string]string {
	out := map[string]string{}
	for word, race := range RaceWords {
		if word != race && slices.Contains(Races, race) {
			out[word] = race
		}
	}
	return out
}
