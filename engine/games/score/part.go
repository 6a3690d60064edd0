package score

import (
	"slices"
	"strings"
	"time"

	"delphi/engine/games/query"
)

// part is what there are standings of: a category, each thing that one is of, or a
// leaderboard, of one variant where there is one for each.
type part struct {
	key, title, variant string

	where  []*test // the games that it looks at
	none   *test   // who has a game like this is not on it
	figure figure  // what is measured in them; nil: what others and the trophies give
	later  string  // the measure, where figure is nil
	low    bool    // less is better
	least  int64   // a category: the value from which there is a place
	listed string  // a leaderboard: who has a place; see Board

	text  func(v *value) string
	award []Points // by place
	per   Points   // for each unit

	// A leaderboard's equals share a place, and clans have figures of their own on it.
	shared          bool
	share           bool   // entrants without an award get points in proportion to the best figure
	early           bool   // of equals who had it first is ahead all the same
	clan            string // "pool", "sum", "min", "max" or "best"
	players, clans  bool   // who is on it
	runs, hundredth bool   // it looks at all games, where marks the good ones; the points are hundredths
	decimals        bool   // the figure always has two decimals
}

// hand is the games of a player or a clan that count, by end.
type hand struct {
	all []*look
	of  map[string][]*look // by variant
}

func newHand(r *Rules, games []*look) *hand {
	h := &hand{all: games}
	if len(r.Variant) > 0 {
		h.of = map[string][]*look{}
		for _, g := range games {
			h.of[g.Variant] = append(h.of[g.Variant], g)
		}
	}
	return h
}

// games returns those of a variant; empty: all.
func (h *hand) games(variant string) []*look {
	if variant == "" {
		return h.all
	}
	return h.of[variant]
}

// fits returns the games that meet all of some conditions.
func fits(games []*look, where ...*test) []*look {
	said := 0
	for _, t := range where {
		if t != nil && t.Cond != nil {
			said++
		}
	}
	if said == 0 {
		return games
	}
	var out []*look
	for _, g := range games {
		all := true
		for _, t := range where {
			all = all && g.meets(t)
		}
		if all {
			out = append(out, g)
		}
	}
	return out
}

// of returns what a player or a clan has in a part; listed: it gives them a place.
func (p *part) of(m *meter, h *hand) (v value, listed bool) {
	games := h.games(p.variant)
	barred := p.none != nil && slices.ContainsFunc(games, func(g *look) bool { return g.meets(p.none) })
	if p.figure == nil {
		return value{}, len(games) > 0 && !barred // whoever has played
	}
	if p.runs {
		v = p.figure(m, games)
	} else {
		v = p.figure(m, fits(games, p.where...))
	}
	return v, !barred && p.lists(&v, games)
}

// lists reports whether somebody with some games has a place.
func (p *part) lists(v *value, games []*look) bool {
	switch {
	case !p.shared:
		return v.ok && (p.low || v.n >= max(1, p.least))
	case p.listed == "played":
		return len(games) > 0
	case p.listed == "won":
		return slices.ContainsFunc(games, (*look).won)
	}
	return v.ok && v.rat().Sign() != 0
}

// points returns those of a value at a place, from 1.
func (p *part) points(v *value, place int) Points {
	points := v.bonus
	if place <= len(p.award) {
		points += p.award[place-1]
	}
	if !p.low {
		points += p.per * Points(v.n)
	}
	return points
}

// reader makes figures of what the rules say.
type compiled struct {
	check *checker
	rules *Rules
	what  string // in errors
}

