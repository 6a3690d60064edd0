package explore

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/thing"
	"delphi/commands/wording"
	"delphi/engine/craft"
	"delphi/engine/rules"
)

// The parameters of a marker's ink.
var (
	written = commands.NewName[*rules.Object](commands.Param{
		Name: "what", Noun: "a scroll or spellbook", Summary: "The scroll or spellbook",
		Vocabulary: func(s *rules.Set) []commands.Term { return objects(s, "scroll", "spellbook") },
	})
	inkOf  = commands.NewNumber(commands.Param{Name: "ink", Summary: "Charges of the marker", Words: []string{"marker"}, After: []string{"ink", "charges", "charge"}, Bare: true, Min: 0, Max: 127})
	copies = commands.NewNumber(commands.Param{Name: "copies", Summary: "How many you want: 3 copies", Words: []string{"at least"}, After: []string{"copies", "copy", "scrolls", "scroll", "books", "sheets"}, Min: 1, Max: 127})
)

// besides lists what is to be written with the same ink.
var besides = commands.NewName[*rules.Object](commands.Param{
	Name: "also", Noun: "a scroll or spellbook", Summary: "What the same ink is to write as well: also:genocide, also:2 charging", Many: true, Counts: true, Ahead: "besides",
	Vocabulary: func(s *rules.Set) []commands.Term { return objects(s, "scroll", "spellbook") },
})

// objects returns the objects of some classes, by their names and by what stands
// after "of"; of equal short names the first class has it.
func objects(s *rules.Set, classes ...string) []commands.Term {
	for s.Objects() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	taken := map[string]bool{}
	var out []commands.Term
	for _, class := range classes {
		for _, o := range s.Objects() {
			if o.Class != class {
				continue
			}
			t := commands.Term{Name: o.Name, Aliases: thing.Aliases(s, o), Value: o}
			if short, ok := strings.CutPrefix(o.Name, class+" of "); ok && !taken[short] {
				taken[short] = true
				t.Aliases = append(t.Aliases, short)
			}
			out = append(out, t)
		}
	}
	return out
}

func marker() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "ink",
		Fillers: "magic marker how many can i write until dry with from a an the of",
		Aliases: []string{"markerful"},
		Summary: "Show how many scrolls of a kind a magic marker writes until it is dry",
		Params:  commands.Takes(commands.RuleSet, written, inkOf, copies, besides),

		Examples: []string{"ink genocide 50 charges", "ink enchant armor 70", "ink 71 charges", "ink charging 60 charges 4 copies", "ink enchant weapon 2 copies 40 charges also:genocide"},
	}, commands.By(tellInk))
}

// inkAnswer is the machine-readable answer of `ink`.
type inkAnswer struct {
	What   string    `json:"what"`
	Ink    int       `json:"ink"`
	Mean   float64   `json:"mean"`
	Counts []float64 `json:"counts"` // the chance of each number, from 0 on
	Dries  float64   `json:"dries"`  // ends by drying out, with the paper lost
}

func tellInk(c *commands.Call, r *rules.Ink) (*commands.Story, error) {
	o, ok := written.In(c)
	has, said := inkOf.In(c)
	if !ok && said && len(besides.All(c)) == 0 {
		return tellInkOfAll(c, r, has), nil
	}
	if !said && (ok || len(besides.All(c)) > 0) {
		return tellInkNeeded(c, r)
	}
	if !ok && len(besides.All(c)) > 0 {
		return tellInkFor(c, r, has)
	}
	if !ok || !said {
		return nil, &commands.Problem{Text: "What do you want to write, and how many charges does the marker have?", Slot: "what", Hints: []string{"ink genocide 50 charges"}}
	}
	base, can := craft.Ink(r, o)
	if !can {
		return nil, unwritable(o)
	}
	if len(besides.All(c)) > 0 {
		return tellInkFor(c, r, has)
	}
	a := inkAnswer{What: o.Name, Ink: has}
	a.Counts, a.Dries = craft.Sheets(base, has)
	a.Mean = meanOf(a.Counts)
	least, most := craft.Used(base)
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, rep := s.Steps, &s.Reply
	d.Work(rules.CiteInk, "least ink", strconv.Itoa(least), "⌊%d/2⌋", base).Of("base cost %d", base)
	d.Work(rules.CiteInk, "most ink", strconv.Itoa(most), "%d + %d - 1", least, max(1, least))
	rep.Table = &commands.Table{Columns: []string{"scrolls", "chance", "that many or more"}}
	if o.Class == "spellbook" {
		rep.Table.Columns[0] = "books"
	}
	first, last, more := -1, 0, 1.0
	for n, p := range a.Counts {
		if p > 0 {
			if first < 0 {
				first = n
			}
			last = n
			rep.Table.Rows = append(rep.Table.Rows, []string{strconv.Itoa(n), wording.Share(p), wording.Share(more)})
		}
		more -= p
	}
	mean := wording.Amount(a.Mean)
	rep.Headline = mean
	d.Counted(rules.CiteInk, "written on average", mean, "all sequences of %d to %d ink each, until fewer than %d are left or the next takes more than is left", least, most, least)
	switch sheet := strings.TrimSuffix(rep.Table.Columns[0], "s"); {
	case last == 0:
		rep.Summary = fmt.Sprintf("%d ink writes no %s", has, o.Name)
	case first == last:
		rep.Summary = fmt.Sprintf("%d ink writes exactly %s", has, wording.Count(first, sheet))
	default:
		rep.Summary = fmt.Sprintf("%d ink writes %s %s on average: %s", has, mean, plural(o), countsText(a.Counts))
	}
	rep.Summary += fmt.Sprintf("; each takes %d to %d.", least, most)
	if a.Dries > 0 {
		rep.Summary += fmt.Sprintf(" The marker dries out while writing one more, and spoils it, %s of the time.", wording.Share(a.Dries))
		d.Counted(rules.CiteInk, "dries out over one", wording.Share(a.Dries), "the sequences in which the next takes more than is left, and that is %d or more", least)
	}
	if n, ok := copies.In(c); ok {
		p := craft.Enough(base, has, n).P
		rep.Headline = wording.Share(p)
		rep.Summary = fmt.Sprintf("%s that %d ink is enough for %d. ", wording.Capital(wording.Chance(p)), has, n) + rep.Summary
		d.Counted(rules.CiteInk, fmt.Sprintf("%d or more", n), wording.Share(p), "the sequences that write %d", n)
	}
	c.Note(commands.Assumed, "you have identified its type, so writing never fails")
	rep.Data = a
	rep.Cite(c.Rules, rules.CiteInk)
	return s, nil
}

