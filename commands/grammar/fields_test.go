package grammar_test

import (
	"errors"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// The commands of these tests have one parameter of every kind that fields.go
// reads.
var (
	testName  = commands.NewWords(commands.Param{Name: "name", Summary: "Name of the event", Bare: true, Needed: true})
	testFrom  = commands.NewWords(commands.Param{Name: "from", Summary: "When it begins", Words: []string{"begins"}})
	testTo    = commands.NewWords(commands.Param{Name: "to", Summary: "When it ends", Words: []string{"until"}})
	testZone  = commands.NewWords(commands.Param{Name: "zone", Summary: "Time zone", One: true, Looks: func(s string) bool { return strings.Contains(s, "/") }})
	testRules = commands.NewWords(commands.Param{Name: "rules", Summary: "Name of the rules", One: true})
	testProof = commands.NewChoice(commands.Param{Name: "proof", Summary: "How accounts are proved", Choices: []string{"none", "organiser"}, Also: map[string]string{"organizer": "organiser"}})
	testNew   = &commands.Command{Name: "new", Params: commands.Takes(testName, testFrom, testTo, testZone, testRules, testProof), Examples: []string{`new "Autumn Dash" from fri to sun`}}

	testEvent  = commands.NewWords(commands.Param{Name: "event", Summary: "Name of the event", Words: []string{"in"}, Bare: true, Quoted: true})
	testPlayer = commands.NewWords(commands.Param{Name: "player", Summary: "Name of the player", Bare: true, One: true, Needed: true})
	testClan   = commands.NewWords(commands.Param{Name: "clan", Summary: "Name of the clan", Bare: true, Needed: true})
	testMove   = &commands.Command{Name: "move", Params: commands.Takes(testEvent, testPlayer, testClan), Examples: []string{"move ann Oracles"}}

	testCount = commands.NewNumber(commands.Param{Name: "number", Summary: "How many", Bare: true, Min: 1, Max: 200})
	testItems = commands.NewWords(commands.Param{Name: "items", Summary: "What to draw from", Words: []string{"of"}, Bare: true, Rest: true, Needed: true})
	testDraw  = &commands.Command{Name: "draw", Params: commands.Takes(testCount, testItems), Examples: []string{"draw 2 of ann, bob"}}

	testDeaths = commands.NewFlag(commands.Param{Name: "deaths", Summary: "Deaths"})
	testAsc    = commands.NewFlag(commands.Param{Name: "asc", Summary: "Ascensions", Words: []string{"ascensions"}})
	testOrder  = commands.NewChoice(commands.Param{Name: "by", Summary: "Order", Choices: []string{"start", "end"}, Bare: true})
	testFilter = commands.NewWords(commands.Param{Name: "filter", Summary: "Which games", Bare: true})
	testTell   = &commands.Command{Name: "tell", Params: commands.Takes(testDeaths, testAsc, testOrder, testFilter), Fillers: "and only", Examples: []string{"tell asc"}}

	testHall = &commands.Command{Name: "hall", Params: commands.Takes(commands.NewWords(commands.Param{Name: "event", Summary: "Name of the event", Words: []string{"in"}, Bare: true})), Examples: []string{"hall"}}

	testCommands = []*commands.Command{testNew, testMove, testDraw, testTell, testHall}
)

func TestFields(t *testing.T) {
	g := new(grammar.Grammar)
	for _, tt := range []struct {
		cmd        *commands.Command
		line, want string // want: the call in one spelling
	}{
		{testNew, `"Autumn Dash" from fri 18:00 to sun 18:00 Europe/Berlin rules dash`, `name:"Autumn Dash" from:"fri 18:00" to:"sun 18:00" zone:"Europe/Berlin" rules:"dash"`},
		{testNew, `from fri 18:00 to sun 18:00 "Autumn Dash"`, `name:"Autumn Dash" from:"fri 18:00" to:"sun 18:00"`},
		{testNew, `Autumn Dash begins fri until sun`, `name:"Autumn Dash" from:"fri" to:"sun"`},
		{testNew, `“Autumn Dash” from fri`, `name:"Autumn Dash" from:"fri"`},
		{testNew, `„Herbst  Lauf“ FROM fri Proof None`, `name:"Herbst Lauf" from:"fri" proof:none`},
		{testNew, `Best Organiser from fri`, `name:"Best Organiser" from:"fri"`}, // a choice needs its keyword
		{testNew, `Dash proof Organizer`, `name:"Dash" proof:organiser`},
		{testNew, `name:"Dash to Victory" from:fri to:"sun 18:00"`, `name:"Dash to Victory" from:"fri" to:"sun 18:00"`},
		{testNew, `name:Dash`, `name:"Dash"`},
		{testNew, `Dash rules dash rules dash`, `name:"Dash" rules:"dash"`},
		{testNew, `Dash from from fri`, `name:"Dash" from:"from fri"`},

		{testMove, `ann The Oracles`, `player:"ann" clan:"The Oracles"`},
		{testMove, `"Autumn Dash" ann The Oracles`, `event:"Autumn Dash" player:"ann" clan:"The Oracles"`},
		{testMove, `ann The Oracles "Autumn Dash"`, `event:"Autumn Dash" player:"ann" clan:"The Oracles"`},
		{testMove, `"Jane Doe" Oracles`, `player:"Jane Doe" clan:"Oracles"`},
		{testMove, `ann "The Oracles"`, `player:"ann" clan:"The Oracles"`},
		{testMove, `ann Oracles in autumn in paris`, `event:"autumn in paris" player:"ann" clan:"Oracles"`},
		{testMove, `ann Oracles in "Autumn Dash"`, `event:"Autumn Dash" player:"ann" clan:"Oracles"`},
		{testMove, `"Dash" "Jane Doe" "The Oracles"`, `event:"Dash" player:"Jane Doe" clan:"The Oracles"`},

		{testDraw, `2 of ann, bob,  cid`, `number2 items:ann, bob,  cid`},
		{testDraw, `number:2 items:ann, bob`, `number2 items:ann, bob`},
		{testDraw, `2 of bag of holding, wand`, `number2 items:bag of holding, wand`},
		{testDraw, `items:"ann, bob"`, `items:ann, bob`},
		{testDraw, `ann, bob`, `items:ann, bob`},

		{testHall, `Hall in Hell`, `event:"Hall in Hell"`},
		{testHall, `in Hall in Hell`, `event:"Hall in Hell"`},
		{testHall, `Hall of Fame in the Mines in June`, `event:"Hall of Fame in the Mines in June"`},
		{testHall, `in Dash`, `event:"Dash"`},

		{testTell, ``, ``},
		{testTell, `deaths and ascensions only turns>1000 not quit`, `deaths asc filter:"turns>1000 not quit"`},
		{testTell, `asc ascensions end role:wiz`, `asc by:end filter:"role:wiz"`},
		{testTell, `by start deaths:x`, `deaths by:start`},
	} {
		call, err := g.Parse(t.Context(), tt.cmd, grammar.Clean(tt.line), rules.Get(rules.Default))
		if err != nil {
			t.Errorf("%s %s: %v", tt.cmd.Name, tt.line, err)
			continue
		}
		got := call.Line()
		if want := strings.TrimSpace(tt.cmd.Name + " " + tt.want); got != want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.cmd.Name, tt.line, got, want)
		}
	}
}

