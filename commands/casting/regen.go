package casting

import (
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// The parameters of power regeneration.
var (
	overTurns = commands.NewNumber(commands.Param{
		Name: "turns", Summary: "Turns over which power comes back: 100 turns", After: []string{"turn", "turns"}, Min: 1, Max: spell.MaxTurns,
	})
	quick     = commands.NewFlag(commands.Param{Name: "energy-regeneration", Summary: "With energy regeneration", Words: []string{"energy regeneration", "eye of the aethiopica", "the eye of the aethiopica", "aethiopica", "with energy regen", "energy regen"}})
	breathing = commands.NewFlag(commands.Param{Name: "breathing", Summary: "Wearing an amulet of magical breathing", Words: []string{"magical breathing", "amulet of magical breathing"}})
	regained  = commands.NewNumber(commands.Param{Name: "power", Summary: "Power to get back: 60 pw; with have, the power to reach", Words: []string{"pw"}, After: []string{"pw", "power", "energy", "mana"}, Min: 1, Max: 500})
	powerLeft = commands.NewNumber(commands.Param{Name: "have", Summary: "Power that you have now, of your maximum: have 6(60)", Words: []string{"has", "left"}, Full: "maxpw", Min: 0, Max: 10_000})
	mostPower = commands.NewNumber(commands.Param{Name: "maxpw", Summary: "Your maximum power", Words: []string{"pwmax", "max pw"}, Min: 1, Max: spell.MaxPw})
	untilTurn = commands.NewNumber(commands.Param{Name: "until", Summary: "The game's turn then: turn 9100 until 9500", Words: []string{"till", "until turn", "by turn", "before turn"}, Min: 0, Max: 10_000_000})
	fromTurn  = commands.NewNumber(commands.Param{Name: "turn", Summary: "The game's turn now (T:): turn 9100", Words: []string{"t"}, Min: 0, Max: 10_000_000})
)

func regen() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "regen",
		Fillers: "power pw mana energy regeneration rate",
		Aliases: []string{"pwregen", "regenerate"},
		Summary: "Show how fast power comes back",
		Params:  commands.Takes(commands.RuleSet, hero.Role, hero.XL, hero.Int, hero.Wis, quick, breathing, overTurns, regained, powerLeft, mostPower, fromTurn, untilTurn, Spell, tier, casts, hero.Load),

		Examples: []string{
			"regen pri xl14 wis18 int16", "regen wiz xl8 int18 wis12 60 pw", "regen wiz xl20 int20 wis18 energy regeneration 100 turns", "regen wiz xl9 int18 wis14 have 6 cone of cold", "regen wiz xl14 int18 wis16 have 7(60) 500 turns",
		},
	}, tellRegen)
}

// regenAnswer is the machine-readable answer of `regen`.
type regenAnswer struct {
	spell.Regen
	After *regenAfter `json:"after,omitempty"`
	Wait  *spell.Wait `json:"wait,omitempty"`
}

// regenAfter is the power regained in a number of turns.
type regenAfter struct {
	Turns int     `json:"turns"`
	Mean  float64 `json:"mean"`
	Min   int     `json:"min"`
	Max   int     `json:"max"`
}

// regenOf returns how the hero of a call regains power. Whatever the call does not say
// is assumed and noted.
func regenOf(c *commands.Call) (*spell.RegenQuestion, error) {
	r := c.Rules.Regeneration()
	if r == nil {
		return nil, rules.No[rules.Regeneration](c.Rules)
	}
	q := &spell.RegenQuestion{Rules: c.Rules, XL: 1, Int: 10, Wis: 10, Quick: c.Has(quick) && quick.In(c), Breathing: c.Has(breathing) && breathing.In(c)}
	role := hero.Role.One(c)
	if role == nil {
		example := map[bool]string{true: "regen wiz xl8 int18 wis12", false: "cast wiz xl8 int18 wis12 force bolt pw 60 100 turns"}[c.Command.Name == "regen"]
		return nil, &commands.Problem{Text: "Which role? Power comes back faster for some.", Slot: "role", Hints: []string{example}}
	}
	q.Role = hero.Role.Of(*role)
	var ok bool
	if q.XL, ok = hero.XL.In(c); !ok {
		q.XL = 1
		c.Note(commands.Assumed, levelAssumed)
	}
	if q.Wis, ok = hero.Wis.In(c); !ok {
		q.Wis = 10
		c.Note(commands.Assumed, "Wis 10")
	}
	if q.Int, ok = hero.Int.In(c); !ok {
		q.Int = 10
		if r.Levels > 0 {
			c.Note(commands.Assumed, "Int 10")
		}
	}
	if q.Breathing && r.Breathing == 0 {
		c.Note(commands.Warned, "magical breathing makes no difference in "+c.Rules.Title)
	}
	for _, name := range r.Uneven {
		if q.Role.Name == name {
			c.Note(commands.Warned, fmt.Sprintf("mistletoe matters to %s: nine or more halve the turns, none doubles them", wording.Article(name)))
		}
	}
	q.Stressed = stressed(c, r)
	return q, q.Check()
}

