package commands

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/polymorph"
	"delphi/engine/polypile"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// pileThing is what a name of a pile stands for.
type pileThing struct {
	object   *rules.Object
	artifact string // its name, if it is one
	buc      BUC    // what the name itself says: holy water
	corpse   string // of which monster
}

// objectTerms are the objects and artifacts of a version.
func objectTerms(s *rules.Set) []Term {
	for s.Objects() == nil && s.Parent != "" {
		s = rules.Get(s.Parent) // names enough to say what cannot be answered
	}
	var out []Term
	byName := map[string]*rules.Object{}
	for _, o := range s.Objects() {
		byName[o.Name] = o
		out = append(out, Term{o.Name, o.Aliases, pileThing{object: o}})
	}
	if water := byName["potion of water"]; water != nil {
		out = append(out, Term{"potion of holy water", []string{"holy water"}, pileThing{object: water, buc: Blessed}},
			Term{"potion of unholy water", []string{"unholy water"}, pileThing{object: water, buc: Cursed}})
	}
	if corpse := byName["corpse"]; corpse != nil {
		for _, monster := range corpses(s) {
			out = append(out, Term{monster + " corpse", nil, pileThing{object: corpse, corpse: monster}})
		}
	}
	for _, a := range s.Artifacts() {
		if o := byName[a.Base]; o != nil {
			out = append(out, Term{a.Name, []string{strings.TrimPrefix(a.Name, "The ")}, pileThing{object: o, artifact: a.Name}})
		}
	}
	return out
}

// stack reads what stands before and behind the name of a stack.
func (p *parser) stack(s span, said *Said) {
	thing, _ := s.entry.Value.(pileThing)
	said.Square = p.tokens[s.from].sq
	use := func(list ...int) {
		for _, i := range list {
			p.tokens[i].used = true
		}
	}
before:
	for i := s.from - 1; i >= 0 && !p.tokens[i].used && !p.tokens[i+1].cut; i-- {
		t := &p.tokens[i]
		n, rest, isNumber := number(t.text)
		switch {
		case isNumber && (t.text[0] == '+' || t.text[0] == '-') && rest == "":
			said.Enchant = n
			use(i)
		case isNumber && (rest == "x" || rest == "×"):
			said.Times, said.TimesSaid = n, true
			use(i)
		case (t.text == "x" || t.text == "×" || t.text == "times") && i > 0:
			if n, rest, ok := number(p.tokens[i-1].text); ok && rest == "" {
				said.Times, said.TimesSaid = n, true
				use(i, i-1)
				i--
				continue
			}
			break before
		case isNumber && rest == "" && !said.Counted:
			said.Quantity, said.Counted = n, true
			use(i)
		case stackBUC(t.text) != NotSaid && said.BUC == NotSaid && (thing.buc == NotSaid || thing.buc == stackBUC(t.text)):
			said.BUC = stackBUC(t.text)
			use(i)
		case t.text == "artifact":
			said.Artifact = true
			use(i)
		case t.text == "degraded" || t.text == "revived":
			said.Degraded = true
			use(i)
		case thing.object != nil && thing.object.Shuffled && isMaterial(t.text):
			said.Material = t.text
			use(i)
		case p.filler(t.text) || pairWords[t.text]:
			use(i)
		case inert[t.text]:
			p.call.Note(Assumed, t.text+" changes nothing here")
			use(i)
		default:
			break before
		}
	}
	for i := s.to; i < len(p.tokens) && !p.tokens[i].used && !p.tokens[i].cut; i++ {
		n, rest, ok := 0, "", false
		if i+1 < len(p.tokens) {
			n, rest, ok = number(p.tokens[i+1].text)
			ok = ok && rest == "" && !p.tokens[i+1].cut
		}
		switch t := p.tokens[i].text; {
		case t == "read" && ok:
			said.Read = n
			use(i, i+1)
			i++
		case (t == "recharged" || t == "charged") && ok:
			said.Recharged = n
			use(i, i+1)
			i++
		case t == "degraded":
			said.Degraded = true
			use(i)
		default:
			return
		}
	}
}

