package plight

import (
	"slices"
	"strings"

	"delphi/engine/dump"
	"delphi/engine/effect"
	"delphi/engine/rules"
)

// owned is one thing that the hero can use: a stack, or a spell.
type owned struct {
	name  string // as remedies name it: "lizard corpse", "extra healing"
	buc   rules.BUC
	item  *dump.Item  // nil: a spell
	spell *dump.Spell // nil: a stack
}

// bucs holds the words of pages.
var bucs = map[string]rules.BUC{"blessed": rules.Blessed, "uncursed": rules.Uncursed, "cursed": rules.Cursed}

// kitOf lists what the hero has and knows; what is only in a bag comes behind what
// is at hand.
func kitOf(h *dump.Hero) []owned {
	var out []owned
	for _, list := range [][]dump.Item{h.Inventory, h.Contents} {
		for i := range list {
			it := &list[i]
			name := it.Name
			if name == "corpse" && it.Of != "" {
				name = it.Of + " corpse"
			}
			if it.Artifact != "" {
				name = it.Artifact
			}
			if name != "" && !slices.Contains(it.Words, "for sale") {
				out = append(out, owned{name: name, buc: bucs[it.BUC], item: it})
			}
		}
	}
	for i := range h.Spells {
		if sp := &h.Spells[i]; !sp.Forgotten && sp.Retention != "(gone)" {
			out = append(out, owned{name: sp.Name, spell: sp})
		}
	}
	return out
}

// uses reports whether a cure is done with it. A book teaches in too many turns.
func (o owned) uses(set *rules.Set, c effect.Cure) bool {
	if o.item != nil && o.item.Class == "spellbook" || o.spell != nil && c.BUC != nil && len(c.Things) == 1 {
		return false
	}
	return c.Uses(set, o.name, o.buc)
}

// called returns its name as answers show it: "the 2 blessed potions of healing (d)".
func (o owned) called() string {
	if o.spell != nil {
		return o.name
	}
	text, _, _ := strings.Cut(o.item.Text, " (")
	for _, article := range []string{"a ", "an ", "the ", "your "} {
		text = strings.TrimPrefix(text, article)
	}
	text = "the " + text
	if o.item.Quantity > 1 {
		text = "one of " + text
	}
	switch {
	case o.item.In != "":
		text += " in the " + o.item.In
	case o.item.Letter != "":
		text += " (" + o.item.Letter + ")"
	}
	return text
}
