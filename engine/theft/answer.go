package theft

import (
	"slices"
	"strings"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Answer is what the thief takes. Chances are those of one hit, and of Hits
// hits in a row: a thief that has taken one thing goes on to the next.
type Answer struct {
	Hits int `json:"hits"`
	// PerHit and OverHits have an entry for each Item of the question, in its
	// order.
	PerHit   []Loss     `json:"per_hit"`
	Any      Chance     `json:"any"` // that the hits take anything
	OverHits []LossOver `json:"over_hits"`
	// Order lists the targets in the order in which they are robbed. Things that
	// may go in any order share an entry, with "or" between them. What is never
	// taken is not listed.
	Order []string `json:"order"`

	AnyPerHit odds.Fraction `json:"any_per_hit"` // that a hit takes anything
	// Places has, for each Item, the chance that it is the thing that the k-th
	// theft takes, counted from 0, if there are that many.
	Places [][]float64 `json:"-"`

	Helps  []string `json:"helps"`
	Not    []string `json:"does_not_help"`
	Escape string   `json:"escape"` // how the thief gets away
	Notes  []string `json:"-"`      // where what players read is wrong, and what is peculiar to the version
	Cites  []string `json:"-"`      // rules of the version's source that were used
}

// Chance is a chance that is no fraction of small numbers.
type Chance struct {
	P float64 `json:"p"`
}

// Loss is the chance to lose a thing at one hit.
type Loss struct {
	Item string `json:"item"`
	odds.Fraction
}

// LossOver is the chance to have lost a thing after all the hits.
type LossOver struct {
	Item string  `json:"item"`
	P    float64 `json:"p"`
}

var (
	helps = []string{"not being hit", "containers: only the open inventory is robbed"}
	not   = []string{"magic cancellation", "magic resistance", "free action"}
	cites = []string{rules.CiteSteal, rules.CiteStolen}
)

const (
	notePool     = "each target is taken only if you lack all those before it"
	noteFake     = "an imitation or a plain bell is taken only if you also carry the real thing, and never fools the Wizard"
	noteDNetHack = "dNetHack's nemeses have a 1-in-10 chance per hit to steal, not 1 in 20"
)

// Over answers a question that passes Check.
func Over(q *Question) Answer {
	once, chain := q.Rules.NemesisOnce, q.Rules.NemesisChain
	if q.Wizard {
		once, chain = q.Rules.Once, q.Rules.Chain
	}
	r := robbery{Question: q, taken: make([][]float64, len(q.Items)), first: make([]odds.Fraction, len(q.Items)), starts: []float64{1}}
	for i := range r.first {
		r.first[i] = odds.Never
	}
	for _, target := range chain {
		r.rob(target)
	}
	hit := odds.Of(1, int64(once))
	a := Answer{
		Hits: max(1, q.Hits), Order: r.order, Places: r.taken, AnyPerHit: odds.Never,
		PerHit: make([]Loss, len(q.Items)), OverHits: make([]LossOver, len(q.Items)),
		Helps: helps, Not: not, Escape: q.Rules.Escape, Notes: q.notes(len(r.order)), Cites: cites,
	}
	// thefts[k] is the chance of more than k thefts.
	thefts := make([]float64, min(len(q.Items), a.Hits))
	for k := range thefts {
		thefts[k] = odds.AtLeast(a.Hits, k+1, hit.P)
	}
	if len(r.order) > 0 {
		a.AnyPerHit, a.Any.P = hit, thefts[0]
	}
	for i, item := range q.Items {
		a.PerHit[i] = Loss{item.Name, r.first[i].Times(hit)}
		a.OverHits[i].Item = item.Name
		for k, p := range r.taken[i] {
			if k < len(thefts) {
				a.OverHits[i].P += p * thefts[k]
			}
		}
	}
	return a
}

func (q *Question) notes(targets int) []string {
	var out []string
	if targets > 1 {
		out = append(out, notePool)
	}
	if slices.ContainsFunc(q.Items, func(i Item) bool { return i.Kind == rules.Imitation || i.Kind == rules.PlainBell }) {
		out = append(out, noteFake)
	}
	if q.Rules.NemesisOnce != q.Rules.Once && !q.Wizard {
		out = append(out, noteDNetHack)
	}
	if q.Rules.Extra != "" {
		out = append(out, q.Rules.Extra)
	}
	return out
}

// robbery goes through a chain of targets.
type robbery struct {
	*Question
	first  []odds.Fraction // chance that the first theft takes the Item
	taken  [][]float64     // chance that the theft after k others does, by k
	starts []float64       // chance that k thefts lead up to the next target, by k
	order  []string
}

// rob takes what a target offers until nothing of its kinds is left. A target
// with a decoy has one genuine thing, and is left alone when that is gone.
func (r *robbery) rob(target rules.Target) {
	var offered []int
	genuine := -1
	for i, item := range r.Items {
		switch {
		case item.Kind == rules.Safe:
		case slices.Contains(target.Kinds, item.Kind):
			if item.Kind == rules.OwnArtifact && r.Wizard && r.Rules.WizardLeavesOwn {
				continue
			}
			genuine = i
			offered = append(offered, i)
		case item.Kind == target.Decoy && !r.Wizard:
			offered = append(offered, i)
		}
	}
	if genuine < 0 {
		return
	}
	decoys := target.Decoy != rules.Safe
	if decoys && !r.Rules.Uniform { // what comes after the genuine thing is never reached
		offered = offered[:slices.Index(offered, genuine)+1]
	}
	n := len(offered)

	// places[k] is the chance that a thing is the k-th to go.
	places := make([]float64, n)
	for j, i := range offered {
		clear(places)
		switch {
		case !r.Rules.Uniform:
			places[j] = 1
		case decoys && i != genuine: // the genuine thing must come later
			for k := range places {
				places[k] = float64(n-1-k) / float64(n) / float64(n-1)
			}
		default:
			for k := range places {
				places[k] = 1 / float64(n)
			}
		}
		r.taken[i] = after(r.starts, places)
		if len(r.order) == 0 {
			switch {
			case r.Rules.Uniform:
				r.first[i] = odds.Of(1, int64(n))
			case j == 0:
				r.first[i] = odds.Always
			}
		}
	}
	r.order = append(r.order, r.group(offered))

	// How many thefts the target takes: all, or up to the genuine thing, which
	// is equally likely at every place.
	count := make([]float64, n+1)
	if decoys && r.Rules.Uniform {
		for k := 1; k <= n; k++ {
			count[k] = 1 / float64(n)
		}
	} else {
		count[n] = 1
	}
	r.starts = after(r.starts, count)
}

// after returns the distribution of the sum of two counts.
func after(a, b []float64) []float64 {
	out := make([]float64, len(a)+len(b)-1)
	for i, p := range a {
		for k, c := range b {
			out[i+k] += p * c
		}
	}
	return out
}

// group names the things of one target: parted by commas in their order, by
// "or" where that is open.
func (r *robbery) group(offered []int) string {
	names := make([]string, len(offered))
	for j, i := range offered {
		names[j] = r.Items[i].Name
	}
	if r.Rules.Uniform {
		return strings.Join(names, " or ")
	}
	return strings.Join(names, ", then ")
}
