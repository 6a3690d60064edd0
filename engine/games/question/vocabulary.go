package question

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"delphi/engine/games/columns"
	"delphi/engine/games/query"
	"delphi/engine/games/xlog"
	"delphi/engine/problem"
)

// Roles holds the thirteen roles of the unmodified game, by their codes.
var Roles = []string{"Arc", "Bar", "Cav", "Hea", "Kni", "Mon", "Pri", "Rog", "Ran", "Sam", "Tou", "Val", "Wiz"}

// Codes of the game (role.c), with what players write for them.
var (
	roleCodes = codes("Arc archeologist archaeologist archeologists archaeologists", "Bar barbarian barbarians", "Cav caveman cavewoman cavemen cavewomen", "Hea healer healers", "Kni knight knights", "Mon monk monks",
		"Pri priest priestess cleric priests priestesses", "Rog rogue rogues", "Ran ranger rangers", "Sam samurai samurais", "Tou tourist tourists", "Val valkyrie valkyries valk valks", "Wiz wizard wizards",
		"Con convict", "Inf infidel", "Dru druid", "Fla flame", "Ice icemage", "Nec necromancer", "Und undead", "Yeo yeoman",
		"Jed jedi", "Car cartomancer", "Drg dragon", "Pir pirate", "Bin binder", "Nob noble", "Mad madman")
	raceCodes   = codes("Hum human humans", "Elf elven elvish elves", "Dwa dwarf dwarven dwarvish dwarves dwarfs", "Gno gnome gnomish gnomes", "Orc orcish orcs", "Gia giant", "Hob hobbit", "Cen centaur", "Ill illithid", "Tor tortle", "Dra drow", "Vam vampire", "Lyc lycanthrope", "Kob kobold", "Inc incantifier", "Dop doppelganger", "Und")
	genderCodes = codes("Mal male man males men", "Fem female woman females women", "Ntr neuter nonbinary")
	alignCodes  = codes("Law lawful lawfuls", "Neu neutral neutrals", "Cha chaotic chaotics", "Una unaligned")
)

func codes(lines ...string) map[string]string {
	m := map[string]string{}
	for _, l := range lines {
		names := strings.Fields(l)
		for _, n := range names {
			m[strings.ToLower(n)] = names[0]
		}
	}
	return m
}

type bareCode struct {
	field string
	codes map[string]string // what players write, in lower case: the code
}

// bareCodes holds the fields whose values are known by themselves, in the order in
// which a word is looked up.
var bareCodes = []bareCode{{"role", roleCodes}, {"race", raceCodes}, {"gender0", genderCodes}, {"align0", alignCodes}}

// codesOf returns the codes of role, race, gender and align.
func codesOf(field string) map[string]string {
	i := slices.IndexFunc(bareCodes, func(b bareCode) bool { return strings.TrimSuffix(b.field, "0") == field })
	if i < 0 {
		return nil
	}
	return bareCodes[i].codes
}

// Code returns the game's code for what players write of a field, one of role, race,
// gender and align: "wizards" is "Wiz". Empty: no value of it is called so. The
// word is in lower case.
func Code(field, word string) string { return codesOf(field)[word] }

// Codes returns the codes of a field that Code knows, in their order.
func Codes(field string) []string {
	return slices.Compact(slices.Sorted(maps.Values(codesOf(field))))
}

// CodeWords returns the words that Code knows of any field.
func CodeWords() []string {
	var out []string
	for _, b := range bareCodes {
		out = append(out, slices.Sorted(maps.Keys(b.codes))...)
	}
	return out
}

// startsWith is met by deaths that begin so.
func startsWith(death, said string) *query.Cond {
	return &query.Cond{Op: "~", Left: query.Of("death"), Re: regexp.MustCompile("(?i)^" + death), Said: said}
}

// endings holds the words for how a game ended.
var endings = func() map[string]*query.Cond {
	won := query.OneOf("outcome", "won", "ascended")
	died := query.OneOf("outcome", "died", "died")
	quit := query.OneOf("outcome", "quit", "quit")
	escaped := query.OneOf("outcome", "escaped", "escaped")
	boring := query.OneOf("death", "boring: the death is just quit or escaped", "quit", "escaped")
	lost := &query.Cond{Op: "!=", Left: won.Left, Texts: won.Texts, Said: "not won"}
	m := map[string]*query.Cond{}
	for words, c := range map[string]*query.Cond{
		"win wins won winning asc ascs ascended ascension ascensions ascending": won,
		"died dead die dies death deaths dying":                                 died, "quit quits": quit, "escaped escapes": escaped, "boring": boring, "lost loss losses": lost,
		"drown drowned":      startsWith("drowned", "drowned"),
		"starved starvation": startsWith("starved", "starved"),
		"pois poisoned":      startsWith("poisoned", "poisoned"),
		"stoned petrified":   startsWith("petrified", "petrified"),
		"choked":             startsWith("choked", "choked"),
		"splat":              query.And(died, query.OneOf("achieve", "had the Amulet", "amulet")),
		"scum":               query.And(boring, query.Compares(query.Of("turns"), "<=", 100, "at most 100 turns")),
		"dunce":              query.And(died, query.Compares(query.Of("maxlvl"), "<=", 1, "never below level 1")),
		"speed":              query.And(won, query.Compares(query.Of("turns"), "<=", 20000, "at most 20,000 turns")),
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = c
		}
	}
	return m
}()

