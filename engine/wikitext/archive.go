package wikitext

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// archiveMark starts every record of an archive, at the start of a line.
const archiveMark = "&&%s&& %s "

// archiveHeader is a record up to the end of the user. Title and user are
// bounded, so that a header is looked for in headerRoom bytes only.
var archiveHeader = regexp.MustCompile(`^&&%s&& %s (.+?) \{(\d{1,20}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) \{(\d{1,20}) ([^\n]*?)\} `)

const headerRoom = 4 << 10

// Archive reads records of the form
//
//	&&%s&& %s TITLE {REVISION TIME {USERID USER} COMMENT TEXT}
//
// Braces inside the text are not balanced, so none are counted: a record ends
// with the "}" and line end before the next header. A record whose header
// cannot be read, what comes before the first header, and texts longer than
// MaxText are a *Bad.
type Archive struct {
	in     *bufio.Reader
	offset int64 // of what in gives next
	record record
	last   bool // nothing follows the record
	ended  bool
}

// record is the one that is being read.
type record struct {
	headed   bool // its header has been read
	offset   int64
	title    []byte
	revision uint64
	time     time.Time
	body     []byte // comment and text
	over     bool   // body was longer than MaxText
}

// NewArchive returns a reader of an archive.
func NewArchive(r io.Reader) *Archive {
	return &Archive{in: bufio.NewReaderSize(r, 64<<10)}
}

// Next returns the next page.
func (a *Archive) Next() (*Page, error) {
	for {
		if a.ended {
			return nil, io.EOF
		}
		finished, err := a.read()
		if err != nil {
			return nil, err
		}
		if page, err := a.finish(finished); page != nil || err != nil {
			return page, err
		}
	}
}

// read reads on to the next header or the end and returns the record before
// it.
func (a *Archive) read() (record, error) {
	for start := true; !a.last; { // at the start of a line
		at := a.offset
		line, err := a.in.ReadSlice('\n')
		a.offset += int64(len(line))
		whole := err == nil
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) && !errors.Is(err, io.EOF) {
			return record{}, err
		}
		if start && bytes.HasPrefix(line, []byte(archiveMark)) {
			next := record{offset: at}
			if m := archiveHeader.FindSubmatch(line[:min(len(line), headerRoom)]); m != nil {
				next.headed = true
				next.title = bytes.Clone(m[1])
				next.revision, _ = strconv.ParseUint(string(m[2]), 10, 64)
				next.time, _ = time.Parse(time.RFC3339, string(m[3]))
				next.body = bytes.Clone(line[len(m[0]):])
			} else if bytes.HasSuffix(a.record.body, []byte("}\n")) || len(a.record.body) == 0 {
				next.title = bytes.Clone(cutBytes(line[len(archiveMark):], 60))
				next.body = []byte{'\n'} // its text follows, under no title
			}
			if next.headed || next.body != nil {
				done := a.record
				a.record = next
				a.last = errors.Is(err, io.EOF)
				return done, nil
			}
		}
		a.record.take(line)
		start = whole
		a.last = errors.Is(err, io.EOF)
	}
	a.ended = true
	a.record.close()
	return a.record, nil
}

// close ends a record that the end of the file ended. An odd number of braces
// at the end holds the record's own; an even number is a template's.
func (r *record) close() {
	text := bytes.TrimSuffix(r.body, []byte("\n"))
	braces := len(text) - len(bytes.TrimRight(text, "}"))
	r.body = text
	if braces%2 == 1 {
		r.body = append(text, '\n')
	}
}

// take adds a piece of the body.
func (r *record) take(piece []byte) {
	if len(r.body)+len(piece) > MaxText {
		// Keep the end of the text, by which a record is known to be closed.
		r.over = true
		r.body = append(r.body[:0], piece[max(0, len(piece)-2):]...)
		return
	}
	r.body = append(r.body, piece...)
}

