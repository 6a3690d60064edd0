package polypile

import (
	"fmt"
	"slices"
	"strings"

	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// remark says where the game surprises and what the figures rest on.
func (a *Answer) remark(q *Question, g *polymorph.Game, piles []*pile) {
	if q.Apply == Dip {
		a.Cites = []string{rules.CiteDip, rules.CiteBecome, rules.CiteResist}
		a.Notes = append(a.Notes, "dipping never causes a shudder or a golem, and a stack that resists does not use up the potion")
	} else {
		a.Cites = []string{rules.CiteShudder, rules.CiteDecide, rules.CiteResist, rules.CiteBecome, rules.CiteGolem, rules.CiteAbsorb}
		if len(q.Want) > 0 {
			a.Cites = []string{rules.CiteBecome, rules.CiteShudder, rules.CiteResist, rules.CiteDecide, rules.CiteGolem, rules.CiteAbsorb}
		}
	}
	for i, o := range q.Want {
		if a.Want.Per[i].ExpectedItems > 0 {
			continue
		}
		if why := g.Never(o); why != "" {
			a.Warnings = append(a.Warnings, strings.ToLower(why[:1])+strings.TrimSuffix(why[1:], "."))
		} else if i < len(q.WantBUC) && q.WantBUC[i] != rules.BUCNotSaid && !q.has(q.WantBUC[i]) {
			a.Warnings = append(a.Warnings, fmt.Sprintf("polymorph keeps curses and blessings, and nothing here is %s", q.WantBUC[i]))
		}
	}
	for i := range q.Squares {
		if q.Squares[i].Monster {
			a.Notes = append(a.Notes, "no golem appears where a monster stands, but the objects it would have absorbed are destroyed all the same")
			break
		}
	}
	for i := range q.Squares {
		for _, s := range q.Squares[i].Stacks {
			if spread, ok := s.Spread(); ok {
				a.Notes = append(a.Notes, fmt.Sprintf("%s does not stack, so I take it as %d stacks of one", s.Object.Name, spread.Count))
			}
		}
	}
	gems, drawn, small, always := false, false, false, []string{}
	for _, p := range piles {
		small = small || p.items > 0 && p.items <= 2
		for _, e := range p.entries {
			gems = gems || e.stack.Object.Class == "gem" && e.kind.poly > 0
			if k := e.kind; k.shudder > 0 && k.poly < 1e-12 && !slices.Contains(always, e.stack.Object.Name) {
				always = append(always, e.stack.Object.Name)
			}
		}
		drawn = drawn || len(p.types) > 0
	}
	if q.Apply != Dip {
		if small {
			a.Warnings = append(a.Warnings, "two items or fewer never make a golem")
		}
		if len(always) > 0 {
			a.Warnings = append(a.Warnings, fmt.Sprintf("cursed stacks of %d or more always shudder unless they resist, so %s never polymorphs here", g.Rules.Large, strings.Join(always, ", ")))
		}
	}
	if drawn && a.Golem.Decided > 0 {
		a.Cites = append(a.Cites, rules.CiteLooks)
		a.Notes = append(a.Notes, "I average the materials that each game shuffles type by type, which differs a little from a real game; name the ones you know")
	}
	if gems {
		a.Cites = append(a.Cites, rules.CiteGems)
		if g.Rules.GemsByDeepest {
			a.Notes = append(a.Notes, "which gems occur depends on the last level created, not on the one you are on")
		}
	}
	if len(q.Squares) > 1 && q.Apply == Once {
		a.Cites = append(a.Cites, rules.CiteRange, rules.CiteBeam)
	}
	if a.Reverts != nil {
		a.Cites = append(a.Cites, rules.CiteRevert)
		a.Notes = append(a.Notes, "for keeps: one "+a.Reverts.Stops+" for each stack that changed")
		a.Notes = append(a.Notes, a.Reverts.Remarks...)
	}
	for _, s := range a.Stacks {
		if s.Eaten > 0.05 {
			a.Warnings = append(a.Warnings, fmt.Sprintf("a golem absorbs %s %.0f%% of the time", s.Name, 100*s.Eaten))
			break
		}
	}
}

// has reports whether a stack is cursed, blessed or neither.
func (q *Question) has(buc rules.BUC) bool {
	for i := range q.Squares {
		if slices.ContainsFunc(q.Squares[i].Stacks, func(s polymorph.Stack) bool { return s.Becoming() == buc }) {
			return true
		}
	}
	return false
}
