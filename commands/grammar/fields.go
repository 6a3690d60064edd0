package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// field is one word of a line as it was typed, or the text between two quotation marks.
type field struct {
	text   string
	at     int // where it starts in the line, at its quotation mark
	quoted bool
	taken  bool
}

// split cuts a line into fields. A quotation mark without its partner is a
// problem: what it should hold cannot be known.
func split(line string) ([]field, error) {
	var out []field
	for at := 0; at < len(line); {
		switch line[at] {
		case ' ':
			at++
		case '"':
			text, _, ok := strings.Cut(line[at+1:], `"`)
			if !ok {
				return nil, problem.New(`A quotation mark is missing. Put one on both sides of a name, as in "Autumn Dash".`)
			}
			if name := strings.Join(strings.Fields(text), " "); name != "" {
				out = append(out, field{text: name, at: at, quoted: true})
			}
			at += len(text) + 2
		default:
			end := len(line)
			if i := strings.IndexAny(line[at:], ` "`); i >= 0 {
				end = at + i
			}
			out = append(out, field{text: line[at:end], at: at})
			at = end
		}
	}
	return out, nil
}

// fields reads a command whose values are words as they were typed.
type fields struct {
	cmd  *command
	call *commands.Call
	line string
	list []field
	keys map[int]int // by parameter, the field that was its keyword
}

// readFields reads the line of a command that has Words parameters: first the
// words behind keywords, then flags, choices and numbers, and what is left for
// the parameters that need no keyword, in their order.
func readFields(cmd *command, call *commands.Call, line string) error {
	list, err := split(line)
	if err != nil {
		return err
	}
	f := &fields{cmd: cmd, call: call, line: line, list: list, keys: map[int]int{}}
	for i := range f.list {
		if !f.list[i].taken {
			if err := f.read(i); err != nil {
				return err
			}
		}
	}
	if err := f.bare(); err != nil {
		return err
	}
	for i, p := range cmd.Params {
		if p.Needed && !call.Values[i].Said {
			return problem.New(fmt.Sprintf("%s needs more: %s.", wording.Capital(cmd.Path()), inside(p.Summary)), cmd.Examples...).In(p.Name)
		}
	}
	return nil
}

// inside returns a summary for use within a sentence: its first letter becomes lower
// case, unless it begins an abbreviation.
func inside(summary string) string {
	if len(summary) > 1 && summary[1] >= 'A' && summary[1] <= 'Z' {
		return summary
	}
	return strings.ToLower(summary[:min(1, len(summary))]) + summary[min(1, len(summary)):]
}

// keyword returns the parameter that a field is a keyword of; value is what stands
// in the same word behind a colon. The name of a Words parameter that needs no
// keyword is one only with a colon: it may be a part of the value.
func (f *fields) keyword(i int) (param int, value string, ok bool) {
	x := &f.list[i]
	if x.quoted {
		return 0, "", false
	}
	word, value, colon := strings.Cut(x.text, ":")
	word = strings.ToLower(word)
	for k, p := range f.cmd.Params {
		if p.Kind != commands.KindFlag && slices.Contains(p.Words, word) ||
			p.Name == word && (colon || p.Kind != commands.KindWords || !p.Bare) {
			return k, value, true
		}
	}
	return 0, "", false
}

// read takes field i and what follows it, if something claims it.
func (f *fields) read(i int) error {
	x := &f.list[i]
	if k, n, ok := f.phrase(i); ok {
		for j := range n {
			f.list[i+j].taken = true
		}
		return f.say(k, f.cmd.Params[k].Name)
	}
	if k, value, ok := f.keyword(i); ok {
		return f.keyed(i, k, value)
	}
	if x.quoted {
		return nil
	}
	if k, ok := f.shaped(i); ok {
		x.taken = true
		switch p := f.cmd.Params[k]; p.Kind {
		case commands.KindFlag:
			return f.say(k, p.Name)
		case commands.KindChoice:
			choice, _ := p.Chosen(names.Fold(x.text))
			return f.say(k, choice)
		}
		return f.say(k, x.text)
	}
	name, n, rest, has, ok := f.cmd.keyNumber(names.Fold(x.text))
	if !ok || !has {
		return nil
	}
	for k, p := range f.cmd.Params {
		if p.Kind != commands.KindNumber || p.Name != name {
			continue
		}
		if n, ok = figure(p, strconv.Itoa(n)+rest); ok {
			x.taken = true
			return f.number(k, n)
		}
	}
	return nil
}

