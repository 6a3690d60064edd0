package ends

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/odds"
	"delphi/engine/seq"
)

// Answer is the machine-readable answer of the commands about ends.
type Answer struct {
	Outcomes []dice.Case[string] `json:"outcomes"`
	Wanted   string              `json:"wanted,omitempty"` // what P is the chance of
	P        *float64            `json:"p,omitempty"`
	Num      *int64              `json:"num,omitempty"`
	Den      *int64              `json:"den,omitempty"`
	// Lasts is what follows for something that may be gone after a try. Over is the
	// same for tries on a single one, as long as it lasts.
	Lasts *lasts `json:"lasts,omitempty"`
	// Best is the change that helps most.
	Best *Better `json:"best,omitempty"`
	tries.Answer
}

// Chart asks for a chart.
var Chart = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the curve"})

// Ends holds the ways in which something may end, and the one that is asked about.
type Ends struct {
	Subject string                 // "A throne (Luck 5)"
	Cases   []dice.Case[string]    // all ways
	Wanted  string                 // the one asked about: "a wish", "to evaporate"
	Is      func(what string) bool // tells it
	Once    string                 // what one try is called: "sit"
	Unit    string                 // what a chart counts where no try is told of: "dip"
	Rule    string                 // of data/all/cites: what decides
	How     string                 // the formula of the chance, in the notation of Derivation.Work; empty: all ends are counted
	Also    []string               // other rules that decide
	Show    func(string) string    // an end in a sentence; nil: as it is

	// Before adds the steps that lead to the formula; it may be nil. tried is the
	// outcome of several tries if these are not alike; nil if they are.
	Before  func(*steps.Derivation)
	Changes []Change
	Final   string // said if no change helps
	// Last is what the tries are made on and how it is used up; nil if it lasts.
	Last  *Lasting
	Count string // what is counted, or what the formula is of; empty: every way the dice fall
	Tried func(*commands.Call, *steps.Derivation) (tries.Answer, string)
}

// share returns the exact chance of what is asked about; exact is false if its fraction
// does not fit.
func (e *Ends) share() (f odds.Fraction, exact bool) { return e.Chance(e.Is) }

// Chance is like share, for any ends.
func (e *Ends) Chance(is func(what string) bool) (f odds.Fraction, exact bool) {
	sum, p := new(big.Rat), 0.0
	exact = true
	for _, c := range e.Cases {
		if !is(c.What) {
			continue
		}
		p += c.P
		if c.Den == 0 {
			exact = false
			continue
		}
		sum.Add(sum, big.NewRat(c.Num, c.Den))
	}
	if !exact || !sum.Denom().IsInt64() || !sum.Num().IsInt64() {
		return odds.Fraction{P: min(p, 1)}, false
	}
	return odds.Of(sum.Num().Int64(), sum.Denom().Int64()), true
}

// shown returns a chance as it appears in steps and formulas.
func shown(f odds.Fraction, exact bool) (step, formula string) {
	if !exact || f.Den > 1e6 {
		return wording.Share(f.P), wording.Trim(f.P)
	}
	return wording.Fraction(f), f.String()
}

// tellAll is roughly how long a summary may be if the line is to have room left for
// assumptions.
const tellAll = 270

// Tell returns the story of the ends for a call: the chance asked about first, then
// what else happens.
func (e *Ends) Tell(c *commands.Call) *commands.Story {
	f, exact := e.share()
	d := steps.New(c.Rules)
	step, formula := shown(f, exact)
	if e.Before != nil {
		e.Before(d)
	}
	e.steps(d, step)
	for _, rule := range e.Also {
		if at, ok := c.Rules.Cite(rule); ok && at.Place != d.Steps[0].At {
			d.Given(rule, "see also", at.Function)
		}
	}
	a := Answer{Outcomes: e.Cases, Wanted: e.Wanted, P: &f.P}
	if exact {
		a.Num, a.Den = &f.Num, &f.Den
	}
	s := &commands.Story{Steps: d}
	r := &s.Reply
	r.Summary = e.Subject + ": " + e.lead(f, exact)
	r.Aside(e.Subject + ": ")
	r.Headline = wording.Share(f.P)
	if f.P == 0 {
		r.Headline = commands.NoChance
		if !e.nothing() && !e.certain() {
			e.rest(d, e.groups()[0])
		}
	}
	var sentence string
	once := cmp.Or(e.Once, "try")
	if e.Last != nil && f.P > 0 && f.P < 1 {
		a.Answer, a.Lasts, sentence = e.untilGone(c, d, f, formula)
	} else if e.Tried != nil {
		a.Answer, sentence = e.Tried(c, d)
	} else {
		a.Answer, sentence = tries.Of(c, d, f.P, formula, once)
	}
	if sentence == "" && e.Once != "" && f.P < 0.4 && e.Last == nil {
		sentence = tries.Usually(a.Needed, once)
		r.Aside(sentence)
	}
	if going := e.going(); going != "" && a.Lasts == nil {
		sentence += " " + wording.Capital(going) + "."
	}
	r.Summary += sentence
	if f.P > 0 && f.P < 1 {
		var say string
		a.Best, say = e.best(f.P)
		r.Summary += say
		r.Aside(say)
	}
	if others := e.others(max(50, tellAll-len(r.Summary))); others != "" && f.P > 0 {
		otherwise := " Otherwise: " + others + "."
		if e.spent(f) {
			otherwise = " Each " + e.Once + ": " + others + "."
			r.Headline = wording.Share(a.Lasts.Ever.P)
		}
		r.Summary += otherwise
		r.Aside(otherwise)
	}
	r.Table = e.Table()
	r.Data = a
	if Chart.In(c) && f.P > 0 {
		r.Chart = e.chart(c, f.P, a.Over)
	}
	r.Cite(c.Rules, append([]string{e.Rule}, e.Also...)...)
	return s
}

