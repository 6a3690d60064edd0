package wikistore

import (
	"fmt"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"

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
	m.StoreDynamic, m.IndexDynamic, m.DocValuesDynamic = false, false, false
	return m
}

// search finds the pages that hold all words, in the title, a heading or the
// text; failing these, those that hold some.
func search(x bleve.Index, words string, most int) ([]storage.WikiHit, error) {
	list := strings.Fields(words)
	list = list[:min(len(list), maxWords)]
	var each []query.Query
	for _, w := range list {
		if len(w) > maxWord {
			continue
		}
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
		each = append(each, bleve.NewDisjunctionQuery(fields...))
	}
	if len(each) == 0 {
		return nil, nil
	}
	hits, err := find(x, bleve.NewConjunctionQuery(each...), most)
	if err != nil || len(hits) > 0 || len(each) == 1 {
		return hits, err
	}
	return find(x, bleve.NewDisjunctionQuery(each...), most)
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
