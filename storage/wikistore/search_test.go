package wikistore

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"delphi/storage"
)

func TestEachWord(t *testing.T) {
	for text, want := range map[string]string{
		"A lamp's WICK":                "a lamp wick",
		"Medusa’s island, don't":       "medusa island don't",
		"two-handed +3 [[sword]]s":     "two handed 3 sword s",
		"'quoted' players'":            "quoted players",
		"Ä Straße '' - ' 's":           "ä straße s",
		strings.Repeat("x", maxWord+1): "",
		"":                             "",
	} {
		var got []string
		eachWord(text, func(w string) { got = append(got, w) })
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Searches find the pages that a plain look at every page finds.
func TestSearchesAgainstEveryPage(t *testing.T) {
	words := strings.Fields("lamp wick oil eel fountain sink altar throne grave ring wand potion scroll amulet dagger")
	d := rand.New(rand.NewPCG(3, 4))
	some := func(n int) string {
		var out []string
		for range n {
			out = append(out, words[d.IntN(1+d.IntN(len(words)))]) // the first are the commonest
		}
		return strings.Join(out, " ")
	}
	var pages []*storage.WikiPage
	for i := range 300 {
		p := page(fmt.Sprintf("%s %d", some(1), i), some(d.IntN(12)))
		p.Sections = []string{some(1)}
		pages = append(pages, p)
	}
	dir := t.TempDir()
	build(t, dir, pages...)
	in := func(p *storage.WikiPage) map[string]bool {
		out := map[string]bool{}
		eachWord(p.Title+" "+p.Plain+" "+p.Sections[0], func(w string) { out[w] = true })
		return out
	}
	snapshot(t, open(t, dir), func(v storage.WikiView) {
		for range 200 {
			asked := some(1 + d.IntN(4))
			distinct := map[string]bool{}
			eachWord(asked, func(w string) { distinct[w] = true })
			var all, any []string
			for _, p := range pages {
				have, n := in(p), 0
				for w := range distinct {
					if have[w] {
						n++
					}
				}
				switch n {
				case 0:
				case len(distinct):
					all = append(all, p.Title)
				default:
					any = append(any, p.Title)
				}
			}
			hits, err := v.Some(asked, len(pages))
			if err != nil || len(hits) != len(all)+len(any) {
				t.Fatalf("%s: %d pages, want %d and %d, %v", asked, len(hits), len(all), len(any), err)
			}
			for _, part := range []struct {
				hits []storage.WikiHit
				want []string
			}{{hits[:len(all)], all}, {hits[len(all):], any}} {
				var got []string
				for i, h := range part.hits {
					got = append(got, h.Title)
					if h.Score <= 0 || i > 0 && h.Score > part.hits[i-1].Score {
						t.Errorf("%s: hit %d has score %f, after %v", asked, i, h.Score, part.hits[max(0, i-1)])
					}
				}
				slices.Sort(got)
				slices.Sort(part.want)
				if !slices.Equal(got, part.want) {
					t.Errorf("%s: %v, want %v", asked, got, part.want)
				}
			}
			few, err := v.Some(asked, 7)
			if err != nil || !reflect.DeepEqual(few, hits[:min(7, len(hits))]) {
				t.Errorf("%s: the first seven are %v, want %v, %v", asked, few, hits[:min(7, len(hits))], err)
			}
			if len(all) == 0 {
				all = any
			}
			if found, err := v.Search(asked, 7); err != nil || len(found) != min(7, len(all)) {
				t.Errorf("%s: %v, want %d, %v", asked, found, min(7, len(all)), err)
			}
		}
		for _, w := range words {
			n := 0
			for _, p := range pages {
				if in(p)[w] {
					n++
				}
			}
			if got, err := v.Spread(strings.ToUpper(w)); got != n || err != nil {
				t.Errorf("%s is on %d pages, want %d, %v", w, got, n, err)
			}
		}
	})
}

// A word counts more in a title than in a heading, more there than in the text, more
// in a short text than in a long one, and more if it is rare.
func TestBestFirst(t *testing.T) {
	heading := page("Two", "nothing of it")
	heading.Sections = []string{"Wick"}
	dir := t.TempDir()
	build(t, dir,
		page("Five", "a wick among "+strings.Repeat("many other things ", 60)), page("Four", "a wick once"), page("Three", "a wick is a wick, this wick"),
		heading, page("Wick", "it burns"), page("Six", "burning, often and often burning, burned"), page("Seven", "burns"))
	for words, want := range map[string]string{
		"wicks":           "Wick Two Three Four Five",
		"burn nosuchword": "Six Seven Wick",
		"burn wick":       "Wick",
	} {
		snapshot(t, open(t, dir), func(v storage.WikiView) {
			hits, err := v.Some(words, len(strings.Fields(want)))
			got := ""
			for _, h := range hits {
				got += " " + h.Title
			}
			if err != nil || got != " "+want {
				t.Errorf("%s: %v, want %s, %v", words, hits, want, err)
			}
		})
	}
}

// FuzzPosting reads anything as a stored posting: pages are in order and in range, or
// it is an error.
func FuzzPosting(f *testing.F) {
	f.Add([]byte{2, 1, 7, 3, 0})
	f.Add(binary.AppendUvarint(nil, 1<<60))
	f.Fuzz(func(t *testing.T, stored []byte) {
		const pages = 1000
		last, n := -1, uint64(0)
		err := eachScore(stored, pages, func(page int, score float32) {
			if page <= last || page >= pages || score < 0 {
				t.Fatalf("page %d after %d, %f", page, last, score)
			}
			last, n = page, n+1
		})
		if count, _ := binary.Uvarint(stored); err == nil && n != count {
			t.Errorf("%d pages, want %d", n, count)
		}
	})
}
