package web

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"delphi/bot/web/segment"
	"delphi/commands"
	"delphi/engine/rules"
)

// form is the input form of a command: a field for each parameter.
type form struct {
	Command *commands.Command
	Action  string
	Version string   // the rule set that the lists of names are of
	First   []*field // what comes first
	Rest    []*field
	Flags   []*field // of the rest, those that are said or not
	Open    bool     // something of the rest was said
}

// field is a parameter in a form.
type field struct {
	*commands.Param
	Kind    string // the template that shows it: "number", "flag", "choice", "text", "parts" or "rows"
	Label   string
	Hint    string // what Label leaves out; may be empty
	Example string // what a text may be; may be empty
	Value   string
	On      bool
	Slides  bool     // Number: few enough values to slide over
	Choices []string // Choice: what it may be
	Listed  bool     // Text: its names can be had from the server
	Parts   []slot   // Parts: one for each of Param.Parts
	Rows    []row    // Rows: what was said, and room for more
	Wrong   string   // what is wrong with it; empty: nothing
	Focus   bool     // it comes next
}

// slot is one of several places of a parameter, with what may be there.
type slot struct {
	Name, Value string
	Choices     []string
}

// row is one of several names, taken apart as a form shows it.
type row struct{ Count, BUC, Name, Use string }

const (
	firstFields  = 8   // how many fields a form shows at once
	listedNames  = 60  // how many names a list may have that is shown whole
	widestSlider = 150 // how many values a slider may have
	spareRows    = 2   // how many rows there are at first, and are more
	mostRows     = 40
)

// bucs holds the BUC states that a row of a pile may have.
var bucs = []string{rules.Blessed.String(), rules.Uncursed.String(), rules.Cursed.String()}

// makeForm returns the form of a command with what was filled in, by the names of the
// parameters. What asks for a chart has no field: a page always shows it.
func makeForm(cmd *commands.Command, set *rules.Set, in url.Values) *form {
	f := &form{Command: cmd, Action: "/c/" + segment.Of(cmd.Path()), Version: set.Name}
	var version *field
	for _, p := range cmd.Params {
		if p.Kind == commands.KindFlag && p.Name == "chart" {
			continue
		}
		x := makeField(p, set, in)
		said := x.said()
		switch {
		case p.Kind == commands.KindVersion:
			version = x
		case x.Kind == "flag":
			f.Flags = append(f.Flags, x)
			f.Open = f.Open || said
		case len(f.First) < firstFields || p.Needed:
			f.First = append(f.First, x)
		default:
			f.Rest = append(f.Rest, x)
			f.Open = f.Open || said
		}
	}
	if version != nil { // beside the small fields
		at := slices.IndexFunc(f.First, func(x *field) bool { return x.Kind == "parts" || x.Kind == "rows" })
		if at <= 0 {
			at = len(f.First)
		}
		f.First = slices.Insert(f.First, at, version)
	}
	return f
}

// said reports whether something was filled in.
func (x *field) said() bool {
	return x.Value != "" || x.On || slices.ContainsFunc(x.Parts, func(p slot) bool { return p.Value != "" }) ||
		slices.ContainsFunc(x.Rows, func(r row) bool { return r.Name != "" })
}

func makeField(p *commands.Param, set *rules.Set, in url.Values) *field {
	x := &field{Param: p, Kind: "text", Value: entered(in, p.Name)}
	x.Label, x.Hint, x.Example = labelled(p)
	switch p.Kind {
	case commands.KindNumber:
		if !p.Range && !p.Percent && !p.Leveled {
			x.Kind = "number"
			x.Slides = p.Max > p.Min && p.Max-p.Min <= widestSlider
		}
	case commands.KindPercent:
		x.Kind = "number"
	case commands.KindFlag:
		x.Kind, x.On = "flag", x.Value != ""
		if p.Skilled {
			x.Kind, x.Choices = "choice", []string{"yes", "unskilled", "basic", "skilled", "expert"}
		}
	case commands.KindChoice:
		x.Kind, x.Choices = "choice", p.Choices
	case commands.KindVersion:
		x.Kind, x.Choices = "choice", rules.Names()
	case commands.KindName:
		x.names(set, in)
	}
	if x.Kind == "choice" && x.Value != "" && !slices.Contains(x.Choices, x.Value) {
		x.Choices = append(slices.Clone(x.Choices), x.Value) // with more said about it than the list says
	}
	return x
}

