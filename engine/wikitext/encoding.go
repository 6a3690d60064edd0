package wikitext

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// declared finds the encoding of an XML declaration.
var declared = regexp.MustCompile(`^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']`)

// inUTF8 reads a file as UTF-8: it decodes what has the mark of UTF-16, or whose
// XML declaration names another encoding. The declaration itself stays.
func inUTF8(r io.Reader) (io.Reader, error) {
	in := bufio.NewReaderSize(r, 4<<10)
	head, err := in.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if bytes.HasPrefix(head, []byte{0xff, 0xfe}) || bytes.HasPrefix(head, []byte{0xfe, 0xff}) {
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder().Reader(in), nil
	}
	m := declared.FindSubmatch(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")))
	if m == nil || strings.EqualFold(string(m[1]), "utf-8") || strings.EqualFold(string(m[1]), "utf8") {
		return in, nil
	}
	name := string(m[1])
	encoding, err := ianaindex.IANA.Encoding(name)
	if err != nil || encoding == nil {
		return nil, fmt.Errorf("the file says that its encoding is %q, which I can't read; convert it to UTF-8 first (iconv -f %s -t utf-8)", name, name)
	}
	return encoding.NewDecoder().Reader(in), nil
}