// figure returns the value of a Number that a text is: of Strength "18/50" as well.
func figure(p *commands.Param, text string) (n int, ok bool) {
	if p.Percent {
		return rules.ReadStrength(text)
	}
	n, rest, ok := number(text)
	return n, ok && rest == ""
}

// phrase returns the flag that several words say, from field i on, and how many.
func (f *fields) phrase(i int) (param, n int, ok bool) {
	for k, p := range f.cmd.Params {
		if p.Kind != commands.KindFlag {
			continue
		}
		for _, w := range p.Words {
			words := strings.Fields(w)
			if len(words) < 2 || len(words) > len(f.list)-i {
				continue
			}
			same := true
			for j, word := range words {
				x := &f.list[i+j]
				same = same && !x.quoted && !x.taken && names.Fold(x.text) == word
			}
			if same {
				return k, len(words), true
			}
		}
	}
	return 0, 0, false
}

// shaped returns the parameter that a field without a keyword is a value of, wherever
// it is: a flag, a choice, or what a parameter recognises by its form.
func (f *fields) shaped(i int) (param int, ok bool) {
	x := &f.list[i]
	if x.quoted {
		return 0, false
	}
	word := names.Fold(x.text)
	for k, p := range f.cmd.Params {
		switch {
		case p.Kind == commands.KindFlag && (p.Name == word || slices.Contains(p.Words, word)),
			p.Kind == commands.KindChoice && p.Bare && chosen(p, word),
			p.Kind == commands.KindWords && p.Looks != nil && p.Looks(x.text):
			return k, true
		}
	}
	return 0, false
}

func chosen(p *commands.Param, word string) bool {
	_, ok := p.Chosen(word)
	return ok
}

// ends reports whether field j ends the value of parameter k that stands
// before it: something else claims it.
func (f *fields) ends(j, k int) bool {
	if other, _, ok := f.phrase(j); ok && other != k {
		return true
	}
	if other, _, ok := f.keyword(j); ok && other != k {
		return true
	}
	other, ok := f.shaped(j)
	return ok && other != k
}

// opens reports whether field j, a keyword of something else, begins a value of p. Before a
// quotation mark it is the keyword.
func (f *fields) opens(j int, p *commands.Param) bool {
	return slices.Contains(p.Opens, names.Fold(f.list[j].text)) && j+1 < len(f.list) && !f.list[j+1].quoted
}

// keyed takes the value behind a keyword.
func (f *fields) keyed(i, k int, value string) error {
	p := f.cmd.Params[k]
	f.list[i].taken = true
	var taken []string
	if value != "" {
		taken = append(taken, value)
	}
	switch {
	case p.Kind == commands.KindFlag:
		return f.say(k, p.Name)
	case p.Rest && value != "":
		return f.rest(k, i, len(f.list[i].text)-len(value))
	case p.Rest && i+1 < len(f.list):
		return f.rest(k, i+1, 0)
	}
	for j := i + 1; j < len(f.list) && (len(taken) == 0 || !p.One && p.Kind == commands.KindWords); j++ {
		next := &f.list[j]
		if next.taken || f.ends(j, k) && (len(taken) > 0 || !f.opens(j, p)) || next.quoted && len(taken) > 0 {
			break
		}
		next.taken = true
		taken = append(taken, next.text)
		if next.quoted {
			break
		}
	}
	if len(taken) == 0 {
		return problem.New(fmt.Sprintf("A value is missing after %q: %s.", f.list[i].text, inside(p.Summary)), f.cmd.Examples...)
	}
	if value == "" && !f.list[i+1].quoted {
		f.keys[k] = i
	}
	text := strings.Join(taken, " ")
	switch p.Kind {
	case commands.KindNumber:
		n, ok := figure(p, text)
		if !ok && p.Percent {
			return notStrength(p, text)
		}
		if !ok {
			return problem.New(fmt.Sprintf("After %q I need a whole number, not %q.", p.Name, wording.Typed(text)), p.Name+" "+strconv.Itoa(p.Min))
		}
		return f.number(k, n)
	case commands.KindChoice:
		choice, ok := p.Chosen(names.Fold(text))
		if !ok {
			return problem.New(fmt.Sprintf("There is no %s %q. Pick %s.", p.Name, wording.Typed(text), wording.Or(p.Choices)), wording.Prefixed(p.Name+" ", p.Choices)...)
		}
		text = choice
	}
	return f.say(k, text)
}

