package wikistore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
	index "github.com/blevesearch/bleve_index_api"

	"delphi/storage"
)

const (
	// maxPlain is how much of a page's text is indexed.
	maxPlain = 64 << 10
	// batch and mergeMax bound what the building keeps in memory: so many
	// pages are analysed at once, so many segments merged.
	batch    = 100
	mergeMax = 60

	maxWords = 12 // of a search
	maxWord  = 60 // bytes of one of them
)

// textDocument is a page as the full-text index sees it.
type textDocument struct {
	Title    string
	Sections string
	Text     string
}

// textMapping indexes words by their English stems and keeps nothing but which
// page they are in and how often.
func textMapping() mapping.IndexMapping {
	field := bleve.NewTextFieldMapping()
	field.Analyzer = en.AnalyzerName
	field.Store, field.IncludeTermVectors, field.IncludeInAll, field.DocValues = false, false, false, false
	doc := bleve.NewDocumentStaticMapping()
	for _, name := range []string{"Title", "Sections", "Text"} {
		doc.AddFieldMappingsAt(name, field)
	}
	m := bleve.NewIndexMapping()
	m.DefaultMapping = doc
	m.DefaultAnalyzer = en.AnalyzerName
	m.ScoringModel = index.BM25Scoring // long pages mention everything
	m.StoreDynamic, m.IndexDynamic, m.DocValuesDynamic = false, false, false
	return m
}

// search finds the pages that hold all words, in the title, a heading or the
// text; failing these, those that hold some. With some it goes on with those
// where there are fewer than most that hold all.
func search(x bleve.Index, words string, most int, some bool) ([]storage.WikiHit, error) {
	list := strings.Fields(words)
	list = list[:min(len(list), maxWords)]
	list = slices.DeleteFunc(list, func(w string) bool { return len(w) > maxWord })
	if len(list) == 0 {
		return nil, nil
	}
	hits, err := find(x, bleve.NewConjunctionQuery(eachWord(list)...), most)
	if err != nil || len(list) == 1 || len(hits) == most || len(hits) > 0 && !some {
		return hits, err
	}
	if list, err = rarest(x, list); err != nil {
		return hits, err
	}
	more, err := find(x, bleve.NewDisjunctionQuery(eachWord(list)...), most)
	for _, h := range more {
		if len(hits) < most && !slices.ContainsFunc(hits, func(o storage.WikiHit) bool { return o.Title == h.Title }) {
			hits = append(hits, h)
		}
	}
	return hits, err
}

// eachWord makes a query of each word, in any field.
func eachWord(words []string) (out []query.Query) {
	for _, w := range words {
		var fields []query.Query
		for _, f := range []struct {
			name  string
			boost float64
		}{{"Title", 6}, {"Sections", 2}, {"Text", 1}} {
			q := bleve.NewMatchQuery(w)
			q.SetField(f.name)
			q.SetBoost(f.boost)
			fields = append(fields, q)
		}
		out = append(out, bleve.NewDisjunctionQuery(fields...))
	}
	return out
}

// maxPostings is how many pages the words of a search for any of them may be in,
// all told: each of those pages is scored.
const maxPostings = 6_000

// rarest returns the words that occur on the fewest pages: as many as may be scored,
// and at least one.
func rarest(x bleve.Index, words []string) ([]string, error) {
	in := map[string]int{}
	for _, w := range words {
		n, err := spread(x, w)
		if err != nil {
			return nil, err
		}
		in[w] = n
	}
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b string) int { return cmp.Compare(in[a], in[b]) })
	sum := 0
	for i, w := range words {
		if sum += in[w]; sum > maxPostings && i > 0 {
			return words[:i], nil
		}
	}
	return words, nil
}

// spread returns how many texts a word's stem occurs in.
func spread(x bleve.Index, word string) (int, error) {
	analyzer := x.Mapping().AnalyzerNamed(en.AnalyzerName)
	raw, err := x.Advanced()
	if err != nil || analyzer == nil {
		return 0, err
	}
	r, err := raw.Reader()
	if err != nil {
		return 0, fmt.Errorf("full-text index: %w", err)
	}
	n := uint64(0)
	for _, token := range analyzer.Analyze([]byte(word)) {
		t, err := r.TermFieldReader(context.Background(), token.Term, "Text", false, false, false)
		if err != nil {
			return 0, errors.Join(fmt.Errorf("full-text index: %w", err), r.Close())
		}
		n = max(n, t.Count())
		if err := t.Close(); err != nil {
			return 0, errors.Join(err, r.Close())
		}
	}
	return int(n), r.Close()
}

func find(x bleve.Index, q query.Query, most int) ([]storage.WikiHit, error) {
	result, err := x.Search(bleve.NewSearchRequestOptions(q, most, 0, false))
	if err != nil {
		return nil, fmt.Errorf("full-text search: %w", err)
	}
	out := make([]storage.WikiHit, len(result.Hits))
	for i, h := range result.Hits {
		out[i] = storage.WikiHit{Title: h.ID, Score: h.Score}
	}
	return out, nil
}
