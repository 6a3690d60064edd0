package fate

import (
	"delphi/commands"
	"delphi/commands/steps"
	"delphi/engine/rules"
)

// offered: what is sacrificed is no corpse.
var offered = commands.NewFlag(commands.Param{Name: "amulet", Summary: "You offer the Amulet of Yendor", Words: []string{"amulet of yendor", "real amulet"}})

// amuletAnswer is the machine-readable answer of `sac` about the Amulet, which brings no gift.
type amuletAnswer struct {
	Amulet string `json:"amulet"` // what it brings on the right altar
}

// tellAmulet tells what the Amulet is offered for.
func tellAmulet(c *commands.Call) *commands.Story {
	r := commands.Reply{Headline: "ascension", Data: amuletAnswer{"ascension"}}
	r.Summary = "The Amulet of Yendor is offered to win, not for a gift: on your own god's altar on the Astral Plane the game ends with your ascension; on another god's there you escape without it. Offer it on no other altar."
	r.Cite(c.Rules, rules.CiteSacrifice)
	d := steps.New(c.Rules)
	d.Given(rules.CiteSacrifice, "the Amulet", "ends the game on the Astral Plane")
	return &commands.Story{Reply: r, Steps: d}
}
