package grammar

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// fillers are dropped wherever nothing else claims them.
var fillers = words(`a an the my of on in with is are please what odds chance for
	and at to as i im am if while when wearing wielding holding casting cast how often do does nethack version rules spell target`)

// Filler reports whether a word means nothing wherever nothing else claims it.
func Filler(word string) bool { return fillers[word] }

// inert are words about things that no answer depends on; the reply says so.
var inert = words(`rustproof fireproof corrodeproof rotproof erodeproof rusty corroded burnt rotted thoroughly very
	greased dented tattered named called worn`)

var bucWords = map[string]rules.BUC{
	"blessed": rules.Blessed, "holy": rules.Blessed, "uncursed": rules.Uncursed, "cursed": rules.Cursed, "unholy": rules.Cursed,
}

// negations part a name from what is worn.
var negations = words(`without no sans minus`)

// parser reads one line for one command.
type parser struct {
	cmd    *command
	call   *commands.Call
	index  *names.Index
	line   string
	tokens []token
	keys   []byte // the stems of tokens, one after the other
	offset []int  // where each token's stem starts in keys
	loosed int    // how many names were read that were not spelt out

	drop   func(word string) bool // of a sentence: what it says nothing with; nil: a line
	unused []string               // of a sentence: words that nothing claimed
}

// Parse reads the arguments of a command, a line that [Clean] returned.
// fallback is the version meant where the line names none. An error that the
// asker can mend is a problem.Mendable.
func (g *Grammar) Parse(to *commands.Command, line string, fallback *rules.Set) (*commands.Call, error) {
	cmd, call := g.command(to), commands.NewCall(to, fallback)
	if i := cmd.param(commands.KindText); i >= 0 {
		if vi := cmd.param(commands.KindVersion); vi >= 0 {
			line = versionOf(call, vi, line)
		}
		if line != "" {
			call.Values[i] = commands.Value{Said: true, Text: line}
		}
		return call, nil
	}
	if cmd.param(commands.KindWords) >= 0 {
		return call, readFields(cmd, call, line)
	}
	line = cmd.unglyphed(cmd.unitless(line))
	p := &parser{cmd: cmd, call: call, line: line}
	p.tokens = lex(line, cmd)
	return call, p.read()
}

// versionOf takes the version that a text names, before a colon if it has one,
// into the call, and returns the text without it.
func versionOf(call *commands.Call, vi int, line string) string {
	head, rest, colon := strings.Cut(line, ": ")
	words := strings.Fields(head)
	for i, w := range words {
		if found, looks, err := rules.Lookup(strings.ToLower(strings.Trim(w, ",;"))); looks && err == nil {
			call.Rules, call.VersionSaid, call.Values[vi].Said = found.Set, true, true
			if found.Note != "" {
				call.Note(commands.Remarked, found.Note)
			}
			head = strings.Join(slices.Delete(words, i, i+1), " ")
			break
		}
	}
	if !colon {
		return head
	}
	if head == "" {
		return rest
	}
	return head + ": " + rest
}

// read reads the tokens into the call.
func (p *parser) read() error {
	if err := p.version(); err != nil {
		return err
	}
	p.index = p.cmd.index(p.call.Rules)
	p.squeeze()
	p.marks()
	if err := p.shapes(); err != nil {
		return err
	}
	if err := p.names(); err != nil {
		return err
	}
	if err := p.leftover(); err != nil {
		return err
	}
	return p.collect()
}

