package grammar

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// maxLoose bounds how many words of a line may be misspelt or shortened: each
// is compared with every name.
const maxLoose = 8

// leftover judges the words that nothing has claimed: a shortened name, a
// typo, a filler, or a problem.
func (p *parser) leftover() error {
	if err := p.undenied(); err != nil {
		return err
	}
	for i := 0; i < len(p.tokens); i++ {
		t := &p.tokens[i]
		if t.used {
			continue
		}
		if p.sure(i) {
			continue
		}
		if t.tag == 0 && t.could == nil && (p.filler(t.text) || inert[t.text]) {
			if inert[t.text] {
				p.call.Note(commands.Remarked, t.text+" makes no difference here")
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

// denials deny what follows them.
var denials = words("not isnt arent wasnt werent havent hasnt never nor neither unless")

// withinDenial holds words between a denial and what it denies.
var withinDenial = words("a an the i you he she yet quite even really actually advanced reached got trained to at being")

// undenied returns the error for something that was read, behind a word that denies it:
// "not killed by a vampire" is not a death by one, or nil.
func (p *parser) undenied() error {
	for i := range p.tokens {
		denies := p.tokens[i].text
		if denies == "no" && p.deniesStack(i+1) {
			return p.leavesOut(i + 1)
		}
		if p.tokens[i].used || !denials[denies] && (denies == "no" || !negations[denies]) || i > 0 && p.tokens[i-1].text == "or" {
			continue
		}
		k := i + 1
		for k < len(p.tokens) && !p.tokens[k].used && !p.tokens[k].cut && withinDenial[p.tokens[k].text] {
			k++
		}
		if k == len(p.tokens) || !p.tokens[k].used || k+1 < len(p.tokens) && p.tokens[k+1].text == "since" { // "havent prayed since T:300": then I did
			continue
		}
		if p.rather(k) {
			p.tokens[i].used = true
			continue
		}
		// What a sentence says about a pile is separated by commas that nobody typed.
		if stack := p.tokens[k].by > 0 && p.tokens[k].by == p.cmd.pile()+1; stack || denials[denies] && !p.tokens[k].cut {
			return p.leavesOut(k)
		}
	}
	return nil
}

// leavesOut returns the error for a name at token k that a line denies.
func (p *parser) leavesOut(k int) error {
	return &commands.Problem{Text: fmt.Sprintf("I can't leave %q out here; say what there is instead.", wording.Typed(p.tokens[k].text)), Hints: []string{"help " + p.cmd.Path()}}
}

// deniesStack reports whether a "no" before token k denies a stack of a pile, and not what is wanted
// of the pile, which other words name: "7 unihorns no pick-axe for marker".
func (p *parser) deniesStack(k int) bool {
	pile := p.cmd.pile()
	if pile < 0 || k >= len(p.tokens) || p.tokens[k].cut || p.tokens[k].by != pile+1 {
		return false
	}
	said := p.call.Values[pile].Names
	return slices.ContainsFunc(said, func(s commands.Said) bool { return s.At == k && s.As == "" }) &&
		slices.ContainsFunc(said, func(s commands.Said) bool { return s.As != "" })
}

// rather takes back the name that begins at token k if "but" introduces what there is
// instead: "not killed but escaped".
func (p *parser) rather(k int) bool {
	by := p.tokens[k].by - 1
	if by < 0 || !slices.ContainsFunc(p.tokens[k:min(k+6, len(p.tokens))], func(t token) bool { return t.text == "but" }) {
		return false
	}
	v := &p.call.Values[by]
	kept := slices.DeleteFunc(slices.Clone(v.Names), func(s commands.Said) bool { return s.At == k })
	if len(kept) == 0 || len(kept) == len(v.Names) {
		return false
	}
	v.Names = kept
	return true
}

// sure takes "95%" without "for" before it, if the command can answer how many tries a
// chance takes.
func (p *parser) sure(i int) bool {
	n, rest, ok := number(p.tokens[i].text)
	if !ok || rest != "%" {
		return false
	}
	for k, q := range p.cmd.Params {
		if q.Kind == commands.KindNumber && slices.Contains(q.Words, "for") && n >= q.Min && n <= q.Max && !p.call.Values[k].Said && p.cmd.param(commands.KindPercent) < 0 {
			p.tokens[i].used = true
			return p.setNumber(q.Name, n, "", false) == nil
		}
	}
	return false
}

// loose reads the run of tokens from i to j as shortened or misspelt names,
// the longest part of it first. It uses at least one token or fails.
func (p *parser) loose(i, j int) error {
	if p.loosed++; p.loosed > maxLoose {
		return &commands.Problem{Text: fmt.Sprintf("I don't understand more than %d words of this line", maxLoose), Hints: []string{"help " + p.cmd.Path()}}
	}
	run := func(a, b int) string {
		return strings.Join(strings.Fields(p.line[p.tokens[a].at:p.tokens[b-1].end]), " ")
	}
	if j-i > 1 { // a whole name of another version goes before a part of one of this
		if err := p.elsewhere(i, j, 2, p.typed); err != nil {
			return err
		}
	}
	var unclear error
	for n := j - i; n > 0; n-- {
		for a := i; a+n <= j; a++ {
			could := p.tokens[a].could
			if could == nil && (p.filler(p.tokens[a].text) || p.filler(p.tokens[a+n-1].text)) {
				continue
			}
			tails := p.tails(a, a+n)
			if len(tails) == 1 {
				p.readAs(span{from: a, to: a + n, entry: tails[0]}, run(a, a+n))
				return nil
			}
			if p.tokens[a].couldTo == a+n && a == i {
				return &commands.Problem{Text: fmt.Sprintf("%q could be %s. Which one?", run(a, a+n), Candidates(could, 6)), Hints: EntryNames(could, 6)}
			}
			if len(tails) > 1 && unclear == nil {
				unclear = &commands.Problem{Text: fmt.Sprintf("%q could be %s. Which one?", run(a, a+n), Candidates(tails, 6)), Hints: EntryNames(tails, 6)}
			}
		}
		for a := i; n > 1 && a+n <= j && unclear == nil; a++ {
			if e := p.cutShort(a, a+n); e != nil {
				p.readAs(span{from: a, to: a + n, entry: e}, run(a, a+n))
				return nil
			}
		}
		for a := i; a+n <= j && unclear == nil && p.loosed <= maxLoose; a++ {
			if tag := p.tokens[a].tag; p.tokens[a].stem != "" && !unguessed[p.tokens[a].text] && !(n == 1 && names.Everyday(p.tokens[a].text)) && len(p.tokens[a+n-1].text) > 1 {
				if e := p.head(a, a+n); e != nil {
					p.readAs(span{from: a, to: a + n, entry: e}, run(a, a+n))
					return nil
				}
				if e, ok := p.guess(run(a, a+n), tag); ok && (p.cmd.Params[e.Kind].Kind == commands.KindName || len(run(a, a+n)) > shortestFlag) {
					p.readAs(span{from: a, to: a + n, entry: e}, run(a, a+n))
					return nil
				}
			}
		}
	}
	if p.partOf(i) {
		return nil
	}
	if err := p.wider(i); err != nil {
		return err
	}
	if unclear != nil {
		return unclear
	}
	class := i
	for class < j-1 && stackWord(p.tokens[class].text) {
		class++
	}
	if err := p.bareClass(class); err != nil {
		return err
	}
	return p.unknown(i, j, run)
}

// bareClass returns the error for a stack of which only the class is said: "10
// scrolls". It returns nil if token i is not a class.
func (p *parser) bareClass(i int) error {
	class := p.tokens[i].stem
	if p.cmd.pile() < 0 || !classes[class] {
		return nil
	}
	random, own := "", "random "+p.tokens[i].text
	if len(p.index.Exact([]byte(strings.Join(names.Words(own), "")))) > 0 {
		random = ", or say " + own
	}
	var hints []string
	for _, e := range p.index.Complete(class+" of", mostClass, p.accept(p.tokens[i].tag)) {
		if noun, of, ok := strings.Cut(e.Name, " of "); ok && noun == class {
			hints = append(hints, p.tokens[i].text+" of "+of)
		}
	}
	if random != "" {
		hints = append(hints[:min(len(hints), mostClass-2)], own)
	}
	if len(hints) == 0 {
		return nil
	}
	return &commands.Problem{Text: fmt.Sprintf("%q could be any %s. Which one%s?", p.tokens[i].text, class, random), Hints: hints}
}

// mostClass is how many members of a class are offered.
const mostClass = 4

// classes holds what the classes of things are called.
var classes = words("scroll potion wand ring amulet spellbook weapon armor armour tool gem")

// tails returns the names that end in the tokens from a to b. If several kinds have
// such names, those of the first kind win if there is only one and nothing of that kind
// was said.
func (p *parser) tails(a, b int) []*names.Entry {
	var out []*names.Entry
	if p.cmd.pile() >= 0 && b == a+1 && classes[p.tokens[a].stem] {
		return nil // rings are not meat rings
	}
	for _, e := range p.index.Tail(p.key(a, b)) {
		if tag := p.tokens[a].tag; tag == 0 || int(e.Kind) == tag-1 {
			out = append(out, e)
		}
	}
	if len(out) > 1 && out[0].Kind != out[1].Kind && !p.call.Values[out[0].Kind].Said {
		out = out[:1]
	}
	return out
}

// shortestFlag is how long a word must be to be a misspelt flag or choice: any
// four letters are near to some.
const shortestFlag = 4

// head returns the only name in which the one token from a to b comes before "of":
// "cone" of cold; or nil.
func (p *parser) head(a, b int) *names.Entry {
	typed := p.typed(a, b)
	if b-a > 1 || len(typed) <= 3 || !p.budget.Edge(budget.Guess/2) {
		return nil
	}
	var out *names.Entry
	for _, e := range p.index.Complete(typed+" of", 8, p.accept(p.tokens[a].tag)) {
		if !strings.HasPrefix(names.Fold(e.Name), names.Fold(typed)+" of ") {
			continue
		}
		if out != nil {
			return nil
		}
		out = e
	}
	return out
}

// shortestCut is how long several words must be to stand for a name whose last
// word they cut short.
const shortestCut = 8

// cutShort returns the only name that the words from a to b begin, the last word being
// cut short: "cloak of magic resist"; or nil.
func (p *parser) cutShort(a, b int) *names.Entry {
	typed := p.typed(a, b)
	if len(typed) < shortestCut || len(p.tokens[b-1].text) < 3 || p.cuts >= maxLoose || !p.budget.Edge(budget.Guess/2) {
		return nil
	}
	p.cuts++
	if out := p.index.Complete(typed, 2, p.accept(p.tokens[a].tag)); len(out) == 1 {
		return out[0]
	}
	return nil
}

func (p *parser) accept(tag int) func(*names.Entry) bool {
	return func(e *names.Entry) bool { return (tag == 0 || int(e.Kind) == tag-1) }
}

// readAs takes a name that was not spelt out in full, and notes that.
func (p *parser) readAs(s span, typed string) {
	p.take(s)
	p.call.Guessed = true
	p.call.Note(commands.Remarked, fmt.Sprintf("%q read as %s", typed, s.entry.Name))
}

// unknown returns the error for a run of words that resemble nothing.
func (p *parser) unknown(i, j int, run func(a, b int) string) error {
	if p.cmd.pile() >= 0 {
		// The number and the words before a name are not what is wrong.
		for k := i; k < j-1 && stackWord(p.tokens[k].text); k++ {
			i = k + 1
		}
	}
	if n, rest, ok := number(p.tokens[i].text); ok {
		if err := p.repeated(i); err != nil {
			return err
		}
		if pi := p.cmd.bareParam(p.tokens[i].text); pi >= 0 && (rest == "" || rangeTail(rest)) {
			name := p.cmd.Params[pi].Name
			last := i + p.rangeAfter(name, i)
			if last > i {
				rest = "-" + p.tokens[last].text
			}
			for k := i; k <= last; k++ {
				p.tokens[k].used = true
			}
			return p.setNumber(name, n, rest, false)
		}
		return p.bareNumber(p.tokens[i].text, n, rest)
	}
	if name, _, _, _, ok := p.cmd.keyNumber(p.tokens[i].text); ok && slices.ContainsFunc(p.cmd.Params, func(q *commands.Param) bool { return q.Name == name }) {
		return &commands.Problem{Text: fmt.Sprintf("%q wants a number after it", wording.Typed(run(i, i+1))), Hints: []string{name + "12"}}
	}
	wider := j // a word of the name may have been taken for something of this version
	for wider < len(p.tokens) && wider < i+4 && !p.tokens[wider].cut {
		wider++
	}
	if err := p.elsewhere(i, wider, 1, run); err != nil {
		return err
	}
	tag, most := p.tokens[i].tag, j
	if len(p.tokens) > longLine {
		most = i + 1
	}
	u := &Unknown{cmd: p.cmd, index: p.index, game: p.call.Rules.Title, tag: tag, all: run(i, j), first: run(i, min(j, i+3))}
	for b := most; b > i; b-- {
		u.typed = append(u.typed, run(i, b))
	}
	return u
}

// Elsewhere is the error for a name that exists only in another version.
type Elsewhere struct{ commands.Problem }

// elsewhere returns the error for a name, of at least a number of words, that another
// version has and this one lacks, or nil.
func (p *parser) elsewhere(i, j, least int, run func(a, b int) string) error {
	if p.cmd.param(commands.KindVersion) < 0 || p.tokens[i].could != nil {
		return nil
	}
	for b := j; b >= i+least; b-- {
		if len(p.index.Exact(p.key(i, b))) > 0 {
			continue // this one has it, too: it stands where something else is wanted
		}
		var has []string
		in := p.cmd.versions(p.key(i, b))
		for n, version := range rules.Names() {
			if in&(1<<n) != 0 && rules.Get(version) != p.call.Rules {
				has = append(has, version)
			}
		}
		if len(has) > 0 {
			return &Elsewhere{commands.Problem{
				Text:  fmt.Sprintf("%s is not in %s; it is in %s", wording.Typed(run(i, b)), p.call.Rules.Title, strings.Join(has, ", ")),
				Hints: wording.Prefixed("v", has[:1]),
			}}
		}
	}
	return nil
}

// versions returns which of rules.Names have a name, by the stems of its words without spaces.
func (cmd *command) versions(key []byte) (in uint64) {
	for _, p := range cmd.Params {
		if p.Kind == commands.KindName {
			in |= having(p)[string(key)]
		}
	}
	return in
}

// havings keeps what having has worked out: *commands.Param -> map[string]uint64.
var havings sync.Map

// having returns which of rules.Names have each name of a parameter's vocabulary, by the stems
// of its words without spaces. That is a small part of what the index of each version takes.
func having(p *commands.Param) map[string]uint64 {
	if m, ok := havings.Load(p); ok {
		return m.(map[string]uint64)
	}
	m := map[string]uint64{}
	for n, version := range rules.Names() {
		for _, t := range p.Terms(rules.Get(version)) {
			m[names.Key(t.Name)] |= 1 << n
			for _, a := range t.Aliases {
				m[names.Key(a)] |= 1 << n
			}
		}
	}
	delete(m, "") // of names without a word
	kept, _ := havings.LoadOrStore(p, m)
	return kept.(map[string]uint64)
}

// mostWhole is how many whole lines are offered.
const mostWhole = 4

// EntryNames returns the names of the first entries, up to the given number.
func EntryNames(entries []*names.Entry, most int) []string {
	all := distinct(entries)
	return all[:min(most, len(all))]
}

// Candidates lists entries for "could be ...: say which", at most most by name.
func Candidates(entries []*names.Entry, most int) string {
	all := distinct(entries)
	return strings.Join(all[:min(most, len(all))], "; ") + wording.AndMore(len(all)-most)
}

// distinct returns the names of entries, each once: a name may be one of two parameters.
func distinct(entries []*names.Entry) (out []string) {
	for _, e := range entries {
		if !slices.Contains(out, e.Name) {
			out = append(out, e.Name)
		}
	}
	return out
}
