package query

import (
	"math/bits"
	"slices"
	"strings"

	"delphi/engine/games/xlog"
)

// Kind is what the values of a field are.
type Kind uint8

const (
	Text   Kind = iota
	Number      // a whole number
	Set         // several names: conducts, achievements
)

// Field is something that each game has.
type Field struct {
	Name  string   // in notation, and as the column of an answer: "deathlev"
	Title string   // in a sentence: "level of death"
	Also  []string // what else it is called
	Kind  Kind

	column int                 // the kept column
	pick   func(string) string // the text that follows from the kept one; nil: itself
	count  func(string) int64  // the number that follows from the kept text
	parts  []string            // the fields that are joined with "-"
	clean  bool                // the real time, if the game can have taken so long
	minus  [2]string           // the difference of two fields
	values string              // which words are its values, see vocabulary.go; empty: any
	unit   string              // what is counted: "turns"; "s": seconds; "t": a time
}

// fields holds all fields, in the order in which help lists them.
var fields = []*Field{
	{Name: "name", Title: "player", Also: []string{"player", "players", "account", "user"}, column: colName},
	{Name: "role", Title: "role", Also: []string{"roles", "class", "cls", "c", "job"}, column: colRole, values: "role"},
	{Name: "race", Title: "race", Also: []string{"races", "species", "sp", "crace", "r"}, column: colRace, values: "race"},
	{Name: "gender0", Title: "gender at the start", Also: []string{"gender-start"}, column: colGender0, values: "gender"},
	{Name: "gender", Title: "gender at the end", Also: []string{"gender1", "gender-end"}, column: colGender, values: "gender"},
	{Name: "align0", Title: "alignment at the start", Also: []string{"alignment0"}, column: colAlign0, values: "align"},
	{Name: "align", Title: "alignment at the end", Also: []string{"align1", "alignment", "alignments"}, column: colAlign, values: "align"},
	{Name: "char", Title: "role and race", Also: []string{"ch", "character", "characters"}, parts: []string{"role", "race"}},
	{Name: "combo", Title: "role, race, gender and alignment", Also: []string{"combos", "combination", "combinations", "hero"}, parts: []string{"role", "race", "gender0", "align0"}},
	{Name: "source", Title: "source", Also: []string{"sources", "server", "servers", "src"}, column: colSource, values: "source"},
	{Name: "variant", Title: "variant", Also: []string{"variants"}, column: colVariant, values: "variant"},
	{Name: "version", Title: "version", Also: []string{"versions", "v"}, column: colVersion},
	{Name: "cv", Title: "version without its last part", column: colVersion, pick: minor},
	{Name: "outcome", Title: "way it ended", Also: []string{"ending", "endings", "outcomes", "result", "ktyp", "ktype"}, column: colOutcome, values: "outcome"},
	{Name: "death", Title: "death", Also: []string{"deaths", "cause"}, column: colDeath},
	{Name: "killer", Title: "killer", Also: []string{"killers", "ckiller"}, column: colDeath, pick: killer},
	{Name: "while", Title: "helplessness", Also: []string{"helpless", "doing"}, column: colWhile},
	{Name: "death(tnnt)", Title: "death as TNNT counts it", Also: []string{"tnntdeath"}, column: colDeath, pick: xlog.DeathForm("tnnt")},
	{Name: "death(tnnt2020)", Title: "death as TNNT counted it until 2020", Also: []string{"tnnt2020death"}, column: colDeath, pick: xlog.DeathForm("tnnt2020")},
	{Name: "death(junethack)", Title: "death as Junethack counts it", Also: []string{"junethackdeath"}, column: colDeath, pick: xlog.DeathForm("junethack")},
	{Name: "death(plain)", Title: "death without what differs by chance", Also: []string{"plaindeath"}, column: colDeath, pick: xlog.PlainDeath},
	{Name: "conduct", Title: "conduct", Also: []string{"conducts"}, Kind: Set, column: colConducts, values: "conduct"},
	{Name: "achieve", Title: "achievement", Also: []string{"achievement", "achievements", "feat", "feats"}, Kind: Set, column: colAchieved, values: "achieve"},
	{Name: "points", Title: "points", Also: []string{"score", "sc", "pts", "point", "scores"}, Kind: Number, column: colPoints, unit: "points"},
	{Name: "turns", Title: "turns", Also: []string{"turn", "turncount", "t"}, Kind: Number, column: colTurns, unit: "turns"},
	{Name: "realtime", Title: "real time", Also: []string{"time", "duration", "dur"}, Kind: Number, column: colRealtime, unit: "s"},
	{Name: "playtime", Title: "real time that can be (else 0)", Kind: Number, column: colRealtime, clean: true, unit: "s"},
	{Name: "wallclock", Title: "wall-clock time", Also: []string{"clock"}, Kind: Number, minus: [2]string{"end", "start"}, unit: "s"},
	{Name: "start", Title: "start", Also: []string{"starttime", "began"}, Kind: Number, column: colStart, unit: "t"},
	{Name: "end", Title: "end", Also: []string{"endtime", "ended"}, Kind: Number, column: colEnd, unit: "t"},
	{Name: "deathlev", Title: "level of death", Also: []string{"dlvl", "dlev", "depth", "place", "level", "absdepth"}, Kind: Number, column: colDeathLev},
	{Name: "deathdnum", Title: "branch of the dungeon", Also: []string{"dnum", "branch", "br"}, Kind: Number, column: colDeathDNum},
	{Name: "maxlvl", Title: "deepest level", Also: []string{"maxlev", "maxdepth", "deepest"}, Kind: Number, column: colMaxLvl},
	{Name: "hp", Title: "hit points at the end", Also: []string{"endhp"}, Kind: Number, column: colHP},
	{Name: "maxhp", Title: "maximum hit points", Also: []string{"mhp", "maxhitpoints"}, Kind: Number, column: colMaxHP},
	{Name: "deaths", Title: "deaths in the game", Also: []string{"ndeaths"}, Kind: Number, column: colDeaths},
	{Name: "nconduct", Title: "vanilla conducts kept", Also: []string{"nconducts"}, Kind: Number, column: colConducts, count: vanilla},
	{Name: "conducts", Title: "conducts kept", Also: []string{"allconducts"}, Kind: Number, column: colConducts, count: words},
	{Name: "achievements", Title: "achievements earned", Also: []string{"nachieve", "nachieves", "feats"}, Kind: Number, column: colAchieved, count: words},
}

