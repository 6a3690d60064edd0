package commands

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

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

// maxLoose bounds how many words of a line may be misspelt or shortened: each
// is compared with every name.
const maxLoose = 8

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
			return &Problem{Text: unknown.Error(), Hints: unknown.Nearest, Err: err}
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

// shapes reads all that is known by its shape: numbers with their words,
// targets, a pasted status line.
func (p *parser) shapes() error {
	status := p.status()
	for pass := range 2 {
		// What was said outright goes before what a status line says.
		for i := range p.tokens {
			t := &p.tokens[i]
			if t.used || t.tag != 0 {
				continue
			}
			fromStatus := status && strings.Contains(p.line[t.at:t.end], ":")
			if fromStatus != (pass == 1) {
				continue
			}
			if done, err := p.target(i); err != nil {
				return err
			} else if done {
				continue
			}
			if err := p.number(i, fromStatus); err != nil {
				return err
			}
			if p.skillLetter(i) {
				continue
			}
			if status && statusConditions[t.text] && !p.startsName(i) {
				p.condition(t)
				if t.text == "home" && i+1 < len(p.tokens) && plainNumber(p.tokens[i+1].text) {
					p.tokens[i+1].used = true
				}
			}
		}
	}
	return nil
}

// startsName reports whether a name of the vocabulary starts at token i.
func (p *parser) startsName(i int) bool {
	for n := 1; n <= p.index.Longest() && i+n <= len(p.tokens); n++ {
		if len(p.index.Exact(p.key(i, i+n))) > 0 {
			return true
		}
	}
	return false
}

// condition uses a word of a status line: Conf and Stun are states that some
// commands read, the others say nothing here.
func (p *parser) condition(t *token) {
	t.used = true
	flag := map[string]string{"conf": "confused", "stun": "stunned"}[t.text]
	for i := range p.cmd.Params {
		if p.cmd.Params[i].Kind == Flag && p.cmd.Params[i].Name == flag {
			p.call.values[i].said = true
		}
	}
}

// status reports whether the line holds a pasted status line, and uses up the
// hero's name and title in front of it.
func (p *parser) status() bool {
	figures, first := 0, -1
	for i := range p.tokens {
		raw := p.line[p.tokens[i].at:p.tokens[i].end]
		key, _, colon := strings.Cut(strings.ToLower(raw), ":")
		if colon && statusWords[key] {
			figures++
			if first < 0 {
				first = i
			}
		}
	}
	if figures < 3 {
		return false
	}
	for i := first - 1; i > 0; i-- {
		if p.tokens[i].text != "the" || p.tokens[i].used {
			continue
		}
		from := i
		if name := &p.tokens[i-1]; !name.used && !p.startsName(i-1) {
			from = i - 1
		}
		title := strings.TrimSpace(p.line[p.tokens[i].end:p.tokens[first].at])
		p.role(strings.TrimRight(title, " ]"))
		for k := from; k < first; k++ {
			p.tokens[k].used = true
		}
		break
	}
	return true
}

// role takes the role from a rank title of a status line, unless it was said.
func (p *parser) role(title string) {
	i := slices.IndexFunc(p.cmd.Params, func(q Param) bool { return q.Name == "role" })
	if i < 0 {
		return
	}
	for _, role := range p.call.Rules.Roles {
		for _, t := range role.Titles {
			if strings.EqualFold(t, title) {
				p.call.values[i].said = true
				p.call.values[i].names = []Said{{Name: role.Name, Value: role}}
				p.call.Note(Assumed, fmt.Sprintf("%s, from the title %s", role.Name, t))
			}
		}
	}
}

