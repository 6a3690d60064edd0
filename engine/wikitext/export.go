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
// entities, and its other fields are short. Of a page's history it bounds each
// revision.
const maxRecord = MaxText + 1<<20

// Export reads a MediaWiki XML export. The file is cut at its <page> elements
// first and each is parsed by itself, so that damage in one does not reach the
// next, and nothing outside of them (a DOCTYPE, its entities) is read at all.
// Of several revisions of a page, as full histories have them, the newest is
// kept, and no more than two are held at a time.
type Export struct {
	in     *bufio.Reader
	offset int64
	inside bool // a page
	start  int64
	page   piece // of the <page> being read, from its start tag, without its revisions
	turn   piece // the <revision> being read
	newest piece // of those before it
	within bool  // turn is being read
	rooted bool  // <mediawiki> has begun
	ended  bool  // and ended
}

// piece is bytes of a file, which are reused.
type piece struct {
	bytes []byte
	over  bool // there were more than maxRecord
}

func (p *piece) add(b []byte) {
	if p.over = p.over || len(p.bytes)+len(b) > maxRecord; !p.over {
		p.bytes = append(p.bytes, b...)
	}
}

func (p *piece) clear() { p.bytes, p.over = p.bytes[:0], false }

// ErrCut is the error at the end of an export that ends before </mediawiki>:
// pages are missing.
var ErrCut = errors.New("the export ends before </mediawiki>, so pages are missing")

// NewExport returns a reader of an export in UTF-8.
func NewExport(r io.Reader) *Export {
	return &Export{in: bufio.NewReaderSize(r, 64<<10)}
}

// longestTag is how much after a "<" must be seen to know what begins there.
const longestTag = len("/mediawiki>")

// Next returns the next page.
func (e *Export) Next() (*Page, error) {
	for {
		text, err := e.in.ReadSlice('<')
		e.offset += int64(len(text))
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) && !errors.Is(err, io.EOF) {
			return nil, err
		}
		e.take(text)
		if errors.Is(err, io.EOF) {
			return nil, e.end()
		}
		if err != nil {
			continue
		}
		tag, _ := e.in.Peek(longestTag)
		begins := func(name string) bool { return bytes.HasPrefix(tag, []byte(name)) }
		switch {
		case begins("page>"), begins("page "):
			var cut *Bad
			if e.inside {
				cut = e.bad("it has no end")
			}
			e.begin()
			if cut != nil {
				return nil, cut
			}
		case e.inside && (begins("revision>") || begins("revision ")):
			e.page.bytes = bytes.TrimSuffix(e.page.bytes, []byte("<"))
			e.turn.clear()
			e.turn.add([]byte("<"))
			e.within = true
		case e.within && begins("/revision>"):
			if err := e.skip(len("/revision>")); err != nil {
				return nil, err
			}
			e.within = false
			if len(e.newest.bytes) == 0 || !e.turn.before(&e.newest) {
				e.turn, e.newest = e.newest, e.turn
			}
		case e.inside && begins("/page>"):
			if err := e.skip(len("/page>")); err != nil {
				return nil, err
			}
			e.inside = false
			return e.parse()
		case !e.inside && (begins("mediawiki ") || begins("mediawiki>")):
			e.rooted = true
		case begins("/mediawiki"):
			e.ended = true
		}
	}
}

// begin starts a page whose "<" has been read.
func (e *Export) begin() {
	e.inside, e.within, e.start = true, false, e.offset-1
	e.page.clear()
	e.turn.clear()
	e.newest.clear()
	e.page.add([]byte("<"))
}

// skip takes the tag that was seen.
func (e *Export) skip(n int) error {
	tag, _ := e.in.Peek(n)
	e.take(tag)
	n, err := e.in.Discard(n)
	e.offset += int64(n)
	return err
}

// end returns the error at the end of the file.
func (e *Export) end() error {
	switch {
	case e.inside:
		e.inside = false
		return e.bad("the file ends inside it")
	case e.rooted && !e.ended:
		return ErrCut
	}
	return io.EOF
}

// take adds text to what is being read.
func (e *Export) take(text []byte) {
	switch {
	case !e.inside:
	case e.within:
		e.turn.add(text)
	default:
		e.page.add(text)
	}
}

// before reports whether a revision was made before another: by its time, which
// sorts as text; by the order of the file where that says nothing.
func (p *piece) before(q *piece) bool {
	return bytes.Compare(p.stamp(), q.stamp()) < 0
}

// stamp returns the text of the first <timestamp>.
func (p *piece) stamp() []byte {
	_, rest, _ := bytes.Cut(p.bytes[:min(len(p.bytes), 4000)], []byte("<timestamp>"))
	stamp, _, _ := bytes.Cut(rest, []byte("<"))
	return bytes.TrimSpace(stamp)
}

func (e *Export) bad(reason string) *Bad {
	title := ""
	if _, rest, ok := bytes.Cut(e.page.bytes[:min(len(e.page.bytes), 2000)], []byte("<title>")); ok {
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
	if e.page.over || e.newest.over {
		return nil, e.bad(fmt.Sprintf("a text of more than %d MB", MaxText>>20))
	}
	raw := e.page.bytes
	if i := bytes.LastIndex(raw, []byte("</page>")); i >= 0 {
		raw = append(append(append(e.turn.bytes[:0], raw[:i]...), e.newest.bytes...), raw[i:]...)
		e.turn.bytes = raw
	}
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
