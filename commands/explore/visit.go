package explore

import (
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/life"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of nurses and foocubi.
var (
	maxHP   = commands.NewNumber(commands.Param{Name: "maxhp", Summary: "Your maximum hit points: 88 hp", Words: []string{"max hp", "hp", "hpmax"}, After: []string{"maxhp", "hp", "max hp", "hit points"}, Min: 1, Max: 2000})
	wantHP  = commands.NewNumber(commands.Param{Name: "target", Summary: "The maximum to reach: to 100", Words: []string{"to", "reach"}, Min: 1, Max: 2000})
	several = commands.NewNumber(commands.Param{Name: "count", Summary: "How many nurses, one after another: 3 nurses", After: []string{"nurses", "nurse"}, Min: 1, Max: 100})

	adorned   = commands.NewFlag(commands.Param{Name: "adornment", Aside: true, Summary: "You wear a ring of adornment", Words: []string{"ring of adornment", "a ring of adornment", "wearing ring of adornment", "wearing a ring of adornment"}})
	encounter = commands.NewNumber(commands.Param{Name: "visits", Summary: "How many visits: 5 visits", After: []string{"visits", "encounters", "times", "visit"}, Min: 1, Max: 1000})
)

func nurse() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "nurse",
		Recall:  hero.Body(undress),
		Fillers: "dancing dance how far up can a the from with hit points max",
		Aliases: []string{"nurse-dancing", "nursedance"},
		Summary: "Show how far nurses raise your maximum hit points",
		Params:  commands.Takes(commands.RuleSet, hero.XL, maxHP, wantHP, several),

		Examples: []string{"nurse xl11 88 hp", "nurse xl8 60 hp to 75", "nurse xl10 70 hp 3 nurses"},
	}, commands.By(tellNurse))
}

// undress fills in a character's maximum hit points, which nurses raise, and says what it must
// put away and take off before a nurse heals.
func undress(c, character *commands.Call) (took []string) {
	v := c.Value(maxHP.Param)
	if full, known := hero.MaxHP.In(character); known && !v.Said && full <= maxHP.Max {
		*v = commands.Value{Said: true, Num: full, To: full, Quiet: true}
		took = append(took, fmt.Sprintf("maximum HP %d", full))
	}
	var do []string
	if held, _ := hero.Wields(character); held != nil {
		do = append(do, "put away your "+held.Name)
	}
	if off := wornIn(character); len(off) > 0 {
		do = append(do, "take off your "+wording.And(off))
	}
	if len(do) > 0 {
		c.Note(commands.Warned, "first "+wording.And(do))
	}
	return took
}

// wornIn names what a character wears in the given places; none: anywhere.
func wornIn(character *commands.Call, places ...rules.Slot) (names []string) {
	for _, s := range hero.Worn.All(character) {
		if !s.Without && (len(places) == 0 || slices.Contains(places, hero.Worn.Of(s).Slot)) {
			names = append(names, s.Name)
		}
	}
	return names
}

// unwrap says what a character must take off, or let the demon take off, before an encounter:
// nothing comes of one in body armor or a cloak.
func unwrap(c, character *commands.Call) []string {
	if off := wornIn(character, rules.Body, rules.Cloak); len(off) > 0 {
		c.Note(commands.Warned, "first take off your "+wording.And(off)+", or nothing of this happens")
	}
	return nil
}

// nurseAnswer is the machine-readable answer of `nurse`.
type nurseAnswer struct {
	life.Nursed
	Target *odds.Fraction `json:"-"`
	P      *float64       `json:"reaches_target,omitempty"`
}

