package wikistore

import (
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"go.etcd.io/bbolt"
)

// A word may stand in a page's title, in its headings and in its text.
const (
	inTitle = iota
	inSections
	inText
	fields
)

// boosts says how much a word counts in each field.
var boosts = [fields]float64{inTitle: 6, inSections: 2, inText: 1}

// The parameters of BM25: how soon repeating a word stops to count, and how much
// longer fields count less.
const (
	bm25K = 1.2
	bm25B = 0.75
)

// scoreScale is how many steps a score of one is stored in.
const scoreScale = 256

// maxPlain is how much of a page's text is indexed, in bytes.
const maxPlain = 64 << 10

// textDocument is a page as the full-text index sees it.
type textDocument struct {
	Title string
	Text  [fields]string
}

// postings collects which pages each word occurs in, and how often. It keeps
// everything in memory, about two bytes for each word of each page, until write
// puts it into the page file. It is for one goroutine.
type postings struct {
	words   map[string]*posting // by the word as it is written
	stems   map[string]*posting
	touched []*posting // that occur in the page that is being added

	titles  []string
	lengths [][fields]uint32 // of each page, in words
}

// posting holds the pages that a stem occurs in: for each of them the distance
// from the page before, how often the text has the stem with a bit each for
// headings and title, and how often those have it where they do.
type posting struct {
	list  []byte
	last  int         // the page that was added last, plus one
	pages int         // in any field
	in    [fields]int // pages that have it in the field
	now   [fields]int // occurrences in the page that is being added
}

func newPostings() *postings {
	return &postings{words: map[string]*posting{}, stems: map[string]*posting{}}
}

// add adds a page.
func (p *postings) add(doc *textDocument) {
	var length [fields]uint32
	for f, text := range doc.Text {
		eachWord(text, func(word string) {
			x := p.of(word)
			if x.now == [fields]int{} {
				p.touched = append(p.touched, x)
			}
			x.now[f]++
			length[f]++
		})
	}
	p.titles, p.lengths = append(p.titles, doc.Title), append(p.lengths, length)
	for _, x := range p.touched {
		x.take(len(p.titles))
	}
	p.touched = p.touched[:0]
}

// of returns the posting of a word's stem.
func (p *postings) of(word string) *posting {
	x := p.words[word]
	if x == nil {
		word = strings.Clone(word) // not the whole text with it
		s := stem(word)
		if x = p.stems[s]; x == nil {
			x = &posting{}
			p.stems[s] = x
		}
		p.words[word] = x
	}
	return x
}

// take writes down what was counted in a page; pages are numbered from 1 here.
func (x *posting) take(page int) {
	x.list = binary.AppendUvarint(x.list, uint64(page-x.last))
	head := uint64(x.now[inText]) << 2
	if x.now[inTitle] > 0 {
		head |= 1
	}
	if x.now[inSections] > 0 {
		head |= 2
	}
	x.list = binary.AppendUvarint(x.list, head)
	for _, f := range []int{inTitle, inSections} {
		if x.now[f] > 0 {
			x.list = binary.AppendUvarint(x.list, uint64(x.now[f]))
		}
	}
	for f, n := range x.now {
		if n > 0 {
			x.in[f]++
		}
	}
	x.last, x.now = page, [fields]int{}
	x.pages++
}

// each calls do with every page of a posting and the occurrences in it.
func (x *posting) each(do func(page int, often [fields]int)) {
	page := -1
	list := x.list
	next := func() int {
		v, n := binary.Uvarint(list)
		list = list[n:]
		return int(v)
	}
	for len(list) > 0 {
		page += next()
		head := next()
		often := [fields]int{inText: head >> 2}
		if head&1 != 0 {
			often[inTitle] = next()
		}
		if head&2 != 0 {
			often[inSections] = next()
		}
		do(page, often)
	}
}

// write puts the index into the page file: for each stem the number of its pages,
// and for each of these the distance from the one before and the page's score.
func (p *postings) write(db *bbolt.DB) error {
	var mean [fields]float64
	for _, l := range p.lengths {
		for f, n := range l {
			mean[f] += float64(n) / float64(len(p.lengths))
		}
	}
	stems := slices.Sorted(maps.Keys(p.stems))
	for len(stems) > 0 {
		err := db.Update(func(tx *bbolt.Tx) error {
			bucket := tx.Bucket(wordsBucket)
			bucket.FillPercent = 1 // keys come in their order
			for size := 0; len(stems) > 0 && size < written; stems = stems[1:] {
				value := p.scored(p.stems[stems[0]], mean)
				if err := bucket.Put([]byte(stems[0]), value); err != nil {
					return err
				}
				size += len(value)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return db.Update(func(tx *bbolt.Tx) error {
		bucket := tx.Bucket(numbersBucket)
		bucket.FillPercent = 1
		if err := bucket.SetSequence(uint64(len(p.titles))); err != nil {
			return err
		}
		for i, title := range p.titles {
			if err := bucket.Put(numbered(i), []byte(title)); err != nil {
				return err
			}
		}
		return nil
	})
}

// scored returns a posting as it is stored. A page's score for a word sums BM25 over
// the fields that have it; the more of them do, the more each counts.
func (p *postings) scored(x *posting, mean [fields]float64) []byte {
	var rarity [fields]float64
	for f, n := range x.in {
		idf := math.Log(1 + (float64(len(p.titles))-float64(n)+0.5)/(float64(n)+0.5))
		rarity[f] = boosts[f] * idf * idf
	}
	out := binary.AppendUvarint(nil, uint64(x.pages))
	last := -1
	x.each(func(page int, often [fields]int) {
		sum, where := 0.0, 0
		for f, n := range often {
			if n == 0 {
				continue
			}
			tf := math.Sqrt(float64(n))
			long := float64(p.lengths[page][f]) / mean[f]
			sum += rarity[f] * tf * bm25K / (tf + bm25K*(1-bm25B+bm25B*long))
			where++
		}
		out = binary.AppendUvarint(out, uint64(page-last))
		out = binary.AppendUvarint(out, uint64(max(1, math.Round(scoreScale*sum*float64(where)/fields))))
		last = page
	})
	return out
}

// numbered returns the key of a page's number.
func numbered(page int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(page)) }

// errPosting is the error for a posting that cannot be read.
var errPosting = errors.New("full-text index: a word's list of pages is damaged")

// eachScore calls do with every page of a stored posting and its score.
func eachScore(stored []byte, pages int, do func(page int, score float32)) error {
	count, n := binary.Uvarint(stored)
	if n <= 0 {
		return errPosting
	}
	page := -1
	for stored = stored[n:]; count > 0; count-- {
		gap, n := binary.Uvarint(stored)
		if n <= 0 {
			return errPosting
		}
		score, m := binary.Uvarint(stored[n:])
		if m <= 0 || gap == 0 || gap > uint64(pages-1-page) {
			return errPosting
		}
		stored = stored[n+m:]
		page += int(gap)
		do(page, float32(score)/scoreScale)
	}
	if len(stored) > 0 {
		return fmt.Errorf("%w: it goes on after its end", errPosting)
	}
	return nil
}
