package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/rules"
)

// shapes reads all that is known by its shape: numbers with their words,
// targets, a pasted status line.
func (p *parser) shapes() error {
	status := p.status()
	for pass := range 2 {
		// What was said explicitly takes precedence over a status line.
		for i := range p.tokens {
			t := &p.tokens[i]
			if t.used || t.tag != 0 {
				continue
			}
			fromStatus := status && strings.Contains(p.line[t.at:t.end], ":")
			if fromStatus != (pass == 1) {
				continue
			}
			if done, err := p.target(i); err != nil {
				return err
			} else if done {
				continue
			}
			if err := p.number(i, fromStatus); err != nil {
				return err
			}
			if p.skillLetter(i) {
				continue
			}
			if status && statusConditions[t.text] && !p.startsName(i) {
				p.condition(t)
				if t.text == "home" && i+1 < len(p.tokens) && plainNumber(p.tokens[i+1].text) {
					p.tokens[i+1].used = true
				}
			}
		}
	}
	return nil
}

// startsName reports whether a name of the vocabulary starts at token i.
func (p *parser) startsName(i int) bool {
	for n, reach := 1, p.reach(i); i+n <= len(p.tokens) && len(p.key(i, i+n)) <= reach; n++ {
		if len(p.index.Exact(p.key(i, i+n))) > 0 {
			return true
		}
	}
	return false
}

// condition uses a word of a status line: Conf and Stun are states that some
// commands read, the others say nothing here.
func (p *parser) condition(t *token) {
	t.used = true
	for i, q := range p.cmd.Params {
		if q.Kind == commands.KindFlag && slices.Contains(q.Words, t.text) {
			p.call.Values[i].Said = true
		}
	}
}

// status reports whether the line holds a pasted status line, and uses up the
// hero's name and title in front of it.
func (p *parser) status() bool {
	if !strings.Contains(p.line, ":") {
		return false
	}
	figures, first := 0, -1
	for i := range p.tokens {
		raw := p.line[p.tokens[i].at:p.tokens[i].end]
		key, _, colon := strings.Cut(strings.ToLower(raw), ":")
		if colon && statusWords[key] {
			figures++
			if first < 0 {
				first = i
			}
		}
	}
	if figures < 3 {
		return false
	}
	for i := first - 1; i > 0; i-- {
		if p.tokens[i].text != "the" || p.tokens[i].used {
			continue
		}
		from := i
		if name := &p.tokens[i-1]; !name.used && !p.startsName(i-1) {
			from = i - 1
		}
		title := strings.TrimSpace(p.line[p.tokens[i].end:p.tokens[first].at])
		p.titled(strings.TrimRight(title, " ]"))
		for k := from; k < first; k++ {
			p.tokens[k].used = true
		}
		break
	}
	return true
}

// titled takes what the title in a status line tells: the role.
func (p *parser) titled(title string) {
	for i, q := range p.cmd.Params {
		if q.Titled == nil {
			continue
		}
		if t, ok := q.Titled(p.call.Rules, title); ok {
			p.call.Values[i].Said = true
			p.call.Values[i].Names = []commands.Said{{Name: t.Name, Value: t.Value}}
			p.call.Note(commands.Remarked, fmt.Sprintf("%s, from the title %s", t.Name, title))
		}
	}
}

