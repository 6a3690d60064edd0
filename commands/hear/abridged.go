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
		if len(w) < shortestCut || !plain(w) {
			return ""
		}
		key += w[:shortestCut]
	}
	return key
}

// abridged writes out names of several words of which some were cut short: "restore
// abil", "det mon", "tele away". What is a name or a word as it stands is none.
func (h *Hearer) abridged(words []word, set *rules.Set) []word {
	lex := h.lexicon(set)
	var key [longestAbridged * shortestCut]byte
	for i := 0; i+1 < len(words); i++ {
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

// mayCut reports whether some words begin as those of a name do. key is room for the key.
func mayCut(words []word, key []byte, abridged map[string][]string) bool {
	for k := range words {
		t := words[k].text
		if len(t) < shortestCut {
			return false
		}
		key = append(key, t[:shortestCut]...)
	}
	return abridged[string(key)] != nil
}

// abridgement is the one name that some words stand for, at least one of which is cut
// short; empty: there is none, or several.
func (x *lexicon) abridgement(words []word) string {
	var typed []string
	cutShort := false
	for k := range words {
		w := &words[k]
		if w.sign != 0 || w.status || k > 0 && w.cut || len(w.text) < shortestCut {
			return ""
		}
		typed = append(typed, w.text)
	}
	out := ""
	for _, name := range x.abridged[beginnings(typed)] {
		parts := strings.Fields(names.Fold(name))
		if len(parts) != len(typed) {
			continue
		}
		fits := true
		whole := len(typed[0]) > shortestCut && slices.Equal(parts[1:], typed[1:]) // "ench weapon"
		for k, part := range parts {
			short := len(typed[k]) < len(part) && strings.HasPrefix(part, typed[k]) && !drops(typed[k])
			cutShort = cutShort || short
			fits = fits && (short && (!x.words.known[typed[k]] && !names.Everyday(typed[k]) || k == 0 && whole || k > 0 && (len(typed[k]) > shortestCut || cutShort)) || typed[k] == part)
		}
		switch {
		case !fits:
		case out != "":
			return ""
		default:
			out = name
		}
	}
	if !cutShort || slices.ContainsFunc(x.index.Exact([]byte(strings.Join(names.Words(strings.Join(typed, " ")), ""))), func(e *names.Entry) bool {
		return e.Name != out && !strings.HasSuffix(e.Name, " of "+out)
	}) {
		return ""
	}
	return out
}
