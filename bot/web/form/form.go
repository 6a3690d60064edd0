package form

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// Form is the input form of a command: a field for each parameter.
type Form struct {
	Command *commands.Command
	Version string   // the rule set that the lists of names are of
	First   []*Field // what comes first
	Rest    []*Field
	Flags   []*Field // of the rest, those that are said or not
	Open    bool     // something of the rest was said
}

// Field is a parameter in a form.
type Field struct {
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
	Parts   []Slot   // Parts: one for each of Param.Parts
	Rows    []Row    // Rows: what was said, and room for more
	Wrong   string   // what is wrong with it; empty: nothing
	Focus   bool     // it comes next
}

// Slot is one of several places of a parameter, with what may be there.
type Slot struct {
	Name, Value string
	Choices     []string
}

// Row is one of several names, taken apart as a form shows it.
type Row struct{ Count, BUC, Name, Use string }

const (
	firstFields  = 8   // how many fields a form shows at once
	listedNames  = 60  // how many names a list may have that is shown whole
	widestSlider = 150 // how many values a slider may have
	spareRows    = 2   // how many rows there are at first, and are more
	mostRows     = 40
)

// bucs holds the BUC states that a row of a pile may have.
var bucs = []string{rules.Blessed.String(), rules.Uncursed.String(), rules.Cursed.String()}

// New returns the form of a command with what was filled in, by the names of the
// parameters. Its lists of names are those of set, unless another version was filled in.
// What asks for a chart has no field: a page always shows it.
func New(cmd *commands.Command, set *rules.Set, in url.Values) *Form {
	if p := cmd.Param(commands.KindVersion); p != nil {
		if other := rules.Get(entered(in, p.Name)); other != nil {
			set = other
		}
	}
	f := &Form{Command: cmd, Version: set.Name}
	var version *Field
	for _, p := range cmd.Params {
		if p.Kind == commands.KindFlag && p.Name == "chart" {
			continue
		}
		x := newField(p, set, in)
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
		at := slices.IndexFunc(f.First, func(x *Field) bool { return x.Kind == "parts" || x.Kind == "rows" })
		if at <= 0 {
			at = len(f.First)
		}
		f.First = slices.Insert(f.First, at, version)
	}
	return f
}

// said reports whether something was filled in.
func (x *Field) said() bool {
	return x.Value != "" || x.On || slices.ContainsFunc(x.Parts, func(p Slot) bool { return p.Value != "" }) ||
		slices.ContainsFunc(x.Rows, func(r Row) bool { return r.Name != "" })
}

func newField(p *commands.Param, set *rules.Set, in url.Values) *Field {
	x := &Field{Param: p, Kind: "text", Value: entered(in, p.Name)}
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
func (x *Field) names(set *rules.Set, in url.Values) {
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
			part := Slot{Name: name, Value: entered(in, x.Name+"."+name)}
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
			x.Rows = append(x.Rows, Row{})
		}
	case few:
		x.Kind = "choice"
	}
}

// Key returns the keyword for the field in a line; empty if its label says it.
func (x *Field) Key() string {
	if slices.Contains(strings.Fields(strings.ToLower(x.Label)), x.Name) {
		return ""
	}
	return x.Name
}

// UseNames returns the uses that a stack in a row may have, with the word for each.
func (x *Field) UseNames() [][2]string {
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
func (x *Field) BUCs() []string { return bucs }

// More returns how many rows a reader who wants more asks for.
func (x *Field) More() int { return len(x.Rows) + spareRows }

// Mark marks the fields that a refusal is about: what is missing, and what read, which
// reads a line, cannot read by itself.
func (f *Form) Mark(in url.Values, refused *commands.Reply, read func(line string) error) {
	missing := ""
	for _, ask := range refused.Asks {
		missing = cmp.Or(missing, ask.Slot)
	}
	focused := false
	for _, list := range [][]*Field{f.First, f.Rest, f.Flags} {
		for _, x := range list {
			if v := value(x.Param, in); v != nil && x.Kind != "flag" {
				if err := read(commands.Filled(f.Command, map[string]any{x.Name: v})); err != nil {
					x.Wrong = wording.Sentence(err.Error())
				}
			} else if v == nil && x.Name == missing {
				x.Wrong = refused.Summary
			}
			if x.Wrong != "" && !focused {
				x.Focus, focused = true, true
			}
		}
	}
	f.Open = f.Open || slices.ContainsFunc(slices.Concat(f.Rest, f.Flags), func(x *Field) bool { return x.Wrong != "" })
}

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
		label, hint = label[:at], wording.Capital(strings.TrimSpace(label[at+1:]))
	}
	if p.Kind == commands.KindText && example == "" {
		label, hint, example = p.Name, "", p.Summary
	}
	return wording.Capital(label), hint, example
}
