package craft

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/dice"
	"delphi/engine/rules"
	"delphi/engine/wish"
)

// sayChoice lets a call say a value for one of its choices.
func sayChoice(c *commands.Call, p commands.Choice, value string) {
	v := c.Value(p.Param)
	v.Said, v.Within, v.Quiet, v.Text = true, true, false, value
}

// settleWish takes who wishes from the text, so that a saved character of another role stays out
// of it.
func settleWish(c *commands.Call) {
	aside, q, _, err := readAside(c)
	if err != nil {
		return
	}
	for _, p := range []*commands.Param{hero.Race.Param, hero.Alignment.Param} {
		*c.Value(p) = *aside.Value(p)
		c.Value(p).Quiet = true
	}
	sayRole(c, q.Role)
}

// sayRole lets a call say a role, if it says none, as its text does.
func sayRole(c *commands.Call, role string) {
	if is := c.Rules.Role(role); is != nil && !c.Value(hero.Role.Param).Said {
		v := c.Value(hero.Role.Param)
		v.Said, v.Within, v.Quiet, v.Names = true, true, true, []commands.Said{{Name: is.Name, Value: is}}
	}
}

// touching says how the artifact that comes of a wish takes to a hero's touch, as a sentence;
// empty if it does no harm. A wish puts it in the hero's hands (hold_another_object).
func touching(c *commands.Call, role string, arrivals []dice.Case[wish.Arrival]) string {
	a := arriving(c.Rules, arrivals)
	if a == nil {
		return ""
	}
	sayRole(c, role)
	align, harm := "", harm(a)
	if a.Crosses() && (role == "" || role != a.Role) {
		align = hero.AlignmentOf(c)
	}
	how := a.Touched(role, hero.Race.In(c), align)
	switch unless := unlessOf(a, role); {
	case role == "" && a.Quest():
		return fmt.Sprintf(" In the hands of other roles than %s, it %s, and evades those not %s.", a.Role, harm, a.Align)
	case how.Alien && how.Crossed && a.Crosses() && align == "":
		return fmt.Sprintf(" It belongs to others: it %s, and evades your grasp unless you are %s.", harm, a.Align)
	case how.Alien && how.Crossed:
		return fmt.Sprintf(" It belongs to others and is %s: it %s, and evades your grasp.", a.Align, harm)
	case how.Alien:
		return fmt.Sprintf(" It belongs to others: it %s.", harm)
	case how.Crossed && a.Crosses() && align == "":
		return fmt.Sprintf(" Unless you are %s, it %s.", unless, harm)
	case how.Crossed && align != "":
		return fmt.Sprintf(" It is %s and you are %s: it %s.", a.Align, align, harm)
	case how.Crossed:
		return fmt.Sprintf(" It is not made for you: it %s.", harm)
	}
	return ""
}

// arriving returns the artifact that may come of a wish, or nil.
func arriving(set *rules.Set, arrivals []dice.Case[wish.Arrival]) *rules.Powers {
	for _, x := range arrivals {
		for f := range strings.SplitSeq(x.What.Flags, ",") {
			name, is := strings.CutPrefix(f, "artifact=")
			i := slices.IndexFunc(set.Powers(), func(a *rules.Powers) bool { return a.Name == name })
			if is && i >= 0 {
				return set.Powers()[i]
			}
		}
	}
	return nil
}

// harm says what an artifact's blast does, and how often.
func harm(a *rules.Powers) string {
	dice, resisted := a.Blasts()
	often := ""
	if !a.Smart {
		often = ", 1 time in 4"
	}
	return fmt.Sprintf("blasts you for %s (%s with magic resistance) when you take it%s", dice, resisted, often)
}

// unlessOf says whom an artifact does not blast, where the hero's alignment is not known.
func unlessOf(a *rules.Powers, role string) string {
	if role == "" && a.Role != "" && !a.Smart {
		return a.Align + " or " + wording.Article(a.Role)
	}
	return a.Align
}