// stressed reports whether the hero of a call carries too much for power to come back, and
// notes what is assumed of that.
func stressed(c *commands.Call, r *rules.Regeneration) bool {
	load, moves := "", ""
	switch {
	case c.Has(hero.Load):
		load = hero.Load.In(c)
	case c.Has(hindered):
		load = hindered.In(c)
	}
	if r.Idle {
		moves = " while moving"
	}
	at := slices.Index(hero.Loads, load)
	if at < 0 {
		if c.Has(hero.Load) {
			c.Note(commands.Assumed, "not "+r.Stops+moves)
		}
		return false
	}
	if at < slices.Index(hero.Loads, r.Stops) {
		c.Note(commands.Remarked, load+" makes no difference: power only stops once "+r.Stops)
		return false
	}
	if r.Idle {
		c.Note(commands.Assumed, "moving: at rest it comes back all the same")
	}
	return true
}

func tellRegen(c *commands.Call) (*commands.Story, error) {
	if err := countTurns(c); err != nil {
		return nil, err
	}
	q, err := regenOf(c)
	if err != nil {
		return nil, err
	}
	r := c.Rules.Regeneration()
	d := steps.New(c.Rules)
	if q.Stops() {
		return noRegen(c, q, d)
	}
	g := gainsOf(c, q)
	regenSteps(d, q, &g)
	turnStep(d, q, &g)
	answer := regenAnswer{Regen: g}
	s := &commands.Story{Steps: d}
	who := fmt.Sprintf("%s XL%d, Int %d, Wis %d", q.Role.Name, q.XL, q.Int, q.Wis)
	if r.Levels == 0 {
		who = fmt.Sprintf("%s XL%d, Wis %d", q.Role.Name, q.XL, q.Wis)
	}
	text := gains(&g)
	if g.Every > 1 || g.More == nil {
		text += fmt.Sprintf(", %s a turn on average", wording.Amount(g.PerTurn))
	}
	if g.First > 0 && g.Every > 1 {
		text += fmt.Sprintf(", the next in %s", wording.Count(g.First, "turn"))
	}
	s.Reply.Headline = wording.Amount(g.PerTurn) + " Pw a turn"
	if n, ok := overTurns.In(c); ok {
		least, chances := g.After(n)
		answer.After = regainedIn(c, d, &g, n, least, len(chances))
		text += ". " + answer.After.String() + heldAfter(c, d, least, chances)
	}
	n, says, cast := wantedBack(c, d)
	if text += says; n > 0 {
		w := g.Waits(n)
		answer.Wait = &w
		text += fmt.Sprintf(". %d Pw take %s turns on average; %d are enough 90%% of the time", n, wording.Amount(w.Mean), w.Sure)
		d.Counted(rules.CiteRegeneration, fmt.Sprintf("turns for %d Pw", n), wording.Amount(w.Mean), "all sequences of gains until they reach %d%s", n, phaseSaid(&g))
	}
	s.Reply.Summary = fmt.Sprintf("%s: %s.", who, text)
	s.Reply.Aside(who + ": ")
	s.Reply.Data = answer
	s.Reply.Cite(c.Rules, rules.CiteRegeneration)
	if cast {
		s.Reply.Cite(c.Rules, rules.CiteEnergy)
	}
	return s, nil
}

