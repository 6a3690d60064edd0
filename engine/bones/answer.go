package bones

import (
	"fmt"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Answer is what becomes of the death.
type Answer struct {
	Level string      `json:"level"`
	Depth rules.Range `json:"depth"`
	// Eligible: a death here can leave bones, as far as the level goes.
	Eligible bool   `json:"eligible"`
	Reason   string `json:"reason"` // why not, or why the chance to leave is 0; empty: neither

	Leave        Chance        `json:"leave"`
	Find         odds.Fraction `json:"find"` // by the next visitor, if a file waits
	LeftAndFound Chance        `json:"left_and_found"`
	FoundBy      string        `json:"found_by"` // who can find it

	RisesAs string `json:"rises_as"` // what the hero becomes: "ghost", "wraith", "statue"
	Ghost   bool   `json:"ghost"`
	Corpse  bool   `json:"corpse"`

	Cursed    *Cursed          `json:"cursed,omitempty"` // nil: Items was 0
	Keepsakes []rules.Keepsake `json:"keepsakes"`        // what becomes of special things

	// Loadable: were there a file, it could be loaded here. Some levels are
	// loadable and not eligible.
	Loadable bool `json:"loadable"`
	// MayBe are special levels that may lie there instead, where a number was
	// all that was said.
	MayBe []*rules.Level `json:"-"`
	Notes []string       `json:"-"` // where what players read is wrong, and what else matters
	Cites []string       `json:"-"` // rules of the version's source that were used
}

// Chance is a chance over a range of depths: that at the shallowest, and PMax at the
// deepest, nil if there is one depth.
type Chance struct {
	odds.Fraction
	PMax *float64 `json:"p_max,omitempty"`
}

// Cursed is how many of N things that were not cursed become so: the mean,
// and the 5% and 95% quantiles. All or none may be.
type Cursed struct {
	N    int     `json:"n"`
	Mean float64 `json:"mean"`
	Low  int     `json:"low"`
	High int     `json:"high"`
}

// Leave returns the chance that a death on an eligible level at that depth leaves
// bones. It is 0 above depth LeaveStep.
func Leave(b *rules.Bones, depth int) odds.Fraction {
	if depth < b.LeaveStep {
		return odds.Never
	}
	n := int64(depth / b.LeaveStep)
	return odds.Of(n, n+1)
}

// Find returns the chance that a file that waits is loaded when its level is made.
func Find(b *rules.Bones) odds.Fraction { return odds.Of(1, int64(b.FindOnce)) }

// Curse returns the chance that an item in bones has become cursed.
func Curse(b *rules.Bones) odds.Fraction { return odds.Of(int64(b.CurseOf)-1, int64(b.CurseOf)) }

// CursedAmong returns how many of n things, at least 1, are cursed.
func CursedAmong(b *rules.Bones, n int) *Cursed {
	curse := 1 - 1/float64(b.CurseOf)
	return &Cursed{
		N: n, Mean: float64(n) - float64(n)/float64(b.CurseOf),
		Low: odds.Quantile(n, curse, 0.05), High: odds.Quantile(n, curse, 0.95),
	}
}

// CiteCurse is the rule by which things in bones are cursed.
const CiteCurse = "bones drop and curse"

var cites = []string{rules.CiteLeave, rules.CiteFind, rules.CiteEligible, "bones save", "bones items", CiteCurse}

// At answers a question that passes Check.
func At(q *Question) Answer {
	b := q.Rules.Bones()
	p, _ := q.place()
	death := q.Death
	if death == nil {
		death = b.Deaths[0]
	}
	a := Answer{
		Level: p.name, Depth: rules.Range{Min: p.min, Max: p.max}, MayBe: p.maybe,
		Find: odds.Never, FoundBy: "any hero", Keepsakes: b.Keepsakes, Cites: cites,
	}
	branches := (q.Branch || p.branch) && !p.first
	switch {
	case !p.bones:
		a.Reason = p.why
	case branches:
		a.Reason = "a level where another dungeon branches off keeps no bones"
	case p.portal:
		a.Reason = p.why
	case q.Portal && !p.branch:
		a.Reason = "it holds a magic portal, so no bones can be left there"
	}
	a.Eligible = a.Reason == ""
	if a.Loadable = p.bones && !branches; a.Loadable {
		a.Find = Find(b)
	}
	if p.sameRole {
		a.FoundBy = "a hero of the same role"
		a.Notes = append(a.Notes, "only a hero of the same role finds bones in the Quest")
	}

	low, high := odds.Never, odds.Never
	switch {
	case !a.Eligible:
	case !death.Bones:
		a.Reason = death.Why
	case q.Waiting:
		a.Reason = "a bones file for this level is already waiting, and the old one stays"
	default:
		low, high = Leave(b, p.min), Leave(b, p.max)
		if high == odds.Never {
			a.Reason = fmt.Sprintf("bones are never left above Dlvl %d", b.LeaveStep)
		}
	}
	a.Leave, a.LeftAndFound = span(p, low, high), span(p, low.Times(a.Find), high.Times(a.Find))

	if death.Bones {
		a.RisesAs, a.Ghost, a.Corpse = death.As(q.Race)
	}
	if q.Items > 0 {
		a.Cursed = CursedAmong(b, q.Items)
	}
	for _, note := range []string{p.note, death.Note} {
		if note != "" {
			a.Notes = append(a.Notes, note)
		}
	}
	if p.only != "" {
		a.Notes = append(a.Notes, "this is the rule for an ordinary level; "+p.only)
	}
	if p.tooDeep {
		a.Notes = append(a.Notes, fmt.Sprintf("no game has a level below Dlvl %d", b.Deepest()))
	}
	if b.OfferOnce > 0 && q.Items > 0 {
		a.Notes = append(a.Notes, fmt.Sprintf("first, each item has a 1-in-%d chance of going to a monster beside you that likes such things", b.OfferOnce))
	}
	if b.Extra != "" {
		a.Notes = append(a.Notes, b.Extra)
	}
	return a
}

func span(p place, low, high odds.Fraction) Chance {
	c := Chance{Fraction: low}
	if p.min < p.max {
		c.PMax = &high.P
	}
	return c
}
