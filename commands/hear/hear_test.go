package hear_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/engine/rules"
)

func TestConversations(t *testing.T) { commandstest.Conversations(t) }

func TestHints(t *testing.T) { commandstest.Hints(t) }

// A sentence is answered as its plain line is: the words around the names, and
// their order, change nothing.
func TestSentencesMeanTheirLines(t *testing.T) {
	r := commandstest.New(t)
	for line, plain := range map[string]string{
		"whats my fail rate for fod as a lvl 14 valk with 12 int in gdsm?":   "fail val xl14 int12 finger of death, gray dragon scale mail",
		"hi! fod fail% for a wiz, 18int xl14 skilled pls":                    "fail wiz xl14 int18 skilled finger of death",
		"gnomish wizard lvl 7 int 18 basic: chance to botch charm monster":   "fail wiz xl7 int18 basic charm monster",
		"sleep, wiz 12 int 17 w/ robe":                                       "fail wiz xl12 int17 sleep, robe",
		"wiz lvl9 int 18 fireball + robe + [oSoR":                            "fail wiz xl9 int18 fireball, robe, shield of reflection",
		"read +oFoD at lvl 12 int 18, have lenses":                           "learn xl12 int18 finger of death lenses",
		"how much damage does magic missile do for a lvl 14 wizard, 18 int?": "zap magic missile wiz xl14 int18",
		"twelve unihorns for a marker thx":                                   "poly 12 unicorn horns for magic marker",
		"/oP 7 unihorns for (oMM":                                            "poly 7 unicorn horns for magic marker",
		"10 elven cloaks, 4 orcish cloaks, want CoMR":                        "poly 10 elven cloaks, 4 orcish cloaks for cloak of magic resistance",
		"how many unihorns do i need for a marker":                           "polyfor magic marker from unicorn horn",
		"what does a magic lamp polymorph into":                              "polyfrom magic lamp",
		"would dying on the oracle level leave a bones file":                 "bones oracle",
		"bones D:7?":                                   "bones 7",
		"floating eye?":                                "mon floating eye",
		"excal is 1/6 a dip right? 10 dips":            "odds 1/6 10 tries",
		"2 unicorn hrons and 4 majic lamps for marker": "poly 2 unicorn horns, 4 magic lamps for magic marker",
		"dont have a robe, dont have a shield. wiz xl10 int16 sleep":     "fail wiz xl10 int16 sleep",
		"fail wiz xl 10 int 16 sleep no shield no helm":                  "fail wiz xl10 int16 sleep",
		"sleep for my wizard - 16 int, xl3. no wait, xl4":                "fail wiz xl4 int16 sleep",
		"wiz xl 9 (sorry, 8) int 16 sleep":                               "fail wiz xl8 int16 sleep",
		"gno arc 16int 6 dig":                                            "fail gnomish arc xl6 int16 dig",
		"wiz xl 10 sleep int is seventeen":                               "fail wiz xl10 int17 sleep",
		"fing of death wiz 14 int 18":                                    "fail wiz xl14 int18 finger of death",
		"cure bl hea lvl2 wis 18":                                        "fail hea xl2 wis18 cure blindness",
		"rest abil pri xl 10 wis 18":                                     "fail pri xl10 wis18 restore ability",
		"turn undd kni 5 wis 10":                                         "fail kni xl5 wis10 turn undead",
		"magc mapping arc xl5 int17":                                     "fail arc xl5 int17 magic mapping",
		"tport away wiz xl 12 int 18":                                    "fail wiz xl12 int18 teleport away",
		"blessed +oFoD wiz lvl 8 int 18":                                 "learn wiz xl8 int18 blessed finger of death",
		"uncursed sleep book wiz 2 int 14 will it go wrong":              "learn wiz xl2 int14 uncursed sleep",
		"Pw:22(40) wiz xl8 int17 how many sleeps":                        "cast wiz xl8 int17 sleep pw 22",
		"pw 22(40), wiz xl8 int17: how many sleeps":                      "cast wiz xl8 int17 sleep pw 22",
		"average cone of cold wiz 14 int 18":                             "zap wiz xl14 int18 cone of cold",
		"3 magic missiles at a captain wiz xl 12 int 18":                 "zap wiz xl12 int18 magic missile vs captain, 3 zaps",
		"when do i drop below 5 percent on cure blindness healer wis 18": "fail hea wis18 cure blindness <5%",
		"=oFA?":                              "item ring of free action",
		"got offered 25 for an unknown ring": "price sell 25 ring",
		"helm of brilliance +3, wiz int 18 xl9 fireball skilled":                     "fail wiz xl9 int18 skilled fireball, +3 helm of brilliance",
		"ranger 14 int lvl 14 invis, GDSM+robe+elven boots+uhorn":                    "fail ran xl14 int14 invisibility, gray dragon scale mail, robe, elven boots",
		"odds that 3 out of 4 fireballs work at 25% fail, wiz int 18":                "cast wiz int18 fireball fail 25% at least 3 in 4",
		"how much does fireball do at lvl 16? wiz int 18 expert":                     "zap fireball wiz xl16 int18 expert",
		"how many tin openers is a magic lamp worth":                                 "polyfor magic lamp from tin opener",
		"fumble boots x4, want speed boots":                                          "poly 4 fumble boots for speed boots",
		"poly 5 blessed and 6 cursed unicorn horns for a marker":                     "poly 5 blessed unicorn horns, 6 cursed unicorn horns for magic marker",
		"3 /oOpening 2 /oLocking for /oT(eleport)":                                   "poly 3 wands of opening, 2 wands of locking for wand of teleportation",
		"ghoul killed me, dlvl 12, elf. bones?":                                      "bones 12 elf killed by a ghoul",
		"big room bones? there's the quest portal there too":                         "bones big room with quest portal",
		"theft wiz amulet and bell":                                                  "theft wizard amulet, bell of opening",
		"how many hits til rodney gets the amulet with 50%?":                         "theft wizard amulet for 50%",
		"got 150 for my ring":                                                        "price sell 150 ring",
		"potion 266 cha 7?":                                                          "price buy 266 potion cha 7",
		"how fast is a unicorn (white)":                                              "mon white unicorn",
		"are werewolves poisonous to eat":                                            "eat werewolf",
		"will +5 elven mithril blow up if i enchant it once more":                    "enchant armor +5 elven mithril-coat",
		"odds recharging a wand of wishing 0:1 blows up":                             "charge wishing 0:1",
		"unicorn horn 6x zapped, how many survive":                                   "poly 6 unicorn horns",
		"poly 12 unihorns (3 cursed) for marker":                                     "poly 9 unicorn horns, 3 cursed unicorn horns for magic marker",
		"5 crystal balls, 2 cursed, for a marker":                                    "poly 3 crystal balls, 2 cursed crystal balls for magic marker",
		"8 unihorns all blessed, marker?":                                            "poly 8 blessed unicorn horns for magic marker",
		"shuriken stack of 20 poly'd":                                                "poly 20 shuriken",
		"dwarvish cloak (hooded cloak) x6 for comr":                                  "poly 6 dwarvish cloaks for cloak of magic resistance",
		"golem odds for 50 darts":                                                    "poly 50 darts",
		"how many markers from 20 uhorns":                                            "poly 20 unicorn horns for magic marker",
		"how many uhorns for 2 markers":                                              "polyfor 2 magic markers from unicorn horn",
		"BoT or BoH from 6 sacks":                                                    "poly 6 sacks for bag of tricks or bag of holding",
		"AoR from AoChange?":                                                         "polyfor amulet of reflection from amulet of change",
		"fail ID priest 12 17 wis":                                                   "fail pri xl12 wis17 identify",
		"samurai, int 11, exp level 10, haste self fail":                             "fail sam xl10 int11 haste self",
		"sleep fail wiz 10 int 16, plate, not wearing a robe":                        "fail wiz xl10 int16 sleep, plate mail",
		"sleep fail wiz 10 int 16, plate, i lost my robe":                            "fail wiz xl10 int16 sleep, plate mail",
		"fail sleep, hea, 17wis, xl12 int 9, no shield, no helm":                     "fail hea xl12 int9 wis17 sleep",
		"book of sleep, wiz 2 int 14, not blessed not cursed. read?":                 "learn wiz xl2 int14 sleep",
		"fail rate for restore abil, hea, xl5 wis=16":                                "fail hea xl5 wis16 restore ability",
		"will rodney steal the amulet from my bag":                                   "theft wizard amulet in a bag",
		"which dragon corpse gives poison res":                                       "mon D conveys poison",
		"what has level 30":                                                          "mon level 30",
		"all Ds":                                                                     "mon D",
		"mattock dmg":                                                                "item dwarvish mattock",
		"armor cloak 60 base":                                                        "price 60 cloak",
		"two d6 total 9+":                                                            "odds 2d6 >= 9",
		"cornuthaum does what":                                                       "item cornuthaum",
		"luck 10, 6 unihorns marker%":                                                "poly 6 unicorn horns luck 10 for magic marker",
		"wish for 2 blessed scrolls of genocide, what do i get":                      "wish 2 blessed scrolls of genocide",
		"gift odds, first gift, luck 0 xl 5 valk human neutral":                      "sac Valkyrie human neutral xl5 luck 0",
		"damage i take from a minotaur at ac -10":                                    "hurt minotaur ac -10",
		"corpse chance of a newt":                                                    "drop newt",
		"which monsters are generated at depth 20 xl 12":                             "spawn depth 20 xl 12",
		"multishot samurai ya yumi skilled":                                          "volley ya from yumi sam skilled",
		"took the robe off: wiz xl7 int17 sleep, plate":                              "fail wiz xl7 int17 sleep, plate mail",
		"helmet off: wiz xl7 int17 sleep small shield":                               "fail wiz xl7 int17 sleep, small shield",
		"with my shield off, healer xl5 wis 16 healing in plate":                     "fail hea xl5 wis16 healing, plate mail",
		"shield of reflection not worn, wiz 9 int 17 sleep":                          "fail wiz xl9 int17 sleep",
		"i sold my plate mail. wiz 9 int 17 sleep":                                   "fail wiz xl9 int17 sleep",
		"had a helmet but it burned, wiz 9 int 17 sleep small shield":                "fail wiz xl9 int17 sleep, small shield",
		"plate mail in my bag, wiz 9 int 17 sleep":                                   "fail wiz xl9 int17 sleep",
		"refuses to take off the helmet, wiz 9 int 17 sleep":                         "fail wiz xl9 int17 sleep, helmet",
		"not yet expert, wiz 9 int 16 small shield sleep":                            "fail wiz xl9 int16 skilled sleep, small shield",
		"havent advanced to basic, wiz 9 int 16 small shield sleep":                  "fail wiz xl9 int16 unskilled sleep, small shield",
		"expert in daggers, wiz 9 int 16 small shield sleep":                         "fail wiz xl9 int16 sleep, small shield",
		"wiz 9/11 int 17 sleep":                                                      "fail wiz xl9 int17 sleep",
		"half a dozen tin openers for a magicmarker thx":                             "poly 6 tin openers for magic marker",
		"need teleport!! what's the polypile rate from ?oLight":                      "polyfor scroll of teleportation from scroll of light",
		"oilskin sacks good for BoH?":                                                "polyfor bag of holding from oilskin sack",
		"number of unihorns needed for a marker":                                     "polyfor magic marker from unicorn horn",
		"whatd i get for polying a figurine":                                         "polyfrom figurine",
		"would a spellbook of blank paper polymorph into real ones":                  "polyfrom spellbook of blank paper",
		"polypile my daggers? got 9 +1 blessed ones":                                 "poly 9 blessed +1 daggers",
		"I have 14 unihorns. 6 blessed, 8 not. marker?":                              "poly 8 unicorn horns, 6 blessed unicorn horns for magic marker",
		"stack of twelve !oJuice (uncursed), zapped, gain level?":                    "poly 12 uncursed potions of fruit juice for potion of gain level",
		"need 2 markers at least, 20 unihorns":                                       "poly 20 unicorn horns for at least 2 magic markers",
		"elven cloak(s) x5 for comr":                                                 "poly 5 elven cloaks for cloak of magic resistance",
		"bones @valley":                                                              "bones valley",
		"identify, 17 int, archeologist, ninth level, small shield":                  "fail arc xl9 int17 identify, small shield",
		"bones dlvl7, wizard":                                                        "bones 7 as wizard",
		"pile is 6 blindfolds 2 lenses 1 expensive camera. bag of tricks possible?":  "poly 6 blindfolds, 2 lenses, expensive camera for bag of tricks",
		"chances to see teleport control if i polymorph nine rings of protection":    "poly 9 rings of protection for ring of teleport control",
		"5 elven cloaks zapped. comr?":                                               "poly 5 elven cloaks for cloak of magic resistance",
		"my pile is 3 sacks and 4 towels, is a magic lamp possible":                  "poly 3 sacks, 4 towels for magic lamp",
		"zap 6 sacks whats the bag of holding pct":                                   "poly 6 sacks for bag of holding",
		"poly 6 unihorns marker or nothing":                                          "poly 6 unicorn horns for magic marker",
		"poly 6 unihorns, luck zero, for a marker":                                   "poly 6 unicorn horns luck 0 for magic marker",
		"8 books of knock, no fod, unlucky?":                                         "poly 8 spellbooks of knock for no spellbook of finger of death",
		"bust a /oPolymorph over 6 unihorns":                                         "poly break 6 unicorn horns",
		"15 elven cloaks and 10 dwarvish ones for comr":                              "poly 15 elven cloaks, 10 dwarvish cloaks for cloak of magic resistance",
		"8 orcish cloaks and eight dwarvish for comr":                                "poly 8 orcish cloaks, 8 dwarvish cloaks for cloak of magic resistance",
		"eight orcish cloaks on one square and eight dwarvish on the next, comr?":    "poly 8 orcish cloaks / 8 dwarvish cloaks for cloak of magic resistance",
		"10 junk wands (8 nothing, 2 light) for sleep":                               "poly 8 wands of nothing, 2 wands of light for wand of sleep",
		"12 rings (6 hunger, 6 protection) for conflict":                             "poly 6 rings of hunger, 6 rings of protection for ring of conflict",
		"7 cloaks: 3 orcish and the rest elven, comr":                                "poly 3 orcish cloaks, 4 elven cloaks for cloak of magic resistance",
		"2 of my 9 unihorns are cursed, marker chance":                               "poly 2 cursed unicorn horns, 7 unicorn horns for magic marker",
		"9 unihorns for marker, 2 cursed":                                            "poly 7 unicorn horns, 2 cursed unicorn horns for magic marker",
		"12 unihorns for marker, 3 of them cursed":                                   "poly 9 unicorn horns, 3 cursed unicorn horns for magic marker",
		"12 unihorns for marker and 2 cursed ones":                                   "poly 12 unicorn horns, 2 cursed unicorn horns for magic marker",
		"a blessed one and 5 uncursed magic lamps for marker":                        "poly 1 blessed magic lamp, 5 uncursed magic lamps for magic marker",
		"one blessed and 5 uncursed magic lamps, marker?":                            "poly 1 blessed magic lamp, 5 uncursed magic lamps for magic marker",
		"4 magic lamps and 3 oil ones for a marker":                                  "poly 4 magic lamps, 3 oil lamps for magic marker",
		"5 unihorns on each of 3 squares, marker":                                    "poly 15 unicorn horns over 3 squares for magic marker",
		"3 piles of 5 unihorns for a marker":                                         "poly 15 unicorn horns over 3 squares for magic marker",
		"marker from 12 magic lamps: 1 pile or 2?":                                   "poly compare 12 magic lamps for magic marker",
		"one pile of 12 unihorns, marker?":                                           "poly 12 unicorn horns for magic marker",
		"eleven unihorns for marker":                                                 "poly 11 unicorn horns for magic marker",
		"can i get speed boots out of fumbling ones":                                 "polyfor speed boots from fumble boots",
		"rings: best junk for free action":                                           "polyfor ring of free action",
		"wands: cheapest for death?":                                                 "polyfor wand of death",
		"best junk for speed boots":                                                  "polyfor speed boots",
		"3 unihorns / 2 magic lamps in two squares, marker":                          "poly 3 unicorn horns / 2 magic lamps for magic marker",
		"a shield?? small one. wiz 9 int 17 sleep":                                   "fail wiz xl9 int17 sleep, small shield",
		"took my shield off (was an elven one). healer xl7 wis17 extra healing":      "fail hea xl7 wis17 extra healing",
		"wiz level eleven int 17 sleep":                                              "fail wiz xl11 int17 sleep",
		"gloves to gop: leather ones, how many for 75%":                              "polyfor gauntlets of power from leather gloves",
		"over 3 squares: 9 unihorns":                                                 "poly 9 unicorn horns over 3 squares",
		"anything better than unihorns for a marker":                                 "polyfor magic marker",
		"is there a wand better than nothing for polying into sleep":                 "polyfor wand of sleep",
		"how many leather cloaks for one of magic resistance":                        "polyfor cloak of magic resistance from leather cloak",
		"cloaks: 3 orcish, 5 dwarvish, 2 leather, comr?":                             "poly 3 orcish cloaks, 5 dwarvish cloaks, 2 leather cloaks for cloak of magic resistance",
		"wands: 4 nothing, 2 opening -> sleep":                                       "poly 4 wands of nothing, 2 wands of opening for wand of sleep",
		"3 orcish, 5 dwarvish cloaks for comr":                                       "poly 3 orcish cloaks, 5 dwarvish cloaks for cloak of magic resistance",
		"dip 5 !oBooze in !oPoly, wanting gain level":                                "poly dip 5 potions of booze for potion of gain level",
		"20 uhorns >= 2 markers":                                                     "poly 20 unicorn horns for at least 2 magic markers",
		"20 uhorns exactly 1 marker?":                                                "poly 20 unicorn horns for exactly 1 magic marker",
		"12 uhorns: 1 marker or 2 BoH?":                                              "poly 12 unicorn horns for magic marker or 2 bags of holding",
		"5 random wands (all striking) for /oSleep":                                  "poly 5 wands of striking for wand of sleep",
		"6 junk rings (all prot from shape changers): free action?":                  "poly 6 rings of protection from shape changers for ring of free action",
		"poly 9 scrolls of ench weapon":                                              "poly 9 scrolls of enchant weapon",
		"does a blessed potion of water stay blessed if polymorphed":                 "polyfrom blessed potion of water",
		"fail force bolt wiz 10 int 16, metal gloves (GoP)":                          "fail wiz xl10 int16 force bolt, gauntlets of power",
		"remove curse, pri 18 wis lv1, small shield cloak (CoP)":                     "fail pri xl1 wis18 remove curse, small shield, cloak of protection",
		"cure blindness kn xl 9 wis 14":                                              "fail kni xl9 wis14 cure blindness",
		"exta healing hea xl6 wis17":                                                 "fail hea xl6 wis17 extra healing",
		"3 each of orcish cloaks, elven cloaks and dwarvish cloaks, comr?":           "poly 3 orcish cloaks, 3 elven cloaks, 3 dwarvish cloaks for cloak of magic resistance",
		"6 potions and 3 wands (all junk: booze, nothing), golem?":                   "poly 6 potions of booze, 3 wands of nothing any golem",
		"two markers or more from 16 unicorn horns?":                                 "poly 16 unicorn horns for at least 2 magic markers",
		"comr from dud cloaks, how many?":                                            "polyfor cloak of magic resistance",
		"3 majic whistles and 5 tin openrs for bag of holding":                       "poly 3 magic whistles, 5 tin openers for bag of holding",
		"expert healing healer extra healing xl 11 wis 17":                           "fail hea xl11 wis17 expert extra healing",
		"xl 9 (need 2 more?) for cone of cold, wiz 17 int skilled robe":              "fail wiz xl9 int17 skilled cone of cold, robe",
		"pri lvl 11, 17 wi, remove curse":                                            "fail pri xl11 wis17 remove curse",
		"killed by a vampire lord, dlvl 30ish gehennom (30) - what do i rise as":     "bones 30 killed by a vampire",
		"bones soko top":                                                             "bones sokoban top",
		"odds of no theft in 9 tries with 7% each":                                   "odds 7% none in 9",
		"3d4 smaller than 6":                                                         "odds 3d4 < 6",
		"dmg of a soldier ant bite/sting":                                            "mon soldier ant",
		"magic missile in BPM, wiz lvl 9 int 18":                                     "fail wiz xl9 int18 magic missile, bronze plate mail",
		"fail slow wiz int15 lvl7":                                                   "fail wiz xl7 int15 slow monster",
		"when will a monk be able to cast lvl 3 spells, wis 16":                      "spells mon wis16 all",
		"wand of fire damage":                                                        "zap wand of fire",
		"half a percent drop, 200 kills":                                             "odds 0.5% 200 tries",
		"crysknife by polymorph possible?":                                           "polyfor crysknife",
		"magic marker via polypile?":                                                 "polyfor magic marker",
		"fod book from force bolt books?":                                            "polyfor spellbook of finger of death from spellbook of force bolt",
		"does enchanting the robe matter for fail? wiz xl9 int16 dig basic, +5 robe": "fail wiz xl9 int16 basic dig, +5 robe",
		"cones of cold: pw for 3 of em? wiz xl12 int17 skilled":                      "cast wiz xl12 int17 skilled cone of cold 3 casts",
		"cornuthaum, xl 20 wiz int 25 exp magic missile":                             "fail wiz xl20 int25 expert magic missile, cornuthaum",
		"knokc wiz lv 2 itn 16":                                                      "fail wiz xl2 int16 knock",
		"is killr bee meat poisonous":                                                "eat killer bee",
		"whats the chance of wresting at 1/121 over 200 zaps":                        "wrest 200 zaps",
		"choked on a tripe ration at dlvl 11, bones?":                                "bones 11 choked",
		"whats in &": "mon &",
		"what's D":   "mon D",
	} {
		means(t, r, line, plain)
	}
}