// countTurns says over how many turns power comes back where only the game's turn then is said.
func countTurns(c *commands.Call) error {
	until, said := untilTurn.In(c)
	if _, over := overTurns.In(c); over || !said {
		return nil
	}
	from, said := fromTurn.In(c)
	if !said {
		return &commands.Problem{Text: "From which turn on? Give the turn now, too.", Slot: "turn", Hints: []string{fmt.Sprintf("turn %d", max(0, until-100))}}
	}
	n := until - from
	switch {
	case n < overTurns.Min:
		return problem.Newf("Turn %d does not come after turn %d.", until, from).Try(fmt.Sprintf("until %d", from+100))
	case n > overTurns.Max:
		return problem.Newf("From turn %d to turn %d are %d turns; I count at most %d.", from, until, n, overTurns.Max).Try(fmt.Sprintf("until %d", from+overTurns.Max))
	}
	v := c.Value(overTurns.Param)
	v.Said, v.Num, v.To = true, n, n
	return nil
}

// gainsOf returns how the power of a call's hero comes back, from its turn on if that is said.
func gainsOf(c *commands.Call, q *spell.RegenQuestion) spell.Regen {
	g := spell.Regenerate(q)
	if turn, ok := fromTurn.In(c); ok {
		return g.At(turn)
	}
	return g
}

// phaseSaid says, after the sequences that were counted, where in the interval they begin;
// nothing if power comes back each turn.
func phaseSaid(g *spell.Regen) string {
	switch {
	case g.First > 0:
		return fmt.Sprintf(", the first after %s", wording.Count(g.First, "turn"))
	case g.Every > 1:
		return fmt.Sprintf(", the first after 1 to %d turns", g.Every)
	}
	return ""
}

// regainedIn returns the power regained in n turns, which is one of some amounts from the least on.
func regainedIn(c *commands.Call, d *steps.Derivation, g *spell.Regen, n, least, amounts int) *regenAfter {
	few, more := g.Times(n)
	each := g.PerTurn * float64(g.Every)
	after := &regenAfter{Turns: n, Mean: (float64(few) + more) * each, Min: least, Max: least + amounts - 1}
	label, mean := fmt.Sprintf("in %d turns", n), wording.Amount(after.Mean)
	switch {
	case g.First > 0:
		d.Work(rules.CiteRegeneration, label, mean, "⌊max(0, %d - %d + %d)/%d⌋*%s", n, g.First, g.Every, g.Every, gainMean(g)).Of("the first after %s", wording.Count(g.First, "turn"))
	case g.Every == 1:
		d.Work(rules.CiteRegeneration, label, mean, "%d*%s", n, gainMean(g))
	default:
		d.Work(rules.CiteRegeneration, label, mean, "%d/%d*%s", n, g.Every, gainMean(g)).Of("on any turn")
		c.Note(commands.Assumed, "any turn to begin with: say which (turn 9100) if you know it")
	}
	return after
}

// String says how much power turns bring.
func (a *regenAfter) String() string {
	if a.Min == a.Max {
		return fmt.Sprintf("%d turns bring %d Pw", a.Turns, a.Min)
	}
	return fmt.Sprintf("%d turns bring %s Pw on average (%d to %d)", a.Turns, wording.Amount(a.Mean), a.Min, a.Max)
}

// heldAfter says, as the end of a sentence, how much power a hero who says what is left has once
// some came back, with the chance of each amount from the least on; nothing if that is not said.
func heldAfter(c *commands.Call, d *steps.Derivation, least int, chances []float64) string {
	has, said := powerLeft.In(c)
	most, limited := mostPower.In(c)
	switch {
	case !said:
		return ""
	case !limited:
		if len(chances) == 1 {
			return fmt.Sprintf(", which makes %d, or your maximum if that is less", has+least)
		}
		return fmt.Sprintf(", which makes %d to %d, or your maximum if that is less", has+least, has+least+len(chances)-1)
	}
	mean, full := 0.0, 0.0
	for i, p := range chances {
		mean += p * float64(min(most, has+least+i))
		if has+least+i >= most {
			full += p
		}
	}
	d.Counted(rules.CiteRegeneration, "power then", wording.Amount(mean), "all sequences of gains to %d, no higher than %d", has, most)
	if full > 0.9995 {
		return fmt.Sprintf(", so you have %d(%d) by then, which is full", most, most)
	}
	text := fmt.Sprintf(", so you have %s(%d) then on average", wording.Amount(mean), most)
	if full > 0 {
		text += fmt.Sprintf("; %s that it is full", wording.Chance(full))
	}
	return text
}