// parts returns those of a category.
func (c *Category) parts(k *compiled) []part {
	r := k.rules
	base := part{key: c.Key, title: c.Title, low: measures[c.Measure].low, least: c.Least, per: Whole(c.Per), players: true, clan: "sum"}
	for _, a := range c.Award {
		base.award = append(base.award, Whole(a))
	}
	own := k.check.games(k.what+": games", c.Games)
	of := func(key, title string, low bool, f figure, text func(*value) string, where ...string) part {
		p := base
		p.key, p.title, p.low, p.figure, p.text = key, title, low, f, text
		p.where = []*test{own}
		for _, w := range where {
			p.where = append(p.where, k.check.games(k.what, w))
		}
		return p
	}
	field := func(name string) *query.Value { return k.check.value(k.what, name) }
	unit := func(u string) func(*value) string { return func(v *value) string { return many(v.n, u) } }
	inSeconds := func(v *value) string { return query.Clock(v.n) }
	when := func(v *value) string { return stamp(v.n) }
	var out []part
	for _, x := range c.Of {
		key, title, cond := c.Key+":"+x, c.Title+": "+x, c.Measure+"="+x
		switch {
		case c.Measure == "conduct":
			cond += " win"
		case c.Measure == "feat":
			cond = "achieve=" + x
		case c.By != "points":
			cond += " win"
		}
		switch c.By {
		case "most":
			out = append(out, of(key, title, false, count, unit("games"), cond))
		case "points":
			out = append(out, of(key, title, false, best(field("points"), false, true), unit("points"), cond))
		case "turns":
			out = append(out, of(key, title, true, best(field("turns"), true, true), unit("turns"), cond))
		case "realtime":
			out = append(out, of(key, title, true, best(field("realtime"), true, true), inSeconds, cond))
		default:
			out = append(out, of(key, title, true, first, when, cond))
		}
	}
	one := func(f figure, text func(*value) string, where ...string) {
		out = append(out, of(c.Key, c.Title, base.low, f, text, where...))
	}
	switch c.Measure {
	case "ascensions":
		one(count, unit("ascensions"), "win")
	case "games":
		one(count, unit("games"))
	case "first":
		one(first, when, "win")
	case "turns":
		one(best(field("turns"), true, true), unit("turns"), "win")
	case "realtime":
		one(best(field("realtime"), true, true), inSeconds, "win")
	case "high-score":
		one(best(field("points"), false, true), unit("points"))
	case "low-score":
		one(best(field("points"), true, true), unit("points"), "win")
	case "conducts":
		one(best(field("conducts"), false, true), unit("conducts"), "win")
	case "streak":
		one(row(1, (*look).won), func(v *value) string { return query.Commas(v.n) + " in a row" })
	case "unique-deaths":
		one(distinct(r.text(k.check, k.what, "death(plain)")), unit("deaths"), "died")
	case "combos":
		one(distinct(r.text(k.check, k.what, "role-race-gender0-align0")), unit("characters"), "win")
	case "roles":
		one(distinct(r.text(k.check, k.what, "role")), unit("roles"), "win")
	case "feats":
		one(feats(c.Of), unit("achievements"))
	case "bingo":
		one(c.bingo(k), func(v *value) string { return v.text })
	}
	return out
}

// text returns the number of a text that the rules ask for: fields with "-" between.
func (r *Rules) text(c *checker, what, fields string) int {
	if i := slices.Index(r.textNames, fields); i >= 0 {
		return i
	}
	r.textNames = append(r.textNames, fields)
	r.texts = append(r.texts, c.values(what, fields))
	return len(r.texts) - 1
}

// part returns a leaderboard's, of one variant where that is not empty.
func (b *Board) part(k *compiled, variant string) part {
	p := part{
		key: perVariant(variant, b.Key), title: k.rules.titled(b.Title, variant), variant: variant, low: b.Low, listed: b.Listed,
		shared: true, share: b.Share, early: b.Ties == "first", clan: b.Clan, players: b.For != "clans", clans: b.For != "players", where: []*test{b.where},
		none: b.none,
	}
	for _, a := range b.Award {
		p.award = append(p.award, pointsOf(rat(a)))
	}
	p.text, p.decimals = b.words1, b.Measure == "z-score"
	p.per = pointsOf(rat(b.Per))
	switch b.Measure {
	case "worth":
		b.Worth.where = b.where // the other games end streaks
		p.runs, p.figure = true, b.Worth.figure()
	case "count", "sum":
		switch {
		case len(b.Times) == 0 && b.Measure == "count":
			p.figure = count
		default:
			p.figure = sum(b.value, b.Times)
		}
	case "min", "max":
		p.figure = best(b.value, b.Measure == "min", false)
	case "distinct":
		p.figure = distinct(b.texts)
	case "z-score":
		p.figure = zScore(b.texts)
	case "streak":
		p.figure = row(b.Least, (*look).won)
	case "run":
		good := b.where
		p.runs, p.figure = true, row(b.Least, func(g *look) bool { return g.meets(good) })
	case "in-24h":
		p.figure = within(86400)
	case "achieved":
		p.figure = achieved
	case "earned":
		ids := map[int32]bool{}
		for id, name := range k.rules.earnable {
			if strings.HasPrefix(name, b.Of) {
				ids[int32(id)] = true
			}
		}
		p.figure = earnedMost(ids)
	case "achievements":
		p.figure = achievements
	default:
		p.later, p.hundredth = b.Measure, b.Measure == "hundredths"
	}
	return p
}

// words1 returns a figure of the leaderboard in words.
func (b *Board) words1(v *value) string {
	switch {
	case b.Measure == "z-score":
		return v.rat().FloatString(2)
	case v.exact != nil:
		return strings.TrimRight(v.exact.FloatString(2), "0")
	case b.value == nil:
		return query.Commas(v.n)
	}
	switch b.value.Unit() {
	case "t":
		return stamp(v.n)
	case "s":
		return query.Clock(v.n)
	case "":
		return query.Commas(v.n)
	}
	return many(v.n, b.value.Unit())
}

