package embed

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"delphi/bot/discord/api"
	"delphi/bot/discord/slash"
	"delphi/commands"
	"delphi/engine/rules"
)

// Action is what a button does with its question.
type Action byte

const (
	Ask     Action = 'a' // answer it, in place of the message's answer
	Explain Action = 'w' // show its steps, in place of the message's answer
	Share   Action = 's' // answer it for all to see
	Turn    Action = 't' // show another page of its table, in place of the message's answer
	Pick    Action = 'p' // ask the question that was picked from a menu, in place of the message's answer
	Fill    Action = 'f' // open the form of the command that the question names
)

// actions are all of them.
var actions = []Action{Ask, Explain, Share, Turn, Pick, Fill}

// Press is all that a button holds.
type Press struct {
	Action Action
	Owner  string // the id of the user who may press it
	Page   int    // of the table, counted from 0; only with Turn
	Line   string // the question; with Pick, which menu of the message it is
}

// The reasons why a custom id cannot be read.
var (
	ErrForeign = errors.New("not a button of this bot")
	ErrOld     = errors.New("a button of an older version")
)

// Codec turns presses into custom ids and back. It is safe for many
// goroutines. An id is base64 of
//
//	scheme (1 byte), words (2: which vocabulary), action (1), owner (8), line
//
// A line is written as its bytes, except that each word of the vocabulary takes
// two: a 1, one bit that says that a blank follows, and the fourteen bits of
// its number. When the vocabulary changes, older ids cannot be read any more,
// and Decode says so.
type Codec struct {
	words   []string
	number  map[string]int
	tag     uint16
	longest int               // in words
	forms   map[string]string // the whole name of the command that a form is for, by itself and by its examples; empty: it has none
}

const (
	scheme   = 1
	idHead   = 12
	maxWords = 1 << 14
	quoted   = 0x01 // before a byte that would be taken for a word
)

// NewCodec returns the codec whose vocabulary holds all the words that
// questions to cmds are spelt with.
func NewCodec(cmds []*commands.Command) *Codec {
	seen := map[string]bool{}
	add := func(words ...string) {
		for _, w := range words {
			if len(w) >= 3 && len(w) < 64 {
				seen[w] = true
			}
		}
	}
	add("without", "blessed", "uncursed", "cursed")
	for _, v := range rules.Names() {
		add("v" + v)
	}
	forms, added := map[string]string{}, map[*commands.Param]bool{}
	for c := range commands.Every(cmds) {
		add(c.Name)
		forms[c.Path()] = ""
		if slash.FormOf(c) != nil {
			for _, line := range append([]string{c.Path()}, c.Examples...) {
				forms[line] = c.Path()
			}
		}
		for _, p := range c.Params {
			if added[p] {
				continue
			}
			added[p] = true
			add(p.Name, p.Name+":")
			for _, ch := range p.Choices {
				add(ch, p.Name+":"+ch)
			}
			if p.Vocabulary != nil {
				add(p.Anywhere()...)
			}
		}
	}
	c := &Codec{number: map[string]int{}, forms: forms}
	for w := range seen {
		c.words = append(c.words, w)
	}
	slices.Sort(c.words)
	c.words = c.words[:min(len(c.words), maxWords)]
	h := fnv.New32a()
	for i, w := range c.words {
		c.number[w] = i
		c.longest = max(c.longest, 1+strings.Count(w, " "))
		h.Write([]byte(w))
		h.Write([]byte{0})
	}
	sum := h.Sum32()
	c.tag = uint16(sum) ^ uint16(sum>>16)
	return c
}

// Encode returns the custom id of a press; false if it does not fit in one.
func (c *Codec) Encode(p Press) (string, bool) {
	owner, err := strconv.ParseUint(p.Owner, 10, 64)
	if err != nil {
		return "", false
	}
	b := make([]byte, idHead, 80)
	b[0] = scheme
	binary.BigEndian.PutUint16(b[1:], c.tag)
	b[3] = byte(p.Action)
	binary.BigEndian.PutUint64(b[4:], owner)
	line := p.Line
	if p.Action == Turn {
		line = strconv.Itoa(p.Page) + " " + line
	}
	b = c.pack(b, line)
	if base64.RawURLEncoding.EncodedLen(len(b)) > api.MaxCustomID {
		return "", false
	}
	return base64.RawURLEncoding.EncodeToString(b), true
}