// finish makes a page of a record; nil, nil if there is nothing in it.
func (a *Archive) finish(r record) (*Page, error) {
	title := clean(r.title)
	switch {
	case !r.headed && r.title != nil:
		return nil, &Bad{Title: title, Offset: r.offset, Reason: "its header cannot be read"}
	case !r.headed && len(bytes.TrimSpace(r.body)) == 0:
		return nil, nil
	case !r.headed:
		return nil, &Bad{Offset: r.offset, Reason: "text without a title: the beginning of the file is missing"}
	case r.over:
		return nil, &Bad{Title: title, Offset: r.offset, Reason: fmt.Sprintf("a text of more than %d MB", MaxText>>20)}
	}
	body, closed := bytes.CutSuffix(r.body, []byte("}\n"))
	p, err := newPage(r.title, body, r.offset)
	if err != nil {
		return nil, err
	}
	p.Revision, p.Time, p.Truncated = r.revision, r.time, !closed
	p.Text, p.Ambiguous = splitComment(p.Title, p.Text)
	return p, nil
}

func cutBytes(b []byte, n int) []byte {
	b = bytes.TrimRight(b, "\n")
	return b[:min(len(b), n)]
}

// splitComment takes the edit's comment off a body: both are raw and joined by
// one space, so this is a guess, by what texts begin with. ambiguous says that
// nothing told.
func splitComment(title, body string) (text string, ambiguous bool) {
	line, _, _ := strings.Cut(body, "\n")
	if i := lastFold(line, "#redirect"); i >= 0 {
		return body[i:], false
	}
	if strings.HasPrefix(body, " ") {
		return body[1:], false // an empty comment
	}
	if strings.HasPrefix(body, "\n") {
		return body, false
	}
	first := -1
	for _, opening := range []string{"'''", "{{"} {
		if i := strings.Index(line, opening); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	if first >= 0 {
		return body[first:], false
	}
	if rest, ok := strings.CutPrefix(body, "/*"); ok {
		if i := strings.Index(rest, "*/"); i >= 0 && !strings.Contains(rest[:i], "\n") {
			body = strings.TrimPrefix(rest[i+2:], " ")
			line, _, _ = strings.Cut(body, "\n")
			if i := remark(line); i > 0 {
				return body[i:], true
			}
		}
	}
	// The first sentence that names the title begins the text.
	if i := lastFold(line, title); i >= 0 {
		i = foldIndex(line, title)
		if k := strings.LastIndex(line[:i], ". "); k >= 0 {
			return body[k+2:], false
		}
	}
	if i := opening(line, title); i >= 0 {
		return body[i:], true
	}
	return body, true
}

// maxRemark is how long the rest of a comment on a section may be: "typo", "more
// detail". What follows begins with a link then.
const maxRemark = 24

// beforeLinks holds the words that a text may have before its first link, which
// are no remark.
var beforeLinks = set("a an the in of on by from to for when if as is are and or with this these your see at it not into")

// remark returns how long a remark is that stands before a text which begins with a
// link; 0 if that is not so.
func remark(line string) int {
	i := strings.Index(line, "[[")
	if i <= 0 || i > maxRemark || line[i-1] != ' ' || strings.ContainsAny(line[:i], ".,:;") {
		return 0
	}
	words := strings.Fields(line[:i])
	if len(words) > 3 || beforeLinks[strings.ToLower(words[len(words)-1])] {
		return 0
	}
	return i
}

// opening returns where a line says the title, or its first words, behind an article
// that begins a sentence; -1 if it does not.
func opening(line, title string) int {
	title, _, _ = strings.Cut(title, " (")
	words := strings.Fields(title)
	for n := len(words); n >= min(2, len(words)) && n > 0; n-- {
		i := foldIndex(line, strings.Join(words[:n], " "))
		if i < 0 {
			continue
		}
		for _, article := range []string{"The ", "A ", "An "} {
			if strings.HasSuffix(line[:i], article) {
				return i - len(article)
			}
		}
		return -1
	}
	return -1
}

// lastFold and foldIndex find an ASCII needle in any case.
func lastFold(s, needle string) int {
	return strings.LastIndex(asciiLower(s), asciiLower(needle))
}

func foldIndex(s, needle string) int {
	return strings.Index(asciiLower(s), asciiLower(needle))
}

// asciiLower lowers A to Z and nothing else, so that places stay the same.
func asciiLower(s string) string {
	return string(bytes.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, []byte(s)))
}
