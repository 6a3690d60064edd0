package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
)

// builder compiles phrase files.
type builder struct {
	*grammar
	file string
	line int
	alts map[string]part // the alternatives that were read
}

// errorAt returns an error at a position in a phrase file.
func (b *builder) errorAt(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", b.file, b.line, fmt.Sprintf(format, args...))
}

// load compiles the text of one phrase file.
func (b *builder) load(file, text string) error {
	b.file, b.line = file, 0
	var kind *kind
	for line := range strings.Lines(text) {
		b.line++
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch {
		case word == "vocab":
			err = b.loadVocab(rest)
		case strings.HasPrefix(word, "$"):
			_, set, ok := strings.Cut(line, "=")
			if !ok {
				return b.errorAt("%s wants = and words", word)
			}
			b.sets[word] = strings.Join(strings.Fields(set), "")
			clear(b.alts) // what a set means may have changed
			if _, err := b.alternatives(b.sets[word]); err != nil {
				return err
			}
		case word == "class":
			name, words, ok := strings.Cut(rest, ":")
			if !ok {
				return b.errorAt("class NAME : words")
			}
			for w := range strings.FieldsSeq(words) {
				if name = strings.TrimSpace(name); name == "noise" {
					b.noise[b.lit(w)] = true
				}
				b.classes[b.lit(w)] = name
			}
		case word == "asks":
			for _, w := range strings.Fields(rest) {
				b.asks[b.lit(w)] = true
			}
		case word == "refers":
			for w := range strings.FieldsSeq(strings.TrimPrefix(rest, ":")) {
				b.refers[b.lit(w)] = true
			}
		case word == "joins":
			for w := range strings.FieldsSeq(strings.TrimPrefix(rest, ":")) {
				b.joins[b.lit(w)] = true
			}
		case word == "kin":
			slots := strings.Split(strings.TrimSpace(rest), "|")
			for _, s := range slots {
				for _, o := range slots {
					if o != s {
						b.kin[s] = append(b.kin[s], o)
					}
				}
			}
		case word == "kind":
			kind, err = b.loadKind(rest)
		case word == "joint":
			err = b.loadJoint(rest)
		case word == "rival":
			err = b.loadRivals(rest)
		case word == "need" || word == "must" || word == "line":
			if kind == nil {
				return b.errorAt("%s stands before any kind", word)
			}
			switch word {
			case "need":
				err = b.loadNeed(kind, rest)
			case "must":
				err = b.loadMust(kind, rest)
			default:
				err = b.loadLine(kind, rest)
			}
		default:
			err = b.loadProduction(line)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// loadVocab reads "SPELL fail.spell".
func (b *builder) loadVocab(rest string) error {
	name, of, _ := strings.Cut(rest, " ")
	path, param, ok := strings.Cut(strings.TrimSpace(of), ".")
	k := b.byKind[path]
	if !ok {
		return b.errorAt("vocab TERM command.parameter")
	}
	if k == nil || k.command == nil { // the command is not there, and neither are its names
		b.byVocab[name] = b.vocabulary(nil)
		return nil
	}
	for _, p := range k.command.Params {
		if p.Name == param && p.Kind == commands.KindName {
			b.byVocab[name] = b.vocabulary(p)
			return nil
		}
	}
	for _, p := range k.command.Reads {
		if p.Name == param {
			b.byVocab[name] = b.vocabulary(p)
			return nil
		}
	}
	return b.errorAt("vocab %s: %s has no names %q", name, path, param)
}

var silentKinds = []string{Talk, Nothing, Pick}

// loadKind reads "fail : slots of its own; a * behind a name: several".
func (b *builder) loadKind(rest string) (*kind, error) {
	name, own, _ := strings.Cut(rest, ":")
	name = strings.TrimSpace(name)
	k := b.byKind[name]
	if k == nil {
		k = &kind{name: name, silent: true, slots: map[string]*slot{}}
		if slices.Contains(silentKinds, name) {
			b.kinds = append(b.kinds, k)
		} // else a command that is not there: what is said of it is read, and leads nowhere
		b.byKind[name] = k
		k.takes = append(k.takes, take{sym: b.symbol(name + ".cue")})
	}
	for w := range strings.FieldsSeq(own) {
		s, many := strings.CutSuffix(w, "*")
		if err := b.slot(k, s, many, nil); err != nil {
			return nil, err
		}
	}
	return k, nil
}

// slot gives a kind a slot, filled by the phrases of its name, shared or the kind's own.
func (b *builder) slot(k *kind, name string, many bool, p *commands.Param) error {
	if k.slots[name] != nil {
		k.slots[name].many = k.slots[name].many || many
		return nil
	}
	if len(k.slots) >= mostSlots {
		return b.errorAt("kind %s has too many slots", k.name)
	}
	k.slots[name] = &slot{name: name, bit: uint(len(k.slots)), many: many, param: p}
	k.takes = append(k.takes, take{sym: b.symbol(name), slot: name}, take{sym: b.symbol(k.name + "." + name), slot: name})
	return nil
}

// loadRivals reads "blessed|uncursed|cursed": of these slots a question says one.
func (b *builder) loadRivals(rest string) error {
	names := strings.Split(rest, "|")
	if len(names) < 2 {
		return b.errorAt("rival wants two slots")
	}
	for _, n := range names {
		for _, o := range names {
			if o != n && !slices.Contains(b.rivals[n], o) {
				b.rivals[n] = append(b.rivals[n], o)
			}
		}
	}
	return nil
}

// loadJoint reads "fail cast": two kinds that are often asked in one line.
func (b *builder) loadJoint(rest string) error {
	fields := strings.Fields(rest)
	if len(fields) != 2 {
		return b.errorAt("joint wants two kinds")
	}
	for _, f := range fields {
		if k := b.byKind[f]; k == nil || k.command == nil {
			return nil
		}
	}
	b.joints = append(b.joints, [2]string{fields[0], fields[1]})
	return nil
}

// join makes the kinds that ask two things, once all phrases are known.
func (b *builder) join() error {
	for _, j := range b.joints {
		one, two := b.byKind[j[0]], b.byKind[j[1]]
		k := &kind{name: one.name + "+" + two.name, command: one.command, slots: map[string]*slot{}, parts: []*kind{one, two}}
		for _, part := range k.parts {
			for _, t := range part.takes {
				if t.slot != "" && k.slots[t.slot] == nil {
					if len(k.slots) >= mostSlots {
						return fmt.Errorf("kinds %s have too many slots", k.name)
					}
					s := *part.slots[t.slot]
					s.bit = uint(len(k.slots))
					k.slots[t.slot] = &s
				}
				if !slices.ContainsFunc(k.takes, func(o take) bool { return o.sym == t.sym }) {
					k.takes = append(k.takes, t)
				}
			}
		}
		k.needs = []need{{slots: []string{"cue"}, mask: cueBit, cost: 4}, {slots: []string{"cues"}, mask: secondCueBit, cost: 4}}
		for _, n := range one.needs {
			m := need{slots: n.slots, cost: n.cost}
			for _, s := range n.slots {
				if s == "cue" {
					m.mask |= cueBit
				} else {
					m.mask |= 1 << k.slots[s].bit
				}
			}
			k.needs = append(k.needs, m)
		}
		b.kinds = append(b.kinds, k)
		b.byKind[k.name] = k
	}
	return nil
}

// mostSlots is how many slots a kind may have: each has a bit of a mask.
const mostSlots = 61

// loadNeed reads "spell|everything ; 1.5".
func (b *builder) loadNeed(k *kind, rest string) error {
	list, cost, _ := strings.Cut(rest, ";")
	n := need{slots: strings.Split(strings.TrimSpace(list), "|"), cost: 2}
	if c := strings.TrimSpace(cost); c != "" {
		f, err := strconv.ParseFloat(c, 32)
		if err != nil {
			return b.errorAt("%q is no cost", c)
		}
		n.cost = float32(f)
	}
	for _, s := range n.slots {
		if s == "cue" {
			n.mask |= cueBit
		} else if k.slots[s] == nil && k.command == nil {
			continue
		} else if k.slots[s] == nil {
			return b.errorAt("kind %s has no slot %q", k.name, s)
		} else {
			n.mask |= 1 << k.slots[s].bit
		}
	}
	k.needs = append(k.needs, n)
	return nil
}

// loadMust reads "prayed|since|turn ; when soon": words after the semicolon ask what needs
// none of these.
func (b *builder) loadMust(k *kind, rest string) error {
	list, words, _ := strings.Cut(rest, ";")
	k.must, k.unless = strings.Split(strings.TrimSpace(list), "|"), map[int32]bool{}
	for w := range strings.FieldsSeq(words) {
		k.unless[b.lit(w)] = true
	}
	for _, s := range k.must {
		if k.slots[s] == nil && k.command != nil {
			return b.errorAt("kind %s has no slot %q", k.name, s)
		}
	}
	return nil
}

// loadLine reads "version role xl spell, worn, "for "wanted".
func (b *builder) loadLine(k *kind, rest string) error {
	fields, err := quotedFields(rest)
	if err != nil {
		return b.errorAt("%v", err)
	}
	for _, f := range fields {
		var s lineSlot
		if i := strings.LastIndexByte(f, '\x00'); i >= 0 { // what stood in quotation marks
			s.before, f = strings.ReplaceAll(f[:i], "\x00", ""), f[i+1:]
		}
		f, s.comma = strings.CutSuffix(f, ",")
		s.slot, s.join, _ = strings.Cut(f, "/")
		if s.join == "" {
			s.join = ", "
		} else {
			s.join = " " + strings.ReplaceAll(s.join, "_", " ") + " "
		}
		if s.slot != "" && k.slots[s.slot] == nil && k.command != nil {
			return b.errorAt("kind %s has no slot %q", k.name, s.slot)
		}
		k.order = append(k.order, s)
	}
	return nil
}

// quotedFields splits at blanks outside quotation marks, each of which becomes \x00.
func quotedFields(s string) (out []string, err error) {
	var cur strings.Builder
	in := false
	for _, r := range s {
		switch {
		case r == '"':
			in = !in
			cur.WriteByte(0)
		case r == ' ' && !in:
			if cur.Len() > 0 {
				out = append(out, cur.String())
				cur.Reset()
			}
		default:
			cur.WriteRune(r)
		}
	}
	if in {
		return nil, fmt.Errorf("a quotation mark is left open")
	}
	if cur.Len() > 0 {
		out = append(out, cur.String())
	}
	return out, nil
}

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
	var parts []part
	for f := range strings.FieldsSeq(left) {
		p, err := b.part(f)
		if err != nil {
			return err
		}
		parts = append(parts, p)
	}
	if len(parts) == 0 || !slices.ContainsFunc(parts, func(p part) bool { return !p.opt }) {
		return b.errorAt("a phrase needs a part that is not optional")
	}
	var assigns []assign
	if says {
		var err error
		if assigns, err = b.assigns(strings.TrimSpace(right)); err != nil {
			return err
		}
	}
	b.add(b.symbol(name), name+": "+strings.Join(strings.Fields(left), " "), parts, assigns, cost)
	return nil
}

// part reads one part: word, a|b_c, $set, <phrase>, NUM; with ~ before, ? behind.
func (b *builder) part(f string) (part, error) {
	var p part
	for {
		switch {
		case strings.HasPrefix(f, "~") && len(f) > 1:
			p.drop, f = true, f[1:]
			continue
		case strings.HasPrefix(f, "^") && len(f) > 1:
			p.glued, f = true, f[1:]
			continue
		}
		break
	}
	if len(f) > 1 && strings.HasSuffix(f, "?") && f != "\\?" {
		p.opt, f = true, f[:len(f)-1]
	}
	if i := strings.Index(f, ":"); i > 0 && i+1 < len(f) {
		p.bind, f = f[:i], f[i+1:]
	}
	if s, ok := strings.CutPrefix(f, "<"); ok && strings.HasSuffix(s, ">") {
		s = strings.TrimSuffix(s, ">")
		if p.bind == "" {
			p.bind = s
		}
		p.kind, p.id = symPart, b.symbol(s)
		return p, nil
	}
	if id, ok := builtinNames[f]; ok {
		p.kind, p.id = termPart, id
		return p, nil
	}
	if f == strings.ToUpper(f) && len(f) > 2 && strings.ContainsAny(f, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
		id, ok := b.byVocab[f]
		if !ok {
			return p, b.errorAt("no vocabulary %s", f)
		}
		p.kind, p.id = termPart, id
		return p, nil
	}
	alt, err := b.alternatives(f)
	if err != nil {
		return p, err
	}
	alt.bind, alt.opt, alt.drop, alt.glued = p.bind, p.opt, p.drop, p.glued
	return alt, nil
}

// alternatives reads words parted by |, each perhaps several words joined by _. Many
// phrases have the same.
func (b *builder) alternatives(f string) (part, error) {
	if p, ok := b.alts[f]; ok {
		return p, nil
	}
	p, err := b.newAlternatives(f)
	if err == nil {
		b.alts[f] = p
	}
	return p, err
}

func (b *builder) newAlternatives(f string) (part, error) {
	var p part
	var longer [][]string
	for _, w := range b.words(f) {
		if ws := strings.Split(w, "_"); len(ws) > 1 && w != "_" {
			longer = append(longer, ws)
			continue
		}
		if w == "" {
			return p, b.errorAt("an alternative of %q is empty", f)
		}
		p.lits = append(p.lits, b.lit(strings.TrimPrefix(w, "\\")))
	}
	if len(longer) == 0 {
		return p, nil
	}
	name := "(" + f + ")"
	id, known := b.symbols[name]
	if !known {
		id = b.symbol(name)
		if len(p.lits) > 0 {
			b.add(id, name, []part{{lits: p.lits}}, nil, 0)
		}
		for _, ws := range longer {
			var seq []part
			for _, w := range ws {
				q := part{}
				if o, ok := strings.CutSuffix(w, "?"); ok && o != "" {
					w, q.opt = o, true
				}
				q.lits = []int32{b.lit(w)}
				seq = append(seq, q)
			}
			b.add(id, name, seq, nil, 0)
		}
	}
	return part{kind: symPart, id: id}, nil
}

// words returns the alternatives of a part, with those of the sets it names.
func (b *builder) words(f string) []string {
	var out []string
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
func (b *builder) assigns(text string) ([]assign, error) {
	fields, err := quotedFields(text)
	if err != nil {
		return nil, b.errorAt("%v", err)
	}
	var out []assign
	for _, f := range fields {
		f = strings.ReplaceAll(f, "\x00", "")
		a := assign{}
		if name, tmpl, ok := strings.Cut(f, "="); ok && isName(name) {
			a.slot, f = name, tmpl
		}
		for f != "" {
			i := strings.IndexByte(f, '{')
			j := strings.IndexByte(f, '}')
			if i < 0 || j < i {
				a.tmpl = append(a.tmpl, piece{text: f})
				break
			}
			if i > 0 {
				a.tmpl = append(a.tmpl, piece{text: f[:i]})
			}
			a.tmpl, f = append(a.tmpl, piece{ref: f[i+1 : j]}), f[j+1:]
		}
		if a.slot == "" && len(out) > 0 && out[len(out)-1].slot == "" { // words of one text
			last := &out[len(out)-1]
			last.tmpl = append(append(last.tmpl, piece{text: " "}), a.tmpl...)
			continue
		}
		out = append(out, a)
	}
	return out, nil
}
