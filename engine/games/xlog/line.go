package xlog

import (
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxLine is the longest line that is read, in bytes without its line break. The
// game writes at most about 2 KB.
const MaxLine = 8 << 10

// MaxFields is how many fields of a line are read; the game writes about 50.
const MaxFields = 256

// Field is one key and its value, as they stood in the line.
type Field struct{ Key, Value string }

// Record holds the fields of one line in their order, each key once: if a key is
// repeated, the first one counts and the others are dropped. A line with two
// versions or two names is not a record (ErrGlued).
type Record struct{ Fields []Field }

// These are the errors of a line that is not a record. Each is worded to be shown.
var (
	ErrEmpty    = errors.New("empty line")
	ErrTooLong  = fmt.Errorf("longer than %d bytes", MaxLine)
	ErrNoFields = errors.New("no key=value in it")
	ErrFields   = fmt.Errorf("more than %d fields", MaxFields)
	ErrGlued    = errors.New("two rows in one line")
	ErrCut      = errors.New("cut off: the next row begins in the same line")
	ErrOldLog   = errors.New("a line of the old logfile (parted by blanks); the xlogfile is wanted")
)

// Parse reads one line, with or without its line break. Fields are separated by
// tabs or by colons, whichever gives more fields; a piece that is no key=value
// belongs to the value before it, as a colon within a death does. What stands
// before the first field (a host, a file name as grep writes it) is dropped.
// Control characters are removed, and invalid UTF-8 becomes U+FFFD.
func Parse(line string) (Record, error) { return new(Parser).Parse(line) }

// Parser parses one line after another: the fields of a record are in the place of those of
// the record before it.
type Parser struct {
	fields []Field
	game   Game
	known  map[bitSet]namedBits
}

// Parse reads a line as the function Parse does. The record is whole until the next call.
func (p *Parser) Parse(line string) (Record, error) {
	line = strings.TrimRight(line, "\r\n")
	if len(line) > MaxLine {
		return Record{}, ErrTooLong
	}
	line = clean(line)
	if strings.TrimSpace(line) == "" {
		return Record{}, ErrEmpty
	}
	tabs, err := p.split(line, '\t')
	// A piece between colons is also one between tabs if no tab is near: there are as many as
	// look like fields under either reading.
	if tabs < 2 || strings.Count(line, ":") > 2*tabs {
		var colons int
		if colons, err = p.split(line, ':'); colons <= tabs {
			_, err = p.split(line, '\t')
		}
	}
	if err != nil {
		return Record{}, err
	}
	fields := p.fields
	if len(fields) == 0 {
		if words := strings.Fields(line); len(words) >= 15 && strings.Count(words[0], ".") >= 1 {
			return Record{}, ErrOldLog
		}
		return Record{}, ErrNoFields
	}
	if twice(fields, "version") || twice(fields, "name") {
		return Record{}, ErrGlued
	}
	return Record{once(fields)}, nil
}

// split reads a line as fields with one character between them, and says how many pieces look
// like fields.
func (p *Parser) split(line string, sep byte) (likely int, err error) {
	if p.fields == nil {
		p.fields = make([]Field, 0, min(strings.Count(line, string(sep))+2, MaxFields))
	}
	fields := p.fields[:0]
	for at := 0; at <= len(line); {
		end := strings.IndexByte(line[at:], sep)
		if end < 0 {
			end = len(line)
		} else {
			end += at
		}
		piece := line[at:end]
		like := keyed(piece, true)
		if like {
			likely++
		}
		switch key, value, ok := strings.Cut(piece, "="); {
		case ok && key != "" && (sep == '\t' || like):
			if len(fields) == 0 {
				key = afterPrefix(key)
			}
			if len(fields) < MaxFields {
				fields = append(fields, Field{key, value})
			} else {
				err = ErrFields
			}
		case len(fields) > 0 && err == nil:
			last := &fields[len(fields)-1]
			last.Value = line[at-1-len(last.Value) : end] // it ends right before the separator
		}
		at = end + 1
	}
	p.fields = fields
	return likely, err
}

// twice reports whether a key occurs twice with different values.
func twice(fields []Field, key string) bool {
	first := -1
	for i := range fields {
		if fields[i].Key != key {
			continue
		}
		if first >= 0 && fields[i].Value != fields[first].Value {
			return true
		}
		if first < 0 {
			first = i
		}
	}
	return false
}

// rowStart is how the game begins a row (topten.c, writexlentry): no player can
// name anything so, since the separator is taken out of names.
var rowStart = regexp.MustCompile(`version=[^\t:=]*([\t:])points=-?\d+([\t:])deathdnum=`)

// Rows splits a line into the rows that it holds. A server that crashes may leave
// a row without its end, and the next one is then written right behind it: all
// rows but the last have been cut off.
func Rows(line string) []string {
	if strings.Count(line, "version=") < 2 {
		return []string{line}
	}
	var rows []string
	from := 0
	for _, m := range rowStart.FindAllStringSubmatchIndex(line, -1) {
		at := m[0]
		// What stands before the first row of a line is a host or a file's name.
		if line[m[2]] != line[m[4]] || from == 0 && !strings.Contains(line[:at], "=") {
			continue
		}
		rows = append(rows, line[from:at])
		from = at
	}
	return append(rows, line[from:])
}

// keyed reports whether a piece begins as key=, a key being a letter or _ and
// then letters, digits, _, - and dots. A prefix before it, up to a blank or a
// colon or, before any key, a tab, is allowed for.
func keyed(piece string, prefix bool) bool {
	for i := 0; i < len(piece); i++ {
		c := piece[i]
		switch {
		case c == '=':
			return i > 0
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_':
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '.'):
		case prefix && i > 0 && c == '\t':
			return keyed(piece[i+1:], false)
		case prefix && (c == ' ' || c == ':' || c == '/'):
			return strings.Contains(piece, "version=")
		default:
			return false
		}
	}
	return false
}