// number reads a number with its word at token i: "xl12", "xl 12", "20 tries".
func (p *parser) number(i int, quiet bool) error {
	t := &p.tokens[i]
	if done, err := p.pair(i); done {
		return err
	}
	if p.leveled(i) {
		return nil
	}
	name, n, rest, hasNumber, ok := p.cmd.keyNumber(t.text)
	used := 1
	next := func(k int) *token {
		if i+k < len(p.tokens) && !p.tokens[i+k].used && !p.tokens[i+k].cut {
			return &p.tokens[i+k]
		}
		return nil
	}
	long, glued, words := p.longKeyword(i)
	switch {
	case glued != "": // "prayed T:4800"
		if n, rest, hasNumber = number(glued); !hasNumber || !figureTail(rest) {
			return nil
		}
		name, used = long, words
	case words > 0 && next(words) != nil: // "increase damage 3"
		if n, rest, hasNumber = number(next(words).text); !hasNumber || !figureTail(rest) {
			return nil
		}
		name, used = long, words+1
	case ok && !hasNumber && p.leads(i):
		return nil // "with 0 protection"
	case ok && !hasNumber:
		t := next(1)
		if t != nil && p.tokens[i].text == "in" && p.trials() != "" && plainNumber(t.text) {
			name = p.trials() // "at least 2 in 5"
		} else if t == nil || statusOnly[p.tokens[i].text] && p.cmd.numbers[p.tokens[i].text] == "" {
			return nil
		}
		if n, rest, hasNumber = number(strings.TrimLeft(t.text, "=:")); !hasNumber || !figureTail(rest) && !rangeTail(rest) {
			return nil
		}
		used = 2
		// "for 10 turns" is no "for 10%"
		if word := next(2); rest == "" && p.tokens[i].text == "for" && word != nil {
			if q := p.counted(word.text); q != nil {
				name = q.Name
			}
		}
	case !ok:
		if n, rest, ok = number(t.text); !ok || !figureTail(rest) {
			return nil
		}
		if name, used = p.behind(i, rest); name == "" {
			return nil
		}
	}
	if t, q := next(used), p.cmd.numberNamed(name); t != nil && q != nil && slices.Contains(q.After, t.text) && !p.startsName(i+used) { // "energy regeneration"
		after, own := next(used+1), next(used+2)
		if after == nil || p.cmd.numbers[t.text] == "" || !plainNumber(after.text) || own != nil && p.counted(own.text) != nil { // not "600 turns turn 5000", but "950 turns since 3 times"
			used++ // "over 7 squares"
		}
	}
	if n := p.rangeAfter(name, i+used-1); n > 0 {
		rest = "-" + p.tokens[i+used-1+n].text
		used += n
	}
	if n := p.fullAfter(name, i+used); n > 0 {
		rest = "/" + p.tokens[i+used+n-1].text
		used += n
	}
	if other, ok := p.cmd.numbers["vs "+name]; ok && p.versus(i) {
		name = other
	}
	for k := range used {
		p.tokens[i+k].used = true
	}
	return p.setNumber(name, n, rest, quiet)
}

// longKeyword returns the Number whose keyword of several words stands at token i, and
// of how many; 0 if none does. Where its figure is written to the last of them,
// as in "prayed T:4800", glued is that figure.
func (p *parser) longKeyword(i int) (name, glued string, words int) {
	const most = 4
	if !p.cmd.heads[p.tokens[i].text] {
		return "", "", 0
	}
	if i > 0 && (p.tokens[i-1].text == "never" || p.tokens[i-1].text == "first" || negations[p.tokens[i-1].text]) {
		return "", "", 0 // "never prayed at turn 1200", "first prayer turn 250"
	}
	text := p.tokens[i].text
	for k := 1; k < most && i+k < len(p.tokens) && !p.tokens[i+k].used && !p.tokens[i+k].cut; k++ {
		word := p.tokens[i+k].text
		if of := p.cmd.numbers[text+" "+word]; of != "" {
			name, glued, words = of, "", k+1
		}
		if at := strings.IndexAny(word, ":=0123456789"); at > 0 {
			if of := p.cmd.numbers[text+" "+word[:at]]; of != "" {
				return of, strings.TrimLeft(word[at:], ":="), k + 1
			}
		}
		text += " " + word
	}
	return name, glued, words
}

// pair reads two figures with a colon between, "1:4" or "(1:4)", of a Number
// that has one Before it.
func (p *parser) pair(i int) (done bool, err error) {
	k := p.cmd.pairs
	if k < 0 {
		return false, nil
	}
	first, second, colon := strings.Cut(strings.TrimRight(p.tokens[i].text, ")"), ":")
	if !colon || !plainNumber(first) || !plainNumber(second) {
		return false, nil
	}
	p.tokens[i].used = true
	n, _, _ := number(first)
	if before := p.cmd.Params[k].Before; n == 0 && slices.ContainsFunc(p.tokens, func(t token) bool {
		name, _, _, has, ok := p.cmd.keyNumber(t.text)
		return ok && has && name == before
	}) { // "0:2 twice recharged"
		n, _, _ = number(second)
		return true, p.setNumber(p.cmd.Params[k].Name, n, "", false)
	} else if err := p.setNumber(before, n, "", false); err != nil {
		return true, err
	}
	n, _, _ = number(second)
	return true, p.setNumber(p.cmd.Params[k].Name, n, "", false)
}

