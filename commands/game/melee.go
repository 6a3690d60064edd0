package game

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands/wording"
	"delphi/engine/dump"
	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// opponent is the monster that an overview measures a hero against: it kills
// more heroes than any other, and its AC is near the middle of what they meet.
const opponent = "soldier ant"

// melee says how a hero and the opponent fare against each other.
type melee struct {
	swing   *fight.Answer // nil: the page does not tell enough
	hurt    *hurt.Hurt    // nil likewise
	assumed []string      // of the swing, what the page does not tell
}

// meleeOf works both out, as far as the page tells what they depend on.
func meleeOf(h *dump.Hero) *melee {
	m := &melee{}
	set := h.Set()
	if h.HD.Known || set.Bestiary() == nil {
		return m
	}
	foe := set.Bestiary().Named(opponent)
	if foe == nil {
		return m
	}
	if q, assumed, ok := swing(h, foe); ok {
		a := fight.Attack(q)
		m.swing, m.assumed = &a, assumed
	}
	if h.AC.Known && set.Hurt() != nil {
		str, reads := rules.ReadStrength(h.St)
		if !reads {
			str = 18
		}
		q := hurt.Assault{Rules: set.Hurt(), Monster: foe, Level: -1, AC: h.AC.N, MC: cancels(h), Str: str, Dex: h.Dex.Or(dump.Is(18)).N, Immune: strings.Contains(strings.Join(h.Attributes, "\n"), "poison resistant")}
		if q.Check() == nil {
			hits := q.Hits()
			m.hurt = &hits
		}
	}
	return m
}

// swing returns the hero's attack with what is wielded. Whether it is blessed changes
// nothing against the opponent.
func swing(h *dump.Hero, foe *rules.Monster) (q *fight.Question, assumed []string, ok bool) {
	set := h.Set()
	str, reads := rules.ReadStrength(h.St)
	if set.Fight() == nil || !h.XL.Known || !h.Dex.Known || !reads || len(h.Inventory) == 0 {
		return nil, nil, false // without an inventory nothing is known of what is in hand
	}
	q = &fight.Question{Set: set, Rules: set.Fight(), Target: fight.Target{Monster: foe, AC: foe.AC, Level: -1}, Hero: fight.Hero{Role: h.Role, Race: h.Race, XL: h.XL.N, Str: str, Dex: h.Dex.N, Bare: rules.Basic}}
	if h.Luck != nil {
		q.Luck = h.Luck.Min
	} else {
		assumed = append(assumed, "Luck 0")
	}
	for i := range h.Inventory {
		it := &h.Inventory[i]
		switch o := set.Object(it.Name); {
		case it.Worn == "wielded" && o == nil:
			return nil, nil, false // something is in hand, and the page does not say what
		case it.Worn == "wielded":
			q.Weapon = fight.Weapon{Object: o, Artifact: it.Artifact, Enchant: it.Enchant.N, Erosion: max(it.Erosion.Rust, it.Erosion.Corrosion), Skill: rules.Basic}
		case it.Worn == "body":
			q.Armour = true
		case it.Worn == "shield":
			q.Shield = true
		case it.Worn == "gloves":
			q.Gauntlets = it.Name == "gauntlets of power"
		case it.Worn == "ring_left" || it.Worn == "ring_right":
			switch it.Name {
			case "ring of increase accuracy":
				q.Accuracy += it.Enchant.N
			case "ring of increase damage":
				q.Harder += it.Enchant.N
			}
		}
	}
	if skill, known := rules.SkillNamed(h.WeaponSkill()); known {
		q.Weapon.Skill, q.Bare = skill, skill
	} else {
		assumed = append(assumed, "Basic skill")
	}
	return q, assumed, q.Check() == nil
}

// cancels returns the magic cancellation of the armour that is worn.
func cancels(h *dump.Hero) int {
	mc := 0
	for _, it := range h.Inventory {
		if o := h.Set().Object(it.Name); o != nil && o.Class == "armor" && it.Worn != "" {
			mc = max(mc, o.Oc2)
		}
	}
	return min(mc, hurt.MaxMC)
}

// line gives both for the summary.
func (m *melee) line() string {
	var parts []string
	if m.swing != nil {
		parts = append(parts, fmt.Sprintf("You hit %s %s of the time, for %s damage", wording.Article(opponent), wording.Share(m.swing.P), wording.Amount(m.swing.Damage.Mean)))
	}
	if m.hurt != nil && m.hurt.PerTurn != nil {
		it := "it"
		if m.swing == nil {
			it = wording.Capital(wording.Article(opponent))
		}
		parts = append(parts, fmt.Sprintf("%s deals you %s damage a turn", it, wording.Amount(m.hurt.PerTurn.Mean)))
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// attack describes the swing for a field.
func (m *melee) attack() string {
	if m.swing == nil {
		return ""
	}
	a := m.swing
	with := "bare hands"
	if a.Weapon != "" {
		with = a.Weapon
	}
	text := fmt.Sprintf("%s to hit %s (AC %d) with %s, %s damage on average, %s a turn", wording.Share(a.P), wording.Article(opponent), a.AC, with, wording.Amount(a.Damage.Mean), wording.Amount(a.PerTurn.Mean))
	if len(m.assumed) > 0 {
		text += " (" + strings.Join(m.assumed, ", ") + " assumed)"
	}
	return text
}

// defence describes, for a field, what the opponent does to the hero.
func (m *melee) defence() string {
	if m.hurt == nil {
		return ""
	}
	var parts []string
	for _, a := range m.hurt.Attacks {
		parts = append(parts, fmt.Sprintf("%s %s for %s", a.What, wording.Share(a.Hits.P), wording.Amount(a.Mean)))
	}
	text := fmt.Sprintf("at AC %d and MC %d %s hits with %s", m.hurt.AC, m.hurt.MC, wording.Article(opponent), strings.Join(parts, ", "))
	if m.hurt.PerTurn != nil {
		text += fmt.Sprintf("; %s damage a turn", wording.Amount(m.hurt.PerTurn.Mean))
	}
	return text
}

// hints returns follow-up questions.
func (m *melee) hints() []string {
	return slices.DeleteFunc([]string{"game hit " + opponent, "game hurt " + opponent}, func(hint string) bool {
		return m.swing == nil && strings.HasPrefix(hint, "game hit") || m.hurt == nil && strings.HasPrefix(hint, "game hurt")
	})
}
