package commands

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"delphi/engine/names"
	"delphi/engine/rules"
)

// fillers are dropped wherever nothing else claims them.
var fillers = words(`a an the my of on in with is are please what odds chance for
	and at to as i im am if while when wearing wielding holding casting cast how often do does nethack version rules spell target`)

// inert are words about things that no answer depends on; the reply says so.
var inert = words(`rustproof fireproof corrodeproof rotproof erodeproof rusty corroded burnt rotted thoroughly very
	greased dented tattered named called worn`)

// negations part a name from what is worn.
var negations = words(`without no sans minus`)

func words(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// parser reads one line for one command.
type parser struct {
	router *Router
	cmd    *Command
	call   *Call
	index  *names.Index
	line   string
	tokens []token
	keys   []byte // the stems of tokens, one after the other
	offset []int  // where each token's stem starts in keys
	loosed int    // how many names were read that were not spelt out
}

// parse reads the arguments of a command. fallback is the version meant where
// the line names none.
func (r *Router) parse(cmd *Command, line string, fallback *rules.Set) (*Call, error) {
	call := &Call{Command: cmd, Rules: fallback, values: make([]value, len(cmd.Params))}
	p := &parser{router: r, cmd: cmd, call: call, line: line}
	if i := cmd.param(Text); i >= 0 {
		if line != "" {
			call.values[i] = value{said: true, text: line}
		}
		return call, nil
	}
	p.tokens = lex(line, cmd)
	if err := p.version(); err != nil {
		return nil, err
	}
	p.index = r.index(cmd, call.Rules)
	p.squeeze()
	p.marks()
	if err := p.shapes(); err != nil {
		return nil, err
	}
	if err := p.names(); err != nil {
		return nil, err
	}
	if err := p.leftover(); err != nil {
		return nil, err
	}
	return call, p.collect()
}

// marks gives the words after a keyword like "for" to what it stands before:
// as far as the next comma, or to the end of the line after "for any of".
func (p *parser) marks() {
	pi := slices.IndexFunc(p.cmd.Params, func(q Param) bool { return q.Pile })
	if pi < 0 {
		return
	}
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.used || t.as != "" || !slices.Contains(p.cmd.Params[pi].Words, t.text) {
			continue
		}
		t.used = true
		any := i+1 < len(p.tokens) && p.tokens[i+1].text == "any"
		for k := i + 1; k < len(p.tokens); k++ {
			next := &p.tokens[k]
			if next.as != "" || next.cut && !any || slices.Contains(p.cmd.Params[pi].Words, next.text) {
				break
			}
			next.as = t.text
			if next.text == "or" && k+1 < len(p.tokens) {
				p.tokens[k+1].cut = p.tokens[k+1].cut || !any // parts names, ends nothing
				p.tokens[k+1].as = t.text
				p.tokens[k+1].link = true
				k++
			}
		}
	}
}

// wanted ends what "for" stands before after one name, unless "or" or "any"
// goes on: in "for magic marker 7 unicorn horns" the horns are the pile.
func (p *parser) wanted(said []Said) {
	for i := 1; i < len(said); i++ {
		s := &said[i]
		if s.As != "" && s.As == said[i-1].As && !s.linked && p.tokens[s.at].tag == 0 && !p.anyOf(s.at) {
			s.As = ""
		}
	}
}

// anyOf reports whether "any" stands between the keyword and a name.
func (p *parser) anyOf(at int) bool {
	for i := at; i >= 0 && p.tokens[i].as == p.tokens[at].as; i-- {
		if p.tokens[i].text == "any" {
			return true
		}
	}
	return false
}

// filler reports whether a word is dropped where nothing else claims it.
func (p *parser) filler(word string) bool { return fillers[word] || p.cmd.fillers[word] }

// param is the index of the first parameter of a kind, or -1.
func (cmd *Command) param(k Kind) int {
	return slices.IndexFunc(cmd.Params, func(p Param) bool { return p.Kind == k })
}

