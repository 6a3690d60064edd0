package hear

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/budget"
	"delphi/engine/rules"
)

// Lines that ask about two piles, or about two ways with one.

// twoPiles are the two lines that one is about two ways or two piles: "6 horns vs 12 horns
// for a marker", "6 vs 12 horns", "dip or zap 6 sacks". nil: it is about one.
func twoPiles(words []word) (first, second []word) {
	for _, part := range []func([]word) (first, second []word){otherWay, blessedFirst, otherPile} {
		if first, second := part(words); first != nil {
			return first, second
		}
	}
	without := func(from, to int) []word {
		out := slices.Concat(words[:from], words[to:])
		if from < len(out) {
			out[from].cut = words[from].cut
		}
		return out
	}
	for i := 0; i+2 < len(words); i++ {
		joins := words[i+1].text == "or" || words[i+1].text == "vs" || words[i+1].text == "versus"
		if joins && (dips(words[i].text) && words[i+2].in(zapping) || words[i].in(zapping) && dips(words[i+2].text)) && dips(words[i].text) != dips(words[i+2].text) {
			return without(i+1, i+3), without(i, i+2)
		}
		if words[i].count() < 1 || i > 0 && words[i-1].keyword() != "" || words[i+1].keyword() != "" {
			continue
		}
		if (words[i+1].text == "vs" || words[i+1].text == "versus") && i+3 < len(words) && words[i+2].count() > 0 && words[i+3].sign == 0 && words[i+3].keyword() == "" && !words[i+3].drops() {
			return without(i+1, i+3), without(i, i+2)
		}
		if i+5 < len(words) && slices.Contains(wholeBUC, words[i+1].text) && (words[i+2].text == "vs" || words[i+2].text == "versus") && words[i+3].count() > 0 && slices.Contains(wholeBUC, words[i+4].text) { // "6 blessed vs 6 cursed horns"
			return without(i+2, i+5), without(i, i+3)
		}
		for j := i + 2; j <= i+4 && j+1 < len(words); j++ {
			n := j - i - 1
			if t := words[j].text; t != "vs" && t != "versus" || words[j+1].count() == 0 || j+2+n > len(words) {
				continue
			}
			same := true
			for k := range n {
				same = same && words[i+1+k].stem() == words[j+2+k].stem()
			}
			if same {
				return without(j, j+2+n), without(i, j+1)
			}
		}
	}
	return rivals(words)
}

// rivals parts "7 horns vs 7 whistles for a marker" into a line for each pile, and "which
// gives more markers, 7 horns or 9 whistles". Of "vs 12" the noun is said before.
func rivals(words []word) (first, second []word) {
	vs := slices.IndexFunc(words, func(w word) bool { return w.text == "vs" || w.text == "versus" })
	if vs < 0 && len(words) > 0 && (words[0].text == "which" || words[0].text == "what") && anyIn(words, moreOf) {
		for i := 2; i+1 < len(words) && vs < 0; i++ {
			if words[i].text == "or" && words[i+1].count() > 1 {
				vs = i
			}
		}
	}
	if vs < 2 || vs+1 >= len(words) || words[vs+1].count() == 0 {
		return nil, nil
	}
	from := vs - 1
	for from > 0 && from > vs-5 && words[from].count() == 0 && !words[from].cut {
		from--
	}
	if words[from].count() == 0 || from+1 == vs || from > 0 && words[from-1].keyword() != "" || words[from+1].keyword() != "" || words[from+1].in(countable) {
		return nil, nil
	}
	end := vs + 2
	if end == len(words) || words[end].cut || words[end].stop { // "7 horns vs 9"
		other := slices.Clone(words[from+1 : vs])
		return slices.Concat(words[:vs], words[end:]), slices.Concat(words[:from], words[vs+1:end], other, words[end:])
	}
	if words[end].keyword() != "" || words[end].in(countable) {
		return nil, nil
	}
	for end < len(words) && !words[end].cut && !words[end].stop && !slices.Contains(wantsWords, words[end].text) {
		end++
	}
	lead := words[:from]
	if words[vs].text == "or" {
		lead = slices.Concat(wantedByWhich(lead))
	}
	return slices.Concat(lead, words[from:vs], words[end:]), slices.Concat(lead, words[vs+1:end], words[end:])
}

// moreOf are words of a line that asks of which of two piles more comes.
var moreOf = wordSet(`more better best likelier likely higher most`)

// pilesApart are the lines that one is about several piles or ways; nil: it is about one.
func pilesApart(words []word) [][]word {
	if lines := lucksApart(words); lines != nil {
		return lines
	}
	if first, second := twoPiles(words); first != nil {
		return [][]word{first, second}
	}
	return countsApart(words)
}

