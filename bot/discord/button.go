package discord

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"delphi/commands"
	"delphi/engine/rules"
)

// action is what a button does with its question.
type action byte

const (
	ask     action = 'a' // answer it, in place of the answer there is
	explain action = 'w' // show its steps, in place of the answer there is
	share   action = 's' // answer it for all to see
)

// press is all that a button holds. Nothing is kept here: a button works after
// a restart, and on every instance.
type press struct {
	action action
	owner  string // the id of the user who may press it
	line   string // the question
}

// Why a custom id could not be read.
var (
	errForeign = errors.New("not a button of this bot's")
	errOldID   = errors.New("a button of an older version")
)

// codec turns presses into custom ids and back. An id is base64 of
//
//	scheme (1 byte), words (2: which vocabulary), action (1), owner (8), line
//
// and a line is its bytes, but that words of the vocabulary take two: 1, one
// bit that says that a blank follows, and fourteen of its number. A vocabulary
// that changed makes ids of before unreadable, and known as such.
type codec struct {
	words   []string
	number  map[string]int
	tag     uint16
	longest int // in words
}

const (
	scheme   = 1
	idHead   = 12
	maxWords = 1 << 14
	quoted   = 0x01 // before a byte that would be taken for a word
)

// newCodec makes the codec of all the words that questions to cmds are spelt
// with.
func newCodec(cmds []*commands.Command) *codec {
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
	for _, c := range cmds {
		add(c.Name)
		for i := range c.Params {
			p := &c.Params[i]
			add(p.Name, p.Name+":")
			for _, ch := range p.Choices {
				add(ch, p.Name+":"+ch)
			}
			if p.Vocabulary == nil {
				continue
			}
			for _, v := range rules.Names() {
				for _, t := range p.Vocabulary(rules.Get(v)) {
					add(t.Name)
				}
			}
		}
	}
	c := &codec{number: map[string]int{}}
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

// encode is the custom id of a press; false: it does not fit in one.
func (c *codec) encode(p press) (string, bool) {
	owner, err := strconv.ParseUint(p.owner, 10, 64)
	if err != nil {
		return "", false
	}
	b := make([]byte, idHead, 80)
	b[0] = scheme
	binary.BigEndian.PutUint16(b[1:], c.tag)
	b[3] = byte(p.action)
	binary.BigEndian.PutUint64(b[4:], owner)
	b = c.pack(b, p.line)
	if base64.RawURLEncoding.EncodedLen(len(b)) > maxCustomID {
		return "", false
	}
	return base64.RawURLEncoding.EncodeToString(b), true
}

// decode is the inverse of encode. Its errors are errForeign and errOldID.
func (c *codec) decode(id string) (press, error) {
	b, err := base64.RawURLEncoding.DecodeString(id)
	if err != nil || len(b) <= idHead {
		return press{}, errForeign
	}
	if b[0] != scheme || binary.BigEndian.Uint16(b[1:]) != c.tag {
		return press{}, errOldID
	}
	p := press{action: action(b[3]), owner: strconv.FormatUint(binary.BigEndian.Uint64(b[4:]), 10)}
	line, ok := c.unpack(b[idHead:])
	if !ok || p.action != ask && p.action != explain && p.action != share {
		return press{}, errForeign
	}
	p.line = line
	return p, nil
}

// pack appends a line to b.
func (c *codec) pack(b []byte, line string) []byte {
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

// match is the longest word that s starts with and that ends where a word of
// s does: its length in bytes, 0 if there is none, and its number.
func (c *codec) match(s string) (n, word int) {
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

func (c *codec) unpack(b []byte) (string, bool) {
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

// buttons are what may be pressed below an answer: its steps, the changed
// questions it suggests, and a way to show a private answer to all. A question
// too long for a custom id has none.
func buttons(r *commands.Reply, l look) []discordgo.MessageComponent {
	if r.Question == "" || l.codec == nil {
		return []discordgo.MessageComponent{}
	}
	var row []discordgo.MessageComponent
	ids := map[string]bool{}
	add := func(label string, style discordgo.ButtonStyle, a action, line string) {
		id, ok := l.codec.encode(press{a, l.owner, line})
		if !ok || ids[id] || len(row) == maxButtons {
			return
		}
		ids[id] = true
		row = append(row, discordgo.Button{Label: cut(label, maxLabel), Style: style, CustomID: id})
	}
	if l.explain {
		add("in brief", discordgo.PrimaryButton, ask, r.Question)
	} else if len(r.Fields) > 0 || len(r.Notes) > 0 {
		add("why", discordgo.PrimaryButton, explain, r.Question)
	}
	for i, n := range r.Next {
		if i < maxButtons-2 {
			add(n.Label, discordgo.SecondaryButton, ask, n.Line)
		}
	}
	if l.private {
		add("share", discordgo.SuccessButton, share, r.Question)
	}
	if len(row) == 0 {
		return []discordgo.MessageComponent{}
	}
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: row}}
}
