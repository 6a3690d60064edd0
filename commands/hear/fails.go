package hear

import (
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/problem"
)

// How many of some casts fail, which the commands count as those that succeed.

// failWords are what a cast does that does not succeed.
var failWords = wordSet(`fail fails failed failure failures fizzle fizzles fizzled miscast miscasts misfire misfires botch botches`)

// countsSuccesses reports whether a command counts how many of some casts succeed.
func countsSuccesses(cmd *commands.Command) bool {
	has := func(name string) bool {
		return slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool { return p.Name == name })
	}
	return has("wanted") && has("failing") && has("none")
}

// successes brings how many casts are said to fail into how many succeed: of 25 in which
// at most one fails, at least 24 do. The problem is of a count of failures that cannot be
// said so.
func (s *heard) successes() (*heard, error) {
	var problem error
	s = s.sweep(func(s *heard, i int) ([]word, int) {
		if !s.words[i].in(failWords) || s.failureRate(i) || problem != nil {
			return nil, 0
		}
		from, to, says, err := s.fewFail(i)
		if problem = err; err != nil || from == to {
			return nil, 0
		}
		var out []word
		for k, w := range strings.Fields(says) {
			out = append(out, word{raw: w, text: w, cut: k == 0})
		}
		rest := behindMark(s.words[to:])
		return slices.Concat(s.words[:from], out, rest), from + len(out)
	})
	if problem != nil {
		return s, problem
	}
	return s.allInRow()
}

// works are verbs of a cast that succeeds.
var works = wordSet(`work works worked succeed succeeds land lands`)

// allInRow reads casts in a row as those that must all succeed. The problem is of a count
// of casts that work which the command does not make: exactly so many, at most, the first.
func (s *heard) allInRow() (*heard, error) {
	for i := range s.words {
		if !s.words[i].in(works) {
			continue
		}
		from := max(0, i-4)
		for k := i - 1; k >= from; k-- {
			if s.words[k+1].cut || s.words[k+1].stop {
				break
			}
			switch t := s.words[k].text; {
			case t == "one" && k == i-1 && !(k > 0 && s.words[k-1].in(countsFails)) && s.castCount() > 1: // "4 casts, chance one works"
				least := []word{{raw: "at", text: "at", cut: true}, {raw: "least", text: "least"}, {raw: "1", text: "1"}}
				rest := behindMark(s.words[i+1:])
				return s.anew(slices.Concat(s.words[:k], least, rest)), nil
			case t == "exactly", t == "only", t == "most", t == "first", t == "second", t == "third", t == "just" && amountOf(s.words[min(k+1, i)].text) >= 0:
				return s, problem.New("I work out how often at least so many casts succeed, all or none.", "help cast")
			}
		}
	}
	row := slices.IndexFunc(s.words, func(w word) bool { return w.text == "row" })
	if row < 2 || s.words[row-1].text != "a" || s.words[row-2].text != "in" || s.castCount() < 2 || slices.ContainsFunc(s.words, func(w word) bool {
		return w.text == "least" || w.text == "none" || w.text == "all" || w.text == "each" || w.text == "every" || w.text == "fail" || w.text == "fails"
	}) {
		return s, nil
	}
	words := slices.Concat(s.words[:row+1], []word{{raw: "all", text: "all", cut: true}, {raw: "must", text: "must"}, {raw: "work", text: "work"}}, s.words[row+1:])
	if row+4 < len(words) {
		words[row+4].cut = true
	}
	return s.anew(words), nil
}

// failureRate reports whether the word of failing at word i says what a percentage is of:
// "30% fail", "fail rate 30".
func (s *heard) failureRate(i int) bool {
	at := func(k int) string {
		if k < 0 || k >= len(s.words) {
			return ""
		}
		return s.words[k].text
	}
	return strings.HasSuffix(at(i-1), "%") || strings.HasSuffix(at(i+1), "%") || at(i-1) == "percent" || isNumber(at(i+1)) && !s.words[i+1].cut || slices.Contains([]string{"rate", "chance", "odds", "probability"}, at(i+1)) ||
		(at(i+1) == "is" || at(i+1) == "at" || at(i+1) == "of") && strings.ContainsAny(at(i+2), "0123456789")
}

