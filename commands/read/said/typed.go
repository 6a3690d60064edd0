package said

import (
	"strings"

	"delphi/commands"
	"delphi/commands/read/phrases"
)

// Typed returns the question of a call in the form needed by a line that changes it, or nil
// if it asks something that slots cannot hold, such as a pile in several squares.
func Typed(g *phrases.Grammar, call *commands.Call) *Past {
	k := g.Kind(call.Command.Path())
	if k == nil {
		return nil
	}
	out := Slots{}
	for i, p := range call.Command.Params {
		v := &call.Values[i]
		switch {
		case p.Kind == commands.KindVersion && call.VersionSaid:
			out[p.Name] = [][]string{{"v" + call.Rules.Name}}
		case !v.Said || v.Quiet || k.Slots[p.Name] == nil:
		case p.Kind == commands.KindName:
			for _, n := range v.Names {
				slot, text, ok := nameSaid(k, p, n)
				if !ok {
					return nil
				}
				out[slot] = append(out[slot], []string{text})
			}
		default:
			out[p.Name] = [][]string{{v.Typed(p)}}
		}
	}
	return &Past{Kind: k.Name, Slots: out}
}

// nameSaid returns the slot of a name that a call says, and what it says there.
func nameSaid(k *phrases.Kind, p *commands.Param, n commands.Said) (slot, text string, ok bool) {
	text = n.Describe()
	if n.Without {
		text = "without " + text
	}
	if slot, ok = slotBehind(k, n.As, p.Name); !ok {
		if p.Pile {
			return "", "", false
		}
		slot, text = p.Name, n.As+":"+text
	}
	return slot, text, n.Square == 0
}

// slotBehind returns the slot that a name fills which stands behind a word in a canonical line, or
// behind none; own is that of the parameter, which "polyfor A from B" has behind a word.
func slotBehind(k *phrases.Kind, word, own string) (slot string, ok bool) {
	for _, o := range k.Order {
		if strings.Trim(o.Before, " ,") != word || o.Slot == "" {
			continue
		}
		if word != "" || o.Slot == own || o.Slot == "wanted" && k.Slots[o.Slot].Param == nil {
			return o.Slot, true
		}
	}
	return own, word == ""
}
