package compare

import (
	"cmp"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/seq"
)

// compared returns the sentences of answers to one question about several things: the
// first in full, and each other one only as far as it differs, after what it is about;
// apart is that, of each. Where what answers first is the same, that is said once,
// and then of each what differs in the rest. ok is false if they have too little in
// common for that.
func compared(replies []commands.Reply, apart []string) (out []string, ok bool) {
	first := &replies[0]
	heads := make([]string, len(replies))
	for i := range replies {
		if replies[i].Command != first.Command || apart[i] == "" || slices.Contains(apart[:i], apart[i]) {
			return nil, false
		}
		heads[i] = strings.TrimSuffix(figured(&replies[i]), ".")
	}
	rest, alike := ownRows(replies, apart, true)
	if !alike {
		return nil, false
	}
	for i := range heads {
		if rest != nil {
			heads[i] = strings.TrimRight(replies[i].Table.Title, ".: ")
		}
	}
	if !slices.ContainsFunc(heads, func(head string) bool { return head != heads[0] }) {
		if rest == nil {
			rest = others(replies, heads[0], apart)
		}
		if rest == nil {
			rest, _ = ownRows(replies, apart, false)
		}
		if rest == nil {
			return sameAll(heads[0], apart), true
		}
		return append([]string{together(apart) + ": " + heads[0]}, rest...), true
	}
	out = []string{heads[0]}
	if own := about(heads[0], heads[1], apart[0]); own == apart[0] && !strings.HasPrefix(own, "without ") && !tells(heads[0], own) {
		out[0] = own + ": " + heads[0]
	}
	for i := 1; i < len(replies); i++ {
		own := about(heads[i], heads[0], apart[i])
		more := "the same"
		if heads[i] != heads[0] {
			if more = differs(first, &replies[i], heads[0], heads[i], about(heads[0], heads[i], apart[0]), own); more == "" {
				return nil, false
			}
		}
		out = append(out, own+": "+more)
	}
	return append(out, rest...), true
}

// sameAll returns the sentences of answers that are all the same.
func sameAll(head string, apart []string) []string {
	out := []string{head}
	if !strings.HasPrefix(apart[0], "without ") && !tells(head, apart[0]) {
		out[0] = apart[0] + ": " + head
	}
	for _, own := range apart[1:] {
		out = append(out, own+": the same")
	}
	return out
}

// together names what is the same for all: "3.4.3 and 5.0.0", "with or without robe".
func together(apart []string) string {
	for _, own := range apart {
		if thing, ok := strings.CutPrefix(own, "without "); ok && len(apart) == 2 && slices.Contains(apart, thing) {
			return "with or without " + thing
		}
	}
	return wording.And(apart)
}

// about returns what distinguishes the subject of an answer from another's: the words
// that it begins with, or what only its question says.
func about(say, other, own string) string {
	parts := clausesOf(say)
	begins := parts[0].text
	if len(parts) == 1 || strings.Contains(own, ", ") || strings.Contains(begins, "%") || !tells(begins, own) || knows(clausesOf(other), begins) {
		return own
	}
	return begins
}

// differs returns what of a sentence the sentence of the first answer lacks, except for
// what own says: its figure, and the clauses that are not the same; and one with a figure that it
// lacks itself. It is empty if they have too little in common.
func differs(first, r *commands.Reply, before, say, firstOwn, own string) string {
	known, parts, also := clausesOf(before), clausesOf(say), clausesOf(say)
	left, figure := len(parts), -1
	for i := range parts {
		p := &parts[i]
		switch {
		case figure < 0 && isFigure(r, p.text) && isFigure(first, before) && sameFigures(known, strings.Replace(p.text, r.Headline, first.Headline, 1), own):
			p.more, figure = r.Headline != first.Headline, i
		case !knows(known, p.text) && !saysOnly(p.text, own, known, firstOwn):
			if !formed(known, p.text) {
				left--
			}
			p.text, p.more = strings.TrimPrefix(p.text, own+" "), true
		}
	}
	if figure >= 0 && !slices.ContainsFunc(parts[figure+1:], func(c clause) bool { return c.more && !c.inside && !digit.MatchString(c.text) }) {
		parts[figure].text = r.Headline
	}
	missing := lacking(known, also, firstOwn, own)
	numbers := len(seq.Filter(parts, func(c clause) bool { return c.more && digit.MatchString(c.text) }))
	var without []string
	if len(missing) > numbers {
		for _, c := range missing {
			if !formed(also, c.text) && !isFigure(first, c.text) && !tells(c.text, firstOwn) {
				without = append(without, c.text)
			}
		}
	}
	if len(missing) > numbers+len(without) || len(without) > 1 || left == 0 || 2*sharedWords(before, say) < len(strings.Fields(say)) {
		return ""
	}
	if figure >= 0 && !parts[figure].more && strings.HasPrefix(own, "without ") {
		quiet(parts[:figure])
	}
	short := joinClauses(parts)
	switch {
	case len(without) > 0 && short == "":
		return "the same without " + without[0]
	case len(without) > 0:
		return short + ", without " + without[0]
	case short != "" && !digit.MatchString(short): // part of a list would be taken for all of it
		return ""
	}
	return cmp.Or(short, "the same")
}

