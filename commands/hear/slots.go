package hear

import (
	"maps"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// placed are what players call the places of armour, and whatever is worn there.
var placed = map[string]rules.Slot{
	"helmet": rules.Helmet, "helm": rules.Helmet, "hat": rules.Helmet, "gloves": rules.Gloves, "gauntlets": rules.Gloves,
	"boots": rules.Boots, "shoes": rules.Boots, "cloak": rules.Cloak, "shield": rules.Shield,
}

// places are the words of placed.
var places = wordSet(strings.Join(slices.Collect(maps.Keys(placed)), " "))

// besideRival are the words between two things that are compared.
var besideRival = wordSet(`or vs than and instead of a an the for with to into my over rather from out ` + contempt)

// inPlace reads the name of a place of armour as the one thing that the line says to be
// worn there: "gloves or no gloves? ... gauntlets of power". What is compared with that
// thing is another: "gloves vs gauntlets of power".
func inPlace(s *heard) *heard {
	return s.sweep(func(s *heard, i int) ([]word, int) {
		slot, ok := placed[s.words[i].text]
		if !ok || s.words[i].sign != 0 || slices.ContainsFunc(s.found, func(f found) bool { return f.from <= i && i < f.to && f.to > f.from+1 }) {
			return nil, 0
		}
		var worn *found
		several := false
		for k := range s.found {
			f := &s.found[k]
			if f.from <= i && i < f.to || !f.param.Gear {
				continue
			}
			if t, ok := f.value.(*commands.Term); ok {
				if w, ok := t.Value.(*rules.Worn); ok && w.Slot == slot && (f.to > f.from+1 || placed[s.words[f.from].text] != slot || s.words[f.from].sign != 0) {
					if worn != nil && worn.name != f.name {
						worn, several = nil, true
						break
					}
					worn = f
				}
			}
		}
		if several && i > 0 && (s.words[i-1].text == "which" || s.words[i-1].text == "what") { // "which helmet: cornuthaum or ..."
			return slices.Concat(s.words[:i], s.words[i+1:]), i
		}
		if worn == nil || worn.name == s.words[i].text || s.rivals(i, worn) {
			return nil, 0
		}
		var parts []word
		for k, part := range strings.Fields(worn.name) {
			parts = append(parts, word{raw: part, text: names.Fold(part), cut: k == 0 && s.words[i].cut, stop: k == 0 && s.words[i].stop})
		}
		parts[len(parts)-1].query = s.words[i].query
		return slices.Concat(s.words[:i], parts, s.words[i+1:]), i + len(parts)
	})
}

// rivals reports whether nothing but besideRival stands between word i and a name.
func (s *heard) rivals(i int, f *found) bool {
	from, to := i+1, f.from
	if f.to <= i {
		from, to = f.to, i
	}
	return !slices.ContainsFunc(s.words[from:to], func(w word) bool {
		return !w.in(besideRival) && !slices.Contains(bucWords, w.text) && strings.Trim(w.text, "+-0123456789") != ""
	}) && to > from
}

// idle drops what a command about a hero does not know, of which the grammar could take a
// part for something else: "amulet of reflection". The note says so.
func (s *heard) idle(cmd *commands.Command) (*heard, []commands.Note) {
	var words []word
	var notes []commands.Note
	end := 0 // of what was dropped last
	for _, f := range s.found {
		start := s.stackStart(f.from)
		if start < end || !f.param.Pile || f.param.Gear || f.short || !carried(f.name) || s.knownTo(cmd, &f) {
			continue
		}
		words = append(words, s.words[end:start]...)
		if end > 0 && start > end {
			words[len(words)-(start-end)].cut = true
		}
		end = f.to
		if note := (commands.Note{Kind: commands.Remarked, Text: "not counted: " + f.name}); !slices.Contains(notes, note) {
			notes = append(notes, note)
		}
	}
	if end == 0 {
		return s, nil
	}
	rest := behindMark(s.words[end:])
	return s.anew(append(words, rest...)), notes
}

// carried reports whether a thing is worn or carried by many who cast.
func carried(name string) bool {
	class, of, _ := strings.Cut(name, " ")
	switch class {
	case "amulet", "ring", "bag":
		return strings.HasPrefix(of, "of ")
	case "lenses", "blindfold", "towel", "luckstone", "loadstone":
		return of == ""
	}
	return false
}

// knownTo reports whether a command knows a thing by the name that was found, or another
// of the things that the same words name.
func (s *heard) knownTo(cmd *commands.Command, f *found) bool {
	key := names.Key(joinedText(s.words[f.from:f.to]))
	for _, p := range cmd.Params {
		switch p.Kind {
		case commands.KindFlag:
			if names.Key(p.Name) == key || slices.ContainsFunc(p.Words, func(w string) bool { return names.Key(w) == key }) {
				return true
			}
		case commands.KindName:
			for _, o := range s.found {
				if o.from == f.from && o.to == f.to {
					if o.param == p {
						return true
					}
					if _, ok := s.hearer.grammar.Find(cmd, s.set, p, o.name); ok {
						return true
					}
				}
			}
		}
	}
	return false
}
