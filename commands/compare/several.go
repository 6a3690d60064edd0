package compare

import (
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
)

// Name stands for the command if a line asks several things.
const Name = "several"

// Answered is one of several questions asked in one line, as a machine sees it.
type Answered struct {
	Line    string `json:"line"`
	Command string `json:"command"`
	Answer  any    `json:"answer"`
}

// Several combines the replies to questions asked in one line: their sentences, those
// of one kind as far as they differ, and a table that compares their figures. apart is
// what only this question says, of each.
func Several(replies []commands.Reply, apart []string) commands.Reply {
	if len(replies) == 1 {
		return replies[0]
	}
	out := commands.Reply{Command: Name, Version: replies[0].Version}
	table := &commands.Table{Columns: []string{"asked", "answer"}}
	oneKind := !slices.ContainsFunc(replies, func(r commands.Reply) bool { return r.Command != replies[0].Command })
	var answers []Answered
	var says, figures []string
	for i, r := range replies {
		answers = append(answers, Answered{r.Question, r.Command, r.Data})
		say := strings.TrimSuffix(figured(&r), ".")
		switch own := apart[i]; {
		case r.Version != replies[0].Version || r.Version != replies[len(replies)-1].Version:
			say = r.Version + ": " + say
		case oneKind && own != "" && !tells(say, own):
			say = own + ": " + say
		}
		if own := apart[i]; oneKind && own != "" && r.Headline != "" {
			figures = append(figures, own+": "+r.Headline)
		}
		says = append(says, say)
		table.Rows = append(table.Rows, []string{Subject(say), headline(r)})
		for _, n := range r.Notes {
			if !slices.Contains(out.Notes, n) {
				out.Notes = append(out.Notes, n)
			}
		}
	}
	join := ". "
	short, alike := compared(replies, apart)
	if alike {
		says, join = short, "; "
	}
	for i, row := range table.Rows {
		for own := range strings.SplitSeq(apart[i], ", ") {
			if oneKind && own != "" && less(row[0], own) == less(row[0], "") {
				row[0] += ", " + own
			}
		}
	}
	whole := true // the sentences say all of the table
	if most := commands.LineBudget/len(says) - len(join); len(strings.Join(says, join)) >= commands.LineBudget && most > 0 {
		for i := range says {
			says[i] = shorten(says[i], most)
			whole = false
		}
	}
	out.Summary = strings.Join(says, join) + "."
	out.Data = map[string]any{"several": answers}
	if len(figures) == len(replies) {
		out.Title = wording.Capital(strings.Join(figures, "; "))
	}
	if !alike || !whole {
		out.Table = table
	}
	return out
}

// shorten drops facts from the end of a list until it fits into a number of bytes; of a list of
// names it says how many it dropped.
func shorten(says string, most int) string {
	if len(says) <= most {
		return says
	}
	for _, sep := range []string{" | ", "; "} {
		if i := strings.LastIndex(says[:most], sep); i > most/2 {
			return says[:i]
		}
	}
	at := commas(says)
	for i := len(at) - 1; i >= 0 && at[i] > most/2; i-- {
		if said := says[:at[i]] + wording.AndMore(len(at)-i+alreadyLeft(says)); len(said) <= most {
			return said
		}
	}
	return wording.Cut(says, most)
}

// commas returns where the commas of a list stand, without those in brackets.
func commas(says string) (at []int) {
	depth := 0
	for i, r := range says {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			at = append(at, i)
		}
	}
	return at
}

// alreadyLeft returns how many names a list says at its end that it leaves out.
func alreadyLeft(says string) (n int) {
	words := strings.Fields(strings.TrimSuffix(says, "."))
	if k := len(words); k > 2 && words[k-1] == "more" && words[k-3] == "and" {
		n, _ = strconv.Atoi(words[k-2])
	}
	return n
}

// head returns the first sentence of a summary.
func head(summary string) string {
	if i := strings.Index(summary, ". "); i >= 0 {
		return summary[:i+1]
	}
	return summary
}

// figured returns the first sentences of a reply as far as the one with its figure.
func figured(r *commands.Reply) string {
	first := head(r.Summary)
	at := strings.Index(r.Summary, r.Headline)
	if at < len(first) {
		return first
	}
	return r.Summary[:at] + head(r.Summary[at:])
}

// headline returns the figure of a reply, or its first sentence.
func headline(r commands.Reply) string {
	if r.Headline != "" {
		return r.Headline
	}
	return head(r.Summary)
}

// Subject returns what a summary is about: its first sentence, up to the first colon,
// semicolon or bracket.
func Subject(summary string) string {
	if i := strings.Index(summary, ". "); i >= 0 {
		summary = summary[:i]
	}
	if i := strings.IndexAny(summary, ":;("); i >= 0 {
		summary = summary[:i]
	}
	return strings.Trim(summary, " .")
}
