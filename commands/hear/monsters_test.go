package hear_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// Sentences about monsters, and who eats them, with the line that says the same.
func TestSentencesOfMonsters(t *testing.T) {
	r := commandstest.New(t)
	for line, plain := range map[string]string{
		"i'm an orc, can i eat an orc shaman":         "eat orc shaman as orc",
		"i'm human, can i eat a human mummy":          "eat human mummy as human",
		"can a dwarf valk eat dwarf":                  "eat dwarf as dwarf valkyrie",
		"is it ok to eat a dog as a caveman?":         "eat dog as caveman",
		"im a gnome, is a gnome lord safe":            "mon gnome lord",
		"mon a but not soldier ant":                   "mon a except soldier ant",
		"which F besides lichens are poisonous":       "mon F poisonous except lichen",
		"mon level 5 to 7 not poisonous":              "mon level 5-7 not poisonous",
		"which & flies":                               "mon & flies",
		"what gives cold resistance when eaten":       "mon gives cold",
		"which corpses give poison resistance":        "mon gives poison",
		"what can i eat for telepathy":                "mon gives telepathy",
		"what can steal my stuff":                     "mon steals",
		"trapper -- can i leave its belly?":           "mon trapper",
		"dingo v large dog":                           "dingo vs large dog",
		"mon jackalwere":                              "mon werejackal",
		"mon compare newt vanilla vs slashem":         "mon compare newt 5.0.0 slashem",
		"dmg d12 weapons: two-handed sword?":          "item two-handed sword",
		"price +3 plate mail":                         "price plate mail enchant 3",
		"magic missile stronger at xl 20? wiz int 18": "zap magic missile wiz xl20 int18",
		"does a red dragon breathe fire at me":        "mon red dragon",
		"which dragons fly and dont resist fire":      "mon D flies not resists fire",
		"which monsters resist fire and cold":         "mon resists fire resists cold",
		"what monsters have speed at least 24":        "mon speed >=24",
		"what d are not poisonous":                    "mon d not poisonous",
		"will a lichen corpse kill me if i eat it":    "eat lichen",
		"tengu tc%":                       "eat tengu",
		"what's a T that's brown":         "mon T brown",
		"which c's petrify":               "mon c stoning",
		"lizard corpse older than 50":     "eat lizard age 50",
		"F that give poison res":          "mon F gives poison",
		"int from mind flayer %":          "eat mind flayer",
		"tengu tele%":                     "eat tengu",
		"orc cav here, kitten corpse ok?": "eat kitten as orc caveman",
		"anything lvl 5 to 7 that flies":  "mon level 5-7 flies",
		"quasit int%":                     "eat quasit",
		"what's even in the & class?":     "mon &",
		"what is in the L class":          "mon L",
		"i ate a bat and got stunned, is a giant bat the same?": "eat giant bat",
		"newt corpse 60t old":          "eat newt age 60",
		"jackal corpse 40 t old":       "eat jackal age 40",
		"is a 40 turn old jackal safe": "eat jackal age 40",
		"gaint beetle ac":              "mon giant beetle ac",
		"nymphs, all kinds of em":      "mon n",
		"every kind of dragon":         "mon D",
		"trolls, all of them":          "mon T",
		"weeping angel dnethack pls":   "mon dnethack weeping angel",
	} {
		means(t, r, line, plain)
	}
}

// What would be answered as something else is asked back.
func TestMonstersAskedBack(t *testing.T) {
	r := commandstest.New(t)
	for line, hint := range map[string]string{
		"is an old kobold corpse bad":                     "eat kobold age ",
		"can fireball kill a 60 hp thing, wiz 14 int 18":  "zap v",
		"which of the trolls is fastest":                  "mon troll",
		"what resists death":                              "mon undead",
		"weeping angel evilhack":                          "mon evilhack Angel",
		"my dog ate a cockatrice corpse, will it die?":    "eat corpse",
		"can my cat eat a lichen":                         "eat corpse",
		"ac of +3 plate mail":                             "plate mail",
		"wiz 9 int 17 fireball 3 casts exactly one works": "help cast",
		"fireball and sleep wiz 9 int 17 max skill":       "skill expert",
	} {
		got := commandstest.Ask(t, r, line)
		a, _ := got.JSON()
		if !got.Failed || !strings.Contains(string(a), hint) {
			t.Errorf("%s\n got %s\nwant a hint %s", line, a, hint)
		}
	}
}

// Talk about deaths and wishes asks nothing.
func TestTalkIsLeftAlone(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{"wish me luck guys", "wish i had speed boots", "ok that was a cheap death", "yeah that shopkeeper was a crook", "gn all, my samurai and i need sleep", "what a dumb death", "nice, the priest gave me protection",
		"nooo my kitten ate the wraith corpse im so mad rn", "my cat just ate my only wraith corpse", "poly want a cracker"} {
		if got := commandstest.Ask(t, r, line); !got.Failed || !got.Silent {
			t.Errorf("%s\n got %s", line, got.Summary)
		}
	}
}
