package chances

import (
	"fmt"
	"math"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/bones"
	"delphi/engine/odds"
)

// placeless reports whether a call asks what becomes of the items in bones, which is
// the same wherever they lie.
func placeless(c *commands.Call) bool {
	_, n := number.In(c)
	_, deep := depth.In(c)
	return cursed.In(c) && !n && !deep && level.One(c) == nil && dungeon.One(c) == nil
}

// Cursing is the machine-readable answer of `bones cursed`.
type Cursing struct {
	Each   odds.Fraction `json:"each"`             // of one thing
	Cursed *bones.Cursed `json:"cursed,omitempty"` // nil: how many there are was not said
	All    *float64      `json:"all,omitempty"`    // that every one of them is cursed
}

// tellCursed tells how many of the items in bones are cursed.
func tellCursed(c *commands.Call) *commands.Story {
	out := Cursing{Each: bones.Curse(c.Rules.Bones())}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	s.Steps.Work(bones.CiteCurse, "cursed", wording.Fraction(out.Each), "1 - 1/%d", c.Rules.Bones().CurseOf)
	r := &s.Reply
	r.Headline, r.Summary = wording.Share(out.Each.P), eachCursed(c)
	if n, ok := items.In(c); ok {
		out.Cursed = bones.CursedAmong(c.Rules.Bones(), n)
		r.Summary += cursedOf(out.Cursed)
		if n > 1 {
			all := math.Pow(out.Each.P, float64(n))
			out.All = &all
			s.Steps.Work("", "all are cursed", wording.Share(all), "(%s)^%d", out.Each, n)
			r.Summary += fmt.Sprintf(" All are cursed %s of the time, so at least one stays as it was %s of the time.", wording.Share(all), wording.Share(1-all))
		}
	}
	r.Data = out
	r.EngineNotes(c.Rules, nil, nil, []string{bones.CiteCurse})
	return s
}

// eachCursed returns how often a thing in bones is cursed, in a sentence.
func eachCursed(c *commands.Call) string {
	return fmt.Sprintf("Each thing in bones is cursed %s; the rest stay as they were.", often(bones.Chance{Fraction: bones.Curse(c.Rules.Bones())}))
}

// cursedOf returns how many of some items are cursed, as a sentence that follows
// another.
func cursedOf(a *bones.Cursed) string {
	return fmt.Sprintf(" Of %s, %s become cursed on average, nearly always %d to %d.", wording.Count(a.N, "thing"), wording.Amount(a.Mean), a.Low, a.High)
}
