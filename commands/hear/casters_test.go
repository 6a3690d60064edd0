package hear_test

import (
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// Sentences about who casts, and what is and is not worn, with the line that says the same.
func TestSentencesOfCasters(t *testing.T) {
	r := commandstest.New(t)
	for line, plain := range map[string]string{
		"forget fod. what about drain life, wiz 10, int 18, basic, SDSM":                           "fail wiz xl10 int18 basic drain life, silver dragon scale mail",
		"nvm sleep, what about force bolt wiz 5 int 16":                                            "fail wiz xl5 int16 force bolt",
		"wiz 12 int 18 sleep, nvm fireball":                                                        "fail wiz xl12 int18 fireball",
		"fail canc wiz lv 14 in 19 skilled":                                                        "fail wiz xl14 int19 skilled cancellation",
		"fail 3.6 mon xl11 wis15 res. ability":                                                     "fail v3.6.7 mon xl11 wis15 restore ability",
		"arc clairvoy 15int lvl9":                                                                  "fail arc xl9 int15 clairvoyance",
		"pri protect lvl 7 wis 18 bsc":                                                             "fail pri xl7 wis18 basic protection",
		"hea 9 wis18 exhealing large shield":                                                       "fail hea xl9 wis18 extra healing, large shield",
		"learn unc fireball wiz xl4 int16":                                                         "learn wiz xl4 int16 uncursed fireball",
		"my int dropped to 14, wiz lvl 10, still fine for sleep (skilled)?":                        "fail wiz xl10 int14 skilled sleep",
		"i got +3 int from a +3 helm of brilliance, total 18 now; wiz xl 7, basic, fireball":       "fail wiz xl7 int18 basic fireball, +3 helm of brilliance",
		"16 int from a helm of brilliance (+2, counted already), wiz 8 fireball":                   "fail wiz xl8 int16 fireball, helm of brilliance",
		"hit basic in escape spells, wiz xl8 int 16 haste self":                                    "fail wiz xl8 int16 basic haste self",
		"expert attack spells, wiz 9 int 17 fireball":                                              "fail wiz xl9 int17 expert fireball",
		"basic in matter, wiz 9 int 17 sleep":                                                      "fail wiz xl9 int17 sleep",
		"priest spellcasting hunger? wis 18, remove curse":                                         "cast pri wis18 remove curse",
		"any penalty for levitation boots when my wizard (xl 9, int 18) casts fireball unskilled?": "fail wiz xl9 int18 unskilled fireball, levitation boots",
		"magic missile d6s wiz xl 10 int 16":                                                       "zap magic missile wiz xl10 int16",
		"does fireball even hurt stuff with mr 90? wiz 14 int 18":                                  "zap fireball wiz xl14 int18 mr 90",
		"wiz 8 int 16 sleep, helmet no, robe yes":                                                  "fail wiz xl8 int16 sleep, robe",
		"wiz 9 int 17 sleep. robe: yes. shield: no.":                                               "fail wiz xl9 int17 sleep, robe",
		"shield yes, robe no: sleep wiz 9 int 17, small shield":                                    "fail wiz xl9 int17 sleep, small shield",
		"gloves none, helmet none, robe, wiz 9 int 17 sleep":                                       "fail wiz xl9 int17 sleep, robe",
		"my buddy wears plate mail, i wear a robe. wiz 9 int 17 sleep":                             "fail wiz xl9 int17 sleep, robe",
		"plate mail is too heavy so robe only. wiz 9 int 17 sleep":                                 "fail wiz xl9 int17 sleep, robe",
		"i could buy a shield of reflection, so far robe only. wiz 9 int 17 sleep":                 "fail wiz xl9 int17 sleep, robe",
		"wiz 9 int 17 sleep, wearing an amulet of reflection":                                      "fail wiz xl9 int17 sleep",
		"lenses broke, uncursed fireball book wiz 9 int 17":                                        "learn wiz xl9 int17 uncursed fireball",
		"book of fireball was cursed but i uncursed it, wiz 9 int 17":                              "learn wiz xl9 int17 uncursed fireball",
		"almost level 10, wiz int 17 fireball":                                                     "fail wiz xl9 int17 fireball",
		"wiz level eleven int 17 sleep":                                                            "fail wiz xl11 int17 sleep",
		"sleep wiz 9 int 17 hob+2":                                                                 "fail wiz xl9 int17 sleep, +2 helm of brilliance",
		"helm of brilliance +4 wiz 9 int 17 fireball":                                              "fail wiz xl9 int17 fireball, +4 helm of brilliance",
		"wiz i17 xl 9 sleep":                                                                       "fail wiz xl9 int17 sleep",
		"wiz 9 int 17 sleep, a shield?? small one":                                                 "fail wiz xl9 int17 sleep, small shield",
		"sleep wiz 8 int 17, dwarvish iron?":                                                       "fail wiz xl8 int17 sleep, dwarvish iron helm",
		"fail uhhh drain life wiz 12 int 17":                                                       "fail wiz xl12 int17 drain life",
		"wiz 9 int 17 sleep while levitating":                                                      "fail wiz xl9 int17 sleep",
		"25 sleeps in a row, 5% fail, chance i fail at most once, wiz 9":                           "cast wiz xl9 sleep fail 5% at least 24 in 25",
		"fireball 30% fail, 4 casts, none of them fail? wiz 9":                                     "cast wiz xl9 fireball fail 30% 4 casts all",
		"half my casts fail, wiz 9 int 17, 4 casts of sleep, all work":                             "cast wiz xl9 int17 sleep fail 50% 4 casts all",
		"is the helmet ok: wiz 9 int 17 sleep, dwarvish iron helm":                                 "fail wiz xl9 int17 sleep, dwarvish iron helm",
		"fail wiz xl9 int17 sleep, lenses":                                                         "fail wiz xl9 int17 sleep",
		"wiz 9 int 17 sleep, used to wear plate mail":                                              "fail wiz xl9 int17 sleep",
		"wiz 9 int 17 sleep after taking off plate mail":                                           "fail wiz xl9 int17 sleep",
		"wiz 9 int 17 sleep before i put on plate mail":                                            "fail wiz xl9 int17 sleep",
		"wiz 9 int 17 sleep plate mail in the shop":                                                "fail wiz xl9 int17 sleep",
		"kitten stole my helmet, wiz 9 int 17 sleep":                                               "fail wiz xl9 int17 sleep",
		"wiz 9 int 17 was basic now skilled fireball":                                              "fail wiz xl9 int17 skilled fireball",
		"wiz 9 int 17 fireball max skill":                                                          "fail wiz xl9 int17 expert fireball",
		"priest 9 wis 17 sleep max skill":                                                          "fail pri xl9 wis17 restricted sleep",
		"chance that sleep works 3 times in a row, wiz 4 int 12":                                   "cast wiz xl4 int12 sleep 3 casts all",
		"wiz 9 int 17 fireball twice in a row":                                                     "cast wiz xl9 int17 fireball 2 casts all",
		"does sleep work on an elf, wiz 9 int 17":                                                  "zap sleep wiz xl9 int17 vs elf",
		"fail wiz xl 14 int 18 level 7 spells":                                                     "fail wiz xl14 int18 tier 7",
		"lvl 3 spells wiz 8 int 16 fail rates":                                                     "fail wiz xl8 int16 tier 3",
		"wiz 12 int 18 fireball wielding excalibur and a small shield":                             "fail wiz xl12 int18 fireball, small shield, excalibur",
		"wiz 12 int 18 fod if my robe gets stolen":                                                 "fail wiz xl12 int18 finger of death",
	} {
		means(t, r, line, plain)
	}
}

// Lines about casters that are asked side by side.
func TestCastersSideBySide(t *testing.T) {
	r := commandstest.New(t)
	for line, each := range map[string][]string{
		"unless i wear plate mail, wiz 9 int 17 sleep":                                    {"fail wiz xl9 int17 sleep, plate mail", "fail wiz xl9 int17 sleep"},
		"gloves or no gloves? wiz xl 9 int 17 sleep, gauntlets of power":                  {"fail wiz xl9 int17 sleep, gauntlets of power", "fail wiz xl9 int17 sleep"},
		"wiz 9 int 17 sleep: is a large shield worse than a small one":                    {"fail wiz xl9 int17 sleep, large shield", "fail wiz xl9 int17 sleep, small shield"},
		"which role casts haste self best at xl 10 & 15 int: sam or arc":                  {"fail sam xl10 int15 haste self", "fail arc xl10 int15 haste self"},
		"wiz sleep int 17 better at xl 20 than at 10":                                     {"fail wiz xl20 int17 sleep", "fail wiz xl10 int17 sleep"},
		"gloves vs gauntlets of power wiz 9 int 17 sleep":                                 {"fail wiz xl9 int17 sleep, leather gloves", "fail wiz xl9 int17 sleep, gauntlets of power"},
		"If gain ability takes my int from 16 to 17, does fireball improve? wiz 10 basic": {"fail wiz xl10 int16 basic fireball", "fail wiz xl10 int17 basic fireball"},
		"which boots for wiz 9 int 17 sleep: iron shoes or kicking boots":                 {"fail wiz xl9 int17 sleep, iron shoes", "fail wiz xl9 int17 sleep, kicking boots"},
	} {
		asksEach(t, r, line, each)
	}
}

// A count of casts that fail is asked back where no count of those that succeed says it,
// with the odds that it means.
func TestFailuresCounted(t *testing.T) {
	r := commandstest.New(t)
	for line, hint := range map[string]string{
		"10 casts of sleep at 10% fail, exactly 2 fail, wiz 9":    "odds 10% exactly 2 in 10",
		"10 casts of sleep at 10% fail, more than 2 fail, wiz 9":  "odds 10% at least 3 in 10",
		"10 casts of sleep at 10% fail, one or more fails, wiz 9": "odds 10% at least 1 in 10",
	} {
		got, want := commandstest.Ask(t, r, line), commandstest.Ask(t, r, hint)
		a, _ := got.JSON()
		b, _ := want.JSON()
		if answer(a) != answer(b) && !(got.Failed && strings.Contains(string(a), hint)) {
			t.Errorf("%s\n got %s\nwant %s", line, a, hint)
		}
	}
}
