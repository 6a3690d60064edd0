package names

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"sync"

	edlib "github.com/hbollon/go-edlib"
)

// Kind is the vocabulary that an entry belongs to. If a name belongs to several,
// the entry with the lowest kind comes first.
type Kind uint8

// Entry is one thing that can be found by name. Several names (aliases) may lead
// to it; Name is the one to show.
type Entry struct {
	Kind  Kind
	Name  string
	Value any
}

// Index finds entries by name. Once it is built with Add, it may be read by many
// goroutines at a time.
type Index struct {
	exact   map[string][]*Entry // by the squeezed stems of a whole name or alias
	tails   map[string][]*Entry // by the squeezed stems of a name's last words
	spelled []spelling          // every name and alias, for typos and completion
	long    [][]int32           // which of these have so many bytes
	longest int                 // words in the longest name
	reach   reach               // of the keys of exact
	ends    reach               // of those of tails
}

// reach is how long the keys of a map are.
type reach struct {
	longest [reaches]uint16 // bytes of the longest key among those that begin alike
	short   int             // bytes of the longest key that is too short to tell
}

func (r *reach) add(key string) {
	if len(key) < 3 {
		r.short = max(r.short, len(key))
	} else if at := &r.longest[beginning(key)]; len(key) > int(*at) {
		*at = uint16(len(key))
	}
}

func (r *reach) of(squeezed []byte) int {
	if len(squeezed) < 3 {
		return r.short
	}
	return max(int(r.longest[beginning(squeezed)]), r.short)
}

// reaches is how many beginnings of keys are told apart.
const reaches = 1 << 12

// beginning returns the position of a key of at least three bytes in a reach.
func beginning[T string | []byte](key T) int {
	return (int(key[0])<<6 ^ int(key[1])<<3 ^ int(key[2])) & (reaches - 1)
}

type spelling struct {
	text  string // folded, as it would be typed
	entry *Entry
	alias bool

	letters uint32 // the set of them
	bag     *bag
}

// letters returns the set of letters that a text is made of. A typo adds one to it at most,
// and takes one out of it at most.
func letters(text string) (set uint32) {
	for _, r := range text {
		set |= 1 << (r & 31)
	}
	return set
}

// farther reports whether two sets of letters are more typos apart than limit.
func farther(a, b uint32, limit int) bool {
	return bits.OnesCount32(a&^b) > limit || bits.OnesCount32(b&^a) > limit
}

// bag is how many there are of each letter in a text.
type bag [32]uint8

func bagOf(text string) *bag {
	var b bag
	for _, r := range text {
		b[r&31]++
	}
	return &b
}

// farther reports whether two bags are more typos apart than limit: swapped letters
// change none, and every other typo one letter of each.
func (b *bag) farther(o *bag, limit int) bool {
	more, less := 0, 0
	for i := range b {
		if d := int(b[i]) - int(o[i]); d > 0 {
			more += d
		} else {
			less -= d
		}
	}
	return more > limit || less > limit
}

// NewIndex returns an empty Index.
func NewIndex() *Index {
	return &Index{exact: map[string][]*Entry{}, tails: map[string][]*Entry{}}
}

// Add makes an entry findable under its Name and the aliases.
func (x *Index) Add(e *Entry, aliases ...string) {
	x.add(e, e.Name, false)
	for _, a := range aliases {
		x.add(e, a, true)
	}
	x.Ends(e)
}

// add makes an entry findable under one of its names.
func (x *Index) add(e *Entry, name string, alias bool) {
	n := read(name)
	x.whole(e, n)
	if len(n.words) > 0 {
		for len(x.long) <= len(n.folded) {
			x.long = append(x.long, nil)
		}
		x.long[len(n.folded)] = append(x.long[len(n.folded)], int32(len(x.spelled)))
		x.spelled = append(x.spelled, spelling{n.folded, e, alias, n.letters, n.bag})
	}
}

// Grow makes room for n names.
func (x *Index) Grow(names int) {
	if len(x.exact) == 0 {
		x.exact, x.tails = make(map[string][]*Entry, names), make(map[string][]*Entry, names/2)
	}
	x.spelled = slices.Grow(x.spelled, names)
}

func (x *Index) whole(e *Entry, n *name) {
	if len(n.words) == 0 {
		return
	}
	x.longest = max(x.longest, len(n.words))
	insert(x.exact, n.key, e, nil)
	x.reach.add(n.key)
}

