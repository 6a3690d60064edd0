package score

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"delphi/engine/games/earned"
	"delphi/engine/games/query"
	"delphi/engine/games/question"
	"delphi/engine/games/xlog"
)

//go:embed builtin/*.toml
var builtin embed.FS

// Rules say what a tournament counts and how many points it gives for it.
type Rules struct {
	Name     string     `toml:"name"`
	Title    string     `toml:"title"`
	Define   Define     `toml:"define"`
	Games    string     `toml:"games"` // which games may count: "nethack not quit"; empty: all
	Clans    ClanRules  `toml:"clans"`
	Category []Category `toml:"category"`

	// Leaderboards and trophies give no points to players.
	Leaderboard []Board  `toml:"leaderboard"`
	Trophy      []Trophy `toml:"trophy"`

	Variant     []Variant     `toml:"variant"`     // the games that are counted; empty: any
	Achievement []Achievement `toml:"achievement"` // what rows say beyond what every game records

	where     *test         // Games
	tests     []*query.Cond // all conditions, by their numbers
	endings   []uint8       // by condition, the outcomes that a game that meets it may have
	texts     [][]*query.Value
	textNames []string                  // of texts
	feats     *xlog.AchievementTable    // nil: the rules name none
	asked     []string                  // achievements of its own that conditions name
	earnable  []string                  // the names that Achievement gives
	earned    map[string]*earned.Reader // by variant, what its rows say

	parts    []part // of categories, then leaderboards, one for each variant
	trophies []Trophy

	pointless bool // nothing gives players points: what counts are trophies
	priced    bool // leaderboards or trophies give points
	clanned   bool // there are clans
	pooled    bool // clans have figures or trophies of their own
}

// Define says what the words of the rules mean.
type Define struct {
	// Ascended is "death": the death says so; "achieve": the achievement says
	// so; "amulet": also who escapes with the Amulet.
	Ascended string `toml:"ascended"`
	// AscendedBy holds the deaths that are ascensions, in place of Ascended: "ascended*"
	// is one that begins so.
	AscendedBy []string `toml:"ascended_by"`
	// A start-scum is a game that was quit or escaped from with fewer than
	// ScumPoints points, or within ScumTurns turns; 0 and 0: there is none.
	ScumPoints int64      `toml:"scum_points"`
	ScumTurns  int64      `toml:"scum_turns"`
	Streak     StreakRule `toml:"streak"`
	// Within is "whole": a game must begin and end within the event, whose end is
	// no more within it; "closed": the same, and the end is; "end": it must end
	// within it.
	Within string `toml:"within"`
	// Joining is "any": games count that were played before their player joined;
	// "after": a game must begin after that.
	Joining string `toml:"joining"`
	// Places is "gaps": who has the same as another shares the place, and the next one
	// comes after all of them; "dense": the next place follows, 1, 2, 2, 3.
	Places string `toml:"places"`
	// Achievements is the table of TNNT's achievements: "tnnt", the scoreboard's
	// own, or a year, the game's; empty: only those of all games count.
	Achievements string `toml:"achievements"`
}

// ClanRules say how clans are formed and counted.
type ClanRules struct {
	Size int `toml:"size"` // members at most; 0: there are no clans
	Best int `toml:"best"` // how many members, the best, count; 0: all
	// Leavers is "take": who leaves takes along what they brought; "leave": a clan
	// keeps the trophies that it has had with former members.
	Leavers string `toml:"leavers"`
	// Records is "now": who leads a leaderboard now has that for their clan; "last-game":
	// who led it when a member of the clan last ended a game.
	Records string `toml:"records"`
}

