package hear_test

import (
	"testing"

	"delphi/commands/commandstest"
)

// Sentences about dying and what others find of it.
func TestSentencesOfBones(t *testing.T) {
	answersEach(t, commandstest.New(t), map[string]string{
		"there's already a bones file for dlvl 9, if i die there does mine replace it?":        "bones 9 waiting",
		"dlvl 7 already has bones, what happens when i die there":                              "bones 7 waiting",
		"someones bones are already on dl 14, will mine be kept":                               "bones 14 waiting",
		"hey if i die in minetown will other ppl find my stuff?":                               "bones minetown",
		"can other players loot me if i die in the valley":                                     "bones valley",
		"if i die in the mines can anyone find my things":                                      "bones mines",
		"dl15, stoned by a trice, bones?":                                                      "bones 15 stoned",
		"stoned by a cockatrice egg on 14... does my statue get found by anybody":              "bones 14 stoned",
		"will i be haunting dl7? shopkeeper pulped me":                                         "bones 7 killed by a shopkeeper",
		"soldier ant got me on dl 6, do i leave a ghost":                                       "bones 6 killed by a soldier ant",
		"top of vlads, can it hold bones":                                                      "bones vlad's tower top",
		"45 things in open inventory, dlvl 9: how many of them end up cursed for the next guy": "bones 9 45 items",
		"dlvl 20, 30 items, how many get cursed for whoever finds it":                          "bones 20 30 items",
		"do i leave bones if i quit":                                                           "bones dungeons quit",
		"do i leave bones when i ascend":                                                       "bones dungeons ascended",
	})
}

// Places and deaths in other words.
func TestSentencesOfDepths(t *testing.T) {
	answersEach(t, commandstest.New(t), map[string]string{
		"gnome with 22 items dies on 6, what happens to the stuff": "bones 6 gnome 22 items",
		"turned to slime in gehennom, lvl 27. bones?":              "bones 27 slimed",
		"mines lvl 12 bones":                 "bones mines dlvl 12",
		"vampire killed me on 24, human val": "bones 24 killed by a vampire val human",
		"human mummy got my orc on dlvl 9":   "bones 9 killed by a human mummy orc",
		"died on dlvl 3 starving, bones?":    "bones 3 starved",
		"rose as a vampire dlvl 28 human?":   "bones 28 vampire human",
		"genocided myself bones?":            "bones dungeons genocided",
		"quest lvl 14 bones":                 "bones quest dlvl 14",
	})
}

// Sentences about chances, counts and tries.
func TestSentencesOfOdds(t *testing.T) {
	answersEach(t, commandstest.New(t), map[string]string{
		"how many kills for 75% if every sixth one drops it":           "odds 1/6 for 75%",
		"every tenth one explodes, 5 tries":                            "odds 1/10 5 tries",
		"every other try works, odds of 3 in a row":                    "odds 1/2 at least 3 in 3",
		"coinflip 10 times, 7 heads or better":                         "odds 50% at least 7 in 10",
		"flip a coin 5 times, 3 heads exactly":                         "odds 50% exactly 3 in 5",
		"1/3 to hit, 6 shots, 4 hits or more":                          "odds 1/3 at least 4 in 6",
		"10% to blow up, 5 tries, chance everything is ok":             "odds 10% none in 5",
		"5% to explode, i zap 10 times, odds everything goes well":     "odds 5% none in 10",
		"how many times do i roll 4% for an 80% chance":                "odds 4% for 80%",
		"how often do i need to roll 4% for 80%":                       "odds 4% for 80%",
		"artifact gift is 1/10 right? 25 sacs":                         "odds 1/10 25 tries",
		"for a 2.5% drop how many kills for 50 percent and 99 percent": "odds 2.5% for 50% for 99%",
		"if each kill has a .5% chance whats 500 kills":                "odds 0.5% 500 tries",
		"95% to live each turn, 20 turns":                              "odds 95% at least 20 in 20",
		"flip 3 heads in a row":                                        "odds 50% at least 3 in 3",
		".05 each 20 times none":                                       "odds 5% none in 20",
		"half the time it works, 6 tries":                              "odds 50% 6 tries",
		"10% to die, odds i live 5 turns":                              "odds 10% none in 5",
		"probability of 10 straight 90% casts":                         "odds 90% at least 10 in 10",
		"15% per prayer, 3 prayers fail all":                           "odds 15% none in 3",
		"at least 12 on 4d4?":                                          "odds 4d4 >= 12",
		"at most 5 with 2d6":                                           "odds 2d6 <= 5",
		"how many tries at 4% to have an 80% chance":                   "odds 4% for 80%",
	})
}

// Sentences about who steals what.
func TestSentencesOfTheft(t *testing.T) {
	answersEach(t, commandstest.New(t), map[string]string{
		"how many of the wizard's touches til the real amulet is gone, 90% sure, i have 1 fake too": "theft wizard amulet, 1 fake for 90%",
		"rodney touches me 6 times, amulet and 2 fakes":                                             "theft wizard amulet, 2 fakes 6 hits",
		"wizard's hits until the bell is gone, 75%":                                                 "theft wizard bell for 75%",
		"does the Wizard go for my quest artifact first or the amulet?":                             "theft wizard quest artifact, amulet",
		"does the wizard prefer the bell":                                                           "theft wizard bell",
		"everything's in my bag, can rodney still nab the book of the dead?":                        "theft wizard book of the dead in bag",
		"the wizard touched me 3 times, is the amulet gone":                                         "theft wizard amulet 3 hits",
	})
}

// Sentences about what shops ask and offer, and of whom.
func TestSentencesOfShops(t *testing.T) {
	answersEach(t, commandstest.New(t), map[string]string{
		"lvl 3 tourist here, scroll for 133, cha 12":                       "price buy 133 scroll cha 12 sucker",
		"im a tourist xl 4, they want 400 for a ring, cha 9":               "price buy 400 ring cha 9 sucker",
		"xl 16 tourist, scroll for 133 cha 12":                             "price buy 133 scroll cha 12",
		"shk asks 400 for a ring, dunce cap off, cha 10":                   "price buy 400 ring cha 10",
		"price sell 50 potion dunce cap off":                               "price sell 50 potion",
		"took my dunce cap off, shk asks 80 for a scroll":                  "price buy 80 scroll",
		"lamp: he'd give me 5":                                             "price sell 5 lamp",
		"he'd pay 30 for this scroll":                                      "price sell 30 scroll",
		"how much would he give me for a magic lamp":                       "price magic lamp",
		"bag: 50 to buy":                                                   "price buy 50 bag",
		"wand sells for 50, base?":                                         "price sell 50 wand",
		"what sells for 50":                                                "price sell 50",
		"133zm wand with 11 cha":                                           "price buy 133 wand cha 11",
		"$133 scroll, cha 11":                                              "price buy 133 scroll cha 11",
		"hawaiian shirt showing and the guy asks 133 for a scroll, cha 11": "price buy 133 scroll cha 11 sucker",
		"300 base scroll: genocide?":                                       "price base 300 scroll",
		"im a lvl 12 tourist with dunce cap off, ring 150 cha 10":          "price buy 150 ring cha 10 sucker",
		"2h sword damage":                                                  "item two-handed sword",
		"item 2-handed sword":                                              "item two-handed sword",
	})
}
