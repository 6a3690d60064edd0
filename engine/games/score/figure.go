package score

import (
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"time"

	"delphi/engine/games/query"
	"delphi/engine/games/streak"
	"delphi/engine/games/xlog"
)

// test is a condition of the rules, and its number among them.
type test struct {
	*query.Cond
	n int
}

// look is a game that counts, as the rules see it.
type look struct {
	*Game
	found *found
	facts []uint64 // which conditions of the rules it meets
	codes []int32  // of texts of the rules, by meter.code; 0: not asked for yet
	place int32    // among the verdicts on its player's games
}

func (l *look) won() bool { return l.Outcome == xlog.Ascended }

// meets reports whether a game meets a condition; a nil one says nothing.
func (l *look) meets(t *test) bool {
	return t == nil || t.Cond == nil || l.facts[t.n>>6]>>(t.n&63)&1 == 1
}

// value is what somebody has of a figure; ok is false if there is nothing to count.
type value struct {
	n     int64
	exact *big.Rat // in place of n, where the figure is not a whole number
	at    int64    // when it was reached
	games []*look  // that make it
	bonus Points   // points beyond those for n
	text  string   // the figure in words, where it has words of its own
	ok    bool
}

// rat returns the figure, whole or not.
func (v *value) rat() *big.Rat {
	if v.exact != nil {
		return v.exact
	}
	return new(big.Rat).SetInt64(v.n)
}

// rational makes a figure of a number.
func (v *value) rational(x *big.Rat) {
	if x.IsInt() {
		v.n = x.Num().Int64()
		return
	}
	v.exact = x
}

// figure is how something is measured in games, in the order of their ends.
type figure func(m *meter, games []*look) value

// count counts games.
func count(_ *meter, games []*look) (v value) {
	if len(games) > 0 {
		v.n, v.at, v.games, v.ok = int64(len(games)), games[len(games)-1].End, games, true
	}
	return v
}

// first returns the end of the first game.
func first(_ *meter, games []*look) (v value) {
	if len(games) > 0 {
		v.n, v.at, v.games, v.ok = games[0].End, games[0].End, games[:1], true
	}
	return v
}

// best returns the highest, or lowest, of a figure; where known is true, 0 is unknown.
func best(of *query.Value, low, known bool) figure {
	if of.Fraction() {
		return func(m *meter, games []*look) (v value) {
			best := 0.0
			for i, g := range games {
				if x := of.Number(g.Game, time.UTC); i == 0 || x != best && x < best == low {
					best, v.at, v.games = x, g.End, games[i:i+1]
				}
			}
			v.rational(rat(best))
			v.ok = len(games) > 0
			return v
		}
	}
	return func(m *meter, games []*look) (v value) {
		for i, g := range games {
			m.w.tick()
			n := of.Whole(g.Game, time.UTC)
			if known && n <= 0 || v.ok && (n == v.n || (n < v.n) != low) {
				continue
			}
			v = value{n: n, at: g.End, games: games[i : i+1], ok: true}
		}
		return v
	}
}

// distinct counts the different texts of games, ignoring empty ones.
func distinct(text int) figure {
	return func(m *meter, games []*look) (v value) {
		m.turn++
		for i, g := range games {
			m.w.tick()
			if code := m.code(g, text); code > 1 && m.fresh(code) {
				v.n++
				v.at = g.End
				v.games = append(v.games, games[i])
			}
		}
		v.ok = len(games) > 0
		return v
	}
}

// feats counts the different achievements that all games know, or some of them.
func feats(of []string) figure {
	return func(_ *meter, games []*look) (v value) {
		seen := map[string]bool{}
		for _, g := range games {
			before := len(seen)
			for _, s := range g.Achieved {
				if len(of) == 0 || slices.Contains(of, s) {
					seen[s] = true
				}
			}
			if len(seen) > before {
				v.at = g.End
				v.games = append(v.games, g)
			}
		}
		v.n, v.ok = int64(len(seen)), len(games) > 0
		return v
	}
}

