package sequell

import (
	"regexp"
	"strings"
)

// absent holds what Sequell knows and a log of NetHack does not say, each with why.
var absent = func() map[string]string {
	m := map[string]string{}
	for words, why := range map[string]string{
		"god piety pen": "NetHack's logs do not say whom somebody worshipped; align is how they ended.",
		"xl sk sklev maxskills maxsk fifteenskills fifsk": "NetHack's logs do not say experience levels or skills.",
		"str int dex ac ev sh":                            "NetHack's logs do not say attributes or armor class.",
		"mp mmp bmmp mmhp":                                "NetHack's logs do not say power; hp and maxhp are there.",
		"gold goldfound goldspent":                        "NetHack's logs do not say how much gold somebody had.",
		"kills scrollsused potionsused dam sdam tdam":     "NetHack's logs do not count kills, scrolls, potions or damage.",
		"urune nrune rune orb zigdeepest zigscompleted":   "There are no runes, Orbs or ziggurats in NetHack; achieve and achievements are there.",
		"map mapdesc killermap kmap ltyp lvl":             "NetHack's logs do not say maps; deathdnum and deathlev say where a game ended.",
		"kaux ckaux kmod kpath ikiller cikiller":          "NetHack's logs say no more of a killer than death and killer do.",
		"title status stat tmsg vmsg":                     "NetHack's logs do not say titles, states or messages; death is there.",
		"banner alpha tiles explbr lv vlong vsav vsavrv":  "NetHack's logs do not say that of a game; version and variant are there.",
		"aut":                                    "NetHack's logs count turns alone.",
		"ntv":                                    "I play no recordings.",
		"gid game_key game_id id":                "Games have no ids here: name the player and when the game ended, or its number in the answer.",
		"milestone verb noun type oplace rtime":  "Milestones are not kept to be asked about; channels can have them announced as they come (announce livelog).",
		"playable":                               "I don't know which characters can be played; name roles and races.",
		"-json":                                  "delphi ask -json answers so.",
		"cao cdo cszo cbro cpo clan csn cxc cue": "That is a server of Crawl's.",
		"-tv -ttyrec -dump -morgue":              "I know no recordings of games (ttyrecs); -log says where the dump log is.",
		"-game":                                  "Milestones are not kept to be asked about, so no game follows from one.",
	} {
		for w := range strings.FieldsSeq(words) {
			m[w] = why
		}
	}
	return m
}()

// tournament is Sequell's word for a year's tournament: t2020, t9, t*.
var tournament = regexp.MustCompile(`^t(\d{0,4}[a-z]?|\d\.\d+|\*)$`)

// Absent says why something of Sequell's is not known here: a field, a keyword or an
// option with its dash. It is empty for everything else.
func Absent(word string) string {
	word = strings.ToLower(word)
	if name, _, ok := strings.Cut(word, ":"); ok && word[0] == '-' {
		word = name
	}
	if tournament.MatchString(word) {
		return "Tournaments are not known by number here: name the time, such as 2020-11."
	}
	return absent[word]
}
