package bones

import (
	"fmt"
	"math"
	"math/big"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Journey is a way down the Dungeons and Gehennom on which every level from
// From to To is visited once, and on each of which a file waits with the chance
// Waits, whatever the others do: 1 on a full server.
type Journey struct {
	Rules    *rules.Set
	From, To int
	Waits    odds.Fraction
}

// Meeting is what the journey meets. A level whose number alone does not
// settle whether it keeps bones counts as ordinary; Uncertain names those that
// might not.
type Meeting struct {
	Levels   []Visit  `json:"levels"`
	P        float64  `json:"p"`             // of meeting bones at least once
	Num      *big.Int `json:"num,omitempty"` // nil if it does not fit 63 bits
	Den      *big.Int `json:"den,omitempty"`
	Expected float64  `json:"expected"` // how many bones

	Uncertain []string `json:"-"` // "Sokoban branch level (Dlvl 6 to 10)"
	Cites     []string `json:"-"`
}

// Visit is one level of the journey.
type Visit struct {
	Depth    int    `json:"depth"`
	Eligible bool   `json:"eligible"` // a file may wait there
	Reason   string `json:"reason"`   // why not
}

var meetCites = []string{"bones find", "bones eligibility", "bones leave"}

// Check refuses a journey that nobody can make, with a *problem.Problem.
func (j *Journey) Check() error {
	deepest := j.Rules.Bones().Deepest()
	if j.From < 1 || j.To > deepest || j.From > j.To {
		return impossible("A journey goes down, from Dlvl 1 to %d at most, not from %d to %d.", deepest, j.From, j.To)
	}
	if j.Waits.Den <= 0 {
		return impossible("Say how full the server is: full or half.")
	}
	return nil
}

// Meet answers a journey that passes Check.
func Meet(j *Journey) Meeting {
	b := j.Rules.Bones()
	m := Meeting{Cites: meetCites}
	eligible := 0
	for depth := j.From; depth <= j.To; depth++ {
		q := Question{Rules: j.Rules, Depth: depth}
		p, _ := q.place()
		v := Visit{Depth: depth, Eligible: p.bones, Reason: p.why}
		if p.only != "" {
			v.Eligible, v.Reason = false, p.only
		}
		if v.Eligible && Leave(b, depth) == odds.Never {
			v.Eligible, v.Reason = false, fmt.Sprintf("bones are never left above Dlvl %d", b.LeaveStep)
		}
		if v.Eligible {
			eligible++
		}
		m.Levels = append(m.Levels, v)
	}
	for _, l := range b.Levels {
		if l.Dungeon.Main && l.Min <= j.To && l.Max >= j.From && (!l.Bones || l.Portal) {
			m.Uncertain = append(m.Uncertain, fmt.Sprintf("%s (Dlvl %d to %d)", l.Name, l.Min, l.Max))
		}
	}
	each := Find(b).Times(j.Waits)
	m.P = odds.AtLeast(eligible, 1, each.P)
	m.Expected = each.P * float64(eligible)
	if float64(eligible)*math.Log2(float64(each.Den)) < 63 {
		miss := new(big.Rat).SetFrac(pow(each.Den-each.Num, eligible), pow(each.Den, eligible))
		hit := miss.Sub(big.NewRat(1, 1), miss)
		m.P, _ = hit.Float64()
		m.Num, m.Den = hit.Num(), hit.Denom()
	}
	return m
}

func pow(base int64, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(n)), nil)
}
