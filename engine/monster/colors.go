package monster

import (
	"maps"
	"slices"
	"strings"
)

// colors holds what players call the game's colours, and which of them each word may mean. They say
// purple and pink of both of the game's magentas; terminals show black as a dark blue or gray,
// orange as a light red, and brown as a dark yellow.
var colors = map[string][]string{
	"black": {"black"}, "red": {"red"}, "green": {"green"}, "brown": {"brown"}, "blue": {"blue"}, "magenta": {"magenta"}, "cyan": {"cyan"},
	"gray": {"gray"}, "orange": {"orange"}, "bright red": {"orange"}, "yellow": {"yellow"}, "white": {"white"},
	"bright green": {"brightgreen"}, "light green": {"brightgreen"}, "bright blue": {"brightblue"}, "light blue": {"brightblue"},
	"bright magenta": {"brightmagenta"}, "light magenta": {"brightmagenta"}, "bright purple": {"brightmagenta"},
	"bright cyan": {"brightcyan"}, "light cyan": {"brightcyan"},

	"purple": {"magenta", "brightmagenta"}, "violet": {"magenta", "brightmagenta"}, "pink": {"brightmagenta", "magenta"},
	"dark gray": {"black", "nocolor"}, "golden": {"yellow"}, "turquoise": {"cyan", "brightcyan"}, "teal": {"cyan", "brightcyan"},
	"dark blue": {"blue", "black"}, "sky blue": {"brightblue"}, "lime": {"brightgreen"}, "dark green": {"green"}, "dark red": {"red"}, "light red": {"orange"},
	"light gray": {"gray"}, "tan": {"brown"}, "light brown": {"yellow", "brown"}, "dark yellow": {"brown"}, "bright yellow": {"yellow"}, "light yellow": {"yellow"},
	"bright white": {"white"}, "dark magenta": {"magenta"}, "dark cyan": {"cyan"},
}

// wordsFor maps the game's colours to what players call them.
var wordsFor = func() map[string][]string {
	out := map[string][]string{}
	for _, word := range slices.Sorted(maps.Keys(colors)) {
		for _, color := range colors[word] {
			out[color] = append(out[color], word)
			if strings.Contains(word, "gray") {
				out[color] = append(out[color], strings.ReplaceAll(word, "gray", "grey"))
			}
		}
	}
	return out
}()

// ColorWords returns what players may call one of the game's colours, as a Monster has it, in the
// order of the alphabet. Do not change it.
func ColorWords(color string) []string { return wordsFor[color] }
