package craft

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/ends"
	"delphi/engine/seq"
)

// hoped is an end of a fixture that may be asked about instead of the wish: how a question calls
// it, how an answer does, and parts of what the engine says, of which one is enough.
type hoped struct {
	name, wanted string
	says         []string
}

// hopes are the ends of one fixture that may be asked about.
type hopes []hoped

// sitEnds are those of a throne.
var sitEnds = hopes{
	{"genocide", "genocide", []string{"Imperious order"}},
	{"identify", "things identified", []string{"granted an insight"}},
	{"teleport", "a teleport", []string{"wrenching sensation"}},
	{"healing", "healing", []string{"much, much better"}},
	{"shock", "an electric shock", []string{"electric shock"}},
}

// waterEnds are those of a fountain; not every one comes both of quaffing and of dipping.
var waterEnds = hopes{
	{"demon", "a water demon", []string{"water demon"}},
	{"moccasins", "water moccasins", []string{"stream of snakes"}},
	{"nymph", "a water nymph", []string{"water nymph"}},
	{"uncurse", "a lifted curse", []string{"glows for a moment"}},
	{"gem", "a gem", []string{"spot a gem"}},
}

// param returns the parameter that chooses among the ends. Each of them may also be called by a
// key of also.
func (h hopes) param(summary string, also map[string]string) commands.Choice {
	names := seq.Map(h, func(end hoped) string { return end.name })
	return commands.NewChoice(commands.Param{Name: "outcome", Summary: summary, Choices: names, Also: also})
}

// ask makes the named end the one that is asked about; with an empty name it stays the wish.
func (h hopes) ask(e *ends.Ends, name string) {
	for _, end := range h {
		if end.name == name {
			e.Wanted, e.How = end.wanted, ""
			e.Is = func(what string) bool {
				return slices.ContainsFunc(end.says, func(part string) bool { return strings.Contains(what, part) })
			}
		}
	}
}
