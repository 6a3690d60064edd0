package wiki

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	edlib "github.com/hbollon/go-edlib"

	"delphi/engine/names"
	"delphi/engine/passage"
	"delphi/storage"
)

// wikiTitles finds titles by their beginning and by typos. It is made from a
// wiki's titles when it is first needed, once for each generation.
type wikiTitles struct {
	generation string
	titles     []string
	folded     []string
	letters    []bag
	byStem     map[string][]int32 // the titles that have a word with this stem
	stems      [][]string         // of each title, without what is in brackets
}

// bag counts a title's letters and digits. What two bags differ by is the
// least that parts the titles, and cheap to know.
type bag [32]uint8

func bagOf(s string) (b bag) {
	for i := 0; i < len(s); i++ {
		b[s[i]&31]++
	}
	return b
}

// apart returns how many typos part two texts of these bags at least.
func (b *bag) apart(c *bag) int {
	more, less := 0, 0
	for i := range b {
		if d := int(b[i]) - int(c[i]); d > 0 {
			more += d
		} else {
			less -= d
		}
	}
	return max(more, less)
}

// wikiTitlesCache keeps the titles of the generation asked last.
type wikiTitlesCache struct {
	mu   sync.Mutex
	held *wikiTitles
}

func (c *wikiTitlesCache) of(v storage.WikiView) (*wikiTitles, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if g := v.Info().Generation; c.held == nil || c.held.generation != g {
		titles, err := v.Titles()
		if err != nil {
			return nil, err
		}
		t := &wikiTitles{generation: g, titles: titles, folded: make([]string, len(titles)), letters: make([]bag, len(titles)), byStem: map[string][]int32{}, stems: make([][]string, len(titles))}
		for i, title := range titles {
			t.folded[i] = names.Fold(title)
			t.letters[i] = bagOf(t.folded[i])
			t.stems[i] = passage.TitleStems(title)
			for _, s := range t.stems[i] {
				if list := t.byStem[s]; len(list) == 0 || list[len(list)-1] != int32(i) {
					t.byStem[s] = append(list, int32(i))
				}
			}
		}
		c.held = t
	}
	return c.held, nil
}

// qualified lists the titles that add only a remark in brackets to text:
// "Des-file format (NetHack 3.4.3)" for "des-file format".
func (t *wikiTitles) qualified(text string) []string {
	var out []string
	text = names.Fold(text) + " ("
	for i, folded := range t.folded {
		if rest, ok := strings.CutPrefix(folded, text); ok && strings.HasSuffix(rest, ")") {
			out = append(out, t.titles[i])
		}
	}
	return out
}

// about is a title and how much it is what a question is about.
type about struct {
	title string
	score float64
}

// asked lists the titles that are most what a question is about, the best first,
// at most most.
func (t *wikiTitles) asked(q *passage.Query, most int) []about {
	seen := map[int32]bool{}
	var out []about
	stems := q.StemsOf()
	for _, stem := range stems {
		if t.byStem[stem] == nil && passage.Short(stem) { // no title has it: it may be cut short
			for whole := range t.byStem {
				if strings.HasPrefix(whole, stem) {
					stems = append(stems, whole)
				}
			}
		}
	}
	slices.Sort(stems)
	for _, stem := range slices.Compact(stems) {
		for _, i := range t.byStem[stem] {
			if !seen[i] {
				seen[i] = true
				if score := q.Stems(t.stems[i]); score > leastAbout {
					out = append(out, about{t.titles[i], score})
				}
			}
		}
	}
	slices.SortStableFunc(out, func(a, b about) int { return cmp.Compare(b.score, a.score) })
	return out[:min(len(out), most)]
}

// leastAbout is the score below which a title shares too little with a question.
const leastAbout = 0.15

// maxTypos bounds what a long title may be off by.
const maxTypos = 5

// nearest lists the titles with the fewest typos, if any has at most limit;
// typos is their number. It looks for one typo first, since comparing for more
// passes ever more titles on to the slow comparison.
func (t *wikiTitles) nearest(text string, limit int) (near []string, typos int) {
	text = names.Fold(text)
	if len(text) < 3 || len(text) > 100 {
		return nil, 0
	}
	limit = min(limit, maxTypos)
	letters := bagOf(text)
	for k := 1; k <= limit; k++ {
		for i, title := range t.folded {
			d := len(title) - len(text)
			if d > k || -d > k || letters.apart(&t.letters[i]) > k || !shares(text, title, k) {
				continue
			}
			if edlib.OSADamerauLevenshteinDistance(text, title) <= k {
				near = append(near, t.titles[i])
			}
		}
		if len(near) > 0 {
			return near, k
		}
	}
	return nil, 0
}

// shares reports whether two texts may be within k typos: of 2k+1 pieces of the
// one, each typo spoils at most two, so that one is in the other.
func shares(text, title string, k int) bool {
	pieces := 2*k + 1
	for i := range pieces {
		if strings.Contains(title, text[i*len(text)/pieces:(i+1)*len(text)/pieces]) {
			return true
		}
	}
	return false
}

// complete lists titles that begin with prefix, short ones first, then those
// that have a word beginning with it.
func (t *wikiTitles) complete(prefix string, most int) []string {
	prefix = names.Fold(strings.ReplaceAll(prefix, "_", " "))
	if prefix == "" {
		return nil
	}
	var begin, within []int
	for i, title := range t.folded {
		switch {
		case strings.HasPrefix(title, prefix):
			begin = append(begin, i)
		case len(within) < most && strings.Contains(title, " "+prefix):
			within = append(within, i)
		}
	}
	slices.SortStableFunc(begin, func(a, b int) int { return cmp.Compare(len(t.folded[a]), len(t.folded[b])) })
	var out []string
	for _, i := range append(begin, within...) {
		if len(out) < most {
			out = append(out, t.titles[i])
		}
	}
	return out
}
