package piles

import (
	"slices"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/engine/polypile"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{poly(), polyfor(), polyfrom(), rezap()}
}

// The parameters of polypiling.
var (
	Pile = commands.NewName[thing.Thing](commands.Param{
		Name: "pile", Many: true, Pile: true, Noun: "an object", Vocabulary: thing.PileThings, Words: []string{"for"},
		Means:   []string{"wand of polymorph", "potion of polymorph"},
		Carried: []string{"luckstone"},
		Summary: "Stacks, top of the pile first, separated by commas: 10x 5 cursed rocks, blessed gdsm",
		Uses:    []string{"in the pile", "wanted"},
	})
	fodder = Pile.With(func(p *commands.Param) {
		p.Words, p.Vocabulary, p.Summary = []string{"from"}, thing.Objects, `What you want, and after "from" what you polymorph: magic marker from blessed unihorn`
		p.Uses = []string{"wanted", "polymorphed"}
	})
	again = fodder.With(func(p *commands.Param) {
		p.Vocabulary, p.Summary = thing.PileThings, `What you want, and after "from" what you polymorph: magic marker from 6 unihorns`
	})
	polymorphed = Pile.With(func(p *commands.Param) {
		p.Words, p.Vocabulary, p.Summary = []string{"from"}, thing.Objects, "What you polymorph"
		p.Uses = nil
	})

	dlvl     = commands.NewNumber(commands.Param{Name: "dlvl", Summary: "Dungeon level, for gems", Min: 1, Max: 60})
	mines    = commands.NewFlag(commands.Param{Name: "mines", Summary: "In the Gnomish Mines or another branch, for gems", Words: []string{"gnomish mines", "branch"}})
	gehennom = commands.NewFlag(commands.Param{Name: "gehennom", Summary: "In Gehennom, for gems", Words: []string{"hell"}})
	squares  = commands.NewNumber(commands.Param{Name: "squares", Summary: "Spread the stacks over this many squares of the beam", Words: []string{"over"}, After: []string{"squares", "square"}, Min: 1, Max: polypile.MaxSquares})
	line     = commands.NewFlag(commands.Param{Name: "line", Aside: true, Summary: "Piles on squares of the beam, separated by /"})
	down     = commands.NewFlag(commands.Param{Name: "down", Summary: "Zapped down", Words: []string{"zap down", "zapped down", "zapping down", "downwards", "downward"}})
	dip      = commands.NewFlag(commands.Param{Name: "dip", Summary: "Each stack dipped into a potion of polymorph", Words: []string{"dipped", "dipping"}})
	breaking = commands.NewFlag(commands.Param{Name: "break", Summary: "The wand broken", Words: []string{"breaking", "broken", "broke", "break wand", "breaking the wand", "broke the wand"}})
	compare  = commands.NewFlag(commands.Param{Name: "compare", Summary: "Find the best way to pile these up", Words: []string{"spread out", "or spread", "or spread em", "or spread them", "split", "splitting", "one pile", "in one pile", "piles or one", "piles or in one", "one or", "arrange", "how to arrange", "best results", "best way to pile", "best way to polypile", "best way to poly", "best way to zap", "better to zap"}})
	curve    = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the curve"})
)

// fodderOf returns the things that a call of rezap or polyfor names, of which those that are
// polymorphed stand behind "from". Behind what is wanted all that follows "from" does, also
// the second of "magic marker from 6 unicorn horns, 2 lamps". linked reports whether any does.
func fodderOf(c *commands.Call, pile commands.Name[thing.Thing]) (said []commands.Said, linked bool) {
	said = slices.Clone(pile.All(c))
	first := slices.IndexFunc(said, func(s commands.Said) bool { return s.As == "from" })
	for i := first + 1; first > 0 && i < len(said); i++ {
		said[i].As = "from"
	}
	return said, first >= 0
}
