package ends

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/tries"
	"delphi/commands/wording"
	"delphi/engine/odds"
)

// Lasting is a thing that tries are made on and that a try may use up.
type Lasting struct {
	Name string // "throne"
	Goes string // how: "vanishes"
	Tag  string // behind an end with which it goes; empty: the ends do not say
	// Gone is the chance that a try uses it up without the wanted result.
	Gone odds.Fraction
	// Warns is the chance that a try without the wanted result only announces that the thing
	// will go; Gone holds from then on, and the tag tells of this. First says how: "gives
	// less". Den is 0 where nothing announces it.
	Warns odds.Fraction
	First string
	// Spent means that the wanted result uses it up too, so that how many of the thing it
	// takes matters more than how many tries.
	Spent bool
	// Number is how many of the thing there are, each of which is tried until it goes or as
	// often as is asked; 0 where only one is spoken of.
	Number int
}

// ever returns the chance that something with chance f per try happens before the thing goes.
func (l *Lasting) ever(f odds.Fraction) odds.Fraction {
	before := ever(f, l.Gone)
	if l.First == "" {
		return before
	}
	first := ever(f, l.Warns) // or else the warning comes, and what is left is as above
	if first.Den > 0 && before.Den > 0 {
		p, q := big.NewRat(first.Num, first.Den), big.NewRat(before.Num, before.Den)
		p.Add(p, q.Mul(q, new(big.Rat).Sub(big.NewRat(1, 1), p)))
		if p.Num().IsInt64() && p.Denom().IsInt64() {
			return odds.Of(p.Num().Int64(), p.Denom().Int64())
		}
	}
	return odds.Fraction{P: first.P + (1-first.P)*before.P}
}

// used returns how much of the thing a try uses up on average.
func (l *Lasting) used(f float64) float64 {
	if l.First == "" {
		return l.Gone.P
	}
	return 1 / (1/(f+l.Warns.P) + l.Warns.P/(f+l.Warns.P)/(f+l.Gone.P))
}

// within returns the chance that it happens within n tries, and before the thing goes.
func (l *Lasting) within(f float64, n int) float64 {
	lasts := func(goes float64) float64 { return -math.Expm1(float64(n)*math.Log1p(-f-goes)) / (f + goes) } // tries on average
	if l.First == "" {
		return f * lasts(l.Gone.P)
	}
	fresh := lasts(l.Warns.P)
	warned := l.Warns.P / (l.Warns.P - l.Gone.P) * (lasts(l.Gone.P) - fresh)
	return f * (fresh + warned)
}

// lasts is the outcome of tries on one thing.
type lasts struct {
	What string        `json:"what"` // "throne"
	Gone float64       `json:"gone"` // after a try, without what is wanted
	Ever odds.Fraction `json:"ever"` // that it happens before the thing is gone
	// Several is the chance over the tries asked about if each one that is gone is
	// replaced by another.
	Several *float64 `json:"over_several,omitempty"`
	// Unwarned is the chance that it happens before anything announces that the thing will go.
	Unwarned *float64 `json:"before_warning,omitempty"`
	// Together is the chance on Number things, each of which is tried until it is gone or as
	// often as is asked.
	Number   int      `json:"number,omitempty"`
	Together *float64 `json:"on_all,omitempty"`
}

// untilGone returns what follows for tries on one thing for as long as it lasts. f is
// the chance of each try, and how the way it appears in a formula.
func (e *Ends) untilGone(c *commands.Call, d *steps.Derivation, f odds.Fraction, how string) (tries.Answer, *lasts, string) {
	_, gone := shown(e.Last.Gone, e.Last.Gone.Den > 0)
	out := &lasts{What: e.Last.Name, Gone: e.Last.Gone.P, Ever: e.Last.ever(f)}
	d.Given(e.Rule, "gone without it", gone)
	formula := fmt.Sprintf("%s/(%s + %s)", how, how, gone)
	if e.Last.First != "" {
		_, warns := shown(e.Last.Warns, e.Last.Warns.Den > 0)
		d.Given(e.Rule, "the watch warns first", warns)
		formula = fmt.Sprintf("%s/(%s + %s) + %s/(%s + %s)*%s", how, how, warns, warns, how, warns, formula)
	}
	d.Work(e.Rule, "before the "+e.Last.Name+" "+e.Last.Goes, wording.Share(out.Ever.P), "%s", formula)
	if e.Last.First != "" {
		before := ever(f, e.Last.Warns).P
		_, warns := shown(e.Last.Warns, e.Last.Warns.Den > 0)
		out.Unwarned = &before
		d.Work(e.Rule, "before the warning", wording.Share(before), "%s/(%s + %s)", how, how, warns)
	}
	trial := tries.Alike(f.P, how, e.Once)
	trial.Told = true
	trial.Within = func(n int) float64 { return e.Last.within(f.P, n) }
	trial.Formula = func(n int) string {
		if e.Last.First != "" {
			return ""
		}
		return fmt.Sprintf("%s/(%s + %s)*(1 - (1 - %s - %s)^%d)", how, how, gone, how, gone, n)
	}
	a, needed := trial.Of(c, d)
	sentence := e.fromOne(out)
	if going := e.going(); going != "" {
		if a.Over == nil && needed == "" {
			going += e.lasting()
		}
		sentence = fmt.Sprintf(" %s: %s from one %s.", wording.Capital(going), wording.Chance(out.Ever.P), e.Last.Name)
	}
	if o := a.Over; o != nil {
		p := odds.AtLeast(o.Tries, 1, f.P)
		out.Several = &p
		sentence += fmt.Sprintf(" Over %s: %s on one %s, %s on one after another.", wording.Count(o.Tries, e.Once), wording.Chance(o.P), e.Last.Name, wording.Share(p))
	}
	sentence += e.onAll(d, f.P, a.Over, out)
	if e.Last.Spent {
		return a, out, strings.TrimPrefix(sentence, e.fromOne(out)) + e.onSeveral(a.Needed, out)
	}
	if k := a.Needed[0].Tries; k != nil && (needed != "" || a.Over == nil) {
		sentence += fmt.Sprintf(" It takes %s for %s, on about %s.", wording.Count(*k, e.Once), wording.Share(a.Needed[0].Confidence), about(float64(*k)*e.Last.used(f.P), e.Last.Name))
	}
	return a, out, sentence
}

