package lookup

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/monster"
	"delphi/engine/names"
	"delphi/engine/rules"
)

func compareMon(c *commands.Call, name string, versions []*rules.Bestiary) (commands.Reply, error) {
	if len(versions) == 1 {
		b, err := monDefault(c, nil)
		if err != nil {
			return commands.Reply{}, err
		}
		versions = append(versions, b)
	}
	if len(versions) < 2 || versions[0] == versions[1] {
		return commands.Reply{}, &commands.Problem{Text: "Compare needs two versions.", Hints: []string{"mon compare " + name + " 3.4.3 5.0.0"}}
	}
	const most = 4
	if len(versions) > most {
		return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("I can compare at most %d versions at once.", most)}
	}
	answer := monCompared{}
	var monsters []*rules.Monster
	for _, b := range versions {
		found, query, err := findMon(c, b, name)
		if err != nil {
			return commands.Reply{}, err
		}
		if query != nil {
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("Compare needs the name of one monster, and %q describes several.", name), Hints: []string{"mon compare stone giant 3.4.3 5.0.0"}}
		}
		monsters = append(monsters, found[0])
		answer.Names, answer.Versions = append(answer.Names, found[0].Name), append(answer.Versions, b.Name)
	}
	what, values := monster.Compare(versions, monsters)
	r := commands.Reply{Table: &commands.Table{Columns: append([]string{""}, answer.Versions...)}, Question: "mon compare " + name + " v" + strings.Join(answer.Versions, " v")}
	var parts []string
	answer.Differences = []monDifference{}
	for i, w := range what {
		answer.Differences = append(answer.Differences, monDifference{w, values[i]})
		shown := slices.Clone(values[i])
		for k := range shown {
			if shown[k] == "" {
				shown[k] = "none"
			}
		}
		r.Table.Rows = append(r.Table.Rows, append([]string{w}, shown...))
		parts = append(parts, w+" "+strings.Join(shown, " -> "))
	}
	r.Data = answer
	head := monsters[0].Name + " in " + strings.Join(answer.Versions, " and ")
	if len(parts) == 0 {
		r.Summary, r.Table = head+": the same.", nil
		return r, nil
	}
	r.Table.Title = head + ":"
	r.Summary = head + ": "
	for i, p := range parts {
		if i > 0 {
			p = "; " + p
		}
		if len(r.Summary)+len(p) > commands.LineBudget-30 && i > 0 {
			r.Summary += fmt.Sprintf("; and %d more", len(parts)-i)
			r.Hints = []string{"more"}
			break
		}
		r.Summary += p
	}
	r.Summary += "."
	return r, nil
}

// completeMon lists what the text of a `mon` line may become.
func completeMon(set *rules.Set, text string, most int) []string {
	b := set.Bestiary()
	if b == nil {
		b = rules.BestiaryOf(set.Parent)
	}
	if b == nil {
		return nil
	}
	head := ""
	for {
		word, rest, ok := strings.Cut(text, " ")
		if _, _, version, _ := rules.LookupBestiary(names.Fold(word)); !ok || !version && word != "compare" {
			break
		}
		if other, _, _, err := rules.LookupBestiary(names.Fold(word)); err == nil && other != nil {
			b = other
		}
		head += word + " "
		text = rest
	}
	var out []string
	for _, e := range monIndex(b).Complete(text, most, nil) {
		out = append(out, head+e.Name)
	}
	if i := strings.LastIndexByte(text, ' '); len(out) == 0 && i >= 0 {
		for _, w := range monster.Words(text[i+1:], most) {
			out = append(out, head+text[:i+1]+w)
		}
	}
	return out
}
