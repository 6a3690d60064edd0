package grammar

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// field is one word of a line as it was typed, or what stood between two
// quotation marks.
type field struct {
	text   string
	quoted bool
	taken  bool
}

// split cuts a line into fields. A quotation mark without its partner is a
// problem: what it should hold cannot be known.
func split(line string) ([]field, error) {
	var out []field
	for rest := strings.TrimSpace(line); rest != ""; rest = strings.TrimLeft(rest, " ") {
		before, after, quote := strings.Cut(rest, `"`)
		if quote && before == "" {
			text, more, ok := strings.Cut(after, `"`)
			if !ok {
				return nil, problem.New("A quotation mark has no partner. Put both around a name of several words.")
			}
			out = append(out, field{text: strings.Join(strings.Fields(text), " "), quoted: true})
			rest = more
			continue
		}
		word, more, _ := strings.Cut(rest, " ")
		if quote && strings.HasSuffix(word[:min(len(word), len(before)+1)], `:"`) { // name:"two words"
			out = append(out, field{text: before})
			rest = rest[len(before):]
			continue
		}
		out = append(out, field{text: word})
		rest = more
	}
	return out, nil
}

// fields reads a command whose values are words as they were typed.
type fields struct {
	cmd  *command
	call *commands.Call
	list []field
}

// readFields reads the line of a command that has Words parameters: first the
// words behind keywords, then flags, choices and numbers, and what is left for
// the parameters that need no keyword, in their order.
func readFields(cmd *command, call *commands.Call, line string) error {
	list, err := split(line)
	if err != nil {
		return err
	}
	f := &fields{cmd: cmd, call: call, list: list}
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
			return problem.New(fmt.Sprintf("%s needs %s.", commands.Capital(cmd.Path()), p.Summary), cmd.Examples...)
		}
	}
	return nil
}

// keyword is the parameter that a field is a keyword of; value is what stands
// in the same word behind a colon.
func (f *fields) keyword(i int) (param int, value string, ok bool) {
	x := &f.list[i]
	if x.quoted {
		return 0, "", false
	}
	word, value, colon := strings.Cut(x.text, ":")
	word = strings.ToLower(word)
	for k, p := range f.cmd.Params {
		named := p.Name == word || p.Kind != commands.KindFlag && slices.Contains(p.Words, word)
		if named && (colon || p.Kind != commands.KindWords || !p.Bare || slices.Contains(p.Words, word)) {
			return k, value, true
		}
	}
	return 0, "", false
}

// read takes field i and what follows it, if something claims it.
func (f *fields) read(i int) error {
	x := &f.list[i]
	if k, value, ok := f.keyword(i); ok {
		return f.keyed(i, k, value)
	}
	if x.quoted {
		return nil
	}
	word := names.Fold(x.text)
	for k, p := range f.cmd.Params {
		switch {
		case p.Kind == commands.KindFlag && slices.Contains(p.Words, word):
			x.taken = true
			f.call.Values[k].Said = true
			return nil
		case p.Kind == commands.KindChoice && slices.Contains(p.Choices, word):
			x.taken = true
			return f.say(k, word)
		case p.Kind == commands.KindWords && p.Looks != nil && p.Looks(x.text):
			x.taken = true
			return f.say(k, x.text)
		}
	}
	name, n, rest, has, ok := f.cmd.keyNumber(word)
	if !ok || !has || rest != "" {
		return nil
	}
	for k, p := range f.cmd.Params {
		if p.Kind == commands.KindNumber && p.Name == name {
			x.taken = true
			return f.number(k, n)
		}
	}
	return nil
}

// keyed takes the value behind a keyword.
func (f *fields) keyed(i, k int, value string) error {
	p := f.cmd.Params[k]
	f.list[i].taken = true
	if p.Kind == commands.KindFlag {
		f.call.Values[k].Said = true
		return nil
	}
	var taken []string
	if value != "" {
		taken = append(taken, value)
	}
	for j := i + 1; j < len(f.list) && !(len(taken) > 0 && (p.One || p.Kind != commands.KindWords)); j++ {
		next := &f.list[j]
		if next.taken || f.claimed(j) {
			break
		}
		if next.quoted && len(taken) > 0 {
			break
		}
		next.taken = true
		taken = append(taken, next.text)
		if next.quoted {
			break
		}
	}
	if len(taken) == 0 {
		return problem.New(fmt.Sprintf("%s of what? Say %s.", commands.Capital(p.Name), p.Summary), f.cmd.Examples...)
	}
	text := strings.Join(taken, " ")
	switch p.Kind {
	case commands.KindNumber:
		n, err := strconv.Atoi(text)
		if err != nil {
			return problem.New(fmt.Sprintf("%s wants a whole number, not %q.", commands.Capital(p.Name), commands.Typed(text)), p.Name+" "+strconv.Itoa(p.Min))
		}
		return f.number(k, n)
	case commands.KindChoice:
		choice := names.Fold(text)
		if !slices.Contains(p.Choices, choice) {
			return problem.New(fmt.Sprintf("%s can be %s, not %q.", commands.Capital(p.Name), commands.Or(p.Choices), commands.Typed(text)), commands.Prefixed(p.Name+" ", p.Choices)...)
		}
		text = choice
	}
	return f.say(k, text)
}

