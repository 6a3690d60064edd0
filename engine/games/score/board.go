package score

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/games/question"
	"delphi/engine/games/xlog"
)

// Board is a leaderboard: players, and clans, by one figure of their games. Equal
// figures share a place.
type Board struct {
	Key     string `toml:"key"`
	Title   string `toml:"title"`
	Measure string `toml:"measure"` // see boardMeasures
	Of      string `toml:"of"`      // the field that the measure looks at: "turns", "death(tnnt)", "role-race" (both together)
	Games   string `toml:"games"`   // the games that it looks at, in the games language: "win"
	None    string `toml:"none"`    // who has a game like this is not listed: "win"
	Low     bool   `toml:"low"`     // less is better
	Listed  string `toml:"listed"`  // "played": who has a game; "won": who has won; empty: who has a figure above 0
	Least   int    `toml:"least"`   // streak: how many in a row make one; 0: two
	// Clan is how a clan's figure is made: "pool": of all games of its members as
	// if one had played them; "sum", "min", "max": of its members' figures; "best": that
	// of its best member, and with it what the places of its members among all players
	// give.
	Clan     string   `toml:"clan"`
	For      string   `toml:"for"`      // "players" or "clans"; empty: both
	Variants []string `toml:"variants"` // one for each of these, over its games alone; empty: one over all games
	// Award gives points for the first, second, ... place; with Share everybody else
	// gets the part that their figure is of the best one, rounded to two decimals.
	Award []float64 `toml:"award"`
	Share bool      `toml:"share"`
	Ties  string    `toml:"ties"`  // of equal figures "share" a place; "first": who had it first is ahead
	Per   float64   `toml:"per"`   // points for each unit of the figure, of everybody
	Times []Factor  `toml:"times"` // count and sum: how many times each game counts, multiplied if several fit
	Worth Worth     `toml:"worth"` // worth: what each game is worth

	where *test
	none  *test
	value *query.Value
	texts int // the number of the text that it looks at
}

// Factor multiplies what some games count.
type Factor struct {
	Games string  `toml:"games"`
	By    float64 `toml:"by"`

	where *test
}

// boardMeasures holds what a leaderboard can count.
var boardMeasures = map[string]string{
	"count":        "the number of games",
	"min":          "the least of a figure",
	"max":          "the greatest of a figure",
	"sum":          "the sum of a figure",
	"distinct":     "the number of different values",
	"worth":        "what games are worth, whole points each",
	"z-score":      "1/k for the k-th game of each value",
	"streak":       "the longest streak of ascensions",
	"run":          "the longest run of games that are like this",
	"achievements": "the number of different achievements, of TNNT's too",
	"achieved":     "the most achievements in one game",
	"earned":       "the most achievements in one game whose names begin so",
	"in-24h":       "the most games that ended within 24 hours",
	"trophies":     "the number of different trophies and first places, each variant's by itself",
	"points":       "the points of leaderboards and trophies together",
	"hundredths":   "the points of leaderboards and trophies together, in hundredths",
}

// Trophy goes to everybody whose games meet what it asks: all that it says.
type Trophy struct {
	Key   string `toml:"key"`
	Name  string `toml:"name"`
	Games string `toml:"games"` // the games that it looks at

	// Each is a field, or several with "-" between; "trophy-variant" are the variants
	// Among some ("*", "-x"; empty means all) for which one has a trophy.
	Each      string   `toml:"each"`
	Among     []string `toml:"among"`
	All       []string `toml:"all"`       // each of these values of Each occurs
	Distinct  int      `toml:"distinct"`  // exactly this many values of Each occur
	Different int      `toml:"different"` // at least this many values of Each occur
	Steps     int      `toml:"steps"`     // trophies KEY_1, KEY_2, ... up to this for so many values of Each
	Set       []string `toml:"set"`       // for each of these conditions there is a game
	Union     string   `toml:"union"`     // "conduct" or "achieve": what the games have together
	Of        int      `toml:"of"`        // exactly this many of Union; 0: all there are
	None      string   `toml:"none"`      // none of the games is like this
	Least     int      `toml:"least"`     // at least this many games; 0: one
	Holds     []string `toml:"holds"`     // these other trophies
	Points    float64  `toml:"points"`    // for each who has it

	For      string   `toml:"for"`      // "players" or "clans"; empty: both
	Variants []string `toml:"variants"` // one for each of these, over its games alone; empty: one over all games
	Across   bool     `toml:"across"`   // with Variants: over all games that had ended when the last one of the variant did
	Unlisted bool     `toml:"unlisted"` // it counts as a trophy, and is listed apart, for programs alone

	variant     string
	earned      int // the number of the achievement + 1 that it is for; 0: see above
	where, none *test
	each        int      // the number of the text
	among       []string // of Among
	set         []*test
	holds       []int // the numbers of Holds
}

