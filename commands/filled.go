package commands

import (
	"cmp"
	"strconv"
	"strings"

	"delphi/engine/rules"
)

// Filled writes what was filled in for the parameters of a command, by their names, as
// a line of the bot's own grammar: "fail v3.4.3 spell:force bolt, xl:12, worn:robe,
// worn:plate mail". A value is a string, a float64 or a bool. The values appear in the
// order of the parameters, and text means what it would mean in a typed line.
func Filled(c *Command, values map[string]any) string {
	var b strings.Builder
	b.WriteString(c.Path())
	words := c.Param(KindWords) != nil
	for _, p := range c.Params {
		v, ok := values[p.Name]
		if !ok {
			continue
		}
		if words {
			b.WriteString(field(p, v))
		} else {
			b.WriteString(said(p, v))
		}
	}
	return strings.TrimSuffix(b.String(), ",")
}

// said writes the value of a parameter as it would be typed, followed by a comma.
func said(p *Param, v any) string {
	switch p.Kind {
	case KindFlag:
		if skill, ok := v.(string); ok && p.Skilled && Entered(skill) != "" {
			return " " + p.Name + " " + Entered(skill) + ","
		}
		if on, _ := v.(bool); on {
			return " " + p.Name + ","
		}
		return ""
	case KindPercent:
		return " <=" + Entered(v) + "%,"
	case KindVersion:
		return " v" + strings.TrimPrefix(Entered(v), "v") + ","
	case KindName:
		if p.Pile { // a stack's own grammar has commas
			return " " + Entered(v) + ","
		}
		out := ""
		for part := range strings.SplitSeq(Entered(v), ",") {
			if part = strings.TrimSpace(part); part != "" {
				out += " " + p.Name + ":" + part + ","
			}
		}
		return out
	case KindNumber, KindChoice:
		return " " + p.Name + ":" + Entered(v) + ","
	}
	return " " + Entered(v)
}

// field writes the value of a parameter for a line whose values are words as typed: in
// quotation marks after its name.
func field(p *Param, v any) string {
	text := strings.Join(strings.Fields(strings.ReplaceAll(Entered(v), `"`, " ")), " ")
	switch on, isFlag := v.(bool); {
	case p.Kind == KindFlag && isFlag && on:
		return " " + p.Name
	case p.Kind == KindFlag, text == "":
		return ""
	case p.Kind == KindNumber:
		return " " + p.Name + ":" + text
	}
	return " " + p.Name + `:"` + text + `"`
}

// Entered returns a filled-in value as text on one line.
func Entered(v any) string {
	switch v := v.(type) {
	case string:
		return strings.Join(strings.Fields(v), " ")
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// Entries returns what was said for each parameter of a call, by name, as a form shows
// it. Filled turns it into the same question again. A flag that was said alone is "".
func Entries(c *Call) map[string]string {
	out := map[string]string{}
	for i, p := range c.Command.Params {
		v := &c.Values[i]
		switch {
		case p.Kind == KindVersion:
			out[p.Name] = cmp.Or(c.Variant, c.Rules.Name)
		case !v.Said:
		case p.Kind == KindNumber && p.Percent:
			out[p.Name] = rules.StrengthText(v.Num)
		case p.Kind == KindNumber && v.To != v.Num:
			out[p.Name] = strconv.Itoa(v.Num) + "-" + strconv.Itoa(v.To)
		case p.Kind == KindNumber, p.Kind == KindPercent:
			out[p.Name] = strconv.Itoa(v.Num)
		case p.Kind == KindName:
			out[p.Name] = v.entry()
		default:
			out[p.Name] = v.Text
		}
	}
	return out
}

// entry returns the names of a value as a form shows them.
func (v *Value) entry() string {
	var b strings.Builder
	square := 0
	for i, n := range v.Names {
		if i > 0 {
			b.WriteString(", ")
		}
		for ; square < n.Square; square++ {
			b.WriteString("/ ")
		}
		if n.Without {
			b.WriteString("without ")
		}
		if n.As != "" {
			b.WriteString(n.As + ":")
		}
		b.WriteString(n.Describe())
	}
	return b.String()
}