// rest gives all that follows to a parameter, from byte skip of field i on, as
// it was typed; a single quoted value loses its quotation marks. What stands last behind
// the keyword of another parameter and in quotation marks is that one's.
func (f *fields) rest(k, i, skip int) error {
	list, line := f.list[i:], f.line
	if n := len(list) - 2; n > 0 && list[n+1].quoted {
		if other, value, ok := f.keyword(i + n); ok && value == "" && f.cmd.Params[other].Quoted && !f.call.Values[other].Said {
			if err := f.keyed(i+n, other, ""); err != nil {
				return err
			}
			list, line = list[:n], line[:list[n].at]
		}
	}
	for j := range list {
		list[j].taken = true
	}
	if list[0].quoted && len(list) == 1 {
		return f.say(k, list[0].text)
	}
	return f.say(k, strings.TrimSpace(line[list[0].at+skip:]))
}

// bare gives the unclaimed fields to the parameters that need no keyword.
func (f *fields) bare() error {
	for k, p := range f.cmd.Params {
		left := f.left()
		if len(left) == 0 {
			return nil
		}
		if !p.Bare || f.call.Values[k].Said {
			continue
		}
		var err error
		quoted := slices.IndexFunc(left, func(i int) bool { return f.list[i].quoted })
		switch {
		case p.Kind == commands.KindNumber:
			x := &f.list[left[0]]
			if n, rest, ok := number(x.text); ok && rest == "" && !x.quoted {
				x.taken = true
				err = f.number(k, n)
			}
		case p.Kind != commands.KindWords:
		case p.Rest:
			err = f.rest(k, left[0], 0)
		case p.Quoted:
			if quoted >= 0 && len(left) > f.needed() {
				err = f.give(k, left[quoted])
			}
		case p.One:
			err = f.give(k, left[0])
		case quoted >= 0:
			err = f.give(k, left[quoted])
		default:
			err = f.give(k, left...)
		}
		if err != nil {
			return err
		}
	}
	if left := f.left(); len(left) > 0 {
		x := f.list[left[0]]
		hints := []string{"help " + f.cmd.Path()}
		if left[0] == 0 { // a Sub's name, misspelt
			hints = append(commands.Like(x.text, f.cmd.Subs), hints...)
		}
		if len(hints) == 1 && f.within(left) {
			return nil
		}
		if p := f.cmd.Params; len(p) == 1 && p[0].Bare { // "rules dash in "Autumn Dash"": one of the two
			if i := slices.IndexFunc(f.list, func(x field) bool { return !x.quoted && slices.Contains(p[0].Words, x.text) }); i > left[0] {
				hints = []string{f.cmd.Path() + " " + x.text, f.cmd.Path() + " " + f.line[f.list[i].at:]}
			}
		}
		return problem.New(fmt.Sprintf("I don't understand %q after %s.", wording.Typed(x.text), f.cmd.Path()), hints...)
	}
	return nil
}

