package piles

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/polypile/layout"
	"delphi/engine/rules"
)

// whyStacks is how many different stacks get their steps listed.
const whyStacks = 4

// polySteps lists the steps to what comes of a pile.
func polySteps(c *commands.Call, q *polypile.Question, want *sought, a *polypile.Answer) *steps.Derivation {
	d := steps.New(c.Rules)
	for i, s := range a.Stacks {
		if i == whyStacks {
			break
		}
		name := stackName(&s)
		if s.Random {
			d.Given(rules.CiteDraw, name, "each of a type of its own").Of("drawn by the chances of its class")
		}
		if len(q.Squares) == 1 {
			resist := wording.Share(s.Resist)
			resists := d.Given(rules.CiteResist, name+" resists", resist)
			if s.Random {
				resists.Of("or is what polymorph never affects")
			}
			shudderStep(d, name+" shudders", resist, s.Resist, s.Shudder)
		}
	}
	golemSteps(d, golem.In(c), q, a)
	leftSteps(d, a)
	want.steps(d, a.Want)
	turningSteps(d, c, a.Reverts)
	return d
}

// shudderStep adds the step to the chance of a shudder.
func shudderStep(d *steps.Derivation, what, resist string, resists, p float64) {
	if once := (1 - resists) / p; p > 0 && math.Abs(once-math.Round(once)) < 1e-9 {
		d.Work(rules.CiteShudder, what, wording.Share(p), "(1 - %s)/%.0f", resist, once).Of("1 in %.0f of those that do not resist", once)
		return
	}
	d.Counted(rules.CiteShudder, what, wording.Share(p), "those that do not resist")
}

// golemSteps adds the steps to a golem: how likely it is that an item, a stack and the
// whole pile decide on one.
func golemSteps(d *steps.Derivation, asked string, q *polypile.Question, a *polypile.Answer) {
	if q.Apply == polypile.Dip || a.Golem.Decided == 0 {
		if asked != "" {
			d.Counted(rules.CiteDecide, "a golem", "0%", "what is dipped, or cannot shudder, makes none")
		}
		return
	}
	luck := q.Rules.Polypile().GolemLuck + q.Luck
	item := fmt.Sprintf("1/%d", luck)
	decided := wording.Share(a.Golem.Decided)
	if len(q.Squares) == 1 && len(a.Stacks) <= whyStacks {
		d.Work(rules.CiteDecide, "an item of a shuddering stack makes a golem", item, "1/(%s)", steps.Sum(luck-q.Luck, q.Luck)).Of("%d + Luck", luck-q.Luck)
		var none []string
		for _, s := range a.Stacks {
			stack := item
			if s.Quantity > 1 {
				stack = fmt.Sprintf("(1 - (1 - %s)^%d)", item, s.Quantity)
			}
			none = append(none, fmt.Sprintf("(1 - %s*%s)^%d", wording.Share(s.Shudder), stack, s.Count))
		}
		d.Work(rules.CiteDecide, "at least one does", decided, "1 - %s", strings.Join(none, "*"))
	} else {
		d.Counted(rules.CiteDecide, "at least one does", decided, "each item of the stacks that shudder, with 1/(%s)", steps.Sum(luck-q.Luck, q.Luck))
	}
	d.Counted(rules.CiteGolem, "a golem appears", wording.Share(a.Golem.Appears), "enough of its material is left for it")
	if asked == noGolem {
		d.Work("", noGolem, wording.Share(1-a.Golem.Appears), "1 - %s", wording.Share(a.Golem.Appears))
	}
	listed, told := 0, asked == noGolem
	for name, p := range golemsOf(a.Golem.Kinds) {
		told = told || name == asked
		if listed++; listed > golemsShown && name != asked {
			continue
		}
		d.Counted(rules.CiteGolem, name, wording.Share(p), "the material of the item that decides")
	}
	if !told && golemChance(asked, a) == 0 && asked != "" {
		d.Counted(rules.CiteGolem, asked, "0%", "no material here makes one")
	}
}

// leftSteps adds the step that sums up what is left.
func leftSteps(d *steps.Derivation, a *polypile.Answer) {
	left := wording.Amount(a.Items.ExpectedLeft)
	if len(a.Stacks) > whyStacks {
		d.Counted(rules.CiteAbsorb, "items left", left, "each stack, less what shudders, fuses or goes into a golem")
		return
	}
	var parts []string
	for _, s := range a.Stacks {
		each := wording.Amount(s.ExpectedLeft)
		d.Counted(rules.CiteAbsorb, stackName(&s)+" left", each, "less what shudders, fuses or goes into a golem")
		if s.Count > 1 {
			each = strconv.Itoa(s.Count) + "*" + each
		}
		parts = append(parts, each)
	}
	d.Work("", "items left", left, "%s", strings.Join(parts, " + "))
}

