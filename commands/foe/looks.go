package foe

import (
	"slices"
	"strings"

	"delphi/engine/monster"
	"delphi/engine/rules"
)

// mostAlike is how many monsters may look alike for one to be called by its looks.
const mostAlike = 3

// looks returns what monsters are called by who only sees them on the map, "blue letter a" and "blue
// a", where few others look like that.
func looks(b *rules.Bestiary) map[*rules.Monster][]string {
	alike := map[string]int{}
	for _, m := range b.Monsters {
		for _, name := range looksOf(m) {
			alike[name]++
		}
	}
	out := map[*rules.Monster][]string{}
	for _, m := range b.Monsters {
		for _, name := range looksOf(m) {
			if alike[name] <= mostAlike {
				out[m] = append(out[m], name)
			}
		}
	}
	return out
}

// looksOf returns what a monster's letter is called in its colour; nothing if it has another sign, or
// is the young of one that has the same, or there is only one of it.
func looksOf(m *rules.Monster) (out []string) {
	letter := m.Symbol
	if strings.HasPrefix(m.Name, "baby ") || slices.Contains(m.Geno, "UNIQ") {
		return nil
	}
	if small := strings.ToLower(letter); len(small) != 1 || small < "a" || small > "z" {
		return nil
	}
	for _, c := range monster.ColorWords(m.Color) {
		out = append(out, c+" letter "+letter)
		if !strings.EqualFold(letter, "i") { // a word of its own
			out = append(out, c+" "+letter)
		}
	}
	return out
}
