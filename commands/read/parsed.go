package read

import (
	"context"
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/said"
	"delphi/engine/rules"
)

// Recall returns the question that canonical lines ask, in the form needed by a line
// that changes it. It is nil if the reader cannot read them. A single line is taken as its
// command reads it, where it would be another question as a sentence: what "20 unicorn horns
// for magic marker" hopes for is none of the pile.
func (r *Reader) Recall(ctx context.Context, lines []string, set *rules.Set) *said.Past {
	past := r.sentences(ctx, lines, set)
	if len(lines) != 1 || r.Parse == nil {
		return past
	}
	call := r.Parse(ctx, lines[0], set)
	if call == nil || past != nil && r.asks(ctx, past, call) {
		return past
	}
	if typed := said.Typed(r.grammar, call); typed != nil && r.asks(ctx, typed, call) {
		return typed
	}
	return past
}

// asks reports whether a question is that of a call, whichever of its names comes first.
func (r *Reader) asks(ctx context.Context, past *said.Past, call *commands.Call) bool {
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
func (r *Reader) sentences(ctx context.Context, lines []string, set *rules.Set) *said.Past {
	var past *said.Past
	for _, line := range lines {
		list, err := r.Read(ctx, line, set, nil, func(c *commands.Command) bool { return strings.HasPrefix(line, c.Path()) })
		if err != nil || len(list) == 0 || list[0].Command == nil {
			continue
		}
		if past == nil {
			past = &said.Past{Kind: list[0].Kind, Slots: list[0].Slots}
			continue
		}
		if past.Kind != list[0].Kind {
			if k := r.grammar.Kind(past.Kind + "+" + list[0].Kind); k != nil {
				joined := maps.Clone(list[0].Slots)
				maps.Copy(joined, past.Slots)
				return &said.Past{Kind: k.Name, Slots: joined}
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
