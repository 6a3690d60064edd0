package commands

import "testing"

func TestBrief(t *testing.T) {
	for _, test := range []struct {
		reply        Reply
		number, hint string
	}{
		{Reply{Summary: "Force bolt: 47% fail (Wizard XL8, Int 16, Basic, plate mail). Best change: plate mail off -> 0%.", Headline: "47%", Tone: Fair}, "Force bolt: 47% fail (Wizard XL8, Int 16, Basic, plate mail).", "Force bolt: that is a risk."},
		{Reply{Summary: "7 blessed unicorn horns, one zap: a 21.2% chance of a magic marker (0.235 on average). About 6 of 7 remain.", Headline: "21.2%"}, "7 blessed unicorn horns, one zap: a 21.2% chance of a magic marker (0.235 on average).", "7 blessed unicorn horns, one zap: a fair chance of a magic marker."},
		{Reply{Summary: "A 70% chance to hit a newt (AC 8): 4 turns.", Headline: "70%"}, "A 70% chance to hit a newt (AC 8): 4 turns.", "A good chance to hit a newt."},
		{Reply{Summary: "Uncursed scroll on +7 long sword: a 66.7% chance (2/3) to evaporate. Otherwise: 33.3% +8.", Headline: "66.7%"}, "Uncursed scroll on +7 long sword: a 66.7% chance (2/3) to evaporate.", "Uncursed scroll on +7 long sword: a good chance to evaporate."},
		{Reply{Summary: "Uncursed scroll on +5 long sword: no chance to evaporate; instead 100% +6.", Headline: "100%"}, "Uncursed scroll on +5 long sword: no chance to evaporate; instead 100% +6.", "Uncursed scroll on +5 long sword: no chance to evaporate."},
		{Reply{Summary: "cockatrice (yellow c): level 5, speed 6", Title: "cockatrice (yellow c)"}, "Cockatrice (yellow c): level 5, speed 6.", "Cockatrice: I don't give the facts away here."},
		{Reply{Summary: "Luck rises from -3 to 0 in 3000 turns: it moves one step every 600."}, "Luck rises from -3 to 0 in 3000 turns: it moves one step every 600.", "I don't give the facts away here."},
		{Reply{Summary: "An 82.9% chance to beat a jackal with 5 HP at AC 4, with 18.3 HP left on average; it takes 6.6 turns.", Headline: "82.9%"}, "An 82.9% chance to beat a jackal with 5 HP at AC 4, with 18.3 HP left on average; it takes 6.6 turns.", "A very good chance to beat a jackal with 5 HP at AC 4."},
		{Reply{Summary: "No chance of protection for 600 zorkmids at XL 8: it takes 4800.", Headline: NoChance}, "No chance of protection for 600 zorkmids at XL 8: it takes 4800.", "No chance of protection for 600 zorkmids at XL 8."},
		{Reply{Summary: "It is safe to pray. The chance is 95%.", Headline: "95%", Tone: Good}, "It is safe to pray: 95%.", "It is safe to pray: that looks good."},
	} {
		if got := test.reply.Brief(NumberSpoilers); got != test.number {
			t.Errorf("number: %q, want %q", got, test.number)
		}
		if got := test.reply.Brief(HintSpoilers); got != test.hint {
			t.Errorf("hint: %q, want %q", got, test.hint)
		}
	}
	for _, test := range [][3]Spoilers{{"", "", "full"}, {"full", "number", "number"}, {"hint", "", "hint"}, {"number", "hint", "hint"}} {
		if got := test[0].Less(test[1]); got != test[2] {
			t.Errorf("%q and %q: %q", test[0], test[1], got)
		}
	}
}