// marks gives the words after a keyword like "for" to what it stands before:
// as far as the next comma, or to the end of the line after "for any of".
func (p *parser) marks() {
	pi := p.cmd.pile()
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
func (p *parser) wanted(said []commands.Said) {
	for i := 1; i < len(said); i++ {
		s := &said[i]
		again := slices.ContainsFunc(p.tokens[said[i-1].At:s.At], func(t token) bool { return t.text == s.As }) // "for A, for B"
		if s.As != "" && s.As == said[i-1].As && !s.Linked && !again && p.tokens[s.At].tag == 0 && !p.anyOf(s.At) {
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
func (p *parser) filler(word string) bool {
	return fillers[word] || p.cmd.fillers[word] || p.drop != nil && p.drop(word)
}

// tag is 1 + the index of the parameter of which word is the keyword, for
// those whose value is a name; 0 if it is none.
func (cmd *command) tag(word string) int {
	for i := range cmd.Params {
		p := cmd.Params[i]
		if p.Name == word && (p.Kind == commands.KindName || p.Kind == commands.KindChoice || p.Kind == commands.KindVersion) || p.Kind == commands.KindName && slices.Contains(p.Words, word) {
			return i + 1
		}
	}
	return 0
}

// version finds the rule set that the line names.
func (p *parser) version() error {
	vi := p.cmd.param(commands.KindVersion)
	if vi < 0 {
		return nil
	}
	for i := range p.tokens {
		t := &p.tokens[i]
		if p.cmd.Variant != nil {
			if name, ok := p.cmd.Variant(strings.TrimPrefix(t.text, "v")); ok {
				t.used, p.call.Variant, p.call.VersionSaid = true, name, true
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
		if err != nil && p.cmd.Unruled != nil {
			if other, more := p.cmd.Unruled(t.text); other.Set != nil || more != nil {
				found, err = other, more
			}
		}
		var unknown *rules.UnknownVersion
		switch {
		case errors.As(err, &unknown):
			return &commands.Problem{Text: unknown.Error(), Hints: unknown.Nearest, Err: err}
		case err != nil:
			return err
		}
		if p.call.VersionSaid && p.call.Rules != found.Set {
			return &commands.Problem{Text: fmt.Sprintf("two versions: %s and %s; ask one at a time", p.call.Rules.Name, found.Name)}
		}
		t.used = true
		p.call.Rules, p.call.VersionSaid = found.Set, true
		p.call.Values[vi].Said = true
		if found.Note != "" {
			p.call.Note(commands.Remarked, found.Note)
		}
	}
	return nil
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
	open     bool // it could be a name of another parameter as well
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
			if e, open := p.pick(p.index.Exact(p.key(i, j)), i); e != nil {
				found = append(found, span{i, j, e, open})
				p.reserve(e, j)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b span) int {
		return cmp.Or(
			cmp.Compare(len(p.key(b.from, b.to)), len(p.key(a.from, a.to))),
			cmp.Compare(a.entry.Kind, b.entry.Kind),
		)
	})
	var open []span
	for _, s := range found {
		if !p.free(s) {
			continue
		}
		if s.open {
			for k := s.from; k < s.to; k++ {
				p.tokens[k].held = true
			}
			open = append(open, s)
			continue
		}
		same := p.index.Exact(p.key(s.from, s.to))
		same = slices.DeleteFunc(slices.Clone(same), func(e *names.Entry) bool { return e.Kind != s.entry.Kind })
		if len(same) > 1 {
			if one := p.toldApart(s, same); one != nil {
				s.entry, same = one, nil
			}
		}
		if len(same) > 1 { // one name for several things, unless it is part of a longer one
			if t := &p.tokens[s.from]; t.could == nil { // the longest comes first
				t.could, t.couldTo = same, s.to
			}
			for k := s.from; k < s.to; k++ {
				p.tokens[k].held = true // no part of it is a name of its own
			}
			continue
		}
		p.take(s)
	}
	slices.SortFunc(open, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	for _, s := range open {
		for _, e := range p.index.Exact(p.key(s.from, s.to)) {
			if param := p.cmd.Params[e.Kind]; !param.Many && param.Kind != commands.KindFlag && !p.call.Values[e.Kind].Said {
				s.entry = e
				break
			}
		}
		p.take(s)
	}
	return nil
}

// reserve keeps the skill behind a name that takes one from being read as
// anything else.
func (p *parser) reserve(e *names.Entry, at int) {
	if !p.cmd.Params[e.Kind].Skilled {
		return
	}
	_, n := p.skill(at)
	for k := at; k < at+n; k++ {
		p.tokens[k].held = true
	}
}

// skill is the level of skill that stands at token i, and of how many tokens.
func (p *parser) skill(i int) (name string, tokens int) {
	for name := rules.GrandMaster; name > rules.Restricted; name-- {
		if n := p.spells(i, name.String()); n > 0 {
			return name.String(), n
		}
	}
	if p.spells(i, rules.Restricted.String()) > 0 {
		return rules.Restricted.String(), 1
	}
	return "", 0
}

// spells is how many free tokens from i on are the words of text; 0 if they
// are not.
func (p *parser) spells(i int, text string) int {
	n := 0
	for w := range strings.FieldsSeq(text) {
		if i+n >= len(p.tokens) || p.tokens[i+n].text != w || p.tokens[i+n].used || p.tokens[i+n].cut {
			return 0
		}
		n++
	}
	return n
}

// toldApart is the one of several entries that the words of the line tell from
// the others, wherever else they stand: "fake tower (the one without portal)". nil:
// none is.
func (p *parser) toldApart(s span, same []*names.Entry) *names.Entry {
	var out *names.Entry
	most, ties := 0, 0
	for _, e := range same {
		n := 0
		for _, w := range names.Words(e.Name) {
			for i := range p.tokens {
				if (i < s.from || i >= s.to) && p.tokens[i].stem == w {
					n++
					break
				}
			}
		}
		switch {
		case n > most:
			out, most, ties = e, n, 1
		case n == most:
			ties++
		}
	}
	if ties != 1 {
		return nil
	}
	return out
}

// typed is what was typed for a run of tokens.
func (p *parser) typed(from, to int) string {
	return strings.Join(strings.Fields(p.line[p.tokens[from].at:p.tokens[to-1].end]), " ")
}

// pick is the entry meant among those of one spelling that start at token i: the
// first, or the one of the parameter whose keyword stands before, or as a word
// of Param.Ahead decides. open reports that one of another parameter could be
// meant where the first is said already.
func (p *parser) pick(entries []*names.Entry, i int) (e *names.Entry, open bool) {
	tag := p.tokens[i].tag
	for _, e := range entries {
		if tag > 0 && int(e.Kind) == tag-1 {
			return e, false
		}
	}
	if tag > 0 || len(entries) == 0 {
		return nil, false
	}
	ahead := slices.IndexFunc(entries, func(e *names.Entry) bool { return p.cmd.Params[e.Kind].Ahead != "" })
	if ahead < 0 || entries[0].Kind == entries[len(entries)-1].Kind {
		return entries[0], false
	}
	for _, e := range entries {
		param := p.cmd.Params[e.Kind]
		if i > 0 && (param.Name == p.tokens[i-1].text || slices.Contains(param.Words, p.tokens[i-1].text)) {
			return e, false
		}
	}
	param := p.cmd.Params[entries[ahead].Kind]
	if at := slices.IndexFunc(p.tokens, func(t token) bool { return t.text == param.Ahead }); at > i {
		return entries[ahead], false
	} else if at >= 0 {
		for _, e := range entries {
			if e.Kind != entries[ahead].Kind {
				return e, false
			}
		}
	}
	return entries[0], true
}

func (p *parser) free(s span) bool {
	for i := s.from; i < s.to; i++ {
		if p.tokens[i].used || p.tokens[i].held {
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
	param, v := p.cmd.Params[s.entry.Kind], &p.call.Values[s.entry.Kind]
	switch {
	case param.Kind != commands.KindFlag:
		v.Said = true
	case p.denied(s.from):
		return
	}
	switch param.Kind {
	case commands.KindFlag:
		v.Said = true
		if param.Skilled {
			v.Text = cmp.Or(p.takeSkill(s.to), v.Text)
		}
		return
	case commands.KindChoice:
		if v.Text == "" || v.Text == s.entry.Name {
			v.Text = s.entry.Name
		} else {
			v.Text += "\x00" + s.entry.Name // collect refuses two
		}
		return
	}
	term := s.entry.Value.(*commands.Term)
	said := commands.Said{Name: term.Name, Value: term.Value, At: s.from, Linked: p.tokens[s.from].link}
	if as := p.tokens[s.from].as; as != param.Name {
		said.As = as
	}
	if param.Pile {
		p.stack(s, term, &said)
		v.Names = append(v.Names, said)
		return
	}
	for i := s.from - 1; param.Gear && i >= 0 && !p.tokens[i].used && !p.tokens[i+1].cut; i-- {
		t := &p.tokens[i]
		n, rest, isNumber := number(t.text)
		switch {
		case isNumber && rest == "" && (t.text[0] == '+' || t.text[0] == '-'):
			said.Enchant = n
		case bucWords[t.text] != rules.BUCNotSaid:
			said.BUC = bucWords[t.text]
		case param.Counts && isNumber && rest == "" && !said.Counted:
			said.Quantity, said.Counted = n, true
		case negations[t.text]:
			said.Without = true
		case p.drop != nil && t.text == "either":
			said.Either = true
		case p.filler(t.text) || inert[t.text]:
			continue // may stand between; judged with the leftovers
		default:
			i = 0
			continue
		}
		t.used = true
	}
	if param.Skilled {
		if n, ok := p.enchantment(s.to); ok {
			said.Enchant, s.to = n, s.to+1
		}
		said.Skill = p.takeSkill(s.to)
	}
	v.Names = append(v.Names, said)
}

// enchantment reads "+2" at token i.
func (p *parser) enchantment(i int) (n int, ok bool) {
	if i >= len(p.tokens) || p.tokens[i].used || p.tokens[i].cut {
		return 0, false
	}
	t := &p.tokens[i]
	n, rest, ok := number(t.text)
	if !ok || rest != "" || t.text[0] != '+' && t.text[0] != '-' {
		return 0, false
	}
	t.used = true
	return n, true
}

// takeSkill uses the skill that stands at token i; empty if none does.
func (p *parser) takeSkill(i int) string {
	name, n := p.skill(i)
	for k := i; k < i+n; k++ {
		p.tokens[k].used = true
	}
	return name
}

// alternatives finds which of the things worn in a sentence are alternatives to
// each other, and which to nothing: "robe or no robe", "vs with a robe", "if i
// take off the robe". A thing that is named again is the same.
func (p *parser) alternatives(v *commands.Value) {
	for i := range v.Names {
		s := &v.Names[i]
		switch {
		case i > 0 && v.Names[i-1].Name != s.Name && !s.Without && !v.Names[i-1].Without:
			s.Linked = p.alternative(v.Names[i-1].At, s.At)
		case i == 0 && !s.Without && s.At > 0:
			s.Either = s.Either || p.alternative(-1, s.At) && p.call.SaidCount() > 1
		}
	}
	for i := 0; i < len(v.Names); i++ {
		if s := v.Names[i]; s.Either {
			v.Names = slices.DeleteFunc(v.Names, func(o commands.Said) bool { return o.Name == s.Name && o.At != s.At && !o.Without })
		}
	}
}

// denied reports whether a flag at token i is said not to be: "without portal",
// "not confused". The word that denies it is used up.
func (p *parser) denied(i int) bool {
	k := i - 1
	for k >= 0 && !p.tokens[k].used && !p.tokens[k+1].cut && (p.tokens[k].text == "the" || p.tokens[k].text == "a" || p.tokens[k].text == "any") {
		k--
	}
	if k < 0 || p.tokens[k].used || p.tokens[k+1].cut || !negations[p.tokens[k].text] && p.tokens[k].text != "not" {
		return false
	}
	p.tokens[k].used = true
	return true
}

// collect refuses what was said twice.
func (p *parser) collect() error {
	for i := range p.cmd.Params {
		param, v := p.cmd.Params[i], &p.call.Values[i]
		if p.drop == nil && param.Kind == commands.KindChoice && strings.Contains(v.Text, "\x00") {
			return &commands.Problem{Text: fmt.Sprintf("two values for %s: %s; say one", param.Name, strings.ReplaceAll(v.Text, "\x00", " and "))}
		}
		if param.Kind != commands.KindName {
			continue
		}
		// Names were found the longest first; what counts is the line's order.
		slices.SortStableFunc(v.Names, func(a, b commands.Said) int { return cmp.Compare(a.At, b.At) })
		if param.Pile {
			p.wanted(v.Names)
		}
		if param.Gear && p.drop != nil {
			p.alternatives(v)
		}
		// The same name twice is one name, but for things worn and held,
		// where what is said about them may differ.
		if len(v.Names) > 1 && !param.Many && p.drop == nil {
			if v.Names[0].Name != v.Names[1].Name {
				return &commands.Problem{
					Text:  fmt.Sprintf("two are said where one %s is wanted: %s and %s", param.Name, v.Names[0].Name, v.Names[1].Name),
					Hints: []string{"ask for one at a time"},
				}
			}
			v.Names = v.Names[:1]
		}
	}
	return nil
}
