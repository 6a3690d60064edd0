package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/rules"
)

// found is a name in a line.
type found struct {
	param    *commands.Param
	name     string
	value    any
	from, to int  // words
	short    bool // its last words were typed
}

// heard is all that speaks in a line.
type heard struct {
	line  string
	set   *rules.Set
	words []word
	found []found
	sides []sided // of found, as far as looked at
	shape [commands.Shapes]bool

	numbers []saidNumber // those that were asked for

	hearer *Hearer
	budget *budget.Budget  // of the line
	spoken []*commands.Cue // those of which a phrase stands in the line
}

// names reports whether a parameter is named.
func (s *heard) names(p *commands.Param) bool {
	for k := range s.found {
		if s.found[k].param == p {
			return true
		}
	}
	return false
}

// namesOther reports whether a parameter is named by what is no role's name: beside
// other names a wizard is the hero.
func (s *heard) namesOther(p *commands.Param) bool {
	return slices.ContainsFunc(s.found, func(f found) bool { return f.param == p && !s.isRoleAt(&f) })
}

// saidNumber is whether a number was said.
type saidNumber struct {
	name string
	said bool
}

// number reports whether a number was said. Many cues ask for the same one.
func (s *heard) number(name string) bool {
	if !s.shape[commands.NumberShape] {
		return false
	}
	for i := range s.numbers {
		if s.numbers[i].name == name {
			return s.numbers[i].said
		}
	}
	if s.numbers == nil {
		s.numbers = make([]saidNumber, 0, 16)
	}
	said := s.numbered(name)
	s.numbers = append(s.numbers, saidNumber{name, said})
	return said
}

// numbered is number, found out in the words.
func (s *heard) numbered(name string) bool {
	for i := range s.words {
		w := &s.words[i]
		rest, ok := strings.CutPrefix(w.text, name)
		if !ok && w.keyword() == name {
			rest, ok = "", true
		}
		if w.status || !ok {
			continue
		}
		if rest == "" && i+1 < len(s.words) {
			rest = s.words[i+1].text
		}
		if isNumber(strings.ReplaceAll(strings.TrimLeft(rest, ":="), "-", "")) {
			return true
		}
	}
	return false
}

// scores are how strongly a line speaks for each of the commands.
func (s *heard) scores() []int {
	out := make([]int, len(s.hearer.commands))
	count := func(list []*commands.Cue) {
		for _, c := range list {
			if s.speaks(c) {
				out[s.hearer.owner[c]] += c.Weight
			}
		}
	}
	count(s.hearer.wordless[nil])
	for k := range s.found {
		p := s.found[k].param
		if !slices.ContainsFunc(s.found[:k], func(f found) bool { return f.param == p }) {
			count(s.hearer.wordless[p])
		}
	}
	count(s.spoken)
	return out
}

// speaks reports whether all that a cue asks for besides its words is there.
func (s *heard) speaks(c *commands.Cue) bool {
	if c.Shape != commands.NoShape && !s.shape[c.Shape] {
		return false
	}
	for _, p := range c.Names {
		if !s.names(p) || len(c.Names) > 1 && p.Titled == nil && !s.namesOther(p) {
			return false
		}
	}
	for _, p := range c.Without {
		if s.names(p) {
			return false
		}
	}
	for _, n := range c.Numbers {
		if !s.number(n) {
			return false
		}
	}
	return true
}

// say notes that a phrase stands in the line.
func (s *heard) say(phrase string) {
	for _, c := range s.hearer.cues[phrase] {
		if !slices.Contains(s.spoken, c) {
			s.spoken = append(s.spoken, c)
		}
	}
}

// phrases finds which of the cues' phrases stand in the words. What a longer
// name goes on with is none: "charm monster" asks about no monster.
func (h *Hearer) phrases(s *heard) {
	name := make([]extent, len(s.words)) // of several words that word i is part of
	for k := range s.found {
		f := &s.found[k]
		for i := f.from; i < f.to && f.to-f.from > 1; i++ {
			name[i] = extent{f.from, f.to}
		}
	}
	text := make([]byte, 0, 64)
	for i := range s.words {
		text = text[:0]
		for j, most := i, 1; j < len(s.words) && j < i+most; j++ {
			if j > i {
				text = append(text, ' ')
			}
			if text = append(text, strings.ReplaceAll(s.words[j].text, "'", "")...); j == i {
				if most = h.phrased[string(text)]; most == 0 {
					break
				}
			}
			if i > name[i].from && j < name[i].to {
				continue
			}
			if h.cues[string(text)] != nil {
				s.say(string(text))
			}
		}
	}
}