// number reads a number with its word at token i: "xl12", "xl 12", "20 tries".
func (p *parser) number(i int, quiet bool) error {
	t := &p.tokens[i]
	name, n, rest, hasNumber, ok := p.cmd.keyNumber(t.text)
	used := 1
	next := func(k int) *token {
		if i+k < len(p.tokens) && !p.tokens[i+k].used && !p.tokens[i+k].cut {
			return &p.tokens[i+k]
		}
		return nil
	}
	switch {
	case ok && !hasNumber:
		t := next(1)
		if t == nil || statusOnly[p.tokens[i].text] && p.cmd.numbers[p.tokens[i].text] == "" {
			return nil
		}
		if n, rest, hasNumber = number(strings.TrimLeft(t.text, "=:")); !hasNumber || !figureTail(rest) && !rangeTail(rest) {
			return nil
		}
		used = 2
	case !ok:
		if n, rest, ok = number(t.text); !ok || !figureTail(rest) {
			return nil
		}
		word := next(1)
		if word == nil {
			return nil
		}
		pi := slices.IndexFunc(p.cmd.Params, func(q Param) bool { return slices.Contains(q.After, word.text) })
		if pi < 0 {
			return nil
		}
		name, used = p.cmd.Params[pi].Name, 2
	}
	if t := next(used); t != nil && slices.ContainsFunc(p.cmd.Params, func(q Param) bool {
		return q.Name == name && slices.Contains(q.After, t.text)
	}) {
		used++ // "over 7 squares"
	}
	if other, ok := p.cmd.numbers["vs "+name]; ok && p.versus(i) {
		name = other
	}
	for k := range used {
		p.tokens[i+k].used = true
	}
	return p.setNumber(name, n, rest, quiet)
}

// versus reports whether "vs" stands before token i with only figures between.
func (p *parser) versus(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch t := &p.tokens[k]; {
		case t.text == "vs" || t.text == "versus" || t.text == "against":
			return true
		case t.used || t.cut:
		default:
			return false
		}
	}
	return false
}

// setNumber takes a number for the parameter of that name, or notes that the
// command does not use it. rest is what followed the digits.
func (p *parser) setNumber(name string, n int, rest string, quiet bool) error {
	pi := slices.IndexFunc(p.cmd.Params, func(q Param) bool { return q.Kind == Number && q.Name == name })
	if pi < 0 {
		if !quiet {
			p.call.Note(Warned, fmt.Sprintf("%s %d is not used by %s", name, n, p.cmd.Name))
		}
		return nil
	}
	param, v := &p.cmd.Params[pi], &p.call.values[pi]
	if quiet && param.Target {
		return nil
	}
	to := n
	if rangeTail(rest) {
		if !param.Range {
			return &Problem{Text: fmt.Sprintf("%s takes one number, not a range", shown(param.Name)), Hints: []string{param.Name + strconv.Itoa(n)}}
		}
		to, _, _ = number(rest[1:])
	}
	for _, x := range []int{n, to} {
		if x < param.Min || x > param.Max {
			name, keyword := shown(param.Name), param.Name
			if param.Bare {
				name, keyword = "a "+param.Name, ""
			}
			return &Problem{
				Text:  fmt.Sprintf("%s goes from %d to %d, not %d", name, param.Min, param.Max, x),
				Hints: []string{keyword + strconv.Itoa(max(param.Min, min(x, param.Max)))},
			}
		}
	}
	switch {
	case v.said && quiet:
		if v.num != n {
			p.call.Note(Assumed, fmt.Sprintf("%s %d as you said it, not the status line's %d", shown(param.Name), v.num, n))
		}
	case v.said && (v.num != n || v.to != to):
		return &Problem{Text: fmt.Sprintf("%s is said twice: %d and %d", shown(param.Name), v.num, n), Hints: []string{"leave one out"}}
	default:
		v.said, v.num, v.to, v.quiet = true, min(n, to), max(n, to), quiet
	}
	return nil
}

// shown is a number's keyword as sentences have it.
func shown(param string) string {
	switch param {
	case "xl", "ac", "mr", "hp":
		return strings.ToUpper(param)
	}
	return strings.ToUpper(param[:1]) + param[1:]
}

