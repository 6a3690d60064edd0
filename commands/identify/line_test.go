package identify_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/identify"
	"delphi/engine/rules"
)

// none keeps no sessions.
type none struct{}

func (none) Session(context.Context, string) ([]string, error) { return nil, nil }
func (none) ChangeSession(context.Context, string, func([]string) ([]string, error)) error {
	return nil
}

// A session is kept as lines, so each look and each message must come back from
// the line that its call makes.
func TestLinesComeBack(t *testing.T) {
	var g grammar.Grammar
	id := commandsOf(t, &g)
	read := 0
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0", "slashem"} {
		set := rules.Get(version)
		again := func(line, what string) {
			t.Helper()
			first, err := g.Parse(t.Context(), id, line, set)
			if err != nil {
				t.Errorf("%s: %q is not read: %v", version, line, err)
				return
			}
			text := strings.TrimPrefix(first.Line(), "id ")
			second, err := g.Parse(t.Context(), id, text, rules.Get("3.4.3"))
			if err != nil || second.Line() != first.Line() {
				t.Errorf("%s: %s: %q becomes %q, which is not read back: %v", version, what, line, text, err)
			}
			read++
		}
		for _, l := range param(t, id, "look").Vocabulary(set) {
			again(l.Name+" buy 100 cha 9", l.Name)
		}
		for _, m := range param(t, id, "engrave").Vocabulary(set) {
			for _, words := range append(m.Aliases, m.Name) {
				again("wand engrave "+words, words)
			}
		}
		for _, m := range param(t, id, "sink").Vocabulary(set) {
			for _, words := range append(m.Aliases, m.Name) {
				again("ring sink "+words, words)
			}
		}
	}
	if read < 900 {
		t.Errorf("only %d lines were read", read)
	}
}

// What a sink shows and what an engraving does is read as the game says it.
func TestMessagesOfTheGame(t *testing.T) {
	var g grammar.Grammar
	id := commandsOf(t, &g)
	for message, name := range map[string]string{
		"ring sink You thought your ring got lost in the sink":                   "there it is",
		"ring sink The ring is regurgitated!":                                    "regurgitated",
		"ring sink The sink quivers upward for a moment.":                        "quivers upward",
		"ring sink You smell rotten slime molds.":                                "rotten fruit",
		"ring sink Several flies buzz angrily around the sink.":                  "flies buzz angrily",
		"ring sink Static electricity surrounds the sink.":                       "static electricity",
		"ring sink You hear loud noises coming from the drain.":                  "loud noises",
		"ring sink The water flow seems fixed.":                                  "water flow fixed",
		"ring sink The water flow seems weaker now.":                             "water flow stronger",
		"ring sink The water flow seems greater now.":                            "water flow greater",
		"ring sink The water flow misses the drain.":                             "water hits the drain",
		"ring sink The water's force seems smaller now.":                         "water's force greater",
		"ring sink The faucets flash brightly for a moment.":                     "faucets flash",
		"ring sink The sink looks as good as new.":                               "as good as new",
		"ring sink You don't see anything happen to the sink.":                   "nothing happens to the sink",
		"ring sink You see the ring slide right down the drain!":                 "slides right down",
		"ring sink You see some air in the sink.":                                "air in the sink",
		"ring sink The sink seems to blend into the floor for a moment.":         "blends into the floor",
		"ring sink The hot water faucet flashes brightly for a moment.":          "hot water faucet flashes",
		"ring sink The cold water faucet flashes brightly for a moment.":         "cold water faucet flashes",
		"ring sink The sink looks nothing like a fountain.":                      "nothing like a fountain",
		"ring sink The sink glows black for a moment.":                           "glows silver",
		"ring sink The sink glows white for a moment.":                           "glows white",
		"ring sink The sink looks like it is being beamed aboard somewhere.":     "beamed aboard",
		"ring sink The sink momentarily looks like a regularly erupting geyser.": "erupting geyser",
		"ring sink The sink momentarily vanishes.":                               "sink vanishes",
		"wand engrave The wand unsuccessfully fights your attempt to write!":     "fights your attempt to write",
		"wand engrave The bugs on the ground slow down!":                         "bugs slow down",
		"wand engrave The bugs on the floor speed up!":                           "bugs speed up",
		"wand engrave The floor is riddled by bullet holes!":                     "riddled by bullet holes",
		"wand engrave The bugs on the floor stop moving!":                        "bugs stop moving",
		"wand engrave A few ice cubes drop from the wand.":                       "ice cubes drop",
		"wand engrave The engraving on the floor vanishes!":                      "engraving vanishes",
		"wand engrave Gravel flies up from the floor.":                           "gravel flies",
		"wand engrave You hear drilling!":                                        "gravel flies",
		"wand engrave Flames fly from the wand.":                                 "flames",
		"wand engrave Lightning arcs from the wand.":                             "lightning arcs",
		"wand engrave You are blinded by the flash!":                             "lightning arcs",
		"wand engrave A lit field surrounds you!":                                "room is lit",
		"wand engrave You feel self-knowledgeable...":                            "self-knowledgeable",
	} {
		for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
			c, err := g.Parse(t.Context(), id, message, rules.Get(version))
			if err != nil {
				t.Errorf("%s: %s: %v", version, message, err)
				continue
			}
			if got := slices.Concat(c.Value(param(t, id, "sink")).Names, c.Value(param(t, id, "engrave")).Names); len(got) != 1 || got[0].Name != name {
				t.Errorf("%s: %s is %v, not %s", version, message, got, name)
			}
		}
	}
}

// commandsOf is id with a grammar and no sessions.
func commandsOf(t *testing.T, g *grammar.Grammar) *commands.Command {
	list := identify.Commands(identify.Options{Sessions: none{}, Parse: func(cmd *commands.Command, line string, set *rules.Set) (*commands.Call, error) {
		return g.Parse(t.Context(), cmd, line, set)
	}})
	id := list[len(list)-1]
	id.Adopt()
	return id
}

// param returns a parameter of a command.
func param(t *testing.T, cmd *commands.Command, name string) *commands.Param {
	t.Helper()
	for _, p := range cmd.Params {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("%s has no %s", cmd.Name, name)
	return nil
}