// afterPrefix returns the key itself of a first piece "host:version" or
// "dir/file.log: version".
func afterPrefix(key string) string {
	if i := strings.LastIndexAny(key, " :/\t"); i >= 0 && i+1 < len(key) {
		return key[i+1:]
	}
	return key
}

// once drops the later fields of a key. Keys that differ in their ends or lengths, as most
// do, need not be compared.
func once(fields []Field) []Field {
	var seen [1 << 10 / 64]uint64
	out := fields[:0]
	for _, f := range fields {
		n := len(f.Key)
		h := (uint(f.Key[0])*31 + uint(f.Key[n-1])*7 + uint(f.Key[n/2])*3 + uint(n)*97) % (1 << 10)
		known := seen[h>>6]>>(h&63)&1 == 1
		if seen[h>>6] |= 1 << (h & 63); known && (&Record{out}).has(f.Key) {
			continue
		}
		out = append(out, f)
	}
	return out
}

// clean removes control characters other than tabs, and repairs UTF-8.
func clean(s string) string {
	if plain(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || 0x7f <= r && r < 0xa0 || 0x200e <= r && r <= 0x200f || 0x2028 <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069 || r == 0xfeff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// plain reports whether a text is of printable ASCII and tabs alone. It looks at eight
// characters at once.
func plain(s string) bool {
	const each = 0x0101010101010101
	for ; len(s) >= 8; s = s[8:] {
		w := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
		beyond := w | (w + each)              // 0x7f or above: its highest bit
		printed := w + (0x80-' ')*each        // a blank or above: its highest bit
		tab := ^((w ^ '\t'*each) + 0x7f*each) // a tab: its highest bit
		if (beyond|^(printed|tab))&(0x80*each) != 0 {
			return false
		}
	}
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c >= 0x7f {
			return false
		}
	}
	return true
}

// twin returns the key of a field that some games write a second time in base64, with 64
// behind it, because the plain one had to lose characters; empty: they do not.
func twin(key string) string {
	switch key {
	case "name":
		return "name64"
	case "death":
		return "death64"
	case "while":
		return "while64"
	case "charname", "dumplog", "deathdname", "dlev_name", "message", "player":
		return key + "64"
	}
	return ""
}

// Raw returns the value of a key as it was written in the line.
func (r *Record) Raw(key string) (string, bool) {
	if i := r.place(key, 0); i >= 0 {
		return r.Fields[i].Value, true
	}
	return "", false
}

// place returns where a key is, or -1. It looks from one place on, and then before it: who asks
// for keys in the order in which games write them finds each at once.
func (r *Record) place(key string, from int) int {
	from = min(from, len(r.Fields))
	for i := range r.Fields[from:] {
		if r.Fields[from+i].is(key) {
			return from + i
		}
	}
	for i := range r.Fields[:from] {
		if r.Fields[i].is(key) {
			return i
		}
	}
	return -1
}

func (f *Field) is(key string) bool {
	return len(f.Key) == len(key) && len(key) > 0 && f.Key[0] == key[0] && f.Key == key
}

func (r *Record) has(key string) bool { _, ok := r.Raw(key); return ok }

// Get returns the value of a key; of one with a base64 twin that can be read, what
// the twin says.
func (r *Record) Get(key string) (string, bool) {
	if twin := twin(key); twin != "" {
		if coded, ok := r.Raw(twin); ok {
			if text, ok := decode64(coded); ok {
				return text, true
			}
		}
	}
	return r.Raw(key)
}

func decode64(s string) (string, bool) {
	s = strings.TrimRight(s, "=")
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		if b, err := enc.DecodeString(s); err == nil && len(b) > 0 && utf8.Valid(b) {
			text := strings.TrimRight(clean(string(b)), "\x00")
			return text, text != ""
		}
	}
	return "", false
}

// Line returns the record as a line of tabs that Parse reads as the same record.
func (r *Record) Line() string {
	var b strings.Builder
	for i, f := range r.Fields {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(f.Key)
		b.WriteByte('=')
		b.WriteString(f.Value)
	}
	return b.String()
}
