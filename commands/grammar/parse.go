package grammar

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// fillers holds words that are dropped wherever nothing else claims them.
var fillers = words(`@ a an the my of on in with is are please what odds chance for
	either and at to as i im am if while when wearing wielding holding casting cast how often do does nethack version rules spell target`)

// inert holds words about things that no answer depends on; the reply points that out.
var inert = words(`rustproof fireproof corrodeproof rotproof erodeproof rusty corroded burnt rotted thoroughly very
	greased dented tattered diluted deteriorated named called worn`)

var bucWords = map[string]rules.BUC{
	"blessed": rules.Blessed, "holy": rules.Blessed, "uncursed": rules.Uncursed, "cursed": rules.Cursed, "unholy": rules.Cursed,
	"uc": rules.Uncursed,
}

// parser reads one line for one command.
type parser struct {
	budget  *budget.Budget
	cmd     *command
	call    *commands.Call
	index   *names.Index
	line    string
	tokens  []token
	keys    []byte // the stems of tokens, one after the other
	offset  []int  // where each token's stem starts in keys
	found   []span // of names
	guesses []guessed
	cuts    int  // words that were tried as names cut short
	loosed  int  // how many names were read that were not spelt out
	each    bool // a number was said for each of the hero's levels
}

// Parse reads the arguments of a command, a line that [Clean] returned.
// fallback is the version meant where the line names none. An error that the
// asker can mend is a problem.Mendable.
// The budget of ctx, or a whole one, bounds what it does; an error says where it is spent.
func (g *Grammar) Parse(ctx context.Context, to *commands.Command, line string, fallback *rules.Set) (*commands.Call, error) {
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
	p := newParser(budget.From(ctx), cmd, call, line)
	defer p.release()
	err := p.read()
	if err == nil && to.Regroup != nil {
		to.Regroup(call)
	}
	if err == nil || p.budget.Err() != nil {
		return call, err
	}
	for range mostOutOfOrder {
		if line = p.turned(line); line == "" {
			break
		}
		again := newParser(p.budget, cmd, commands.NewCall(to, fallback), line)
		wrong := again.read()
		found := again.call
		again.release()
		if wrong == nil {
			if to.Regroup != nil {
				to.Regroup(found)
			}
			return found, nil
		}
	}
	return call, err
}

// parsers holds parsers for reuse. What a parser allocates while it reads a line is
// most of the memory that a question needs, and none of it is retained.
var parsers = sync.Pool{New: func() any { return new(parser) }}

// longestKept is the largest number of tokens for which a parser may have room and
// still be reused.
const longestKept = 256

// newParser returns a parser for a line, already cut into tokens.
func newParser(left *budget.Budget, cmd *command, call *commands.Call, line string) *parser {
	p := parsers.Get().(*parser)
	p.budget, p.cmd, p.call, p.line = left, cmd, call, line
	p.tokens = lex(p.tokens[:0], line, cmd)
	return p
}