// claimed reports whether something other than the words before it claims
// field i.
func (f *fields) claimed(i int) bool {
	if _, _, ok := f.keyword(i); ok {
		return true
	}
	word := names.Fold(f.list[i].text)
	return !f.list[i].quoted && slices.ContainsFunc(f.cmd.Params, func(p *commands.Param) bool {
		return p.Kind == commands.KindFlag && slices.Contains(p.Words, word) || p.Kind == commands.KindWords && p.Looks != nil && p.Looks(f.list[i].text)
	})
}

// bare gives what nothing has claimed to the parameters that need no keyword.
func (f *fields) bare() error {
	left := slices.DeleteFunc(slices.Clone(f.list), func(x field) bool { return x.taken })
	for k, p := range f.cmd.Params {
		if !p.Bare || len(left) == 0 || f.call.Values[k].Said {
			continue
		}
		switch {
		case p.Kind == commands.KindNumber:
			if n, rest, ok := number(left[0].text); ok && rest == "" {
				if err := f.number(k, n); err != nil {
					return err
				}
				left = left[1:]
			}
		case p.Kind == commands.KindWords && (p.One || left[0].quoted):
			if err := f.say(k, left[0].text); err != nil {
				return err
			}
			left = left[1:]
		case p.Kind == commands.KindWords:
			var words []string
			for _, x := range left {
				words = append(words, x.text)
			}
			left = nil
			if err := f.say(k, strings.Join(words, " ")); err != nil {
				return err
			}
		}
	}
	if len(left) > 0 {
		return problem.New(fmt.Sprintf("I don't know what %q means in %s.", commands.Typed(left[0].text), f.cmd.Path()), "help "+f.cmd.Path())
	}
	return nil
}

func (f *fields) say(k int, text string) error {
	v := &f.call.Values[k]
	if v.Said && v.Text != text {
		return problem.New(fmt.Sprintf("%s is said twice: %s and %s.", commands.Capital(f.cmd.Params[k].Name), commands.Typed(v.Text), commands.Typed(text)), "help "+f.cmd.Path())
	}
	v.Said, v.Text = true, text
	return nil
}

func (f *fields) number(k, n int) error {
	p, v := f.cmd.Params[k], &f.call.Values[k]
	if n < p.Min || n > p.Max {
		return problem.New(fmt.Sprintf("%s goes from %d to %d, not %d.", commands.Capital(p.Name), p.Min, p.Max, n), p.Name+" "+strconv.Itoa(max(p.Min, min(n, p.Max))))
	}
	v.Said, v.Num, v.To = true, n, n
	return nil
}

// completeFields continues the last word of a line of a command with Words
// parameters: keywords, flags, choices, and what its parameters know.
func completeFields(cmd *command, args string, set *rules.Set, most int) []string {
	at := strings.LastIndexByte(args, ' ') + 1
	head, typed := args[:at], strings.ToLower(args[at:])
	var out []string
	add := func(word string) {
		if strings.HasPrefix(strings.ToLower(word), typed) && len(out) < most && !slices.Contains(out, head+word) {
			out = append(out, head+word)
		}
	}
	before := strings.Fields(strings.ToLower(head))
	for _, p := range cmd.Params {
		behind := len(before) > 0 && (before[len(before)-1] == p.Name || slices.Contains(p.Words, before[len(before)-1]))
		if p.Complete != nil && (behind || p.Bare && len(before) == 0) {
			for _, x := range p.Complete(set, args[at:], most-len(out)) {
				if len(out) < most {
					out = append(out, head+x)
				}
			}
		}
		if behind {
			for _, c := range p.Choices {
				add(c)
			}
		}
	}
	if len(out) > 0 || typed == "" {
		return out
	}
	for _, p := range cmd.Params {
		if !p.Bare || len(p.Words) > 0 {
			add(p.Name)
		}
		for _, c := range p.Choices {
			add(c)
		}
	}
	return out
}
