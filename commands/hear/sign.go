package hear

import (
	"delphi/commands"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/shorthand"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// signed reads a class sign and what follows it at the start of fields: "?oEW",
// "(BoH", "/sleep", "?enchant armor". used is how many fields it took.
func signed(x *shorthand.Index, fields []string) (w word, used int, err *ambiguous) {
	f := strings.TrimLeft(fields[0], "([{")
	if f != fields[0] && shorthand.Class([]rune(fields[0])[0]) != "" && letterAfter(fields[0]) { // "(BoH" is a tool
		f = fields[0]
	}
	sign, size := utf8.DecodeRuneInString(f)
	if shorthand.Class(sign) == "" || len(f) <= size {
		return word{}, 0, nil
	}
	rest := f[size:]
	first, _ := utf8.DecodeRuneInString(rest)
	of := strings.HasPrefix(rest, "o") && len(rest) > 1 && unicode.IsUpper(rune(rest[1]))
	plural := strings.HasPrefix(rest, "so") && len(rest) > 2 && unicode.IsUpper(rune(rest[2]))
	if plural {
		rest, of = rest[1:], true
	}
	if !unicode.IsLetter(first) || (sign == '+' || sign == '"' || sign == '[' || sign == '*' || sign == ')' || sign == '%') && !of && !initialsOnly(rest) {
		return word{}, 0, nil
	}
	if sign == '(' && !of && !initialsOnly(rest) {
		return word{}, 0, nil
	}
	for n := min(3, len(fields)); n > 0; n-- {
		if n > 1 && !letter(fields[1][0]) {
			continue
		}
		tail := strings.Join(fields[1:n], " ")
		text := strings.TrimSpace(strings.TrimRight(rest, marks) + " " + strings.TrimRight(tail, marks))
		text = strings.ReplaceAll(text, "(", "") // ?oC(harging)
		if n > 1 && strings.ContainsAny(rest[len(rest)-1:], ends+"?)") {
			continue // the name ended
		}
		var r shorthand.Reading
		if n == 1 {
			r = x.Read(sign, text)
		} else {
			r = x.Named(sign, strings.TrimPrefix(text, "o"))
			if len(r.Names) != 1 {
				continue
			}
		}
		switch {
		case len(r.Names) == 0:
			continue
		case len(r.Names) > 1 && !r.Customary:
			if k, m := parenthesised(slices.Concat(r.Names, x.Members(shorthand.Class(sign))), fields[n:]); k != "" {
				return expanded(sign, k), n + m, nil
			}
			hints := make([]string, 0, 6)
			for _, name := range r.Names[:min(6, len(r.Names))] {
				hints = append(hints, x.Hint(name))
			}
			return word{}, 0, &ambiguous{string(sign) + strings.TrimRight(rest, marks), commands.Or(r.Names[:min(6, len(r.Names))]), hints}
		}
		if k, m := parenthesised(r.Names, fields[n:]); k != "" {
			return expanded(sign, k), n + m, nil
		}
		return expanded(sign, r.Names[0]), n, nil
	}
	return word{}, 0, nil
}

// ambiguous is a class sign with initials of several things.
type ambiguous struct {
	typed, could string
	hints        []string
}

// lettered is the problem of it, with the letter for a curse or blessing that stands
// before.
func (a *ambiguous) lettered(letter string) error {
	return problem.New(fmt.Sprintf("%q could be %s: say which.", letter+a.typed, a.could), commands.Prefixed(letter, a.hints)...)
}

// priced cuts a class sign off the price that is glued to it: "=150".
func priced(f string) (class, price string, ok bool) {
	sign, size := utf8.DecodeRuneInString(f)
	rest := strings.TrimRight(f[size:], "?!.,")
	if class = shorthand.Class(sign); class == "" || strings.ContainsRune("+*(-", sign) || !isNumber(rest) || len(rest) < 2 {
		return "", f, false
	}
	return class, rest, true
}

// cursed cuts a letter for a curse or blessing off a class sign: "b!oH".
func cursed(f string) (buc, rest string, ok bool) {
	if len(f) < 4 || !strings.ContainsAny(f[:1], "buc") || shorthand.Class(rune(f[1])) == "" || f[2] != 'o' || !unicode.IsUpper(rune(f[3])) {
		return "", f, false
	}
	return f[:1], f[1:], true
}

func letterAfter(f string) bool {
	r := []rune(f)
	return len(r) > 1 && (unicode.IsUpper(r[1]) || r[1] == 'o' && len(r) > 2 && unicode.IsUpper(r[2]))
}

// initialsOnly reports whether a text is initials: capitals, with small letters
// of little words between them.
func initialsOnly(s string) bool {
	s = strings.TrimRight(s, marks)
	capitals := 0
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			capitals++
		case !strings.ContainsRune("oft", r):
			return false
		}
	}
	return capitals >= 2 || capitals == 1 && strings.HasPrefix(s, "o")
}

// parenthesised is the one of names that "(sleep)" or "(create monster)" behind
// a sign picks, and how many fields that took.
func parenthesised(list, fields []string) (name string, used int) {
	if len(fields) == 0 || !strings.HasPrefix(fields[0], "(") {
		return "", 0
	}
	for used = 1; used <= min(4, len(fields)); used++ {
		inside, _, ok := strings.Cut(strings.Join(fields[:used], " ")[1:], ")")
		if !ok {
			continue
		}
		key := strings.Join(names.Words(inside), "")
		for _, name := range list {
			if strings.HasSuffix(strings.Join(names.Words(name), ""), key) && key != "" {
				return name, used
			}
		}
		break
	}
	return "", 0
}

// expanded is the word of a thing that a class sign named.
func expanded(sign rune, name string) word {
	return word{raw: name, text: names.Fold(name), sign: sign}
}

// short is the name that a class sign stands for, without its class.
func (w *word) short() string {
	if _, after, ok := strings.Cut(w.raw, " of "); ok {
		return after
	}
	return w.raw
}
