package hear

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// halfNamed is the problem of a line that is the end of several names and
// nothing else: "dragon", "light". nil: it is not.
func (h *Hearer) halfNamed(s *heard, set *rules.Set) error {
	key, said := "", ""
	for i := range s.words {
		if w := &s.words[i]; w.sign != 0 {
			return nil
		} else if !w.drops() || s.isName(i) {
			key += strings.Join(names.Words(w.text), "")
			said = strings.TrimSpace(said + " " + w.raw)
		}
	}
	if len(key) < 3 || len(s.words) > 3 || anyIn(s.words, interjections) {
		return nil
	}
	var hints, could []string
	for _, e := range h.index(set).Tail([]byte(key)) {
		for _, cmd := range h.commands {
			if slices.ContainsFunc(cmd.Cues, func(c commands.Cue) bool {
				return c.Shape == commands.AloneShape && slices.Contains(c.Names, h.params[e.Kind])
			}) && len(hints) < mostOffered {
				hints = append(hints, cmd.Path()+" "+e.Name)
				could = append(could, e.Name)
			}
		}
	}
	if len(hints) == 0 {
		return nil
	}
	return problem.New(fmt.Sprintf("%q could be %s: say which.", said, commands.Or(could)), hints...)
}

// mostOffered is how many things a refusal names.
const mostOffered = 6

// mostFilled bounds how many names are tried in place of words, and longestFilled
// how many words a line may have for that.
const (
	mostFilled    = 12
	longestFilled = 20
)

// family is the problem of a question that would be understood if a word in it
// were not what several names end in: "to hit a dragon with a long sword". It
// offers the whole question with each of them. nil: there is none.
func (h *Hearer) family(s *heard, in *sentence) error {
	if !s.shape[commands.AskShape] && !s.shape[commands.NumberShape] || len(in.notes) > 1 || len(s.words) > longestFilled {
		return nil
	}
	var tried []string
	for i := range s.words {
		w := &s.words[i]
		key := strings.Join(names.Words(w.text), "")
		if w.sign != 0 || w.status || len(key) < 3 || s.isName(i) || w.drops() || classWords.has(key) {
			continue
		}
		at := strings.Index(in.line, w.raw)
		if at < 0 {
			continue
		}
		var could, hints []string
		for _, e := range h.index(in.set).Tail([]byte(key)) {
			if slices.Contains(tried, e.Name) || len(tried) >= mostFilled || len(hints) >= mostOffered {
				continue
			}
			tried = append(tried, e.Name)
			line := in.line[:at] + e.Name + in.line[at+len(w.raw):]
			if q, err := h.read(in.budget, line, in.fallback, nil, true); err == nil && q != nil && len(q.Unused) == 0 && len(q.Calls) == 1 && !slices.Contains(hints, q.Calls[0].Line()) {
				could, hints = append(could, e.Name), append(hints, q.Calls[0].Line())
			}
		}
		if len(hints) > 1 {
			return problem.New(fmt.Sprintf("%q could be %s: say which.", w.raw, commands.Or(could)), hints...)
		}
	}
	return nil
}

// bareStack is the problem of a pile of which only the class is said: "will 20 scrolls
// make a golem". It offers random things of the class. nil: the line has none.
func (h *Hearer) bareStack(s *heard, in *sentence) error {
	if len(s.words) > longestFilled || s.shape[commands.SourceShape] || slices.ContainsFunc(s.found, func(f found) bool { return f.short }) {
		return nil // something else is named to polymorph
	}
	for i := range s.words {
		w := &s.words[i]
		class := w.stem()
		at := strings.Index(in.line, w.raw)
		named := slices.ContainsFunc(s.found, func(f found) bool { return f.param.Pile && f.from <= i && i < f.to })
		if !classWords.has(class) || w.sign != 0 || named || at < 0 {
			continue
		}
		line := in.line[:at] + "random " + in.line[at:]
		if q, err := h.read(in.budget, line, in.fallback, nil, true); err == nil && q != nil && q.Command.Pile() != nil && len(q.Unused) == 0 && len(q.Calls) == 1 {
			return problem.New(fmt.Sprintf("%q could be any %s: say which, or say random %s.", w.raw, class, w.raw), q.Calls[0].Line())
		}
	}
	return nil
}

// classWords are classes of things, of which no one thing is meant.
var classWords = wordSet(`scroll potion wand ring amulet spellbook weapon armor tool gem`)