// A line that asks two things is answered as both.
func TestSentencesAskSeveral(t *testing.T) {
	r := commandstest.New(t)
	for line, each := range map[string][]string{
		"giant beetle or soldier ant for poisres":                                       {"mon giant beetle", "mon soldier ant"},
		"blue e or gray e, which one must i not hit":                                    {"mon e blue", "mon e gray"},
		"better fodder for a marker: tin whistles or unihorns?":                         {"polyfor magic marker from tin whistle", "polyfor magic marker from unicorn horn"},
		"tin whistles or unicorn horns for a marker?":                                   {"polyfor magic marker from tin whistle", "polyfor magic marker from unicorn horn"},
		"speed boots: low boots or iron shoes?":                                         {"polyfor speed boots from low boots", "polyfor speed boots from iron shoes"},
		"is int 18 enough for sleep as a wiz xl 10 or do i want 20? basic":              {"fail wiz xl10 int18 basic sleep", "fail wiz xl10 int20 basic sleep"},
		"is int 16 enough or 18 for fireball wiz xl 9":                                  {"fail wiz xl9 int16 fireball", "fail wiz xl9 int18 fireball"},
		"dwarvish mithril or no body armor? wiz int 16 xl 9 skilled magic missile":      {"fail wiz xl9 int16 skilled magic missile, dwarvish mithril-coat", "fail wiz xl9 int16 skilled magic missile"},
		"plate mail or naked, wiz int 16 xl 9 force bolt":                               {"fail wiz xl9 int16 force bolt, plate mail", "fail wiz xl9 int16 force bolt"},
		"what if int was 3 lower, wiz 9 int 16 small shield sleep":                      {"fail wiz xl9 int13 sleep, small shield", "fail wiz xl9 int16 sleep, small shield"},
		"if i take the robe off, wiz xl7 int17 sleep small shield":                      {"fail wiz xl7 int17 sleep, robe, small shield", "fail wiz xl7 int17 sleep, small shield"},
		"elven cloaks or orcish ones for comr":                                          {"polyfor cloak of magic resistance from elven cloak", "polyfor cloak of magic resistance from orcish cloak"},
		"how much do plate mail and a large shield separately hurt sleep, wiz 8 int 16": {"fail wiz xl8 int16 sleep, plate mail", "fail wiz xl8 int16 sleep, large shield"},
		"is it worth taking off my small shield for sleep? wiz 8 int 16":                {"fail wiz xl8 int16 sleep, small shield", "fail wiz xl8 int16 sleep"},
		"choose between robe and cornuthaum, wiz xl12 int18 sleep":                      {"fail wiz xl12 int18 sleep, robe", "fail wiz xl12 int18 sleep, cornuthaum"},
		"is a small shield as bad as a large shield, wiz 8 int 16 sleep":                {"fail wiz xl8 int16 sleep, small shield", "fail wiz xl8 int16 sleep, large shield"},
		"would lenses help reading uncursed sleep, wiz 2 int 14":                        {"learn wiz xl2 int14 uncursed sleep lenses", "learn wiz xl2 int14 uncursed sleep"},
		"mana cost n fail for tele away wiz xl 10 int 17":                               {"cast wiz xl10 int17 teleport away", "fail wiz xl10 int17 teleport away"},
		"fail + mana for sleep wiz 10 int 17":                                           {"fail wiz xl10 int17 sleep", "cast wiz xl10 int17 sleep"},
	} {
		asksEach(t, r, line, each)
	}
}