// lucksApart parts "6 horns for a marker, luck 0 vs luck 10" into a line for each Luck.
func lucksApart(words []word) [][]word {
	figure := func(i int) bool { return i < len(words) && (words[i].digits() || words[i].signedFigure()) }
	for i := 0; i+3 < len(words); i++ {
		if words[i].text != "luck" || !figure(i+1) || words[i+2].text != "vs" && words[i+2].text != "or" && words[i+2].text != "versus" {
			continue
		}
		k := i + 3
		if words[k].text == "luck" {
			k++
		}
		if !figure(k) || k+1 < len(words) && !words[k+1].cut && !words[k+1].stop && !words[k+1].in(endsPart) {
			continue
		}
		rest := words[k+1:]
		return [][]word{slices.Concat(words[:i+2], rest), slices.Concat(words[:i+1], words[k:k+1], rest)}
	}
	return nil
}

// countsApart parts "marker from 5, 10 or 20 horns" into a line for each count.
func countsApart(words []word) (out [][]word) {
	for i := 1; i+2 < len(words); i++ {
		if words[i].text != "or" && words[i].text != "vs" || words[i-1].count() < 2 || words[i+1].count() < 2 || words[i+1].keyword() != "" || words[i+2].cut || words[i+2].stop || words[i+2].keyword() != "" || words[i+2].drops() || words[i+2].in(countable) {
			continue
		}
		from := i - 1
		for from > 0 && words[from].cut && words[from-1].count() > 1 {
			from--
		}
		if from == 0 || words[from-1].keyword() != "" || slices.Contains(pileWordsBefore, words[from-1].text) {
			continue
		}
		for k := from; k <= i+1; k++ {
			if k != i {
				line := slices.Concat(words[:from], words[k:k+1], words[i+2:])
				line[from].cut = words[from].cut
				out = append(out, line)
			}
		}
		return out
	}
	return nil
}

// pileWordsBefore stand before a figure that counts no things.
var pileWordsBefore = []string{"least", "most", "than", "exactly", "d", "dl"}

// ofEach is the question of several lines; nil where they do not ask the same command.
func (h *Hearer) ofEach(left *budget.Budget, lines [][]word, line string, fallback, set *rules.Set, only *commands.Command) (out *Question) {
	for _, words := range lines {
		q, err := h.readWords(left, words, line, fallback, set, only, true)
		switch {
		case err != nil || q == nil || q.Command.Pile() == nil || out != nil && out.Command != q.Command:
			return nil
		case out == nil:
			out = q
			out.Calls, out.Unused = slices.Clone(q.Calls), slices.Clone(q.Unused)
		default:
			out.Calls, out.Unused = append(out.Calls, q.Calls...), append(out.Unused, q.Unused...)
		}
	}
	return out
}

// dips reports a word for dipping.
func dips(t string) bool { return strings.HasPrefix(t, "dip") }

// otherWay parts "break the wand over 10 horns or just zap em" into a line for each way.
func otherWay(words []word) (first, second []word) {
	or := -1
	for i := 1; i+1 < len(words) && or < 0; i++ {
		if words[i].text == "or" || words[i].text == "vs" || words[i].text == "instead" || words[i].text == "than" {
			or = i
		}
	}
	if or < 0 {
		return nil, nil
	}
	k := or + 1
	for k < len(words) && (words[k].in(justThat) || words[k].text == "of") {
		k++
	}
	if k >= len(words) || wayOf(&words[k]) == "" {
		return nil, nil
	}
	at := slices.IndexFunc(words[:or], func(w word) bool { return wayOf(&w) != "" })
	if at < 0 || wayOf(&words[at]) == wayOf(&words[k]) {
		return nil, nil
	}
	end := k + 1
	for end < len(words) && !words[end].cut && !words[end].stop && (words[end].in(pronouns) || words[end].in(wayWords) || words[end].text == "it" || words[end].text == "instead") {
		end++
	}
	if end < len(words) && !words[end].cut && !words[end].stop && !words[end].in(endsPart) || !slices.ContainsFunc(words, func(w word) bool { return w.count() > 0 }) {
		return nil, nil
	}
	rest := slices.Clone(words[end:])
	if len(rest) > 1 && (rest[0].text == "for" || rest[0].text == "on" || rest[0].text == "with") && rest[1].count() > 0 { // "for 12 horns"
		rest = rest[1:]
	} else if len(rest) > 0 {
		rest[0].cut = true
	}
	from := at + 1 // of what is polymorphed
	for from < or && (words[from].in(wayWords) || words[from].in(pronouns) || words[from].text == "better" || words[from].text == "rather") {
		from++
	}
	way := func(i int) []word {
		if wayOf(&words[i]) == "zap" && anyIn(words[i:min(end, len(words))], downWords) && i == k {
			return phrase(words[at].cut, "zap", "down")
		}
		return phrase(words[at].cut, wayOf(&words[i]))
	}
	return slices.Concat(words[:at], way(at), words[from:or], rest), slices.Concat(words[:at], way(k), words[from:or], rest)
}

// wayOf is how a word says that a pile is polymorphed: "break", "dip" or "zap". Empty: it
// does not.
func wayOf(w *word) string {
	switch {
	case w.sign != 0:
		return ""
	case w.in(breaks):
		return "break"
	case dips(w.text):
		return "dip"
	case w.in(zapping):
		return "zap"
	}
	return ""
}