// names turns a field into one for names: a list if they are few.
func (x *field) names(set *rules.Set, in url.Values) {
	terms := x.Terms(set)
	few := len(terms) <= listedNames
	if few {
		for _, t := range terms {
			x.Choices = append(x.Choices, t.Name)
		}
	}
	x.Listed = !few
	switch {
	case x.Param.Parts != nil:
		x.Kind = "parts"
		for _, name := range x.Param.Parts {
			part := slot{Name: name, Value: entered(in, x.Name+"."+name)}
			for _, t := range terms {
				if x.Part(t) == name {
					part.Choices = append(part.Choices, t.Name)
				}
			}
			if part.Value != "" && !slices.Contains(part.Choices, part.Value) {
				part.Choices = append(part.Choices, part.Value)
			}
			x.Parts = append(x.Parts, part)
		}
	case x.Many || x.Pile:
		x.Kind = "rows"
		x.Value = ""
		x.Rows = rowsOf(x.Param, in)
		more, _ := strconv.Atoi(in.Get("rows." + x.Name))
		for most := min(max(spareRows, len(x.Rows)+1, more), mostRows); len(x.Rows) < most; {
			x.Rows = append(x.Rows, row{})
		}
	case few:
		x.Kind = "choice"
	}
}

// Key returns the keyword for the field in a line; empty if its label says it.
func (x *field) Key() string {
	if slices.Contains(strings.Fields(strings.ToLower(x.Label)), x.Name) {
		return ""
	}
	return x.Name
}

// UseNames returns the uses that a stack in a row may have, with the word for each.
func (x *field) UseNames() [][2]string {
	if len(x.Uses) == 0 {
		return nil
	}
	out := [][2]string{{"", x.Uses[0]}}
	for i, w := range x.Words {
		out = append(out, [2]string{w, x.Uses[i+1]})
	}
	return out
}

// BUCs returns the BUC states that a stack in a row may have.
func (x *field) BUCs() []string { return bucs }

// More returns how many rows a reader who wants more asks for.
func (x *field) More() int { return len(x.Rows) + spareRows }

// labelled returns the summary of a parameter as a form shows it: what it is, the rest of
// that, and examples.
func labelled(p *commands.Param) (label, hint, example string) {
	label, example, _ = strings.Cut(strings.ReplaceAll(p.Summary, ", separated by commas", ""), ":")
	for _, article := range []string{"The ", "Your "} {
		label = strings.TrimPrefix(label, article)
	}
	example = strings.TrimSpace(example)
	if before, after, ok := strings.Cut(label, ", such as "); ok && example == "" {
		label, example = before, after
	}
	if at := strings.IndexAny(label, ",;"); at > 0 && !strings.Contains(label[at:], " or ") {
		label, hint = label[:at], commands.Capital(strings.TrimSpace(label[at+1:]))
	}
	if p.Kind == commands.KindText && example == "" {
		label, hint, example = p.Name, "", p.Summary
	}
	return commands.Capital(label), hint, example
}

// entered returns what was filled in last under a name: a button may say what the field
// before it leaves open.
func entered(in url.Values, name string) string {
	list := in[name]
	for i := len(list) - 1; i >= 0; i-- {
		if text := typed(list[i]); text != "" {
			return text
		}
	}
	return ""
}

// rowsOf reads the rows of a parameter that were filled in.
func rowsOf(p *commands.Param, in url.Values) (out []row) {
	at := func(what string, i int) string {
		if list := in[p.Name+what]; i < len(list) {
			return typed(list[i])
		}
		return ""
	}
	for i := range min(len(in[p.Name]), mostRows) {
		if r := (row{at(".n", i), at(".buc", i), at("", i), at(".use", i)}); r.Name != "" {
			out = append(out, r)
		}
	}
	return out
}

