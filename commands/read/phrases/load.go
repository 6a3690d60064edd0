package phrases

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"delphi/commands"
)

// builder compiles phrase files.
type builder struct {
	*Grammar
	file string
	line int
	alts map[string]Part // the alternatives that were read

	sets    map[string]string // the sets of words, as they are written
	byVocab map[string]int32  // terminal name -> vocabulary
	joints  [][2]string       // kinds that are asked together

	// means holds the words of alternatives for which there is a symbol, by its name.
	means map[string]string

	spare []spare

	changing bool // what follows in the file changes the question before a line
}

// errorAt returns an error at a position in a phrase file.
func (b *builder) errorAt(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", b.file, b.line, fmt.Sprintf(format, args...))
}

// lines calls read with each line of a phrase file, its first word and the rest.
func (b *builder) lines(f File, read func(word, rest, line string) error) error {
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
func (b *builder) loadNames(f File) error {
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
func (b *builder) load(f File) error {
	var kind *Kind
	b.changing = false
	return b.lines(f, func(word, rest, line string) (err error) {
		switch word {
		case "kind":
			kind, err = b.loadKind(rest)
		case "need", "clash", "must", "line", "drops", "within", "pets":
			if kind == nil {
				return b.errorAt("%s stands before any kind", word)
			}
			switch word {
			case "need":
				err = b.loadNeed(kind, rest)
			case "clash":
				err = b.loadClash(kind, rest)
			case "must":
				err = b.loadMust(kind, rest)
			case "drops":
				err = b.loadDrops(kind, rest)
			case "within":
				err = b.loadWithin(kind, rest)
			case "pets":
				kind.Pets = true
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
	case "changing":
		b.changing = true
	case "class":
		return b.loadClass(rest)
	case "same":
		return b.loadSame(rest)
	case "asks":
		b.loadWords(rest, Asks)
	case "facts":
		for s := range listed(rest) {
			b.Facts[s] = true
		}
	case "corrects":
		b.Corrects = joined(b.Corrects, rest)
	case "amid":
		b.Amid = joined(b.Amid, rest)
	case "of_then":
		b.OfThen = joined(b.OfThen, rest)
	case "become":
		b.Become = joined(b.Become, rest)
	case "of_now":
		b.OfNow = joined(b.OfNow, rest)
	case "fleeting":
		for s := range listed(rest) {
			b.fleeting[s] = true
		}
	case "saved":
		for s := range listed(rest) {
			b.saved[s] = true
		}
	case "refers":
		b.loadWords(rest, Refers)
	case "returns":
		b.loadWords(rest, Returns)
	case "was":
		b.loadWords(rest, Was)
	case "joins":
		b.loadWords(rest, Joins)
	case "kin":
		return b.loadSlots(word, rest, b.Kin)
	case "spare":
		return b.loadSpare(rest)
	case "moot":
		return b.loadMoot(rest)
	case "adds":
		return b.loadAdds(rest)
	case "rival":
		return b.loadSlots(word, rest, b.Rivals)
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

// listed returns what a line lists behind its colon.
func listed(rest string) iter.Seq[string] { return strings.FieldsSeq(strings.TrimPrefix(rest, ":")) }

// loadSet reads "$set = a|b|c".
func (b *builder) loadSet(name, line string) error {
	before := b.sets[name]
	if err := b.nameSet(name, line); err != nil {
		return err
	}
	if b.sets[name] != before {
		clear(b.alts) // what was read means something else now
	}
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
		l := b.lit(w)
		b.classes[l-firstLit] = name
		if name == "noise" {
			b.marks[l-firstLit] |= Noise
		}
	}
	return nil
}

// MostSame is for how many words another may stand.
const MostSame = 3

// loadSame reads "get : obtain acquire", words that may stand for the first.
func (b *builder) loadSame(rest string) error {
	head, words, ok := strings.Cut(rest, ":")
	if head = strings.TrimSpace(head); !ok || head == "" || strings.Contains(head, " ") {
		return b.errorAt("same WORD : words")
	}
	l := b.lit(head)
	for w := range strings.FieldsSeq(words) {
		other := b.lit(w)
		if len(b.Same[other]) == MostSame {
			return b.errorAt("%q stands for more than %d words", w, MostSame)
		}
		if other != l && !slices.Contains(b.Same[other], l) {
			b.Same[other] = append(b.Same[other], l)
		}
	}
	return nil
}

// loadWords reads ": what whats which" into a set.
func (b *builder) loadWords(rest string, set WordSet) {
	for w := range listed(rest) {
		b.marks[b.lit(w)-firstLit] |= set
	}
}

// joined adds listed phrases to others, whose words _ joins. The longest come first.
func joined(to [][]string, list string) [][]string {
	for s := range listed(list) {
		to = append(to, strings.Split(s, "_"))
	}
	slices.SortStableFunc(to, func(a, b []string) int { return len(b) - len(a) })
	return to
}

// loadVocab reads "SPELL fail.spell".
func (b *builder) loadVocab(rest string) error {
	name, of, _ := strings.Cut(rest, " ")
	path, param, ok := strings.Cut(strings.TrimSpace(of), ".")
	k := b.byKind[path]
	if !ok {
		return b.errorAt("vocab TERM command.parameter")
	}
	if k == nil || k.Command == nil { // the command is not there, and neither are its names
		b.byVocab[name] = b.vocabulary(nil)
		return nil
	}
	for _, p := range k.Command.Params {
		if p.Name == param && p.Kind == commands.KindName {
			b.byVocab[name] = b.vocabulary(p)
			return nil
		}
	}
	for _, p := range k.Command.Reads {
		if p.Name == param {
			b.byVocab[name] = b.vocabulary(p)
			return nil
		}
	}
	return b.errorAt("vocab %s: %s has no names %q", name, path, param)
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
	b.Adds[strings.TrimSpace(from)] = strings.TrimSpace(to)
	return nil
}

// loadMoot reads "wish.tries : 1 wishes:": a slot of a kind, and values that say no more than nothing does.
func (b *builder) loadMoot(rest string) error {
	slot, values, ok := strings.Cut(rest, " : ")
	if !ok {
		return b.errorAt("moot wants a slot of a kind and values")
	}
	b.Moot[strings.TrimSpace(slot)] = strings.Split(strings.TrimSpace(values), "|")
	return nil
}

// loadJoint reads "fail cast": two kinds that are often asked in one line.
func (b *builder) loadJoint(rest string) error {
	fields := strings.Fields(rest)
	if len(fields) != 2 {
		return b.errorAt("joint wants two kinds")
	}
	for _, f := range fields {
		if k := b.byKind[f]; k == nil || k.Command == nil {
			return nil
		}
	}
	b.joints = append(b.joints, [2]string{fields[0], fields[1]})
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