// compareSteps lists the figures of the plans that a comparison ranks.
func compareSteps(c *commands.Call, a *layout.Answer) *steps.Derivation {
	d := steps.New(c.Rules)
	for i, p := range a.Plans {
		if i == 3 {
			break
		}
		if p.Want != nil {
			d.Counted(rules.CiteBecome, p.Plan, wording.Share(p.Want.Enough), "all the ways it can go, for as many as you want")
		} else {
			d.Counted(rules.CiteShudder, p.Plan, wording.Amount(p.Polymorphed), "all the ways it can go, for the items that polymorph")
		}
	}
	return d
}

// zapSteps adds the steps to the chance that a zap polymorphs one item.
func zapSteps(d *steps.Derivation, z polymorph.Zapped) {
	resist, shudder := wording.Share(z.Resists), wording.Share(z.Shudders)
	d.Given(rules.CiteResist, "resists", resist)
	shudderStep(d, "shudders", resist, z.Resists, z.Shudders)
	d.Work(rules.CiteShudder, "polymorphs", wording.Share(z.Polymorphs), "1 - %s - %s", resist, shudder)
}

// polyfromSteps lists the steps to what an item becomes.
func polyfromSteps(c *commands.Call, st polymorph.Stack, a *polymorph.FromAnswer) *steps.Derivation {
	d := steps.New(c.Rules)
	if !a.Affected {
		d.Given(rules.CiteResist, a.From, "never affected")
		return d
	}
	if one, spread := st.Spread(); spread {
		st = one
	}
	zapSteps(d, a.Zapped)
	for i, o := range a.To {
		if i == 3 {
			break
		}
		d.Counted(rules.CiteDraw, o.Name+", if it polymorphs", wording.Share(o.P), "%s", drawsOf(c.Rules, &st))
	}
	turningSteps(d, c, a.Reverts)
	return d
}

// drawsOf says how a new type is drawn.
func drawsOf(set *rules.Set, st *polymorph.Stack) string {
	magic := "not magic"
	if st.Object.Magic {
		magic = "magic"
	}
	return fmt.Sprintf("draws of a random %s, up to %d until one is %s", st.Object.Class, set.Polypile().Draws, magic)
}

// polyforSteps lists the steps to how much fodder something wanted takes.
func polyforSteps(c *commands.Call, q *polymorph.ForQuestion, a *polymorph.ForAnswer) *steps.Derivation {
	d := steps.New(c.Rules)
	switch {
	case q.From == nil && len(a.Groups) == 0, q.From != nil && a.PerPolymorph == 0 && a.UntilLost == 0:
		d.Given(rules.CiteBecome, wording.Or(a.To), "cannot come of it").Of("%s", a.Reason)
		return d
	case q.From == nil:
		g := a.Groups[0]
		once, polymorphs := wording.Share(g.PerPolymorph), wording.Share(g.PerZap/g.PerPolymorph)
		d.Counted(rules.CiteDraw, g.Name+", if it polymorphs", once, "draws of a random object of its class")
		d.Counted(rules.CiteShudder, "polymorphs", polymorphs, "the zaps that it neither resists nor shudders at")
		d.Work("", "a zap", wording.Share(g.PerZap), "%s*%s", polymorphs, once)
		d.Counted(rules.CiteShudder, "zapped until they are gone", wording.Share(g.UntilLost), "zap after zap, all that it becomes")
		turningSteps(d, c, a.Reverts)
		return d
	}
	zapSteps(d, a.Zapped)
	once := wording.Share(a.PerPolymorph)
	d.Counted(rules.CiteDraw, "wanted, if it polymorphs", once, "%s", drawsOf(c.Rules, q.From))
	zap := wording.Share(a.PerZap)
	d.Work("", "a zap", zap, "%s*%s", wording.Share(a.Zapped.Polymorphs), once)
	d.Counted(rules.CiteShudder, "zapped until it is one or gone", wording.Share(a.UntilLost), "zap after zap, all that it becomes")
	for _, n := range a.Needed {
		if !shown(q, n) {
			continue
		}
		sure := wording.Share(n.Confidence)
		if a.Times > 1 {
			for _, x := range []struct {
				what string
				n    *int
				p    float64
			}{{"once", n.ItemsSingleUse, a.PerZap}, {"until gone", n.ItemsUntilLost, a.UntilLost}} {
				if x.n != nil {
					d.Counted("", fmt.Sprintf("items zapped %s for %s of %d", x.what, sure, a.Times), strconv.Itoa(*x.n), "the fewest with which %d succeed that often, at %s each", a.Times, wording.Share(x.p))
				}
			}
			continue
		}
		if n.ItemsSingleUse != nil && a.PerZap > 0 && a.PerZap < n.Confidence {
			d.Work("", "items zapped once for "+sure, strconv.Itoa(*n.ItemsSingleUse), "%s", steps.Tries(sure, zap))
		}
		if n.ItemsUntilLost != nil && a.UntilLost < n.Confidence {
			d.Work("", "items zapped until gone for "+sure, strconv.Itoa(*n.ItemsUntilLost), "%s", steps.Tries(sure, wording.Share(a.UntilLost)))
		}
	}
	turningSteps(d, c, a.Reverts)
	return d
}