// Category is one way to win points.
type Category struct {
	Key     string   `toml:"key"`
	Title   string   `toml:"title"`
	Measure string   `toml:"measure"`
	Of      []string `toml:"of"`    // conducts, achievements or roles; empty: all
	By      string   `toml:"by"`    // conduct, achievement: "first" or "most"; role: "points", "turns", "realtime", "first"
	Games   string   `toml:"games"` // which games it looks at, on top of the tournament's
	Award   []int64  `toml:"award"` // for the first, second, ... place
	Per     int64    `toml:"per"`   // for each unit of the value, of everybody
	Least   int64    `toml:"least"` // the value from which there are points; 0: 1

	Squares []string `toml:"squares"` // bingo: which games, each, row by row
	Line    int64    `toml:"line"`    // bingo: for a full row, column or diagonal
	Full    int64    `toml:"full"`    // bingo: for the whole card
}

// measure is what a category may count.
type measure struct {
	words string // "%s" is the unit's plural where By or Of matter
	unit  string
	low   bool // less is better
}

var measures = map[string]measure{
	"ascensions":    {"the most ascensions", "ascensions", false},
	"first":         {"the first ascension", "", true},
	"turns":         {"the ascension in the fewest turns", "turns", true},
	"realtime":      {"the ascension in the shortest real time", "seconds", true},
	"high-score":    {"the highest score of one game", "points", false},
	"low-score":     {"the lowest score of an ascension", "points", true},
	"streak":        {"the longest streak of ascensions", "in a row", false},
	"unique-deaths": {"the most different deaths", "deaths", false},
	"combos":        {"ascensions of different role, race, gender and alignment together", "characters", false},
	"roles":         {"ascensions of different roles", "roles", false},
	"conducts":      {"the most conducts kept in one ascension", "conducts", false},
	"feats":         {"the most different achievements over all games", "achievements", false},
	"games":         {"the most games", "games", false},
	"conduct":       {"each conduct", "", false},
	"feat":          {"each achievement", "", false},
	"role":          {"each role", "", false},
	"bingo":         {"a bingo card", "squares", false},
}

// ParseRules reads a template. Its error names every key that is wrong, with
// what would be right.
func ParseRules(text []byte) (*Rules, error) {
	r := &Rules{Define: Define{Ascended: "death", Streak: DefaultStreak, Within: "whole", Joining: "any", Places: "gaps"}, Clans: ClanRules{Leavers: "take", Records: "now"}}
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(r); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) {
			var all []error
			for i := range strict.Errors {
				row, _ := strict.Errors[i].Position()
				all = append(all, fmt.Errorf("line %d: there is no key %q; there are name, title, games, define.{ascended, ascended_by, scum_points, scum_turns, streak, within, joining, places, achievements}, clans.{size, best, leavers, records}, variant.{name, title, versions, sources}, achievement.{name, when, field, bits, names, in, before, variants, trophy}, category.{key, title, measure, of, by, games, award, per, least, squares, line, full}, leaderboard.{key, title, measure, of, games, none, low, listed, clan, for, variants, award, per, share, times, worth, least}, trophy.{key, name, games, each, among, all, distinct, different, steps, set, union, of, none, least, holds, points, for, variants, across, unlisted}", row, strings.Join(strict.Errors[i].Key(), ".")))
			}
			return nil, errors.Join(all...)
		}
		var where *toml.DecodeError
		if errors.As(err, &where) {
			row, _ := where.Position()
			return nil, fmt.Errorf("line %d: %s", row, strings.TrimPrefix(where.Error(), "toml: "))
		}
		return nil, err
	}
	return r, r.compile()
}