// Decode returns the inverse of Encode. Its errors are ErrForeign and ErrOld.
func (c *Codec) Decode(id string) (Press, error) {
	b, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(b) <= idHead {
		return Press{}, ErrForeign
	}
	if b[0] != scheme || binary.BigEndian.Uint16(b[1:]) != c.tag {
		return Press{}, ErrOld
	}
	p := Press{Action: Action(b[3]), Owner: strconv.FormatUint(binary.BigEndian.Uint64(b[4:]), 10)}
	line, ok := c.unpack(b[idHead:])
	if !ok || !slices.Contains(actions, p.Action) {
		return Press{}, ErrForeign
	}
	if p.Line = line; p.Action == Turn {
		page, rest, _ := strings.Cut(line, " ")
		p.Line = rest
		if p.Page, err = strconv.Atoi(page); err != nil || p.Page < 0 || rest == "" {
			return Press{}, ErrForeign
		}
	}
	return p, nil
}

// pack appends a line to b.
func (c *Codec) pack(b []byte, line string) []byte {
	for i := 0; i < len(line); {
		if i == 0 || line[i-1] == ' ' || line[i-1] == ':' {
			if n, word := c.match(line[i:]); n > 0 {
				code := 0x8000 | word
				i += n
				if i < len(line) && line[i] == ' ' {
					code |= 0x4000
					i++
				}
				b = append(b, byte(code>>8), byte(code))
				continue
			}
		}
		if line[i] >= 0x80 || line[i] == quoted {
			b = append(b, quoted)
		}
		b = append(b, line[i])
		i++
	}
	return b
}

// match finds the longest word of the vocabulary that s starts with and that
// ends where a word of s does. It returns the word's length in bytes, 0 if
// there is none, and its number.
func (c *Codec) match(s string) (n, word int) {
	blanks := 0
	for i := 0; i <= len(s) && i < 64; i++ {
		if i < len(s) && s[i] != ' ' && s[i] != ',' && s[i] != ':' {
			continue
		}
		ends := []int{i}
		if i < len(s) && s[i] == ':' {
			ends = []int{i, i + 1} // a keyword with its colon
		}
		for _, end := range ends {
			if k, ok := c.number[s[:end]]; ok {
				n, word = end, k
			}
		}
		if i < len(s) && s[i] == ',' {
			break
		}
		if blanks++; blanks > c.longest {
			break
		}
	}
	return n, word
}

func (c *Codec) unpack(b []byte) (string, bool) {
	var out []byte
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] >= 0x80:
			if i+1 == len(b) {
				return "", false
			}
			code := int(b[i])<<8 | int(b[i+1])
			i++
			k := code & (maxWords - 1)
			if k >= len(c.words) {
				return "", false
			}
			out = append(out, c.words[k]...)
			if code&0x4000 != 0 {
				out = append(out, ' ')
			}
		case b[i] == quoted:
			if i++; i == len(b) {
				return "", false
			}
			out = append(out, b[i])
		default:
			out = append(out, b[i])
		}
		if len(out) > commands.MaxLine {
			return "", false
		}
	}
	return string(out), len(out) > 0 && utf8.Valid(out)
}

// inBrief is the label of the button that shows an explained answer again as it was.
const inBrief = "in brief"

// Row is a row of buttons below a message, as Discord sends it.
type Row struct {
	Buttons []struct {
		ID    string `json:"custom_id"`
		Label string `json:"label"`
	} `json:"components"`
}

// Question returns the question that the message above some rows answers, as its buttons hold
// it; ok is false where none does.
func (c *Codec) Question(rows []Row) (line string, ok bool) {
	for _, row := range rows {
		for _, b := range row.Buttons {
			p, err := c.Decode(b.ID)
			if err == nil && (p.Action == Explain || p.Action == Share || p.Action == Turn || p.Action == Ask && b.Label == inBrief) {
				return p.Line, true
			}
		}
	}
	return "", false
}