// zScore adds up 1/k for the k-th game of each text.
func zScore(text int) figure {
	return func(m *meter, games []*look) (v value) {
		k := map[int32]int64{}
		sum := new(big.Rat)
		for _, g := range games {
			code := m.code(g, text)
			k[code]++
			sum.Add(sum, big.NewRat(1, k[code]))
		}
		if v.ok = len(games) > 0; v.ok {
			v.at, v.games = games[len(games)-1].End, games
		}
		v.rational(hundredths(sum, false))
		return v
	}
}

// sum adds up a figure of games, or counts them where of is nil, each as often as the
// factors say.
func sum(of *query.Value, times []Factor) figure {
	return func(m *meter, games []*look) (v value) {
		all := new(big.Rat)
		for _, g := range games {
			x := big.NewRat(1, 1)
			if of != nil {
				x = rat(of.Number(g.Game, time.UTC))
			}
			for i := range times {
				if g.meets(times[i].where) {
					x.Mul(x, rat(times[i].By))
				}
			}
			all.Add(all, x)
		}
		if v.ok = len(games) > 0; v.ok {
			v.at, v.games = games[len(games)-1].End, games
		}
		v.rational(all)
		return v
	}
}

// row returns the longest run of consecutive good games, of at least a minimum length.
func row(least int, good func(*look) bool) figure {
	return func(m *meter, games []*look) (v value) {
		v.ok = len(games) > 0
		sorted := slices.Clone(games)
		slices.SortFunc(sorted, func(a, b *look) int { return strings.Compare(a.ID, b.ID) })
		plays := make([]streak.Play, len(sorted))
		for i, g := range sorted {
			plays[i] = streak.Play{Start: g.Start, End: g.End, Source: g.Source, Won: good(g)}
		}
		for _, run := range streak.Runs(m.w.tick, plays, m.rules.Define.Streak) {
			last := plays[run[len(run)-1]].End
			if n := int64(len(run)); len(run) < least || n < v.n || n == v.n && last >= v.at {
				continue
			}
			v.n, v.at, v.games = int64(len(run)), last, nil
			for _, i := range run {
				v.games = append(v.games, sorted[i])
			}
		}
		return v
	}
}

// within returns the most games that ended within so many seconds, the first and the last
// of them included.
func within(seconds int64) figure {
	return func(_ *meter, games []*look) (v value) {
		first := 0
		for i, g := range games {
			for games[first].End < g.End-seconds {
				first++
			}
			if n := int64(i - first + 1); n > v.n {
				v = value{n: n, at: g.End, games: games[first : i+1], ok: true}
			}
		}
		return v
	}
}

// achieved returns the most achievements in one game.
func achieved(m *meter, games []*look) (v value) {
	for i, g := range games {
		if n := int64(m.rules.union(games[i : i+1])); !v.ok || n > v.n {
			v = value{n: n, at: g.End, games: games[i : i+1], ok: true}
		}
	}
	return v
}

// earnedMost returns the most of some of the rules' own achievements in one game.
func earnedMost(ids map[int32]bool) figure {
	return func(_ *meter, games []*look) (v value) {
		for i, g := range games {
			n := int64(0)
			for _, id := range g.found.earned {
				if ids[id] {
					n++
				}
			}
			if !v.ok || n > v.n {
				v = value{n: n, at: g.End, games: games[i : i+1], ok: true}
			}
		}
		return v
	}
}

// achievements returns how many different ones games have together.
func achievements(m *meter, games []*look) (v value) {
	v.n, v.ok = int64(m.rules.union(games)), len(games) > 0
	if v.n > 0 {
		v.at, v.games = games[len(games)-1].End, games
	}
	return v
}

// union returns how many achievements some games have together: those of the rules' table,
// and those that the rules define.
func (r *Rules) union(games []*look) (n int) {
	if len(r.earnable) > 0 {
		seen := map[int32]bool{}
		for _, g := range games {
			for _, id := range g.found.earned {
				seen[id] = true
			}
		}
		n = len(seen)
	}
	if r.feats == nil {
		return n
	}
	all := make([]uint64, len(r.feats.Fields))
	for _, g := range games {
		for i, w := range g.found.bits {
			all[i] |= w
		}
	}
	for _, w := range all {
		n += bits.OnesCount64(w)
	}
	return n
}

// rat returns a number as it is written: 1.1 is eleven tenths.
func rat(x float64) *big.Rat {
	if r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'g', -1, 64)); ok {
		return r
	}
	return new(big.Rat)
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
