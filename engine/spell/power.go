package spell

import (
	"math"
	"sort"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// RegenQuestion is a hero whose power comes back. Rules must know how:
// Regeneration is not nil.
type RegenQuestion struct {
	Rules    *rules.Set
	Role     *rules.Role
	XL       int
	Int, Wis int
	// Quick: with energy regeneration. Breathing: with an amulet of magical
	// breathing, or what else gives it while it is worn.
	Quick, Breathing bool
	// Stressed: carrying so much that power does not come back by itself.
	Stressed bool
}

// Stops reports whether no power comes back: energy regeneration works under any load.
func (q *RegenQuestion) Stops() bool { return q.Stressed && !q.Quick }

// Regen says how power comes back: at a fixed interval of turns, from Least to Most
// points. All amounts in between are equally likely, or else More is the chance of
// Most, which is Least + 1.
type Regen struct {
	Every int            `json:"every"`
	Least int            `json:"least"`
	Most  int            `json:"most"`
	More  *odds.Fraction `json:"more,omitempty"`
	// PerTurn is the mean of a turn.
	PerTurn float64 `json:"per_turn"`
	// First is the number of turns to the next gain, 1 to Every; 0 where it is not known:
	// then each of them is equally likely.
	First int `json:"first,omitempty"`
}

// At returns the same gains as they come from a turn of the game on: at turns that Every divides.
func (g Regen) At(turn int) Regen {
	g.First = g.Every - turn%g.Every
	return g
}

// Check refuses what cannot be.
func (q *RegenQuestion) Check() error {
	of := &Question{Rules: q.Rules, Role: q.Role, XL: q.XL, Int: q.Int, Wis: q.Wis, Dex: 12}
	return of.Check()
}

// Regenerate answers a question that passes Check.
func Regenerate(q *RegenQuestion) Regen {
	r := q.Rules.Regeneration()
	if q.Stops() {
		return Regen{Every: 1}
	}
	if r.Levels == 0 {
		parts := r.Parts(q.Role.Name, q.XL, q.Wis, q.Quick)
		g := Regen{Every: 1, Least: parts / r.Whole, Most: parts / r.Whole, PerTurn: float64(parts) / float64(r.Whole)}
		if rest := parts % r.Whole; rest > 0 {
			more := odds.Of(int64(rest), int64(r.Whole))
			g.Most, g.More = g.Least+1, &more
		}
		return g
	}
	g := Regen{Every: r.Interval(q.Role.Name, q.XL), Least: 1, Most: (q.Wis+q.Int)/r.StatPart + 1}
	if q.Quick {
		g.Every = 1
	}
	if q.Breathing {
		g.Most += r.Breathing
	}
	g.PerTurn = float64(g.Least+g.Most) / float64(2*g.Every)
	return g
}

// amounts returns the chances of each amount of one gain, from Least.
func (g *Regen) amounts() []float64 {
	if g.More != nil {
		return []float64{1 - g.More.P, g.More.P}
	}
	out := make([]float64, g.Most-g.Least+1)
	for i := range out {
		out[i] = 1 / float64(len(out))
	}
	return out
}

// Limits of questions over turns.
const MaxTurns = 1000

// Times returns how often power comes back in a number of turns: few times, and once more
// with the chance more.
func (g *Regen) Times(turns int) (few int, more float64) {
	if g.First > 0 {
		return max(0, turns-g.First+g.Every) / g.Every, 0
	}
	return turns / g.Every, float64(turns%g.Every) / float64(g.Every)
}

// After returns the chance of each amount of power regained over a number of turns: index
// i is for least + i.
func (g *Regen) After(turns int) (least int, chances []float64) {
	times, more := g.Times(turns)
	chances = []float64{1}
	for range times {
		chances = convolve(chances, g.amounts())
	}
	if more > 0 {
		longer := convolve(chances, g.amounts())
		both := make([]float64, len(longer)+g.Least)
		for i, p := range chances {
			both[i] = (1 - more) * p
		}
		for i, p := range longer {
			both[i+g.Least] += more * p
		}
		chances = both
	}
	return times * g.Least, chances
}

func convolve(a, b []float64) []float64 {
	out := make([]float64, len(a)+len(b)-1)
	for i, x := range a {
		for j, y := range b {
			out[i+j] += x * y
		}
	}
	return out
}

// Wait is how long it takes for power to come back.
type Wait struct {
	Power int     `json:"power"`
	Mean  float64 `json:"mean_turns"`
	Sure  int     `json:"turns_for_90"` // turns in which it has come back with 90%
}

// negligible is a chance that Waits counts no further: all of them together stay below what
// its means are rounded to.
const negligible = 1e-25

// Waits returns how many turns bring at least so much power, from 1.
func (g *Regen) Waits(power int) Wait {
	// missing[m] is the chance that m are still to come. It is 0 outside of low to high, which
	// is all that is walked: the gains so far are never far from their mean.
	missing, next := make([]float64, power+1), make([]float64, power+1)
	missing[power] = 1
	low, high := power, power
	w := Wait{Power: power}
	amounts, left := g.amounts(), 1.0
	for n := 1; left > 1e-15; n++ {
		before := left
		switch {
		case n > 1:
			w.Mean += left * float64(g.Every)
		case g.First > 0:
			w.Mean = float64(g.First)
		default:
			w.Mean = float64(g.Every+1) / 2
		}
		left = 0
		clear(next[max(0, low-g.Least-len(amounts)) : high+1])
		for m := low; m <= high; m++ {
			for i, x := range amounts {
				if to := m - g.Least - i; to > 0 {
					next[to] += missing[m] * x
					left += missing[m] * x
				}
			}
		}
		missing, next = next, missing
		low, high = max(1, low-g.Least-len(amounts)+1), max(0, high-g.Least)
		for low < high && missing[low] < negligible {
			low++
		}
		for high > low && missing[high] < negligible {
			high--
		}
		if w.Sure == 0 && left <= 0.1+1e-12 {
			w.Sure = (n-1)*g.Every + g.within(before, left)
		}
	}
	return w
}

// within returns the first turn of an interval by which a chance of waiting on is down to a
// tenth, if it is before until the gain of the interval and after from then on.
func (g *Regen) within(before, after float64) int {
	if g.First > 0 {
		return g.First
	}
	share := (before - 0.1) / (before - after)
	return max(1, int(math.Ceil(float64(g.Every)*share-1e-9)))
}

// Casting is a row of casts over some turns, one each turn in which the power is
// enough, while power comes back.
type Casting struct {
	Turns int     `json:"turns"`
	Mean  float64 `json:"mean"`  // casts that succeed
	Least int     `json:"least"` // as few as that succeed with 1% or less
	Most  int     `json:"most"`  // and as many
	// Chances is the chance of each number of casts that succeed.
	Chances []float64 `json:"-"`
}

// AtLeast returns the chance that n casts succeed.
func (c *Casting) AtLeast(n int) float64 {
	p := 0.0
	for k := len(c.Chances) - 1; k >= max(0, n); k-- {
		p += c.Chances[k]
	}
	return math.Min(1, p)
}

// OverTurns returns what the casts of a question that passes Check, with a Pw and
// without the Amulet, come to over 1 to MaxTurns turns. a is its answer.
func OverTurns(q *CastQuestion, a *CastAnswer, g *Regen, turns int) Casting {
	c := Casting{Turns: turns}
	first, last := 1, g.Every
	if g.First > 0 {
		first, last = g.First, g.First
	}
	share := 1 / float64(last-first+1)
	for ; first <= last; first++ {
		rows := castRows(q, a, g, turns, first)
		for len(c.Chances) < len(rows) {
			c.Chances = append(c.Chances, 0)
		}
		for k, r := range rows {
			for _, p := range r.p {
				c.Chances[k] += share * p
			}
		}
	}
	below := make([]float64, len(c.Chances)+1)
	for k, p := range c.Chances {
		c.Mean += float64(k) * p
		below[k+1] = below[k] + p
	}
	// The hundredth at each end is left out.
	n := len(c.Chances)
	c.Least = max(0, sort.Search(n, func(k int) bool { return below[k+1] > 0.01 }))
	c.Most = min(n-1, sort.Search(n, func(k int) bool { return below[k+1] >= 0.99-1e-12 }))
	return c
}

// castRows returns the power left after a row of casts over turns, by the casts that
// succeeded, where power comes back for the first time after first turns.
func castRows(q *CastQuestion, a *CastAnswer, g *Regen, turns, first int) []row {
	cost, failed := *a.Pw, a.FailedPw
	rows := []row{{from: q.Pw, p: []float64{1}}}
	amounts := g.amounts()
	for t := 1; t <= turns; t++ {
		next := make([]row, len(rows)+1)
		for k, r := range rows {
			short := min(max(0, cost-r.from), len(r.p)) // below it the power is not enough
			next[k].add(r.from, r.p[:short], 1)
			next[k].add(r.from+short-failed, r.p[short:], a.Fail)
			next[k+1].add(r.from+short-cost, r.p[short:], 1-a.Fail)
		}
		if last := len(next) - 1; len(next[last].p) == 0 {
			next = next[:last]
		}
		if t >= first && (t-first)%g.Every == 0 {
			for k := range next {
				if r := &next[k]; r.trim() {
					r.from, r.p = r.from+g.Least, convolve(r.p, amounts)
				}
			}
		}
		rows = next
	}
	return rows
}

// row is the chances of each amount of power, from one on.
type row struct {
	from int
	p    []float64
}

// never is a chance that no sum of a row's would show.
const never = 1e-18

// trim drops what is too unlikely to be seen at both ends, and reports whether
// anything is left.
func (r *row) trim() bool {
	for len(r.p) > 0 && r.p[len(r.p)-1] < never {
		r.p = r.p[:len(r.p)-1]
	}
	for len(r.p) > 0 && r.p[0] < never {
		r.from, r.p = r.from+1, r.p[1:]
	}
	return len(r.p) > 0
}

// add adds chances, times a factor, from an amount of power on.
func (r *row) add(from int, p []float64, factor float64) {
	if len(p) == 0 || factor == 0 {
		return
	}
	if len(r.p) == 0 {
		r.from, r.p = from, make([]float64, len(p))
	}
	if from < r.from {
		r.p = append(make([]float64, r.from-from), r.p...)
		r.from = from
	}
	if more := from + len(p) - r.from - len(r.p); more > 0 {
		r.p = append(r.p, make([]float64, more)...)
	}
	to := r.p[from-r.from:]
	for i, x := range p {
		to[i] += x * factor
	}
}