func tellNurse(c *commands.Call, v *rules.Visits) (*commands.Story, error) {
	xl, leveled := hero.XL.In(c)
	hp, said := maxHP.In(c)
	_, aims := wantHP.In(c)
	if _, many := several.In(c); !said && !aims && !many {
		return nursing(c, v, xl), nil
	}
	if !leveled || !said {
		return nil, &commands.Problem{Text: "Give your experience level and your maximum hit points.", Slot: "xl", Hints: []string{"nurse xl11 88 hp"}}
	}
	n := several.Else(c, 1, "one nurse, until she vanishes")
	got := life.Nurse(v, xl, hp, n)
	a := nurseAnswer{Nursed: got}
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	r := &s.Reply
	d.Work(rules.CiteNurseLimit, "limit", strconv.Itoa(got.Limit), "%d*%d + %d*%d*%d", v.LimitPerLevel, xl, v.LimitDice, xl, v.LimitDie).Of("%dd%d at their highest", v.LimitDice*xl, v.LimitDie)
	d.Work(rules.CiteNurse, "hits", strconv.Itoa(n*got.Hits), "%d*%d*%d", n, v.RaiseOnce, v.VanishOnce)
	d.Counted(rules.CiteNurse, "gained on average", wording.Amount(got.Mean), "all sequences of hits: each raises it 1 time in %d if the maximum is below %d + %dd%d, and then she vanishes 1 time in %d", v.RaiseOnce, v.LimitPerLevel*xl, v.LimitDice*xl, v.LimitDie, v.VanishOnce)
	r.Headline = wording.Amount(got.Mean)
	who := "a nurse adds"
	if n > 1 {
		who = fmt.Sprintf("%d nurses add", n)
	}
	r.Summary = fmt.Sprintf("From %d maximum HP at XL %d, %s %s on average, in about %d hits", hp, xl, who, wording.Amount(got.Mean), n*got.Hits)
	if n == 1 {
		r.Summary += " before she vanishes"
	}
	r.Summary += fmt.Sprintf("; she can't raise it above %d.", got.Limit)
	table := &commands.Table{Columns: []string{"gain", "chance of that much or more"}}
	for _, gain := range []int{1, 5, 10, 15, 20, 30, 40, 50} {
		if p := got.AtLeast(gain); gain < len(got.Chances) {
			table.Rows = append(table.Rows, []string{"+" + strconv.Itoa(gain), wording.Share(p)})
		}
	}
	if len(table.Rows) > 0 {
		r.Table = table
	}
	if to, ok := wantHP.In(c); ok {
		p := got.AtLeast(to - hp)
		a.P = &p
		r.Headline = wording.Share(p)
		r.Summary += fmt.Sprintf(" %s to reach %d.", wording.Capital(wording.Chance(p)), to)
		d.Counted(rules.CiteNurse, fmt.Sprintf("reaches %d", to), wording.Share(p), "the sequences that gain %d or more", max(0, to-hp))
	}
	c.Note(commands.Assumed, "no armor on and no weapon in hand, and she is not cancelled")
	r.Data = a
	r.Cite(c.Rules, rules.CiteNurse, rules.CiteNurseLimit)
	return s, nil
}

// nursing says what a nurse does to any hero of a level; 0 for any level.
func nursing(c *commands.Call, v *rules.Visits, xl int) *commands.Story {
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	r := &s.Reply
	each := v.RaiseOnce * v.VanishOnce
	d.Work(rules.CiteNurse, "hits until she vanishes", strconv.Itoa(each), "%d*%d", v.RaiseOnce, v.VanishOnce)
	r.Headline = strconv.Itoa(each)
	r.Summary = fmt.Sprintf("A nurse heals you when she hits you while you wield nothing and wear no armor, not even gloves or a shirt (rings and amulets may stay on). 1 hit in %d raises maximum HP by 1 if it is below a roll, made anew each time, of %d per XL + %dd%d per XL. She vanishes after about %d hits.", v.RaiseOnce, v.LimitPerLevel, v.LimitDice, v.LimitDie, each)
	a := nurseAnswer{Nursed: life.Nursed{Hits: each}}
	if xl > 0 {
		a.Limit = (v.LimitPerLevel + v.LimitDice*v.LimitDie) * xl
		least := (v.LimitPerLevel + v.LimitDice) * xl
		d.Work(rules.CiteNurseLimit, "limit", strconv.Itoa(a.Limit), "%d*%d + %d*%d*%d", v.LimitPerLevel, xl, v.LimitDice, xl, v.LimitDie)
		r.Summary += fmt.Sprintf(" At XL %d that is always so below %d, about half the time at %d, and never from %d on.", xl, least, v.LimitPerLevel*xl+v.LimitDice*xl*(v.LimitDie+1)/2, a.Limit)
	}
	r.Hints = []string{"nurse xl11 88 hp"}
	r.Data = a
	r.Cite(c.Rules, rules.CiteNurse, rules.CiteNurseLimit)
	return s
}

func foocubus() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "foocubus",
		Recall:  unwrap,
		Fillers: "encounter with a the an visit of demon",
		Aliases: []string{"succubus", "incubus", "seduce", "foocubi"},
		Summary: "Show what an encounter with a succubus or an incubus does",
		Params:  commands.Takes(commands.RuleSet, hero.Int, hero.Cha, encounter, hero.Con, hero.XL, adorned),

		Examples: []string{"foocubus int16 cha10", "foocubus v3.4.3 int18 cha18", "foocubus int12 cha8 5 visits"},
	}, tellFoocubus)
}

