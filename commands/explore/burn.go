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
	"delphi/engine/rules"
)

// The lights that use up their fuel.
const (
	oilLamp = "oil lamp"
	lantern = "brass lantern"
	wax     = "wax candle"
	tallow  = "tallow candle"
)

// The parameters of lights.
var (
	light = commands.NewChoice(commands.Param{
		Name: "light", Summary: "The light: oil lamp, brass lantern, wax candle, tallow candle", Choices: []string{oilLamp, lantern, wax, tallow},
		Also: map[string]string{"lamp": oilLamp, "oil lamps": oilLamp, "lantern": lantern, "brass lanterns": lantern, "wax": wax, "wax candles": wax, "tallow": tallow, "tallow candles": tallow},
	})
	candles = commands.NewNumber(commands.Param{Name: "count", Summary: "How many candles burn at once: tallow candle 7", After: []string{"candles"}, Bare: true, Min: 1, Max: 7})
	burnt   = commands.NewNumber(commands.Param{Name: "burnt", Summary: "Turns that it has burned for: after 150", Words: []string{"after", "burned", "for"}, After: []string{"turns", "moves"}, Min: 0, Max: 10_000})
	litOn   = commands.NewNumber(commands.Param{Name: "lit", Summary: "The game's turn on which it was lit: lit 4200, with turn 5350", Words: []string{"lit on", "lit at"}, Min: 1, Max: 10_000_000})
)

func burn() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "burn",
		Fillers: "how long does do will my a the is are left burning burns last lasts it was since turn",
		Aliases: []string{"burning", "fuel"},
		Summary: "Show how many turns an oil lamp, a brass lantern or a candle burns",
		Params:  commands.Takes(commands.RuleSet, light, candles, burnt, litOn, hero.Turn),

		Examples: []string{"burn", "burn oil lamp", "burn wax candle after 150", "burn tallow candle 7", "burn oil lamp lit 4200 turn 5350"},
	}, commands.By(tellBurn))
}

// burnAnswer is the machine-readable answer of `burn`.
type burnAnswer struct {
	Light string      `json:"light"`
	Burnt int         `json:"burnt,omitempty"`
	Left  rules.Range `json:"left"`
	Mean  float64     `json:"mean"`
	Out   float64     `json:"out,omitempty"` // the chance that it is out
}

