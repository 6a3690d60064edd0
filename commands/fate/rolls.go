package fate

import (
	"fmt"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rnd"
	"delphi/engine/rules"
)

// The parameters of the game's own dice.
var (
	rnlSides  = commands.NewNumber(commands.Param{Name: "sides", Summary: "The sides of the die: 7 of rnl(7)", Bare: true, Words: []string{"rnl"}, Min: 2, Max: 1000})
	rnlShows  = commands.NewNumber(commands.Param{Name: "shows", Summary: "The most it may show; 0 if you leave it out", Words: []string{"at most", "most", "shows at most", "<="}, Min: 0, Max: 1000})
	rnzMedian = commands.NewNumber(commands.Param{Name: "median", Summary: "What is rolled around: 350 of rnz(350)", Bare: true, Words: []string{"rnz"}, Min: 1, Max: 10_000})
	rnzMost   = commands.NewNumber(commands.Param{Name: "limit", Summary: "The most it may show", Words: []string{"at most", "most", "<=", "below"}, Min: 0, Max: 1_000_000})
)

func rolls() []*commands.Command {
	return []*commands.Command{
		commands.Told(&commands.Command{
			Name:     "rnl",
			Summary:  "Show what rnl rolls, a die adjusted by Luck: searching, untrapping, writing",
			Params:   commands.Takes(commands.RuleSet, rnlSides, rnlShows, hero.Luck, tries.Number, tries.Sure),
			Examples: []string{"rnl 7 luck 3", "rnl 35 luck -1 at most 15", "rnl v3.4.3 20 luck 13 for 90%"},
		}, commands.By(tellRnl)),
		commands.Told(&commands.Command{
			Name:     "rnz",
			Summary:  "Show what rnz rolls, as for the prayer timeout after a prayer",
			Params:   commands.Takes(commands.RuleSet, rnzMedian, rnzMost, hero.XL, chart),
			Examples: []string{"rnz 350", "rnz 350 xl 18 at most 1000", "rnz v3.4.3 50"},
		}, commands.By(tellRnz)),
	}
}

// rnlAnswer is the machine-readable answer of `rnl`.
type rnlAnswer struct {
	P     float64         `json:"p"` // of at most Shows
	Shows int             `json:"shows"`
	Faces []odds.Fraction `json:"faces"` // from 0 on
	Mean  float64         `json:"mean"`
	tries.Answer
}

func tellRnl(c *commands.Call, die *rules.Luck) (*commands.Story, error) {
	x, ok := rnlSides.In(c)
	if !ok {
		return nil, &commands.Problem{Text: "How many sides does the die have?", Slot: "sides", Hints: []string{"rnl 7 luck 3"}}
	}
	luck := hero.Luck.Else(c, 0, "Luck 0")
	most := rnlShows.Else(c, 0, "you want a 0")
	d := steps.New(c.Rules)
	p := rnd.RnlAtMost(die, x, luck, most)
	a := rnlAnswer{P: p.P, Shows: most, Faces: rnd.Rnl(die, x, luck)}
	r := commands.Reply{Headline: wording.Share(p.P), Table: &commands.Table{Columns: []string{"face", "chance"}}}
	for i, f := range a.Faces {
		a.Mean += float64(i) * f.P
		r.Table.Rows = append(r.Table.Rows, []string{fmt.Sprint(i), wording.Share(f.P)})
	}
	d.Work(rules.CiteRnl, "the chance", wording.Share(p.P), "%s", steps.RnlAtMost(die, x, luck, most)).Of("rnl(%d) shows %s; %s", x, atMost(most), bentBy(die, x, luck, most))
	d.Work("", "as a fraction", wording.Share(p.P), "%s", p)
	r.Summary = fmt.Sprintf("%s that rnl %d gives %s at Luck %d; %s on average.", wording.Capital(wording.Chance(p.P)), x, atMost(most), luck, wording.Amount(a.Mean))
	var sentence string
	a.Answer, sentence = tries.Of(c, d, p.P, p.String(), "roll")
	r.Summary += sentence
	r.Data = a
	r.Cite(c.Rules, rules.CiteRnl)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// bentBy describes the terms of a die that Luck may adjust.
func bentBy(die *rules.Luck, x, luck, most int) string {
	if w := rnd.RnlWays(die, x, luck, most); w.Skip > 1 {
		return fmt.Sprintf("once in %d Luck is left out", w.Skip)
	}
	return "Luck makes no difference"
}

func atMost(n int) string {
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("at most %d", n)
}

// rnzAnswer is the machine-readable answer of `rnz`.
type rnzAnswer struct {
	P         *odds.Fraction `json:"p,omitempty"` // of at most the limit said
	Mean      float64        `json:"mean"`
	Max       int            `json:"max"`
	Quantiles []quantile     `json:"quantiles"`
}

// quantile is the smallest number that a roll does not exceed with chance Q.
type quantile struct {
	Q     float64 `json:"q"`
	Value int     `json:"value"`
}

var quantiles = []float64{0.001, 0.01, 0.05, 0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 0.95, 0.99, 0.999}

func tellRnz(c *commands.Call, _ *rules.Prayer) (*commands.Story, error) {
	z := rnd.Rnz{XL: 1}
	var ok bool
	if z.I, ok = rnzMedian.In(c); !ok {
		return nil, &commands.Problem{Text: "Around what is it rolled?", Slot: "median", Hints: []string{"rnz 350"}}
	}
	z.XL = hero.XL.Else(c, 1, "XL below 15")
	a := rnzAnswer{Mean: z.Mean(), Max: z.Max()}
	for _, q := range quantiles {
		a.Quantiles = append(a.Quantiles, quantile{q, z.Quantile(q)})
	}
	d := steps.New(c.Rules)
	r := commands.Reply{}
	if most, said := rnzMost.In(c); said {
		p := z.AtMost(most)
		a.P = &p
		d.Counted(rules.CiteRnz, fmt.Sprintf("at most %d", most), wording.Share(p.P), "rolls of rnz(%d)", z.I)
		d.Work("", "as a fraction", wording.Share(p.P), "%s", p)
		r.Headline = wording.Share(p.P)
		r.Summary = fmt.Sprintf("%s that rnz(%d) is at most %d. ", wording.Capital(wording.Chance(p.P)), z.I, most)
	} else {
		r.Headline = fmt.Sprint(z.Quantile(0.5))
		d.Counted(rules.CiteRnz, "median", r.Headline, "rolls of rnz(%d)", z.I)
		d.Work("", "as a number", r.Headline, "%s", r.Headline)
	}
	r.Summary += fmt.Sprintf("rnz(%d): median %d, %s on average, 5%% are at most %d, 95%% at most %d, and never more than %d.", z.I, z.Quantile(0.5), wording.Amount(a.Mean), z.Quantile(0.05), z.Quantile(0.95), a.Max)
	r.Data = a
	if chart.In(c) {
		r.Chart = commands.Plot(fmt.Sprintf("The chance that rnz(%d) is at most a number, %s", z.I, c.Rules.Title), "at most", "chance %", 100, rnzPoints(z))
	}
	r.Cite(c.Rules, rules.CiteRnz)
	return &commands.Story{Reply: r, Steps: d}, nil
}

// rnzPoints returns the cumulative distribution of a roll, up to its 99th percentile.
func rnzPoints(z rnd.Rnz) (out []commands.Point) {
	const most = 40 // steps
	last := z.Quantile(0.99)
	for n := range most + 1 {
		out = append(out, commands.Point{X: float64(n * last / most), Y: 100 * z.AtMost(n*last/most).P})
	}
	return out
}