// target reads "<20%", "<= 20", "below 20%" at token i.
func (p *parser) target(i int) (bool, error) {
	pi := p.cmd.param(Percent)
	if pi < 0 {
		return false, nil
	}
	t := &p.tokens[i]
	text, strict := t.text, true
	used := 1
	switch {
	case text == "below" || text == "under":
		text = ""
	case text == "most" && i > 0 && p.tokens[i-1].text == "at" || text == "max":
		text, strict = "", false
	case strings.HasPrefix(text, "<="), text == "<":
		strict = text == "<" && !strings.HasPrefix(p.line[t.at:t.end], "<=")
		text = strings.TrimLeft(text, "<=")
	case strings.HasPrefix(text, "<"):
		text = text[1:]
	default:
		return false, nil
	}
	if text == "" {
		if i+1 >= len(p.tokens) {
			return false, nil
		}
		text, used = p.tokens[i+1].text, 2
	}
	n, rest, ok := number(text)
	fraction := strings.TrimRight(rest, "%")
	if !ok || fraction != "" && (fraction[0] != '.' || strings.Trim(fraction[1:], "0123456789") != "") {
		return false, nil
	}
	whole := strings.Trim(fraction, ".0") == ""
	if strict && whole {
		n--
	}
	if n < 0 || n > 100 {
		return true, &Problem{Text: "a target goes from <1% to <=100%", Hints: []string{"<20%"}}
	}
	for k := i; k < i+used; k++ {
		p.tokens[k].used = true
	}
	if k := i + used; k < len(p.tokens) && p.tokens[k].text == "%" {
		p.tokens[k].used = true
	}
	v := &p.call.values[pi]
	if v.said && v.num != n {
		return true, &Problem{Text: "two targets; say one", Hints: []string{"<20%"}}
	}
	v.said, v.num = true, n
	return true, nil
}

// skillLetter reads "skill b" and "skill basic" at token i.
func (p *parser) skillLetter(i int) bool {
	pi := slices.IndexFunc(p.cmd.Params, func(q Param) bool { return q.Kind == Choice && q.Name == p.tokens[i].text })
	if pi < 0 || i+1 >= len(p.tokens) || p.tokens[i+1].cut || p.tokens[i+1].used {
		return false
	}
	next := &p.tokens[i+1]
	fits := ""
	for _, c := range p.cmd.Params[pi].Choices {
		if strings.HasPrefix(c, next.text) {
			if fits != "" {
				return false
			}
			fits = c
		}
	}
	if fits == "" {
		return false
	}
	p.tokens[i].used = true
	if fits != next.text { // the whole word is found with the names
		next.used = true
		v := &p.call.values[pi]
		v.said, v.text = true, fits
	}
	return true
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

// leftover judges the words that nothing has claimed: a shortened name, a
// typo, a filler, or a problem.
func (p *parser) leftover() error {
	for i := 0; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		if t.used {
			continue
		}
		if t.tag == 0 && (p.filler(t.text) || inert[t.text]) {
			if inert[t.text] {
				p.call.Note(Assumed, t.text+" changes nothing here")
			}
			t.used = true
			continue
		}
		j := i + 1
		for j < len(p.tokens) && j < i+6 && !p.tokens[j].used && !p.tokens[j].cut {
			j++
		}
		// Fillers at the end belong to no name.
		for j > i+1 && p.filler(p.tokens[j-1].text) {
			j--
		}
		if err := p.loose(i, j); err != nil {
			return err
		}
		i-- // look again: the run was used up in part or whole
	}
	return nil
}