// trophyVariant is the Each of who has trophies of many variants.
const trophyVariant = "trophy-variant"

// perVariant returns the key of a trophy or leaderboard of one variant.
func perVariant(variant, key string) string {
	if variant == "" {
		return key
	}
	return variant + ":" + key
}

// games reads a condition of a template, in the games language; nil: all games.
func (c *checker) games(what, text string) *test {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if known, ok := c.read[text]; ok {
		return known
	}
	rd := question.Reader{Now: time.Unix(0, 0).UTC(), Played: func(string) bool { return false }, Achievements: c.achievements, Variants: c.variants}
	where, err := rd.Condition(text)
	if err != nil {
		c.bad("%s: %v", what, err)
	}
	t := &test{where, len(c.tests)}
	c.tests = append(c.tests, where)
	if c.read == nil {
		c.read = map[string]*test{}
	}
	c.read[text] = t
	return t
}

// value reads a field of a template.
func (c *checker) value(what, text string) *query.Value {
	v, err := (&question.Reader{Now: time.Unix(0, 0).UTC()}).Value(text)
	if err != nil {
		c.bad("%s: %v", what, err)
	}
	return v
}

// values reads fields with "-" between.
func (c *checker) values(what, text string) (out []*query.Value) {
	for part := range strings.SplitSeq(text, "-") {
		out = append(out, c.value(what, part))
	}
	return out
}

// honours checks the leaderboards and trophies, and makes those of each variant.
func (r *Rules) honours(c *checker) {
	seen := map[string]bool{}
	once := func(kind, key string, i int) string {
		what := fmt.Sprintf("%s %d (%s)", kind, i+1, key)
		if key == "" || strings.ContainsAny(key, " \t,:") {
			c.bad("%s: key is %q, want one word", what, key)
		}
		return what
	}
	unique := func(kind, key string) {
		if seen[kind+key] {
			c.bad("%s %s: another %s has this key", kind, key, kind)
		}
		seen[kind+key] = true
	}
	for i := range r.Leaderboard {
		b := r.Leaderboard[i]
		what := once("leaderboard", b.Key, i)
		wrong := len(c.errs)
		b.compile(r, c, what)
		r.Leaderboard[i] = b
		for _, v := range c.each(what, b.Variants) {
			if unique("leaderboard", perVariant(v, b.Key)); len(c.errs) > wrong {
				continue
			}
			r.parts = append(r.parts, b.part(&compiled{c, r, what}, v))
		}
	}
	add := func(t Trophy) {
		unique("trophy", t.Key)
		r.trophies = append(r.trophies, t)
	}
	for i := range r.Achievement {
		a := &r.Achievement[i]
		for _, name := range a.all() {
			for _, v := range c.among("achievement "+name, a.Variants) {
				if a.Trophy {
					add(Trophy{Key: perVariant(v, name), Name: r.titled(words(name), v), For: "players", variant: v, earned: slices.Index(r.earnable, name) + 1})
				}
			}
		}
	}
	for i := range r.Trophy {
		t := r.Trophy[i]
		what := once("trophy", t.Key, i)
		t.compile(r, c, what)
		r.Trophy[i] = t
		for _, v := range c.each(what, t.Variants) {
			for step := min(t.Steps, 1); step <= t.Steps; step++ {
				of := t
				if of.variant = v; step > 0 {
					of.Different = step
					of.Key = fmt.Sprintf("%s_%d", t.Key, step)
					of.Name = fmt.Sprintf("%s: %d", t.Name, step)
				}
				of.Key, of.Name = perVariant(v, of.Key), r.titled(of.Name, v)
				of.Holds, of.holds = nil, nil
				for _, h := range t.Holds {
					of.Holds = append(of.Holds, perVariant(v, h))
					if k := slices.IndexFunc(r.trophies, func(o Trophy) bool { return o.Key == perVariant(v, h) }); k >= 0 {
						of.holds = append(of.holds, k)
					} else {
						c.bad("%s: holds names %q, and no trophy before it has that key", what, perVariant(v, h))
					}
				}
				add(of)
			}
		}
	}
	r.asks(c.achievements)
}