// trials returns the number of tries that "in 5" is after "at least 2"; empty if the
// command takes none, or none was said.
func (p *parser) trials() string {
	least := slices.IndexFunc(p.cmd.Params, func(q *commands.Param) bool { return slices.Contains(q.Words, "least") })
	tries := slices.IndexFunc(p.cmd.Params, func(q *commands.Param) bool { return q.OutOf })
	if least < 0 || tries < 0 || !p.call.Values[least].Said {
		return ""
	}
	return p.cmd.Params[tries].Name
}

// rangeAfter returns how many tokens after token i go on a range that takes one:
// the second of "4 - 12", the second and third of "4 to 12"; else 0.
func (p *parser) rangeAfter(name string, i int) int {
	if q := p.cmd.numberNamed(name); q == nil || !q.Range || i+1 >= len(p.tokens) {
		return 0
	}
	next := &p.tokens[i+1]
	between := strings.TrimSpace(p.line[p.tokens[i].end:next.at])
	switch {
	case between == "-" && plainNumber(next.text):
		return 1
	case (next.text == "to" || next.text == "down") && i+2 < len(p.tokens) && plainNumber(p.tokens[i+2].text):
		return 2
	}
	return 0
}

// fullAfter returns how many tokens from token i on say the whole of which a number
// is a part: "of 40" or "out of 40", where the parameter has a Full; else 0.
func (p *parser) fullAfter(name string, i int) int {
	if q := p.cmd.numberNamed(name); q == nil || q.Full == "" {
		return 0
	}
	for n, words := range [][]string{{"of"}, {"out", "of"}} {
		k := i
		for k < len(p.tokens) && k-i < len(words) && p.tokens[k].text == words[k-i] {
			k++
		}
		if k-i == len(words) && k < len(p.tokens) && plainNumber(p.tokens[k].text) {
			return n + 2
		}
	}
	return 0
}

// versus reports whether "vs" stands before token i with only figures between.
func (p *parser) versus(i int) bool {
	for k := i - 1; k >= 0; k-- {
		switch t := &p.tokens[k]; {
		case t.text == "vs" || t.text == "versus" || t.text == "against":
			return true
		case t.used:
		default:
			return false
		}
	}
	return false
}

// setNumber takes a number for the parameter of that name, or notes that the
// command does not use it. rest is what followed the digits.
func (p *parser) setNumber(name string, n int, rest string, quiet bool) error {
	pi := found(p.cmd.numbered, name)
	if pi < 0 {
		if !quiet {
			p.call.Note(commands.Warned, fmt.Sprintf("%s doesn't use %s %d", p.cmd.Name, name, n))
		}
		return nil
	}
	param, v := p.cmd.Params[pi], &p.call.Values[pi]
	if quiet && param.Target {
		return nil
	}
	if param.Percent {
		return p.setStrength(param, v, n, rest, quiet)
	}
	to := n
	if rangeTail(rest) {
		if !param.Range {
			return &commands.Problem{Text: fmt.Sprintf("%s takes one number, not a range", Shown(param.Name)), Hints: []string{param.Name + strconv.Itoa(n)}}
		}
		to, _, _ = number(rest[1:])
	}
	for _, x := range []int{n, to} {
		if x < param.Min || x > param.Max {
			name, keyword := Shown(param.Name), param.Name
			if param.Bare {
				name, keyword = "the "+param.Name, ""
			}
			takes := keyword + strconv.Itoa(max(param.Min, min(x, param.Max)))
			return &commands.Problem{
				Text:  fmt.Sprintf("%s must be from %d to %d, not %d", name, param.Min, param.Max, x),
				Hints: []string{takes},
				Err:   &RangeError{keyword + strconv.Itoa(x), takes},
			}
		}
	}
	switch {
	case v.Said && quiet:
		if v.Num != n {
			p.call.Note(commands.Remarked, fmt.Sprintf("%s %d as you said it, not the status line's %d", Shown(param.Name), v.Num, n))
		}
	case v.Said && (v.Num != n || v.To != to):
		return &commands.Problem{Text: fmt.Sprintf("you gave %s twice, %d and %d", Shown(param.Name), v.Num, n), Hints: []string{"leave out one"}}
	default:
		v.Said, v.Num, v.To, v.Quiet = true, min(n, to), max(n, to), quiet
	}
	if full, tail, ok := number(strings.TrimLeft(rest, "(/")); ok && param.Full != "" && strings.Trim(tail, ")") == "" {
		return p.setNumber(param.Full, full, "", quiet)
	}
	return nil
}

