package score

import (
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/engine/query"
)

// won is the condition of an ascension.
var won = func() *query.Cond {
	c, err := (&query.Reader{}).Condition("win")
	if err != nil {
		panic(err) // the word is known
	}
	return c
}()

// counting is a leaderboard being counted.
type counting struct {
	*Board
	a      *awarding
	fits   []bool
	number []float64
	text   []string
	times  [][]bool // by factor
}

func (a *awarding) board(b *Board) *counting {
	c := &counting{Board: b, a: a, fits: a.matches(b.where)}
	for _, f := range b.Times {
		c.times = append(c.times, a.matches(f.where))
	}
	switch {
	case b.value == nil:
	case b.Measure == "distinct" || b.Measure == "z-score":
		c.text = a.joined(b.value)
	default:
		c.number = a.table.Numbers(b.value[0], time.UTC)
	}
	return c
}

// figure is what a leaderboard counts of the games of a player or a clan; ok is
// false where there is nothing to count. mark stands before clans.
func (c *counting) figure(p *party, mark string) (n *big.Rat, ok bool) {
	games := p.games(c.a.Season, c.variant)
	var fit []int32
	for _, r := range games {
		if c.fits[r] {
			fit = append(fit, r)
		}
	}
	whole := func(n int) (*big.Rat, bool) { return new(big.Rat).SetInt64(int64(n)), len(fit) > 0 }
	switch c.Measure {
	case "count", "sum":
		return c.sum(fit), len(fit) > 0
	case "min", "max":
		x := 0.0
		for i, r := range fit {
			if v := c.number[r]; i == 0 || c.Measure == "min" && v < x || c.Measure == "max" && v > x {
				x = v
			}
		}
		return rat(x), len(fit) > 0
	case "distinct":
		seen := map[string]bool{}
		for _, r := range fit {
			if c.text[r] != "" {
				seen[c.text[r]] = true
			}
		}
		return whole(len(seen))
	case "z-score":
		k := map[string]int64{}
		sum := new(big.Rat)
		for _, r := range fit {
			k[c.text[r]]++
			sum.Add(sum, big.NewRat(1, k[c.text[r]]))
		}
		return hundredths(sum, false), len(fit) > 0
	case "streak":
		return whole(c.streak(fit, c.a.won))
	case "run":
		return whole(c.streak(games, c.fits))
	case "in-24h":
		return whole(c.within(fit, 86400))
	case "achieved":
		return whole(c.achieved(fit))
	case "trophies":
		n := c.a.trophiesOf(p, c.a.firstsFor(p, mark))
		return new(big.Rat).SetInt64(int64(n)), n > 0
	case "points", "hundredths":
		sum, ok := c.a.points[mark+p.name]
		switch {
		case !ok:
			sum = new(big.Rat)
		case c.Measure == "hundredths":
			sum = new(big.Rat).Mul(sum, big.NewRat(100, 1))
		}
		return sum, ok
	}
	return whole(c.a.union(fit))
}

// sum adds up games, each as often as the factors say.
func (c *counting) sum(rows []int32) *big.Rat {
	sum := new(big.Rat)
	for _, r := range rows {
		x := big.NewRat(1, 1)
		if c.Measure == "sum" {
			x = rat(c.number[r])
		}
		for i, f := range c.Times {
			if c.times[i][r] {
				x.Mul(x, rat(f.By))
			}
		}
		sum.Add(sum, x)
	}
	return sum
}

// rat is a number as it is written: 1.1 is eleven tenths.
func rat(x float64) *big.Rat {
	if r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64)); ok {
		return r
	}
	return new(big.Rat)
}

// achieved is the most achievements in one game.
func (c *counting) achieved(rows []int32) (most int) {
	for _, r := range rows {
		most = max(most, c.a.union([]int32{r}))
	}
	return most
}

// trophiesOf is how many trophies, and first places of a variant's leaderboards,
// members have together.
func (a *awarding) trophiesOf(p *party, firsts map[string]map[string]bool) int {
	seen := map[string]bool{}
	for key, who := range a.has {
		if slices.ContainsFunc(p.members, func(m string) bool { return who[m] }) {
			seen[key] = true
		}
	}
	for _, m := range p.members {
		for key := range firsts[m] {
			seen[key] = true
		}
	}
	n := 0
	for key := range seen {
		if strings.Contains(key, ":") { // one of a variant
			n++
		}
	}
	return n
}

// firstsFor are the leaders that count for a player or a clan: those of now, or
// those when a member last ended a game.
func (a *awarding) firstsFor(p *party, mark string) map[string]map[string]bool {
	if mark == "" || a.rules.Clans.Records != "last-game" || len(p.rows) == 0 {
		return a.firsts
	}
	then := &awarding{Season: a.Season, won: a.won, firsts: map[string]map[string]bool{}, points: map[string]*big.Rat{}}
	for _, x := range a.players {
		if rows := a.until(x.rows, p.rows); len(rows) > 0 {
			then.players = append(then.players, &party{name: x.name, members: x.members, rows: rows})
		}
	}
	for i := range a.rules.boards {
		if b := &a.rules.boards[i]; b.variant != "" && b.For != "clans" && !b.later() {
			then.listing(then.board(b))
		}
	}
	return then.firsts
}

// union is how many achievements some games have together: those of the rules'
// table, and those that the rules define.
func (s *Season) union(rows []int32) (n int) {
	if len(s.rules.earnable) > 0 {
		seen := map[int]bool{}
		for _, r := range rows {
			for _, id := range s.earned[r] {
				seen[id] = true
			}
		}
		n = len(seen)
	}
	if s.feats == nil {
		return n
	}
	all := make([]uint64, len(s.feats.Fields))
	for _, r := range rows {
		for i, w := range s.bits[r] {
			all[i] |= w
		}
	}
	for _, w := range all {
		n += bits.OnesCount64(w)
	}
	return n
}