// loose reads the run of tokens from i to j as shortened or misspelt names,
// the longest part of it first. It uses at least one token or fails.
func (p *parser) loose(i, j int) error {
	if p.loosed++; p.loosed > maxLoose {
		return &Problem{Text: fmt.Sprintf("more than %d words of this line are not understood", maxLoose), Hints: []string{"help " + p.cmd.Name}}
	}
	run := func(a, b int) string {
		return strings.Join(strings.Fields(p.line[p.tokens[a].at:p.tokens[b-1].end]), " ")
	}
	if j-i > 1 { // a whole name of another version goes before a part of one of this
		if err := p.elsewhere(i, j, 2, p.typed); err != nil {
			return err
		}
	}
	for n := j - i; n > 0; n-- {
		for a := i; a+n <= j; a++ {
			if p.filler(p.tokens[a].text) || p.filler(p.tokens[a+n-1].text) {
				continue
			}
			tag := p.tokens[a].tag
			var tails []*names.Entry
			for _, e := range p.index.Tail(string(p.key(a, a+n))) {
				if tag == 0 || int(e.Kind) == tag-1 {
					tails = append(tails, e)
				}
			}
			// Names of the kind that comes first win where it has but one.
			if len(tails) > 1 && tails[0].Kind != tails[1].Kind && !p.call.values[tails[0].Kind].said {
				tails = tails[:1]
			}
			if len(tails) > 1 {
				return &Problem{Text: fmt.Sprintf("%q could be %s: say which", run(a, a+n), list(tails, 6)), Hints: entryNames(tails, 6)}
			}
			if len(tails) == 1 {
				p.read(span{a, a + n, tails[0]}, run(a, a+n))
				return nil
			}
		}
	}
	for n := j - i; n > 0; n-- {
		for a := i; a+n <= j; a++ {
			if tag := p.tokens[a].tag; p.tokens[a].stem != "" {
				if e, ok := p.index.Guess(run(a, a+n), p.accept(tag)); ok {
					p.read(span{a, a + n, e}, run(a, a+n))
					return nil
				}
			}
		}
	}
	return p.unknown(i, j, run)
}

func (p *parser) accept(tag int) func(*names.Entry) bool {
	return func(e *names.Entry) bool { return tag == 0 || int(e.Kind) == tag-1 }
}

// read takes a name that was not spelt out, and says so.
func (p *parser) read(s span, typed string) {
	p.take(s)
	p.call.Note(Assumed, fmt.Sprintf("%q read as %s", typed, s.entry.Name))
}

// unknown is the problem of a run of words that nothing is like.
func (p *parser) unknown(i, j int, run func(a, b int) string) error {
	if pi := slices.IndexFunc(p.cmd.Params, func(q Param) bool { return q.Pile }); pi >= 0 {
		// The number and the words before a name are not what is wrong.
		for k := i; k < j-1 && stackWord(p.tokens[k].text); k++ {
			i = k + 1
		}
	}
	if n, rest, ok := number(p.tokens[i].text); ok {
		if pi := slices.IndexFunc(p.cmd.Params, func(q Param) bool { return q.Bare }); pi >= 0 && (rest == "" || rangeTail(rest)) {
			p.tokens[i].used = true
			return p.setNumber(p.cmd.Params[pi].Name, n, rest, false)
		}
		return p.bareNumber(p.tokens[i].text, n, rest)
	}
	if name, _, _, _, ok := p.cmd.keyNumber(p.tokens[i].text); ok {
		return &Problem{Text: fmt.Sprintf("%q wants a number after it", brief(run(i, i+1))), Hints: []string{name + "12"}}
	}
	if err := p.elsewhere(i, j, 1, run); err != nil {
		return err
	}
	tag := p.tokens[i].tag
	for b := j; b > i; b-- {
		typed := run(i, b)
		named := func(e *names.Entry) bool { return p.accept(tag)(e) && p.cmd.Params[e.Kind].Kind == Name }
		var found []*names.Entry
		for _, n := range p.index.Nearest(typed, 4, named) {
			found = append(found, n.Entry)
		}
		if len(typed) >= 3 {
			for _, e := range p.index.Complete(typed, 4, named) {
				if len(found) < 4 && !slices.Contains(found, e) {
					found = append(found, e)
				}
			}
		}
		if len(found) == 0 { // a flag or a choice
			for _, n := range p.index.Nearest(typed, 2, p.accept(tag)) {
				found = append(found, n.Entry)
			}
		}
		if len(found) == 0 {
			continue
		}
		param := p.cmd.Params[found[0].Kind]
		text := fmt.Sprintf("%s does not know %q", p.cmd.Name, brief(typed))
		if param.Kind == Name {
			text = fmt.Sprintf("no %s named %q in %s", strings.TrimPrefix(strings.TrimPrefix(param.Noun, "a "), "an "), brief(typed), p.call.Rules.Title)
		}
		return &Problem{Text: text, Hints: entryNames(found, 4)}
	}
	if tag > 0 {
		return &Problem{Text: fmt.Sprintf("no %s named %q in %s", p.cmd.Params[tag-1].Name, brief(run(i, j)), p.call.Rules.Title), Hints: []string{"help " + p.cmd.Name}}
	}
	return &Problem{Text: fmt.Sprintf("%s does not know %q", p.cmd.Name, brief(run(i, min(j, i+3)))), Hints: []string{"help " + p.cmd.Name}}
}

