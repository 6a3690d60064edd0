package eating

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Safe says in one word whether a corpse may be eaten.
type Safe string

const (
	Yes     Safe = "yes"
	No      Safe = "no"      // it kills whoever has no special protection, or there is nothing to eat
	Depends Safe = "depends" // on who eats it, or on luck
)

// Answer is what a corpse is and does.
type Answer struct {
	Remains
	Eaten *rules.Monster // whose flesh it is; nil: there is nothing to eat

	Safe       Safe
	FirstBite  Bite
	Poisonous  bool
	Acidic     bool
	Vegan      bool
	Vegetarian bool
	Cannibal   []string // races; those of the eater alone where the race is known
	Pet        bool     // a dog or cat to whoever eats it
	Spared     bool     // the eater may eat anybody: neither Cannibal nor Pet applies
	Gains      []Gain
	Others     []Other
	Turns      int // to eat it whole
	Weight     int
	Nutrition  int
	Poisoning  Poisoning
	Age        int // of the corpse as it lies there, turns
	Tin        *Tin

	hurts, immune bool
	resists       Resists
}

// Bite is what the first bite does, before any is eaten (eat.c, cprefx).
type Bite struct {
	Kills        bool // a Rider
	Petrifies    bool // the eater does not resist that, as far as is known
	Slimes       bool // turns into slime in 10 turns
	CuresStoning bool
}

// Tin is what the tin itself does (eat.c, opentin).
type Tin struct {
	Rotten   odds.Fraction // a bought or found tin is rotten
	Explodes odds.Fraction
	Unknown  bool // nobody looked up how often the version's tins are either
}

// Of answers a question that passes Check.
func Of(q *Question) *Answer {
	e, m := q.Rules, q.Monster
	a := &Answer{Remains: Left(e, q.Bestiary, m), Safe: No, Age: q.Age, immune: q.immune(), resists: q.Resists}
	switch {
	case a.Corpse != "":
		if a.Eaten = m; a.Old {
			a.Eaten = q.Bestiary.Named(a.Corpse)
			a.Age += e.OldBy
		}
	case a.Glob != "":
		if a.Eaten = m; e.GlobsAgeless {
			a.Age = 0
		}
	default:
		return a
	}
	flesh := a.Eaten
	a.FirstBite = Bite{
		Kills: e.Has(flesh, rules.Fatal), Petrifies: e.Has(flesh, rules.Petrify) && !q.Resists.Stoning, Slimes: e.Has(flesh, rules.Slime),
		CuresStoning: flesh.Is("ACID") || flesh.Name == "lizard",
	}
	a.Poisonous, a.Acidic = flesh.Is("POIS"), flesh.Is("ACID")
	a.Vegan, a.Vegetarian = diet(flesh)
	a.Weight, a.Nutrition = flesh.Weight, flesh.Nutrition
	if a.Glob != "" {
		a.Weight, a.Nutrition = e.GlobWeight, e.GlobWeight
	}
	a.Turns = 3 + a.Weight/64
	a.cannibalism(q, flesh)
	if !a.FirstBite.Kills {
		var given []Gain
		var ends bool
		a.Others, given, ends, a.hurts = others(e, flesh)
		a.Gains = given
		if !ends {
			a.Gains = append(gains(e, flesh), given...)
		}
	}
	if q.Tin {
		a.Poisonous, a.Acidic = false, false
		a.Tin = tin(q)
	} else if a.Glob == "" || !e.GlobsAgeless {
		a.Poisoning = poisoning(q, flesh, a.Age)
		a.vanishing(flesh)
	} else {
		fresh := *q
		fresh.BUC = rules.Uncursed
		a.Poisoning = poisoning(&fresh, flesh, 0)
	}
	a.Safe = a.safe()
	return a
}

// vanishing lessens what flesh without nutrition gives by how often nothing of it is eaten.
func (a *Answer) vanishing(flesh *rules.Monster) {
	if flesh.Nutrition > 0 {
		return
	}
	whole := int64(math.Round((1 - a.Poisoning.Gone) * divisors * parts))
	eaten := odds.Of(whole, divisors*parts)
	for i := range a.Gains {
		a.Gains[i].Fraction = a.Gains[i].Times(eaten)
	}
	for i := range a.Others {
		a.Others[i].Fraction = a.Others[i].Times(eaten)
	}
}

