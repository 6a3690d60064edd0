package columns

import (
	"cmp"
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

	Column int                 // the kept column
	Pick   func(string) string // the text that follows from the kept one; nil: itself
	Count  func(string) int64  // the number that follows from the kept text
	Parts  []string            // the fields that are joined with "-"
	Clean  bool                // the real time, if the game can have taken so long
	Minus  [2]string           // the difference of two fields
	Values string              // which words are its values, as package question has them; empty: any
	Unit   string              // what is counted: "turns"; "s": seconds; "t": a time
}

// Fields holds all fields, in the order in which help lists them.
var Fields = []*Field{
	{Name: "name", Title: "player", Also: []string{"player", "players", "account", "user"}, Column: Name},
	{Name: "role", Title: "role", Also: []string{"roles", "class", "cls", "c", "job"}, Column: Role, Values: "role"},
	{Name: "race", Title: "race", Also: []string{"races", "species", "sp", "crace", "r"}, Column: Race, Values: "race"},
	{Name: "gender0", Title: "gender at the start", Also: []string{"gender-start"}, Column: Gender0, Values: "gender"},
	{Name: "gender", Title: "gender at the end", Also: []string{"gender1", "gender-end"}, Column: Gender, Values: "gender"},
	{Name: "align0", Title: "alignment at the start", Also: []string{"alignment0"}, Column: Align0, Values: "align"},
	{Name: "align", Title: "alignment at the end", Also: []string{"align1", "alignment", "alignments"}, Column: Align, Values: "align"},
	{Name: "char", Title: "role and race", Also: []string{"ch", "character", "characters"}, Parts: []string{"role", "race"}},
	{Name: "combo", Title: "role, race, gender and alignment", Also: []string{"combos", "combination", "combinations", "hero"}, Parts: []string{"role", "race", "gender0", "align0"}},
	{Name: "source", Title: "source", Also: []string{"sources", "server", "servers", "src"}, Column: Source, Values: "source"},
	{Name: "variant", Title: "variant", Also: []string{"variants"}, Column: Variant, Values: "variant"},
	{Name: "version", Title: "version", Also: []string{"versions", "v"}, Column: Version},
	{Name: "cv", Title: "version without its last part", Column: Version, Pick: minor},
	{Name: "outcome", Title: "way it ended", Also: []string{"ending", "endings", "outcomes", "result", "ktyp", "ktype"}, Column: Outcome, Values: "outcome"},
	{Name: "death", Title: "death", Also: []string{"deaths", "cause"}, Column: Death},
	{Name: "killer", Title: "killer", Also: []string{"killers", "ckiller"}, Column: Death, Pick: killer},
	{Name: "while", Title: "helplessness", Also: []string{"helpless", "doing"}, Column: While},
	{Name: "death(tnnt)", Title: "death as TNNT counts it", Also: []string{"tnntdeath"}, Column: Death, Pick: xlog.DeathForm("tnnt")},
	{Name: "death(tnnt2020)", Title: "death as TNNT counted it until 2020", Also: []string{"tnnt2020death"}, Column: Death, Pick: xlog.DeathForm("tnnt2020")},
	{Name: "death(junethack)", Title: "death as Junethack counts it", Also: []string{"junethackdeath"}, Column: Death, Pick: xlog.DeathForm("junethack")},
	{Name: "death(plain)", Title: "death without what differs by chance", Also: []string{"plaindeath"}, Column: Death, Pick: xlog.PlainDeath},
	{Name: "conduct", Title: "conduct", Also: []string{"conducts"}, Kind: Set, Column: Conducts, Values: "conduct"},
	{Name: "achieve", Title: "achievement", Also: []string{"achievement", "achievements", "feat", "feats"}, Kind: Set, Column: Achieved, Values: "achieve"},
	{Name: "points", Title: "points", Also: []string{"score", "sc", "pts", "point", "scores"}, Kind: Number, Column: Points, Unit: "points"},
	{Name: "turns", Title: "turns", Also: []string{"turn", "turncount", "t"}, Kind: Number, Column: Turns, Unit: "turns"},
	{Name: "realtime", Title: "real time", Also: []string{"time", "duration", "dur"}, Kind: Number, Column: Realtime, Unit: "s"},
	{Name: "playtime", Title: "real time that can be (else 0)", Kind: Number, Column: Realtime, Clean: true, Unit: "s"},
	{Name: "wallclock", Title: "wall-clock time", Also: []string{"clock"}, Kind: Number, Minus: [2]string{"end", "start"}, Unit: "s"},
	{Name: "start", Title: "start", Also: []string{"starttime", "began"}, Kind: Number, Column: Start, Unit: "t"},
	{Name: "end", Title: "end", Also: []string{"endtime", "ended"}, Kind: Number, Column: End, Unit: "t"},
	{Name: "deathlev", Title: "level of death", Also: []string{"dlvl", "dlev", "depth", "place", "level", "absdepth"}, Kind: Number, Column: DeathLev},
	{Name: "deathdnum", Title: "branch of the dungeon", Also: []string{"dnum", "branch", "br"}, Kind: Number, Column: DeathDNum},
	{Name: "maxlvl", Title: "deepest level", Also: []string{"maxlev", "maxdepth", "deepest"}, Kind: Number, Column: MaxLvl},
	{Name: "hp", Title: "hit points at the end", Also: []string{"endhp"}, Kind: Number, Column: HP},
	{Name: "maxhp", Title: "maximum hit points", Also: []string{"mhp", "maxhitpoints"}, Kind: Number, Column: MaxHP},
	{Name: "deaths", Title: "deaths in the game", Also: []string{"ndeaths"}, Kind: Number, Column: Deaths},
	{Name: "nconduct", Title: "vanilla conducts kept", Also: []string{"nconducts"}, Kind: Number, Column: Conducts, Count: vanilla},
	{Name: "conducts", Title: "conducts kept", Also: []string{"allconducts"}, Kind: Number, Column: Conducts, Count: words},
	{Name: "achievements", Title: "achievements earned", Also: []string{"nachieve", "nachieves", "feats"}, Kind: Number, Column: Achieved, Count: words},
}

var byName = func() map[string]*Field {
	m := map[string]*Field{}
	for _, f := range Fields {
		m[f.Name] = f
	}
	for _, f := range Fields {
		for _, a := range f.Also {
			m[a] = cmp.Or(m[a], f)
		}
	}
	return m
}()

// Called returns the field that has a name or is called so besides, or nil. Sets and their
// counts share plurals: the set is meant here, and the number where one is compared.
func Called(word string) *Field { return byName[word] }

// Numeric returns the number that a word means where a number is wanted, or nil.
func Numeric(word string) *Field {
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
	return WithoutArticle(by)
}

// WithoutArticle returns a name less an article before it.
func WithoutArticle(name string) string {
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