// compile checks the rules and reads their conditions.
func (r *Rules) compile() error {
	var c checker
	if r.Name == "" || strings.ContainsAny(r.Name, " \t,") || r.Name != strings.ToLower(r.Name) {
		c.bad("name is %q, want one word in lower case", r.Name)
	}
	r.Title = cmp.Or(r.Title, r.Name)
	c.oneOf("define.ascended", r.Define.Ascended, "death", "achieve", "amulet")
	c.oneOf("define.within", r.Define.Within, "whole", "closed", "end")
	c.oneOf("define.joining", r.Define.Joining, "any", "after")
	c.oneOf("define.achievements", r.Define.Achievements, append([]string{""}, xlog.AchievementTables()...)...)
	c.oneOf("define.places", r.Define.Places, "gaps", "dense")
	c.oneOf("clans.leavers", r.Clans.Leavers, "take", "leave")
	c.oneOf("clans.records", r.Clans.Records, "now", "last-game")
	r.feats = xlog.Achievements(r.Define.Achievements)
	c.achievements = names(r.feats)
	r.variants(&c)
	c.oneOf("define.streak.order", r.Define.Streak.Order, "start", "end", "overlap", "side", "longest")
	if r.Define.ScumPoints < 0 || r.Define.ScumTurns < 0 || r.Clans.Size < 0 || r.Clans.Best < 0 {
		c.bad("scum_points, scum_turns, clans.size and clans.best must not be below 0")
	}
	r.where = c.games("games", r.Games)
	if len(r.Category)+len(r.Leaderboard)+len(r.Trophy) == 0 {
		c.bad("there is no [[category]], [[leaderboard]] or [[trophy]]")
	}
	seen := map[string]bool{}
	for i := range r.Category {
		cat := &r.Category[i]
		what := fmt.Sprintf("category %d (%s)", i+1, cat.Key)
		if cat.Key == "" || strings.ContainsAny(cat.Key, " \t,:") {
			c.bad("%s: key is %q, want one word", what, cat.Key)
		}
		if seen[cat.Key] {
			c.bad("%s: another category has this key", what)
		}
		seen[cat.Key] = true
		if cat.compile(&c, what) {
			r.parts = append(r.parts, cat.parts(&compiled{&c, r, what})...)
		}
	}
	r.honours(&c)
	r.tests = c.tests
	for i, t := range r.tests {
		r.endings = append(r.endings, 0)
		for o := xlog.Died; o <= xlog.Quit; o++ {
			if t.Possible(o) {
				r.endings[i] |= 1 << o
			}
		}
	}
	r.kinds()
	return errors.Join(c.errs...)
}

// kinds notes what kinds of things the rules have.
func (r *Rules) kinds() {
	paid := false // players are
	for i := range r.parts {
		p := &r.parts[i]
		gives := p.shared && (len(p.award) > 0 || p.per != 0 || p.later != "")
		r.priced, paid = r.priced || gives, paid || gives && p.players
		r.pooled = r.pooled || p.clans
	}
	for i := range r.trophies {
		r.priced, paid = r.priced || r.trophies[i].Points != 0, paid || r.trophies[i].Points != 0 && r.trophies[i].For != "clans"
		r.pooled = r.pooled || r.trophies[i].For != "players"
	}
	r.pointless = len(r.Category) == 0 && !paid
	r.clanned = r.pooled || r.Clans.Size > 0
}

// Closed reports whether the last second of an event is within it.
func (r *Rules) Closed() bool { return r.Define.Within == "closed" }

// noTrophies returns the set of somebody who has none.
func (r *Rules) noTrophies() trophySet { return make(trophySet, (len(r.trophies)+63)/64) }

// listedTrophies returns how many of somebody's trophies are shown.
func (r *Rules) listedTrophies(has trophySet) (n int) {
	for i := range r.trophies {
		if !r.trophies[i].Unlisted && has.has(i) {
			n++
		}
	}
	return n
}

// checker collects what is wrong with a template.
type checker struct {
	errs         []error
	achievements []string // that the rules name or define
	variants     []string // likewise
	read         map[string]*test
	tests        []*query.Cond
}