// What a line asks and nothing works out is said, and not answered as less.
func TestMissingIsSaid(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{
		"zap 10 unihorns twice for a marker", "poly 10 unihorns 3 times for marker", "10 unihorns zapped 3 times, marker?", "2 zaps of poly at 10 unihorns for marker",
		"if I zap 10 unihorns and then zap whatever is left again, marker chance?", "zap 10 unihorns, zap whats left, marker chance?",
	} {
		reply := commandstest.Ask(t, r, line)
		if want := "poly v5.0.0 10 unicorn horn, for:magic marker"; !reply.Failed || len(reply.Hints) != 1 || reply.Hints[0] != want {
			t.Errorf("%s: %s %q", line, reply.Summary, reply.Hints)
		}
	}
}

// Chatter is no question: nothing is said in a channel.
func TestChatterIsSilent(t *testing.T) {
	r := commandstest.New(t)
	for _, line := range []string{
		"brb dinner", "yeah that wizard was a jerk", "i fail at this game so hard today", "haha bones of doom incoming", "what's the weather in london",
		"good morning", "lol", "my valk died again", "anyone up for a game?", "thanks everyone", "i love this game", "nice one!", "see you tomorrow",
		"that was a close call", "gz on the ascension", "12", "?", "ok ok ok", "my priest is doing fine", "i hate soldier ants so much",
		"bones are scary man", "price of gas is up again", "i cast aspersions on your build", "my wizard finally has magic missile, yay",
		"my poor kitten got eaten by a jackal", "why do i always get killed by soldier ants", "how do i keep dying to dwarves",
		"ok that was a cheap death", "what a dumb death", "so close to ascending!!", "ascending is hard", "wish me luck guys", "pray for me guys",
	} {
		reply := commandstest.Ask(t, r, line)
		if !reply.Silent {
			t.Errorf("%s: %s", line, reply.Summary)
		}
	}
}

