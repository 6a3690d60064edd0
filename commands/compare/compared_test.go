package compare

import (
	"testing"

	"delphi/commands"
)

// What answers to one question have in common is said once; what has too little in common
// is said in full, with a table.
func TestCompared(t *testing.T) {
	reply := func(command, headline, summary string) commands.Reply {
		return commands.Reply{Command: command, Headline: headline, Summary: summary, Version: "5.0.0"}
	}
	robe := reply("fail", "91%", "Sleep: 91% fail (Wizard XL10, Basic, robe). Best change: staff.")
	bare := reply("fail", "100%", "Sleep: 100% fail (Wizard XL10, Basic).")
	for _, tt := range []struct {
		name    string
		replies []commands.Reply
		apart   []string
		want    string
		table   bool
	}{
		{"worn", []commands.Reply{robe, bare}, []string{"robe", "without robe"}, "Sleep: 91% fail (Wizard XL10, Basic, robe); without robe: 100%.", false},
		{"not worn first", []commands.Reply{bare, robe}, []string{"without robe", "robe"}, "Sleep: 100% fail (Wizard XL10, Basic); robe: 91%.", false},
		{"nothing apart", []commands.Reply{robe, bare}, []string{"robe", ""}, "Sleep: 91% fail (Wizard XL10, Basic, robe). Sleep: 100% fail (Wizard XL10, Basic).", true},
		{"two kinds", []commands.Reply{robe, reply("throne", "3%", "A throne: a 3% chance.")}, []string{"sleep", "throne"}, "Sleep: 91% fail (Wizard XL10, Basic, robe). A throne: a 3% chance.", true},
		{"the same", []commands.Reply{bare, bare}, []string{"luck 0", "luck 1"}, "luck 0: Sleep: 100% fail (Wizard XL10, Basic); luck 1: the same.", false},
		{"other figures", []commands.Reply{
			reply("hit", "50%", "A 50% chance to hit a newt (AC 8) with a dagger; 2.5 damage on average."),
			reply("hit", "40%", "A 40% chance to hit a newt (AC 8) with a club; 3.5 damage on average."),
		}, []string{"dagger", "club"}, "A 50% chance to hit a newt (AC 8) with a dagger; 2.5 damage on average; club: 40%, 3.5 damage on average.", false},
		{"a figure less", []commands.Reply{
			reply("zap", "96%", "Fire: a 96% chance to hit AC 3; 6d6 damage; range 7 to 13."), reply("zap", "96%", "Sleep: a 96% chance to hit AC 3; range 7 to 13."),
		}, []string{"fire", "sleep"}, "Fire: a 96% chance to hit AC 3; 6d6 damage; range 7 to 13; Sleep: the same without 6d6 damage.", false},
		{"begins with what it is about", []commands.Reply{
			reply("smoky", "6%", "Blessed potion: a 6% chance (3/50) of a wish."), reply("smoky", "1%", "Cursed potion: a 1% chance (1/100) of a wish."),
		}, []string{"blessed", "cursed"}, "Blessed potion: a 6% chance (3/50) of a wish; Cursed potion: 1% (1/100).", false},
		{"no figure, the same", []commands.Reply{reply("elbereth", "ignores", "A minotaur ignores it."), reply("elbereth", "ignores", "A shopkeeper ignores it.")}, []string{"minotaur", "shopkeeper"}, "A minotaur ignores it; shopkeeper: the same.", false},
		{"yes and no", []commands.Reply{
			reply("outrun", "No", "No, it is faster: fast you move 4/3 a turn, an ant (speed 18) 3/2."), reply("outrun", "Yes", "Yes, you outrun it: very fast you move 5/3 a turn, an ant (speed 18) 3/2."),
		}, []string{"fast", "very fast"}, "No, it is faster: fast you move 4/3 a turn, an ant (speed 18) 3/2; very fast: Yes, you outrun it: you move 5/3 a turn.", false},
		{"the rest differs", []commands.Reply{
			reply("throne", "2%", "A throne: a 2% chance of a wish per sit. It goes 1 time in 3 (never early) (3.1 sits): 7.5% from one throne. Otherwise: 2% each of a teleport and 11 more."),
			reply("throne", "2%", "A throne: a 2% chance of a wish per sit. It goes 1 time in 3 (3 sits): 7.3% from one throne. Otherwise: 2% each of a shock and 11 more."),
		}, []string{"3.4.3", "5.0.0"}, "3.4.3 and 5.0.0: A throne: a 2% chance of a wish per sit; 3.4.3: never early, 3.1 sits, 7.5% from one throne; 5.0.0: 3 sits, 7.3% from one throne.", false},
		{"nothing in common", []commands.Reply{reply("odds", "5%", "One: 5%."), reply("odds", "6%", "Two: 6 of 7, 6%.")}, []string{"1", "2"}, "1: One: 5%. 2: Two: 6 of 7, 6%.", true},
		{"no figure", []commands.Reply{reply("elbereth", "ignores", "A minotaur ignores it."), reply("elbereth", "respects", "A newt respects it.")}, []string{"minotaur", "newt"}, "A minotaur ignores it. A newt respects it.", true},
	} {
		got := Several(tt.replies, tt.apart)
		if got.Summary != tt.want || (got.Table != nil) != tt.table {
			t.Errorf("%s: %s (table %v)", tt.name, got.Summary, got.Table)
		}
	}
	if got := Several([]commands.Reply{robe, bare}, []string{"robe", "without robe"}).Title; got != "Robe: 91%; without robe: 100%" {
		t.Errorf("above it stands %q", got)
	}
}

func TestShorten(t *testing.T) {
	const list = "9 things: one (a, b), two, three, four, five, six and 3 more."
	if got, want := shorten(list, 46), "9 things: one (a, b), two, three and 6 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := shorten(list, len(list)); got != list {
		t.Errorf("%q", got)
	}
}
