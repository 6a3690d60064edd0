package eating

import (
	"fmt"
	"strings"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Other is what eating a corpse does besides what its flesh conveys, in words:
// "stuns you for 60 turns".
type Other struct {
	What string `json:"what"`
	odds.Fraction
}

// special is how a monster's own case of the game's switch reads.
type special struct {
	text  string
	gain  string // what it gives that is counted among the gains
	timed bool
	ends  bool // the flesh conveys nothing then
	hurts bool // not what anybody eats for
}

// specials holds the cases of cpostfx (eat.c). A %d is the number of turns.
var specials = map[rules.Effect]special{
	rules.Energy:      {text: "restores 1 to 3 Pw (at full Pw it may raise the maximum by 1)", ends: true},
	rules.GainLevel:   {text: "raises your level by one", ends: true},
	rules.Heal:        {text: "restores all HP", ends: true},
	rules.Blindness:   {text: "cures blindness"},
	rules.Speed:       {text: "gives intrinsic speed, or takes it if you have it", gain: "intrinsic speed", ends: true},
	rules.Invisible:   {text: "makes you invisible for 50 to 149 turns (if you are already, for good, and you see invisible)", gain: "invisibility", timed: true, ends: true},
	rules.Hidden:      {text: "makes you invisible for 200 to 399 turns", gain: "invisibility", timed: true, ends: true},
	rules.Stun:        {text: "stuns you for %d turns", ends: true, hurts: true},
	rules.Gold:        {text: "makes you mimic gold for %d turns, helpless", ends: true, hurts: true},
	rules.Polymorph:   {text: "polymorphs you", ends: true, hurts: true},
	rules.Lizard:      {text: "cuts stun and confusion to 2 turns", ends: true},
	rules.Mind:        {text: "at maximal Int the roll for telepathy is always made"},
	rules.Hallucinate: {text: "makes you hallucinate for 200 turns", hurts: true},
	rules.Disenchant:  {text: "takes a random intrinsic", hurts: true},
	rules.Displaced:   {text: "displaces your image for 6d6 turns", gain: "displacement", timed: true},
	rules.Tainted:     {text: "gives food poisoning", hurts: true},
	rules.EvilEye:     {text: "changes your Luck if blessed (+1 to +3) or cursed (-1 to -3)"},
	rules.Fortune:     {text: "changes your Luck by -1 to +2", ends: true},
}

// wraith lists what eating a SLASH'EM wraith does.
var wraith = []Other{
	{"raises your level by one", odds.Of(1, 2)},
	{"lowers your level by one", odds.Of(1, 10)},
	{"costs 4 max HP, 8 max Pw and 4 HP", odds.Of(1, 10)},
	{"gives 4 max HP and 8 max Pw and refills both", odds.Of(1, 10)},
}

// others lists the special cases of a monster, what they give, and whether they
// keep the flesh from conveying anything. hurts says whether one is unwelcome.
func others(e *rules.Eating, m *rules.Monster) (list []Other, given []Gain, ends, hurts bool) {
	add := func(code rules.Effect, turns int) {
		s, ok := specials[code]
		if !ok {
			return
		}
		text := s.text
		if turns > 0 {
			text = fmt.Sprintf(text, turns)
		}
		list = append(list, Other{text, odds.Always})
		if s.gain != "" {
			given = append(given, Gain{What: s.gain, Timed: s.timed, Special: true, Fraction: odds.Always})
		}
		ends, hurts = ends || s.ends, hurts || s.hurts
	}
	for _, x := range e.Does(m) {
		add(x.Code, x.Turns)
		if x.Code == rules.Wraith {
			list, ends, hurts = append(list, wraith...), true, true
		}
	}
	if e.Has(m, rules.Roll) {
		ends = false
	}
	if strings.HasPrefix(m.Name, "were") && m.Symbol == "@" {
		list = append(list, Other{"gives lycanthropy", odds.Always})
		given = append(given, Gain{What: "lycanthropy", Special: true, Fraction: odds.Always})
		ends, hurts = true, true
	}
	if e.Regenerating && m.Symbol == "T" {
		list = append(list, Other{"lets you regenerate for 2d6 turns", odds.Always})
		given = append(given, Gain{What: "regeneration", Timed: true, Special: true, Fraction: odds.Always})
	}
	if ends {
		return list, given, ends, hurts
	}
	for _, a := range m.Attacks {
		if (a.Damage == "STUN" || a.Damage == "HALU") && !e.Has(m, rules.Hallucinate) {
			add(rules.Hallucinate, 0)
			break
		}
	}
	if casts(m) {
		switch e.Casters {
		case rules.CastersBeside:
			list = append(list, Other{specials[rules.Energy].text, odds.Always})
		case rules.CastersPicked:
			most := max(m.Level, 3)
			list = append(list, Other{fmt.Sprintf("restores 1 to %d Pw", most), odds.Of(1, int64(len(Conveyed(e, m))))})
		}
	}
	return list, given, ends, hurts
}