// What people say to each other behind a word that happens to be a command's is
// no question. A question that failed is told why.
func TestBanterIsSilent(t *testing.T) {
	r := commandstest.New(t)
	for line, silent := range map[string]bool{
		"best bot ever": true, "why not": true, "me too": true, "me neither": true, "why would you do that": true, "join us": true,
		"leave me alone": true, "draw me a picture": true, "hit me": true, "search your feelings": true, "mix it up": true,
		"make it so": true, "wish you were here": true,

		"best": false, "best speed": false, "mon flobnar": false, "cast magic misile": false, "fail whale": false, "asc me": false,
		"fail my wizard frobnicate": false, "join as nobody": false, "me wiz xl99": false, "crown me": false,
	} {
		if reply := commandstest.Ask(t, r, line); reply.Silent != silent {
			t.Errorf("%s: silent %v, want %v: %s", line, reply.Silent, silent, reply.Summary)
		}
	}
}

// Several questions in one line are answered side by side.
func TestSeveral(t *testing.T) {
	r := commandstest.New(t)
	for line, want := range map[string]int{
		"fod and sleep, wiz 12 int 18, expert":                     2,
		"wiz xl 8 int 16 force bolt, sleep and magic missile":      3,
		"magic mapping for an archeologist or a wizard, xl8 int16": 2,
		"force bolt wiz int 16 at xl 4, 8 and 12":                  3,
		"wiz xl14 int18 skilled cone vs fireball":                  2,
		"force bolt w/ small shield vs without, wiz xl1 int 17":    2,
	} {
		reply := commandstest.Ask(t, r, line)
		n := 1
		if reply.Command == "several" {
			n = len(reply.Table.Rows)
		}
		if reply.Failed || n < want {
			t.Errorf("%s: %d answers, want %d: %s", line, n, want, reply.Summary)
		}
	}
}