// wantedBack returns the power that a call waits for and says, as sentences that follow
// another, what for; cast reports that it is for a spell.
func wantedBack(c *commands.Call, d *steps.Derivation) (n int, says string, cast bool) {
	n, asked := regained.In(c)
	has, said := powerLeft.In(c)
	level, cast := spellLevel(c)
	most, limited := mostPower.In(c)
	_, over := overTurns.In(c)
	switch {
	case asked && cast:
		c.Note(commands.Remarked, "the power to get back is said, so the spell makes no difference")
		return n, "", true
	case asked && said:
		n, says = lacking(d, n, has)
		return n, says, false
	case asked:
		return n, "", false
	case cast:
		n, says = missing(c, d, level)
		return n, says, true
	case limited && has < most && (said || !over):
		if !said {
			c.Note(commands.Assumed, "no power left")
		}
		d.Work("", "missing", pwShown(most-has), "%d - %d", most, has)
		return most - has, fmt.Sprintf(". You are %d short of full", most-has), false
	}
	if limited && !said {
		c.Note(commands.Remarked, fmt.Sprintf("your maximum makes no difference here without what is left now: have 3(%d)", most))
	}
	if said && !over {
		c.Note(commands.Remarked, fmt.Sprintf("how long from %d Pw depends on what for: name a spell, or say your maximum: have %d(60)", has, has))
	}
	return 0, "", false
}

// noRegen tells that no power comes back under a load.
func noRegen(c *commands.Call, q *spell.RegenQuestion, d *steps.Derivation) (*commands.Story, error) {
	light := *q
	light.Stressed = false
	lighter := spell.Regenerate(&light)
	regenSteps(d, q, nil)
	s := &commands.Story{Steps: d}
	s.Reply.Summary = fmt.Sprintf("%s XL%d: no power comes back while %s or worse, unless by energy regeneration. With less to carry: %s.", q.Role.Name, q.XL, c.Rules.Regeneration().Stops, gains(&lighter))
	s.Reply.Headline = "0 Pw a turn"
	s.Reply.Data = regenAnswer{Regen: spell.Regenerate(q)}
	s.Reply.Cite(c.Rules, rules.CiteRegeneration)
	return s, nil
}

// spellLevel returns the level of the spell that a call wants to cast.
func spellLevel(c *commands.Call) (level int, ok bool) {
	if said := Spell.One(c); said != nil {
		return said.Value.(*rules.Spell).Level, true
	}
	return tier.In(c)
}

// missing returns how much power is missing to a cast of a spell of some level, and says so as a
// sentence that follows another.
func missing(c *commands.Call, d *steps.Derivation, level int) (n int, says string) {
	cost, times := pwPerLevel*level, casts.Else(c, 1, "")
	if times > 1 {
		d.Work(rules.CiteEnergy, fmt.Sprintf("power for %d casts", times), pwShown(times*cost), "%d*%d*%d", times, pwPerLevel, level).Of("level %d", level)
	} else {
		d.Work(rules.CiteEnergy, "power for the cast", pwShown(cost), "%d*%d", pwPerLevel, level).Of("level %d", level)
	}
	has, said := powerLeft.In(c)
	if !said {
		c.Note(commands.Assumed, "no power left")
	}
	cost *= times
	n = max(0, cost-has)
	what := fmt.Sprintf("A spell of level %d", level)
	if named := Spell.One(c); named != nil {
		what = wording.Capital(named.Name)
	}
	if times > 1 {
		what += fmt.Sprintf(" %d times", times)
	}
	if n == 0 {
		return 0, fmt.Sprintf(". %s takes %d Pw, which you have", what, cost)
	}
	d.Work("", "missing", pwShown(n), "%d - %d", cost, has)
	return n, fmt.Sprintf(". %s takes %d Pw, and %d are missing", what, cost, n)
}

