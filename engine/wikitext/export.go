package wikitext

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// maxRecord bounds one <page> of an export: its text may be written in
// entities, and its other fields are short.
const maxRecord = MaxText + 1<<20

// Export reads a MediaWiki XML export. The file is cut at its <page> elements
// first and each is parsed by itself, so that damage in one does not reach the
// next, and nothing outside of them (a DOCTYPE, its entities) is read at all.
// Of several revisions the last one counts.
type Export struct {
	in     *bufio.Reader
	offset int64
	page   []byte // of the <page> being read, from its start tag; reused
	inside bool
	start  int64
	over   bool
}

// NewExport returns a reader of an export.
func NewExport(r io.Reader) *Export {
	return &Export{in: bufio.NewReaderSize(r, 64<<10)}
}

// Next returns the next page.
func (e *Export) Next() (*Page, error) {
	for {
		piece, err := e.in.ReadSlice('<')
		e.offset += int64(len(piece))
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) && !errors.Is(err, io.EOF) {
			return nil, err
		}
		e.take(piece)
		if errors.Is(err, io.EOF) {
			if !e.inside {
				return nil, io.EOF
			}
			e.inside = false
			return nil, e.bad("the file ends inside it")
		}
		if err != nil {
			continue
		}
		switch tag, _ := e.in.Peek(6); {
		case bytes.HasPrefix(tag, []byte("page>")), bytes.HasPrefix(tag, []byte("page ")):
			var cut *Bad
			if e.inside {
				cut = e.bad("it has no end")
			}
			e.inside, e.over, e.start = true, false, e.offset-1
			e.page = append(e.page[:0], '<')
			if cut != nil {
				return nil, cut
			}
		case e.inside && bytes.Equal(tag, []byte("/page>")):
			e.take(tag)
			e.inside = false
			n, err := e.in.Discard(len(tag))
			e.offset += int64(n)
			if err != nil {
				return nil, err
			}
			return e.parse()
		}
	}
}

// take adds a piece of the page being read.
func (e *Export) take(piece []byte) {
	switch {
	case !e.inside || e.over:
	case len(e.page)+len(piece) > maxRecord:
		e.over = true
	default:
		e.page = append(e.page, piece...)
	}
}

func (e *Export) bad(reason string) *Bad {
	title := ""
	if _, rest, ok := bytes.Cut(e.page[:min(len(e.page), 2000)], []byte("<title>")); ok {
		name, _, _ := bytes.Cut(rest, []byte("<"))
		title = cutAt(strings.TrimSpace(clean(name)), 60)
	}
	return &Bad{Title: title, Offset: e.start, Reason: reason}
}

// exportPage is a <page> as far as it is read.
type exportPage struct {
	Title     string `xml:"title"`
	Namespace int    `xml:"ns"`
	Revisions []struct {
		ID   uint64 `xml:"id"`
		Time string `xml:"timestamp"`
		Text string `xml:"text"`
	} `xml:"revision"`
}

// parse makes a page of a whole <page> element.
func (e *Export) parse() (*Page, error) {
	if e.over {
		return nil, e.bad(fmt.Sprintf("a text of more than %d MB", MaxText>>20))
	}
	raw := e.page
	if !isClean(raw) { // the parser refuses what clean takes out
		raw = []byte(clean(raw))
	}
	var x exportPage
	if err := xml.Unmarshal(raw, &x); err != nil {
		return nil, e.bad(err.Error())
	}
	if len(x.Revisions) == 0 {
		return nil, e.bad("no revision")
	}
	last := &x.Revisions[len(x.Revisions)-1]
	if len(last.Text) > MaxText {
		return nil, e.bad(fmt.Sprintf("a text of more than %d MB", MaxText>>20))
	}
	p, err := newPage([]byte(x.Title), []byte(last.Text), e.start)
	if err != nil {
		return nil, err
	}
	p.Revision = last.ID
	p.Time, _ = time.Parse(time.RFC3339, last.Time)
	p.Article = p.Article && x.Namespace == 0
	return p, nil
}