// A figure or a name that nothing uses is asked back, and what is offered works.
func TestNothingIsPassedOver(t *testing.T) {
	r := commandstest.New(t)
	for line, word := range map[string]string{
		"poly 10 rings": "rings",
		"fail wiz xl9 int17 haste self, fumble boots, gnome cloak": "cloak",
		"whats a soldier ant at 77":                                "77",
		"magic mapping for a wiz, int 16 xl 8, +9 i think":         "+9",
	} {
		reply := commandstest.Ask(t, r, line)
		if !reply.Failed || !strings.Contains(reply.Summary, word) || len(reply.Hints) == 0 {
			t.Errorf("%s: %s %q", line, reply.Summary, reply.Hints)
			continue
		}
		if again := commandstest.Ask(t, r, reply.Hints[0]); again.Failed {
			t.Errorf("%s offers %q: %s", line, reply.Hints[0], again.Summary)
		}
	}
}

// The line that Question echoes is the same question.
func TestQuestionIsTheQuestion(t *testing.T) {
	r := commandstest.New(t)
	set := rules.Get(rules.Default)
	rapid.Check(t, func(t *rapid.T) {
		words := []string{
			rapid.SampledFrom([]string{"", "hi,", "whats the", "so", "hey bot"}).Draw(t, "greeting"),
			rapid.SampledFrom([]string{"fail rate of", "chance to fail", "odds i botch"}).Draw(t, "frame"),
			rapid.SampledFrom(set.Spells).Draw(t, "spell").Name, ",",
			rapid.SampledFrom([]string{"as a", "for my", "human", ""}).Draw(t, "as"),
			strings.ToLower(rapid.SampledFrom(set.Roles).Draw(t, "role").Name),
			rapid.SampledFrom([]string{"lvl 9", "xl12", "lv4", "level 14"}).Draw(t, "xl"), ",",
			rapid.SampledFrom([]string{"14 int 12 wis", "int 18 wis 16", "17int, wis 9"}).Draw(t, "stat"), ",",
			rapid.SampledFrom([]string{"basic", "expert", ""}).Draw(t, "skill"),
			rapid.SampledFrom([]string{"w/ robe", "in plate mail", "", "with a small shield"}).Draw(t, "worn"),
			rapid.SampledFrom([]string{"?", "pls", ":)", "thx!"}).Draw(t, "end"),
		}
		line := strings.Join(words, " ")
		first := r.Answer(t.Context(), commandstest.Request(line))
		if first.Failed || first.Command != "fail" {
			t.Fatalf("%s: %s", line, first.Summary)
		}
		again := r.Answer(t.Context(), commandstest.Request(first.Question))
		if again.Summary != first.Summary || again.Question != first.Question {
			t.Fatalf("%s\n%s\n%s\n%s", line, first.Question, first.Summary, again.Summary)
		}
	})
}