// lacking returns how much power is missing to some, of which the hero has a part, and says so
// as a sentence that follows another.
func lacking(d *steps.Derivation, want, has int) (n int, says string) {
	if has >= want {
		return 0, fmt.Sprintf(". With %d Pw you have the %d already", has, want)
	}
	n = want - has
	d.Work("", "missing", pwShown(n), "%d - %d", want, has)
	return n, fmt.Sprintf(". From %d to %d Pw %d are missing", has, want, n)
}

// gains says how much power comes back, and when.
func gains(g *spell.Regen) string {
	amount := fmt.Sprintf("%d to %d Pw", g.Least, g.Most)
	if g.Least == g.Most {
		amount = fmt.Sprintf("%d Pw", g.Least)
	}
	switch {
	case g.More != nil && g.Least == 0:
		return fmt.Sprintf("1 Pw on %s of the turns (%s)", wording.Share(g.More.P), g.More)
	case g.More != nil:
		return fmt.Sprintf("%d Pw each turn, and another on %s of them (%s)", g.Least, wording.Share(g.More.P), g.More)
	case g.Every == 1:
		return amount + " each turn"
	}
	return fmt.Sprintf("%s every %d turns", amount, g.Every)
}

// gainMean returns the mean of one gain, as formulas show it.
func gainMean(g *spell.Regen) string {
	if g.More != nil {
		return fmt.Sprintf("(%d + %s)", g.Least, g.More)
	}
	return fmt.Sprintf("(%d + %d)/2", g.Least, g.Most)
}

// regenSteps adds the steps to the power regained; g is not looked at if none is.
func regenSteps(d *steps.Derivation, q *spell.RegenQuestion, g *spell.Regen) {
	r := q.Rules.Regeneration()
	if q.Stops() {
		d.Work(rules.CiteRegeneration, "a turn", "0", "0").Of("%s or worse", r.Stops)
		return
	}
	if r.Levels == 0 {
		terms := fmt.Sprintf("%d*%d + %d*%d", r.PerLevel, q.XL, r.PerWis, q.Wis)
		if q.Role.Name == "Wizard" {
			terms += steps.Plus(r.Wizard)
		}
		if q.Quick {
			terms += steps.Plus(r.Quick)
		}
		parts := r.Parts(q.Role.Name, q.XL, q.Wis, q.Quick)
		d.Work(rules.CiteRegeneration, "parts of a point", strconv.Itoa(parts), "%s", terms).Of("XL %d, Wis %d", q.XL, q.Wis)
		return
	}
	switch {
	case q.Quick:
		d.Given(rules.CiteRegeneration, "every so many turns", "1").Of("energy regeneration")
	default:
		part := r.Part
		if r.Interval(q.Role.Name, q.XL) != max(1, (r.Levels-q.XL)*r.Part/r.IntervalPart) {
			part = r.QuickPart
		}
		d.Work(rules.CiteRegeneration, "every so many turns", strconv.Itoa(g.Every), "⌊(%d - %d)*%d/%d⌋", r.Levels, q.XL, part, r.IntervalPart).Of("XL %d", q.XL)
	}
	most := d.Work(rules.CiteRegeneration, "at most", strconv.Itoa(g.Most), "⌊(%d + %d)/%d⌋ + %d", q.Wis, q.Int, r.StatPart, g.Most-(q.Wis+q.Int)/r.StatPart).Of("Wis %d, Int %d", q.Wis, q.Int)
	if q.Breathing && r.Breathing > 0 {
		most.Of("Wis %d, Int %d, and %d for magical breathing", q.Wis, q.Int, r.Breathing)
	}
}

// turnStep adds the step from these to the average gain per turn.
func turnStep(d *steps.Derivation, q *spell.RegenQuestion, g *spell.Regen) {
	if r := q.Rules.Regeneration(); r.Levels == 0 {
		d.Work(rules.CiteRegeneration, "a turn", wording.Amount(g.PerTurn), "%d/%d", r.Parts(q.Role.Name, q.XL, q.Wis, q.Quick), r.Whole)
		return
	}
	d.Work(rules.CiteRegeneration, "a turn", wording.Amount(g.PerTurn), "(%d + %d)/2/%d", g.Least, g.Most, g.Every)
}