// setStrength takes a number like 18/50. rest is what followed its first digits.
func (p *parser) setStrength(param *commands.Param, v *commands.Value, n int, rest string, quiet bool) error {
	got, ok := rules.ReadStrength(strconv.Itoa(n) + rest)
	switch {
	case !ok:
		return notStrength(param, strconv.Itoa(n)+rest)
	case v.Said && quiet:
	case v.Said && v.Num != got:
		return &commands.Problem{Text: fmt.Sprintf("you gave Strength twice, %s and %s", rules.StrengthText(v.Num), rules.StrengthText(got)), Hints: []string{"leave out one"}}
	default:
		v.Said, v.Num, v.To, v.Quiet = true, got, got, quiet
	}
	return nil
}

// notStrength returns the error for what should be a Strength.
func notStrength(param *commands.Param, text string) error {
	return &commands.Problem{Text: fmt.Sprintf("Strength must be from 3 to 18, 18/01 to 18/** or 19 to 25, not %s", wording.Typed(text)), Hints: []string{param.Name + "18/50"}}
}

// Shown returns the keyword of a number as a sentence shows it: "XL" for "xl".
func Shown(param string) string {
	switch param {
	case "xl", "ac", "mr", "hp":
		return strings.ToUpper(param)
	}
	return strings.ToUpper(param[:1]) + param[1:]
}

// target reads "<20%", "<= 20", "below 20%" at token i.
func (p *parser) target(i int) (bool, error) {
	pi := p.cmd.param(commands.KindPercent)
	if pi < 0 {
		return false, nil
	}
	t := &p.tokens[i]
	text, strict := t.text, true
	used := 1
	switch {
	case text == "below" || text == "under":
		text = ""
	case text == "most" && i > 0 && p.tokens[i-1].text == "at" || text == "max":
		text, strict = "", false
	case strings.HasPrefix(text, "<="), text == "<":
		strict = text == "<" && !strings.HasPrefix(p.line[t.at:t.end], "<=")
		text = strings.TrimLeft(text, "<=")
	case strings.HasPrefix(text, "<"):
		text = text[1:]
	default:
		return false, nil
	}
	if text == "" {
		if i+1 >= len(p.tokens) {
			return false, nil
		}
		text, used = p.tokens[i+1].text, 2
	}
	n, rest, ok := number(text)
	fraction := strings.TrimRight(rest, "%")
	if !ok || fraction != "" && (fraction[0] != '.' || strings.Trim(fraction[1:], "0123456789") != "") {
		return false, nil
	}
	whole := strings.Trim(fraction, ".0") == ""
	if strict && whole {
		n--
	}
	if n < 0 || n > 100 {
		return true, &commands.Problem{Text: "a target goes from <1% to <=100%", Hints: []string{"<20%"}}
	}
	for k := i; k < i+used; k++ {
		p.tokens[k].used = true
	}
	if k := i + used; k < len(p.tokens) && p.tokens[k].text == "%" {
		p.tokens[k].used = true
	}
	v := &p.call.Values[pi]
	if v.Said && v.Num != n {
		return true, &commands.Problem{Text: "you gave two targets; one is enough", Hints: []string{"<20%"}}
	}
	v.Said, v.Num = true, n
	return true, nil
}

// skillLetter reads "skill b" and "skill basic" at token i.
func (p *parser) skillLetter(i int) bool {
	pi := found(p.cmd.chosen, p.tokens[i].text)
	if pi < 0 || i+1 >= len(p.tokens) || p.tokens[i+1].cut || p.tokens[i+1].used {
		return false
	}
	if slices.ContainsFunc(p.index.Exact(p.key(i, i+2)), func(e *names.Entry) bool { return int(e.Kind) == pi }) {
		return false // the "trap" of "trap door", which is a trap itself
	}
	next := &p.tokens[i+1]
	fits := ""
	for _, c := range p.cmd.Params[pi].Choices {
		if strings.HasPrefix(c, next.text) {
			if fits != "" {
				return false
			}
			fits = c
		}
	}
	if fits == "" {
		return false
	}
	p.tokens[i].used = true
	if next.tag = pi + 1; fits != next.text { // the whole word is found with the names
		next.used = true
		v := &p.call.Values[pi]
		v.Said, v.Text = true, fits
	}
	return true
}

// plainNumber reports whether a word is a plain number.
func plainNumber(s string) bool {
	_, rest, ok := number(s)
	return ok && rest == ""
}