// lead returns the chance asked about as a sentence or, if it is zero, what happens
// instead.
func (e *Ends) lead(f odds.Fraction, exact bool) string {
	of := e.Wanted
	if !strings.HasPrefix(of, "to ") {
		of = "of " + of
	}
	if e.spent(f) {
		return fmt.Sprintf("%s %s before it %s, after %s on average; %s per %s.", wording.Chance(e.Last.ever(f).P), of, e.Last.Goes,
			wording.Plural(wording.Amount(1/(f.P+e.Last.Gone.P))+" "+e.Once), wording.Share(f.P), e.Once)
	}
	if e.Once != "" {
		of += " per " + e.Once
	}
	switch {
	case e.nothing():
		return "no chance " + of + "."
	case f.P == 0 && e.certain():
		return fmt.Sprintf("always %s, and no chance %s.", e.shown(e.Cases[0].What), of)
	case f.P == 0 && e.others(110) != "":
		return "no chance " + of + ": " + e.others(110) + "."
	case exact && f.P > 0 && f.P < 1 && f.Den <= 1000:
		return fmt.Sprintf("%s (%s) %s.", wording.Chance(f.P), f, of)
	}
	return wording.Chance(f.P) + " " + of + "."
}

// spent reports whether the tries are for a chance f on a thing that the wanted result uses
// up too: what one of it gives is the answer.
func (e *Ends) spent(f odds.Fraction) bool {
	return e.Last != nil && e.Last.Spent && f.P > 0 && f.P < 1
}

// nothing reports whether all there is to say is that what is asked about never
// happens.
func (e *Ends) nothing() bool {
	return len(e.Cases) == 1 && !e.Is(e.Cases[0].What) && (dull[e.Cases[0].What] || dull[e.shown(e.Cases[0].What)])
}

// certain reports whether only one thing can happen, and that instead of something that nobody
// hopes for.
func (e *Ends) certain() bool { return len(e.Cases) == 1 && e.Wanted != "to succeed" }

// shown returns an end as it appears in a sentence.
func (e *Ends) shown(what string) string {
	if e.Show != nil {
		return e.Show(what)
	}
	return strings.TrimRight(what, ".")
}

// dull holds the ends of a try that fails, which go without saying.
var dull = map[string]bool{
	"other": true, "nothing happens": true, "failure": true, "not found": true, "stays locked": true, "not known well enough": true, "plain engraving": true, "ordinary potion": true,
}

// others says in about budget bytes what else is likely, the likeliest first.
func (e *Ends) others(budget int) string {
	list := slices.DeleteFunc(e.groups(), func(g *group) bool { return g.wanted })
	if len(list) == 1 && len(e.Cases) == 2 && dull[e.Cases[0].What] != dull[e.Cases[1].What] {
		return ""
	}
	return likely(list, budget)
}

// Table lists what can happen, each with the game's message. It is nil if only one
// thing can happen, since the sentence has already said that.
func (e *Ends) Table() *commands.Table {
	t, list := &commands.Table{Columns: []string{"chance", "what happens"}}, e.groups()
	if len(list) < 2 {
		return nil
	}
	for _, g := range list {
		what := g.what
		if len(g.messages) > 0 {
			what += ": " + strings.Join(g.messages, " / ")
		}
		t.Rows = append(t.Rows, []string{wording.Share(g.p), what})
	}
	return t
}

// chart charts the chance of what is asked about over the number of tries.
func (e *Ends) chart(c *commands.Call, p float64, over *tries.Over) *commands.Chart {
	most := 10
	if n := odds.TriesFor(p, 95); n > most {
		most = min(n, 1000)
	}
	mark := 0.0
	if over != nil {
		most, mark = max(most, min(over.Tries, 1000)), float64(over.Tries)
	}
	points := seq.Map(spread(most, 40), func(i int) commands.Point { return commands.Point{X: float64(i), Y: odds.AtLeast(i, 1, p) * 100} })
	of, once := e.Wanted, wording.Plural(cmp.Or(e.Once, e.Unit, "try"))
	if !strings.HasPrefix(of, "to ") {
		of = "of " + of
	}
	out := commands.Plot(fmt.Sprintf("%s: the chance %s, by the number of %s, %s", e.Subject, of, once, c.Rules.Title), once, "chance %", 100, points)
	if mark > 0 {
		out.Mark = &mark
	}
	return out
}

// spread returns about n whole numbers from 1 to most.
func spread(most, n int) []int {
	var out []int
	for i := 1; i <= most; i += max(1, most/n) {
		out = append(out, i)
	}
	return out
}
