package lookup

import (
	"slices"
	"strings"

	"delphi/commands/wording"
	"delphi/engine/monster"
	"delphi/engine/rules"
)

// similar holds the colours that terminals and eyes take for a colour of the game.
var similar = map[string][]string{
	"orange": {"red", "yellow", "brown"}, "gray": {"white", "black", "brown"}, "grey": {"white", "black", "brown"}, "black": {"blue", "gray"},
	"red": {"orange", "brown"}, "brown": {"yellow", "red", "orange"}, "yellow": {"brown", "orange"}, "white": {"gray"}, "blue": {"light blue", "black", "cyan"},
	"green": {"light green"}, "cyan": {"light blue", "green"}, "magenta": {"light magenta"}, "purple": {"blue"}, "pink": {"red"},
}

// recolored suggests descriptions that fit some monster and differ only by a similar
// colour from one that fits none. It may be empty.
func recolored(b *rules.Bestiary, text string) string {
	var others []string
	words := strings.Fields(text)
	for i, w := range words {
		for _, color := range similar[strings.ToLower(w)] {
			other := slices.Clone(words)
			other[i] = color
			line := strings.Join(other, " ")
			if q, err := monster.Parse(line); err == nil && len(q.Find(b)) > 0 {
				others = append(others, line)
			}
		}
	}
	if len(others) == 0 {
		return ""
	}
	return " With a similar colour: " + wording.And(others) + "."
}
