package grammar

import (
	"cmp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// negations separate a name from what is worn.
var negations = words(`without no sans minus`)

// span is a run of tokens that spells a name.
type span struct {
	from, to int
	entry    *names.Entry
	open     bool // it could be a name of another parameter as well
}

// names takes the longest names first, wherever they stand.
func (p *parser) names() error {
	found := p.found[:0]
	for i := range p.tokens {
		if p.tokens[i].used {
			continue
		}
		reach := p.reach(i)
		for j := i + 1; j <= len(p.tokens) && len(p.key(i, j)) <= reach; j++ {
			if j > i+1 && (p.tokens[j-1].cut || p.tokens[j-1].used) {
				break
			}
			if !p.budget.Edge(1) {
				return p.budget.Err()
			}
			if e, open := p.pick(p.exact(i, j), i); e != nil {
				found = append(found, span{i, j, e, open})
				p.reserve(e, j)
			}
		}
	}
	p.found = found
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
		if len(same) > 1 { // what is another parameter's is not meant
			same = slices.DeleteFunc(slices.Clone(same), func(e *names.Entry) bool { return e.Kind != s.entry.Kind })
		}
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
	for _, s := range p.heroic(open) {
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

// heroic takes, of names that could be a monster's or the hero's, those beside
// what the hero is: in "newt valk human neutral" the human is a race. It returns
// the others. A name that stands alone is the monster's.
func (p *parser) heroic(open []span) []span {
	heros := func(e *names.Entry) bool {
		param := p.cmd.Params[e.Kind]
		return param.Titled != nil || param.Kind == commands.KindChoice
	}
	beside := func(i int) bool {
		return i >= 0 && i < len(p.tokens) && p.tokens[i].by > 0 && heros(&names.Entry{Kind: names.Kind(p.tokens[i].by - 1)})
	}
	several := len(open) > 1
	for k := 0; k < len(open); k++ {
		s := open[k]
		if !beside(s.from-1) && (!several && !p.call.Values[s.entry.Kind].Said || !beside(s.to)) {
			continue // "sac human lawful" has nothing else to sacrifice
		}
		for _, e := range p.index.Exact(p.key(s.from, s.to)) {
			if heros(e) && !p.call.Values[e.Kind].Said {
				s.entry = e
				p.take(s)
				open = slices.Delete(open, k, k+1)
				k = -1 // what is beside this one
				break
			}
		}
	}
	return open
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

// spells returns how many free tokens from i on are the words of text; 0 if they
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

// toldApart returns the one of several entries that the words of the line tell from
// the others, wherever else they stand: "fake tower (the one without portal)". nil:
// none is.
func (p *parser) toldApart(s span, same []*names.Entry) *names.Entry {
	var out *names.Entry
	most, ties := 0, 0
	for _, e := range same {
		n := 0
		for _, w := range names.Words(e.Name) {
			if w == "of" || p.filler(w) {
				continue // which stands anywhere
			}
			for i := range p.tokens {
				if (i < s.from || i >= s.to) && !p.tokens[i].used && p.tokens[i].stem == w {
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

// exact returns the entries that tokens i to j spell: for a plural that could be one of
// Param.Kinds, that.
func (p *parser) exact(i, j int) []*names.Entry {
	entries := p.index.Exact(p.key(i, j))
	if j > i+1 || len(entries) == 0 || names.Stem(p.tokens[i].text) == names.Fold(p.tokens[i].text) {
		return entries
	}
	for _, e := range p.index.Exact(append([]byte("all"), p.key(i, j)...)) {
		if p.cmd.Params[e.Kind].Kinds {
			return []*names.Entry{e}
		}
	}
	return entries
}

// pick returns the entry meant among those of one spelling that start at token i: the
// first, or the one of the parameter whose keyword stands before, or as a word
// of Param.Ahead decides. open reports that one of another parameter could be
// meant where the first is said already.
func (p *parser) pick(entries []*names.Entry, i int) (e *names.Entry, open bool) {
	tag := p.tokens[i].tag
	if i > 0 && tag == 0 && plainNumber(p.tokens[i-1].text) { // "then:2 jackals"
		if before := p.tokens[i-1].tag; before > 0 && p.cmd.Params[before-1].Counts {
			tag = before
		}
	}
	for _, e := range entries {
		if tag > 0 && int(e.Kind) == tag-1 {
			return e, false
		}
	}
	if k := slices.IndexFunc(entries, func(e *names.Entry) bool { return p.keyedAt(i, p.cmd.Params[e.Kind]) >= 0 }); k >= 0 {
		return entries[k], false
	}
	if keyed := func(e *names.Entry) bool { return p.cmd.Params[e.Kind].Keyed }; slices.ContainsFunc(entries, keyed) { // seldom
		entries = slices.DeleteFunc(slices.Clone(entries), keyed)
	}
	if len(entries) == 0 || tag > 0 && p.cmd.Params[tag-1].Kind != commands.KindChoice { // "major trouble: low hp"
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
	if at := slices.IndexFunc(p.tokens, func(t token) bool { return t.text == param.Ahead }); at > i && p.heroAfter(at) {
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

// heroAfter reports whether a role stands somewhere behind token at, or what else
// the hero is right behind it, as in "jackal as Priest" and not in "a priest as
// first gift, lawful".
func (p *parser) heroAfter(at int) bool {
	beside := true
	for k := at + 1; k < len(p.tokens); k++ {
		for _, e := range p.index.Exact(p.key(k, k+1)) {
			if param := p.cmd.Params[e.Kind]; param.Titled != nil || beside && param.Kind == commands.KindChoice {
				return true
			}
		}
		beside = beside && (p.tokens[k].text == "a" || p.tokens[k].text == "an")
	}
	return false
}

func (p *parser) free(s span) bool {
	for i := s.from; i < s.to; i++ {
		if p.tokens[i].used || p.tokens[i].held {
			return false
		}
	}
	return true
}

// keyword returns the keyword before a name, or one of the parameter's own before what
// is said about the name: "from" of "from:blessed unicorn horn"; empty if nothing does.
func (p *parser) keyword(at int, param *commands.Param) string {
	for i := at; ; i-- {
		switch t := &p.tokens[i]; {
		case t.as != "" && (i == at || slices.Contains(param.Words, t.as)):
			return t.as
		case t.as != "" || t.cut || i == 0 || p.tokens[i-1].used:
			return ""
		}
	}
}

// keyedAt returns where the keyword of a Keyed parameter stands before a name at token i, with at most
// fillers and what is said of the name between: "armed with a +2 axe"; of "armed:+2 axe" it is where
// the +2 stands. -1: it does not.
func (p *parser) keyedAt(i int, param *commands.Param) int {
	if !param.Keyed {
		return -1
	}
	for k := i - 1; k >= 0 && !p.tokens[k+1].cut; k-- {
		switch text := p.tokens[k].text; {
		case text == param.Name, p.tokens[k].tag > 0 && p.cmd.Params[p.tokens[k].tag-1] == param:
			return k
		case p.filler(text), text != "" && signed(text), stackBUC(text) != rules.BUCNotSaid:
		default:
			return -1
		}
	}
	return -1
}

// take claims a name and the words before it that belong to it.
func (p *parser) take(s span) {
	for i := s.from; i < s.to; i++ {
		p.tokens[i].used, p.tokens[i].by = true, int(s.entry.Kind)+1
	}
	param, v := p.cmd.Params[s.entry.Kind], &p.call.Values[s.entry.Kind]
	if k := p.keyedAt(s.from, param); k >= 0 && p.tokens[k].tag == 0 {
		p.tokens[k].used = true
	}
	switch {
	case param.Kind != commands.KindFlag:
		v.Said = true
	case p.denied(s.from):
		v.Not = true
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
		switch {
		case v.Text == "" || v.Text == s.entry.Name || param.Within[s.entry.Name] == v.Text:
			v.Text = s.entry.Name
		case param.Within[v.Text] == s.entry.Name: // "armor cloak"
		default:
			v.Text += "\x00" + s.entry.Name // collect refuses two
		}
		return
	}
	term := s.entry.Value.(*commands.Term)
	said := commands.Said{Name: term.Name, Value: term.Value, At: s.from, Linked: p.tokens[s.from].link}
	if as := p.keyword(s.from, param); as != param.Name {
		said.As = as
	}
	if param.Pile {
		if p.carried(s, param, term) {
			v.Said = len(v.Names) > 0
			return
		}
		p.stack(s, term, &said)
		said.Linked = said.Linked || p.orBefore(s.from)
		p.say(v, said, s.entry.Kind)
		return
	}
	switch {
	case param.Gear:
		p.gear(s, param, &said)
		said.With = p.withBefore(s.from)
	case param.Counts:
		p.counting(s, &said)
	}
	if param.Gear && p.saidOff(s.to) {
		said.Without = true
	}
	if param.Gear && said.Enchant == 0 && p.endsAt(s.to+1) {
		if n, ok := p.enchantment(s.to); ok { // "helm of brilliance +3"
			said.Enchant, s.to = n, s.to+1
		}
	}
	if param.Skilled {
		if n, ok := p.enchantment(s.to); ok {
			said.Enchant, s.to = n, s.to+1
		}
		said.Skill = p.takeSkill(s.to)
	}
	p.say(v, said, s.entry.Kind)
}

// orBefore reports whether "or" stands before a stack, and what is said of it before its
// name, which begins at token i.
func (p *parser) orBefore(i int) bool {
	for i--; i >= 0 && p.tokens[i].by == 0 && !p.tokens[i].cut; i-- {
		if p.tokens[i].text == "or" {
			return true
		}
	}
	return false
}

// counting reads how many of a thing there are, before its name: "3 trolls".
func (p *parser) counting(s span, said *commands.Said) {
	i := s.from - 1
	if i < 0 || p.tokens[i].used || p.tokens[s.from].cut || !plainNumber(p.tokens[i].text) {
		return
	}
	said.Quantity, _, _ = number(p.tokens[i].text)
	said.Counted, p.tokens[i].used = true, true
}

// flagged reports whether token i is a flag that may be said of one piece.
func (p *parser) flagged(i int) bool {
	return p.cmd.piece >= 0 && p.tokens[i].text == p.cmd.Params[p.cmd.piece].Name
}

// say adds a name to a parameter's, with room for the others that were found.
func (p *parser) say(v *commands.Value, said commands.Said, kind names.Kind) {
	if v.Names == nil {
		room := 0
		for i := range p.found {
			if p.found[i].entry.Kind == kind {
				room++
			}
		}
		v.Names = make([]commands.Said, 0, max(1, room))
	}
	v.Names = append(v.Names, said)
}

// endsAt reports whether no name goes on or begins at token i.
func (p *parser) endsAt(i int) bool {
	return i >= len(p.tokens) || p.tokens[i].cut || p.tokens[i].used || p.filler(p.tokens[i].text)
}
