package route_test

import (
	"testing"

	"delphi/commands/commandstest"
)

// TestTold: what is told beside a question counts where it is about that, and nowhere else.
func TestTold(t *testing.T) {
	r := commandstest.New(t)
	for _, c := range []struct{ line, read string }{
		// the rest of a sentence of which something is taken
		{"I'm a samurai, level 3, 29 HP, AC 4. With the katana in my hands I should face the killer bees one at a time, and I counted 4 of them. Do I survive that?", "duel monster:killer bee, role:Samurai, xl3 ac4 hp29 katana, count4"},
		// what "it" is
		{"My valkyrie has 1,900 experience points and stands at level 8, and there's an ice troll asleep nearby. Would killing it lift me to level 9?", "exp monster:ice troll, xl8 points1900 reach9"},
		// the hero's own AC is not the foe's
		{"Valkyrie, level 8, St 18/40, Dex 13, Luck 0, +1 long sword at Basic, AC 2. How often do I hit an owlbear?", "hit monster:owlbear, role:Valkyrie, xl8 st18/40 dex13 luck0 +1 long sword basic"},
		{"how often does my +1 long sword hit something of ac 2, valkyrie xl8", "hit role:Valkyrie, xl8 +1 long sword, ac2"},
		// what was so
		{"prayed on turn 900 because i was weak, now its turn 1750 and i have 6 of 48 hp, safe to pray?", "pray prayed900 turn1750 hp6 maxhp48"},
		// one weapon, told twice
		{"Rogue, xl9, expert in dagger, 11 +2 daggers. what does a throw of the daggers do to an ettin", "volley role:Rogue, xl9 11 +2 dagger, skill:expert monster:ettin"},
		// figures that are corrected
		{"a troll died 20 turns ago, wait no, 30, whats the chance it still gets up", "revive monster:troll, age30"},
		{"i have 6, wait no, 7 unihorns, what are my odds of a marker if i zap the whole heap", "poly 7 unicorn horn, for:magic marker"},
		{"kick door dex 12 con 12 st 18/50, no wait, st 18/80", "kick target:door st18/80 dex12 con12"},
		{"fountain quaff dlvl 7, sorry, dlvl 9", "fountain use:quaff dlvl9"},
		// figures that have changed
		{"The long sword was +4 for ages and is +6 now. How likely is it that one more enchant weapon ruins it?", "enchant what:weapon +6 long sword"},
		{"had 90 pw an hour ago, 35 left now, how many sleeps is that, wiz xl9 int17", "cast sleep, Wizard, xl9 int17 pw35"},
		{"luck was -3 after that mirror, down to -1, hp 5(40), prayed 1200 turns ago, safe?", "pray since1200 hp5 maxhp40 luck-1"},
		{"my last prayer was at 5210, its 6080 now, hp 6(52), safe?", "pray prayed5210 turn6080 hp6 maxhp52"},
		// what is seen of a monster
		{"hurt yellow c ac 3", "hurt monster:cockatrice, ac3"},
		{"what is a blue letter a", "mon soldier ant"},
	} {
		if reply := commandstest.Ask(t, r, c.line); reply.Read != c.read {
			t.Errorf("%s\nread as %q (%s), want %q", c.line, reply.Read, reply.Summary, c.read)
		}
	}
}

// TestSupplied: what answers a question back, or corrects what was said, keeps the rest.
func TestSupplied(t *testing.T) {
	for _, c := range []struct{ lines, read string }{
		{"fail rate with a robe on\nright, haste self, wiz 8, 16 int, unskilled", "fail haste self, Wizard, xl8 int16 skill:unskilled robe"},
		{"prayed on turn 4210, its 5080 now and i have 6 of 52 hp. safe?\nno wait, 4120 was the prayer", "pray prayed4120 turn5080 hp6 maxhp52"},
		{"who wins, a samurai xl7 hp 60 ac 4 katana or a soldier ant\ntwo of the ants", "duel monster:soldier ant, role:Samurai, xl7 ac4 hp60 katana, count2"},
	} {
		checkRead(t, c.lines, c.read)
	}
}