// Reach returns how many bytes of a text without spaces can be a key of Exact that
// begins as the text does; 0: none begins so.
func (x *Index) Reach(squeezed []byte) int { return x.reach.of(squeezed) }

// anyMonster ends names, but alone it means any of them: a monster that flees is no rust monster.
const anyMonster = "monster"

// Ends makes an entry findable by Tail. An alias is short already.
func (x *Index) Ends(e *Entry) {
	n := read(e.Name)
	if len(n.words) > 0 && (n.words[0] == "random" || n.words[0] == "no") {
		return // "scrolls" alone are not random ones, and a "message" is not none
	}
	tail := n.key
	for i := 1; i < len(n.words); i++ {
		if tail = tail[len(n.words[i-1]):]; n.words[i] != "of" && tail != anyMonster {
			x.ends.add(tail)
			insert(x.tails, tail, e, func(a, b *Entry) bool {
				return strings.Count(a.Name, " ") > strings.Count(b.Name, " ") // "gray dragon" before "baby gray dragon"
			})
		}
	}
}

// insert adds an entry to those of a key, which are in the order of their kinds,
// and of one kind those that come after others, if after is not nil, behind them.
func insert(m map[string][]*Entry, key string, e *Entry, after func(a, b *Entry) bool) {
	list := m[key]
	if slices.Contains(list, e) {
		return
	}
	at := len(list)
	for at > 0 && (list[at-1].Kind > e.Kind || list[at-1].Kind == e.Kind && after != nil && after(list[at-1], e)) {
		at--
	}
	m[key] = slices.Insert(list, at, e)
}

// name is a name of a vocabulary, read once: the same names stand in the
// vocabularies of many commands.
type name struct {
	words   []string // stems, as Words has them
	key     string   // the same, squeezed
	folded  string
	letters uint32
	bag     *bag
}

// known keeps the names that were read.
var known = struct {
	sync.RWMutex
	names map[string]*name
}{names: map[string]*name{}}

// read reads a vocabulary's name, of which there is a limited number. The result is
// shared.
func read(text string) *name {
	known.RLock()
	n := known.names[text]
	known.RUnlock()
	if n == nil {
		words, folded := signed(text), Fold(text)
		n = &name{words, strings.Join(words, ""), folded, letters(folded), bagOf(folded)}
		known.Lock()
		known.names[text] = n
		known.Unlock()
	}
	return n
}

// signed is like Words, for a name in which "@" may be a word.
func signed(text string) []string {
	if !strings.Contains(text, "@") {
		return Words(text)
	}
	var out []string
	for f := range strings.FieldsSeq(text) {
		if f == "@" {
			out = append(out, f)
		} else {
			out = append(out, Words(f)...)
		}
	}
	return out
}

// Key returns a name of a vocabulary as Exact and Tail spell it. It keeps what it
// was asked: use it for no other text.
func Key(name string) string { return read(name).key }

// Stems returns the Words of a vocabulary's name. The result is shared and must not be
// modified. Results are cached for ever, so do not use it for any other text.
func Stems(name string) []string { return read(name).words }

// Longest returns the number of words in the longest name.
func (x *Index) Longest() int { return x.longest }

// Exact returns the entries whose whole name or alias has these stems, written
// without spaces; those of the lowest kind come first. The result is shared and
// must not be modified.
func (x *Index) Exact(squeezed []byte) []*Entry { return x.exact[string(squeezed)] }

// Tail returns the entries whose name ends with words that have these stems,
// written without spaces; of one kind, names of few words come first. The result
// is shared and must not be modified.
func (x *Index) Tail(squeezed []byte) []*Entry { return x.tails[string(squeezed)] }

// GuessWithin returns how many typos a name of n bytes may have and still be guessed,
// if exactly one name is that near: one typo in six letters. Nearly all names
// differ from each other by more than that.
func GuessWithin(n int) int { return max(1, n/6) }

// SuggestWithin returns how many typos a name of n bytes may have for the real name
// to be suggested.
func SuggestWithin(n int) int { return 1 + n/5 }

// Near is an entry and the number of typos between its name and what was typed.
// A typo is a letter that is missing, added or wrong, or two that are swapped.
type Near struct {
	*Entry
	Typos int
	Text  string // the spelling that is near, folded
	alias bool   // Text is no name in full
}

