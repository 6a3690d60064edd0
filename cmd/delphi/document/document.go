package document

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	edlib "github.com/hbollon/go-edlib"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"

	"delphi/bot"
)

// Document is a configuration file with the place of everything in it.
type Document struct {
	Text []byte // do not change it

	path    string
	entries []entry
}

// entry is one heading or one key with its value.
type entry struct {
	key      string // "limits.user_per_minute", "irc[1].nick"; of a heading "limits", "irc[1]"
	heading  bool
	line     int
	from, to int // bytes, from the start of its first line to that of the next entry's
}

// New finds every heading and key of a file. What comes after the
// first error of syntax is left out: the decoder reports that error.
func New(path string, text []byte) *Document {
	d := &Document{path: path, Text: text}
	p := &unstable.Parser{}
	p.Reset(text)
	section, count := "", map[string]int{} // the number of elements of each array of tables
	for p.NextExpression() {
		node := p.Expression()
		it := node.Key()
		var names []string
		first := unstable.Range{}
		for it.Next() {
			if len(names) == 0 {
				first = it.Node().Raw
			}
			names = append(names, string(it.Node().Data))
		}
		at := p.Shape(first).Start
		e := entry{heading: node.Kind != unstable.KeyValue, line: at.Line, from: at.Offset - at.Column + 1, to: len(text)}
		if e.heading {
			section = ""
			for i, name := range names {
				section = dotted(section, name)
				if node.Kind == unstable.ArrayTable && i == len(names)-1 {
					count[section]++
				}
				if n := count[section]; n > 0 {
					section += "[" + strconv.Itoa(n-1) + "]"
				}
			}
			e.key = section
		} else {
			e.key = dotted(section, strings.Join(names, "."))
		}
		if n := len(d.entries); n > 0 {
			d.entries[n-1].to = e.from
		}
		d.entries = append(d.entries, e)
	}
	return d
}

func dotted(section, name string) string {
	if section == "" {
		return name
	}
	return section + "." + name
}

// line returns where a key stands, else the heading of its section; 0 if the file
// has neither.
func (d *Document) line(key string) int {
	for ; key != ""; key = key[:max(0, strings.LastIndexByte(key, '.'))] {
		for _, e := range d.entries {
			if e.key == key {
				return e.line
			}
		}
	}
	return 0
}

// At puts the file and the line of a key before an error.
func (d *Document) At(key string, err error) error {
	if n := d.line(key); n > 0 {
		return fmt.Errorf("%s:%d: %w", d.path, n, err)
	}
	return fmt.Errorf("%s: %w", d.path, err)
}

// Place puts its line before each of the errors of a section that is checked
// by its own package.
func (d *Document) Place(section string, err error) []error {
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		var out []error
		for _, err := range all.Unwrap() {
			out = append(out, d.Place(section, err)...)
		}
		return out
	}
	if err == nil {
		return nil
	}
	var key *bot.KeyError
	if errors.As(err, &key) {
		return []error{d.At(section+"."+key.Key, err)}
	}
	return []error{d.At(section, err)}
}

// maxWrong bounds how many values of a wrong type are reported at once.
const maxWrong = 20

// Decode reads the file over the defaults, a struct with toml tags. A value of a wrong
// type stops the decoder, so it is blanked and the rest is read again: every wrong key
// is reported.
func Decode[T any](d *Document, defaults func() T) (s T, wrong []error) {
	text := bytes.Clone(d.Text)
	for range maxWrong {
		s = defaults()
		dec := toml.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		err := dec.Decode(&s)
		if err == nil {
			break
		}
		wrong = append(wrong, d.explain(err, reflect.TypeFor[T]())...)
		var bad *toml.DecodeError
		if errors.As(err, new(*toml.StrictMissingError)) || !errors.As(err, &bad) || len(bad.Key()) == 0 {
			break // unknown keys are all reported at once; an error of syntax cannot be passed over
		}
		row, _ := bad.Position()
		d.blank(text, row)
	}
	return s, wrong
}

