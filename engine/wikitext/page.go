package wikitext

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"delphi/engine/names"
)

const (
	// MaxText is the longest text of a page, in bytes; a longer one is set
	// aside. MediaWiki itself takes 2 MB.
	MaxText = 8 << 20
	// MaxTitle is the longest title, in bytes, as MediaWiki has it.
	MaxTitle = 255
)

// Page is one page as an export holds it. Title and Text are valid UTF-8
// without control characters other than line ends and tabs.
type Page struct {
	Title     string
	Revision  uint64
	Time      time.Time // of the revision; zero if the file does not say
	Text      string
	Article   bool // of the main namespace: no talk, user, template or file page
	Truncated bool // the file ends inside the text
	Ambiguous bool // where the edit's comment ends and the text begins could not be told
}

// Bad is a record that could not be read. Reading can go on after it.
type Bad struct {
	Title  string // empty if it is not known
	Offset int64  // where the record starts in the file, in bytes after decompression
	Reason string
}

func (b *Bad) Error() string {
	if b.Title == "" {
		return fmt.Sprintf("record at byte %d: %s", b.Offset, b.Reason)
	}
	return fmt.Sprintf("%q at byte %d: %s", b.Title, b.Offset, b.Reason)
}

// Reader gives one page after the other. Next returns io.EOF after the last
// page and a *Bad for a record that it skipped; after a *Bad, Next may be
// called again. Any other error is that of the file and ends the reading.
type Reader interface {
	Next() (*Page, error)
}

// ErrFormat is the error of NewReader for a file of neither format.
var ErrFormat = errors.New("neither a MediaWiki XML export nor a wiki archive")

// sniffed is how much of a file NewReader looks at.
const sniffed = 256 << 10

// NewReader tells the format of r by its beginning: a MediaWiki export or an
// archive. An export is in the encoding that it declares.
func NewReader(r io.Reader) (Reader, error) {
	r, err := inUTF8(r)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReaderSize(r, sniffed)
	head, err := in.Peek(sniffed)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	mark, page := bytes.Index(head, []byte(archiveMark)), bytes.Index(head, []byte("<page>"))
	start := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n")
	switch {
	case bytes.HasPrefix(start, []byte("<mediawiki")), bytes.HasPrefix(start, []byte("<?xml")):
		return NewExport(in), nil
	case mark >= 0 && (page < 0 || mark < page):
		return NewArchive(in), nil
	case page >= 0:
		return NewExport(in), nil
	}
	return nil, ErrFormat
}

// namespaces holds the titles' prefixes that lead out of the main namespace.
var namespaces = map[string]bool{
	"media": true, "special": true, "talk": true, "user": true, "user talk": true,
	"project": true, "project talk": true, "nethackwiki": true, "nethackwiki talk": true,
	"file": true, "file talk": true, "image": true, "image talk": true,
	"mediawiki": true, "mediawiki talk": true, "template": true, "template talk": true,
	"help": true, "help talk": true, "category": true, "category talk": true,
	"source": true, "source talk": true, "forum": true, "forum talk": true,
	"module": true, "module talk": true, "property": true, "property talk": true, "form": true, "form talk": true,
	"widget": true, "widget talk": true, "concept": true, "concept talk": true, "variant": true, "variant talk": true,
}

// namespaced reports whether a title is of another namespace than the main
// one.
func namespaced(title string) bool {
	prefix, _, ok := strings.Cut(title, ":")
	return ok && namespaces[strings.ToLower(strings.ReplaceAll(strings.TrimSpace(prefix), "_", " "))]
}

// NormalTitle returns a title as MediaWiki writes it: underscores are spaces, runs
// of spaces one, the first letter is large.
func NormalTitle(title string) string {
	title = strings.Join(strings.Fields(strings.ReplaceAll(title, "_", " ")), " ")
	if title != "" && 'a' <= title[0] && title[0] <= 'z' {
		title = string(title[0]-'a'+'A') + title[1:]
	}
	return title
}

// Target is where a redirect leads.
type Target struct {
	Title    string // normal
	Fragment string // after "#"; empty: the page's beginning
}

var redirectPattern = regexp.MustCompile(`(?i)^\s*#REDIRECT\s*:?\s*\[\[([^\]\|\n]{1,600})`)

// Redirect returns where the page leads; ok is false if it has a text of its
// own.
func (p *Page) Redirect() (to Target, ok bool) {
	head := p.Text[:min(len(p.Text), 2000)]
	m := redirectPattern.FindStringSubmatch(head)
	if m == nil {
		return Target{}, false
	}
	title, fragment, _ := strings.Cut(m[1], "#")
	to = Target{NormalTitle(strings.TrimPrefix(strings.TrimSpace(title), ":")), strings.TrimSpace(strings.ReplaceAll(fragment, "_", " "))}
	return to, to.Title != "" && len(to.Title) <= MaxTitle
}

// clean makes text valid UTF-8 and takes out control characters, characters
// that turn the direction of the line, and those of private use, which the
// renderer keeps for itself.
func clean(text []byte) string {
	if isClean(text) {
		return string(text)
	}
	return string(bytes.Map(func(r rune) rune {
		if unwanted(r) {
			return -1
		}
		return r
	}, text)) // Map makes U+FFFD of broken bytes
}

func isClean(text []byte) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c < utf8.RuneSelf {
			if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
				return false
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && n == 1 || unwanted(r) {
			return false
		}
		i += n
	}
	return true
}

func unwanted(r rune) bool {
	switch {
	case r < ' ':
		return r != '\n' && r != '\t'
	case 0x7f <= r && r < 0xa0, // DEL and C1
		0x200e <= r && r <= 0x200f, 0x2028 <= r && r <= 0x202e, 0x2066 <= r && r <= 0x2069,
		r == 0xfeff, 0xe000 <= r && r <= 0xf8ff:
		return true
	}
	return false
}

// newPage returns a page from what a reader found; a *Bad if the title cannot be
// one.
func newPage(title, text []byte, offset int64) (*Page, error) {
	p := &Page{Title: NormalTitle(clean(title)), Text: clean(text)}
	switch {
	case p.Title == "":
		return nil, &Bad{Offset: offset, Reason: "no title"}
	case len(p.Title) > MaxTitle:
		return nil, &Bad{Title: cutAt(p.Title, 60), Offset: offset, Reason: fmt.Sprintf("a title of more than %d bytes", MaxTitle)}
	}
	p.Article = !namespaced(p.Title)
	return p, nil
}

// cutAt returns the beginning of s, at most n bytes, cut between characters.
func cutAt(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Key returns a title in the one spelling that its variants share: case, plurals,
// underscores, punctuation and accents do not matter. It is empty for a title
// without letters and digits.
func Key(title string) string {
	return strings.Join(names.Words(strings.ReplaceAll(title, "_", " ")), "")
}
