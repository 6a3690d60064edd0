package said

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"delphi/commands/read/phrases"
)

// addend returns how much a value such as "^+2" adds to what the question before said.
func addend(text string) (n int, ok bool) {
	text, ok = strings.CutPrefix(text, phrases.Earlier)
	if !ok || len(text) < 2 || text[0] != '+' && text[0] != '-' {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil
}

// factor returns how many times as much as the question before said a value such as "^*2" is.
func factor(text string) (n int, ok bool) {
	text, ok = strings.CutPrefix(text, phrases.Earlier+"*")
	n, err := strconv.Atoi(text)
	return n, ok && err == nil && n > 0
}

// Kept is a value that the question before said and that stays.
const Kept = phrases.Earlier + "same"

// swap returns what a value such as "^5210=5610" or "^pick-axe=tin opener" puts in the place of
// what: "^was=is".
func swap(text string) (was, is string, ok bool) {
	text, ok = strings.CutPrefix(text, phrases.Earlier)
	was, is, both := strings.Cut(text, "=")
	return was, is, ok && both && was != "" && is != ""
}

// changed returns a value changed as a text says that refers to it: its number, or its name;
// false: it has no number, more than one, or is something else.
func changed(alts []string, text string) (out []string, ok bool) {
	if text == Kept {
		return alts, true
	}
	if n, ok := addend(text); ok {
		return refigured(alts, func(was int) int { return was + n })
	}
	if n, ok := factor(text); ok {
		return refigured(alts, func(was int) int { return was * n })
	}
	was, is, ok := swap(text)
	if !ok || len(alts) != 1 {
		return nil, false
	}
	value := alts[0]
	if head, all := strings.CutSuffix(was, rest); all {
		return renamed(value, head, is)
	}
	if _, err := strconv.Atoi(was); err != nil {
		return reworded(value, was, is)
	}
	at := number.FindAllStringIndex(value, 2)
	if len(at) != 1 || strings.TrimLeft(value[at[0][0]:at[0][1]], "+") != was {
		return nil, false
	}
	return []string{value[:at[0][0]] + is + value[at[0][1]:]}, true
}

// rest ends what a value such as "^wand of *=wand of sleep" replaces: all from these words on.
const rest = " *"

// renamed returns a value with another name of the same sort in the place of its own, which begins
// with head as the other does: "2 wand of digging", "wand of", "wand of sleep".
func renamed(value, head, is string) (out []string, ok bool) {
	before, _, ok := strings.Cut(" "+value, " "+head+" ")
	return []string{strings.TrimSpace(before + " " + is)}, ok && strings.HasPrefix(is, head+" ")
}

// none is what a value such as "^greased=-" puts in the place of what it takes away.
const none = "-"

// reworded returns a value with words of it replaced: at its end, or else within it.
func reworded(value, was, is string) (out []string, ok bool) {
	if is == none {
		is = ""
	}
	before, behind, ok := strings.Cut(" "+value+" ", " "+was+" ")
	if end, last := strings.CutSuffix(" "+value, " "+was); last {
		before, behind = end, ""
	}
	return []string{strings.Join(strings.Fields(before+" "+is+" "+behind), " ")}, ok
}

// swapped returns the values of a slot of which one is changed as a text says; false: none is
// what it changes.
func swapped(values [][]string, text string) ([][]string, bool) {
	for i, v := range values {
		if now, ok := changed(v, text); ok {
			out := slices.Clone(values)
			out[i] = now
			return out, true
		}
	}
	return values, false
}

// number matches the number of a value such as "xl12", "ac-3" or "20 tries".
var number = regexp.MustCompile(`[-+]?\d+`)

// Numbers returns the numbers of a value.
func Numbers(value string) []string { return number.FindAllString(value, -1) }

// Figure returns the one number that a slot says; false: there is none, or several.
func Figure(values [][]string) (n int, ok bool) {
	if len(values) != 1 || len(values[0]) != 1 {
		return 0, false
	}
	numbers := Numbers(values[0][0])
	if len(numbers) != 1 {
		return 0, false
	}
	n, err := strconv.Atoi(numbers[0])
	return n, err == nil
}

// refigured returns a value, with its alternatives, with another number in the place of its own;
// false: it has none, or more than one.
func refigured(alts []string, to func(was int) int) (out []string, ok bool) {
	for _, a := range alts {
		at := number.FindAllStringIndex(a, 2)
		if len(at) != 1 {
			return nil, false
		}
		was, err := strconv.Atoi(a[at[0][0]:at[0][1]])
		if err != nil {
			return nil, false
		}
		now := strconv.Itoa(to(was))
		if a[at[0][0]] == '+' && to(was) >= 0 {
			now = "+" + now
		}
		out = append(out, a[:at[0][0]]+now+a[at[0][1]:])
	}
	return out, len(out) > 0
}

// Meant reports whether the question before said what a text that refers to it needs: both of
// the last two values, or a number that it changes.
func (p *Past) Meant(slot *phrases.Slot, base Slots, x Value) bool {
	if x.Text == phrases.Earlier {
		_, ok := p.both(x.Slot)
		return base != nil && ok
	}
	_, sum := addend(x.Text)
	if _, times := factor(x.Text); times {
		sum = true
	}
	_, _, swaps := swap(x.Text)
	if !sum && !swaps && x.Text != Kept {
		return true
	}
	values := base[x.Slot]
	if slot == nil || len(values) == 0 || sum && len(values) > 1 {
		return false
	}
	if slot.Many && sum { // "unicorn horn" is one
		return true
	}
	_, ok := swapped(values, x.Text)
	return ok
}

// TakesBack reports whether a line takes back what the question before changed.
func TakesBack(list []Value) bool {
	return slices.ContainsFunc(list, func(x Value) bool { return strings.HasPrefix(x.Prod, phrases.Undone+":") })
}
