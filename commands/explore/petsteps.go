package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/odds"
	"delphi/engine/rules"
)

// The parameters of where pets step.
var (
	petLeashed = commands.NewFlag(commands.Param{Name: "leashed", Summary: "The pet is on a leash", Words: []string{"leash", "on a leash"}})
	petSquares = commands.NewNumber(commands.Param{Name: "squares", Summary: "How many other squares, without cursed things, it can step on: 5 squares", After: []string{"squares", "square"}, Min: 0, Max: 8})
)

func petstepsCommand() *commands.Command {
	return commands.Told(&commands.Command{
		Name:    "petsteps",
		Fillers: "my pet will won't step on a the square cursed thing other others",
		Aliases: []string{"petcurse"},
		Summary: "Show what it says of a square that your pet does not step on it",
		Params:  commands.Takes(commands.RuleSet, petSquares, petLeashed),

		Examples: []string{"petsteps", "petsteps 3 squares", "petsteps 0 squares", "petsteps leashed", "petsteps v3.4.3 5 squares"},
	}, commands.By(tellPetsteps))
}

// petstepsAnswer is the machine-readable answer of `petsteps`.
type petstepsAnswer struct {
	Squares int           `json:"squares"`
	Leashed bool          `json:"leashed,omitempty"`
	Cursed  odds.Fraction `json:"cursed"` // the chance in each move that it considers the square
	Trap    odds.Fraction `json:"trap"`
}

func tellPetsteps(c *commands.Call, rule *rules.PetSteps) (*commands.Story, error) {
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	n, said := petSquares.In(c)
	leashed := petLeashed.In(c)
	a := petstepsAnswer{Leashed: leashed, Cursed: odds.Always, Trap: odds.Of(1, int64(rule.TrapOnce))}
	if !said {
		n = 7
	}
	a.Squares = n
	r.Cite(c.Rules, rules.CitePetCursed, rules.CitePetSays, rules.CitePetTrap, rules.CitePetEats)
	const proof = " If it moves \"reluctantly\", something cursed lies there."
	switch {
	case leashed:
		d.Given(rules.CitePetCursed, "avoids a curse on a leash", "no")
		r.Headline = "No"
		r.Summary = "On a leash a pet does not mind cursed things: that it stays off a square says nothing." + proof
	case n == 0:
		d.Given(rules.CitePetCursed, "avoids a curse with no other square", "no")
		r.Headline = "No"
		r.Summary = "A pet with no other square to go to steps on a cursed thing as on any." + proof
	default:
		if !said {
			c.Note(commands.Assumed, "7 other squares")
		}
		a.Cursed = odds.Of(1, int64(rule.CursedOnce*n))
		d.Work(rules.CitePetCursed, "considers the square", wording.Share(a.Cursed.P), "1/(%d*%d)", rule.CursedOnce, n)
		d.Given(rules.CitePetTrap, "considers a trap that you have seen, one time in", strconv.Itoa(rule.TrapOnce))
		r.Headline = wording.Share(a.Cursed.P)
		r.Summary = fmt.Sprintf("A pet mostly keeps off cursed things: with %s to go to it considers such a square in %s of its moves.", wording.Count(n, "other square"), wording.Share(a.Cursed.P))
		r.Summary += fmt.Sprintf(" Keeping off is no proof: it also shuns traps that you have seen (1 in %d), or just goes elsewhere. Moving \"reluctantly\" is.", rule.TrapOnce)
		r.Aside(" It does step there to eat, on a leash, or when it swaps places with you; minions do not mind.")
		r.Summary += r.Asides[0]
	}
	r.Data = a
	return s, nil
}