// RotsAway returns how often a corpse rots away as it is bitten, so that it gives nothing: one
// that has no nutrition and is rotten.
func (a *Answer) RotsAway() float64 {
	if a.Nutrition > 0 {
		return 0
	}
	return a.Poisoning.Rotten
}

// Spoiled returns how often a corpse is tainted to one who resists the sickness: nothing of it
// is eaten then either.
func (a *Answer) Spoiled() float64 {
	if !a.resists.Sickness {
		return 0
	}
	return max(0, a.Poisoning.Gone-a.RotsAway())
}

// cannibalism says who is a cannibal to eat it.
func (a *Answer) cannibalism(q *Question, flesh *rules.Monster) {
	for _, c := range q.Rules.Cannibals {
		if !flesh.Is(c.Flag) {
			continue
		}
		for _, race := range c.Races {
			if (q.Race == "" || q.Race == race) && !slices.Contains(a.Cannibal, race) {
				a.Cannibal = append(a.Cannibal, race)
			}
		}
	}
	a.Pet = slices.Contains(q.Rules.Pets, flesh.Name)
	a.Spared = q.spared() && (a.Pet || len(a.Cannibal) > 0)
	if a.Spared {
		a.Cannibal, a.Pet = nil, false
	}
	slices.Sort(a.Cannibal)
}

// safe sums up: certain death and what needs a cure is No; what depends on the
// eater, or on luck, is Depends.
func (a *Answer) safe() Safe {
	p := a.Poisoning
	switch {
	case a.FirstBite.Kills, a.FirstBite.Petrifies, a.FirstBite.Slimes, p.Deadly == 1:
		return No
	case a.Tin != nil && a.Tin.Explodes.P > 0, p.Deadly > 0, p.Mild > 0, a.Poisonous && !a.immune, a.Acidic && !a.resists.Acid, len(a.Cannibal) > 0, a.Pet, a.hurts:
		return Depends
	}
	return Yes
}

// tin returns what a tin that the eater did not make may do (eat.c, opentin): one
// way to prepare it is rotten, and where homemade ones go bad too, one in seven
// of those unless blessed; a cursed one is rotten if it does not explode. What
// does not rot counts as homemade instead, and homemade ones do not explode where
// that is looked at as it is opened.
func tin(q *Question) *Tin {
	styles := int64(q.Rules.TinStyles)
	if styles == 0 {
		return &Tin{odds.Never, odds.Never, true}
	}
	lasting := lasts(q.Rules, q.Monster)
	rotten, explodes := odds.Of(1, styles), odds.Never
	if q.BUC == rules.Cursed && !(lasting && q.Rules.Homemade) {
		explodes = odds.Of(1, 8)
	}
	switch {
	case lasting:
		rotten = odds.Never
	case q.BUC == rules.Cursed:
		rotten = explodes.Not()
	case q.Rules.Homemade && q.BUC != rules.Blessed:
		rotten = odds.Of(8, 7*styles)
	}
	return &Tin{Rotten: rotten, Explodes: explodes}
}

// diet says whether flesh is fit for vegans and vegetarians (mondata.h, vegan
// and vegetarian).
func diet(m *rules.Monster) (vegan, vegetarian bool) {
	switch m.Symbol {
	case "b", "j", "F", "v", "y", " ":
		vegan = true
	case "E":
		vegan = m.Name != "stalker"
	case "'":
		vegan = strings.HasSuffix(m.Name, " golem") && m.Name != "flesh golem" && m.Name != "leather golem"
	}
	return vegan, vegan || m.Symbol == "P" && m.Name != "black pudding"
}

// Name returns a gain as the game names it: "stoning resistance (timed)".
func (g Gain) Name() string {
	if g.Timed {
		return g.What + " (timed)"
	}
	return g.What
}

// share returns a chance as a percentage of three significant digits.
func share(f odds.Fraction) string { return shareOf(f.P) }

func shareOf(p float64) string { return strconv.FormatFloat(p*100, 'g', 3, 64) + "%" }

// String returns a gain as a line has it: "20% poison resistance",
// "+13% fire resistance".
func (g Gain) String() string {
	switch {
	case g.Percent > 0 && g.P == 1:
		return fmt.Sprintf("+%d%% %s", g.Percent, g.What)
	case g.Percent > 0:
		return fmt.Sprintf("%s +%d%% %s", share(g.Fraction), g.Percent, g.What)
	}
	return share(g.Fraction) + " " + g.Name()
}