// mostBetween is how many words stand between what is counted and the verb of failing.
const mostBetween = 9

// fewFail is what the words from from to to, around the word of failing at word i, say of
// how many succeed. from is to where they say nothing of that.
func (s *heard) fewFail(i int) (from, to int, says string, err error) {
	from = i
	for from > 0 && from > i-mostBetween && !s.words[from].cut && !s.words[from].stop {
		from--
	}
	to = i + 1
	for to < len(s.words) && to < i+5 && !s.words[to].cut && !s.words[to].stop {
		to++
	}
	for k := i - 1; k >= from; k-- {
		if s.words[k].in(noneFail) || (s.words[k].text == "one" || s.words[k].text == "once") && k > 0 && s.words[k-1].text == "not" {
			if s.words[k].text == "one" || s.words[k].text == "once" {
				k--
			}
			return k, i + 1, s.namedBetween(k, i) + "all must work", nil
		}
		if s.words[k].text == "all" || s.words[k].text == "every" || s.words[k].text == "each" {
			return i, i, "", nil // which the command knows
		}
	}
	for k := from; k+1 < to; k++ {
		at := func(n int) string {
			if k+n >= to {
				return ""
			}
			return s.words[k+n].text
		}
		n, used := 0, 0
		switch {
		case (at(0) == "at" && at(1) == "most") || (at(0) == "up" && at(1) == "to"):
			n, used = amountOf(at(2)), 3
		case at(0) == "no" && at(1) == "more" && at(2) == "than":
			n, used = amountOf(at(3)), 4
		case (at(0) == "less" || at(0) == "fewer") && at(1) == "than":
			n, used = amountOf(at(2))-1, 3
		default:
			continue
		}
		total := s.castCount()
		if n < 0 || total <= n {
			break
		}
		begin, end := min(k, i), max(i+1, k+used)
		return begin, end, "at least " + strconv.Itoa(total-n), nil
	}
	if leastOf(s.words[from:to]) == 1 && !slices.ContainsFunc(s.words, func(w word) bool { return strings.HasSuffix(w.text, "%") }) {
		return i, i, "", nil // which is asked back
	}
	for k := from; k < to; k++ {
		if w := &s.words[k]; w.in(countsFails) || w.digits() && !(k > 0 && s.words[k-1].keyword() != "" && !w.cut) {
			return 0, 0, "", s.failsCounted(s.words[from:to])
		}
	}
	return i, i, "", nil
}

// namedBetween is what stands between words k and i, with a blank behind it, if a figure or a
// spell is among it: "3 casts of sleep" of "none of my 3 casts of sleep fail".
func (s *heard) namedBetween(k, i int) (says string) {
	named := false
	for j := k + 1; j < i; j++ {
		name := s.words[j].digits() || s.isSpell(j)
		if named = named || name; name || s.words[j].in(unitsOfCasts) {
			says += s.words[j].text + " "
		}
	}
	if !named {
		return ""
	}
	return says
}

// unitsOfCasts are what casts are counted in.
var unitsOfCasts = wordSet(`cast casts tries times attempts`)

// noneFail are words that say that nothing fails.
var noneFail = wordSet(`none no zero nothing without never neither`)

// countsFails are words that say how many fail.
var countsFails = wordSet(`once twice exactly least most more fewer less half first second third last until till one two three four five any both only just`)

// amountOf is the number that a word is; negative: it is none.
func amountOf(t string) int {
	if n, ok := spelledTimes(t); ok {
		return n
	}
	if isNumber(t) {
		return numberAt(t)
	}
	if n := spelt[t]; n > 0 {
		return n
	}
	return -1
}