// places holds the words for where a game ended. The numbers are those of the
// unmodified dungeon (dungeon.def); the planes have levels below 0.
var places = func() map[string]*query.Cond {
	branch := func(n int64, said string) *query.Cond {
		return query.Compares(query.Of("deathdnum"), "=", n, said+" (branch "+query.Plain(n)+")")
	}
	level := func(op string, n int64, said string) *query.Cond {
		return query.Compares(query.Of("deathlev"), op, n, said)
	}
	m := map[string]*query.Cond{}
	for words, c := range map[string]*query.Cond{
		"dungeons main-dungeon": branch(0, "in the Dungeons of Doom"), "gehennom hell": branch(1, "in Gehennom"),
		"mines gnomish-mines": branch(2, "in the Gnomish Mines"), "quest": branch(3, "in the Quest"), "sokoban soko": branch(4, "in Sokoban"),
		"ludios fort-ludios": branch(5, "in Fort Ludios"), "vlad vlads-tower": branch(6, "in Vlad's Tower"),
		"planes elemental-planes": level("<", 0, "on the Planes"), "astral astral-plane": level("=", -5, "on the Astral Plane"),
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = c
		}
	}
	return m
}()

// Words lists the words that a question may hold, for hints, for completion and
// for correcting typos.
func Words(sources []string) []string {
	out := []string{"asc", "died", "quit", "escaped", "not", "since", "until", "today", "yesterday", "week", "month", "year"}
	out = append(out, CodeWords()...)
	slices.Sort(out)
	for _, f := range columns.Fields {
		out = append(out, f.Name)
	}
	out = append(out, slices.Sorted(maps.Keys(endings))...)
	out = append(out, xlog.Variants()...)
	out = append(out, xlog.ConductNames()...)
	return append(out, sources...)
}

// canonical returns a value of a field as the games have it. Unknown ones are an error
// where the field's values are known.
func (r *Reader) canonical(f *columns.Field, word string) (string, error) {
	w := strings.ToLower(word)
	var known []string
	switch f.Values {
	case "role", "race", "gender", "align":
		if code := Code(f.Values, w); code != "" {
			return code, nil
		}
		known = Codes(f.Values)
	case "source":
		known = r.Sources
	case "variant":
		if known = r.Variants; len(known) == 0 {
			known = xlog.Variants()
			if v, ok := xlog.VariantNamed(w); ok {
				return v.Name, nil
			}
		}
	case "outcome":
		known = []string{"ascended", "died", "escaped", "quit"}
	case "conduct":
		known = xlog.ConductNames()
	case "achieve":
		w = cmp.Or(achieveAliases[w], w)
		known = slices.Concat(xlog.AchievementNames(), r.Achievements)
	default:
		return word, nil
	}
	if i := slices.IndexFunc(known, func(k string) bool { return strings.EqualFold(k, w) }); i >= 0 {
		return known[i], nil
	}
	return "", unknown("There is no "+f.Title+" named %q.", word, f.Name+"=", known)
}

// Achievement returns the name of an achievement that somebody may call by another. If
// there is none, err is a problem.Mendable whose hints begin with before.
func Achievement(word, before string) (name string, err error) {
	w := strings.ToLower(word)
	w = cmp.Or(achieveAliases[w], w)
	if known := xlog.AchievementNames(); !slices.Contains(known, w) {
		return "", unknown("There is no achievement named %q.", word, before, known)
	}
	return w, nil
}

// achieveAliases holds what else achievements are called.
var achieveAliases = map[string]string{
	"mines_prize": "luckstone", "mines-prize": "luckstone", "sokoban_prize": "sokoban-prize", "soko_prize": "sokoban-prize", "sokoban": "sokoban-prize",
	"amulet_of_yendor": "amulet", "endgame": "planes", "win": "ascended",
}

// unknown returns the error for a value that is none, with those most like it.
func unknown(format, word, before string, known []string) error {
	hints := nearest(word, known)
	for _, k := range known {
		if len(hints) < 3 && len(word) > 2 && strings.HasPrefix(strings.ToLower(k), strings.ToLower(word[:3])) && !slices.Contains(hints, k) {
			hints = append(hints, k)
		}
	}
	if len(hints) == 0 {
		hints = slices.Clone(known[:min(len(known), 4)])
	}
	for i := range hints {
		hints[i] = before + hints[i]
	}
	return problem.Newf(format, word).Try(hints...)
}

// Known reports whether a word means something in a question, so that nothing
// else should be called so.
func Known(word string) bool {
	if columns.Called(word) != nil || endings[word] != nil || places[word] != nil {
		return true
	}
	return slices.ContainsFunc(bareCodes, func(b bareCode) bool {
		_, ok := b.codes[word]
		return ok
	})
}