// asks lists the achievements of its own that conditions name.
func (r *Rules) asks(known []string) {
	text := r.Games
	for i := range r.Leaderboard {
		text += " " + r.Leaderboard[i].Games + " " + r.Leaderboard[i].None
	}
	for i := range r.Trophy {
		t := &r.Trophy[i]
		text += " " + t.Games + " " + t.None + " " + strings.Join(t.Set, " ")
	}
	for _, name := range known {
		if strings.Contains(text, name) {
			r.asked = append(r.asked, name)
		}
	}
}

// each lists the variants that there is one of something for; one that is empty if it
// is for all games together.
func (c *checker) each(what string, list []string) []string {
	if len(list) == 0 {
		return []string{""}
	}
	return c.among(what, list)
}

// titled returns a name with the variant that it is of.
func (r *Rules) titled(name, variant string) string {
	if i := slices.IndexFunc(r.Variant, func(v Variant) bool { return v.Name == variant }); i >= 0 {
		return name + " (" + r.Variant[i].Title + ")"
	}
	return name
}

// words returns a key as people read it: "Entered a shop".
func words(key string) string {
	s := strings.ReplaceAll(key, "_", " ")
	return strings.ToUpper(s[:1]) + s[1:]
}

// compile checks a leaderboard, which errors call what.
func (b *Board) compile(r *Rules, c *checker, what string) {
	m, ok := boardMeasures[b.Measure]
	if !ok {
		var known []string
		for k := range boardMeasures {
			known = append(known, k)
		}
		slices.Sort(known)
		c.oneOf(what+": measure", b.Measure, known...)
		return
	}
	b.Title = cmp.Or(b.Title, m)
	b.Clan = cmp.Or(b.Clan, "pool")
	b.Least = cmp.Or(b.Least, 2)
	c.oneOf(what+": clan", b.Clan, "pool", "sum", "min", "max", "best")
	c.oneOf(what+": ties", b.Ties, "", "share", "first")
	c.oneOf(what+": listed", b.Listed, "", "played", "won")
	c.oneOf(what+": for", b.For, "", "players", "clans")
	if b.Share && len(b.Award) == 0 {
		c.bad("%s: share goes with award: the points of the first places", what)
	}
	b.where, b.none = c.games(what+": games", b.Games), c.games(what+": none", b.None)
	for i := range b.Times {
		b.Times[i].where = c.games(fmt.Sprintf("%s: times %d", what, i+1), b.Times[i].Games)
	}
	b.worth(r, c, what)
	if len(b.Times) > 0 && b.Measure != "count" && b.Measure != "sum" {
		c.bad("%s: times is for the measures count and sum", what)
	}
	needs := slices.Contains([]string{"min", "max", "sum", "distinct", "z-score", "earned"}, b.Measure)
	if needs != (b.Of != "") {
		c.bad("%s: of is for the measures min, max, sum, distinct, z-score and earned", what)
		return
	}
	if b.Measure == "earned" && !slices.ContainsFunc(r.earnable, func(n string) bool { return strings.HasPrefix(n, b.Of) }) {
		c.bad("%s: no [[achievement]] has a name that begins with %q", what, b.Of)
	}
	if !needs || b.Measure == "earned" {
		return
	}
	if b.Measure == "distinct" || b.Measure == "z-score" {
		b.texts = r.text(c, what+": of", b.Of)
		return
	}
	if b.value = c.value(what+": of", b.Of); b.value != nil && !b.value.Numeric() {
		c.bad("%s: of is %q, which is no number", what, b.Of)
	}
}