// tag is 1 + the index of the parameter of which word is the keyword, for
// those whose value is a name; 0 if it is none.
func (cmd *Command) tag(word string) int {
	for i := range cmd.Params {
		p := &cmd.Params[i]
		if p.Name == word && (p.Kind == Name || p.Kind == Choice || p.Kind == Version) || p.Kind == Name && slices.Contains(p.Words, word) {
			return i + 1
		}
	}
	return 0
}

// version finds the rule set that the line names.
func (p *parser) version() error {
	vi := p.cmd.param(Version)
	if vi < 0 {
		return nil
	}
	for i := range p.tokens {
		t := &p.tokens[i]
		if p.cmd.Variant != nil {
			if name, ok := p.cmd.Variant(strings.TrimPrefix(t.text, "v")); ok {
				t.used, p.call.Variant, p.call.versionSaid = true, name, true
				continue
			}
		}
		found, looksLike, err := rules.Lookup(t.text)
		tagged := t.tag == vi+1
		if !looksLike && tagged {
			err, looksLike = &rules.UnknownVersion{Word: t.text, Nearest: rules.Names()}, true
		}
		if !looksLike {
			continue
		}
		var unknown *rules.UnknownVersion
		if errors.As(err, &unknown) {
			text := unknown.Error()
			if slices.ContainsFunc(p.cmd.Params, func(q Param) bool { return q.Pile }) && len(unknown.Nearest) > 0 {
				text = strings.TrimSuffix(text, ".") + reverts(rules.Get(unknown.Nearest[0]))
			}
			return &Problem{Text: text, Hints: unknown.Nearest, Err: err}
		}
		if p.call.versionSaid && p.call.Rules != found.Set {
			return &Problem{Text: fmt.Sprintf("two versions: %s and %s; ask one at a time", p.call.Rules.Name, found.Name)}
		}
		t.used = true
		p.call.Rules, p.call.versionSaid = found.Set, true
		p.call.values[vi].said = true
		if found.Note != "" {
			p.call.Note(Assumed, found.Note)
		}
	}
	return nil
}

func prefixed(prefix string, list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = prefix + s
	}
	return out
}

// squeeze lays the tokens' stems one after the other, so that any run of them
// can be looked up without building a string.
func (p *parser) squeeze() {
	p.keys = make([]byte, 0, len(p.line)+8)
	p.offset = make([]int, len(p.tokens)+1)
	for i := range p.tokens {
		p.offset[i] = len(p.keys)
		p.keys = append(p.keys, p.tokens[i].key()...)
	}
	p.offset[len(p.tokens)] = len(p.keys)
}

// key is what a token contributes to a name.
func (t *token) key() string {
	if t.stem != "" {
		return t.stem
	}
	return t.text
}

func (p *parser) key(i, j int) []byte { return p.keys[p.offset[i]:p.offset[j]] }

// span is a run of tokens that spells a name.
type span struct {
	from, to int
	entry    *names.Entry
}