// stackBUC is BUC as it is said of stacks: also by its letter.
func stackBUC(word string) BUC {
	switch word {
	case "b":
		return Blessed
	case "u":
		return Uncursed
	case "c":
		return Cursed
	}
	return bucWords[word]
}

// stackWord reports whether a word says something about a stack before its name.
func stackWord(word string) bool {
	_, rest, ok := number(word)
	return ok && (rest == "" || rest == "x" || rest == "×") || stackBUC(word) != NotSaid || word == "x" || word == "of" || pairWords[word]
}

// pairWords stand between a number and things that come in pairs.
var pairWords = words("pair pairs set sets suit suits")

// isMaterial reports whether a word is what things are made of.
func isMaterial(word string) bool {
	return slices.Contains(rules.Materials(), word)
}

// pileQuestion turns the pile of a call into the engine's squares and wanted
// objects. as names the keyword of what is wanted ("for").
func (c *Call) pileStacks(as string) (squares []polypile.Square, want []*rules.Object, err error) {
	uncursedAssumed, spread := false, []string{}
	for _, s := range c.Names("pile") {
		thing := s.Value.(pileThing)
		if s.As == as && as != "" {
			if thing.artifact != "" {
				return nil, nil, noArtifact(thing.artifact)
			}
			want = append(want, thing.object)
			continue
		}
		st, err := thing.stack(s)
		if err != nil {
			return nil, nil, err
		}
		c.unused(s, thing)
		if s.BUC == NotSaid && thing.buc == NotSaid {
			uncursedAssumed = true
		}
		if out, changed := st.Spread(); changed {
			st = out
			spread = append(spread, fmt.Sprintf("%s does not stack: %d stacks of one", thing.object.Name, s.Quantity))
		}
		for len(squares) <= s.Square {
			squares = append(squares, polypile.Square{})
		}
		squares[s.Square].Stacks = append(squares[s.Square].Stacks, st)
	}
	if uncursedAssumed {
		c.Note(Assumed, "uncursed where not said")
	}
	for _, text := range spread {
		c.Note(Assumed, text)
	}
	return squares, want, nil
}

// noArtifact is the problem of wanting what polymorph never makes.
func noArtifact(name string) error {
	return &Problem{Text: fmt.Sprintf("polymorph never makes an artifact: %s cannot come of it", name), Hints: []string{"ask for its kind of thing instead"}}
}

// unused notes what was said about a stack and changes nothing.
func (c *Call) unused(s Said, thing pileThing) {
	class := thing.object.Class
	if s.Read > 0 && class != "spellbook" {
		c.Note(Assumed, fmt.Sprintf("read %d changes nothing for %s", s.Read, s.Name))
	}
	if s.Recharged > 0 && class != "wand" && class != "tool" {
		c.Note(Assumed, fmt.Sprintf("recharged %d changes nothing for %s", s.Recharged, s.Name))
	}
	if s.Enchant != 0 {
		c.Note(Assumed, fmt.Sprintf("%+d changes no chance for %s", s.Enchant, s.Name))
	}
}