func TestFieldsRefuse(t *testing.T) {
	g := new(grammar.Grammar)
	for _, tt := range []struct {
		cmd        *commands.Command
		line, want string
	}{
		{testNew, `"Autumn Dash from fri`, "quotation mark is missing"},
		{testNew, `from fri to sun`, "New needs more: name of the event."},
		{testNew, `"X" prize cookies`, `I don't understand "prize" after new.`},
		{testNew, `prize cookies "X"`, `I don't understand "prize" after new.`},
		{testNew, `X from to sun`, `A value is missing after "from": when it begins.`},
		{testNew, `X proof trust`, `There is no proof "trust". Pick none or organiser.`},
		{testNew, `X rules dash rules league`, "You gave two values for rules: dash and league."},
		{testMove, `ann`, "Move needs more: name of the clan"},
		{testMove, `"Jane Doe"`, "Move needs more: name of the clan"},
		{testDraw, `201 of ann, bob`, "The number must be between 1 and 200, not 201."},
		{testDraw, `number two of ann`, `After "number" I need a whole number, not "two".`},
		{testDraw, `number:2 number:3 of ann`, "You gave two values for number: 2 and 3."},
		{testDraw, `2`, "Draw needs more: what to draw from"},
		{testHall, `"Hall" in Hell`, `I don't understand "Hall" after hall.`},
		{testTell, `by size`, `There is no by "size".`},
	} {
		_, err := g.Parse(t.Context(), tt.cmd, grammar.Clean(tt.line), rules.Get(rules.Default))
		var mend problem.Mendable
		if !errors.As(err, &mend) || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s %s: %v, want %s", tt.cmd.Name, tt.line, err, tt.want)
		} else if len(mend.Instead()) == 0 && !strings.Contains(tt.want, "quotation mark") {
			t.Errorf("%s %s: no hint", tt.cmd.Name, tt.line)
		}
	}
}

func TestCompleteFields(t *testing.T) {
	g := new(grammar.Grammar)
	for _, tt := range []struct {
		cmd        *commands.Command
		args, want string
	}{
		{testNew, `Dash pr`, "Dash proof"},
		{testNew, `Dash proof `, "Dash proof none|Dash proof organiser"},
		{testNew, `Dash proof: o`, "Dash proof: organiser"},
		{testTell, `as`, "asc"},
		{testTell, `asc s`, "asc start"},
		{testTell, ``, ""},
	} {
		if got := strings.Join(g.Complete(tt.cmd, tt.args, rules.Get(rules.Default), 10), "|"); got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.cmd.Name, tt.args, got, tt.want)
		}
	}
}

// FuzzFields: any line is read or refused with a sentence, and what was read
// is read again from its one spelling.
func FuzzFields(f *testing.F) {
	for _, line := range []string{
		`"Autumn Dash" from fri 18:00 to sun Europe/Berlin rules dash proof none`, `"Jane Doe" Oracles in "A B"`, `2 of ann, "bob b", cid`,
		`deaths and asc by end turns>1000`, `name:"x" number:3 items:`, `"`, `""`, `of "a" of`, `by:`,
	} {
		for i := range testCommands {
			f.Add(uint8(i), line)
		}
	}
	g, set := new(grammar.Grammar), rules.Get(rules.Default)
	f.Fuzz(func(t *testing.T, which uint8, line string) {
		cmd := testCommands[int(which)%len(testCommands)]
		call, err := g.Parse(t.Context(), cmd, grammar.Clean(line), set)
		if err != nil {
			var mend problem.Mendable
			if !errors.As(err, &mend) {
				t.Fatalf("%q: %v", line, err)
			}
			return
		}
		said := call.Line()
		again, err := g.Parse(t.Context(), cmd, grammar.Clean(strings.TrimPrefix(said, cmd.Name)), set)
		if err != nil {
			t.Fatalf("%q, as %q: %v", line, said, err)
		}
		if got := again.Line(); got != said {
			t.Fatalf("%q, as %q, then %q", line, said, got)
		}
		g.Complete(cmd, grammar.Clean(line), set, 25)
	})
}