func tellBurn(c *commands.Call, b *rules.Burning) (*commands.Story, error) {
	what := light.In(c)
	if what == "" {
		return tellLights(c, b), nil
	}
	n, err := burntTurns(c)
	if err != nil {
		return nil, err
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	fuel, signs, cites := fuelOf(c.Rules, b, what)
	r.Cite(c.Rules, cites...)
	a := burnAnswer{Light: what, Burnt: n}
	a.Left, a.Mean, a.Out = life.Left(fuel, n)
	if what == oilLamp || what == lantern {
		if n == 0 {
			d.Work(rules.CiteLampFuel, "on average", wording.Amount(a.Mean), "(%d + %d)/2", fuel.Min, fuel.Max)
		} else {
			d.Counted(rules.CiteLampFuel, "left on average", wording.Amount(a.Mean), "each of %d to %d turns less %d, but not below 0", fuel.Min, fuel.Max, n)
		}
	} else {
		d.Work(rules.CiteCandleFuel, "turns of a new one", strconv.Itoa(fuel.Min), "%d*%d", b.CandleTurns, fuel.Min/b.CandleTurns).Of("its cost")
		d.Work("", "left", strconv.Itoa(a.Left.Min), "max(0, %d - %d)", fuel.Min, n)
	}
	named := wording.Capital(wording.Article(what))
	r.Headline = wording.Count(a.Left.Min, "turn")
	turns, mean := r.Headline, ""
	if a.Left.Min != a.Left.Max {
		r.Headline = wording.Amount(a.Mean) + " turns"
		turns, mean = fmt.Sprintf("%d to %d turns", a.Left.Min, a.Left.Max), fmt.Sprintf(", %s on average", wording.Amount(a.Mean))
	}
	switch {
	case n == 0:
		r.Summary = fmt.Sprintf("%s burns for %s.", named, turns+mean)
	case a.Out == 1:
		r.Summary = fmt.Sprintf("%s that has burned for %s is out.", named, wording.Count(n, "turn"))
	default:
		r.Summary = fmt.Sprintf("%s that has burned for %s has %s left%s.", named, wording.Count(n, "turn"), turns, mean)
		if a.Out > 0 {
			r.Summary += fmt.Sprintf(" %s that it is out already.", wording.Capital(wording.Chance(a.Out)))
			d.Work("", "out", wording.Share(a.Out), "(%d - %d)/%d", n, fuel.Min-1, fuel.Max-fuel.Min+1)
		}
	}
	if many, ok := candles.In(c); ok && many > 1 {
		r.Summary += fmt.Sprintf(" Lit together, all %d burn just as long, on a candelabrum too: it then lasts as long as the oldest of them.", many)
	}
	if other, ok := map[string]string{wax: tallow, tallow: wax}[what]; ok && n == 0 {
		fuel, _, _ := fuelOf(c.Rules, b, other)
		r.Summary += fmt.Sprintf(" A new %s burns for %d.", other, fuel.Min)
	}
	r.Summary += fmt.Sprintf(" You are told when %s turns are left.", wording.And(numbersOf(signs)))
	c.Note(commands.Assumed, "new when it was first lit")
	r.Data = a
	return s, nil
}

// fuelOf returns the turns that a new light burns, the turns left at which it shows that it
// burns down, and the rules of both.
func fuelOf(set *rules.Set, b *rules.Burning, what string) (fuel rules.Range, signs []int, cites []string) {
	if what == oilLamp || what == lantern {
		return b.Lamp, b.LampSigns, []string{rules.CiteLampFuel, rules.CiteLampSigns}
	}
	if o := set.Object(what); o != nil {
		fuel = rules.Range{Min: b.CandleTurns * o.Cost, Max: b.CandleTurns * o.Cost}
	}
	return fuel, b.CandleSigns, []string{rules.CiteCandleFuel, rules.CiteCandleSign}
}

// burntTurns returns how many turns the light of a call has burnt.
func burntTurns(c *commands.Call) (int, error) {
	n, said := burnt.In(c)
	lit, saidLit := litOn.In(c)
	now, saidNow := hero.Turn.In(c)
	switch {
	case said && (saidLit || saidNow):
		return 0, &commands.Problem{Text: "Say how many turns it has burnt, or when it was lit and which turn it is.", Hints: []string{"burn oil lamp after 300", "burn oil lamp lit 4200 turn 5350"}}
	case saidLit != saidNow:
		return 0, &commands.Problem{Text: "On which turn was it lit, and which turn is it now?", Slot: "turn", Hints: []string{"burn oil lamp lit 4200 turn 5350"}}
	case saidLit && now < lit:
		return 0, &commands.Problem{Text: fmt.Sprintf("Turn %d is before turn %d, when it was lit.", now, lit), Slot: "turn", Hints: []string{"burn oil lamp lit 4200 turn 5350"}}
	case saidLit:
		c.Note(commands.Assumed, "burning all the time since")
		return now - lit, nil
	}
	return n, nil
}

// tellLights tells how long each of the lights burns.
func tellLights(c *commands.Call, b *rules.Burning) *commands.Story {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	r := &s.Reply
	r.Table = &commands.Table{Columns: []string{"light", "turns", "tells with so many left"}}
	var all []burnAnswer
	candle := map[string]int{}
	for _, what := range []string{oilLamp, lantern, wax, tallow} {
		fuel, signs, _ := fuelOf(c.Rules, b, what)
		a := burnAnswer{Light: what}
		a.Left, a.Mean, _ = life.Left(fuel, 0)
		all, candle[what] = append(all, a), fuel.Min
		turns := strconv.Itoa(fuel.Min)
		if fuel.Min != fuel.Max {
			turns = fmt.Sprintf("%d to %d", fuel.Min, fuel.Max)
		}
		if fuel.Min != fuel.Max {
			s.Steps.Work(rules.CiteLampFuel, what, wording.Amount(a.Mean), "(%d + %d)/2", fuel.Min, fuel.Max)
		} else {
			s.Steps.Work(rules.CiteCandleFuel, what, turns, "%d*%d", b.CandleTurns, fuel.Min/b.CandleTurns)
		}
		r.Table.Rows = append(r.Table.Rows, []string{what, turns, wording.And(numbersOf(signs))})
	}
	r.Headline = wording.Amount(all[0].Mean) + " turns"
	r.Summary = fmt.Sprintf("A new oil lamp or brass lantern burns for %d to %d turns, %s on average; a wax candle for %d, a tallow candle for %d. A magic lamp never goes out.", b.Lamp.Min, b.Lamp.Max, wording.Amount(all[0].Mean), candle[wax], candle[tallow])
	r.Data = all
	r.Cite(c.Rules, rules.CiteLampFuel, rules.CiteCandleFuel)
	return s
}

// numbersOf returns numbers as text, the largest first.
func numbersOf(list []int) (out []string) {
	sorted := slices.Sorted(slices.Values(list))
	slices.Reverse(sorted)
	for _, n := range sorted {
		out = append(out, strconv.Itoa(n))
	}
	return out
}