// text returns a row as a line says it.
func (r row) text() string {
	said := strings.TrimSpace(r.Count + " " + r.BUC)
	said = strings.TrimSpace(said + " " + strings.TrimPrefix(r.Name, "/ "))
	if r.Use != "" {
		said = r.Use + ":" + said
	}
	if strings.HasPrefix(r.Name, "/ ") { // on the next square
		said = "/ " + said
	}
	return said
}

// filled returns what was filled in, by the names of the parameters, as commands.Filled
// takes it.
func filled(cmd *commands.Command, in url.Values) map[string]any {
	out := map[string]any{}
	for _, p := range cmd.Params {
		if v := fieldValue(p, in); v != nil {
			out[p.Name] = v
		}
	}
	return out
}

// fieldValue returns what was filled in for a parameter; nil: nothing.
func fieldValue(p *commands.Param, in url.Values) any {
	text := entered(in, p.Name)
	switch {
	case p.Kind == commands.KindFlag && (text == "on" || text == "yes"):
		return true
	case p.Parts != nil:
		var parts []string
		for _, name := range append([]string{""}, p.Parts...) {
			key := p.Name
			if name != "" {
				key += "." + name
			}
			if t := entered(in, key); t != "" {
				parts = append(parts, t)
			}
		}
		text = strings.Join(parts, ", ")
	case p.Kind == commands.KindName && (p.Many || p.Pile):
		var rows []string
		for _, r := range rowsOf(p, in) {
			rows = append(rows, r.text())
		}
		text = strings.Join(rows, ", ")
	}
	if text == "" {
		return nil
	}
	return text
}

// entries returns what a question says, as the fields of its form have it: what filled
// makes the same question of.
func entries(call *commands.Call) url.Values {
	in := url.Values{}
	for name, text := range commands.Entries(call) {
		p := call.Command.Params[slices.IndexFunc(call.Command.Params, func(p *commands.Param) bool { return p.Name == name })]
		v := call.Value(p)
		switch {
		case p.Kind == commands.KindFlag:
			in.Set(name, cmp.Or(text, "yes"))
		case p.Parts != nil:
			partsOf(p, v, in)
		case p.Kind == commands.KindName && (p.Many || p.Pile):
			rowEntries(p, v, in)
		default:
			in.Set(name, text)
		}
	}
	return in
}

// partsOf puts names into their places. What has none, such as what is said not to be
// worn, and a second one for the same place, stays text.
func partsOf(p *commands.Param, v *commands.Value, in url.Values) {
	var rest []string
	for _, s := range v.Names {
		key := p.Name + "." + p.Part(commands.Term{Name: s.Name, Value: s.Value})
		if s.Without || s.As != "" || in.Has(key) {
			rest = append(rest, text(s))
			continue
		}
		in.Set(key, s.Describe())
	}
	if rest != nil {
		in.Set(p.Name, strings.Join(rest, ", "))
	}
}

// rowEntries takes names apart into rows.
func rowEntries(p *commands.Param, v *commands.Value, in url.Values) {
	square := 0
	for _, s := range v.Names {
		r := row{Use: s.As}
		if p.Pile && s.Times == 0 && !s.Without { // a count of stacks comes before that of their things
			if s.Counted {
				r.Count, s.Counted = strconv.Itoa(s.Quantity), false
			}
			if s.BUC != rules.BUCNotSaid {
				r.BUC, s.BUC = s.BUC.String(), rules.BUCNotSaid
			}
		}
		if !p.Pile || !slices.Contains(p.Words, s.As) {
			r.Use = ""
		} else {
			s.As = ""
		}
		r.Name = text(s)
		for ; square < s.Square; square++ {
			r.Name = "/ " + r.Name
		}
		for key, value := range map[string]string{"": r.Name, ".n": r.Count, ".buc": r.BUC, ".use": r.Use} {
			in.Add(p.Name+key, value)
		}
	}
}

// text returns a name as a line says it.
func text(s commands.Said) string {
	out := s.Describe()
	if s.As != "" {
		out = s.As + ":" + out
	}
	if s.Without {
		out = "without " + out
	}
	return out
}
