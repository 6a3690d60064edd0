package dump

import (
	"regexp"
	"slices"
	"strings"

	"delphi/engine/rules"
)

// races maps what the games call a hero of a race to the race (role.c, races).
var races = map[string]string{
	"human": "human", "elven": "elf", "dwarven": "dwarf", "gnomish": "gnome", "orcish": "orc", "hobbit": "hobbit", "doppelganger": "doppelganger",
	"vampiric": "vampire", "lycanthropic": "lycanthrope", "droven": "drow", "dark elven": "drow", "giant": "giant", "illithid": "illithid",
	"centaurian": "centaur", "tortle": "tortle", "aasimar": "aasimar", "draugr": "draugr", "half-giant": "half-giant", "yuki-onna": "yuki-onna",
}

// Adjective returns what the games call a hero of a race: "gnomish".
func Adjective(race string) string {
	for adjective, r := range races {
		if r == race && adjective != race && !strings.Contains(adjective, " ") {
			return adjective
		}
	}
	return race
}

// nameLine is the line under a dump's dates: "Mia, neutral female gnomish
// Healer" (topten.c and end.c, dump_everything).
var nameLine = regexp.MustCompile(`^(\S.{0,62}), (lawful|neutral|chaotic|unaligned|none|evil) (male|female|neuter) (\S.*)$`)

// person takes a race and a role, "gnomish Healer", and reports whether there
// is a role in it.
func (h *Hero) person(set *rules.Set, text string) bool {
	for adjective, race := range races {
		if rest, ok := strings.CutPrefix(text, adjective+" "); ok && (h.Race == "" || len(adjective) > 5) {
			if h.role(set, rest) {
				h.Race = race
				return true
			}
		}
	}
	if h.role(set, text) {
		return true
	}
	// A role that the version's tables do not have: the words after a race.
	for adjective, race := range races {
		if rest, ok := strings.CutPrefix(text, adjective+" "); ok && (h.Race == "" || len(adjective) > 6) {
			h.Race, h.Role = race, rest
		}
	}
	return h.Race != ""
}

// race takes the race of "gnomish Healer".
func (h *Hero) race(text string) {
	for adjective, race := range races {
		if (strings.HasPrefix(text, adjective+" ") || text == race) && (h.Race == "" || len(adjective) > 6) {
			h.Race = race
		}
	}
}

// role takes the name of a role, of a man or a woman.
func (h *Hero) role(set *rules.Set, text string) bool {
	for _, r := range set.Roles {
		if strings.EqualFold(text, r.Name) || r.Female != "" && strings.EqualFold(text, r.Female) {
			h.Role = r.Name
			if r.Female != "" && strings.EqualFold(text, r.Female) && h.Gender == "" {
				h.Gender = "female"
			}
			return true
		}
	}
	return false
}

// sentence is one form of sentence of the attributes, and what it tells. The
// same sentence is in the past tense in a dump.
type sentence struct {
	form *regexp.Regexp
	take func(h *Hero, set *rules.Set, m []string)
}