var byName = func() map[string]*Field {
	m := map[string]*Field{}
	for _, f := range fields {
		m[f.Name] = f
	}
	for _, f := range fields {
		for _, a := range f.Also {
			if m[a] == nil {
				m[a] = f
			}
		}
	}
	return m
}()

// Called returns the field that has a name or is called so besides, or nil. Sets and their
// counts share plurals: the set is meant here, and the number where one is compared.
func Called(word string) *Field { return byName[word] }

// numeric returns the number that a word means where a number is wanted, or nil.
func numeric(word string) *Field {
	switch f := byName[word]; {
	case f == nil:
		return nil
	case f.Kind == Number:
		return f
	case f.Name == "conduct":
		return byName["conducts"]
	case f.Name == "achieve":
		return byName["achievements"]
	}
	return nil
}

// killer returns the text after "killed by " less an article; empty if a death does not
// say so.
func killer(death string) string {
	_, by, ok := strings.Cut(death, "killed by ")
	if !ok || !strings.HasPrefix(death, "killed by ") {
		return ""
	}
	return bare(by)
}

// bare returns a name less an article before it.
func bare(name string) string {
	for _, article := range []string{"a ", "an ", "the "} {
		if rest, ok := strings.CutPrefix(name, article); ok {
			return rest
		}
	}
	return name
}

// VanillaConducts holds the twelve conducts of the unmodified game, by their bits.
var VanillaConducts = []string{"foodless", "vegan", "vegetarian", "atheist", "weaponless", "pacifist", "illiterate", "polypileless", "polyselfless", "wishless", "artiwishless", "genocideless"}

// vanilla counts the vanilla conducts of a set.
func vanilla(set string) int64 {
	kept := uint(0)
	for c := range strings.FieldsSeq(set) {
		if i := slices.Index(VanillaConducts, c); i >= 0 {
			kept |= 1 << i
		}
	}
	return int64(bits.OnesCount(kept))
}

func words(set string) int64 { return int64(len(strings.Fields(set))) }