// quiet leaves out what stands in parentheses before a figure that is the same without what the
// answers differ in: "A throne (Luck 0)" without luck 3.
func quiet(parts []clause) {
	for i := range parts {
		parts[i].more = parts[i].more && !parts[i].inside
	}
}

// isFigure reports whether a text has the figure of an answer.
func isFigure(r *commands.Reply, text string) bool {
	return digit.MatchString(r.Headline) && strings.Contains(text, r.Headline)
}

// lacking returns the clauses with figures that the other ones lack, but for what own says; others
// is that of the other ones.
func lacking(parts, other []clause, own, others string) (out []clause) {
	for _, c := range parts {
		if digit.MatchString(c.text) && !knows(other, c.text) && !saysOnly(c.text, own, other, others) {
			out = append(out, c)
		}
	}
	return out
}

// others returns, of answers that say the same first, what differs in the rest of each; nil:
// nothing does.
func others(replies []commands.Reply, head string, apart []string) (out []string) {
	rests := make([][]clause, len(replies))
	for i := range replies {
		said := strings.TrimSuffix(replies[i].Summary, ".")
		rests[i] = clausesOf(strings.TrimLeft(strings.TrimPrefix(said, head), ". "))
	}
	for i, parts := range rests {
		for k := range parts {
			p := &parts[k]
			p.more = !isCut(p.text) && slices.ContainsFunc(rests, func(other []clause) bool { return !knows(other, p.text) })
			if p.more && k > 0 && p.before == ": " { // what it is a figure of
				parts[k-1].more = parts[k-1].more || !strings.Contains(parts[k-1].text, "%")
			}
		}
		if short := joinClauses(parts); short != "" {
			out = append(out, apart[i]+": "+short)
		}
	}
	return out
}

// ownRows returns, of answers with a table of the same columns, the rows that only the table
// of each has, by their first cells where the table lists what the sentence names and answers no more. It is nil if
// there are none; alike is false if most rows differ.
func ownRows(replies []commands.Reply, apart []string, lists bool) (out []string, alike bool) {
	own := make([][]string, len(replies))
	for i := range replies {
		t := replies[i].Table
		if t == nil || replies[0].Table == nil || lists != (t.Title != "" && replies[i].Headline == "") || !slices.Equal(t.Columns, replies[0].Table.Columns) {
			return nil, true
		}
		for _, row := range t.Rows {
			if slices.ContainsFunc(replies, func(r commands.Reply) bool { return !hasRow(r.Table, row, lists) }) {
				own[i] = append(own[i], rowText(row, lists))
			}
		}
		if 2*len(own[i]) > len(t.Rows) {
			return nil, false
		}
	}
	apiece := commands.LineBudget / (2 * len(replies))
	for i, names := range own {
		if len(names) > 0 {
			text, _ := wording.List(names, ", ", apiece)
			out = append(out, "only "+apart[i]+": "+text)
		}
	}
	return out, true
}

// hasRow reports whether a table has a row.
func hasRow(t *commands.Table, row []string, lists bool) bool {
	return t != nil && slices.ContainsFunc(t.Rows, func(r []string) bool { return rowText(r, lists) == rowText(row, lists) })
}

// rowText returns what a row is: its name alone in a list of things.
func rowText(row []string, lists bool) string {
	if lists {
		return row[0]
	}
	return strings.Join(row, " ")
}