// castCount is how many casts the line speaks of; 0: it does not say.
func (s *heard) castCount() int {
	for i := range s.words {
		if !s.words[i].digits() || i > 0 && s.words[i-1].keyword() != "" || i+1 >= len(s.words) || s.words[i+1].cut {
			continue
		}
		spell := slices.ContainsFunc(s.found, func(f found) bool { return f.from == i+1 && f.param.Sign == '+' })
		if t := s.words[i+1].text; spell || t == "casts" || t == "times" || t == "tries" || t == "in" && i+3 < len(s.words) && s.words[i+3].text == "row" || t == "zaps" {
			return numberAt(s.words[i].text)
		}
	}
	return 0
}

// failsCounted is the problem of failures that are counted in a way that the command does
// not. Where the chance is said, it offers the odds.
func (s *heard) failsCounted(words []word) error {
	hints := []string{"help cast"}
	rate, exactly := "", 0
	for i := range s.words {
		if n, ok := strings.CutSuffix(s.words[i].text, "%"); ok && isNumber(n) {
			rate = n
		}
	}
	for i := range words {
		if words[i].text == "exactly" && i+1 < len(words) {
			exactly = amountOf(words[i+1].text)
		}
	}
	if total := s.castCount(); rate != "" && exactly > 0 && total > 0 {
		hints = []string{"odds " + rate + "% exactly " + strconv.Itoa(exactly) + " in " + strconv.Itoa(total)}
	} else if rate != "" && total > 0 && slices.ContainsFunc(words, func(w word) bool { return w.text == "least" || w.text == "any" || w.text == "more" }) {
		if least := leastOf(words); least > 0 {
			hints = []string{"odds " + rate + "% at least " + strconv.Itoa(least) + " in " + strconv.Itoa(total)}
		}
	}
	return problem.New("I count the casts that succeed. Say how many of them must.", hints...)
}

// leastOf is how many are counted at least: "one or more", "at least 2", "more than 2".
func leastOf(words []word) int {
	for i := range words {
		at := func(k int) string {
			if i+k < 0 || i+k >= len(words) {
				return ""
			}
			return words[i+k].text
		}
		switch {
		case at(0) == "least" && amountOf(at(1)) > 0:
			return amountOf(at(1))
		case at(0) == "more" && at(1) == "than" && amountOf(at(2)) >= 0:
			return amountOf(at(2)) + 1
		case at(0) == "or" && at(1) == "more" && amountOf(at(-1)) > 0:
			return amountOf(at(-1))
		case at(0) == "any":
			return 1
		}
	}
	return 0
}

func numberAt(t string) int {
	n, _ := strconv.Atoi(t)
	return n
}

// shares are parts of all casts, in percent.
var shares = map[string]string{"half": "50%", "third": "33%", "quarter": "25%"}

// shareFails reads "half my casts fail" and "fails half the time" as a chance.
func shareFails(words []word) []word {
	for i := range words {
		share := shares[words[i].text]
		if share == "" {
			continue
		}
		if from := failsBefore(words, i); from >= 0 && i+2 < len(words) && words[i+1].text == "the" && words[i+2].text == "time" {
			return slices.Concat(words[:from], []word{{raw: share, text: share, cut: words[from].cut}, {raw: "fail", text: "fail"}}, words[i+3:])
		}
		k := i + 1
		for k < len(words) && k < i+5 && slices.Contains([]string{"of", "my", "the", "casts", "cast", "spells", "time", "them", "i"}, words[k].text) && !words[k].cut {
			k++
		}
		if k == i+1 || k >= len(words) || !words[k].in(failWords) || words[k].cut {
			continue
		}
		from := i
		if from > 0 && (article(words[from-1].text) || words[from-1].text == "one") {
			from--
		}
		return slices.Concat(words[:from], []word{{raw: share, text: share, cut: words[from].cut}, {raw: "fail", text: "fail"}}, words[k+1:])
	}
	return words
}

// failsBefore is where a word of failing stands before word i, with no more than "me" or
// "about" between; negative: none does.
func failsBefore(words []word, i int) int {
	k := i - 1
	for k > 0 && !words[k+1].cut && (words[k].in(linkers) || article(words[k].text)) {
		k--
	}
	if k < 0 || words[k+1].cut || !words[k].in(failWords) {
		return -1
	}
	return k
}

