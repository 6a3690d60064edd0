package enchant

import (
	"fmt"
	"strconv"
	"strings"

	"delphi/engine/dice"
)

// MostScrolls is how many scrolls in a row are followed at most.
const MostScrolls = 30

// Row is what several scrolls in a row make of one thing.
type Row struct {
	after []Results // element i: of i+1 scrolls
	next  func(result string, read int) Results
}

// ArmorRow returns a row of scrolls of enchant armor, each like the question's.
func ArmorRow(q *Question) *Row { return q.row(Armor) }

// WeaponRow returns a row of scrolls of enchant weapon, each like the question's.
func WeaponRow(q *Question) *Row { return q.row(Weapon) }

// ChargeRow returns a row of scrolls of charging, each like the question's, over a
// thing of which no charge is used between them.
func ChargeRow(q *ChargeQuestion) *Row {
	return &Row{after: []Results{Charge(q)}, next: q.again}
}

// row makes each scroll read over one thing alike; equal enchantments are worked
// out once.
func (q *Question) row(scroll func(*Question) Results) *Row {
	known := map[string]Results{}
	return &Row{after: []Results{scroll(q)}, next: func(result string, _ int) Results {
		if known[result] == nil {
			known[result] = q.again(scroll, result)
		}
		return known[result]
	}}
}

// After returns the results of n scrolls, 1 to MostScrolls.
func (r *Row) After(n int) Results {
	for read := len(r.after); read < n; read++ {
		r.after = append(r.after, dice.Then(r.after[read-1], func(what string) Results {
			switch what {
			case Evaporates, Explodes, DriedOut:
				return Results{{What: what, Chance: dice.Chance{P: 1, Num: 1, Den: 1}}}
			}
			return r.next(what, read)
		}))
	}
	return r.after[n-1]
}

// Gone returns the chance that the thing is gone after n scrolls.
func (r *Row) Gone(n int) float64 { return Gone(r.After(n)) }

// mail is what dragon scales become.
const mail = "becomes dragon scale mail "

// turned returns what a thing has become, before its enchantment; empty while it is
// what it was. Equal scrolls do not turn it back.
func (q *Question) turned(result string) string {
	for _, into := range []string{mail, "becomes " + q.Duller + " ", "becomes " + q.Sharper + " "} {
		if strings.HasPrefix(result, into) {
			return into
		}
	}
	return ""
}

// again returns one more scroll over what an earlier one made.
func (q *Question) again(scroll func(*Question) Results, result string) Results {
	next, into := *q, q.turned(result)
	if into != "" {
		next.Scales, next.Duller, next.Sharper = false, "", ""
	}
	rest, _, _ := strings.Cut(strings.TrimPrefix(result, into), " ")
	spe, err := strconv.Atoi(rest)
	if err != nil {
		panic(fmt.Sprintf("no enchantment: %q", result))
	}
	next.Spe = max(MinSpe, min(MaxSpe, spe))
	out := scroll(&next)
	if into == "" {
		return out
	}
	return dice.Merge(out, func(what string) string {
		if what == Evaporates {
			return what
		}
		return into + what
	})
}

// again returns one more scroll of charging over what the first ones made.
func (q *ChargeQuestion) again(result string, read int) Results {
	next := *q
	spe, err := strconv.Atoi(strings.TrimPrefix(result, "spe "))
	if err != nil {
		panic(fmt.Sprintf("no charges: %q", result))
	}
	next.Spe, next.Before = min(spe, 127), min(q.Before+read, 7)
	return Charge(&next)
}
