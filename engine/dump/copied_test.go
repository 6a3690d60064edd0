package dump

import (
	"testing"

	"delphi/engine/rules"
)

// What was copied from the game is told from the words around it, in one line and in several.
func TestCopied(t *testing.T) {
	const status = "Dlvl:5 $:0 HP:5(40) Pw:1(1) AC:4 Xp:3/40 T:900"
	for _, c := range []struct{ text, copied, words string }{
		{status + " Hungry Conf, b - a blessed unicorn horn, c - 2 potions of healing", status + " Hungry Conf\nb - a blessed unicorn horn\nc - 2 potions of healing", ""},
		{status + " Weak. wat do", status + " Weak", "wat do"},
		{status + " Weak what should i do", status + " Weak", "what should i do"},
		{"Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful " + status + ", soldier ant", "Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful " + status, "soldier ant"},
		{"soldier ant, " + status + ", lizard corpse", status, "soldier ant, lizard corpse"},
		{status + "\na - a +1 long sword (weapon in hand), soldier ant\n", status + "\na - a +1 long sword (weapon in hand)", "soldier ant"},
		{"Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful\n" + status + "\nc - 2 potions of healing\n", "Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful\n" + status + "\nc - 2 potions of healing", ""},
		{"wat do Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful " + status, "Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful " + status, "wat do"},
		{"Help! Sir Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful " + status, "Sir Agent the Stripling St:16 Dx:12 Co:12 In:8 Wi:8 Ch:8 Lawful " + status, "Help!"},
		{"```\n" + status + "\nd - a wand of sleep (0:4) what should i do\n```", status + "\nd - a wand of sleep (0:4)", "what should i do"},
		{status + " j - a magic whistle wat do", status + "\nj - a magic whistle", "wat do"},
		{"hp 5(40), my wand of sleep (0:4), soldier ant, a cursed frost horn 1:0", "a wand of sleep (0:4)\na cursed frost horn (1:0)", "hp 5(40), , soldier ant"},
		{"hp 5(40) an empty wand of digging, cursed sleep wand (0:3), wand of cold with 2 charges, canceled wand of slow monster, wand of fire", "a wand of digging (0:0)\na cursed wand of sleep (0:3)\na wand of cold (0:2)\na wand of slow monster (0:-1)", "hp 5(40) , , , , wand of fire"},
		{"soldier ant\n" + status + "\n Amulets\n n - a pyramidal amulet\n (1 of 2)\n", status + "\nAmulets\nn - a pyramidal amulet\n(1 of 2)", "soldier ant"},
		{status + " Weak, prayed T:300", status + " Weak", "prayed T:300"},
		{"HP:7(58) AC:2 Wiz XL9, soldier ants adjacent, T:6100, prayed T:5900", "", "HP:7(58) AC:2 Wiz XL9, soldier ants adjacent, T:6100, prayed T:5900"},
		{"hp 5(40) hungry, blessed unicorn horn", "", "hp 5(40) hungry, blessed unicorn horn"},
	} {
		copied, words := Copied(c.text, rules.Get("5.0.0"))
		if copied != c.copied || words != c.words {
			t.Errorf("%q: %q and %q, want %q and %q", c.text, copied, words, c.copied, c.words)
		}
	}
}

// Somebody says in words how a game ended, and where.
func TestEnded(t *testing.T) {
	for _, c := range []struct {
		words, killer string
		depth         int
	}{
		{"killed by a soldier ant", "soldier ant", 0},
		{"Killed by a soldier ant on dungeon level 4, while sleeping", "soldier ant", 4},
		{"what did i do wrong, i was killed by a dwarf. how could i have lived?", "dwarf", 0},
		{"killed by Ms. Htargcm, the shopkeeper", "Ms. Htargcm, the shopkeeper", 0},
		{"starved to death on dlvl 6", "starvation", 6},
		{"i strangled", "strangulation", 0},
		{"digested by a purple worm", "purple worm", 0},
		{"soldier ant", "", 0},
	} {
		h := Told(rules.Get("5.0.0"))
		if said := h.Ended(c.words); said != (c.killer != "") || said && h.Died.Killer != c.killer || h.Dlvl.Depth.N != c.depth {
			t.Errorf("%q: %+v on %+v", c.words, h.Died, h.Dlvl)
		}
	}
}
