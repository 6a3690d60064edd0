package commands

import (
	"slices"
	"strings"
	"unicode/utf8"

	"delphi/commands/wording"
)

// purpose completes a hint that is a bare command.
var purpose = map[string]string{"why": " for the steps", "more": " for the rest"}

// OneLine returns a reply as one line, for networks that show nothing else: the
// summary and what was warned of (after a failure, what to type instead); then as
// far as they fit into budget bytes what was assumed, where the source says so
// and what to type next, with prefix before it.
func (r *Reply) OneLine(budget int, prefix string) string {
	var b strings.Builder
	said := r.Said()
	b.WriteString(said)
	must := func(s string) {
		if b.Len() == len(said) && said != "" && !strings.ContainsAny(said[len(said)-1:], ".?!]") {
			b.WriteByte('.')
		}
		b.WriteByte(' ')
		b.WriteString(s)
	}
	add := func(s string) {
		if s != "" && b.Len()+1+len(s) <= budget {
			must(s)
		}
	}
	if r.Failed {
		if fresh := slices.ContainsFunc(r.Hints, func(h string) bool { return !strings.Contains(said, h) }); fresh {
			must("Try: " + strings.Join(r.Hints, ", "))
		}
		return b.String()
	}
	for _, w := range r.Warnings() {
		must("(" + w + ")")
	}
	if list := r.Shown(); len(list) > 0 {
		rest := ""
		if r.Table != nil {
			rest = " " + prefix + "more explains each word."
		}
		const head = "Type "
		some, n := wording.List(wording.Prefixed(prefix, list), ", or ", budget-b.Len()-len(head)-len(rest)-len(wording.AndMore(99)))
		must(head + strings.TrimSuffix(some, wording.AndMore(len(list)-n)) + "." + rest)
		return b.String()
	}
	add(r.assumed(budget - b.Len() - 1))
	if c := r.Places(); len(c) > 1 && !r.Terse && b.Len()+5+len(c[0])+len(c[1]) <= budget {
		add("[" + c[0] + ", " + c[1] + "]")
	} else if len(c) > 0 {
		add("[" + c[0] + "]")
	} else if r.Version != "" && len(r.Stated()) < len(r.Assumptions()) { // it may be among what is left out
		add("[" + r.Version + "]")
	}
	if len(r.Hints) > 0 && !(r.Terse && r.Hints[0] == "why") {
		if why, ok := purpose[r.Hints[0]]; ok {
			add(prefix + r.Hints[0] + why)
		} else {
			add("Try " + prefix + r.Hints[0])
		}
	}
	return b.String()
}

// assumed says what was assumed in at most budget bytes, and how much more there
// is; empty if nothing fits.
func (r *Reply) assumed(budget int) string {
	const head, more = "Assumed: ", len(" and 99 more") + len(".")
	list := r.Stated()
	if len(list) == 0 || len(head)+len(list[0])+more > budget && len(head)+len(strings.Join(list, "; "))+1 > budget {
		return ""
	}
	text := strings.Join(list, "; ")
	if len(head)+len(text)+1 > budget {
		text, _ = wording.List(list, "; ", budget-len(head)-more)
	}
	return head + text + "."
}

// Beside returns how many lines of a terminal of some width are taken by what is around
// the table of a reply: the question, the sentence, the heads, the notes and the prompt.
func (r *Reply) Beside(width int) int {
	const question, heads, paged, prompt = 1, 1, 1, 1
	lines := func(text string) int { return len(Wrap(text, max(1, width-len("  ")))) }
	n := question + lines(r.Lead()) + heads + paged + prompt
	for _, example := range r.Shown() {
		n += lines(example)
	}
	for _, w := range r.Warnings() {
		n += lines("note: " + w)
	}
	if a := r.Stated(); len(a) > 0 {
		n += lines("assumed: " + strings.Join(a, "; "))
	}
	if c := r.Places(); len(c) > 0 {
		n += lines("[" + strings.Join(c, ", ") + "]")
	}
	return n
}

// Wrap cuts text between words into lines of at most width bytes. A word that
// is longer is cut between characters, never inside one.
func Wrap(text string, width int) []string {
	width = max(width, utf8.UTFMax)
	var out []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
		case len(line)+1+len(word) <= width:
			line += " " + word
			continue
		default:
			out = append(out, line)
		}
		for len(word) > width {
			cut := width
			for cut > 1 && !utf8.RuneStart(word[cut]) {
				cut--
			}
			out = append(out, word[:cut])
			word = word[cut:]
		}
		line = word
	}
	if line != "" {
		out = append(out, line)
	}
	return out
}

// Bars draws a chart as text: a line for each point, or for each run of points
// at the same height, its bar at most width characters long.
func (c *Chart) Bars(width int) []string {
	out := []string{c.Title + ":"}
	wide := 8
	for _, l := range c.Labels {
		wide = max(wide, utf8.RuneCountInString(l))
	}
	for _, s := range c.Series {
		if len(c.Series) > 1 {
			out = append(out, s.Name)
		}
		out = append(out, pad(c.X, wide)+pad(c.Y, 12))
		for i := 0; i < len(s.Points); {
			j := i
			for j+1 < len(s.Points) && s.Points[j+1].Y == s.Points[i].Y {
				j++
			}
			label := wording.Trim(s.Points[i].X)
			if len(c.Labels) == len(s.Points) { // equal bars have names of their own
				j, label = i, c.Labels[i]
			}
			if j > i {
				label += " to " + wording.Trim(s.Points[j].X)
			}
			n := 0
			if c.YMax > 0 {
				n = int(s.Points[i].Y/c.YMax*float64(width) + 0.5)
			}
			line := pad(label, wide) + pad(wording.Amount(s.Points[i].Y), 12) + " " + strings.Repeat("█", max(0, min(n, width)))
			out = append(out, strings.TrimRight(line, " "))
			i = j + 1
		}
	}
	return out
}

// pad sets s at the right of n columns.
func pad(s string, n int) string {
	return strings.Repeat(" ", max(0, n-utf8.RuneCountInString(s))) + s
}
