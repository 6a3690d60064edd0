package read

import (
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// Parsed returns the question of a call in the form needed by a line that changes it, or nil
// if it asks something that slots cannot hold, such as a pile in several squares.
func (r *Reader) Parsed(call *commands.Call) *Past {
	k := r.grammar.byKind[call.Command.Path()]
	if k == nil {
		return nil
	}
	out := Slots{}
	for i, p := range call.Command.Params {
		v := &call.Values[i]
		switch {
		case p.Kind == commands.KindVersion && call.VersionSaid:
			out[p.Name] = [][]string{{"v" + call.Rules.Name}}
		case !v.Said || v.Quiet || k.slots[p.Name] == nil:
		case p.Kind == commands.KindName:
			for _, n := range v.Names {
				slot, text, ok := k.named(p, n)
				if !ok {
					return nil
				}
				out[slot] = append(out[slot], []string{text})
			}
		default:
			out[p.Name] = [][]string{{valueText(p, v)}}
		}
	}
	return &Past{Kind: k.name, Slots: out}
}

// named returns the slot of a name that a call says, and what it says there.
func (k *kind) named(p *commands.Param, n commands.Said) (slot, text string, ok bool) {
	text = n.Describe()
	if n.Without {
		text = "without " + text
	}
	if slot, ok = k.behind(n.As, p.Name); !ok {
		if p.Pile {
			return "", "", false
		}
		slot, text = p.Name, n.As+":"+text
	}
	return slot, text, n.Square == 0
}

// behind returns the slot that a name fills which stands behind a word in a canonical line, or
// behind none; own is that of the parameter, which "polyfor A from B" has behind a word.
func (k *kind) behind(word, own string) (slot string, ok bool) {
	for _, o := range k.order {
		if strings.Trim(o.before, " ,") != word || o.slot == "" {
			continue
		}
		if word != "" || o.slot == own || k.slots[o.slot] != nil && k.slots[o.slot].param == nil && o.slot == "wanted" {
			return o.slot, true
		}
	}
	return own, word == ""
}

// valueText writes what a call says for a parameter that is no name, as the grammar reads it.
func valueText(p *commands.Param, v *commands.Value) string {
	switch p.Kind {
	case commands.KindNumber:
		switch {
		case p.Percent:
			return p.Name + rules.StrengthText(v.Num)
		case v.To != v.Num:
			return p.Name + strconv.Itoa(v.Num) + "-" + strconv.Itoa(v.To)
		}
		return p.Name + strconv.Itoa(v.Num)
	case commands.KindFlag:
		if p.Skilled && v.Text != "" {
			return p.Name + " " + v.Text
		}
		return p.Name
	case commands.KindChoice:
		return p.Name + ":" + v.Text
	case commands.KindPercent:
		return "<=" + strconv.Itoa(v.Num) + "%"
	case commands.KindWords:
		if !p.Rest {
			return p.Name + `:"` + v.Text + `"`
		}
		return p.Name + ":" + v.Text
	}
	return v.Text
}