// names takes the longest names first, wherever they stand.
func (p *parser) names() error {
	var found []span
	for i := range p.tokens {
		if p.tokens[i].used {
			continue
		}
		for j := i + 1; j <= len(p.tokens) && j <= i+p.index.Longest(); j++ {
			if j > i+1 && (p.tokens[j-1].cut || p.tokens[j-1].used) {
				break
			}
			if e := p.pick(p.index.Exact(p.key(i, j)), p.tokens[i].tag); e != nil {
				found = append(found, span{i, j, e})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b span) int {
		return cmp.Or(
			cmp.Compare(len(p.key(b.from, b.to)), len(p.key(a.from, a.to))),
			cmp.Compare(a.entry.Kind, b.entry.Kind),
		)
	})
	for _, s := range found {
		if !p.free(s) {
			continue
		}
		same := p.index.Exact(p.key(s.from, s.to))
		same = slices.DeleteFunc(slices.Clone(same), func(e *names.Entry) bool { return e.Kind != s.entry.Kind })
		if len(same) > 1 { // one name for several things
			return &Problem{
				Text:  fmt.Sprintf("%q could be %s: say which", p.typed(s.from, s.to), list(same, 6)),
				Hints: entryNames(same, 6),
			}
		}
		p.take(s)
	}
	return nil
}

// typed is what was typed for a run of tokens.
func (p *parser) typed(from, to int) string {
	return strings.Join(strings.Fields(p.line[p.tokens[from].at:p.tokens[to-1].end]), " ")
}

// pick is the entry meant among those of one spelling: the first, or the one
// of the parameter whose keyword stands before.
func (p *parser) pick(entries []*names.Entry, tag int) *names.Entry {
	for _, e := range entries {
		if tag == 0 || int(e.Kind) == tag-1 {
			return e
		}
	}
	return nil
}

func (p *parser) free(s span) bool {
	for i := s.from; i < s.to; i++ {
		if p.tokens[i].used {
			return false
		}
	}
	return true
}

// take uses up a name and the words before it that belong to it.
func (p *parser) take(s span) {
	for i := s.from; i < s.to; i++ {
		p.tokens[i].used = true
	}
	param, v := &p.cmd.Params[s.entry.Kind], &p.call.values[s.entry.Kind]
	v.said = true
	switch param.Kind {
	case Flag:
		return
	case Choice:
		if v.text == "" || v.text == s.entry.Name {
			v.text = s.entry.Name
		} else {
			v.text += "\x00" + s.entry.Name // collect refuses two
		}
		return
	}
	said := Said{Name: s.entry.Name, Value: s.entry.Value, at: s.from, linked: p.tokens[s.from].link}
	if as := p.tokens[s.from].as; as != param.Name {
		said.As = as
	}
	if param.Pile {
		p.stack(s, &said)
		v.names = append(v.names, said)
		return
	}
	for i := s.from - 1; param.Gear && i >= 0 && !p.tokens[i].used && !p.tokens[i+1].cut; i-- {
		t := &p.tokens[i]
		n, rest, isNumber := number(t.text)
		switch {
		case isNumber && rest == "" && (t.text[0] == '+' || t.text[0] == '-'):
			said.Enchant = n
		case bucWords[t.text] != NotSaid:
			said.BUC = bucWords[t.text]
		case negations[t.text]:
			said.Without = true
		case p.filler(t.text) || inert[t.text]:
			continue // may stand between; judged with the leftovers
		default:
			i = 0
			continue
		}
		t.used = true
	}
	v.names = append(v.names, said)
}

// collect refuses what was said twice.
func (p *parser) collect() error {
	for i := range p.cmd.Params {
		param, v := &p.cmd.Params[i], &p.call.values[i]
		if param.Kind == Choice && strings.Contains(v.text, "\x00") {
			return &Problem{Text: fmt.Sprintf("two values for %s: %s; say one", param.Name, strings.ReplaceAll(v.text, "\x00", " and "))}
		}
		if param.Kind != Name {
			continue
		}
		// Names were found the longest first; what counts is the line's order.
		slices.SortStableFunc(v.names, func(a, b Said) int { return cmp.Compare(a.at, b.at) })
		if param.Pile {
			p.wanted(v.names)
		}
		// The same name twice is one name, but for things worn and held,
		// where what is said about them may differ.
		if len(v.names) > 1 && !param.Many {
			if v.names[0].Name != v.names[1].Name {
				return &Problem{
					Text:  fmt.Sprintf("two are said where one %s is wanted: %s and %s", param.Name, v.names[0].Name, v.names[1].Name),
					Hints: []string{"ask for one at a time"},
				}
			}
			v.names = v.names[:1]
		}
	}
	return nil
}
