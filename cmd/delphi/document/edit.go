package document

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// With returns the document with another value for a key that it holds; comments
// stay.
func (d *Document) With(key, value string) (*Document, error) {
	for _, e := range d.entries {
		if e.key != key || e.heading {
			continue
		}
		name := key[strings.LastIndexByte(key, '.')+1:]
		line := regexp.MustCompile(`^(\s*` + regexp.QuoteMeta(name) + `\s*=\s*)("[^"\n]*"|\[[^\]\n]*\]|[^\s#]+)`)
		old := d.Text[e.from:e.to]
		at := line.FindSubmatchIndex(old)
		if at == nil {
			return nil, fmt.Errorf("line %d of the example is not understood", e.line)
		}
		text := slices.Concat(d.Text[:e.from], old[:at[3]], []byte(value), old[at[1]:], d.Text[e.to:])
		return New(d.path, text), nil
	}
	return nil, fmt.Errorf("the example has no %s", key)
}

// Without returns the document's text with a section commented out.
func (d *Document) Without(section string) []byte {
	out := slices.Clone(d.Text)
	for _, e := range slices.Backward(d.entries) {
		if e.key != section && !strings.HasPrefix(e.key, section+".") {
			continue
		}
		var lines []byte
		for line := range strings.Lines(string(out[e.from:e.to])) {
			if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
				line = "# " + line
			}
			lines = append(lines, line...)
		}
		out = slices.Concat(out[:e.from], lines, out[e.to:])
	}
	return out
}
