package lookup

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	edlib "github.com/hbollon/go-edlib"

	"delphi/engine/names"
	"delphi/storage"
)

// wikiTitles finds titles by their beginning and by typos. It is made from a
// wiki's titles when it is first needed, once for each generation.
type wikiTitles struct {
	generation string
	titles     []string
	folded     []string
	letters    []bag
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

// apart is how many typos part two texts of these bags at least.
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
		t := &wikiTitles{generation: g, titles: titles, folded: make([]string, len(titles)), letters: make([]bag, len(titles))}
		for i, title := range titles {
			t.folded[i] = names.Fold(title)
			t.letters[i] = bagOf(t.folded[i])
		}
		c.held = t
	}
	return c.held, nil
}

// qualified lists the titles that add only a remark in brackets to text:
// "Des-file format (NetHack 3.4.3)" for "des-file format".
func (t *wikiTitles) qualified(text string) []string {
	var out []string
	for i, folded := range t.folded {
		if rest, ok := strings.CutPrefix(folded, names.Fold(text)+" ("); ok && strings.HasSuffix(rest, ")") {
			out = append(out, t.titles[i])
		}
	}
	return out
}

// maxTypos bounds what a long title may be off by.
const maxTypos = 5

// nearest lists the titles with the fewest typos, if any has few enough to be
// offered; typos is their number.
func (t *wikiTitles) nearest(text string) (near []string, typos int) {
	text = names.Fold(text)
	if len(text) < 3 || len(text) > 100 {
		return nil, 0
	}
	limit := min(names.SuggestWithin(len(text)), maxTypos)
	typos = limit + 1
	letters := bagOf(text)
	for i, title := range t.folded {
		if d := len(title) - len(text); d > limit || -d > limit || letters.apart(&t.letters[i]) > limit {
			continue
		}
		d := edlib.OSADamerauLevenshteinDistance(text, title)
		if d > limit {
			continue
		}
		if d < typos {
			near, typos, limit = near[:0], d, d
		}
		near = append(near, t.titles[i])
	}
	return near, typos
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