// stack is one stack of the engine's, as it was said.
func (t pileThing) stack(s Said) (polymorph.Stack, error) {
	if enchanted := t.object.Charged || t.object.Class == "armor" || t.object.Class == "weapon"; s.Enchant < 0 && !s.Counted && !enchanted {
		return polymorph.Stack{}, &Problem{Text: fmt.Sprintf("%d of %s: a stack holds at least 1", s.Enchant, s.Name), Hints: []string{strconv.Itoa(-s.Enchant) + " " + s.Name}}
	}
	if s.TimesSaid && s.Times < 1 {
		return polymorph.Stack{}, &Problem{Text: "0x is no stack; from 1x on", Hints: []string{"1x " + s.Name}}
	}
	st := polymorph.Stack{
		Object: t.object, Quantity: 1, Count: max(1, s.Times), BUC: rules.Uncursed,
		Artifact: s.Artifact || t.artifact != "", Name: t.artifact,
		Degraded: s.Degraded, Read: s.Read, Recharged: s.Recharged, Enchant: s.Enchant, Material: s.Material,
	}
	if s.Counted {
		st.Quantity = s.Quantity
	}
	switch cmp.Or(t.buc, s.BUC) {
	case Blessed:
		st.BUC = rules.Blessed
	case Cursed:
		st.BUC = rules.Cursed
	}
	st.Corpse = t.corpse
	return st, nil
}

// level is where the hero is; what gems come up depends on it.
func (c *Call) level(gems bool) polymorph.Level {
	l := polymorph.Level{Depth: 10, Other: c.Flag("mines") || c.Flag("gehennom")}
	if n, ok := c.Num("dlvl"); ok {
		l.Depth = n
		if !gems {
			c.Note(Assumed, "dlvl matters to gems alone")
		}
	} else if gems {
		c.Note(Assumed, "dlvl 10 for gems")
	}
	return l
}

func hasGems(squares []polypile.Square) bool {
	return slices.ContainsFunc(squares, func(q polypile.Square) bool {
		return slices.ContainsFunc(q.Stacks, func(s polymorph.Stack) bool { return s.Object.Class == "gem" })
	})
}

// pileProblem turns the engine's refusals into problems.
func pileProblem(err error) error {
	var p *problem.Problem
	if errors.As(err, &p) {
		return &Problem{Text: p.Text, Hints: p.Hints, Err: err}
	}
	return err
}

// reverts says how polymorphed objects turn back in a game and those like it;
// empty where they do not.
func reverts(set *rules.Set) string {
	r, ok := set.Reverts()
	if !ok {
		return ""
	}
	return fmt.Sprintf(". In that game polymorphed objects turn back into what they were after %d to %d turns, unless dipped into restore ability", r.MinTurns, r.MaxTurns)
}

var (
	pileParam = Param{Name: "pile", Kind: Name, Many: true, Pile: true, Noun: "an object", Vocabulary: objectTerms, Words: []string{"for"},
		Summary: "the stacks, top of the pile first, separated by commas: 10x 5 cursed rocks, blessed gdsm"}
	luckParam     = Param{Name: "luck", Kind: Number, Summary: "Luck, -13 to 13", Min: polypile.MinLuck, Max: polypile.MaxLuck}
	dlvlParam     = Param{Name: "dlvl", Kind: Number, Summary: "dungeon level, for gems", Min: 1, Max: 60}
	minesParam    = Param{Name: "mines", Kind: Flag, Summary: "in the Gnomish Mines or another branch, for gems", Words: []string{"gnomish mines", "branch"}}
	gehennomParam = Param{Name: "gehennom", Kind: Flag, Summary: "in Gehennom, for gems", Words: []string{"hell"}}
	chartParam    = Param{Name: "chart", Kind: Flag, Summary: "show the curve"}
)

// pileFillers are the words of polypiling that mean nothing beside it.
const pileFillers = "or any pile piles zap zapping zapped polymorph polymorphing square squares stack stacks into from"

