package sense

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// mergePile puts what a follow-up says of a pile into it: a bare count ("12", "8x 3") or
// curse ("cursed", "12 cursed") changes every stack, "*2" takes that many times as much of
// each, "/3" deals each out in stacks of that many, "%3 cursed" takes a part of the last thing out,
// "a~b" puts b in the place of a; a stack of a thing that lies there takes
// its place; any other is a pile of its own.
func mergePile(old []string, text string) []string {
	if times, ok := strings.CutPrefix(text, "*"); ok {
		return recounted(old, func(n int) string { return strconv.Itoa(n * atLeastOne(times)) })
	}
	if part, ok := strings.CutPrefix(text, "%"); ok && len(old) > 0 {
		at := partedFrom(old, part)
		return slices.Replace(slices.Clone(old), at, at+1, parted(old[at], part)...)
	}
	if each, ok := strings.CutPrefix(text, "/"); ok {
		size := atLeastOne(each)
		return recounted(old, func(n int) string { return fmt.Sprintf("%dx %d", (n+size-1)/size, size) })
	}
	if was, is, ok := strings.Cut(text, "~"); ok {
		return swapped(old, was, is)
	}
	n, buc, name := stackParts(text)
	if name == "" {
		if n != "" && len(old) != 1 {
			return append(slices.Clone(old), text) // whose count it is cannot be told
		}
		out := make([]string, len(old))
		for i, o := range old {
			on, ob, oname := stackParts(o)
			if n != "" {
				on = n
			}
			if buc != "" {
				ob = buc
			}
			out[i] = stack(on, ob, oname)
		}
		return out
	}
	for i, o := range old {
		if on, ob, oname := stackParts(o); oname == name {
			if n == "" {
				n = on
			}
			if buc == "" {
				buc = ob
			}
			out := slices.Clone(old)
			out[i] = stack(n, buc, name)
			return out
		}
	}
	return []string{text}
}

// partedFrom returns which stack a part of another curse is taken out of: of those of the thing
// named last, the last that is large enough and of which no curse is said: behind "2 of them are
// blessed", "3 are cursed" are others.
func partedFrom(old []string, part string) int {
	last := len(old) - 1
	_, _, thing := stackParts(old[last])
	n, _, _ := stackParts(part)
	for i := last; i >= 0; i-- {
		if all, buc, name := stackParts(old[i]); name == thing && buc != "blessed" && buc != "cursed" && atLeastOne(all) > atLeastOne(n) {
			return i
		}
	}
	return last
}

// parted takes a part of another curse, "3 cursed", out of a stack.
func parted(of, part string) []string {
	all, ofBUC, name := stackParts(of)
	n, buc, _ := stackParts(part)
	left := atLeastOne(all) - atLeastOne(n)
	if left <= 0 || strings.Contains(all, "x") {
		return []string{stack(all, buc, name)}
	}
	return []string{stack(strconv.Itoa(left), ofBUC, name), stack(n, buc, name)}
}

// swapped returns stacks in which another thing stands in the place of the one that is
// named, in the same number where none is said.
func swapped(old []string, was, is string) []string {
	n, buc, name := stackParts(is)
	out, found := slices.Clone(old), false
	for i, o := range old {
		if on, ob, oname := stackParts(o); oname == was || strings.HasSuffix(oname, " "+was) {
			found = true
			out[i] = stack(cmp.Or(n, on), cmp.Or(buc, ob), name)
		}
	}
	if !found {
		return []string{is}
	}
	return out
}

// recounted returns stacks with other counts.
func recounted(old []string, count func(n int) string) []string {
	out := make([]string, len(old))
	for i, o := range old {
		n, buc, name := stackParts(o)
		out[i] = stack(count(atLeastOne(n)), buc, name)
	}
	return out
}

func stack(n, buc, name string) string {
	return strings.Join(strings.Fields(n+" "+buc+" "+name), " ")
}

// atLeastOne returns a number of things, as of "8x 3", or 1 where none is said.
func atLeastOne(text string) int {
	piles, each, ok := strings.Cut(text, "x ")
	if ok {
		return atLeastOne(piles) * atLeastOne(each)
	}
	n, _ := strconv.Atoi(text)
	return max(n, 1)
}

// stackParts takes "12 cursed +0 dagger" and "3x 4 cursed daggers" apart.
func stackParts(text string) (n, buc, name string) {
	words := strings.Fields(text)
	piles := ""
	if len(words) > 1 {
		if x, ok := strings.CutSuffix(words[0], "x"); ok && strings.Trim(x, "0123456789") == "" && x != "" {
			piles, words = words[0]+" ", words[1:]
		}
	}
	if len(words) > 0 {
		if _, err := strconv.Atoi(words[0]); err == nil && !strings.ContainsAny(words[0], "+-") {
			n, words = piles+words[0], words[1:]
		}
	}
	if len(words) > 0 && (words[0] == "blessed" || words[0] == "cursed" || words[0] == "uncursed") {
		buc, words = words[0], words[1:]
	}
	return n, buc, strings.Join(words, " ")
}
