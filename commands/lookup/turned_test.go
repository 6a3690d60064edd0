package lookup_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// TestThingsInAnyOrder: what no name has in the order that was typed is the thing that has all
// of its words.
func TestThingsInAnyOrder(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]string{
		"item marker magic": "magic marker |", "item horn unicorn": "unicorn horn |", "item wand sleep": "wand of sleep |", "item holding bag": "bag of holding |",
		"item mail plate": "plate mail |", "item boots speed": "speed boots |", "item resistance magic cloak": "cloak of magic resistance |",
		"price marker magic": "A magic marker", "fail wiz xl8 int16 bolt force": "Force bolt:", "poly 3 marker magic": "uncursed magic markers",
		"item magic lamp": "magic lamp |", "poly 12 horns unicorn for marker magic": "magic marker", "weight mail plate, 3 daggers": "plate mail",
	} {
		if reply := commandstest.Ask(t, r, line); reply.Failed || !strings.Contains(reply.Summary, want) {
			t.Errorf("%s: %s", line, reply.Summary)
		}
	}
}

// TestOffersAreAnswered: what completion offers is no choice that would be refused, and a
// stack's blessing may be cut short behind "pile:", too.
func TestOffersAreAnswered(t *testing.T) {
	r := commandstest.New(t)
	for line, first := range map[string]string{
		"item marker mag": "item magic marker", "item magic ma": "item magic marker", "item white dr": "item white dragon scale mail", "price marker m": "price magic marker",
		"poly 7 bles uni": "poly 7 blessed unicorn horn", "poly pile: 7 bles uni": "poly pile: 7 blessed unicorn horn", "poly pile:7 curs uni": "poly pile:7 cursed unicorn horn",
		"poly 3 rocks, 7 unc uni": "poly 3 rocks, 7 uncursed unicorn horn", "poly pile: uni": "poly pile:unicorn horn",
		"fail wiz xl8 int16 forc": "fail wiz xl8 int16 force bolt", "fail wiz xl8 int16 bolt fo": "fail wiz xl8 int16 force bolt",
	} {
		offered := r.Complete(line, 25)
		if len(offered) == 0 || offered[0] != first {
			t.Errorf("%s: offered are %q, want first %q", line, offered, first)
		}
		for _, offer := range offered {
			if reply := commandstest.Ask(t, r, offer); reply.Failed {
				t.Errorf("%q is offered for %q, and refused: %s", offer, line, reply.Summary)
			}
		}
	}
}
