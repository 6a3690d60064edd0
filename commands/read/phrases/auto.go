package phrases

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/lex"
)

func isFlag(p *commands.Param) bool { return p.Kind == commands.KindFlag }

// auto derives a kind from a command and what its Params say can be typed for each of
// them, so that canonical lines need no phrases of their own.
func (b *builder) auto(cmd *commands.Command) error {
	name := cmd.Path()
	k := &Kind{Name: name, Command: cmd, Slots: map[string]*Slot{}}
	b.Kinds = append(b.Kinds, k)
	b.byKind[name] = k
	cue := b.symbol(name + ".cue")
	k.Takes = append(k.Takes, Take{sym: cue})
	for i, n := range append([]string{cmd.Name}, cmd.Aliases...) {
		cost := float32(-1)
		if i > 0 {
			cost = -0.8
		}
		parts := []Part{{Kind: TermPart, ID: START}}
		for _, w := range strings.Fields(strings.TrimSpace(strings.TrimSuffix(name, cmd.Name) + n)) {
			parts = append(parts, Part{Lits: []int32{b.lit(w)}})
		}
		b.add(cue, name+".cue: START "+n, parts, nil, cost)
	}
	chosen := map[string]bool{} // what stands for the first parameter that has it as a choice
	for _, p := range cmd.Params {
		if err := b.slot(k, p.Name, p.Many, p); err != nil {
			return err
		}
		b.autoParam(name+"."+p.Name, p, chosen)
	}
	return nil
}

// keyword returns the parts that a keyword of one or several words takes.
func (b *builder) keyword(w string) []Part {
	var out []Part
	for _, t := range lex.Line(w) {
		if t.Kind == lex.Word || t.Said {
			out = append(out, Part{Lits: []int32{b.lit(t.Word)}})
		}
	}
	return out
}

func (b *builder) autoParam(name string, p *commands.Param, chosen map[string]bool) {
	sym := b.symbol(name)
	say := func(pieces ...Piece) []Assign { return []Assign{{Tmpl: pieces}} }
	switch p.Kind {
	case commands.KindNumber:
		num := Part{Kind: TermPart, ID: NUM, Bind: "n"}
		if p.Min < 0 {
			num.ID = INT
		}
		says := say(Piece{Text: p.Name}, Piece{Ref: "n"})
		colon := Part{Lits: []int32{b.lit(":"), b.lit("=")}, Opt: true}
		for _, w := range append([]string{p.Name}, p.Words...) {
			if head := b.keyword(w); len(head) > 0 {
				b.add(sym, name+": "+w+" N", append(slices.Clone(head), colon, num), says, 0)
				if p.Range {
					m := num
					m.Bind = "m"
					b.add(sym, name+": "+w+" N-M", append(slices.Clone(head), colon, num, Part{Lits: []int32{b.lit("-"), b.lit("to")}}, m), say(Piece{Text: p.Name}, Piece{Ref: "n"}, Piece{Text: "-"}, Piece{Ref: "m"}), 0)
				}
			}
		}
		for _, w := range p.After {
			if tail := b.keyword(w); len(tail) > 0 {
				tail[0].Tight = true
				b.add(sym, name+": N "+w, append([]Part{num}, tail...), says, 0)
			}
		}
	case commands.KindFlag:
		for _, w := range append([]string{p.Name}, p.Words...) {
			if head := b.keyword(w); len(head) > 0 {
				b.add(sym, name+": "+w, head, say(Piece{Text: p.Name}), 0)
			}
		}
	case commands.KindChoice:
		for _, choice := range p.Choices {
			if chosen[choice] {
				continue
			}
			chosen[choice] = true
			for _, w := range append([]string{choice}, p.Spellings(choice)...) {
				if head := b.keyword(w); len(head) > 0 {
					b.add(sym, name+": "+w, head, say(Piece{Text: choice}), 0)
				}
			}
		}
	case commands.KindName:
		if !p.Pile && !p.Keyed {
			b.add(sym, name+": NAME", []Part{{Kind: TermPart, ID: b.vocabulary(p), Bind: "n"}}, nil, 0)
		}
	}
}

// autoLine ends the order of a canonical line with the Params that the files do not name in it,
// names separated by commas: what a line says for them is never left out.
func (k *Kind) autoLine() {
	if k.Command == nil {
		return
	}
	for _, p := range k.Command.Params {
		if !slices.ContainsFunc(k.Order, func(s LineSlot) bool { return s.Slot == p.Name }) {
			k.Order = append(k.Order, LineSlot{Slot: p.Name, Comma: p.Kind == commands.KindName, Join: ", "})
		}
	}
}
