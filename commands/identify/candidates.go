package identify

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/identify"
)

// table lists all candidates.
func table(title string, list []identify.Candidate) *commands.Table {
	t := &commands.Table{Title: title, Columns: []string{"object", "base", "chance"}}
	for _, x := range list {
		p, _ := x.P.Float64()
		t.Rows = append(t.Rows, []string{x.Object.Name, fmt.Sprint(x.Object.Cost), wording.Share(p)})
	}
	return t
}

// costs lists the base costs of candidates, cheapest first.
func costs(list []identify.Candidate) []int {
	var out []int
	for _, x := range list {
		if !slices.Contains(out, x.Object.Cost) {
			out = append(out, x.Object.Cost)
		}
	}
	slices.Sort(out)
	return out
}

// sentence appends to head what the thing may be, likeliest first, within budget bytes;
// told is how many it names, 0 for all. If kind is a class, its name is not repeated.
func sentence(head, kind string, list []identify.Candidate, budget int) (text string, told int) {
	several := len(costs(list)) > 1
	text = head + ": "
	for i, x := range list {
		p, _ := x.P.Float64()
		name := strings.TrimPrefix(x.Object.Name, kind+" of ")
		part := name + " " + wording.Share(p)
		if several {
			part = fmt.Sprintf("%s (%d) %s", name, x.Object.Cost, wording.Share(p))
		}
		if i > 0 {
			part = ", " + part
		}
		if i > 0 && len(text)+len(part) > budget {
			return text + fmt.Sprintf(" and %d more.", len(list)-i), i
		}
		text += part
	}
	return text + ".", 0
}
