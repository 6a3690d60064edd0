package chances

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/rules"
)

// pileStacks turns the pile of a call into the engine's squares and wanted
// objects. as names the keyword of what is wanted ("for").
func pileStacks(c *commands.Call, pile commands.Name[Thing], as string) (squares []polypile.Square, want []*rules.Object, err error) {
	uncursedAssumed, spread := false, []string{}
	for _, s := range pile.All(c) {
		thing := Pile.Of(s)
		if s.As == as && as != "" {
			if thing.Artifact != "" {
				return nil, nil, noArtifact(thing)
			}
			want = append(want, thing.Object)
			atLeastOne(c, s)
			continue
		}
		st, err := thing.stack(s)
		if err != nil {
			return nil, nil, err
		}
		unused(c, s, thing)
		if s.BUC == rules.BUCNotSaid && thing.BUC == rules.BUCNotSaid {
			uncursedAssumed = true
		}
		if out, changed := st.Spread(); changed {
			st = out
			spread = append(spread, fmt.Sprintf("%s does not stack: %d stacks of one", thing.Object.Name, s.Quantity))
		}
		for len(squares) <= s.Square {
			squares = append(squares, polypile.Square{})
		}
		squares[s.Square].Stacks = append(squares[s.Square].Stacks, st)
	}
	if uncursedAssumed {
		c.Note(commands.Assumed, "uncursed where not said")
	}
	for _, text := range spread {
		c.Note(commands.Remarked, text)
	}
	return squares, want, nil
}

// atLeastOne warns where more was asked of what is wanted than one of it, of
// any kind.
func atLeastOne(c *commands.Call, s commands.Said) {
	if s.Counted && s.Quantity > 1 {
		c.Note(commands.Warned, fmt.Sprintf("that is for one %s or more; how often there are %d is not worked out", s.Name, s.Quantity))
	}
	if s.BUC != rules.BUCNotSaid || s.Enchant != 0 {
		c.Note(commands.Warned, fmt.Sprintf("that is for any %s; how often it is %s is not worked out", s.Name, strings.TrimSpace(strings.TrimSuffix(commands.Said{Name: s.Name, BUC: s.BUC, Enchant: s.Enchant}.Describe(), s.Name))))
	}
}

// noArtifact is the problem of wanting what polymorph never makes.
func noArtifact(thing Thing) error {
	return &commands.Problem{Text: fmt.Sprintf("Polymorph never makes an artifact, so you cannot get %q. Ask for its kind of thing instead.", thing.Artifact), Hints: []string{thing.Object.Name}}
}

// unused notes what was said about a stack and changes nothing.
func unused(c *commands.Call, s commands.Said, thing Thing) {
	class := thing.Object.Class
	if s.Read > 0 && class != "spellbook" {
		c.Note(commands.Remarked, fmt.Sprintf("having been read %d times makes no difference to %s", s.Read, s.Name))
	}
	if p := c.Rules.Polypile(); s.Material != "" && p != nil && p.OwnMaterials {
		c.Note(commands.Remarked, fmt.Sprintf("being made of %s makes no difference to what %s becomes", s.Material, single(s.Name)))
	}
	if s.Recharged > 0 && class != "wand" && class != "tool" {
		c.Note(commands.Remarked, fmt.Sprintf("having been recharged %d times makes no difference to %s", s.Recharged, s.Name))
	}
	if s.Enchant != 0 {
		c.Note(commands.Remarked, fmt.Sprintf("%+d makes no difference to %s", s.Enchant, single(s.Name)))
	}
}

// stack is one stack of the engine's, as it was said.
func (t Thing) stack(s commands.Said) (polymorph.Stack, error) {
	if enchanted := t.Object.Charged || t.Object.Class == "armor" || t.Object.Class == "weapon"; s.Enchant < 0 && !s.Counted && !enchanted {
		return polymorph.Stack{}, &commands.Problem{Text: fmt.Sprintf("A stack holds at least 1 item, not %d of %s.", s.Enchant, s.Name), Hints: []string{strconv.Itoa(-s.Enchant) + " " + s.Name}}
	}
	if s.TimesSaid && s.Times < 1 {
		return polymorph.Stack{}, &commands.Problem{Text: "Ask about at least 1 stack, not 0x.", Hints: []string{"1x " + s.Name}}
	}
	st := polymorph.Stack{
		Object: t.Object, Quantity: 1, Count: max(1, s.Times), BUC: rules.Uncursed,
		Artifact: s.Artifact || t.Artifact != "", Name: t.Artifact,
		Degraded: s.Degraded, Read: s.Read, Recharged: s.Recharged, Enchant: s.Enchant, Material: s.Material,
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

// levelOf is where the hero is, which decides what gems come up.
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