// within reports whether the unclaimed fields begin a value that contains its own
// keyword, "Hall in Hell", and if so joins them.
func (f *fields) within(left []int) bool {
	for k, at := range f.keys {
		p := f.cmd.Params[k]
		if first := at - len(left); p.Kind != commands.KindWords || !p.Bare || first < 0 || left[0] != first || left[len(left)-1] != at-1 {
			continue
		}
		var words []string
		for _, x := range f.list[left[0] : at+1] {
			if x.quoted {
				return false
			}
			words = append(words, x.text)
		}
		for _, i := range left {
			f.list[i].taken = true
		}
		f.call.Values[k].Text = strings.Join(append(words, f.call.Values[k].Text), " ")
		return true
	}
	return false
}

// left lists the fields that nothing has claimed yet, but for joining words.
func (f *fields) left() (out []int) {
	for i := range f.list {
		if x := &f.list[i]; !x.taken && (x.quoted || !f.cmd.fillers[names.Fold(x.text)]) {
			out = append(out, i)
		}
	}
	return out
}

// needed counts the parameters that still need a value without a keyword.
func (f *fields) needed() (n int) {
	for k, p := range f.cmd.Params {
		if p.Needed && p.Bare && !f.call.Values[k].Said {
			n++
		}
	}
	return n
}

// give sets a parameter to fields, joined by single blanks.
func (f *fields) give(k int, list ...int) error {
	words := make([]string, len(list))
	for i, x := range list {
		f.list[x].taken = true
		words[i] = f.list[x].text
	}
	return f.say(k, strings.Join(words, " "))
}

func (f *fields) say(k int, text string) error {
	p, v := f.cmd.Params[k], &f.call.Values[k]
	if v.Said && v.Text != text {
		return problem.New(fmt.Sprintf("You gave two values for %s: %s and %s.", p.Name, wording.Typed(v.Text), wording.Typed(text)), "help "+f.cmd.Path())
	}
	v.Said, v.Text = true, text
	return nil
}

func (f *fields) number(k, n int) error {
	p, v := f.cmd.Params[k], &f.call.Values[k]
	switch {
	case n < p.Min || n > p.Max:
		return problem.New(fmt.Sprintf("The %s must be between %d and %d, not %d.", p.Name, p.Min, p.Max, n), p.Name+" "+strconv.Itoa(max(p.Min, min(n, p.Max))))
	case v.Said && v.Num != n:
		return problem.New(fmt.Sprintf("You gave two values for %s: %d and %d.", p.Name, v.Num, n), "help "+f.cmd.Path())
	}
	v.Said, v.Num, v.To = true, n, n
	return nil
}

// completeFields continues the last word of a line of a command with Words
// parameters: keywords, flags, choices, and what its parameters know.
func completeFields(cmd *command, args string, set *rules.Set, most int) []string {
	at := strings.LastIndexByte(args, ' ') + 1
	head, typed := args[:at], args[at:]
	var out []string
	add := func(words ...string) {
		for _, w := range words {
			if len(out) < most && len(w) >= len(typed) && strings.EqualFold(w[:len(typed)], typed) && !slices.Contains(out, head+w) {
				out = append(out, head+w)
			}
		}
	}
	before := strings.Fields(strings.ToLower(head))
	behind := func(p *commands.Param) bool {
		if len(before) == 0 {
			return false
		}
		last := strings.TrimSuffix(before[len(before)-1], ":")
		return last == p.Name || p.Kind != commands.KindFlag && slices.Contains(p.Words, last)
	}
	for _, p := range cmd.Params {
		keyed := behind(p)
		if p.Complete != nil && (keyed || p.Bare && len(before) == 0) {
			add(p.Complete(set, typed, most)...)
		}
		if keyed {
			add(p.Choices...)
		}
	}
	if len(out) > 0 || typed == "" {
		return out
	}
	for _, p := range cmd.Params {
		switch {
		case p.Kind == commands.KindFlag, !p.Bare:
			add(p.Name)
		case p.Kind == commands.KindChoice:
			add(p.Choices...)
		}
	}
	return out
}
