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

	// means holds the words of alternatives for which there is a symbol, by its name.
	means map[string]string

	spare []spare
}

// errorAt returns an error at a position in a phrase file.
func (b *builder) errorAt(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", b.file, b.line, fmt.Sprintf(format, args...))
}

// lines calls read with each line of a phrase file, its first word and the rest.
func (b *builder) lines(f Phrases, read func(word, rest, line string) error) error {
	b.file, b.line = f.Name, 0
	for line := range strings.Lines(f.Text) {
		b.line++
		if i := strings.Index(line, " #"); i >= 0 {
			line = line[:i]
		}
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		if err := read(word, strings.TrimSpace(rest), line); err != nil {
			return err
		}
	}
	return nil
}

// loadNames reads the vocabularies and the sets of a phrase file, which all files may name.
func (b *builder) loadNames(f Phrases) error {
	return b.lines(f, func(word, rest, line string) error {
		switch {
		case word == "vocab":
			return b.loadVocab(rest)
		case strings.HasPrefix(word, "$"):
			return b.nameSet(word, line)
		}
		return nil
	})
}

// load compiles a phrase file.
func (b *builder) load(f Phrases) error {
	var kind *kind
	return b.lines(f, func(word, rest, line string) (err error) {
		switch word {
		case "kind":
			kind, err = b.loadKind(rest)
		case "need", "must", "line", "drops", "within", "pets":
			if kind == nil {
				return b.errorAt("%s stands before any kind", word)
			}
			switch word {
			case "need":
				err = b.loadNeed(kind, rest)
			case "must":
				err = b.loadMust(kind, rest)
			case "drops":
				err = b.loadDrops(kind, rest)
			case "within":
				err = b.loadWithin(kind, rest)
			case "pets":
				kind.pets = true
			default:
				err = b.loadLine(kind, rest)
			}
		default:
			err = b.loadOther(word, rest, line)
		}
		return err
	})
}

// loadOther reads a line that belongs to no kind, or a phrase.
func (b *builder) loadOther(word, rest, line string) error {
	switch word {
	case "vocab": // read before
	case "class":
		return b.loadClass(rest)
	case "same":
		return b.loadSame(rest)
	case "asks":
		b.loadWords(rest, b.asks)
	case "facts":
		for s := range strings.FieldsSeq(rest) {
			b.facts[s] = true
		}
	case "refers":
		b.loadWords(rest, b.refers)
	case "returns":
		b.loadWords(rest, b.returns)
	case "joins":
		b.loadWords(rest, b.joins)
	case "kin":
		return b.loadSlots(word, rest, b.kin)
	case "spare":
		return b.loadSpare(rest)
	case "adds":
		return b.loadAdds(rest)
	case "rival":
		return b.loadSlots(word, rest, b.rivals)
	case "joint":
		return b.loadJoint(rest)
	default:
		if strings.HasPrefix(word, "$") {
			return b.loadSet(word, line)
		}
		return b.loadProduction(line)
	}
	return nil
}

// loadSet reads "$set = a|b|c".
func (b *builder) loadSet(name, line string) error {
	if err := b.nameSet(name, line); err != nil {
		return err
	}
	clear(b.alts) // what a set means may have changed
	_, err := b.alternatives(b.sets[name])
	return err
}

// nameSet notes the words of a set. One that was noted before means something else from here on.
func (b *builder) nameSet(name, line string) error {
	_, set, ok := strings.Cut(line, "=")
	if !ok {
		return b.errorAt("%s wants = and words", name)
	}
	b.sets[name] = strings.Join(strings.Fields(set), "")
	return nil
}

// loadClass reads "noise : the a an".
func (b *builder) loadClass(rest string) error {
	name, words, ok := strings.Cut(rest, ":")
	if !ok {
		return b.errorAt("class NAME : words")
	}
	name = strings.TrimSpace(name)
	for w := range strings.FieldsSeq(words) {
		b.classes[b.lit(w)] = name
		if name == "noise" {
			b.noise[b.lit(w)] = true
		}
	}
	return nil
}

// mostSame is for how many words another may stand.
const mostSame = 3

// loadSame reads "get : obtain acquire", words that may stand for the first.
func (b *builder) loadSame(rest string) error {
	head, words, ok := strings.Cut(rest, ":")
	if head = strings.TrimSpace(head); !ok || head == "" || strings.Contains(head, " ") {
		return b.errorAt("same WORD : words")
	}
	l := b.lit(head)
	for w := range strings.FieldsSeq(words) {
		other := b.lit(w)
		if len(b.same[other]) == mostSame {
			return b.errorAt("%q stands for more than %d words", w, mostSame)
		}
		if other != l && !slices.Contains(b.same[other], l) {
			b.same[other] = append(b.same[other], l)
		}
	}
	return nil
}

// loadWords reads ": what whats which" into a set.
func (b *builder) loadWords(rest string, into map[int32]bool) {
	for w := range strings.FieldsSeq(strings.TrimPrefix(rest, ":")) {
		into[b.lit(w)] = true
	}
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

// loadSlots reads "blessed|uncursed|cursed": for each of these slots the others.
func (b *builder) loadSlots(word, rest string, into map[string][]string) error {
	names := strings.Split(rest, "|")
	if len(names) < 2 {
		return b.errorAt("%s wants two slots", word)
	}
	for _, n := range names {
		for _, o := range names {
			if n != o && !slices.Contains(into[n], o) {
				into[n] = append(into[n], o)
			}
		}
	}
	return nil
}

// loadAdds reads "added : pile": what the first slot says is part of the second for later lines.
func (b *builder) loadAdds(rest string) error {
	from, to, ok := strings.Cut(rest, ":")
	if !ok {
		return b.errorAt("adds wants two slots")
	}
	b.adds[strings.TrimSpace(from)] = strings.TrimSpace(to)
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

// lone lets a kind whose answer no hero changes hear who the hero is: "nurse dancing, val".
func (b *builder) lone(k *kind) {
	if k.command == nil || !k.command.Cacheable || len(k.parts) > 0 {
		return
	}
	for _, name := range traits {
		if k.slots[name] == nil {
			k.takes = append(k.takes, take{sym: b.symbol(name), lone: true})
		}
	}
	if k.slots[roleParam] == nil && k.slots["hero"] == nil {
		k.takes = append(k.takes, take{sym: b.symbol("hero"), lone: true})
	}
}

// traits are the slots that say who the hero is. Figures are none: "level 4" may be the dungeon's.
var traits = []string{roleParam, raceParam, alignmentParam}

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

// loadDrops reads "corpse : tin buc": another corpse is in no tin unless it is said anew.
func (b *builder) loadDrops(k *kind, rest string) error {
	of, list, ok := strings.Cut(rest, ":")
	d := drop{of: strings.Split(strings.TrimSpace(of), "|"), slots: strings.Fields(list)}
	if !ok || len(d.slots) == 0 {
		return b.errorAt("drops slot|slot : slots")
	}
	for _, s := range slices.Concat(d.of, d.slots) {
		if k.slots[s] == nil && k.command != nil {
			return b.errorAt("kind %s has no slot %q", k.name, s)
		}
	}
	k.drops = append(k.drops, d)
	return nil
}

// loadWithin reads "what : enchanted cursing": "+3" takes the place of the "+2" in what is wished
// for.
func (b *builder) loadWithin(k *kind, rest string) error {
	text, list, ok := strings.Cut(rest, ":")
	k.text, k.within = strings.TrimSpace(text), strings.Fields(list)
	if !ok || len(k.within) == 0 {
		return b.errorAt("within slot : slots")
	}
	for _, s := range append([]string{k.text}, k.within...) {
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
