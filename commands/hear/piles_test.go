package hear_test

import (
	"testing"

	"delphi/commands/commandstest"
)

// Sentences about piles, with the line that says the same.
func TestSentencesOfPiles(t *testing.T) {
	r := commandstest.New(t)
	for line, plain := range map[string]string{
		"30 books of knock polied, i hate golems, odds of no golem":                            "poly 30 spellbooks of knock no golem",
		"20 sacks polypiled, golems scare me, chance of a rope golem?":                         "poly 20 sacks rope golem",
		"afraid of golems: 12 rocks zapped, chance without a golem":                            "poly 12 rocks no golem",
		"6 high boots, want kicking or speed boots":                                            "poly 6 high boots for kicking boots or speed boots",
		"8 orcish cloaks for protection, displacement or invisibility cloak":                   "poly 8 orcish cloaks for cloak of protection or cloak of displacement or cloak of invisibility",
		"4 orcish helms for brilliance?":                                                       "poly 4 orcish helms for helm of brilliance",
		"5 leather gloves polyed, want dexterity":                                              "poly 5 leather gloves for gauntlets of dexterity",
		"5 elven cloaks, magic resistance?":                                                    "poly 5 elven cloaks for cloak of magic resistance",
		"can a worthless piece of blue glass turn into a valuable gem?":                        "polyfrom worthless piece of blue glass",
		"will my oil lamp become something better if i poly it":                                "polyfrom oil lamp",
		"dip =oHunger in !oPoly, =oFA?":                                                        "poly dip ring of hunger for ring of free action",
		"dip 3 sacks into a potion of polymorph, bag of holding?":                              "poly dip 3 sacks for bag of holding",
		"sacks to bag of holding, worth it?":                                                   "polyfor bag of holding from sack",
		"change amulets to reflection":                                                         "polyfor amulet of reflection from amulet of change",
		"unihorns to markers, does that pay":                                                   "polyfor magic marker from unicorn horn",
		"4 wands of light dipped one at a time, 1 sleep please":                                "poly dip 4x wand of light for wand of sleep",
		"slashem, when will the bag of holding i made from a sack turn back":                   "polyfrom slashem sack back",
		"slashem does a marker from a tin whistle change back":                                 "polyfrom slashem tin whistle back",
		"sack, leash, saddle => bag of tricks":                                                 "poly sack, leash, saddle for bag of tricks",
		"so i got 5 crystal balls (cursed i think), chance of a marker":                        "poly 5 cursed crystal balls for magic marker",
		"12 potions of plain water polied, odds of full healing":                               "poly 12 potions of water for potion of full healing",
		"what do i get if i zap poly at plain water":                                           "polyfrom potion of water",
		"many boots lying here, 6 pairs of high ones, speed boots?":                            "poly 6 high boots for speed boots",
		"slashem: do polypiled things change back? say a magic lamp":                           "polyfrom slashem magic lamp back",
		"standing on 7 uhorns, zapping poly down, marker?":                                     "poly down 7 unicorn horns for magic marker",
		"4 digging wands and 3 nothing, could a death come out":                                "poly 4 wands of digging, 3 wands of nothing for wand of death",
		"5 scrolls of light and 5 fire, does a genocide pop out":                               "poly 5 scrolls of light, 5 scrolls of fire for scroll of genocide",
		"40 unlabelled scrolls polied, golem?":                                                 "poly 40 scrolls of blank paper golem",
		"my beam hits 3 sacks first, then 2 leashes behind them, 4 saddles last, boh?":         "poly line: 3 sacks / 2 leashes / 4 saddles for bag of holding",
		"zapping: 6 uhorns first, a crystal ball second, 2 tin whistles third, marker":         "poly line: 6 unicorn horns / crystal ball / 2 tin whistles for magic marker",
		"sacks are cheap, 7 of those for a boh":                                                "poly 7 sacks for bag of holding",
		"4 each of tin whistles and leashes, want a marker":                                    "poly 4 tin whistles, 4 leashes for magic marker",
		"poly scrolls of light, scrolls of fire and scrolls of identify, 5 of each, genocide?": "poly 5 scrolls of light, 5 scrolls of fire, 5 scrolls of identify for scroll of genocide",
		"8 rings including 2 of hunger, rest adornment, free action?":                          "poly 2 rings of hunger, 6 rings of adornment for ring of free action",
		"12 unihorns, including 4 cursed ones, marker odds":                                    "poly 8 unicorn horns, 4 cursed unicorn horns for magic marker",
		"3 mm wands for sleep":                                                                 "poly 3 wands of magic missile for wand of sleep",
		"oil lamps, how many until a magic lamp":                                               "polyfor magic lamp from oil lamp",
		"rings of hunger: how many before i get free action":                                   "polyfor ring of free action from ring of hunger",
		"a marker from 6 of my 10 unihorns":                                                    "poly 6 unicorn horns for magic marker",
		"odds of comr from 4 of my 9 elven cloaks":                                             "poly 4 elven cloaks for cloak of magic resistance",
		"how do i make a cloak of magic resistance":                                            "polyfor cloak of magic resistance",
		"dunce caps: brilliance or telepathy?":                                                 "polyfor helm of brilliance, helm of telepathy from dunce cap",
		"i wanna poly 24 blank scrolls but i'm scared of golems, whats the chance of no golem": "poly 24 scrolls of blank paper no golem",
		"low boots: speed or levitation?":                                                      "polyfor speed boots, levitation boots from low boots",
		"tooled horn, leather drum, tin whistel -> drum of earthquake":                         "poly tooled horn, leather drum, tin whistle for drum of earthquake",
		"slashem: when does the marker i got from a uhorn turn back, its been 800 turns":       "polyfrom slashem unicorn horn after 800 turns back",
		"zap hits 5 unihorns first, 4 tin whistles behind, a magic lamp last. marker?":         "poly line: 5 unicorn horns / 4 tin whistles / magic lamp for magic marker",
		"hey so i have 11 unicorn horns and a wand of poly, odds of a marker?":                 "poly 11 unicorn horns for magic marker",
		"9 (oTW for (oMM":                   "poly 9 tin whistles for magic marker",
		"elven cloaks for protection or mr": "polyfor cloak of protection, cloak of magic resistance from elven cloak",
		"how do i get rid of a loadstone":   "item loadstone",
		"3 piles in a row: 4 elven cloaks, then 5 unihorns, then an oil lamp, /oP along the row":      "poly line: 4 elven cloaks / 5 unicorn horns / oil lamp",
		"zap 3 piles in a line, 2 sacks then 3 leashes then 4 saddles for boh":                        "poly line: 2 sacks / 3 leashes / 4 saddles for bag of holding",
		"two piles in a row: 5 sacks, 6 leashes; boh?":                                                "poly line: 5 sacks / 6 leashes for bag of holding",
		"piles lie in a line, 3 rings of hunger first then 2 rings of adornment, zapped for conflict": "poly line: 3 rings of hunger / 2 rings of adornment for ring of conflict",
		"got 3 books of knock, mm by polying?":                                                        "poly 3 spellbooks of knock for spellbook of magic missile",
		"5 wands of sleep, mm?":                                                                       "poly 5 wands of sleep for wand of magic missile",
		"6x cursed scrolls of light for genocide":                                                     "poly 6 cursed scrolls of light for scroll of genocide",
		"8x potion of booze polied, any golem":                                                        "poly 8 potions of booze golem",
		"9 unihorns luck -3 marker":                                                                   "poly 9 unicorn horns luck -3 for magic marker",
		"unicorn hrons, 6 of them, luck5 marker":                                                      "poly 6 unicorn horns luck 5 for magic marker",
		"5 sacks luck 2 boh":                                                                          "poly 5 sacks luck 2 for bag of holding",
		"4 blesesd unihorns for a marker":                                                             "poly 4 blessed unicorn horns for magic marker",
		"9 uncusred elven cloaks for comr":                                                            "poly 9 uncursed elven cloaks for cloak of magic resistance",
		"is polypile 6 (BoT worth for 1 (BoH":                                                         "poly 6 bags of tricks for bag of holding",
		"6 unihorns polied for 1 magic marker":                                                        "poly 6 unicorn horns for magic marker",
		"11 uhorns luck 10 marker":                                                                    "poly 11 unicorn horns luck 10 for magic marker",
		"nemesis hits me 5x w/ bell in pack, gone?":                                                   "theft nemesis bell of opening 5 hits",
		"got 4 books of sleep and 2 of knock, mm or fod out of that by polying?":                      "poly 4 spellbooks of sleep, 2 spellbooks of knock for spellbook of magic missile or spellbook of finger of death",
		"poly'd 9 orcish helms, what's the chance i got a helm of brilliance":                         "poly 9 orcish helms for helm of brilliance",
		"8 unihorns n 3 crystal balls under one zap, at least one marker?":                            "poly 8 unicorn horns, 3 crystal balls for magic marker",
		"magic lamps from oil lamps possible?":                                                        "polyfor magic lamp from oil lamp",
		"whats in the odds for 4 =oProtection -> =oConflict":                                          "poly 4 rings of protection for ring of conflict",
		"i've a dozen +0 elven daggers to poly, athame?":                                              "poly 12 +0 elven daggers for athame",
		"zapping 4 gems: 2 rubies, 2 diamonds at dlvl 14":                                             "poly 2 rubies, 2 diamonds dlvl 14",
		"one zap, two stacks of 10 darts each":                                                        "poly 2x 10 darts",
		"six sacks split over 3 squares or in one heap, which is better for boh":                      "poly compare 6 sacks for bag of holding",
		"whats the most likely result of polymorphing a magic lamp":                                   "polyfrom magic lamp",
		"poly 8 unihorns, whats the average number of markers":                                        "poly 8 unicorn horns for how many magic markers",
		"9 lamps (oil) for a magic one":                                                               "poly 9 oil lamps for magic lamp",
		"half of my 10 unihorns are blessed, marker?":                                                 "poly 5 blessed unicorn horns, 5 unicorn horns for magic marker",
		"marker% 10 unihorns luck 0":                                                                  "poly 10 unicorn horns for magic marker luck 0",
		"6 unihorns; want 1 marker 1 magic lamp, both":                                                "poly 6 unicorn horns for both magic marker and magic lamp",
		"i need speed boots. have 4 pairs of fumble boots and 3 lev boots":                            "poly 4 fumble boots, 3 levitation boots for speed boots",
		"yo how risky is it to polypile my bag of holding with 6 unihorns on top":                     "poly 6 unicorn horns, bag of holding",
		"15 unihorns minus 2 cursed ones i wont use, marker":                                          "poly 13 unicorn horns for magic marker",
		"3 sets of 5 darts, golem?":                                                                   "poly 3x 5 darts golem",
		"polypile 4 wands of sleep (0:5) and 2 wands of cold (0:3) for death":                         "poly 4 wands of sleep, 2 wands of cold for wand of death",
		"10 rustproof daggers polyd":                                                                  "poly 10 daggers",
		"can i use sacks to make a bag of tricks with polymorph":                                      "polyfor bag of tricks from sack",
		"9 daggers 3 of which are blessed, polypiled":                                                 "poly 6 daggers, 3 blessed daggers",
		"marker odds for one unihorn":                                                                 "poly 1 unicorn horn for magic marker",
		"6 unihorns under a magic lamp, zap: marker?":                                                 "poly magic lamp, 6 unicorn horns for magic marker",
		"3 sacks with 2 leashes on top zapped, boh?":                                                  "poly 2 leashes, 3 sacks for bag of holding",
		"20 rings of hunger except 3 cursed ones, conflict?":                                          "poly 17 rings of hunger for ring of conflict",
		"exactly 0 markers from 40 unihorns":                                                          "poly 40 unicorn horns for no magic marker",
		"3c =oAdornment 2u =oHunger for =oFA":                                                         "poly 3 cursed rings of adornment, 2 uncursed rings of hunger for ring of free action",
		"would the amulet of yendor in a pile change":                                                 "poly Amulet of Yendor",
		"9 orcish cloaks, one elven: comr":                                                            "poly 9 orcish cloaks, elven cloak for cloak of magic resistance",
		"8 tools of which 3 are unihorns and 5 tin openers, marker?":                                  "poly 3 unicorn horns, 5 tin openers for magic marker",

		"can i poly the amulet of yendor":                                                              "polyfrom Amulet of Yendor",
		"would the amulet of yendor turn into something if i poly it":                                  "polyfrom Amulet of Yendor",
		"3c =oHunger for =oFA":                                                                         "poly 3 cursed rings of hunger for ring of free action",
		"zapped 9 sacks and got zero bags of holding, odds of that":                                    "poly 9 sacks for no bag of holding",
		"if i drop my 6 unihorns on 6 different squares & zap the row, marker odds":                    "poly 6 unicorn horns over 6 squares for magic marker",
		"can dwarvish mithril become elven?":                                                           "polyfor elven mithril-coat from dwarvish mithril-coat",
		"5 cursed and 2 blessed scrolls of teleport for genocide with 1 poly zap":                      "poly 5 cursed scrolls of teleportation, 2 blessed scrolls of teleportation for scroll of genocide",
		"xnethack polyfor marker":                                                                      "polyfor xnethack magic marker",
		"i zap poly at 5 identical spellbooks of sleep, want cancellation":                             "poly 5 spellbooks of sleep for spellbook of cancellation",
		"what should i poly to get an amulet of reflection":                                            "polyfor amulet of reflection",
		"8 plain sacks. bag of holding OR bag of tricks, both fine":                                    "poly 8 sacks for bag of holding or bag of tricks",
		"polypile odds: 5 lenses 3 towels 1 blindfold 2 saddles, want unihorn":                         "poly 5 lenses, 3 towels, 1 blindfold, 2 saddles for unicorn horn",
		"How good are my chances of turning five oil lamps into at least one magic lamp with one zap?": "poly 5 oil lamps for magic lamp",
		"which junk wands for a wand of create monster":                                                "polyfor wand of create monster",
		"does poly work on a figurine":                                                                 "polyfrom figurine",
		"2 rings: adornment + hunger. tc after one zap?":                                               "poly ring of adornment, ring of hunger for ring of teleport control",
		"drop 20 scrolls of blank paper and zap down, paper golem?":                                    "poly down 20 scrolls of blank paper paper golem",
		"broke wand of poly on 5 sacks & 5 chests. boh odds":                                           "poly break 5 sacks, 5 chests for bag of holding",
		"polypile: sack, sack, sack, leash. BoH":                                                       "poly sack, sack, sack, leash for bag of holding",
	} {
		got, want := commandstest.Ask(t, r, line), commandstest.Ask(t, r, plain)
		a, _ := got.JSON()
		b, _ := want.JSON()
		if got.Failed || want.Failed || answer(a) != answer(b) {
			t.Errorf("%s\n got %s\nwant %s", line, got.Summary, want.Summary)
		}
	}
}