// foocubusAnswer is the machine-readable answer of `foocubus`.
type foocubusAnswer struct {
	Good     odds.Fraction `json:"good"`
	Outcomes []visitEnd    `json:"outcomes"`
	Levels   *float64      `json:"level_within,omitempty"` // at least one level gained over the visits
}

type visitEnd struct {
	What string `json:"what"`
	odds.Fraction
}

func tellFoocubus(c *commands.Call) (*commands.Story, error) {
	v := c.Rules.Visits()
	if v == nil || v.Die == 0 {
		return nil, &commands.Problem{Text: "I don't know what such an encounter does in " + c.Rules.Title + ".", Hints: []string{"foocubus v" + rules.Default + " int16 cha10"}}
	}
	in, cha := hero.Int.Else(c, 10, "Int 10"), hero.Cha.Else(c, 10, "Cha 10")
	for _, moot := range []struct {
		param commands.Number
		name  string
	}{{hero.Con, "Con"}, {hero.XL, "XL"}} {
		if n, said := moot.param.In(c); said {
			c.Note(commands.Remarked, fmt.Sprintf("%s %d makes no difference to how it goes", moot.name, n))
		}
	}
	if adorned.In(c) {
		c.Note(commands.Remarked, "Cha counts as the ring makes it, but a succubus takes the ring first if you let her")
	}
	bad := life.Bad(v, in, cha)
	good := bad.Not()
	d := steps.New(c.Rules)
	s := &commands.Story{Steps: d}
	r := &s.Reply
	counts := strconv.Itoa(in + cha)
	if v.MostCounts > 0 {
		d.Work(rules.CiteFoocubus, "Int and Cha count", strconv.Itoa(min(in+cha, v.MostCounts)), "min(%d, %d + %d)", v.MostCounts, in, cha)
		counts = strconv.Itoa(min(in+cha, v.MostCounts))
	} else {
		d.Work(rules.CiteFoocubus, "Int and Cha count", counts, "%d + %d", in, cha)
	}
	d.Work(rules.CiteFoocubus, "goes badly", wording.Fraction(bad), "max(0, %d - 1 - %s)/%d", v.Die, counts, v.Die)
	d.Work("", "goes well", wording.Fraction(good), "1 - %s", bad)
	each := good.Times(odds.Of(1, int64(len(v.Good))))
	worse := bad.Times(odds.Of(1, int64(len(v.Bad))))
	a := foocubusAnswer{Good: good}
	r.Table = &commands.Table{Columns: []string{"chance", "what it does"}}
	for _, what := range v.Good {
		a.Outcomes = append(a.Outcomes, visitEnd{what, each})
		r.Table.Rows = append(r.Table.Rows, []string{wording.Share(each.P), what})
	}
	for _, what := range v.Bad {
		a.Outcomes = append(a.Outcomes, visitEnd{what, worse})
		r.Table.Rows = append(r.Table.Rows, []string{wording.Share(worse.P), what})
	}
	r.Headline = wording.Share(good.P)
	exact := ""
	if bad.Num > 0 {
		exact = " (" + good.String() + ")"
	}
	r.Summary = fmt.Sprintf("Int %d, Cha %d: %s%s that it goes well. Each of these comes %s of the time: %s.", in, cha, wording.Chance(good.P), exact, wording.Share(each.P), wording.And(v.Good))
	n, counted := encounter.In(c)
	_, charming := hero.Cha.In(c)
	_, bright := hero.Int.In(c)
	switch {
	case bad.Num == 0 || counted:
	case bright && !charming && v.MostCounts > 0:
		r.Summary += fmt.Sprintf(" Int and Cha together count as at most %d, with which it goes badly %s of the time.", v.MostCounts, wording.Share(life.Bad(v, v.MostCounts, 0).P))
	case bright && !charming:
		r.Summary += fmt.Sprintf(" It always goes well with Int and Cha of %d together.", v.Die-1)
	default:
		r.Summary += fmt.Sprintf(" Each of these %s: %s.", wording.Share(worse.P), wording.And(v.Bad))
	}
	d.Work(rules.CiteFoocubus, "a level gained", wording.Share(each.P), "%s/%d", good, len(v.Good))
	if counted {
		p := odds.AtLeast(n, 1, each.P)
		a.Levels = &p
		r.Summary += fmt.Sprintf(" Over %s a level is gained at least once %s of the time.", wording.Count(n, "visit"), wording.Share(p))
		d.Work("", fmt.Sprintf("a level in %s", wording.Count(n, "visit")), wording.Share(p), "1 - (1 - %s)^%d", each, n)
	}
	c.Note(commands.Assumed, "you wear nothing that prevents it, such as body armor")
	r.Data = a
	r.Cite(c.Rules, rules.CiteFoocubus)
	return s, nil
}