// elsewhere is the problem of a name that another version has and this one
// lacks, of so many words at least; nil if there is none such.
func (p *parser) elsewhere(i, j, least int, run func(a, b int) string) error {
	if p.cmd.param(Version) < 0 {
		return nil
	}
	for b := j; b >= i+least; b-- {
		var has []string
		for _, version := range rules.Names() {
			if set := rules.Get(version); set != p.call.Rules && len(p.router.index(p.cmd, set).Exact(p.key(i, b))) > 0 {
				has = append(has, version)
			}
		}
		if len(has) > 0 {
			return &Problem{
				Text:  fmt.Sprintf("%s is not in %s; it is in %s", brief(run(i, b)), p.call.Rules.Title, strings.Join(has, ", ")),
				Hints: prefixed("v", has[:1]),
			}
		}
	}
	return nil
}

// brief shortens what somebody typed for a reply.
func brief(s string) string {
	const most = 40
	if len(s) <= most {
		return s
	}
	cut := most
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// plainNumber reports whether a word is a plain number.
func plainNumber(s string) bool {
	_, rest, ok := number(s)
	return ok && rest == ""
}

// bareNumber is the problem of a number without a word.
func (p *parser) bareNumber(text string, n int, rest string) error {
	if strings.HasPrefix(rest, "%") && p.cmd.param(Percent) >= 0 {
		return &Problem{Text: fmt.Sprintf("%s alone says nothing; a target is written <%s", text, text), Hints: []string{"<" + text}}
	}
	if rest != "" {
		return &Problem{Text: fmt.Sprintf("%q is no whole number with a word", brief(text)), Hints: []string{"help " + p.cmd.Name}}
	}
	var hints []string
	skip := ""
	for i := range p.cmd.Params {
		if q := &p.cmd.Params[i]; q.Name == "role" && p.call.values[i].said {
			role, _ := p.call.values[i].names[0].Value.(*rules.Role)
			skip = map[rules.Stat]string{rules.Int: "wis", rules.Wis: "int"}[role.Stat]
		}
	}
	for i := range p.cmd.Params {
		if q := &p.cmd.Params[i]; q.Kind == Number && n >= q.Min && n <= q.Max && !p.call.values[i].said && q.Name != skip && q.Name != "dex" {
			hints = append(hints, q.Name+strconv.Itoa(n))
		}
	}
	if len(hints) == 0 {
		return &Problem{Text: fmt.Sprintf("%s is a number without a word", text), Hints: []string{"help " + p.cmd.Name}}
	}
	return &Problem{Text: fmt.Sprintf("%s is a number without a word: %s?", text, strings.Join(hints, " or ")), Hints: hints}
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

func entryNames(entries []*names.Entry, most int) []string {
	var out []string
	for _, e := range entries[:min(most, len(entries))] {
		out = append(out, e.Name)
	}
	return out
}

func list(entries []*names.Entry, most int) string {
	out := strings.Join(entryNames(entries, most), "; ")
	if len(entries) > most {
		out += fmt.Sprintf(" and %d more", len(entries)-most)
	}
	return out
}
