package read

import (
	"regexp"
	"strconv"
	"strings"
)

// addend returns how much a value such as "^+2" adds to what the question before said.
func addend(text string) (n int, ok bool) {
	text, ok = strings.CutPrefix(text, earlier)
	if !ok || len(text) < 2 || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// number matches the number of a value such as "xl12", "ac-3" or "20 tries".
var number = regexp.MustCompile(`[-+]?\d+`)

// added returns a value, with its alternatives, whose number is greater by n; false: it has
// none, or more than one.
func added(alts []string, n int) (out []string, ok bool) {
	for _, a := range alts {
		at := number.FindAllStringIndex(a, 2)
		if len(at) != 1 {
			return nil, false
		}
		was, err := strconv.Atoi(a[at[0][0]:at[0][1]])
		if err != nil {
			return nil, false
		}
		sum := strconv.Itoa(was + n)
		if a[at[0][0]] == '+' && was+n >= 0 {
			sum = "+" + sum
		}
		out = append(out, a[:at[0][0]]+sum+a[at[0][1]:])
	}
	return out, len(out) > 0
}

// meant reports whether the question before said what a text that refers to it needs: both of
// the last two values, or one number to add to.
func (p *Past) meant(slot *slot, base slots, x said) bool {
	if x.text == earlier {
		_, ok := p.both(x.slot)
		return base != nil && ok
	}
	n, ok := addend(x.text)
	if !ok {
		return true
	}
	values := base[x.slot]
	if slot == nil || len(values) != 1 {
		return false
	}
	if slot.many { // "unicorn horn" is one
		return true
	}
	_, ok = added(values[0], n)
	return ok
}
