package piles

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

// pileStacks turns the pile of a call into the engine's squares and what is
// wanted of them.
func pileStacks(c *commands.Call) (squares []polypile.Square, want *sought, err error) {
	want = &sought{}
	uncursedAssumed, spread := false, []string{}
	for _, s := range Pile.All(c) {
		thing := Pile.Of(s)
		if s.As == "for" {
			if err := want.add(c, s, thing); err != nil {
				return nil, nil, err
			}
			continue
		}
		st, err := stackOf(thing, s)
		if err != nil {
			return nil, nil, err
		}
		unused(c, s, thing)
		if s.BUC == rules.BUCNotSaid && thing.BUC == rules.BUCNotSaid {
			uncursedAssumed = true
		}
		if out, changed := st.Spread(); changed {
			st = out
			if thing.Random {
				spread = append(spread, fmt.Sprintf("%d %ss, each of whatever type the game makes", s.Quantity, thing.Object.Name))
			} else {
				spread = append(spread, fmt.Sprintf("%s does not stack: %d stacks of one", thing.Object.Name, s.Quantity))
			}
		}
		for len(squares) <= s.Square {
			squares = append(squares, polypile.Square{})
		}
		squares[s.Square].Stacks = append(squares[s.Square].Stacks, st)
	}
	if uncursedAssumed {
		c.Note(commands.Assumed, "uncursed unless you said otherwise")
	}
	usual(c)
	for _, text := range spread {
		c.Note(commands.Remarked, text)
	}
	return squares, want, want.limit(c)
}

// noArtifact returns the error for wanting what polymorph never makes.
func noArtifact(thing thing.Thing) error {
	return &commands.Problem{Text: fmt.Sprintf("Polymorph never makes an artifact, so you cannot get %q. Ask for its kind of thing instead.", thing.Artifact), Hints: []string{thing.Object.Name}}
}

// unused notes what was said about a stack but makes no difference.
func unused(c *commands.Call, s commands.Said, thing thing.Thing) {
	class := thing.Object.Class
	if s.Read > 0 && class != "spellbook" {
		c.Note(commands.Remarked, fmt.Sprintf("having been read %d times makes no difference to %s", s.Read, s.Name))
	}
	if s.Recharged > 0 && class != "wand" && class != "tool" {
		c.Note(commands.Remarked, fmt.Sprintf("having been recharged %d times makes no difference to %s", s.Recharged, s.Name))
	}
	if s.Enchant != 0 {
		c.Note(commands.Remarked, fmt.Sprintf("%+d makes no difference to %s", s.Enchant, single(s.Name)))
	}
}

// unmade notes a material that was said where what becomes of a thing does not hang on it.
func unmade(c *commands.Call, s commands.Said) {
	if p := c.Rules.Polypile(); s.Material != "" && p != nil && p.OwnMaterials {
		c.Note(commands.Remarked, fmt.Sprintf("being made of %s makes no difference to what %s becomes", s.Material, single(s.Name)))
	}
}

// usual notes what is taken for granted where each object has a material of its own, or
// containers spill what they hold.
func usual(c *commands.Call) {
	switch p := c.Rules.Polypile(); {
	case p == nil || !p.OwnMaterials:
	case p.Spills:
		c.Note(commands.Assumed, "what is not said to be of a material is of its kind's usual one, on which golems depend, and containers are empty")
	default:
		c.Note(commands.Assumed, "what is not said to be of a material is of its kind's usual one, on which golems depend")
	}
}

// stack converts one stack of the call into one of the engine's.
func stackOf(t thing.Thing, s commands.Said) (polymorph.Stack, error) {
	if enchanted := t.Object.Charged || t.Object.Class == "armor" || t.Object.Class == "weapon"; s.Enchant < 0 && !s.Counted && !enchanted {
		return polymorph.Stack{}, &commands.Problem{Text: fmt.Sprintf("A stack holds at least 1 item, not %d of %s.", s.Enchant, s.Name), Hints: []string{strconv.Itoa(-s.Enchant) + " " + s.Name}}
	}
	if s.TimesSaid && s.Times < 1 {
		return polymorph.Stack{}, &commands.Problem{Text: "Ask about at least 1 stack, not 0x.", Hints: []string{"1x " + s.Name}}
	}
	st := polymorph.Stack{
		Object: t.Object, Quantity: 1, Count: max(1, s.Times), BUC: rules.Uncursed,
		Artifact: s.Artifact || t.Artifact != "", Name: t.Artifact,
		Degraded: s.Degraded, Random: t.Random, Read: s.Read, Recharged: s.Recharged, Enchant: s.Enchant, Material: s.Material,
	}
	if s.Counted {
		st.Quantity = s.Quantity
	}
	switch cmp.Or(t.BUC, s.BUC) {
	case rules.Blessed:
		st.BUC = rules.Blessed
	case rules.Cursed:
		st.BUC = rules.Cursed
	}
	st.Corpse = t.Corpse
	return st, nil
}

// levelOf returns where the hero is, which decides which gems are made.
func levelOf(c *commands.Call, gems bool) polymorph.Level {
	l := polymorph.Level{Depth: 10, Other: mines.In(c) || gehennom.In(c)}
	if n, ok := dlvl.In(c); ok {
		l.Depth = n
		if !gems {
			c.Note(commands.Remarked, "the dungeon level matters only to gems")
		}
	} else if gems {
		c.Note(commands.Assumed, "Dlvl 10 for gems")
	}
	return l
}

func hasGems(squares []polypile.Square) bool {
	return slices.ContainsFunc(squares, func(q polypile.Square) bool {
		return slices.ContainsFunc(q.Stacks, func(s polymorph.Stack) bool { return s.Object.Class == "gem" })
	})
}