// bingo marks each square with the first game that fits it.
func (c *Category) bingo(k *compiled) figure {
	var squares []*test
	for i, s := range c.Squares {
		squares = append(squares, k.check.games(k.what+": square "+query.Commas(int64(i+1)), s))
	}
	line, full := Whole(c.Line), Whole(c.Full)
	return func(m *meter, games []*look) (v value) {
		n := side(len(squares))
		marked := make([]bool, len(squares))
		for i := range squares {
			for _, g := range games {
				if m.w.tick(); !g.meets(squares[i]) {
					continue
				}
				marked[i] = true
				v.n++
				v.at = max(v.at, g.End)
				if !slices.Contains(v.games, g) {
					v.games = append(v.games, g)
				}
				break
			}
		}
		lines := 0
		whole := func(at func(k int) int) {
			for k := range n {
				if !marked[at(k)] {
					return
				}
			}
			lines++
		}
		for i := range n {
			whole(func(k int) int { return i*n + k })
			whole(func(k int) int { return k*n + i })
		}
		whole(func(k int) int { return k*n + k })
		whole(func(k int) int { return k*n + n - 1 - k })
		v.bonus = Points(lines) * line
		if v.n == int64(len(squares)) {
			v.bonus += full
		}
		v.text = many(v.n, "squares") + ", " + many(int64(lines), "lines")
		v.ok = v.n > 0
		return v
	}
}

// meter measures what the games of one after another are worth. Each is used by one
// goroutine at a time.
type meter struct {
	rules *Rules
	span  Span
	w     *watch

	codes   map[string]int32 // of texts, from 2; 1 is the empty one
	follows []map[string]int32
	numbers [][]int32 // by Value.Coded
	seen    []int32   // by code, the turn in which it was last seen
	turn    int32
}

// fresh reports whether a code is seen for the first time in this turn.
func (m *meter) fresh(code int32) bool {
	if int(code) >= len(m.seen) {
		m.seen = append(m.seen, make([]int32, max(int(code)+1, 2*len(m.seen))-len(m.seen))...)
	}
	was := m.seen[code]
	m.seen[code] = m.turn
	return was != m.turn
}

// code returns the number of a text of a game.
func (m *meter) code(g *look, text int) int32 {
	if g.codes == nil {
		g.codes = make([]int32, len(m.rules.texts))
	}
	if g.codes[text] != 0 {
		return g.codes[text]
	}
	values := m.rules.texts[text]
	if len(values) == 1 {
		if n := int(values[0].Coded(g.Game)); n > 0 {
			g.codes[text] = m.coded(text, n, values[0], g)
			return g.codes[text]
		}
		if from, how := values[0].Follows(g.Game); how != nil {
			if m.follows == nil {
				m.follows = make([]map[string]int32, len(m.rules.texts))
			}
			if m.follows[text] == nil {
				m.follows[text] = map[string]int32{}
			}
			code, ok := m.follows[text][from]
			if !ok {
				code = m.number(how(from))
				m.follows[text][strings.Clone(from)] = code
			}
			g.codes[text] = code
			return code
		}
	}
	var s strings.Builder
	for i, v := range values {
		if i > 0 {
			s.WriteByte('-')
		}
		s.WriteString(v.Text(g.Game, time.UTC))
	}
	g.codes[text] = m.number(s.String())
	return g.codes[text]
}

// coded is code for a text that has a number of its own in the table of the games.
func (m *meter) coded(text, n int, v *query.Value, g *look) int32 {
	if m.numbers == nil {
		m.numbers = make([][]int32, len(m.rules.texts))
	}
	if n >= len(m.numbers[text]) {
		m.numbers[text] = append(m.numbers[text], make([]int32, max(n+1, 2*len(m.numbers[text]))-len(m.numbers[text]))...)
	}
	if m.numbers[text][n] == 0 {
		m.numbers[text][n] = m.number(v.Text(g.Game, time.UTC))
	}
	return m.numbers[text][n]
}

func (m *meter) number(text string) int32 {
	if text == "" {
		return 1
	}
	n, ok := m.codes[text]
	if !ok {
		n = int32(len(m.codes)) + 2
		m.codes[strings.Clone(text)] = n
	}
	return n
}

// looks returns the games that count, as the rules see them.
func (m *meter) looks(verdicts []Verdict) []*look {
	n := 0
	for i := range verdicts {
		if verdicts[i].Counted {
			n++
		}
	}
	words := (len(m.rules.tests) + 63) / 64
	all, facts := make([]look, n), make([]uint64, n*words)
	out := make([]*look, 0, n)
	for i := range verdicts {
		if !verdicts[i].Counted {
			continue
		}
		m.w.tick()
		g := verdicts[i].judged
		l := &all[len(out)]
		*l = look{Game: g, found: foundIn(g), facts: facts[len(out)*words:][:words], place: int32(i)}
		for k, c := range m.rules.tests {
			if m.rules.endings[k]>>g.Outcome&1 == 1 && c.Met(g, time.UTC) {
				l.facts[k>>6] |= 1 << (k & 63)
			}
		}
		out = append(out, l)
	}
	return out
}
