package monster

import (
	"fmt"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// Fact is one fact about a monster: what it is about and the value in words.
type Fact struct{ Name, Value string }

// Facts lists what there is to say about a monster, in the order of Line. Values
// may be empty.
func Facts(b *rules.Bestiary, m *rules.Monster) []Fact {
	attacks := make([]string, len(m.Attacks))
	for i, a := range m.Attacks {
		attacks[i] = Attack(a)
	}
	return []Fact{
		{"Lvl", fmt.Sprint(m.Level)},
		{"Diff", fmt.Sprint(m.Difficulty)},
		{"Spd", fmt.Sprint(m.Speed)},
		{"AC", fmt.Sprint(m.AC)},
		{"MR", fmt.Sprint(m.MR)},
		{"align", alignment(m.Align)},
		{"gen", generation(m)},
		{"attacks", strings.Join(attacks, ", ")},
		{"res", resisted(b, m)},
		{"eating", Eating(b, m)},
		{"size", m.Size},
		{"weight", fmt.Sprint(m.Weight)},
		{"nutrition", fmt.Sprint(m.Nutrition)},
		{"flags", strings.Join(Flags(m), ", ")},
	}
}

// Flags lists the flags that are worth knowing, in words.
func Flags(m *rules.Monster) []string {
	var out []string
	for _, f := range flags {
		if f.shown && m.Is(f.code) {
			out = append(out, f.word)
		}
	}
	if slices.Contains(m.Geno, "GENO") {
		out = append(out, "genocidable")
	}
	return out
}

// Title returns a monster's name with how it looks on the map: "newt (yellow :)".
func Title(m *rules.Monster) string {
	symbol := m.Symbol
	if symbol == " " {
		symbol = "space"
	}
	return fmt.Sprintf("%s (%s %s)", m.Name, m.Color, symbol)
}

// Line describes a monster as players write it, in at most limit bytes. What
// does not fit is left off at the end.
func Line(b *rules.Bestiary, m *rules.Monster, limit int) string {
	out := Title(m)
	add := func(part string) bool {
		if len(out)+3+len(part) > limit {
			return false
		}
		out += " | " + part
		return true
	}
	for _, f := range Facts(b, m) {
		switch {
		case f.Name == "flags":
			// The most useful flags stand first; add as many as fit.
			list := Flags(m)
			for n := len(list); n > 0 && !add(strings.Join(list[:n], ", ")); n-- {
			}
		case f.Value == "":
		default:
			add(f.short())
		}
	}
	return out
}

// short returns a fact as one line has it.
func (f Fact) short() string {
	switch f.Name {
	case "weight":
		return "wt " + f.Value
	case "nutrition":
		return "nutr " + f.Value
	case "eating":
		return "eating: " + f.Value
	case "align", "gen", "attacks", "size":
		return f.Value
	}
	return f.Name + " " + f.Value
}

// Otherwise returns what o is that m is not, in one line: "AC 10, 2d4 weapon".
func Otherwise(b *rules.Bestiary, m, o *rules.Monster) string {
	names, values := Compare([]*rules.Bestiary{b, b}, []*rules.Monster{m, o})
	var out []string
	for i, name := range names {
		if f := (Fact{name, values[i][1]}); name != "symbol" && name != "color" && f.Value != "" {
			out = append(out, f.short())
		}
	}
	return strings.Join(out, ", ")
}

// Compare lists the facts in which monsters differ, each with one value per
// monster. The monster at an index is from the bestiary at the same index.
func Compare(bestiaries []*rules.Bestiary, monsters []*rules.Monster) (names []string, values [][]string) {
	all := make([][]Fact, len(monsters))
	for i, m := range monsters {
		all[i] = append([]Fact{{"name", m.Name}, {"symbol", m.Symbol}, {"color", m.Color}}, Facts(bestiaries[i], m)...)
	}
	for k, f := range all[0] {
		row, differ := make([]string, len(all)), false
		for i := range all {
			row[i] = all[i][k].Value
			differ = differ || row[i] != row[0]
		}
		if differ {
			names, values = append(names, f.Name), append(values, row)
		}
	}
	return names, values
}
