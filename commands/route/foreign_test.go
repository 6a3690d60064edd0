package route_test

import (
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// TestForeign: what begins with an everyday verb and goes on with nothing that the command
// knows is another bot's; what is near a name is ours, and so is all that is asked in private.
func TestForeign(t *testing.T) {
	r := commandstest.New(t)
	for line, silent := range map[string]bool{
		"kick bob": true, "drop it": true, "make tea": true, "force bob": true, "box alice": true, "cast a vote": true, "hit me": true,
		"drop jackl": false, "drop jackal": false, "kick": false, "kick the door": false, "force": false, "hit jackl": false, "hit xl3": false,
		"fail blarg": false, "cast wizard": false, "open": false,
	} {
		if reply := commandstest.Ask(t, r, line); reply.Silent != silent {
			t.Errorf("%s: silent %t: %s %q", line, reply.Silent, reply.Summary, reply.Hints)
		}
		req := commandstest.Request(line)
		req.Private = true
		if reply := r.Answer(t.Context(), req); reply.Silent && silent {
			t.Errorf("%s in private is not answered", line)
		}
	}
}

// neighbours holds the other bots of a channel.
type neighbours struct{}

func (neighbours) Theirs(_ commands.Network, place commands.Place, word string) (string, bool) {
	return "Rodney", place == "#test" && word == "mon"
}

func (neighbours) Left(_ commands.Network, place commands.Place) [][2]string {
	if place != "#test" {
		return nil
	}
	return [][2]string{{"mon", "Rodney"}}
}

// TestNeighbours: what another bot answers here is not answered by prefix, until an operator
// switches it on; an alias can be switched off by itself; the lines about entries are another
// bot's where entries are off.
func TestNeighbours(t *testing.T) {
	r := commandstest.New(t, func(o *route.Options) { o.Neighbours = neighbours{} })
	known := func(line string, want bool) {
		t.Helper()
		if got := r.Known("test", "#test", line); got != want {
			t.Errorf("%s is known: %t", line, got)
		}
	}
	known("mon newt", false)
	known("monster newt", true) // nobody answers to that
	if !r.Known("test", "#other", "mon newt") {
		t.Error("another channel is silent, too")
	}
	commandstest.Ask(t, r, "set on mon")
	known("mon newt", true)
	commandstest.Ask(t, r, "set off version commands")
	known("version", false)
	known("commands", false)
	known("about", true)
	known("help", true)
	commandstest.Ask(t, r, "set off help")
	known("help", false)
	commandstest.Ask(t, r, "set on commands")
	known("commands", false) // as help is off
	commandstest.Ask(t, r, "set on help")
	known("commands", true)

	commandstest.Ask(t, r, "set on learn")
	if reply := commandstest.Ask(t, r, "learn add gnome with a wand of death"); !reply.Silent {
		t.Errorf("another bot's learn add: %s", reply.Summary)
	}
}
