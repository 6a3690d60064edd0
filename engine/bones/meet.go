package bones

import (
	"fmt"
	"math/big"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Journey is a way down that visits every level from From to To once. On each level
// that can hold bones, a file waits with the chance Waits, independently of the others:
// 1 on a full server. The way leads down the Dungeons and Gehennom, through another
// Dungeon, or to one special Level alone.
type Journey struct {
	Rules    *rules.Set
	From, To int // depths; 0 and 0: all of Dungeon, or Level
	Dungeon  *rules.Dungeon
	Level    *rules.Level
	Waits    odds.Fraction
}

// Meeting is what the journey meets. Where a dungeon branches off, where the
// Castle lies and how deep Gehennom goes differ from game to game: the chances
// are over all the layouts that there are. Uncertain names special levels whose
// places are not followed; they count as ordinary.
type Meeting struct {
	Levels   []Visit  `json:"levels"`
	P        float64  `json:"p"`             // of meeting bones at least once
	Num      *big.Int `json:"num,omitempty"` // nil if it does not fit 63 bits
	Den      *big.Int `json:"den,omitempty"`
	Expected float64  `json:"expected"` // how many bones

	Uncertain []string `json:"-"` // "Ludios portal level (Dlvl 11 to 27)"
	Cites     []string `json:"-"`
}

// Visit is one level of the journey.
type Visit struct {
	Depth    int     `json:"depth"`
	Eligible bool    `json:"eligible"` // a file may wait there
	Keeps    float64 `json:"keeps"`    // the chance that it is a level that can hold bones
	Reason   string  `json:"reason"`   // why Keeps is below 1; empty if it is 1
}

var meetCites = []string{rules.CiteFind, rules.CiteEligible, rules.CiteLeave}

// span returns the depths of the journey.
func (j *Journey) span() (from, to int) {
	switch {
	case j.From != 0 || j.To != 0:
		return j.From, j.To
	case j.Level != nil:
		return max(1, j.Level.Min), j.Level.Max
	case j.Dungeon != nil:
		least, most := j.Dungeon.Depths(1)
		low, high := j.Dungeon.Depths(j.Dungeon.MaxLevels)
		return max(1, min(least, low)), max(most, high)
	}
	return 0, 0
}

// Check refuses a journey that nobody can make, with a *problem.Problem.
func (j *Journey) Check() error {
	deepest := j.Rules.Bones().Deepest()
	wrong := func(format string, args ...any) error {
		return problem.Newf(format, args...).Try("bones meet dlvl 4-12 full")
	}
	from, to := j.span()
	switch {
	case j.Waits.Den <= 0:
		return wrong("Say how full the server is: full or half.")
	case j.Dungeon != nil && j.Dungeon.Ordinary == 0 && j.Dungeon.Bones: // its name alone is also that of each of its levels
		p := problem.Newf("%s has no ordinary levels. Ask about one of its own.", j.Dungeon.Name)
		for _, name := range levelNames(j.Rules.Bones(), j.Dungeon) {
			p.Try("bones v" + j.Rules.Name + " meet " + name)
		}
		return p
	case from < 1 || to > deepest || from > to:
		return wrong("A journey goes down, from Dlvl 1 to %d at most, not from %d to %d.", deepest, from, to)
	}
	return nil
}

// Meet answers a journey that passes Check.
func Meet(j *Journey) Meeting {
	b := j.Rules.Bones()
	from, to := j.span()
	m := Meeting{Cites: meetCites}
	way, able := levelsOf(from, to), levelsOf(max(from, b.LeaveStep), to)
	each := Find(b).Times(j.Waits)
	miss := each.Not().Rat()
	groups := j.layout()

	sure := able
	for _, g := range groups {
		sure &^= g.settles
	}
	none := power(miss, sure.on(way))
	count := big.NewRat(int64(sure.on(way)), 1)
	for _, g := range groups {
		left := new(big.Rat)
		for _, d := range g.draws {
			n := d.keeps.on(able)
			left.Add(left, new(big.Rat).Mul(d.p, power(miss, n)))
			count.Add(count, new(big.Rat).Mul(d.p, big.NewRat(int64(n), 1)))
		}
		none.Mul(none, left)
	}
	hit := none.Sub(big.NewRat(1, 1), none)
	m.P, _ = hit.Float64()
	if hit.Num().IsInt64() && hit.Denom().IsInt64() {
		m.Num, m.Den = hit.Num(), hit.Denom()
	}
	m.Expected, _ = count.Mul(count, each.Rat()).Float64()
	for depth := from; depth <= to; depth++ {
		m.Levels = append(m.Levels, j.visit(depth, groups))
	}
	if j.Level == nil && (j.Dungeon == nil || j.Dungeon.Main) {
		m.Uncertain = uncertain(b, from, to)
	}
	return m
}

// visit says whether a level can hold bones.
func (j *Journey) visit(depth int, groups []group) Visit {
	b := j.Rules.Bones()
	v := Visit{Depth: depth, Keeps: 1}
	keeps := new(big.Rat).SetInt64(1)
	for _, g := range groups {
		if g.settles.on(levelsOf(depth, depth)) == 0 {
			continue
		}
		keeps.SetInt64(0)
		for _, d := range g.draws {
			if d.keeps.on(levelsOf(depth, depth)) > 0 {
				keeps.Add(keeps, d.p)
			}
		}
		v.Reason = g.notes[depth]
	}
	v.Keeps, _ = keeps.Float64()
	switch {
	case depth < b.LeaveStep:
		v.Keeps, v.Reason = 0, fmt.Sprintf("bones are never left above Dlvl %d", b.LeaveStep)
	case v.Keeps == 1:
		v.Reason = ""
	case j.Level != nil && j.Level.Why != "":
		v.Reason = j.Level.Why
	case j.Dungeon != nil && j.Dungeon.Why != "":
		v.Reason = j.Dungeon.Why
	case v.Keeps == 0 && !ordinary(b, depth):
		v.Reason = "that deep, no level keeps bones"
	case v.Reason == "":
		v.Reason = "not every game has a level there that can hold bones"
	}
	v.Eligible = v.Keeps > 0
	return v
}

// uncertain names the special levels of the Dungeons and Gehennom that keep no
// bones and whose places no group settles.
func uncertain(b *rules.Bones, from, to int) (out []string) {
	settled := map[*rules.Level]bool{}
	for _, name := range []string{"Gnomish Mines branch level", "Medusa's island", "Castle", "vibrating square level", "Moloch's Sanctum"} {
		settled[b.Level(name)] = true
	}
	for _, l := range b.Levels {
		if l.Dungeon.Main && l.Min <= to && l.Max >= from && (!l.Bones || l.Portal) && l.After == nil && !settled[l] {
			out = append(out, fmt.Sprintf("%s (Dlvl %d to %d)", l.Name, l.Min, l.Max))
		}
	}
	return out
}

// power returns x to the power of n.
func power(x *big.Rat, n int) *big.Rat {
	e := big.NewInt(int64(n))
	return new(big.Rat).SetFrac(new(big.Int).Exp(x.Num(), e, nil), new(big.Int).Exp(x.Denom(), e, nil))
}