// sentences holds the attributes that tell a figure (5.0.0 insight.c:468-1270,
// 3.6.7 cmd.c:1831-2273).
var sentences = []sentence{
	{regexp.MustCompile(`^You (?:are|were) (?:actually )?(?:an? |the )?(.{2,40}), (?:an? )?level (\d{1,2}) (?:(male|female|neuter) )?(.*)$`), func(h *Hero, set *rules.Set, m []string) {
		h.XL = Is(atoi(m[2]))
		h.titled(set, m[1])
		if h.Gender == "" {
			h.Gender = m[3]
		}
		if h.Role == "" {
			h.person(set, m[4])
		} else if h.Race == "" {
			h.race(m[4])
		}
	}},
	{regexp.MustCompile(`^You (?:are|were) (lawful|neutral|chaotic|unaligned),`), func(h *Hero, _ *rules.Set, m []string) { h.Alignment = m[1] }},
	{regexp.MustCompile(`^You (?:are|were) (?:normally )?(left|right)-handed`), func(h *Hero, _ *rules.Set, m []string) { h.left = m[1] == "left" }},
	{regexp.MustCompile(`^You entered the dungeon (\d+) turns? ago`), func(h *Hero, _ *rules.Set, m []string) { h.Turns = Is(atoi(m[1])) }},
	{regexp.MustCompile(`^You (?:have|had) (\d+) experience points?\b`), func(h *Hero, _ *rules.Set, m []string) { h.Exp = Is(atoi(m[1])) }},
	{regexp.MustCompile(`^You (?:have|had) (-?\d+) out of (\d+) hit points?`), func(h *Hero, _ *rules.Set, m []string) { h.HP, h.MaxHP = Is(max(0, atoi(m[1]))), Is(atoi(m[2])) }},
	{regexp.MustCompile(`^You (?:have|had) (?:all|your only|the only)? ?(\d+) hit points?`), func(h *Hero, _ *rules.Set, m []string) { h.HP, h.MaxHP = Is(atoi(m[1])), Is(atoi(m[1])) }},
	{regexp.MustCompile(`^You (?:have|had) (-?\d+) out of (\d+) energy points?`), func(h *Hero, _ *rules.Set, m []string) { h.Pw, h.MaxPw = Is(atoi(m[1])), Is(atoi(m[2])) }},
	{regexp.MustCompile(`^You (?:have|had) all (\d+) energy points?`), func(h *Hero, _ *rules.Set, m []string) { h.Pw, h.MaxPw = Is(atoi(m[1])), Is(atoi(m[1])) }},
	{regexp.MustCompile(`^Your armor class (?:is|was) (-?\d+)`), func(h *Hero, _ *rules.Set, m []string) { h.AC = Is(atoi(m[1])) }},
	{regexp.MustCompile(`^Your wallet contain(?:s|ed) (\d+) `), func(h *Hero, _ *rules.Set, m []string) { h.Gold = Is(atoi(m[1])) }},
	{regexp.MustCompile(`^Your wallet (?:is|was) empty`), func(h *Hero, _ *rules.Set, _ []string) { h.Gold = Is(0) }},
	{regexp.MustCompile(`^Your (strength) (?:is|was) (\d+(?:/(?:\d+|\*\*))?)(?: \((.*)\))?`), func(h *Hero, _ *rules.Set, m []string) {
		h.St = strings.Replace(m[2], "18/100", "18/**", 1)
		h.lost(m)
	}},
	{regexp.MustCompile(`^Your (dexterity|constitution|intelligence|wisdom|charisma) (?:is|was) (\d+)(?: \((.*)\))?`), func(h *Hero, _ *rules.Set, m []string) {
		*h.attribute(m[1]) = Is(atoi(m[2]))
		h.lost(m)
	}},
	{regexp.MustCompile(`^You (?:are|were) (very |extremely )?(un)?lucky(?: \((-?\d+)\))?$`), func(h *Hero, _ *rules.Set, m []string) { h.Luck = luck(m) }},
	{regexp.MustCompile(`^(?:You (?:are|were|have|had) )(piously|devoutly|fervently|stridently|aligned|haltingly|nominally|strayed|sinned|transgressed)`), func(h *Hero, _ *rules.Set, m []string) { h.Record = records[m[1]] }},
	{regexp.MustCompile(`^\S.* (?:is|was)\s+(very |extremely )?angry with you`), func(h *Hero, _ *rules.Set, m []string) { h.Anger = angers[m[1]] }},
	{regexp.MustCompile(`^You (?:are|were|have|had) (unskilled|skilled|basic skill|expert skill|master skill|grand master skill|no skill) (?:in|with) (\S.*)$`), func(h *Hero, _ *rules.Set, m []string) {
		h.weapon = strings.TrimSuffix(m[1], " skill")
	}},
	{regexp.MustCompile(`^You (?:are|were) (empty handed|bare handed)`), func(h *Hero, _ *rules.Set, m []string) { h.Wielded = "nothing" }},
	{regexp.MustCompile(`^You (?:are|were) in (?:Gehennom|the Valley of the Dead|Vlad's Tower)`), func(h *Hero, _ *rules.Set, _ []string) { h.Gehennom = true }},
	{regexp.MustCompile(`^You (?:are|were) (?:in (?:(?:male|female|neuter) )?(.{2,40}) form|polymorphed into an? (.{2,40}))$`), func(h *Hero, _ *rules.Set, m []string) {
		if form := m[1] + m[2]; form != "beast" {
			h.Form = form
		} else {
			h.Ails = appendNew(h.Ails, "in beast form")
		}
	}},
	{regexp.MustCompile(`^You (?:are|were|have|had) (turning to stone|turning into slime|being strangled|sinking into lava|(?:terminally )?sick from (?:food poisoning|illness)|withering away` +
		`|stunned|confused|hallucinating|deaf|(?:\w+ )?blind|blinded|punished|chained to an? .*|an? were\w+|(?:an? )?(?:left |right )?wounded \w+)(?: \(\d+\))?$`),
		func(h *Hero, _ *rules.Set, m []string) { h.Ails = appendNew(h.Ails, m[1]) }},
	{regexp.MustCompile(`^You (?:are|were) (satiated|hungry|weak from severe hunger|fainting from hunger)`), func(h *Hero, _ *rules.Set, m []string) {
		if h.Hunger == "" {
			h.Hunger = strings.ToUpper(m[1][:1]) + strings.Fields(m[1])[0][1:]
		}
	}},
}

