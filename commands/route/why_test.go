package route_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/engine/truthtest"
)

// lookedUp lists the commands whose answers are looked up and not worked out.
var lookedUp = map[string]bool{"mon": true, "item": true, "cure": true, "resists": true, "stops": true, "sources": true, "quest": true}

// randomLines are questions for commands whose parameters do not say what may be
// asked.
var randomLines = map[string]func(*rand.Rand) string{
	"wish": func(rng *rand.Rand) string {
		things := []string{"scrolls of genocide", "long sword", "gray dragon scale mail", "wax candles", "wand of death", "magic marker", "Excalibur", "ring of conflict", "daggers", "magic lamp", "gem", "egg"}
		line := fmt.Sprintf("wish luck %d artifacts %d: ", rng.IntN(9)-4, rng.IntN(6))
		if n := rng.IntN(6); n > 0 {
			line += fmt.Sprintf("%d ", n)
		}
		line += []string{"", "blessed ", "cursed ", "uncursed "}[rng.IntN(4)]
		if rng.IntN(2) == 0 {
			line += fmt.Sprintf("+%d ", rng.IntN(6))
		}
		return line + things[rng.IntN(len(things))]
	},
	"mix": func(rng *rand.Rand) string {
		things := []string{"unicorn horn", "amethyst", "healing", "extra healing", "full healing", "speed", "gain energy", "gain level", "water", "holy water", "unholy water", "fruit juice", "sickness", "confusion", "enlightenment", "levitation", "acid", "oil", "booze"}
		line := fmt.Sprintf("mix %s into %s", things[rng.IntN(len(things))], things[2+rng.IntN(len(things)-2)])
		for _, said := range []string{" smock", " diluted", " lit", fmt.Sprintf(" stack %d", 1+rng.IntN(20)), fmt.Sprintf(" %d dips", 1+rng.IntN(20))} {
			if rng.IntN(4) == 0 {
				line += said
			}
		}
		return line
	},
	"odds": func(rng *rand.Rand) string {
		chance := fmt.Sprintf("%d/%d", 1+rng.IntN(5), 5+rng.IntN(60))
		if rng.IntN(3) == 0 {
			chance = fmt.Sprintf("%d%%", rng.IntN(101))
		}
		switch rng.IntN(6) {
		case 0:
			return fmt.Sprintf("odds %s at least %d in %d", chance, 1+rng.IntN(6), 1+rng.IntN(60))
		case 1:
			return fmt.Sprintf("odds %s for %d%%", chance, 1+rng.IntN(99))
		case 2:
			return fmt.Sprintf("odds %s exactly %d in %d", chance, rng.IntN(6), 1+rng.IntN(60))
		case 3:
			return fmt.Sprintf("odds %s at most %d in %d", chance, rng.IntN(6), 1+rng.IntN(60))
		case 4:
			return fmt.Sprintf("odds %dd%d+%d >= %d", 1+rng.IntN(4), 2+rng.IntN(19), rng.IntN(5), rng.IntN(40))
		}
		return fmt.Sprintf("odds %s %d tries", chance, 1+rng.IntN(300))
	},
}

// Every command whose answers are worked out explains them, and what it shows
// adds up: Command.Why.
func TestWhyAddsUp(t *testing.T) {
	r := commandstest.New(t)
	lines := 8
	if truthtest.Nightly() {
		lines = 60
	}
	var each func(cmd *commands.Command)
	each = func(cmd *commands.Command) {
		for _, s := range cmd.Subs {
			each(s)
		}
		if !cmd.Cacheable || lookedUp[cmd.Path()] {
			return
		}
		t.Run(cmd.Path(), func(t *testing.T) {
			if cmd.Why == nil {
				t.Fatal("its answers are worked out, and it has no Why: see the checklist in CONTRIBUTING.md")
			}
			commandstest.Explains(t, r, cmd, lines, randomLines[cmd.Path()])
		})
	}
	for _, cmd := range r.Commands() {
		each(cmd)
	}
}

// TestWhyAddsUpOf: random questions whose steps once did not add up.
func TestWhyAddsUpOf(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{
		"learn vslashem enchant armor, xl14 int12 book:cursed dull",
		"cast vevilhack reflection, Archeologist, int6 pw0 turns13 hindered:strained",
		"learn vslashem invisibility, Barbarian, int3 book:cursed confused",
		"learn vslashem force bolt, xl14 int18 lenses",
		"learn vfiqhack fireball, Ranger, int17 book:cursed lenses",
		"drop v5.0.0 monster:Famine, tries8 sure21",
		"drop v5.0.0 monster:stalker, tries23",
		"drop v5.0.0 monster:white dragon, tries152563",
		"drop v3.4.3 monster:soldier ant, tries1",
		"memory v3.4.3 magic missile, since0 polymorphs9",
		"memory vevilhack magic missile, polymorphs3",
		"memory vevilhack magic missile, polymorphs3 known",
		"write v5.0.0 scroll of remove curse, luck-9 ink10 tries16",
		"revive v3.6.7 monster:Pestilence, within15",
		"pray v5.0.0 Valkyrie, alignment:neutral prayed12 strangled, hp3 maxhp7015 record239746 form:normal prayers9",
		"outrun vevilhack monster:vorpal jabberwock, haste:slow its:hasted monster speed2",
		"weight vslashem st13 carrying32322",
		"weight v3.4.3 gold5 con6 carrying5",
		"hurt v3.4.3 monster:monkey, ac-73 mummy wrapping, level8 depth10 xl21 dex4 role:Healer, tries25 sleep-resistant magic-resistant free-action blind reflecting new-moon killed21",
		"hurt v3.6.7 monster:flaming sphere, mc1 orcish helm, depth60 st18 role:Samurai, acid-resistant stone-resistant in-water killed200",
	} {
		reply, why := commandstest.Ask(t, r, line), commandstest.Ask(t, r, "why "+line)
		if reply.Failed || why.Failed {
			t.Errorf("%s: %s %s", line, reply.Summary, why.Summary)
			continue
		}
		commandstest.AddsUp(t, &reply, why.Steps)
	}
}
