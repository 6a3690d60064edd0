package question

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/games/columns"
)

// A pattern is how a phrase may be said, word by word: "a|b" is one of two words,
// "?a|b" one of them or nothing, # a number, @ a field, @# a field that is a
// number, @t a text to group by, ^ an ordinal ("third", "3rd").
type found struct {
	n      []int64
	field  []*columns.Field
	word   []string // the words that "a|b" matched, in order
	tokens int
}

// match compares the words where the parser stands with a pattern.
func (p *parser) match(pattern string) (found, bool) {
	var f found
	for part := range strings.FieldsSeq(pattern) {
		optional := part[0] == '?'
		if optional {
			part = part[1:]
		}
		if !p.matchOne(part, &f) && !optional {
			return f, false
		}
	}
	return f, true
}

func (p *parser) matchOne(part string, f *found) bool {
	w := p.word(f.tokens)
	if w == "" {
		return false
	}
	switch part {
	case "#":
		n, ok := count(w)
		if !ok {
			return false
		}
		f.n = append(f.n, n)
	case "^":
		n, ok := ordinals[w]
		if !ok {
			digits := strings.TrimRight(w, "stndrh")
			if i, err := strconv.Atoi(digits); err == nil && digits != w && i > 0 && i < 1e6 {
				n, ok = int64(i), true
			}
		}
		if !ok {
			return false
		}
		f.n = append(f.n, n)
	case "@", "@#", "@t":
		field := fieldWord(w)
		if part == "@#" {
			field = columns.Numeric(w)
		}
		if field == nil || part == "@t" && field.Kind == columns.Number {
			return false
		}
		f.field = append(f.field, field)
	default:
		if !slices.Contains(strings.Split(part, "|"), w) {
			return false
		}
		f.word = append(f.word, w)
	}
	f.tokens++
	return true
}

// fieldWord returns the field that a word of a sentence names; gender and alignment are
// those at the start.
func fieldWord(w string) *columns.Field {
	switch w {
	case "gender", "genders", "sex":
		return columns.Called("gender0")
	case "align", "alignment", "alignments":
		return columns.Called("align0")
	case "role-race", "character", "characters":
		return columns.Called("char")
	}
	return columns.Called(w)
}

// became reads the gender or alignment of a hero who "ended as female", "started
// lawful".
func (p *parser) became(f found) error {
	for _, field := range []string{"gender", "align"} {
		code := Code(field, p.word(0))
		if code == "" {
			continue
		}
		if strings.HasPrefix(f.word[0], "start") || f.word[0] == "began" {
			field += "0"
		}
		c, err := p.test(field, "=", code)
		p.at++
		p.take(c)
		return err
	}
	return p.back(f)
}

var ordinals = map[string]int64{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}

var numberWords = map[string]int64{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "twenty": 20, "fifty": 50, "hundred": 100,
}

// count reads a number of a sentence: 5, five, 20k, 1,000, 1.5m.
func count(w string) (int64, bool) {
	if n, ok := numberWords[w]; ok {
		return n, true
	}
	if w == "" || w[0] < '0' || w[0] > '9' {
		return 0, false
	}
	return (&Reader{}).Number(w, "")
}
