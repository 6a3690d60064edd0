package phrases

import (
	"slices"
	"strconv"
	"strings"
)

// loadProduction reads "name : parts ; cost => says".
func (b *builder) loadProduction(line string) error {
	name, rest, ok := strings.Cut(line, " : ")
	if !ok {
		return b.errorAt("what is %q? A phrase is written NAME : PARTS => WHAT IT SAYS", line)
	}
	name = strings.TrimSpace(name)
	left, right, says := strings.Cut(rest, "=>")
	left, costText, priced := strings.Cut(left, " ; ")
	cost := float32(0)
	if priced {
		f, err := strconv.ParseFloat(strings.TrimSpace(costText), 32)
		if err != nil {
			return b.errorAt("%q is no cost", costText)
		}
		cost = float32(f)
	}
	var parts []Part
	for f := range strings.FieldsSeq(left) {
		p, err := b.part(f)
		if err != nil {
			return err
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 || !slices.ContainsFunc(parts, func(p Part) bool { return !p.Opt }) {
		return b.errorAt("a phrase needs a part that is not optional")
	}
	var assigns []Assign
	if says {
		var err error
		if assigns, err = b.assigns(strings.TrimSpace(right)); err != nil {
			return err
		}
	}
	b.add(b.symbol(name), name+": "+strings.Join(strings.Fields(left), " "), parts, assigns, cost)
	p := &b.Prods[len(b.Prods)-1]
	p.Written = true
	p.Changes = b.changing && strings.Contains(name, ".") && !strings.HasSuffix(name, ".cue") && parts[0].Kind == TermPart && parts[0].ID == START
	return nil
}

// part reads one part: word, a|b_c, $set, <phrase>, NUM; with ~ before, ? behind.
func (b *builder) part(f string) (Part, error) {
	var p Part
	for {
		switch {
		case strings.HasPrefix(f, "~") && len(f) > 1:
			p.Drop, f = true, f[1:]
			continue
		case strings.HasPrefix(f, "^") && len(f) > 1:
			p.Glued, f = true, f[1:]
			continue
		}
		break
	}
	if len(f) > 1 && strings.HasSuffix(f, "?") && f != "\\?" {
		p.Opt, f = true, f[:len(f)-1]
	}
	if i := strings.Index(f, ":"); i > 0 && i+1 < len(f) {
		p.Bind, f = f[:i], f[i+1:]
	}
	if s, ok := strings.CutPrefix(f, "<"); ok && strings.HasSuffix(s, ">") {
		s = strings.TrimSuffix(s, ">")
		if p.Bind == "" {
			p.Bind = s
		}
		p.Kind, p.ID = SymPart, b.symbol(s)
		return p, nil
	}
	if id, ok := builtinNames[f]; ok {
		p.Kind, p.ID = TermPart, id
		return p, nil
	}
	if b.isVocabulary(f) && !strings.Contains(f, "|") {
		id, ok := b.byVocab[f]
		if !ok {
			return p, b.errorAt("no vocabulary %s", f)
		}
		p.Kind, p.ID = TermPart, id
		return p, nil
	}
	alt, err := b.alternatives(f)
	if err != nil {
		return p, err
	}
	alt.Bind, alt.Opt, alt.Drop, alt.Glued = p.Bind, p.Opt, p.Drop, p.Glued
	return alt, nil
}

// alternatives reads words parted by |, each perhaps several words joined by _. Many
// phrases have the same.
func (b *builder) alternatives(f string) (Part, error) {
	if p, ok := b.alts[f]; ok {
		return p, nil
	}
	p, err := b.newAlternatives(f)
	if err == nil {
		b.alts[f] = p
	}
	return p, err
}

func (b *builder) newAlternatives(f string) (Part, error) {
	var p Part
	var longer [][]string
	var others []Part // phrases and terminals
	words := b.words(f)
	p.Lits = make([]int32, 0, len(words))
	for _, w := range words {
		if w == "" {
			return p, b.errorAt("an alternative of %q is empty", f)
		}
		if len(w) > 1 && w[0] == '$' {
			return p, b.errorAt("there is no set %s", w)
		}
		if b.terminal(strings.TrimPrefix(w, "~")) && w != f {
			q, err := b.part(w)
			if err != nil {
				return p, err
			}
			others = append(others, q)
			continue
		}
		if ws := strings.Split(w, "_"); len(ws) > 1 && w != "_" {
			longer = append(longer, ws)
			continue
		}
		p.Lits = append(p.Lits, b.lit(strings.TrimPrefix(w, "\\")))
	}
	if len(longer)+len(others) == 0 {
		return p, nil
	}
	name, means := "("+f+")", strings.Join(words, "|")
	for b.means[name] != "" && b.means[name] != means { // a set of it means something else in another file
		name += "'"
	}
	id, known := b.symbols[name]
	if !known {
		id, b.means[name] = b.symbol(name), means
		if len(p.Lits) > 0 {
			b.add(id, name, []Part{{Lits: p.Lits}}, nil, 0)
		}
		for _, ws := range longer {
			var seq []Part
			for _, w := range ws {
				q := Part{}
				if o, ok := strings.CutSuffix(w, "?"); ok && o != "" {
					w, q.Opt = o, true
				}
				q.Lits = []int32{b.lit(w)}
				seq = append(seq, q)
			}
			b.add(id, name, seq, nil, 0)
		}
		for _, q := range others {
			b.add(id, name, []Part{q}, nil, 0)
		}
	}
	return Part{Kind: SymPart, ID: id}, nil
}

// terminal reports whether a part is a phrase or a terminal.
func (b *builder) terminal(f string) bool {
	_, builtin := builtinNames[f]
	return builtin || strings.HasPrefix(f, "<") && strings.HasSuffix(f, ">") || b.isVocabulary(f)
}

// isVocabulary reports whether a part is written as the name of a vocabulary.
func (b *builder) isVocabulary(f string) bool {
	return len(f) > 2 && !strings.ContainsAny(f, "abcdefghijklmnopqrstuvwxyz") && strings.ContainsAny(f, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// words returns the alternatives of a part, with those of the sets it names.
func (b *builder) words(f string) []string {
	out := make([]string, 0, 1+strings.Count(f, "|"))
	for w := range strings.SplitSeq(f, "|") {
		if set, ok := b.sets[w]; ok {
			out = append(out, b.words(set)...)
		} else {
			out = append(out, w)
		}
	}
	return out
}

// assigns reads "xl{n} role={r} worn="a b"".
func (b *builder) assigns(text string) ([]Assign, error) {
	fields, err := quotedFields(text)
	if err != nil {
		return nil, b.errorAt("%v", err)
	}
	var out []Assign
	for _, f := range fields {
		f = strings.ReplaceAll(f, "\x00", "")
		a := Assign{}
		if name, tmpl, ok := strings.Cut(f, "="); ok && isName(name) {
			a.Slot, f = name, tmpl
		}
		for f != "" {
			i := strings.IndexByte(f, '{')
			j := strings.IndexByte(f, '}')
			if i < 0 || j < i {
				a.Tmpl = append(a.Tmpl, Piece{Text: f})
				break
			}
			if i > 0 {
				a.Tmpl = append(a.Tmpl, Piece{Text: f[:i]})
			}
			a.Tmpl, f = append(a.Tmpl, Piece{Ref: f[i+1 : j]}), f[j+1:]
		}
		if a.Slot == "" && len(out) > 0 && out[len(out)-1].Slot == "" { // words of one text
			last := &out[len(out)-1]
			last.Tmpl = append(append(last.Tmpl, Piece{Text: " "}), a.Tmpl...)
			continue
		}
		out = append(out, a)
	}
	return out, nil
}

func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-_0123456789") == ""
}