// ofCasts are words between how many there are and the spell.
var ofCasts = wordSet(`my the our casts cast castings tries attempts of`)

// outOfCasts reads "2 of 3 sleeps" and "at least one of 5 sleeps" as so many casts of which
// so many must work.
func outOfCasts(s *heard) *heard {
	for k := range s.found { // "2 sleeps out of 3"
		f := &s.found[k]
		if f.param.Sign != '+' || f.param.Pile || f.from == 0 || !s.words[f.from-1].digits() || s.words[f.from].cut || f.to+1 >= len(s.words) {
			continue
		}
		at := f.to
		if s.words[at].text == "out" {
			at++
		}
		if at+1 >= len(s.words) || s.words[at].text != "of" && s.words[at].text != "out of" || !s.words[at+1].digits() || s.words[at].cut {
			continue
		}
		from := f.from - 1
		for from > 0 && (s.words[from-1].text == "least" || s.words[from-1].text == "at") && !s.words[from].cut {
			from--
		}
		if from > 0 && (s.words[from-1].in(countsFails) || s.words[from-1].keyword() != "") && !s.words[from].cut {
			continue
		}
		out := []word{{raw: "at", text: "at", cut: s.words[from].cut}, {raw: "least", text: "least"}, s.words[f.from-1], {raw: "in", text: "in"}, s.words[at+1], {raw: "casts", text: "casts"}}
		out[2].cut = false
		return s.anew(slices.Concat(s.words[:from], out, s.words[f.from:f.to], s.words[at+2:]))
	}
	for i := 1; i+2 < len(s.words); i++ {
		if s.words[i].text != "of" || s.words[i].cut || !s.words[i+1].digits() && !(s.words[i+1].text == "my" && i+3 < len(s.words) && s.words[i+2].digits()) {
			continue
		}
		k := i + 1
		if !s.words[k].digits() {
			k++
		}
		least := amountOf(s.words[i-1].text)
		total, end := numberAt(s.words[k].text), k+1
		for end < len(s.words) && s.words[end].in(ofCasts) && !s.words[end].cut {
			end++
		}
		if least < 1 || total < least || end == len(s.words) || s.words[end].cut || !s.isSpell(end) && end == k+1 {
			continue
		}
		from := i - 1
		for from > 0 && (s.words[from-1].text == "least" || s.words[from-1].text == "at") && !s.words[from].cut {
			from--
		}
		if from > 0 && (s.words[from-1].in(countsFails) || s.words[from-1].keyword() != "") && !s.words[from].cut { // "exactly 2 of 5"
			continue
		}
		out := []word{{raw: "at", text: "at", cut: s.words[from].cut}, {raw: "least", text: "least"}}
		for _, t := range []string{strconv.Itoa(least), "in", strconv.Itoa(total), "casts"} {
			out = append(out, word{raw: t, text: t})
		}
		return s.anew(slices.Concat(s.words[:from], out, s.words[end:]))
	}
	return s
}

// castsCounted puts "casts of" between a count and a spell in a line that speaks of casts that
// fail: "5 fireballs at 30% fail", "none of my 3 sleeps fail".
func castsCounted(s *heard) *heard {
	if !anyIn(s.words, failWords) {
		return s
	}
	for k := range s.found {
		f := &s.found[k]
		i := f.from
		if f.param.Sign != '+' || f.param.Pile || i == 0 || s.words[i].cut || !s.shape[commands.ChanceShape] && !s.several(f) {
			continue
		}
		n := &s.words[i-1]
		if !n.digits() || numberAt(n.text) < 2 || s.isSpell(i-1) || i > 1 && !n.cut && (s.words[i-2].keyword() != "" || s.words[i-2].text == "of" || s.words[i-2].text == "in") {
			continue
		}
		words := slices.Concat(s.words[:i], []word{{raw: "casts", text: "casts"}, {raw: "of", text: "of"}}, s.words[i:])
		return s.anew(words)
	}
	return s
}
