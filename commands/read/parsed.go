package read

import (
	"context"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// Recall returns the question that canonical lines ask, in the form needed by a line
// that changes it. It is nil if the reader cannot read them. A single line is taken as its
// command reads it, where it would be another question as a sentence: what "20 unicorn horns
// for magic marker" hopes for is none of the pile.
func (r *Reader) Recall(ctx context.Context, lines []string, set *rules.Set) *Past {
	past := r.sentences(ctx, lines, set)
	if len(lines) != 1 || r.Parse == nil {
		return past
	}
	call := r.Parse(ctx, lines[0], set)
	if call == nil || past != nil && r.asks(ctx, past, call) {
		return past
	}
	if parsed := r.parsed(call); parsed != nil && r.asks(ctx, parsed, call) {
		return parsed
	}
	return past
}

// asks reports whether a question is that of a call, whichever of its names comes first.
func (r *Reader) asks(ctx context.Context, past *Past, call *commands.Call) bool {
	lines := r.Lines(past)
	if len(lines) != 1 {
		return false
	}
	again := r.Parse(ctx, lines[0], call.Rules)
	return again != nil && slices.Equal(sortedWords(again), sortedWords(call))
}

// sortedWords returns the words of a call's line in one order.
func sortedWords(call *commands.Call) []string {
	out := strings.Fields(strings.ReplaceAll(call.Line(), ",", " "))
	slices.Sort(out)
	return out
}

// sentences returns the question that canonical lines ask as sentences.
func (r *Reader) sentences(ctx context.Context, lines []string, set *rules.Set) *Past {
	var past *Past
	for _, line := range lines {
		list, err := r.Read(ctx, line, set, nil, func(c *commands.Command) bool { return strings.HasPrefix(line, c.Path()) })
		if err != nil || len(list) == 0 || list[0].Command == nil {
			continue
		}
		if past == nil {
			past = &Past{Kind: list[0].Kind, Slots: list[0].Slots}
			continue
		}
		if past.Kind != list[0].Kind {
			if k := r.grammar.Kind(past.Kind + "+" + list[0].Kind); k != nil {
				joined := maps.Clone(list[0].Slots)
				maps.Copy(joined, past.Slots)
				return &Past{Kind: k.Name, Slots: joined}
			}
			return past
		}
		for s, v := range list[0].Slots { // several questions: what they say apart are alternatives
			if !slices.EqualFunc(past.Slots[s], v, slices.Equal) && len(past.Slots[s]) == 1 && len(v) == 1 {
				past.Slots[s] = [][]string{append(slices.Clone(past.Slots[s][0]), v[0]...)}
			}
		}
	}
	return past
}

// parsed returns the question of a call in the form needed by a line that changes it, or nil
// if it asks something that slots cannot hold, such as a pile in several squares.
func (r *Reader) parsed(call *commands.Call) *Past {
	k := r.grammar.Kind(call.Command.Path())
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
