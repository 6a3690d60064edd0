package spell

import (
	"fmt"
	"math"
	"slices"

	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// CastQuestion is a run of casts of one spell. Confused and Amulet stand in
// the Question.
type CastQuestion struct {
	*Question
	Pw        int            // energy at hand; negative: not said
	Tries     int            // casts asked about; 0: not said
	FailRate  *odds.Fraction // chance that a cast fails; nil: what Fail computes
	Nutrition int            // 0: not said
	Str       int            // 0: not said

	Stunned   bool
	Mute      bool // unable to speak
	NoHands   bool // no free hand
	Overtaxed bool // or overloaded: too much to concentrate

	// Forgotten: the spell is forgotten. Confusion and Stun are turns left of
	// earlier ones.
	Forgotten       bool
	Confusion, Stun int
}

// Limits of a run of casts.
const (
	MaxPw    = 2000
	MaxTries = 1000
)

// Check refuses, with a *problem.Problem, what cannot occur in the game and
// what would take too long to compute.
func (q *CastQuestion) Check() error {
	switch {
	case q.Pw > MaxPw:
		return problem.Newf("You can ask about up to %d energy, not %d.", MaxPw, q.Pw).Try(fmt.Sprintf("pw %d", MaxPw))
	case q.Tries < 0 || q.Tries > MaxTries:
		return problem.Newf("You can ask about 1 to %d casts, not %d.", MaxTries, q.Tries).Try(fmt.Sprintf("%d casts", MaxTries))
	case q.Str != 0 && (q.Str < MinStat || q.Str > 125): // 18/100 is 118
		return within("Str", "str ", q.Str, MinStat, MaxStat)
	case q.Nutrition < 0:
		return problem.New("Nutrition cannot be negative while you live.", "nutrition 1")
	case q.Confusion < 0 || q.Stun < 0:
		return problem.New("The turns of confusion and stun cannot be negative.")
	}
	return q.Question.Check()
}

// CastAnswer is what a run of casts costs and gives.
type CastAnswer struct {
	Pw           *int             `json:"pw"`                      // energy of a cast, without what the Amulet drains; nil: it cannot be cast
	FailedPw     int              `json:"pw_if_failed"`            // energy of a failed cast
	Fail         float64          `json:"fail"`                    // chance that a cast fails
	Nutrition    int              `json:"nutrition"`               // nutrition of a cast
	NutritionMax *int             `json:"nutrition_max,omitempty"` // where the Amulet's drain adds to it: Nutrition is the least
	Casts        *int             `json:"casts"`                   // the most casts that succeed on the energy at hand; nil: not said
	AtLeastOne   *AtLeastOne      `json:"at_least_one,omitempty"`
	Amulet       *AmuletCost      `json:"amulet,omitempty"`
	Forgotten    []Disorientation `json:"forgotten,omitempty"`
	Drained      *rules.Range     `json:"drained,omitempty"` // energy that casting it forgotten drains, uniform

	Refusals []string `json:"refusals,omitempty"` // why the game would refuse now, a sentence each
	Note     string   `json:"-"`                  // where what players read is wrong
	Cites    []string `json:"-"`                  // rules of the version's source that were used
}

// AtLeastOne is the chance that at least one of the next Casts tries succeeds, as far
// as the energy at hand allows them. A failed cast is cheaper, so there may be more
// tries than Casts: UntilEmpty is the chance over all of them, nil if no energy was
// said.
type AtLeastOne struct {
	P          float64  `json:"p"`
	Casts      int      `json:"casts"`
	UntilEmpty *float64 `json:"until_empty,omitempty"`
	Most       int      `json:"-"` // the tries that UntilEmpty is over, at most
}

// AmuletCost is the energy that the Amulet of Yendor drains at a try: every
// number from Min to Max is equally likely.
type AmuletCost struct {
	Min  int     `json:"min"`
	Max  int     `json:"max"`
	Mean float64 `json:"mean"`
	// Goes is the chance that enough is left for the cast; nil if no energy was said.
	Goes *odds.Fraction `json:"goes,omitempty"`
}

// Disorientation is one outcome of casting a forgotten spell: the turns of
// confusion and stun that are left after it.
type Disorientation struct {
	P         float64 `json:"p"`
	Confusion int     `json:"confusion"`
	Stun      int     `json:"stun"`
}

var (
	castCites      = []string{rules.CiteEnergy, rules.CiteFailure, rules.CiteCast}
	scaledCites    = []string{rules.CiteCost, rules.CiteEnergy, rules.CiteFailure, rules.CiteCast}
	forgottenCites = []string{"forgotten spell"}
)

// Cast answers a question that passes Check.
func Cast(q *CastQuestion) CastAnswer {
	c := q.Rules.Casts()
	f := Fail(q.Question)
	a := CastAnswer{Cites: castCites}
	if q.Rules.Casting.Formula == rules.Power {
		a.Cites = scaledCites
	}
	a.Refusals = q.refusals(c)
	if q.Role.Name == c.LifeRole && !q.Amulet {
		a.Note = "an " + c.LifeRole + " without the Amulet pays hit points instead of energy"
	}
	if q.Forgotten {
		a.Forgotten = Backfire(q.Rules, q.Spell.Level, q.Confusion, q.Stun)
		a.Cites = forgottenCites
		if c.BackfireDrain {
			a.Drained = &rules.Range{Min: 1, Max: 5 * q.Spell.Level}
			a.Note = "since 5.0.0 a forgotten spell costs energy too"
		}
	}
	if f.Cost < 0 {
		a.Fail = 1
		a.Refusals = append(a.Refusals, "a spell with a success of 0 cannot be cast")
		return a
	}
	cost := f.Cost
	a.Pw, a.FailedPw = &cost, cost/c.FailedPart
	switch {
	case q.FailRate != nil:
		a.Fail = q.FailRate.P
	case f.Fails:
		a.Fail = float64(f.Fail) / 100
	case q.Confused:
		a.Fail = 1
	}
	a.Nutrition = hunger(q, c, cost)
	drain := 0
	if q.Amulet && c.Drain != rules.NoDrain {
		drain = c.DrainDie * cost
		a.Amulet = &AmuletCost{Min: 1, Max: drain, Mean: float64(drain+1) / 2}
		if q.Pw >= 0 {
			goes := odds.Of(int64(clamp(q.Pw-cost, 0, drain)), int64(drain))
			a.Amulet.Goes = &goes
		}
		if c.Drain == rules.DrainAdds {
			a.Nutrition = hunger(q, c, cost+1)
			most := hunger(q, c, cost+drain)
			a.NutritionMax = &most
		}
	}
	if q.Pw >= 0 {
		least := cost
		if drain > 0 {
			least++
		}
		n := q.Pw / least
		a.Casts = &n
	}
	tries := q.Tries
	if tries == 0 && a.Casts != nil {
		tries = *a.Casts
	}
	if q.Pw < 0 && tries == 0 {
		return a
	}
	one := &AtLeastOne{Casts: tries}
	a.AtLeastOne = one
	if q.Pw < 0 {
		one.P = 1 - math.Pow(a.Fail, float64(tries))
		return a
	}
	run := q.run(&a)
	one.P = run.atLeastOne(tries)
	all := run.atLeastOne(run.most())
	one.UntilEmpty, one.Most = &all, run.most()
	return a
}

// run returns the tries that the energy at hand allows.
func (q *CastQuestion) run(a *CastAnswer) run {
	r := run{pw: q.Pw, cost: *a.Pw, failed: a.FailedPw, fail: a.Fail}
	if a.Amulet != nil {
		r.drain, r.adds = a.Amulet.Max, q.Rules.Casts().Drain == rules.DrainAdds
	}
	return r
}

// Ample reports whether there is energy for that many casts, even if all of them succeed, or
// whether no energy was said.
func (q *CastQuestion) Ample(a *CastAnswer, casts int) bool {
	return q.Pw < 0 || a.Amulet == nil && q.Pw >= casts**a.Pw
}

// AtLeast returns the chance that at least wanted of so many casts succeed, as far as the energy
// at hand allows them. The answer is q's, and of a spell that can be cast.
func (q *CastQuestion) AtLeast(a *CastAnswer, casts, wanted int) float64 {
	if q.Ample(a, casts) {
		return odds.AtLeast(casts, wanted, 1-a.Fail)
	}
	return q.run(a).atLeast(casts, wanted)
}

// None returns the chance that none of so many casts succeeds, as AtLeast does.
func (q *CastQuestion) None(a *CastAnswer, casts int) float64 {
	if q.Ample(a, casts) {
		return math.Pow(a.Fail, float64(casts))
	}
	return 1 - q.run(a).atLeastOne(casts)
}

// refusals returns the reasons for which the game would refuse the cast now.
func (q *CastQuestion) refusals(c *rules.Casts) []string {
	var out []string
	no := func(cond bool, format string, args ...any) {
		if cond {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	fed := slices.Contains(c.Hungerless, q.Spell.Name) || c.FedWizards && appetite(q, c, 50) == 0
	no(q.Nutrition > 0 && q.Nutrition <= c.TooHungry && !fed, "at nutrition %d or less you are too hungry to cast", c.TooHungry)
	no(q.Str > 0 && q.Str < c.WeakStr && q.Spell.Name != c.WeakMay, "with Str below %d you are too weak to cast", c.WeakStr)
	no(q.Stunned && q.Rules.Casting.StunnedRefused, "you cannot cast while stunned")
	no(q.Mute && c.SpeechNeeded, "you cannot cast while you cannot speak")
	staff := q.Held != nil && q.Held.Quarterstaff && c.StaffFreesHands
	no(q.NoHands && !staff, "you cannot cast without a free hand")
	no(q.Overtaxed, "you cannot cast while Overtaxed or Overloaded")
	return out
}

// hunger returns the nutrition that a cast of that energy costs the hero. It never
// leaves less than LeastFed.
func hunger(q *CastQuestion, c *rules.Casts, energy int) int {
	h := appetite(q, c, energy)
	if q.Nutrition > 0 {
		h = min(h, max(0, q.Nutrition-c.LeastFed))
	}
	return h
}

// appetite returns the nutrition that a cast of that energy costs a well-fed hero.
func appetite(q *CastQuestion, c *rules.Casts, energy int) int {
	if slices.Contains(c.Hungerless, q.Spell.Name) {
		return 0
	}
	h := energy * c.Hunger
	if q.Role.Name == "Wizard" {
		for _, step := range c.WizardHunger {
			if q.Intelligence() <= step.Int {
				if step.Part == 0 {
					return 0
				}
				return h / step.Part
			}
		}
	}
	return h
}

// Intelligence returns the effective Int whatever the role casts with.
func (q *Question) Intelligence() int {
	if helm := q.Worn[rules.Helmet]; helm.Worn != nil {
		switch {
		case helm.Dull:
			return 6
		case helm.Mind:
			return clamp(q.Int+helm.Enchant, MinStat, MaxStat)
		}
	}
	return q.Int
}

// run is a row of tries that ends with the first success, or when the energy
// runs out.
type run struct {
	pw           int
	cost, failed int // energy of a cast that succeeds, and that fails
	drain        int // the Amulet drains 1 to drain; 0: nothing
	adds         bool
	fail         float64
}

// most returns the largest number of tries that the energy can allow.
func (r run) most() int {
	if r.pw < r.cost {
		return 0
	}
	least := r.failed
	switch {
	case r.adds: // half of the raised cost
		least = (r.cost + 1) / 2
	case r.drain > 0:
		least++
	}
	least = max(1, least)
	return 1 + (r.pw-r.cost)/least
}

// atLeastOne returns the chance of a success within n tries.
func (r run) atLeastOne(n int) float64 {
	n = min(n, r.most())
	if n == 0 {
		return 0
	}
	if r.drain == 0 {
		return 1 - math.Pow(r.fail, float64(n))
	}
	return r.atLeast(n, 1)
}

// atLeast returns the chance of that many successes within n tries.
func (r run) atLeast(n, wanted int) float64 {
	switch {
	case wanted > n || wanted*r.cost > r.pw:
		return 0
	case r.drain == 0:
		p, _ := Powered(r.cost, r.failed, r.pw, wanted, n, r.fail)
		return p
	}
	// chance[w][p] is the chance of w more successes with p energy left; sum[w][p] adds
	// chance[w][0..p-1]. Each round allows one try more, until another changes nothing.
	chance, sum := make([][]float64, wanted+1), make([][]float64, wanted+1)
	for w := range chance {
		chance[w], sum[w] = make([]float64, r.pw+1), make([]float64, r.pw+2)
	}
	for p := range chance[0] {
		chance[0][p], sum[0][p+1] = 1, float64(p+1)
	}
	for changed := true; n > 0 && changed; n-- {
		changed = false
		for w := wanted; w > 0; w-- { // what is read is still that of the round before
			for p := r.pw; p > r.cost; p-- {
				now := r.tried(p, chance[w], sum[w], sum[w-1])
				changed = changed || now != chance[w][p]
				chance[w][p] = now
			}
			for p, c := range chance[w] {
				sum[w][p+1] = sum[w][p] + c
			}
		}
	}
	return chance[wanted][r.pw]
}

// tried returns the chance with p energy left before a try that the Amulet drains. chance and sum
// are those after it if it fails, success sums those after it if it succeeds.
func (r run) tried(p int, chance, sum, success []float64) float64 {
	goes := min(r.drain, p-r.cost) // the drains that leave enough
	added := func(sum []float64, takes int) float64 {
		top := p - takes - 1
		if top < 0 {
			return 0
		}
		return sum[top+1] - sum[max(0, top-goes+1)]
	}
	later, all := 0.0, float64(r.drain)
	if r.adds { // a drain too dear takes nothing and is tried again
		later, all = halves(chance, sum, p, r.cost+1, r.cost+goes), float64(goes)
	} else {
		later = added(sum, r.failed)
	}
	return ((1-r.fail)*added(success, r.cost) + r.fail*later) / all
}

// halves adds chance[p - x/2] over x from low to high.
func halves(chance, sum []float64, p, low, high int) float64 {
	first, last := low/2, high/2
	if first > p {
		return 0
	}
	bottom := max(0, p-last)
	total := 2 * (sum[p-first+1] - sum[bottom])
	if low%2 == 1 {
		total -= chance[p-first]
	}
	if high%2 == 0 && p-last >= 0 {
		total -= chance[p-last]
	}
	return total
}

// Backfire returns what casting a forgotten spell of that level does to a hero with the
// given turns of confusion and stun left.
func Backfire(set *rules.Set, level, confusion, stun int) []Disorientation {
	c := set.Casts()
	turns := c.BackfireStep * (level + 1)
	out := make([]Disorientation, len(c.Backfires))
	timer := func(thirds, left int) int {
		switch {
		case thirds == 0:
			return left
		case c.BackfireAdds:
			return left + turns*thirds/3
		}
		return turns * thirds / 3
	}
	for i, b := range c.Backfires {
		out[i] = Disorientation{float64(b.Tenths) / 10, timer(b.Confusion, confusion), timer(b.Stun, stun)}
	}
	return out
}

// Memory says what reading the book again does, given how many turns are left of a
// spell.
type Memory struct {
	Turns     int  `json:"turns"`      // for which a spell is known after reading
	RefreshAt int  `json:"refresh_at"` // with at most this many left, reading refreshes
	Asks      bool `json:"asks"`       // above, the game asks and then refreshes; else nothing happens
	Readings  int  `json:"readings"`   // of a book, in all
	// Most: reading again adds Turns to those left, to at most Most; nil: they
	// become Turns. Casting it adds CastAdds.
	Most     *int `json:"most_turns,omitempty"`
	CastAdds int  `json:"cast_adds,omitempty"`

	Note  string   `json:"-"`
	Cites []string `json:"-"`
}

// Remembering returns how a version's spells are forgotten.
func Remembering(set *rules.Set) Memory {
	c := set.Casts()
	m := Memory{Turns: c.Memory, RefreshAt: c.RefreshAt, Asks: c.AsksAbove, Readings: c.Readings, CastAdds: c.CastAdds, Cites: learnCites}
	if c.MemoryMost > 0 {
		m.Most = &c.MemoryMost
	} else if c.RefreshAt != 1000 {
		m.Note = "in 3.4.3 a book could be read again with 1,000 turns left"
	}
	return m
}

// Retained returns how many turns are left of a spell of which the menu shows a percentage, as
// either end of its range, for a skill in its school; Restricted counts as Unskilled. ok is false
// in versions that show none, and for what they never show.
func Retained(set *rules.Set, percent int, skill rules.Skill) (least, most int, ok bool) {
	c := set.Casts()
	if c.Retention == nil || percent < 1 || percent > 100 {
		return 0, 0, false
	}
	width := c.Retention[max(int(skill)-int(rules.Unskilled), 0)]
	high := width * ((percent-1)/width + 1)
	each := c.RetentionOf / 100
	return (high-width)*each + 1, high * each, true
}

// ShowsRetention returns the lowest skill at which the menu's range begins or ends with a
// percentage.
func ShowsRetention(set *rules.Set, percent int) rules.Skill {
	for i, width := range set.Casts().Retention {
		if percent%width <= 1 {
			return rules.Unskilled + rules.Skill(i)
		}
	}
	return rules.Expert
}

// Readings returns how often a book that was polymorphed so often can be read, by a
// hero who knows its spell or who does not; each polymorph counts as a reading.
func Readings(set *rules.Set, polymorphs int, known bool) int {
	c := set.Casts()
	again := max(0, c.Readings-1-polymorphs) // after a first reading that teaches
	switch {
	case known:
		return max(0, c.Readings-polymorphs)
	case c.Faint && again == 0 && polymorphs > 0:
		return 0
	}
	return 1 + again
}
