package hear

import (
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// shortestCut is how many letters of a word must be typed where words of a name are
// cut short.
const shortestCut = 3

// keyLetters is how many letters of each word are in the key of a name.
const keyLetters = 2

// longestAbridged is how many words such a name may have.
const longestAbridged = 4

// beginnings is how the words of a name begin, as a key; empty where it has one word,
// too many, or words that are too short to be cut.
func beginnings(words []string) string {
	if len(words) < 2 || len(words) > longestAbridged {
		return ""
	}
	key := ""
	for _, w := range words {
		if len(w) < keyLetters || !plain(w) {
			return ""
		}
		key += w[:keyLetters]
	}
	return key
}

// abridged writes out names of several words of which some were cut short: "restore
// abil", "det mon", "tele away". What is a name or a word as it stands is none.
func (h *Hearer) abridged(words []word, set *rules.Set) []word {
	lex := h.lexicon(set)
	var key [longestAbridged * keyLetters]byte
	for i := 0; i+1 < len(words); i++ {
		if !lex.begun(words[i:]) {
			continue
		}
		for n := longestAbridged; n > 1; n-- {
			if i+n > len(words) || !mayCut(words[i:i+n], key[:0], lex.abridged) {
				continue
			}
			if name := lex.abridgement(words[i : i+n]); name != "" {
				w := words[i]
				w.raw, w.text, w.query = name, names.Fold(name), words[i+n-1].query
				whole := strings.Fields(name)
				var out []word
				for k, part := range whole {
					out = append(out, word{raw: part, text: names.Fold(part), cut: k == 0 && w.cut, query: k == len(whole)-1 && w.query, open: k == 0 && w.open})
				}
				words = slices.Concat(words[:i], out, words[i+n:])
				i += len(whole) - 1
				break
			}
		}
	}
	return words
}

// begun reports whether two words begin as the first two of such a name do.
func (x *lexicon) begun(words []word) bool {
	a, b := words[0].text, words[1].text
	return len(a) >= keyLetters && len(b) >= keyLetters && x.pairs[[2 * keyLetters]byte{a[0], a[1], b[0], b[1]}]
}

// mayCut reports whether some words begin as those of a name do. key is room for the key.
func mayCut(words []word, key []byte, abridged map[string][]string) bool {
	for k := range words {
		t := words[k].text
		if len(t) < keyLetters {
			return false
		}
		key = append(key, t[:keyLetters]...)
	}
	return abridged[string(key)] != nil
}

// abridgement is the one name that some words stand for, at least one of which is cut
// short; empty: there is none, or several.
func (x *lexicon) abridgement(words []word) string {
	var typed []string
	for k := range words {
		w := &words[k]
		if w.sign != 0 || w.status || k > 0 && w.cut || len(w.text) < keyLetters {
			return ""
		}
		typed = append(typed, w.text)
	}
	out := ""
	for _, name := range x.abridged[beginnings(typed)] {
		switch parts := strings.Fields(names.Fold(name)); {
		case len(parts) != len(typed) || !x.cutShort(words, parts):
		case out != "":
			return ""
		default:
			out = name
		}
	}
	if out == "" {
		return ""
	}
	key := strings.Join(names.Words(strings.Join(typed, " ")), "")
	if key == names.Key(out) || slices.ContainsFunc(x.index.Exact([]byte(key)), func(e *names.Entry) bool {
		return e.Name != out && !strings.HasSuffix(e.Name, " of "+out)
	}) {
		return "" // a name as it stands, if in the singular
	}
	return out
}

// cutShort reports whether words are those of a name, some of which are cut short. What
// is a word by itself is cut only beside one that is none ("rest abil"), before the rest
// of the name in full ("ench weapon"), or behind its beginning ("magic mapp"), or where a
// full stop says that it is ("res. ability").
func (x *lexicon) cutShort(typed []word, name []string) bool {
	cuts, nonsense, first, everyday := 0, false, -1, false
	for k, part := range name {
		switch t := typed[k].text; {
		case t == part:
		case len(t) >= len(part) || !strings.HasPrefix(part, t) || drops(t):
			return false
		default:
			if cuts++; first < 0 {
				first = k
			}
			everyday = everyday || names.Everyday(t) || len(t) < shortestCut
			nonsense = nonsense || typed[k].dot || !x.words.known[t] && !names.Everyday(t)
		}
	}
	nonsense = nonsense || cuts == len(name) && !everyday // "conf mon"
	for k, part := range name {
		t := typed[k].text
		short := t != part
		switch {
		case short && len(t) < shortestCut && !(cuts == 1 && k == len(name)-1 && k > 0 && nonsense): // "cure bl"
			return false
		case short && !nonsense && !(k == 0 && cuts == 1 && len(t) > shortestCut) && !(k > 0 && (len(t) > shortestCut || first < k)):
			return false
		}
	}
	return cuts > 0
}
