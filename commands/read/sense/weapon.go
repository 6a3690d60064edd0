package sense

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/names"
)

// plain returns what a weapon is called without its enchantment and curse.
func plain(weapon string) string {
	_, _, name := stackParts(weapon)
	if first, rest, ok := strings.Cut(name, " "); ok && strings.ContainsAny(first[:1], "+-") {
		return rest
	}
	return name
}

// bareAs takes a text apart that says only how a thing is enchanted or cursed, and how well one
// knows it: "blessed +3 skilled". ok is false if it says anything else, or nothing.
func bareAs(text string) (state, skill string, ok bool) {
	state = text
	if before, last, _ := cutLast(text); skills[last] {
		state, skill = before, last
	}
	for _, w := range strings.Fields(state) {
		if !enchantment(w) && !curses[w] {
			return "", "", false
		}
	}
	return state, skill, text != ""
}

// curses are the words for how a thing is blessed.
var curses = names.Set("blessed uncursed cursed")

// enchantment reports whether a word is one: +3, -1.
func enchantment(word string) bool {
	if word == "" || word[0] != '+' && word[0] != '-' {
		return false
	}
	_, err := strconv.Atoi(word)
	return err == nil
}

// merged joins a weapon to the one of a list that is called the same, where neither says anything
// that the other denies; i is -1 if there is none.
func merged(old []string, text string) (i int, weapon string) {
	told := weaponParts(text)
	for i, o := range old {
		was := weaponParts(o)
		if strings.Contains(o, "||") || was[3] != told[3] {
			continue
		}
		for k := range was {
			if was[k] == "" {
				was[k] = told[k]
			} else if told[k] != "" && told[k] != was[k] {
				return -1, ""
			}
		}
		return i, strings.Join(strings.Fields(strings.Join(was[:], " ")), " ")
	}
	return -1, ""
}

// weaponParts takes a weapon apart: how many, how cursed, how enchanted, what, and how well known.
func weaponParts(text string) (parts [5]string) {
	words := strings.Fields(text)
	if n := len(words); n > 1 && skills[words[n-1]] {
		parts[4], words = words[n-1], words[:n-1]
	}
	var name []string
	for i, w := range words {
		switch _, err := strconv.Atoi(w); {
		case enchantment(w):
			parts[2] = w
		case err == nil && i == 0:
			parts[0] = w
		case curses[w]:
			parts[1] = w
		default:
			name = append(name, w)
		}
	}
	parts[3] = strings.Join(name, " ")
	return parts
}

// restated returns weapons of which the last is enchanted or cursed as a state says, if it
// says anything.
func restated(old []string, state string) []string {
	if len(old) == 0 || state == "" {
		return old
	}
	out := slices.Clone(old)
	alts := strings.Split(out[len(out)-1], "||")
	for i, thing := range alts {
		buc, plus, rest := "", "", []string{}
		for _, w := range strings.Fields(thing + " " + state) {
			switch {
			case curses[w]:
				buc = w
			case enchantment(w):
				plus = w
			default:
				rest = append(rest, w)
			}
		}
		alts[i] = strings.Join(strings.Fields(buc+" "+plus+" "+strings.Join(rest, " ")), " ")
	}
	out[len(out)-1] = strings.Join(alts, "||")
	return out
}

// skills are the names of how well a weapon is known.
var skills = names.Set("restricted unskilled basic skilled expert master")

// trained returns weapons with another skill, if one is named.
func trained(old []string, skill string) []string {
	if skill == "" {
		return old
	}
	out := make([]string, len(old))
	for i, o := range old {
		if name, last, ok := cutLast(o); ok && skills[last] {
			o = name
		}
		out[i] = o + " " + skill
	}
	return out
}

// cutLast cuts the last word off a text.
func cutLast(text string) (before, last string, ok bool) {
	i := strings.LastIndexByte(text, ' ')
	if i < 0 {
		return "", text, false
	}
	return text[:i], text[i+1:], true
}