// blank takes the entry of a line out of text, which is a copy of the file's;
// lines keep their numbers. A heading takes along all that stands below it.
func (d *Document) blank(text []byte, row int) {
	i, _ := slices.BinarySearchFunc(d.entries, row+1, func(e entry, row int) int { return e.line - row })
	if i == 0 {
		return
	}
	e := d.entries[i-1]
	for ; e.heading && i < len(d.entries) && !d.entries[i].heading; i++ {
		e.to = d.entries[i].to
	}
	for k := e.from; k < e.to; k++ {
		if text[k] != '\n' {
			text[k] = ' '
		}
	}
}

// explain turns the decoder's error into one for each wrong key; of is what was decoded.
func (d *Document) explain(err error, of reflect.Type) []error {
	var strict *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &strict):
		known := Keys("", of)
		var all []error
		for i := range strict.Errors {
			e := &strict.Errors[i]
			row, column := e.Position()
			key := strings.Join(e.Key(), ".")
			text := fmt.Sprintf("%s:%d:%d: unknown key %s", d.path, row, column, key)
			if d.isHeading(row) {
				text = fmt.Sprintf("%s:%d:%d: unknown section [%s]", d.path, row, column, key)
			}
			if near := nearest(key, known); near != "" {
				text += "; did you mean " + near + "?"
			}
			all = append(all, errors.New(text))
		}
		return all
	case errors.As(err, &decode):
		row, column := decode.Position()
		key := strings.Join(decode.Key(), ".")
		if key != "" {
			key += ": "
		}
		return []error{fmt.Errorf("%s:%d:%d: %s%s", d.path, row, column, key, unquoted(strings.TrimPrefix(decode.Error(), "toml: ")))}
	}
	return []error{fmt.Errorf("%s: %w", d.path, err)}
}

// oneSign is what the decoder quotes of a line that it cannot read.
var oneSign = regexp.MustCompile(` ?(but got )?U\+[0-9A-F]+( '.*')?`)

// unquoted returns what the decoder says of a line without what is there, which may be a
// secret.
func unquoted(text string) string {
	if m := wrongType.FindStringSubmatch(text); m != nil {
		return "is " + said(tomlKinds, m[1]) + "; want " + said(goKinds, m[2])
	}
	return oneSign.ReplaceAllString(text, "")
}

// wrongType is what the decoder says of a value of another type than its key's.
var wrongType = regexp.MustCompile(`^cannot decode TOML (.+) into (?:a )?struct field \S+ of type (\S+)$`)

// What the types of TOML and of Go are called where somebody writes a configuration.
var (
	tomlKinds = map[string]string{
		"string": "text in quotes", "integer": "a number", "float": "a number with a point", "boolean": "true or false", "array": "a list", "inline table": "a table", "table": "a table",
	}
	goKinds = map[string]string{
		"string": "text in quotes, such as \"text\"", "[]string": "a list of texts, such as [\"one\", \"two\"]", "bool": "true or false", "int": "a whole number", "int64": "a whole number", "float64": "a number",
	}
)

func said(words map[string]string, kind string) string {
	if w := words[kind]; w != "" {
		return w
	}
	return kind
}

func (d *Document) isHeading(row int) bool {
	return slices.ContainsFunc(d.entries, func(e entry) bool { return e.heading && e.line == row })
}

// Keys lists every key of a section, dotted and with a prefix.
func Keys(prefix string, t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("toml"), ",")
		if name == "" || name == "-" {
			continue
		}
		ft := f.Type
		for ft.Kind() == reflect.Pointer || ft.Kind() == reflect.Slice {
			ft = ft.Elem()
		}
		out = append(out, prefix+name)
		if ft.Kind() == reflect.Struct {
			out = append(out, Keys(prefix+name+".", ft)...)
		}
	}
	return out
}

// nearest returns the known key that key was most likely meant to be: one of nearly
// the same spelling, or of the same name in another section that exists; empty
// if there is none.
func nearest(key string, known []string) string {
	best, distance := "", 2+len(key)/3
	for _, k := range known {
		d := edlib.OSADamerauLevenshteinDistance(key, k)
		if last(k) == last(key) {
			d = min(d, 1) // the right key in the wrong section
		}
		if d < distance {
			best, distance = k, d
		}
	}
	return best
}

func last(key string) string { return key[strings.LastIndexByte(key, '.')+1:] }