// release returns the parser for reuse.
func (p *parser) release() {
	if cap(p.tokens) > longestKept {
		return
	}
	clear(p.tokens) // of the line and its names
	clear(p.found)
	*p = parser{tokens: p.tokens[:0], keys: p.keys[:0], offset: p.offset[:0], found: p.found[:0]}
	parsers.Put(p)
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
	for _, step := range []func() error{p.shapes, p.names, p.absent, p.leftover, p.multiplied, p.collect} {
		err := step()
		if spent := p.budget.Err(); spent != nil {
			return spent
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// longestWithin is how many words of a name may stand before one that is a keyword, too.
const longestWithin = 4

// within reports whether a token stands inside a name, as "from" does in "ring of
// protection from shape changers".
func (p *parser) within(i int) bool {
	for from := max(0, i-longestWithin); from < i; from++ {
		reach := p.reach(from)
		for to := i + 2; to <= len(p.tokens) && len(p.key(from, to)) <= reach; to++ {
			if len(p.index.Exact(p.key(from, to))) > 0 {
				return true
			}
		}
	}
	return false
}

// marks assigns the words after a keyword like "for" to it: up to the next comma, or to
// the end of the line after "for any of".
func (p *parser) marks() {
	pi := p.cmd.pile()
	if pi < 0 {
		return
	}
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.used || t.as != "" || !slices.Contains(p.cmd.Params[pi].Words, t.text) || p.within(i) {
			continue
		}
		t.used = true
		any := i+1 < len(p.tokens) && p.tokens[i+1].text == "any"
		for k := i + 1; k < len(p.tokens); k++ {
			next := &p.tokens[k]
			if next.as != "" || next.cut && !any || slices.Contains(p.cmd.Params[pi].Words, next.text) && !p.within(k) {
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
	p.listed(said)
	wants := ""
	for i := 1; i < len(said); i++ {
		s, between := &said[i], p.tokens[said[i-1].At:said[i].At]
		if wants = cmp.Or(said[i-1].As, wants); s.As == "" || s.As != wants {
			continue
		}
		says := func(word string) bool {
			return slices.ContainsFunc(between, func(t token) bool { return t.text == word })
		}
		s.Linked = s.Linked || says("or")
		// "20 horns for 2 markers and a bag", and not "for a marker 20 horns and 3 drums"
		joint := says("and") && said[i-1].As != "" && (!s.Counted || s.Quantity < 2 || slices.ContainsFunc(said[:i], func(o commands.Said) bool { return o.As == "" }))
		again := says(s.As) || slices.ContainsFunc(p.tokens[said[i-1].At+1:s.At+1], func(t token) bool { return t.tag > 0 }) // "for A, for B", "for:2 A, for:1 B"
		if joint || again && says("and") {
			p.joins()
		}
		if !s.Linked && !joint && !again && !p.anyOf(s.At) {
			s.As = ""
		}
	}
}

// listed reads what "or" or "and" ends as one list of what "for" stands before: "20
// horns for a marker, a lamp or a bag". What is counted is not part of a list, and
// without a pile before "for" the pile may follow it: "for a marker, horns and
// drums".
func (p *parser) listed(said []commands.Said) {
	first := slices.IndexFunc(said, func(s commands.Said) bool { return s.As != "" })
	if first < 1 {
		return
	}
	for last := len(said) - 1; last > first+1; last-- {
		ends := func(t token) bool { return (t.text == "or" || t.text == "and") && t.by == 0 }
		counted := func(s commands.Said) bool { return s.Counted || s.TimesSaid || s.BUC != rules.BUCNotSaid }
		if !slices.ContainsFunc(p.tokens[said[last-1].At:said[last].At], ends) || slices.ContainsFunc(said[first+1:last+1], counted) {
			continue
		}
		or := slices.ContainsFunc(p.tokens[said[last-1].At:said[last].At], func(t token) bool { return t.text == "or" })
		for i := first + 1; i <= last; i++ {
			said[i].As, said[i].Linked = said[first].As, true
		}
		if !or {
			p.joins()
		}
		return
	}
}

// joins sets the Flag that "and" between wanted things says.
func (p *parser) joins() {
	for i, q := range p.cmd.Params {
		if q.Joins {
			p.call.Values[i].Said = true
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
	return fillers[word] || p.cmd.fillers[word]
}

// tag returns 1 + the index of the parameter whose keyword word is, among those whose
// value is a name, or 0.
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
		if err != nil && p.cmd.Unmodelled != nil {
			if other, more := p.cmd.Unmodelled(t.text); other.Set != nil || more != nil {
				found, err = other, more
			}
		}
		var unknown *rules.UnknownVersion
		switch {
		case errors.As(err, &unknown) && unknown.Variant && p.begins(i):
			continue // the scroll labeled HACKEM MUCHE
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

// begins reports whether token i and some after it are a name of the vocabulary.
func (p *parser) begins(i int) bool {
	index, key := p.cmd.index(p.call.Rules), []byte(p.tokens[i].key())
	for k := i + 1; k < len(p.tokens) && k < i+index.Longest() && !p.tokens[k].cut; k++ {
		if key = append(key, p.tokens[k].key()...); len(index.Exact(key)) > 0 {
			return true
		}
	}
	return false
}

// squeeze lays the tokens' stems one after the other, so that any run of them
// can be looked up without building a string.
func (p *parser) squeeze() {
	p.keys, p.offset = p.keys[:0], append(p.offset[:0], 0)
	for i := range p.tokens {
		p.keys = append(p.keys, p.tokens[i].key()...)
		p.offset = append(p.offset, len(p.keys))
	}
}

// key returns what a token contributes to a name.
func (t *token) key() string {
	if t.stem != "" {
		return t.stem
	}
	return t.text
}

func (p *parser) key(i, j int) []byte { return p.keys[p.offset[i]:p.offset[j]] }

// reach returns how long the key of a name can be that starts at token i.
func (p *parser) reach(i int) int { return p.index.Reach(p.keys[p.offset[i]:]) }

// typed returns what was typed for a run of tokens.
func (p *parser) typed(from, to int) string {
	return strings.Join(strings.Fields(p.line[p.tokens[from].at:p.tokens[to-1].end]), " ")
}

// hoping holds words that show that one of several things is wanted, but not which.
var hoping = words("chance chances odds probability prob likelihood into want wanted hoping")

// unsorted returns the error for several things of which one is said to be wanted by a
// word that is not a keyword: "12 horns, chance of a marker"; or nil.
func (p *parser) unsorted(said []commands.Said) error {
	n := len(said) - 1
	if n < 1 || !slices.Contains(p.cmd.Params[p.cmd.pile()].Words, "for") || slices.ContainsFunc(said, func(s commands.Said) bool { return s.As != "" }) ||
		!slices.ContainsFunc(p.tokens, func(t token) bool { return hoping[t.text] && t.by == 0 }) {
		return nil
	}
	head := strings.TrimRight(strings.TrimSpace(p.line[:p.tokens[said[n].At].at]), ",")
	return &commands.Problem{Text: "Which of these do you want? Say it after \"for\".", Hints: []string{p.cmd.Path() + " " + head + " for " + p.line[p.tokens[said[n].At].at:]}}
}

// loneLast returns the error for a thing without a count that stands last, behind
// counted stacks and without a comma or behind an option, where nothing says whether it
// is wanted: "6 unihorns marker", "2 magic lamps luck 5 marker", or nil.
func (p *parser) loneLast(said []commands.Said) error {
	n := len(said) - 1
	if n < 1 || !slices.Contains(p.cmd.Params[p.cmd.pile()].Words, "for") || slices.ContainsFunc(said, func(s commands.Said) bool { return s.As != "" }) {
		return nil
	}
	last := &said[n]
	if last.Counted || last.TimesSaid || last.BUC != rules.BUCNotSaid || slices.ContainsFunc(said[:n], func(s commands.Said) bool { return !s.Counted && !s.TimesSaid }) {
		return nil
	}
	between := p.tokens[said[n-1].At:last.At]
	if p.tokens[last.At].cut && !slices.ContainsFunc(between, func(t token) bool {
		_, n, _, has, ok := p.cmd.keyNumber(t.text)
		return ok && t.used && (has || n == 0)
	}) || slices.ContainsFunc(between, func(t token) bool { return t.text == "and" || t.text == "or" || t.text == "with" }) {
		return nil
	}
	at := p.tokens[last.At].at
	head := strings.TrimRight(strings.TrimSpace(p.line[:at]), ",")
	return &commands.Problem{Text: fmt.Sprintf("Do you want the %s, or is it part of the pile?", last.Name),
		Hints: []string{p.cmd.Path() + " " + head + " for " + p.line[at:], p.cmd.Path() + " " + head + ", 1 " + p.line[at:]}}
}

// bothWays holds the words that may stand between "with" and "without".
var bothWays = words("and or vs versus n")
