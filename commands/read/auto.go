package read

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/read/lex"
)

func isFlag(p *commands.Param) bool { return p.Kind == commands.KindFlag }

// auto derives a kind from a command and what its Params say can be typed for each of
// them, so that canonical lines need no phrases of their own.
func (b *builder) auto(cmd *commands.Command) {
	name := cmd.Path()
	k := &kind{name: name, command: cmd, slots: map[string]*slot{}}
	b.kinds = append(b.kinds, k)
	b.byKind[name] = k
	cue := b.symbol(name + ".cue")
	k.takes = append(k.takes, take{sym: cue})
	for i, n := range append([]string{cmd.Name}, cmd.Aliases...) {
		cost := float32(-1)
		if i > 0 {
			cost = -0.8
		}
		parts := []part{{kind: termPart, id: termSTART}}
		for _, w := range strings.Fields(strings.TrimSpace(strings.TrimSuffix(name, cmd.Name) + n)) {
			parts = append(parts, part{lits: []int32{b.lit(w)}})
		}
		b.add(cue, name+".cue: START "+n, parts, nil, cost)
	}
	chosen := map[string]bool{} // what stands for the first parameter that has it as a choice
	for _, p := range cmd.Params {
		if b.slot(k, p.Name, p.Many, p) == nil {
			b.autoParam(name+"."+p.Name, p, chosen)
		}
	}
}

// keyword returns the parts that a keyword of one or several words takes.
func (b *builder) keyword(w string) []part {
	var out []part
	for _, t := range lex.Line(w) {
		if t.Kind == lex.Word || t.Said {
			out = append(out, part{lits: []int32{b.lit(t.Word)}})
		}
	}
	return out
}

func (b *builder) autoParam(name string, p *commands.Param, chosen map[string]bool) {
	sym := b.symbol(name)
	say := func(pieces ...piece) []assign { return []assign{{tmpl: pieces}} }
	switch p.Kind {
	case commands.KindNumber:
		num := part{kind: termPart, id: termNUM, bind: "n"}
		if p.Min < 0 {
			num.id = termINT
		}
		says := say(piece{text: p.Name}, piece{ref: "n"})
		colon := part{lits: []int32{b.lit(":"), b.lit("=")}, opt: true}
		for _, w := range append([]string{p.Name}, p.Words...) {
			if head := b.keyword(w); len(head) > 0 {
				b.add(sym, name+": "+w+" N", append(slices.Clone(head), colon, num), says, 0)
				if p.Range {
					m := num
					m.bind = "m"
					b.add(sym, name+": "+w+" N-M", append(slices.Clone(head), colon, num, part{lits: []int32{b.lit("-"), b.lit("to")}}, m), say(piece{text: p.Name}, piece{ref: "n"}, piece{text: "-"}, piece{ref: "m"}), 0)
				}
			}
		}
		for _, w := range p.After {
			if tail := b.keyword(w); len(tail) > 0 {
				tail[0].tight = true
				b.add(sym, name+": N "+w, append([]part{num}, tail...), says, 0)
			}
		}
	case commands.KindFlag:
		for _, w := range append([]string{p.Name}, p.Words...) {
			if head := b.keyword(w); len(head) > 0 {
				b.add(sym, name+": "+w, head, say(piece{text: p.Name}), 0)
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
					b.add(sym, name+": "+w, head, say(piece{text: choice}), 0)
				}
			}
		}
	case commands.KindName:
		if !p.Pile {
			b.add(sym, name+": NAME", []part{{kind: termPart, id: b.vocabulary(p), bind: "n"}}, nil, 0)
		}
	}
}

// autoLine ends the order of a canonical line with the Params that the files do not name in it,
// names separated by commas: what a line says for them is never left out.
func (k *kind) autoLine() {
	if k.command == nil {
		return
	}
	for _, p := range k.command.Params {
		if !slices.ContainsFunc(k.order, func(s lineSlot) bool { return s.slot == p.Name }) {
			k.order = append(k.order, lineSlot{slot: p.Name, comma: p.Kind == commands.KindName, join: ", "})
		}
	}
}
