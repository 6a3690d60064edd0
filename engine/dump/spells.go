package dump

import (
	"regexp"
	"slices"
	"strings"
)

// spellLine is a row of the spell menu (spell.c, dospellmenu): name, level with
// a mark if it is forgotten, category, failure, retention. xNetHack prints the
// energy instead of the failure, and turns for the retention.
var spellLine = regexp.MustCompile(`^(?:(.*?\s|))(?:([a-zA-Z]) - )?\s*([a-z]+(?:[ '-][a-z]+){0,3})\s{1,22}([1-9])([*!]?)\s{1,8}([a-z]{4,12})\s{1,12}(?:(\d{1,3})%(?:\s{1,10}(\(gone\)|\d{1,3}%(?:-\d{1,3}%)?))?|(\d{1,4}|Inf)\s{1,10}(\d{1,6}|\(gone\)))\s*$`)

// schools holds the categories as the games print them (spell.c,
// spelltypemnemonic); SLASH'EM has shorter ones.
var schools = map[string]string{
	"attack": "attack", "healing": "healing", "divination": "divination", "enchantment": "enchantment", "clerical": "clerical", "escape": "escape", "matter": "matter",
	"divine": "divination", "enchant": "enchantment", "protect": "protection", "protection": "protection", "body": "body", "evocation": "evocation",
}

// shortSchool reports whether a category is one of SLASH'EM's shorter names.
func shortSchool(category string) bool { return schools[category] != category }

// spellRow reads a row of the spell menu.
func spellRow(line string) (Spell, bool) {
	if len(line) < 20 || len(line) > 160 {
		return Spell{}, false
	}
	if last := line[len(line)-1]; !strings.Contains("%)0123456789", string(last)) || !strings.ContainsAny(line, "123456789") {
		return Spell{}, false
	}
	m := spellLine.FindStringSubmatch(line)
	if m == nil || schools[m[6]] == "" || m[1] != "" && !mapLike(m[1]) {
		return Spell{}, false
	}
	sp := Spell{Letter: m[2], Name: m[3], Level: atoi(m[4]), Category: m[6], Retention: m[8], Forgotten: m[5] == "*" || m[8] == "(gone)"}
	switch {
	case m[7] != "":
		sp.DumpFail = Is(atoi(m[7]))
	case m[9] == "Inf":
		sp.DumpCost, sp.Retention = Is(-1), m[10]
	default:
		sp.DumpCost, sp.Retention = Is(atoi(m[9])), m[10]
	}
	return sp, true
}

// skillLine is a row of the skill list (weapon.c, enhance_weapon_skill): the
// level, and in variants the cap and the training.
var skillLine = regexp.MustCompile(`(?:^|\s)([a-z][a-z-]*(?: [a-z-]+){0,3}?)\s{1,16}\[\s*(Restricted|Unskilled|Basic|Skilled|Expert|Master|Grand Master)\s*(?:/\s*[A-Z][A-Za-z ]*)?\]\s*(?:\d{1,4}%|MAX)?\s*$`)

// skillRow reads a row of the skill list.
func skillRow(line string) (Skill, bool) {
	if !strings.Contains(line, "[") || len(line) > 160 {
		return Skill{}, false
	}
	m := skillLine.FindStringSubmatch(line)
	if m == nil {
		return Skill{}, false
	}
	return Skill{Name: m[1], Level: strings.ToLower(m[2])}, true
}

// addSpell keeps a spell once, as the last page shows it.
func (h *Hero) addSpell(sp Spell) {
	if i := slices.IndexFunc(h.Spells, func(x Spell) bool { return x.Name == sp.Name }); i >= 0 {
		h.Spells[i] = sp
		return
	}
	h.Spells = append(h.Spells, sp)
}

func (h *Hero) addSkill(s Skill) {
	if i := slices.IndexFunc(h.Skills, func(x Skill) bool { return x.Name == s.Name }); i >= 0 {
		h.Skills[i] = s
		return
	}
	h.Skills = append(h.Skills, s)
}
