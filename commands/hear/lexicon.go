package hear

import (
	"maps"
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// index is every name that any command's cues ask for, under a version.
func (h *Hearer) index(set *rules.Set) *names.Index { return h.lexicon(set).index }

// lexicon is what a version's names are made of.
type lexicon struct {
	index    *names.Index
	words    *dictionary
	abridged map[string][]string           // the names of several words, by how each of these begins
	pairs    map[[2 * keyLetters]byte]bool // how the first two of these begin
	spells   []string                      // folded
}

func (h *Hearer) lexicon(set *rules.Set) *lexicon {
	if x, ok := h.lexicons.Load(set.Name); ok {
		return x.(*lexicon)
	}
	x, d := names.NewIndex(), newDictionary()
	abridged := map[string][]string{}
	var spells []string
	for i, p := range h.params {
		add := func(name string, value any, others ...string) {
			e := &names.Entry{Kind: names.Kind(i), Name: name, Value: value}
			if x.Whole(e, others...); h.ended[p] {
				x.Ends(e)
			}
		}
		for _, c := range p.Choices {
			add(c, c, p.Spellings(c)...)
			d.add(c)
		}
		if p.Vocabulary == nil {
			continue
		}
		terms := p.Vocabulary(set)
		for k := range terms {
			t := &terms[k]
			d.add(t.Name)
			for _, a := range t.Aliases {
				d.add(a)
			}
			if t.Name == "corpse" || p.Pile && strings.HasSuffix(t.Name, "corpse") {
				continue // a corpse is a question about its monster
			}
			add(t.Name, t, t.Aliases...)
			if p.Sign == '+' && !p.Pile && !slices.Contains(spells, names.Fold(t.Name)) {
				spells = append(spells, names.Fold(t.Name))
			}
			shorts := []string{t.Name}
			if _, of, ok := strings.Cut(t.Name, " of "); ok { // "scrolls of ench weapon"
				shorts = append(shorts, of)
			}
			for _, name := range shorts {
				if key := beginnings(strings.Fields(names.Fold(name))); key != "" && !slices.Contains(abridged[key], name) {
					abridged[key] = append(abridged[key], name)
				}
			}
		}
	}
	for phrase := range h.cues {
		d.add(phrase)
	}
	d.add(moreWords)
	for number := range spelt {
		d.add(number)
	}
	learnCommon()
	learn(maps.Keys(d.listed))
	pairs := make(map[[2 * keyLetters]byte]bool, len(abridged))
	for key := range abridged {
		pairs[[2 * keyLetters]byte([]byte(key))] = true
	}
	kept, _ := h.lexicons.LoadOrStore(set.Name, &lexicon{x, d, abridged, pairs, spells})
	return kept.(*lexicon)
}