var (
	// breaks are verbs of breaking a wand.
	breaks = wordSet(`break breaking breaks`)
	// justThat are words before the second of two ways.
	justThat = wordSet(`just simply i to should do better`)
	// wayWords are words between a way and what is polymorphed.
	wayWords = wordSet(`the a my wand of poly polymorph over on at with down into in it each`)
	// downWords say that a zap goes down.
	downWords = wordSet(`down downward downwards`)
)

// blessedFirst parts "does it pay to bless the horns first?" into a line for the blessed
// and one for the others.
func blessedFirst(words []word) (first, second []word) {
	for i := 1; i+3 < len(words); i++ { // "does it matter if the horns are blessed"
		if words[i].text != "if" && words[i].text != "whether" || !anyIn(words[:i], paying) {
			continue
		}
		from := i + 1
		for from < len(words) && (words[from].in(owning) || words[from].in(pronouns)) {
			from++
		}
		are := from
		for are < len(words) && are <= from+longestPart && words[are].text != "are" && words[are].text != "is" && !words[are].cut {
			are++
		}
		if are == from || are+1 >= len(words) || words[are].text != "are" && words[are].text != "is" || !slices.Contains(wholeBUC, words[are+1].text) {
			continue
		}
		rest := behindMark(words[are+2:])
		return slices.Concat(phrase(true, "poly", words[are+1].text), words[from:are], rest), slices.Concat(phrase(true, "poly"), words[from:are], rest)
	}
	for i := 1; i+1 < len(words); i++ {
		buc := made[words[i].text]
		if buc == "" {
			continue
		}
		end := slices.IndexFunc(words[i:], func(w word) bool { return w.in(beforehand) }) + i
		if to := words[i-1].text; to != "to" && to != "i" && to != "you" && to != "if" && to != "by" && to != "worth" && to != "help" || end <= i || !anyIn(words[:i], paying) && !anyIn(words[:i], opening) {
			continue
		}
		k := i + 1
		for k < end && (words[k].in(owning) || words[k].in(pronouns)) {
			k++
		}
		if k == end || end-k > longestPart+1 {
			continue
		}
		rest := behindMark(words[end+1:])
		return slices.Concat(phrase(true, "poly", buc), words[k:end], rest), slices.Concat(phrase(true, "poly"), words[k:end], rest)
	}
	return nil, nil
}

// made is what things are behind a verb that makes them so.
var made = map[string]string{"bless": "blessed", "blessing": "blessed", "curse": "cursed", "cursing": "cursed", "uncurse": "uncursed", "uncursing": "uncursed"}

var (
	// beforehand says that something is done before things are polymorphed.
	beforehand = wordSet(`first beforehand before`)
	// paying are words of a line that asks whether something pays.
	paying = wordSet(`pay pays worth worthwhile help helps better matter matters should`)
)

// otherPile parts "one pile has 8 horns, the other 5 lamps, which gets me a marker" into a
// line for each pile.
func otherPile(words []word) (first, second []word) {
	at := func(i int) string {
		if i >= len(words) {
			return ""
		}
		return words[i].text
	}
	for i := 0; i+3 < len(words); i++ {
		if at(i) != "one" && at(i) != "1" && at(i) != "first" || !words[i+1].in(pileWords) || !words[i+2].in(holding) {
			continue
		}
		for k := i + 4; k+1 < len(words); k++ {
			if at(k) != "other" && at(k) != "second" && at(k) != "another" {
				continue
			}
			from, to := k, k+1 // words between the piles
			for from > i+4 && (at(from-1) == "the" || at(from-1) == "a" || words[from-1].in(joiners)) {
				from--
			}
			for to < len(words) && (words[to].in(pileWords) || words[to].text == "one" || words[to].in(holding)) {
				to++
			}
			if to >= len(words) || words[to].count() == 0 {
				continue
			}
			tail := to + 1
			for tail < len(words) && !(words[tail].cut && words[tail].count() == 0) && !words[tail].stop && words[tail].text != "which" && words[tail].text != "for" {
				tail++
			}
			rest := wantedByWhich(words[tail:])
			return slices.Concat(words[:i], words[i+3:from], rest), slices.Concat(words[:i], words[to:tail], rest)
		}
	}
	return nil, nil
}

// holding are words between a pile and what lies on it.
var holding = wordSet(`has is with of holds contains have got`)

// wantedByWhich reads "which gets me a marker" as "for a marker".
func wantedByWhich(words []word) []word {
	if len(words) == 0 || words[0].text != "which" && words[0].text != "what" {
		return words
	}
	k := 1
	for k < len(words) && (words[k].in(pileWords) || words[k].in(whichWords) || slices.Contains(wantsWords, words[k].text)) {
		k++
	}
	if k == len(words) {
		return words
	}
	return slices.Concat(phrase(true, "for"), words[k:])
}

// whichWords are words between "which" of two piles and what is wanted of it.
var whichWords = wordSet(`one is are has the a an better best more likelier most me us likely good to of should i would zap poly rather`)