// inkForAnswer is the machine-readable answer where several kinds are to be written.
type inkForAnswer struct {
	Ink    int     `json:"ink"`
	Least  int     `json:"least"` // that all of them take
	Most   int     `json:"most"`
	Enough float64 `json:"enough"`
}

// mostSheets is how many scrolls and books of several kinds are counted.
const mostSheets = 40

// inks is the ink that scrolls and books of several kinds take.
type inks struct {
	bases       []int    // base costs, one for each sheet or book
	kinds       []string // "2 scrolls of charging"
	least, most int
	how, upTo   []string // formulas of these
}

// inksOf returns what the kinds of a call take.
func inksOf(c *commands.Call, r *rules.Ink) (*inks, error) {
	in := &inks{}
	if o, ok := written.In(c); ok {
		n, said := copies.In(c)
		if !said {
			n = 1
		}
		if err := in.add(r, o, n); err != nil {
			return nil, err
		}
	}
	for _, said := range besides.All(c) {
		n := 1
		if said.Counted {
			n = said.Quantity
		}
		if err := in.add(r, besides.Of(said), n); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// add adds some of a kind.
func (in *inks) add(r *rules.Ink, o *rules.Object, n int) error {
	base, can := craft.Ink(r, o)
	switch {
	case !can:
		return unwritable(o)
	case n < 1:
		return &commands.Problem{Text: "Ask about at least one " + o.Name + ".", Hints: []string{"ink charging 2 copies also:genocide"}}
	case len(in.bases)+n > mostSheets:
		return &commands.Problem{Text: fmt.Sprintf("That is more than %d: no marker writes so many.", mostSheets), Hints: []string{"ink genocide 50 charges"}}
	}
	least, most := craft.Used(base)
	in.least, in.most = in.least+n*least, in.most+n*most
	for range n {
		in.bases = append(in.bases, base)
	}
	in.kinds = append(in.kinds, wording.Count(n, o.Name))
	in.how = append(in.how, fmt.Sprintf("%d*⌊%d/2⌋", n, base))
	in.upTo = append(in.upTo, fmt.Sprintf("%d*(%d + %d - 1)", n, least, max(1, least)))
	return nil
}

// steps adds how much ink the kinds take.
func (in *inks) steps(d *steps.Derivation) {
	d.Work(rules.CiteInk, "least ink", strconv.Itoa(in.least), "%s", strings.Join(in.how, " + ")).Of("base costs")
	d.Work(rules.CiteInk, "most ink", strconv.Itoa(in.most), "%s", strings.Join(in.upTo, " + "))
}

// inkStory returns the kinds of a call, and a story that begins with how much ink they take.
func inkStory(c *commands.Call, r *rules.Ink) (*inks, *commands.Story, error) {
	in, err := inksOf(c, r)
	if err != nil {
		return nil, nil, err
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	in.steps(s.Steps)
	s.Reply.Cite(c.Rules, rules.CiteInk)
	return in, s, nil
}

// tellInkFor tells whether the ink is enough for several kinds.
func tellInkFor(c *commands.Call, r *rules.Ink, has int) (*commands.Story, error) {
	in, s, err := inkStory(c, r)
	if err != nil {
		return nil, err
	}
	d, rep := s.Steps, &s.Reply
	a := inkForAnswer{Ink: has, Least: in.least, Most: in.most, Enough: craft.EnoughFor(in.bases, has).P}
	d.Counted(rules.CiteInk, "enough for all", wording.Share(a.Enough), "all the amounts of ink that they can take, whose sum must not exceed %d", has)
	rep.Headline = wording.Share(a.Enough)
	rep.Summary = fmt.Sprintf("%s that %d ink is enough for %s: they take %d to %d in all.", wording.Capital(wording.Chance(a.Enough)), has, wording.And(in.kinds), a.Least, a.Most)
	c.Note(commands.Assumed, "you have identified their types, so writing never fails")
	rep.Data = a
	return s, nil
}

// inkNeedAnswer is the machine-readable answer where the marker's charges are not said.
type inkNeedAnswer struct {
	Least int     `json:"least"`
	Most  int     `json:"most"`
	Mean  float64 `json:"mean"`
	For90 int     `json:"for_90"` // ink that is enough 90% of the time
}

// tellInkNeeded tells how much ink the kinds of a call take, whatever the marker holds.
func tellInkNeeded(c *commands.Call, r *rules.Ink) (*commands.Story, error) {
	in, s, err := inkStory(c, r)
	if err != nil {
		return nil, err
	}
	d, rep := s.Steps, &s.Reply
	a := inkNeedAnswer{Least: in.least, Most: in.most, Mean: float64(in.least+in.most) / 2}
	a.For90 = in.least + sort.Search(in.most-in.least, func(i int) bool { return craft.EnoughFor(in.bases, in.least+i).P >= 0.9 })
	d.Work("", "ink on average", wording.Amount(a.Mean), "(%d + %d)/2", in.least, in.most)
	d.Counted(rules.CiteInk, "enough in 90%", strconv.Itoa(a.For90), "all the amounts of ink that they can take")
	rep.Headline = wording.Amount(a.Mean) + " ink"
	takes := "take"
	if len(in.bases) == 1 {
		takes = "takes"
	}
	rep.Summary = fmt.Sprintf("%s %s %d to %d ink, %s on average; %d is enough 90%% of the time.", wording.Capital(wording.And(in.kinds)), takes, a.Least, a.Most, wording.Amount(a.Mean), a.For90)
	c.Note(commands.Assumed, "you know what you write, so writing never fails")
	rep.Data = a
	return s, nil
}

// inkOfAllAnswer is the machine-readable answer where no kind is named: the mean by base cost.
type inkOfAllAnswer struct {
	Ink  int             `json:"ink"`
	Mean map[int]float64 `json:"mean"`
}

// tellInkOfAll tells how many scrolls of each cost some ink writes.
func tellInkOfAll(c *commands.Call, r *rules.Ink, has int) *commands.Story {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	rep := &s.Reply
	rep.Table = &commands.Table{Columns: []string{"base cost", "ink each", "scrolls", "of"}}
	a := inkOfAllAnswer{Ink: has, Mean: map[int]float64{}}
	named := map[int][]string{}
	for _, k := range r.Costs {
		named[k.Base] = append(named[k.Base], strings.TrimPrefix(k.Scroll, "scroll of "))
	}
	var says []string
	for _, base := range slices.Sorted(maps.Keys(named)) {
		counts, _ := craft.Sheets(base, has)
		mean := meanOf(counts)
		a.Mean[base] = mean
		least, most := craft.Used(base)
		kinds, _ := wording.List(named[base], ", ", 200)
		rep.Table.Rows = append(rep.Table.Rows, []string{strconv.Itoa(base), fmt.Sprintf("%d to %d", least, most), wording.Amount(mean), kinds})
		says = append(says, fmt.Sprintf("%s of %s", wording.Amount(mean), wording.Or(named[base][:1])))
		s.Steps.Counted(rules.CiteInk, fmt.Sprintf("of base cost %d", base), wording.Amount(mean), "all sequences of %d to %d ink each", least, most)
	}
	rep.Headline = wording.Count(has, "charge")
	rep.Summary = fmt.Sprintf("%d ink writes on average, of one kind: %s.", has, wording.And(says))
	c.Note(commands.Assumed, "you have identified its type, so writing never fails")
	rep.Data = a
	rep.Cite(c.Rules, rules.CiteInk)
	return s
}

// unwritable returns the error for what no marker writes.
func unwritable(o *rules.Object) error {
	return &commands.Problem{Text: wording.Capital(wording.Article(o.Name)) + " cannot be written.", Hints: []string{"ink genocide 50 charges"}}
}

// meanOf returns the mean of a number whose chances are listed from 0 on.
func meanOf(counts []float64) (mean float64) {
	for n, p := range counts {
		mean += float64(n) * p
	}
	return mean
}

// plural returns the plural name of a kind of scroll or book.
func plural(o *rules.Object) string {
	if kind, ok := strings.CutPrefix(o.Name, o.Class+" of "); ok {
		return o.Class + "s of " + kind
	}
	return "blank " + o.Class + "s"
}

// countsText lists the chances of several numbers: "2 with 31%, 3 with 69%".
func countsText(counts []float64) string {
	var says []string
	for n, p := range counts {
		if p > 0 {
			says = append(says, fmt.Sprintf("%d (%s)", n, wording.Share(p)))
		}
	}
	text, _ := wording.List(says, ", ", 160)
	return text
}
