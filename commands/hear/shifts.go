package hear

import "slices"

// shifting are words between the name of a figure and what it is before and after.
var shifting = wordSet(`goes go going went level levelling leveling up rises rise rose raised raise is was changes changed increases increased drops dropped from up down`)

// shifted asks for a figure before and after a change side by side: "int from 15 to
// 18", "if my wis goes from 16 to 18", "int 15 -> 18".
func shifted(words []word) []word {
	caster := slices.ContainsFunc(words, func(w word) bool { return castingStats.has(w.bareKeyword()) })
	for i := 0; i+2 < len(words); i++ {
		if words[i].in(skills) && words[i+1].text == "to" && words[i+2].in(skills) && !words[i+1].cut && !words[i+2].cut { // "from basic to skilled"
			words = slices.Clone(words)
			words[i+1].raw, words[i+1].text = "or", "or"
			for i > 0 && !words[i].cut && words[i-1].in(shifting) {
				words = slices.Delete(words, i-1, i)
				i--
			}
			continue
		}
		if key, before, after, used := shift(words[i:]); used > 0 && (shiftable.has(key) || caster && key == "xl") { // no levels of a dungeon
			both := []word{{raw: key + before, text: key + before, cut: words[i].cut}, {raw: "or", text: "or"}, {raw: key + after, text: key + after, query: words[i+used-1].query}}
			words = slices.Concat(words[:i], both, words[i+used:])
			i += len(both) - 1
		}
	}
	return words
}

// shiftable are the figures that a change is asked of.
var shiftable = wordSet(`int wis dex cha luck`)

// shift reads a figure that changes at the beginning of some words; used is how many
// words it takes, 0 if there is none.
func shift(words []word) (key, before, after string, used int) {
	k := 0
	figure := func() (n string) { // of the key, which may be said again
		if k < len(words) && words[k].keyword() != "" && (key == "" || words[k].keyword() == key) {
			key = words[k].keyword()
			k++
			for n := 0; before == "" && n < 3 && k < len(words) && words[k].in(shifting); n++ {
				k++
			}
		}
		if k >= len(words) {
			return ""
		}
		t := words[k].text
		switch own := bare(t); {
		case t == own:
			return ""
		case own == "":
			n = t
		case keyword(own) != "" && (key == "" || keyword(own) == key):
			key, n = keyword(own), t[len(own):]
		default:
			return ""
		}
		k++
		return n
	}
	if words[0].text == "from" {
		k = 1
	}
	if before = figure(); before == "" || k >= len(words) || words[k].text != "to" && words[k].text != "into" {
		return "", "", "", 0
	}
	k++
	if after = figure(); after == "" {
		return "", "", "", 0
	}
	if key == "" && k < len(words) && !words[k].cut { // "from 15 to 18 int"
		key = words[k].keyword()
		k++
	}
	return key, before, after, k
}
