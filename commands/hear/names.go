package hear

import (
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// names finds the names in the words, the longest first; where one spelling
// names several kinds of things, all of them. ends says that the last words of a name
// will do where no other is named in full.
func (h *Hearer) names(words []word, set *rules.Set, ends bool) []found {
	x := h.index(set)
	room := naming.Get().(*namingRoom)
	defer naming.Put(room)
	keys := room.keys[:0]
	for i := range words {
		key := ""
		if words[i].sign == 0 {
			key = words[i].is().key
		}
		keys = append(keys, key)
	}
	room.keys = keys
	key := room.key[:0]
	class := oneClass(words)
	for i := range words { // which every class calls otherwise than players do
		if words[i].text == "teleport" && words[i].sign == 0 && (class == "scroll" || class == "wand" || class == "ring") && !(i+1 < len(words) && (words[i+1].text == "away" || words[i+1].text == "control")) {
			keys[i] = keyOf("teleportation")
		}
	}
	room.squeeze()
	all := room.all[:0]
	for i := range words {
		if words[i].sign != 0 {
			for _, e := range x.Exact([]byte(strings.Join(names.Words(words[i].text), ""))) {
				all = append(all, found{h.params[e.Kind], e.Name, e.Value, i, i + 1, false})
			}
			all = append(all, h.signed(x, words[i].sign, words[i].short(), i, i+1)...)
			continue
		}
		key = key[:0]
		rest := room.line[room.at[i]:]
		most := max(x.Reach(rest), x.TailReach(rest))
		small := words[i].drops()
		allSmall := true
		for j := i; j < len(words) && j < i+x.Longest() && words[j].sign == 0; j++ {
			if j > i && words[j].cut {
				break
			}
			if key = append(key, keys[j]...); len(key) > most {
				break // no name goes on so
			}
			if j == i && (len(key) < 2 || words[i].text == "deaths" || small && !h.spoken[string(key)] && !acronym(words[i].raw)) && len(words) > 1 {
				continue
			}
			if allSmall = allSmall && words[j].drops(); allSmall && j > i && len(key) <= longestInitials { // "so i", no scroll of identify
				continue
			}
			exact := x.Exact(key)
			if j == i && words[i].text == "nothing" && nothingAtAll(words, i) {
				continue
			}
			for _, e := range exact {
				if strings.HasPrefix(e.Name, "random ") && h.params[e.Kind].Pile && !speaksOfRandom(words, i, j+1) {
					continue
				}
				all = append(all, found{h.params[e.Kind], e.Name, e.Value, i, j + 1, false})
				if of, ok := strings.CutPrefix(e.Name, "spellbook of "); ok {
					all = append(all, h.signed(x, '+', of, i, j+1)...)
				}
			}
			if len(key) > 4 && !article(words[i].text) && !(j == i && (small || words[i].keyword() != "" || words[i].in(zapping) && !(i > 0 && words[i-1].text == "of") || (words[i].text == "nothing" || words[i].text == "turning") && class != "wand" || words[i].stem() == "change" && (class != "amulet" || changes(words, i)))) { // "genocide" is one thing's last word
				e := onlyPile(ofClass(x.Tail(key), class), h.params)
				whole := slices.ContainsFunc(exact, func(other *names.Entry) bool {
					return h.params[other.Kind].Pile && names.Key(other.Name) == string(key)
				}) // chain mail, not the orcish
				if e != nil && !whole && (class != "" && strings.HasPrefix(e.Name, class+" of ") || !slices.ContainsFunc(exact, func(other *names.Entry) bool { return !strings.HasSuffix(e.Name, other.Name) })) {
					same := []*names.Entry{e}
					if ends {
						same = x.Exact([]byte(names.Key(e.Name)))
					}
					for _, e := range same {
						all = append(all, found{h.params[e.Kind], e.Name, e.Value, i, j + 1, true})
					}
				}
			}
		}
	}
	room.all, room.key = all, key
	slices.SortStableFunc(all, func(a, b found) int {
		if n := (b.to - b.from) - (a.to - a.from); n != 0 || a.param.Gear == b.param.Gear || a.from == b.from {
			return n
		}
		if a.param.Gear { // "protection ring mail"
			return -1
		}
		return 1
	})
	taken := append(room.taken[:0], make([]extent, len(words))...) // by word, the name that took it
	room.taken = taken
	free := func(f *found) bool {
		for i := f.from; i < f.to; i++ {
			if t := taken[i]; t.to != 0 && t != (extent{f.from, f.to}) {
				return false
			}
		}
		return true
	}
	n := 0
	for k := range all {
		f := &all[k]
		if !free(f) {
			continue
		}
		for i := f.from; i < f.to; i++ {
			taken[i] = extent{f.from, f.to}
		}
		all[n] = *f
		n++
	}
	out := slices.Clone(all[:n])
	// The end of a name means the thing only beside others that are whole.
	if !ends && !slices.ContainsFunc(out, func(f found) bool { return f.param.Pile && !f.short }) {
		out = slices.DeleteFunc(out, func(f found) bool { return f.short })
	}
	slices.SortStableFunc(out, func(a, b found) int { return a.from - b.from })
	return out
}

// changes reports whether the "change" at word i is what somebody asks that a thing does:
// "would my amulet change".
func changes(words []word, i int) bool {
	if i == 0 || words[i].cut || i+1 < len(words) && !words[i+1].cut && !words[i+1].in(wayBehind) && words[i+1].text != "into" && words[i+1].text != "back" {
		return false
	}
	t := words[i-1].text
	return words[0].in(asksChange) && t != "of" && t != "for" && t != "from" && !words[i-1].in(joiners) && words[i-1].count() == 0
}

// asksChange are words that begin a question about what happens.
var asksChange = wordSet(`would will does do can could if`)

// longestInitials is how many letters an abbreviation has that words that say nothing may
// spell.
const longestInitials = 4

// namingRoom is what names works in, which nothing keeps.
type namingRoom struct {
	keys  []string // of the words
	line  []byte   // these without spaces
	at    []int    // where in line each of them begins
	key   []byte
	all   []found
	taken []extent
}

// squeeze writes the keys into one line.
func (r *namingRoom) squeeze() {
	r.line, r.at = r.line[:0], r.at[:0]
	for _, key := range r.keys {
		r.at = append(r.at, len(r.line))
		r.line = append(r.line, key...)
	}
}

// extent is from which word to which a name goes.
type extent struct{ from, to int }

var naming = sync.Pool{New: func() any { return new(namingRoom) }}

// nothingAtAll reports whether the "nothing" at word i is no wand: "nothing happens", "the
// chance that nothing breaks".
func nothingAtAll(words []word, i int) bool {
	if i > 0 && (slices.Contains(chanceWords, words[i-1].text) || words[i-1].text == "that" || words[i-1].text == "me" || words[i-1].text == "us") {
		return true
	}
	return i+1 < len(words) && !words[i+1].cut && words[i+1].in(happens)
}

// happens are words behind a "nothing" that is no thing.
var happens = wordSet(`happens happen happened goes went bad blows explodes breaks fails else at works dies survives`)

// keyOf is what a word contributes to the key of a name.
func keyOf(text string) string {
	if plain(text) {
		return names.Stem(text)
	}
	return strings.Join(names.Words(text), "")
}

// signKeys are the keys of what stands behind "of" in names: a gold spellbook may be any of
// forty, for each command that takes it.
var signKeys sync.Map

// signed finds what a class sign names for the parameters that have the sign.
func (h *Hearer) signed(x *names.Index, sign rune, short string, from, to int) (out []found) {
	key, known := signKeys.Load(short)
	if !known {
		key, _ = signKeys.LoadOrStore(short, []byte(strings.Join(names.Words(short), "")))
	}
	for _, e := range x.Exact(key.([]byte)) {
		if h.params[e.Kind].Sign == sign {
			out = append(out, found{h.params[e.Kind], e.Name, e.Value, from, to, false})
		}
	}
	return out
}

// oneClass is the class of things that a line speaks of; empty: none, or
// several.
func oneClass(words []word) (class string) {
	for i := range words {
		var c string
		if words[i].sign != 0 {
			if strings.HasSuffix(words[i].text, " polymorph") {
				continue // what polymorphs them
			}
			c = shorthand.Class(words[i].sign)
		} else if c = words[i].stem(); !words[i].stemIn(classWords) {
			continue
		}
		if class != "" && class != c {
			return ""
		}
		class = c
	}
	return class
}

// ofClass are the entries of one class, if there are any: among wands "death" is
// the wand.
func ofClass(entries []*names.Entry, class string) []*names.Entry {
	if class == "" || len(entries) < 2 {
		return entries
	}
	var out []*names.Entry
	for _, e := range entries {
		if strings.HasPrefix(e.Name, class+" of ") {
			out = append(out, e)
		}
	}
	if len(out) == 0 {
		return entries
	}
	return out
}

// onlyPile is the one of entries that can be in a pile; nil if there are others.
func onlyPile(entries []*names.Entry, params []*commands.Param) *names.Entry {
	var out *names.Entry
	for _, e := range entries {
		if params[e.Kind].Pile && params[e.Kind].Means != nil {
			if out != nil && out.Name != e.Name {
				return nil
			}
			out = e
		}
	}
	return out
}
