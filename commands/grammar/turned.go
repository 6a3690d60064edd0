package grammar

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/names"
)

// orders are the orders in which a name of two or three words may have been typed, other than
// its own.
var orders = [][]int{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}, {1, 0}}

// mostTurned is how many words a line may have that is read with a name's words in another
// order; a longer one is a sentence.
const mostTurned = 16

// mostOutOfOrder is how many names of a line are put right.
const mostOutOfOrder = 3

// turned is a line with the words of the first name in it that was typed in another order put
// right: "marker magic", "wand sleep". Empty: there is none.
func (p *parser) turned(line string) string {
	words := strings.Fields(line)
	if p.index == nil || len(words) > mostTurned {
		return ""
	}
	for _, order := range orders {
		for i := 0; i+len(order) <= len(words); i++ {
			run := slices.Clone(words[i : i+len(order)])
			last, comma := strings.CutSuffix(run[len(run)-1], ",")
			run[len(run)-1] = last
			if slices.ContainsFunc(run, func(w string) bool { return len(names.Words(w)) != 1 || strings.ContainsAny(w, ":,;+=|@") }) {
				continue
			}
			right := make([]string, len(order))
			for k, o := range order {
				right[k] = run[o]
			}
			if p.oneName(right) && !p.oneName(run) {
				if comma {
					right[len(right)-1] += ","
				}
				return strings.Join(slices.Concat(words[:i], right, words[i+len(order):]), " ")
			}
		}
	}
	return ""
}

// oneName reports whether words are a name, and of one thing.
func (p *parser) oneName(words []string) bool {
	found := ""
	for _, e := range p.index.Exact([]byte(strings.Join(names.Words(strings.Join(words, " ")), ""))) {
		if p.cmd.Params[e.Kind].Kind != commands.KindName || found != "" && found != e.Name {
			return false
		}
		found = e.Name
	}
	return found != ""
}