// FuzzSentences: whatever is typed, nothing breaks, an answer says how it was
// read, and the question it echoes is answered alike.
func FuzzSentences(f *testing.F) {
	for _, s := range []string{
		"fod and sleep, wiz 12 int 18", "3 b!oH, 2 ?oRC for (oMM", "hi! /oS (sleep) from =oFA?", "robe or no robe? wiz 12", "a dozen unihorns", "18 in their stat wiz & pri",
		"level 5 spells", "from 5 to 25 bones", "all five of my force bolts", "1 in 30 for 90% and 99%", "3d6>=15", "\"oLS", "+oFB w/o robe", "100zm scroll", "x8 holy water", "((((", "?o", "!o!o", "w/",
	} {
		f.Add(s)
	}
	r := commandstest.New(f)
	f.Fuzz(func(t *testing.T, line string) {
		reply := r.Answer(t.Context(), commandstest.Request(line))
		if strings.TrimSpace(reply.Summary) == "" || strings.Contains(reply.Summary, "omething broke") {
			t.Fatalf("%q: %q", line, reply.Summary)
		}
		if reply.Failed || reply.Question == "" || !lasting(r.Commands(), reply.Command) {
			return
		}
		again := r.Answer(t.Context(), commandstest.Request(reply.Question))
		if again.Question != reply.Question {
			t.Fatalf("%q: %q is read as %q", line, reply.Question, again.Question)
		}
	})
}