// attribute returns where an attribute of that name is kept.
func (h *Hero) attribute(name string) *Num {
	switch name {
	case "dexterity":
		return &h.Dex
	case "constitution":
		return &h.Con
	case "intelligence":
		return &h.Int
	case "wisdom":
		return &h.Wis
	}
	return &h.Cha
}

// lost takes how many points an attribute is below its peak: "(base:16, peak:18,
// limit:18)", where the base is what it is without what is worn.
func (h *Hero) lost(m []string) {
	points := map[string]int{}
	for _, part := range strings.Split("base:"+m[2]+", "+m[3], ", ") {
		name, figure, _ := strings.Cut(part, ":")
		if n, ok := rules.ReadStrength(strings.Replace(figure, "18/100", "18/**", 1)); ok {
			points[name] = n
		}
	}
	if peak, ok := points["peak"]; ok && peak > points["base"] {
		h.Lost = append(slices.DeleteFunc(h.Lost, func(l Loss) bool { return l.Attribute == m[1] }), Loss{m[1], peak - points["base"]})
	}
}

// luck returns what the words tell: lucky 1 to 4, very 5 to 9, extremely 10 or more
// (5.0.0 insight.c:1912, 3.6.7 cmd.c:2944, 3.4.3 cmd.c:1050).
func luck(m []string) *Range {
	r := &Range{1, 4}
	switch m[1] {
	case "very ":
		r = &Range{5, 9}
	case "extremely ":
		r = &Range{10, 13}
	}
	if m[2] == "un" {
		r = &Range{-r.Max, -r.Min}
	}
	if m[3] != "" {
		r = &Range{atoi(m[3]), atoi(m[3])}
	}
	return r
}

// most bounds a range that the words leave open.
const most = 1 << 15

// records is the alignment record behind the words (5.0.0 insight.c:1487,
// 3.6.7 cmd.c:2650).
var records = map[string]*Range{
	"piously": {20, most}, "devoutly": {14, 19}, "fervently": {9, 13}, "stridently": {4, 8}, "aligned": {3, 3}, "haltingly": {1, 2}, "nominally": {0, 0},
	"strayed": {-3, -1}, "sinned": {-8, -4}, "transgressed": {-most, -9},
}

// angers is the god's anger behind the words (5.0.0 insight.c:1500).
var angers = map[string]*Range{"": {1, 3}, "very ": {4, 6}, "extremely ": {7, most}}

// readSentence takes a sentence of the attributes: what it tells, and the
// sentence itself where it is one of those of an enlightenment.
func (h *Hero) readSentence(set *rules.Set, line string) bool {
	s := strings.TrimSuffix(strings.TrimSpace(line), ".")
	if len(s) > 200 || !strings.HasPrefix(s, "You") && !strings.HasSuffix(s, "angry with you") {
		return false
	}
	for _, f := range sentences {
		if m := f.form.FindStringSubmatch(s); m != nil {
			f.take(h, set, m)
			return true
		}
	}
	return false
}

// addAttribute keeps a sentence of the attributes once.
func (h *Hero) addAttribute(line string) {
	s := strings.TrimSuffix(strings.TrimSpace(line), ".")
	if s != "" && !slices.Contains(h.Attributes, s) {
		h.Attributes = append(h.Attributes, s)
	}
}