func (r *Router) poly() *Command {
	return &Command{
		Name:    "poly",
		Aliases: []string{"polypile"},
		Summary: "what a polypile yields and what it destroys",
		Params: []Param{
			versionParam, pileParam, luckParam, dlvlParam,
			{Name: "squares", Kind: Number, Summary: "deal the stacks over so many squares of the beam", Words: []string{"over"}, After: []string{"squares", "square"}, Min: 1, Max: polypile.MaxSquares},
			{Name: "line", Kind: Flag, Summary: "piles on squares of the beam, parted by /"},
			{Name: "down", Kind: Flag, Summary: "zapped down", Words: []string{"zap down", "zapped down"}},
			{Name: "dip", Kind: Flag, Summary: "each stack dipped into a potion of polymorph", Words: []string{"dipped", "dipping"}},
			{Name: "break", Kind: Flag, Summary: "the wand broken", Words: []string{"breaking", "broken", "break wand", "breaking the wand"}},
			{Name: "compare", Kind: Flag, Summary: "which way to pile these up is best"},
			minesParam, gehennomParam, chartParam,
		},
		Fillers: strings.ReplaceAll(pileFillers, " from", ""),
		Examples: []string{
			"poly 10x 5 cursed rocks, blessed gray dragon scale mail, 12 elven cloaks luck 10",
			"poly 4 blessed scrolls of light",
			"poly my 7 unihorns for marker luck 0",
			"poly line: 3 elven cloaks / 2 blessed unicorn horns / magic lamp",
			"poly compare 7 unihorns for magic marker",
		},
		Lasting: true,
		Run:     runPoly,
	}
}

func runPoly(ctx context.Context, c *Call) (Reply, error) {
	squares, want, err := c.pileStacks("for")
	if err != nil {
		return Reply{}, err
	}
	if len(squares) == 0 {
		return Reply{}, &Problem{Text: "which pile? Name its stacks, top first", Hints: []string{"poly 4 blessed unihorns for marker"}}
	}
	luck, luckSaid := c.Num("luck")
	if !luckSaid {
		c.Note(Assumed, "Luck 0")
	}
	if c.Flag("compare") {
		return polyCompare(ctx, c, squares, want, luck)
	}
	q := polypile.Question{Rules: c.Rules, Squares: squares, Luck: luck, Level: c.level(hasGems(squares)), Want: want}
	ways := 0
	for flag, way := range map[string]polypile.Apply{"down": polypile.Down, "dip": polypile.Dip, "break": polypile.Break} {
		if c.Flag(flag) {
			q.Apply = way
			ways++
		}
	}
	if ways > 1 {
		return Reply{}, &Problem{Text: "down, dip and break are three ways; say one", Hints: []string{"leave out all but one"}}
	}
	if n, ok := c.Num("squares"); ok {
		if len(squares) > 1 {
			return Reply{}, &Problem{Text: "say where the piles lie by / or by over, not both", Hints: []string{"over 7 squares"}}
		}
		q.Squares = polypile.Deal(squares[0].Stacks, n)
	}
	switch n := len(q.Squares); {
	case q.Apply == polypile.Down && n > 1:
		return Reply{}, &Problem{Text: "zapping down reaches your own square alone", Hints: []string{"leave out down"}}
	case q.Apply == polypile.Break && n > 9:
		return Reply{}, &Problem{Text: fmt.Sprintf("a broken wand reaches 9 squares, not %d", n), Hints: []string{"over 9 squares"}}
	case q.Apply == polypile.Dip && luckSaid:
		c.Note(Assumed, "Luck does not matter to dipping")
	}
	a, err := polypile.Zap(ctx, &q)
	if err != nil {
		return Reply{}, pileProblem(err)
	}
	return polyReply(c, &q, a), nil
}

// share shows a chance: in percent, three digits of it.
func share(p float64) string {
	switch {
	case p <= 0:
		return "0%"
	case p >= 1:
		return "100%"
	case p > 0.9995:
		return "over 99.9%"
	case p < 0.000_000_5:
		return strconv.FormatFloat(p*100, 'g', 2, 64) + "%"
	}
	return strconv.FormatFloat(p*100, 'g', 3, 64) + "%"
}