// Lines about two piles, or about two ways with one.
func TestPilesSideBySide(t *testing.T) {
	r := commandstest.New(t)
	for line, each := range map[string][]string{
		"should i bless the oil lamps first? 5 of em, magic lamp":                                         {"poly 5 blessed oil lamps for magic lamp", "poly 5 oil lamps for magic lamp"},
		"is it worth blessing 9 elven cloaks before polying, for comr":                                    {"poly 9 blessed elven cloaks for cloak of magic resistance", "poly 9 elven cloaks for cloak of magic resistance"},
		"zap 9 sacks or break the wand on them? boh":                                                      {"poly 9 sacks for bag of holding", "poly break 9 sacks for bag of holding"},
		"should i dip 6 rings of hunger or just zap them, want free action":                               {"poly dip 6 rings of hunger for ring of free action", "poly 6 rings of hunger for ring of free action"},
		"one pile of 10 sacks, the other 6 leashes, boh":                                                  {"poly 10 sacks for bag of holding", "poly 6 leashes for bag of holding"},
		"first pile has 5 rings of hunger, second has 8 rings of adornment, which is better for conflict": {"poly 5 rings of hunger for ring of conflict", "poly 8 rings of adornment for ring of conflict"},
		"whats better for getting a magic marker, tin whistles or unicorn horns":                          {"polyfor magic marker from tin whistle", "polyfor magic marker from unicorn horn"},
		"polypiling junk amulets for life saving, strangulation or change better?":                        {"polyfor amulet of life saving from amulet of strangulation", "polyfor amulet of life saving from amulet of change"},
		"polypile: 7 (oUH vs 7 (oMW for (oMM":                                                             {"poly 7 unicorn horns for magic marker", "poly 7 magic whistles for magic marker"},
		"marker from 5, 10 or 20 unihorns?":                                                               {"poly 5 unicorn horns for magic marker", "poly 10 unicorn horns for magic marker", "poly 20 unicorn horns for magic marker"},
		"odds of a marker with 10 unihorns vs 20":                                                         {"poly 10 unicorn horns for magic marker", "poly 20 unicorn horns for magic marker"},
		"which gives more markers, 10 unihorns or 12 whistles (magic)":                                    {"poly 10 unicorn horns for magic marker", "poly 12 magic whistles for magic marker"},
		"boh from 6 or 12 sacks":                                                                          {"poly 6 sacks for bag of holding", "poly 12 sacks for bag of holding"},
		"how much does luck change for 6 unihorns marker, luck 0 vs luck 10":                              {"poly 6 unicorn horns for magic marker luck 0", "poly 6 unicorn horns for magic marker luck 10"},
		"6 unihorns marker at luck 0 or luck 13":                                                          {"poly 6 unicorn horns for magic marker luck 0", "poly 6 unicorn horns for magic marker luck 13"},
		"is breaking a poly wand better than zapping for 12 unihorns? marker":                             {"poly break 12 unicorn horns for magic marker", "poly 12 unicorn horns for magic marker"},
		"does it matter if the unihorns are blessed, 7 of em, marker":                                     {"poly 7 blessed unicorn horns for magic marker", "poly 7 unicorn horns for magic marker"},
	} {
		asksEach(t, r, line, each)
	}
}

// What could be something else is asked back.
func TestPilesAskedBack(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{
		"2 fod wands and 5 striking, sleep?",
		"a marker from 6 of my 10 horns",
		"does beatitude matter for polypiling? 6 unihorns marker",
		"polypile 6 unihorns, 10% marker right?",
	} {
		if got := commandstest.Ask(t, r, line); !got.Failed {
			t.Errorf("%s\n got %s", line, got.Summary)
		}
	}
}