// hundredths rounds to two decimals: half up, or half to even.
func hundredths(x *big.Rat, up bool) *big.Rat {
	scaled := new(big.Rat).Mul(x, big.NewRat(100, 1))
	q, rest := new(big.Int).QuoRem(scaled.Num(), scaled.Denom(), new(big.Int))
	half := new(big.Int).Mul(rest, big.NewInt(2)).Cmp(scaled.Denom())
	if half > 0 || half == 0 && (up || q.Bit(0) == 1) {
		q.Add(q, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(q, big.NewInt(100))
}

// streak is the longest streak among some games, of those that good has, by the
// rules' definition.
func (c *counting) streak(rows []int32, good []bool) (longest int) {
	plays := make([]play, len(rows))
	for i, r := range rows {
		plays[i] = play{start: c.a.start[r], end: c.a.end[r], source: c.a.source[r], won: good[r]}
	}
	for _, run := range runs(nil, plays, c.a.rules.Define.Streak) {
		if len(run) >= c.Least {
			longest = max(longest, len(run))
		}
	}
	return longest
}

// within is the most games that ended within so many seconds, the first and the
// last of them included.
func (c *counting) within(rows []int32, seconds int64) (most int) {
	var ends []int64
	for _, r := range rows {
		ends = append(ends, c.a.end[r])
	}
	slices.Sort(ends)
	first := 0
	for i, e := range ends {
		for ends[first] < e-seconds {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}

// ofClan is a clan's figure.
func (c *counting) ofClan(g *party, figures map[string]*big.Rat) (n *big.Rat, ok bool) {
	if c.Clan == "pool" {
		return c.figure(g, clanMark)
	}
	n = new(big.Rat)
	for _, m := range g.members {
		f := figures[m]
		switch {
		case f == nil:
			continue
		case c.Clan == "sum":
			n = new(big.Rat).Add(n, f)
		case !ok, c.Clan == "min" && f.Cmp(n) < 0, c.Clan == "max" && f.Cmp(n) > 0:
			n = f
		}
		ok = true
	}
	return n, ok
}

// trophy makes the test of a trophy ready: whether a player, or a clan with mark
// before its name, has earned it.
func (a *awarding) trophy(t *Trophy) func(p *party, mark string) bool {
	if t.earned > 0 {
		return func(p *party, _ string) bool {
			return slices.ContainsFunc(p.games(a.Season, t.variant), func(r int32) bool { return slices.Contains(a.earned[r], t.earned-1) })
		}
	}
	if t.Each == trophyVariant {
		return func(p *party, mark string) bool {
			return a.trophyVariants(mark+p.name, t.among) >= max(t.Distinct, t.Different)
		}
	}
	fits := a.matches(t.where)
	var none []bool
	if t.none != nil {
		none = a.matches(t.none)
	}
	var each, conducts []string
	if t.each != nil {
		each = a.joined(t.each)
	}
	if t.Union == "conduct" {
		v, err := (&query.Reader{}).Value("conduct")
		if err != nil {
			panic(err) // the field is known
		}
		conducts = a.joined([]*query.Value{v})
	}
	return func(p *party, _ string) bool {
		games := p.games(a.Season, t.variant)
		if t.Across {
			games = a.until(p.rows, games)
		}
		var fit []int32
		seen, kept := map[string]bool{}, map[string]bool{}
		for _, r := range games {
			if !fits[r] {
				continue
			}
			if none != nil && none[r] {
				return false
			}
			fit = append(fit, r)
			if each != nil {
				seen[each[r]] = true
			}
			if conducts != nil {
				for c := range strings.FieldsSeq(conducts[r]) {
					kept[c] = true
				}
			}
		}
		switch {
		case len(fit) < max(t.Least, 1) && len(t.Holds) == 0, t.Distinct > 0 && len(seen) != t.Distinct, len(seen) < t.Different:
			return false
		case slices.ContainsFunc(t.set, func(c *query.Cond) bool {
			mask := a.matches(c)
			return !slices.ContainsFunc(fit, func(r int32) bool { return mask[r] })
		}):
			return false
		case !t.united(a, fit, kept):
			return false
		}
		return !slices.ContainsFunc(t.All, func(v string) bool { return !seen[v] })
	}
}

// united reports whether games have together what a trophy asks for.
func (t *Trophy) united(a *awarding, fit []int32, kept map[string]bool) bool {
	switch of := t.Of; t.Union {
	case "conduct":
		return len(kept) == of
	case "achieve":
		if of == 0 && a.feats != nil {
			of = a.feats.Size
		}
		return a.union(fit) == of
	}
	return true
}

// until are the games that had ended when the last of some games did.
func (s *Season) until(all, some []int32) (out []int32) {
	last := int64(0)
	for _, r := range some {
		last = max(last, s.end[r])
	}
	for _, r := range all {
		if s.end[r] <= last {
			out = append(out, r)
		}
	}
	return out
}

// trophyVariants is of how many of some variants somebody has a trophy.
func (a *awarding) trophyVariants(who string, among []string) int {
	seen := map[string]bool{}
	for key, has := range a.has {
		if variant, _, ok := strings.Cut(key, ":"); ok && has[who] && slices.Contains(among, variant) {
			seen[variant] = true
		}
	}
	return len(seen)
}
