package explore

import (
	"fmt"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/engine/rules"
)

// petHungerAnswer is the machine-readable answer of `hunger pet`.
type petHungerAnswer struct {
	Fed      int `json:"fed"`      // turns until a new pet is hungry
	Confused int `json:"confused"` // turns from then
	Starves  int `json:"starves"`
}

// tellPetHunger tells how long a pet lasts without food.
func tellPetHunger(c *commands.Call) (*commands.Story, error) {
	p, err := rules.Of[rules.PetHunger](c.Rules)
	if err != nil {
		return nil, err
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	d, r := s.Steps, &s.Reply
	if _, said := nutrition.In(c); said || fedState.In(c) != "" {
		c.Note(commands.Remarked, "your own nutrition makes no difference to a pet")
	}
	d.Given(rules.CitePetFed, "turns until a new pet is hungry", strconv.Itoa(p.Fed))
	d.Given(rules.CitePetWeak, "turns hungry until it is confused", strconv.Itoa(p.Weak))
	d.Given(rules.CitePetStarves, "turns hungry until it starves", strconv.Itoa(p.Starves))
	left := p.Starves - p.Weak
	d.Work(rules.CitePetStarves, "turns confused until it starves", strconv.Itoa(left), "%d - %d", p.Starves, p.Weak)
	r.Headline = fmt.Sprintf("%d turns", left)
	r.Summary = fmt.Sprintf("A pet starves %d turns after it is confused from hunger (\"You feel worried\" if out of sight), which comes %d turns after it got hungry: %d in all. Confused, it keeps 1/%d of its maximum HP. A new pet is hungry after %d turns; a meal puts that off. Pets that never eat do not starve.", left, p.Weak, p.Starves, p.Share, p.Fed)
	r.Cite(c.Rules, rules.CitePetWeak, rules.CitePetStarves, rules.CitePetFed, rules.CitePetHP)
	r.Data = petHungerAnswer{Fed: p.Fed, Confused: p.Weak, Starves: p.Starves}
	return s, nil
}