// amount shows an average: three digits of it, more before the point.
func amount(x float64) string {
	if x >= 100 || x == float64(int(x)) {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func polyReply(c *Call, q *polypile.Question, a *polypile.Answer) Reply {
	r := Reply{Data: a, Version: c.Rules.Name, Hints: []string{"why"}}
	var b strings.Builder
	if q.Apply == polypile.Dip {
		b.WriteString("dipped: ")
	}
	fmt.Fprintf(&b, "%s of %d items left", amount(a.Items.ExpectedLeft), a.Items.In)
	var lost []string
	for _, l := range []struct {
		what string
		n    float64
	}{{"shuddering", a.Items.LostToShudder}, {"a golem", a.Items.LostToGolem}, {"fusing", a.Items.LostToFusing}, {"turning into rocks", a.Items.LostToBackfire}} {
		if l.n > 0 {
			lost = append(lost, amount(l.n)+" lost to "+l.what)
		}
	}
	if len(lost) > 0 {
		b.WriteString(" (" + strings.Join(lost, ", ") + ")")
	}
	r.Headline = amount(a.Items.ExpectedLeft)
	switch {
	case q.Apply == polypile.Dip:
	case a.Golem.Decided == 0:
		b.WriteString("; no golem")
	default:
		fmt.Fprintf(&b, "; golem %s", share(a.Golem.Appears))
		if a.Golem.Appears != a.Golem.Decided {
			fmt.Fprintf(&b, " (decided %s)", share(a.Golem.Decided))
		}
		if kinds := golemKinds(a.Golem.Kinds, 3); kinds != "" {
			b.WriteString(": " + kinds)
		}
	}
	if w := a.Want; w != nil {
		fmt.Fprintf(&b, "; %s %s", strings.Join(w.Names, " or "), share(w.AtLeastOne))
		if len(w.Names) > 1 {
			b.WriteString(" for any")
		}
		fmt.Fprintf(&b, " (%s on average)", amount(w.ExpectedItems))
		r.Headline = share(w.AtLeastOne)
	}
	r.Summary = b.String() + "."

	r.Table = &Table{Columns: []string{"stack", "resist", "shudder", "polymorph", "fuse", "eaten", "left"}}
	for _, s := range a.Stacks {
		name := s.BUC.String() + " " + s.Name
		if s.Quantity != 1 {
			name = strconv.Itoa(s.Quantity) + " " + name
		}
		if s.Count > 1 {
			name = strconv.Itoa(s.Count) + "x " + name
		}
		if s.Square > 0 {
			name = fmt.Sprintf("%d: %s", s.Square, name)
		}
		r.Table.Rows = append(r.Table.Rows, []string{name, share(s.Resist), share(s.Shudder), share(s.Polymorph), share(s.Fuse), share(s.Eaten), amount(s.ExpectedLeft)})
	}
	for i, row := range r.Table.Rows {
		if i == 8 && len(r.Table.Rows) > 9 {
			r.Fields = append(r.Fields, Field{"and", fmt.Sprintf("%d more stacks", len(r.Table.Rows)-i)})
			break
		}
		r.Fields = append(r.Fields, Field{row[0], fmt.Sprintf("resists %s, shudders %s, polymorphs %s, eaten %s, %s left", row[1], row[2], row[3], row[5], row[6])})
	}
	if len(a.Squares) > 0 {
		says := make([]string, len(a.Squares))
		for i, s := range a.Squares {
			says[i] = share(s.PReached)
		}
		r.Fields = append(r.Fields, Field{"reached", strings.Join(says, ", ")})
	}
	if len(a.Materials) > 0 {
		says := []string{}
		for _, m := range a.Materials {
			if m.Items >= 0.005 && len(says) < 6 {
				says = append(says, amount(m.Items)+" "+m.Material)
			}
		}
		if len(says) > 0 {
			r.Fields = append(r.Fields, Field{"materials left", strings.Join(says, ", ")})
		}
	}
	if qn := a.Quantiles; qn != nil {
		r.Fields = append(r.Fields, Field{"items left", fmt.Sprintf("at most %d with 5%%, %d with 25%%, %d with 50%%, %d with 75%%, %d with 95%%", qn.P05, qn.P25, qn.P50, qn.P75, qn.P95)})
	}
	if c.Flag("chart") && len(a.Left) > 1 {
		ch := &Chart{Title: "items left", X: "items", Y: "chance %"}
		var s Series
		for _, x := range a.Left {
			s.Points = append(s.Points, Point{X: float64(x.Items), Y: x.P * 100})
			ch.YMax = max(ch.YMax, x.P*100)
		}
		ch.Series = []Series{s}
		r.Chart = ch
	}
	r.engineNotes(c, a.Warnings, a.Notes, a.Cites)
	return r
}

// engineNotes takes over what an engine warns of, rests on and cites.
func (r *Reply) engineNotes(c *Call, warnings, notes, cites []string) {
	for _, w := range warnings {
		r.Notes = append(r.Notes, Note{Warned, w})
	}
	for _, n := range notes {
		r.Notes = append(r.Notes, Note{Assumed, n})
	}
	r.cite(c.Rules, cites...)
}

// golemKinds lists the likeliest kinds, at most so many.
func golemKinds(kinds map[string]float64, most int) string {
	type kind struct {
		name string
		p    float64
	}
	var list []kind
	for name, p := range kinds {
		if p > 1e-9 {
			list = append(list, kind{name, p})
		}
	}
	slices.SortFunc(list, func(a, b kind) int {
		if a.p != b.p {
			if a.p > b.p {
				return -1
			}
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	var says []string
	for i, k := range list {
		if i == most {
			says = append(says, fmt.Sprintf("%d more", len(list)-i))
			break
		}
		says = append(says, strings.TrimSuffix(k.name, " golem")+" "+share(k.p))
	}
	return strings.Join(says, ", ")
}

func polyCompare(ctx context.Context, c *Call, squares []polypile.Square, want []*rules.Object, luck int) (Reply, error) {
	var stacks []polymorph.Stack
	for _, s := range squares {
		stacks = append(stacks, s.Stacks...)
	}
	for _, name := range []string{"squares", "line", "down", "dip", "break", "chart"} {
		if c.value(name).said {
			return Reply{}, &Problem{Text: "compare tries ways to pile things up of its own; " + name + " cannot be said with it", Hints: []string{"leave out " + name, "leave out compare"}}
		}
	}
	a, err := polypile.Compare(ctx, &polypile.CompareQuestion{Rules: c.Rules, Stacks: stacks, Luck: luck, Level: c.level(hasGems(squares)), Want: want})
	if err != nil {
		return Reply{}, pileProblem(err)
	}
	r := Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	r.Table = &Table{Columns: []string{"plan", "left", "polymorphed stacks", "golem"}}
	if len(want) > 0 {
		r.Table.Columns = append(r.Table.Columns, "wanted", "on average")
	}
	says := make([]string, 0, len(a.Plans))
	for _, p := range a.Plans {
		row := []string{p.Plan, amount(p.ExpectedLeft), amount(p.Polymorphed), share(p.Golem)}
		say := fmt.Sprintf("%s: %s left", p.Plan, amount(p.ExpectedLeft))
		if p.Want != nil {
			row = append(row, share(p.Want.AtLeastOne), amount(p.Want.ExpectedItems))
			say = fmt.Sprintf("%s: %s wanted (%s on average)", p.Plan, share(p.Want.AtLeastOne), amount(p.Want.ExpectedItems))
		}
		r.Table.Rows = append(r.Table.Rows, row)
		says = append(says, say)
		r.Fields = append(r.Fields, Field{p.Plan, strings.TrimPrefix(say, p.Plan+": ")})
	}
	r.Summary = "best first: " + strings.Join(says[:min(3, len(says))], "; ")
	if len(says) > 3 {
		r.Summary += fmt.Sprintf("; %d more", len(says)-3)
	}
	r.Summary += "."
	r.engineNotes(c, nil, a.Notes, a.Cites)
	return r, nil
}

func (r *Router) polyfor() *Command {
	pile := pileParam
	pile.Words = []string{"from"}
	pile.Summary = "what is wanted, and after from what is polymorphed: magic marker from blessed unihorn"
	return &Command{
		Name:     "polyfor",
		Summary:  "how much fodder a wanted thing takes, or what fodder is best",
		Params:   []Param{versionParam, pile, dlvlParam, minesParam, gehennomParam},
		Fillers:  strings.ReplaceAll(pileFillers, " from", ""),
		Examples: []string{"polyfor magic marker from blessed unicorn horn", "polyfor comr from elven cloaks v3.4.3", "polyfor magic marker"},
		Lasting:  true,
		Run:      runPolyfor,
	}
}

func runPolyfor(ctx context.Context, c *Call) (Reply, error) {
	q := polymorph.ForQuestion{Rules: c.Rules, BUC: rules.Uncursed}
	gems := false
	for _, s := range c.Names("pile") {
		thing := s.Value.(pileThing)
		gems = gems || thing.object.Class == "gem"
		if s.Counted && s.Quantity != 1 {
			c.Note(Assumed, fmt.Sprintf("one %s at a time, not %d", s.Name, s.Quantity))
		}
		if s.As != "from" {
			if thing.artifact != "" {
				return Reply{}, noArtifact(thing.artifact)
			}
			q.To = append(q.To, thing.object)
			continue
		}
		if q.From != nil {
			return Reply{}, &Problem{Text: "one source at a time", Hints: []string{"polyfor magic marker from unihorn"}}
		}
		st, err := thing.stack(s)
		if err != nil {
			return Reply{}, err
		}
		c.unused(s, thing)
		st.Quantity, st.Count = 1, 1
		q.From = &st
		if s.BUC == NotSaid && thing.buc == NotSaid {
			c.Note(Assumed, "uncursed")
		}
	}
	if len(q.To) == 0 {
		return Reply{}, &Problem{Text: "what is wanted?", Hints: []string{"polyfor magic marker from blessed unihorn"}}
	}
	q.Level = c.level(gems)
	a, err := polymorph.For(ctx, &q)
	if err != nil {
		return Reply{}, pileProblem(err)
	}
	r := Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	to := strings.Join(a.To, " or ")
	if q.From != nil && a.PerPolymorph == 0 && a.UntilLost == 0 {
		r.Summary, r.Hints = fmt.Sprintf("%s cannot come of polymorphing %s.", to, a.From), []string{"polyfor " + a.To[0]}
		r.engineNotes(c, nil, nil, a.Cites)
		return r, nil
	}
	if q.From == nil {
		c.Note(Assumed, "uncursed, zapped one by one")
		r.Table = &Table{Columns: []string{"from", "per zap", "until lost"}}
		says := []string{}
		for i, s := range a.Sources {
			if i < 60 {
				r.Table.Rows = append(r.Table.Rows, []string{s.From, share(s.PerZap), share(s.UntilLost)})
			}
			if i < 5 {
				says = append(says, fmt.Sprintf("%s %s a zap, %s until lost", s.From, share(s.PerZap), share(s.UntilLost)))
			}
		}
		if len(says) == 0 {
			r.Summary, r.Table = to+" cannot come of polymorph.", nil
		} else {
			r.Summary = "best fodder for " + to + ": " + strings.Join(says, "; ") + "."
		}
		r.engineNotes(c, nil, nil, a.Cites)
		return r, nil
	}
	r.Headline = share(a.PerZap)
	r.Summary = fmt.Sprintf("%s from %s: %s a zap (%s if it polymorphs); zapped until it is one or gone %s, %s zaps on average.",
		to, a.From, share(a.PerZap), share(a.PerPolymorph), share(a.UntilLost), amount(a.MeanZaps))
	r.Table = &Table{Columns: []string{"for", "polymorphs", "items zapped once", "items until lost"}}
	count := func(n *int) string {
		if n == nil {
			return "never"
		}
		return strconv.Itoa(*n)
	}
	for _, n := range a.Needed {
		row := []string{share(n.Confidence), count(n.Polymorphs), count(n.ItemsSingleUse), count(n.ItemsUntilLost)}
		r.Table.Rows = append(r.Table.Rows, row)
		r.Fields = append(r.Fields, Field{row[0], fmt.Sprintf("%s polymorphs, %s items zapped once, %s items until lost", row[1], row[2], row[3])})
		if n.Confidence == 0.5 || n.Confidence == 0.95 {
			r.Summary += fmt.Sprintf(" For %s: %s items once, or %s until lost.", row[0], row[2], row[3])
		}
	}
	r.Notes = append(r.Notes, Note{Assumed, "exact counts, where the wiki's table divides by a half-life"})
	r.engineNotes(c, nil, nil, a.Cites)
	return r, nil
}

func (r *Router) polyfrom() *Command {
	pile := pileParam
	pile.Words = []string{"from"}
	pile.Summary = "what is polymorphed"
	return &Command{
		Name:     "polyfrom",
		Summary:  "what a thing becomes when it polymorphs",
		Params:   []Param{versionParam, pile, dlvlParam, minesParam, gehennomParam, chartParam},
		Fillers:  pileFillers,
		Examples: []string{"polyfrom unicorn horn", "polyfrom v3.4.3 elven cloak chart", "polyfrom ruby dlvl 12"},
		Lasting:  true,
		Run:      runPolyfrom,
	}
}

// polyfromShown is how many outcomes the sentence names.
const polyfromShown = 10

func runPolyfrom(ctx context.Context, c *Call) (Reply, error) {
	said := c.Names("pile")
	if len(said) != 1 {
		return Reply{}, &Problem{Text: "name one thing", Hints: []string{"polyfrom unicorn horn"}}
	}
	thing := said[0].Value.(pileThing)
	st, err := thing.stack(said[0])
	if err != nil {
		return Reply{}, err
	}
	c.unused(said[0], thing)
	a, err := polymorph.From(ctx, c.Rules, st, c.level(thing.object.Class == "gem"))
	if err != nil {
		return Reply{}, pileProblem(err)
	}
	r := Reply{Data: a, Version: c.Rules.Name, Hints: []string{"more"}}
	if !a.Affected {
		r.Summary, r.Hints = a.From+" is never affected by polymorph.", nil
		return r, nil
	}
	r.Table = &Table{Columns: []string{"becomes", "chance"}}
	says := []string{}
	for i, o := range a.To {
		r.Table.Rows = append(r.Table.Rows, []string{o.Name, share(o.P)})
		if i < polyfromShown {
			says = append(says, o.Name+" "+share(o.P))
		}
	}
	r.Summary = fmt.Sprintf("%s becomes %s", a.From, strings.Join(says, ", "))
	if more := len(a.To) - polyfromShown; more > 0 {
		r.Summary += fmt.Sprintf(" and %d more", more)
	}
	r.Summary += "."
	r.Fields = []Field{
		{"polymorphs", share(a.Polymorphs) + " of zaps"},
		{"shudders", share(a.Shudders)},
	}
	if c.Flag("chart") {
		ch := &Chart{Title: a.From + " becomes", X: "rank", Y: "chance %"}
		var s Series
		for i, o := range a.To {
			s.Points = append(s.Points, Point{X: float64(i + 1), Y: o.P * 100})
			ch.YMax = max(ch.YMax, o.P*100)
		}
		ch.Series = []Series{s}
		r.Chart = ch
	}
	r.engineNotes(c, nil, nil, []string{rules.CiteBecome, rules.CiteDraw})
	return r, nil
}