// fromOne says how likely it is before the thing is gone, and before anything announces that.
func (e *Ends) fromOne(l *lasts) string {
	unwarned := ""
	if l.Unwarned != nil {
		unwarned = fmt.Sprintf(", %s before the watch warns you", wording.Share(*l.Unwarned))
	}
	return fmt.Sprintf(" From one %s: %s before it %s%s.", e.Last.Name, wording.Chance(l.Ever.P), e.Last.Goes, unwarned)
}

// onAll says how likely it is on all of the things that there are, each of which is tried as
// often as is asked, or else until it goes; it says nothing where only one is spoken of.
func (e *Ends) onAll(d *steps.Derivation, f float64, over *tries.Over, l *lasts) string {
	n := e.Last.Number
	if n < 2 {
		return ""
	}
	one, each := l.Ever.P, ""
	if over != nil {
		one, each = e.Last.within(f, over.Tries), fmt.Sprintf(", %s each", wording.Count(over.Tries, e.Once))
	}
	p := odds.AtLeast(n, 1, one)
	l.Number, l.Together = n, &p
	d.Work(e.Rule, "on "+wording.Count(n, e.Last.Name)+each, wording.Share(p), "1 - (1 - %s)^%d", wording.Trim(one), n)
	return e.OnAll(l, over)
}

// OnAll says the chance on all things that there are; it says nothing where only one is spoken of.
func (e *Ends) OnAll(l *lasts, over *tries.Over) string {
	if l.Together == nil {
		return ""
	}
	until := "until each " + e.Last.Goes
	if over != nil {
		until = "with at most " + wording.Count(over.Tries, e.Once) + " on each"
	}
	return fmt.Sprintf(" On %s, %s: %s.", wording.Count(l.Number, e.Last.Name), until, wording.Chance(*l.Together))
}

// onSeveral says how many of a thing that is spent with the wanted result it takes for
// the confidences asked about.
func (e *Ends) onSeveral(list []tries.Needed, l *lasts) string {
	var parts []string
	for _, x := range list[:min(2, len(list))] {
		n := odds.TriesFor(l.Ever.P, int(100*x.Confidence+0.5))
		parts = append(parts, fmt.Sprintf("%s for %s", wording.Count(n, e.Last.Name), wording.Share(x.Confidence)))
		if len(parts) > 1 {
			parts[1] = fmt.Sprintf("%d for %s", n, wording.Share(x.Confidence))
		}
	}
	return " It takes " + strings.Join(parts, ", ") + "."
}

// lasting says how many tries the thing lasts on average, if any try may use it up.
func (e *Ends) lasting() string {
	goes, exact := e.Chance(func(end string) bool { _, goes := e.Last.cut(end); return goes })
	if !exact || goes.Num <= 0 || goes.P > 0.5 {
		return ""
	}
	return fmt.Sprintf(" (%s on average)", wording.Plural(wording.Amount(1/goes.P)+" "+e.Once))
}

// ever returns the chance that something with chance f per try happens before something
// else with chance gone per try.
func ever(f, gone odds.Fraction) odds.Fraction {
	if f.Den > 0 && gone.Den > 0 {
		p := big.NewRat(f.Num, f.Den)
		all := new(big.Rat).Add(p, big.NewRat(gone.Num, gone.Den))
		if p.Quo(p, all); p.Num().IsInt64() && p.Denom().IsInt64() {
			return odds.Of(p.Num().Int64(), p.Denom().Int64())
		}
	}
	return odds.Fraction{P: f.P / (f.P + gone.P)}
}

// about says roughly how many of a thing are used up.
func about(n float64, name string) string {
	return wording.Count(max(1, int(math.Round(n))), name)
}