func BenchmarkSentence(b *testing.B) {
	for name, line := range map[string]string{
		"casting": "whats my fail rate for finger of death as a lvl 14 valk with 12 int in gdsm",
		"typo":    "whats my fial rate for finger of daeth as a lvl 14 valk with 12 int",
		"chatter": "yeah that wizard was a jerk and took all of my stuff",
		"line":    "fail wiz xl8 int16 basic force bolt plate mail",
	} {
		b.Run(name, func(b *testing.B) {
			r := commandstest.New(b, commandstest.Uncached)
			req := commandstest.Request(line)
			r.Answer(b.Context(), req)
			b.ReportAllocs()
			for b.Loop() {
				reply := r.Answer(b.Context(), req)
				reply.OneLine(commands.LineBudget, "!")
			}
		})
	}
	b.Run("corpus", func(b *testing.B) { // the lines of the corpus by turns
		r := commandstest.New(b, commandstest.Uncached)
		var asked []commands.Request
		for row := range strings.Lines(corpus) {
			if line, _, ok := strings.Cut(row, "\t"); ok {
				asked = append(asked, commandstest.Request(line))
			}
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			reply := r.Answer(b.Context(), asked[i%len(asked)])
			reply.OneLine(commands.LineBudget, "!")
		}
	})
	b.Run("longest", func(b *testing.B) {
		r := commandstest.New(b, commandstest.Uncached)
		req := commandstest.Request(strings.Repeat("wizrad forze blot unicron ", 40)[:commands.MaxLine])
		r.Answer(b.Context(), req)
		for b.Loop() {
			r.Answer(b.Context(), req)
		}
	})
}
