package wikistore

import (
	"encoding/binary"
	"slices"

	"delphi/storage"
)

// maxWords bounds the words of a search.
const maxWords = 12

// Search searches the full text.
func (v *view) Search(words string, most int) ([]storage.WikiHit, error) {
	all, some, err := v.find(words, most)
	if len(all) > 0 {
		return all, err
	}
	return some, err
}

// Some searches the full text for any of the words.
func (v *view) Some(words string, most int) ([]storage.WikiHit, error) {
	all, some, err := v.find(words, most)
	return append(all, some[:min(len(some), most-len(all))]...), err
}

// Spread returns how many pages a word's stem occurs in.
func (v *view) Spread(word string) (spread int, err error) {
	eachWord(word, func(w string) {
		n, read := binary.Uvarint(v.words.Get([]byte(stem(w))))
		if read < 0 {
			err = errPosting
		}
		spread = max(spread, int(n))
	})
	return spread, err
}

// find returns the pages that hold all words, and those that hold only some of
// them, each the best first and at most most.
func (v *view) find(words string, most int) (all, some []storage.WikiHit, err error) {
	stems := searched(words)
	if len(stems) == 0 {
		return nil, nil, nil
	}
	pages := v.numbers.Sequence()
	scores, held := make([]float32, pages), make([]uint8, pages)
	for _, s := range stems {
		stored := v.words.Get([]byte(s))
		if stored == nil {
			continue
		}
		err := eachScore(stored, int(pages), func(page int, score float32) {
			scores[page] += score
			held[page]++
		})
		if err != nil {
			return nil, nil, err
		}
	}
	best, rest := ranking{most: most}, ranking{most: most}
	for page, n := range held {
		switch int(n) {
		case 0:
		case len(stems):
			best.take(page, scores[page])
		default:
			rest.take(page, scores[page]*float32(n)/float32(len(stems)))
		}
	}
	return v.hits(&best), v.hits(&rest), nil
}

// searched returns the stems of the words of a search, each once.
func searched(words string) (stems []string) {
	eachWord(words, func(w string) {
		if s := stem(w); len(stems) < maxWords && !slices.Contains(stems, s) {
			stems = append(stems, s)
		}
	})
	return stems
}

// ranking keeps the best pages of those it is given.
type ranking struct {
	most   int
	pages  []int
	scores []float32
}

// take takes a page that comes after those it was given before, so that of equals
// the first one stays first.
func (r *ranking) take(page int, score float32) {
	if len(r.pages) == r.most {
		if r.most == 0 || score <= r.scores[r.most-1] {
			return
		}
		r.pages, r.scores = r.pages[:r.most-1], r.scores[:r.most-1]
	}
	at := len(r.scores)
	for at > 0 && r.scores[at-1] < score {
		at--
	}
	r.pages, r.scores = slices.Insert(r.pages, at, page), slices.Insert(r.scores, at, score)
}

func (v *view) hits(r *ranking) (out []storage.WikiHit) {
	for i, page := range r.pages {
		out = append(out, storage.WikiHit{Title: string(v.numbers.Get(numbered(page))), Score: float64(r.scores[i])})
	}
	return out
}