// Nearest returns the entries nearest to text within SuggestWithin typos,
// nearest first, and at most max of them. A nil accept accepts every entry.
func (x *Index) Nearest(text string, max int, accept func(*Entry) bool) []Near {
	text = Fold(text)
	out := x.within(SuggestWithin(len(text)), text, accept)
	return out[:min(len(out), max)]
}

// Guesses returns the entries that a misspelt text may mean: those within GuessWithin
// typos of it, nearest first, at most max.
func (x *Index) Guesses(text string, max int) []Near {
	text = Fold(text)
	out := x.within(min(GuessWithin(len(text)), SuggestWithin(len(text))), text, nil)
	return out[:min(len(out), max)]
}

// within returns the entries within so many typos of a folded text, nearest first.
func (x *Index) within(limit int, text string, accept func(*Entry) bool) (out []Near) {
	mine, bag := letters(text), bagOf(text)
	var near []int32 // those of about as many and about the same letters
	for n := max(0, len(text)-limit); n <= len(text)+limit && n < len(x.long); n++ {
		for _, i := range x.long[n] {
			if !farther(mine, x.spelled[i].letters, limit) {
				near = append(near, i)
			}
		}
	}
	slices.Sort(near) // what was added first comes first
	for _, i := range near {
		s := &x.spelled[i]
		if len(s.text) <= 3 && s.alias {
			continue // any three letters are near to such an alias
		}
		if accept != nil && !accept(s.entry) {
			continue
		}
		if bag.farther(s.bag, limit) {
			continue
		}
		d := edlib.OSADamerauLevenshteinDistance(text, s.text)
		if d > limit {
			continue
		}
		if i := slices.IndexFunc(out, func(n Near) bool { return n.Entry == s.entry }); i < 0 {
			out = append(out, Near{s.entry, d, s.text, s.alias})
		} else if d < out[i].Typos {
			out[i].Typos, out[i].Text, out[i].alias = d, s.text, s.alias
		}
	}
	slices.SortStableFunc(out, func(a, b Near) int { return cmp.Compare(a.Typos, b.Typos) })
	return out
}

// shortText is how long a text must be for a typo in its first letter.
const shortText = 6

// Guess returns the entry that text must have meant: the only nearest one, if it
// is within GuessWithin typos. Texts of three letters or fewer are not guessed.
func (x *Index) Guess(text string, accept func(*Entry) bool) (*Entry, bool) {
	if len(text) < 4 {
		return nil, false // any three letters are near to some name
	}
	limit, folded := GuessWithin(len(text)), Fold(text)
	near := x.within(min(limit, SuggestWithin(len(folded))), folded, accept)
	if len(near) == 0 || len(near) > 1 && near[1].Typos == near[0].Typos {
		return nil, false
	}
	if text = folded; len(text) < shortText && near[0].Text[0] != text[0] {
		return nil, false // a short word with another beginning is another word
	}
	if n := near[0]; n.alias && len(n.Text) <= 4 && n.Typos > 0 && letters(n.Text) != letters(text) {
		return nil, false // initials with another letter are those of something else
	}
	return near[0].Entry, true
}

// Complete returns at most max entries: first those whose name begins with
// prefix, then those whose name has a word that does, then those with an alias
// that does, each group in the order in which they were added.
func (x *Index) Complete(prefix string, max int, accept func(*Entry) bool) []*Entry {
	prefix = Fold(prefix)
	within, mine := " "+prefix, letters(prefix)
	var groups [3][]*Entry
	for i := range x.spelled {
		s, group := &x.spelled[i], -1
		if mine&^s.letters != 0 {
			continue
		}
		switch {
		case !s.alias && strings.HasPrefix(s.text, prefix):
			group = 0
		case !s.alias && strings.Contains(s.text, within):
			group = 1
		case s.alias && strings.HasPrefix(s.text, prefix):
			group = 2
		}
		if group >= 0 && (accept == nil || accept(s.entry)) {
			groups[group] = append(groups[group], s.entry)
		}
	}
	var out []*Entry
	for _, g := range groups {
		for _, e := range g {
			if len(out) < max && !slices.Contains(out, e) {
				out = append(out, e)
			}
		}
	}
	return out
}