func (c *checker) bad(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

func (c *checker) oneOf(what, got string, want ...string) {
	if !slices.Contains(want, got) {
		c.bad("%s is %q, want one of %s", what, got, strings.Join(want, ", "))
	}
}

// compile checks a category, which errors call what, and fills in what is not said; ok:
// nothing is wrong with it.
func (c *Category) compile(check *checker, what string) (ok bool) {
	m, ok := measures[c.Measure]
	if !ok {
		check.oneOf(what+": measure", c.Measure, slices.Sorted(maps.Keys(measures))...)
		return false
	}
	wrong := len(check.errs)
	c.Title = cmp.Or(c.Title, m.words)
	switch c.Measure {
	case "conduct", "feat":
		c.By = cmp.Or(c.By, "first")
		check.oneOf(what+": by", c.By, "first", "most")
	case "role":
		c.By = cmp.Or(c.By, "points")
		check.oneOf(what+": by", c.By, "points", "turns", "realtime", "first")
	default:
		if c.By != "" || len(c.Of) > 0 && c.Measure != "feats" {
			check.bad("%s: of and by are for the measures conduct, feat and role, and of for feats", what)
		}
	}
	all := map[string][]string{"conduct": xlog.ConductNames(), "role": question.Roles}[c.Measure]
	for _, o := range c.Of {
		if c.Measure == "feat" || c.Measure == "feats" {
			if _, err := question.Achievement(o, ""); err != nil {
				check.bad("%s: of: %v", what, err)
			}
		}
		if all != nil && !slices.Contains(all, o) {
			check.bad("%s: of has %q, want some of %s", what, o, strings.Join(all, ", "))
		}
	}
	if len(c.Of) == 0 {
		c.Of = map[string][]string{"conduct": vanillaConducts, "feat": vanillaFeats, "role": question.Roles}[c.Measure]
	}
	if len(c.Award) == 0 && c.Per == 0 && c.Line == 0 && c.Full == 0 {
		check.bad("%s: gives no points: say award = [10, 5] or per = 1", what)
	}
	first := c.By == "first" && (c.Measure == "conduct" || c.Measure == "feat")
	if c.Per != 0 && (m.low || c.Measure == "role" || first) {
		check.bad("%s: per is for what is counted; use award", what)
	}
	if (c.Measure == "bingo") != (len(c.Squares) > 0) {
		check.bad("%s: squares belong to the measure bingo", what)
	}
	if n := len(c.Squares); n > 0 && side(n)*side(n) != n {
		check.bad("%s: %d squares are no square card; want 9, 16 or 25", what, n)
	}
	return len(check.errs) == wrong
}

// side returns the side of a card of n squares, rounded down.
func side(n int) int {
	s := 0
	for (s+1)*(s+1) <= n {
		s++
	}
	return s
}

var (
	vanillaConducts = []string{"foodless", "vegan", "vegetarian", "atheist", "weaponless", "pacifist", "illiterate", "polypileless", "polyselfless", "wishless", "artiwishless", "genocideless"}
	vanillaFeats    = []string{"bell", "gehennom", "candelabrum", "book", "invocation", "amulet", "planes", "astral", "ascended", "luckstone", "sokoban-prize", "medusa"}
)

// Builtin returns the templates that come with the bot, by name.
func Builtin() map[string][]byte {
	out := map[string][]byte{}
	files, err := fs.Glob(builtin, "builtin/*.toml")
	if err != nil {
		panic(err) // the pattern is right
	}
	for _, f := range files {
		text, err := builtin.ReadFile(f)
		if err != nil {
			panic(err) // it was just listed
		}
		out[strings.TrimSuffix(strings.TrimPrefix(f, "builtin/"), ".toml")] = text
	}
	// TNNT's rules with the achievements of each year's game.
	for _, table := range xlog.AchievementTables() {
		if table == "tnnt" {
			continue
		}
		text := bytes.Replace(out["tnnt"], []byte(`name = "tnnt"`), []byte(`name = "tnnt-`+table+`"`), 1)
		out["tnnt-"+table] = bytes.Replace(text, []byte(`achievements = "tnnt"`), []byte(`achievements = "`+table+`"`), 1)
	}
	return out
}
