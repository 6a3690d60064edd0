package thing

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
)

// conditions holds the degrees of erosion, starting at 1.
var conditions = wording.Rusty[1:]

// Condition is how far a thing is eroded, in the game's words.
var Condition = commands.NewChoice(commands.Param{Name: "condition", Summary: "The same in words: rusty, very rusty, thoroughly rusty", Choices: conditions, Also: rusts()})

// rusts returns other words for the conditions.
func rusts() map[string]string {
	out := map[string]string{}
	for _, word := range wording.Eroded[1:] {
		for _, c := range conditions {
			out[strings.Replace(c, "rusty", word, 1)] = c
		}
	}
	return out
}

// Erosion returns the degree, from 1 to 3, that the Condition of a call says; 0: it says none.
func Erosion(c *commands.Call) int { return 1 + slices.Index(conditions, Condition.In(c)) }