// compile checks a trophy, which errors call what.
func (t *Trophy) compile(r *Rules, c *checker, what string) {
	t.Name = cmp.Or(t.Name, words(cmp.Or(t.Key, "?")))
	t.where, t.none = c.games(what+": games", t.Games), c.games(what+": none", t.None)
	for k, s := range t.Set {
		t.set = append(t.set, c.games(fmt.Sprintf("%s: set %d", what, k+1), s))
	}
	if t.Each == trophyVariant {
		t.among = c.among(what+": among", t.Among)
	} else if t.Each != "" {
		t.each = r.text(c, what+": each", t.Each)
	}
	if (len(t.All) > 0 || t.Distinct > 0 || t.Different > 0 || t.Steps > 0) != (t.Each != "") {
		c.bad("%s: each goes with all, distinct, different or steps: the values that must occur, or how many", what)
	}
	c.oneOf(what+": union", t.Union, "", "conduct", "achieve")
	c.oneOf(what+": for", t.For, "", "players", "clans")
	if len(t.Among) > 0 && t.Each != trophyVariant {
		c.bad("%s: among goes with each = %q", what, trophyVariant)
	}
	if t.Steps < 0 || t.Steps > 1000 {
		c.bad("%s: steps is %d, want at most 1000", what, t.Steps)
	}
}

// names lists the achievements of the rules' table.
func names(t *xlog.AchievementTable) (out []string) {
	if t == nil {
		return nil
	}
	for _, list := range t.Names {
		for _, n := range list {
			if n != "-" {
				out = append(out, n)
			}
		}
	}
	return out
}

// ofVariants says which variants something is for.
func ofVariants(variants []string) string {
	if len(variants) == 0 {
		return ""
	}
	return ", for each of " + strings.Join(variants, ", ")
}

// words say a leaderboard in a sentence.
func (b *Board) words() string {
	s := fmt.Sprintf("%s (%s)%s: %s", b.Title, b.Key, ofVariants(b.Variants), boardMeasures[b.Measure])
	if b.Of != "" {
		s += " of " + b.Of
	}
	if b.Games != "" {
		s += ", of games that are: " + b.where.String()
	}
	for _, f := range b.Times {
		s += fmt.Sprintf("; %v times where %s", f.By, f.where.String())
	}
	if b.None != "" {
		s += ", of those without a game that is: " + b.none.String()
	}
	if b.Low {
		s += "; less is better"
	}
	if b.For != "players" {
		s += "; clans: " + map[string]string{"pool": "of all games of their members", "sum": "the sum of their members", "min": "the least of their members", "max": "the greatest of their members", "best": "the best of their members, who bring their points"}[b.Clan]
	}
	if b.Measure == "worth" {
		s += b.Worth.words()
	}
	if b.Per != 0 {
		s += fmt.Sprintf("; %v points for each", b.Per)
	}
	if b.Ties == "first" {
		s += "; of equal figures the first is ahead"
	}
	if len(b.Award) > 0 {
		s += "; " + strings.Trim(strings.ReplaceAll(fmt.Sprint(b.Award), " ", ", "), "[]") + " points by place"
		if b.Share {
			s += ", to others the part of the best figure that theirs is"
		}
	}
	return s + "."
}

// words say a trophy in a sentence.
func (t *Trophy) words() string {
	var parts []string
	if t.Games != "" {
		parts = append(parts, "among games that are: "+t.where.String())
	}
	switch {
	case len(t.All) > 0:
		parts = append(parts, "each "+t.Each+" of "+strings.Join(t.All, ", "))
	case t.Distinct > 0:
		parts = append(parts, fmt.Sprintf("exactly %d different of %s", t.Distinct, t.Each))
	case t.Different > 0:
		parts = append(parts, fmt.Sprintf("at least %d different of %s", t.Different, t.Each))
	case t.Steps > 0:
		parts = append(parts, fmt.Sprintf("one for each number of different of %s, up to %d", t.Each, t.Steps))
	}
	if len(t.Set) > 0 {
		parts = append(parts, "a game for each of: "+strings.Join(t.Set, " | "))
	}
	if t.Union != "" {
		of := "all"
		if t.Of > 0 {
			of = fmt.Sprint(t.Of)
		}
		parts = append(parts, fmt.Sprintf("%s of the %ss together", of, t.Union))
	}
	if t.None != "" {
		parts = append(parts, "no game that is: "+t.none.String())
	}
	if t.Least > 1 {
		parts = append(parts, fmt.Sprintf("at least %d games", t.Least))
	}
	if len(t.Holds) > 0 {
		parts = append(parts, "the trophies "+strings.Join(t.Holds, ", "))
	}
	if t.Points != 0 {
		parts = append(parts, fmt.Sprintf("%v points", t.Points))
	}
	return fmt.Sprintf("Trophy %s (%s)%s: %s.", t.Name, t.Key, ofVariants(t.Variants), strings.Join(parts, "; "))
}
