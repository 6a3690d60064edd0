package form

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// MoreRows reports whether the reader only asks for more rows so far.
func MoreRows(in url.Values) bool {
	for name := range in {
		if strings.HasPrefix(name, "rows.") {
			return true
		}
	}
	return false
}

// entered returns what was filled in last under a name: a button may say what the field
// before it leaves open.
func entered(in url.Values, name string) string {
	list := in[name]
	for i := len(list) - 1; i >= 0; i-- {
		if text := list[i]; text != "" {
			return text
		}
	}
	return ""
}

// rowsOf reads the rows of a parameter that were filled in.
func rowsOf(p *commands.Param, in url.Values) (out []Row) {
	at := func(what string, i int) string {
		if list := in[p.Name+what]; i < len(list) {
			return list[i]
		}
		return ""
	}
	for i := range min(len(in[p.Name]), mostRows) {
		if r := (Row{at(".n", i), at(".buc", i), at("", i), at(".use", i)}); r.Name != "" {
			out = append(out, r)
		}
	}
	return out
}

// text returns a row as a line says it.
func (r Row) text() string {
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

// Filled returns what was filled in, by the names of the parameters, as commands.Filled
// takes it.
func Filled(cmd *commands.Command, in url.Values) map[string]any {
	out := map[string]any{}
	for _, p := range cmd.Params {
		if v := value(p, in); v != nil {
			out[p.Name] = v
		}
	}
	return out
}

// value returns what was filled in for a parameter; nil: nothing.
func value(p *commands.Param, in url.Values) any {
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
		text = strings.Join(seq.Map(rowsOf(p, in), func(r Row) string { return r.text() }), ", ")
	}
	if text == "" {
		return nil
	}
	return text
}

// Entries returns what a question says, as the fields of its form have it: what Filled
// makes the same question of.
func Entries(call *commands.Call) url.Values {
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
		r := Row{Use: s.As}
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
