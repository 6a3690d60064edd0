package game

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands/hero"
	"delphi/engine/dump"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// troubles maps the words of the status line to the troubles of prayer.
var troubles = map[string]string{
	"Stone": "stoned", "Slime": "slimed", "Strngl": "strangled", "FoodPois": "food poisoned", "TermIll": "food poisoned", "Blind": "blind", "Stun": "stunned", "Conf": "confused",
	"Hallu": "hallucinating", "Weak": "weak", "Fainting": "weak", "Fainted": "weak", "Hungry": "hungry",
}

// prayLine returns what a page says about prayer. A page describes Luck in words, for
// which the worst value is taken, and never shows the prayer timeout. Unless the hero
// is still an atheist, the turn is left out if nothing is said about the last prayer,
// so that the answer names the turns from which a prayer is safe.
func prayLine(h *dump.Hero, more string) (string, error) {
	atheist := slices.ContainsFunc(h.Conducts, func(c string) bool { return strings.Contains(c, "an atheist") })
	if text := unsafe(h); text != "" && more == "" {
		return "", problem.New(text, "pray")
	}
	var words []string
	add := func(format string, args ...any) { words = append(words, fmt.Sprintf(format, args...)) }
	if h.XL.Known {
		add("xl%d", h.XL.N)
	}
	if h.HP.Known && h.MaxHP.Known && h.Died == nil {
		add("hp %d(%d)", h.HP.N, h.MaxHP.N)
	}
	if h.Luck != nil {
		add("luck %d", h.Luck.Min)
	}
	if h.Anger != nil {
		add("anger %d", h.Anger.Min)
	}
	if h.Record != nil {
		add("record %d", max(h.Record.Min, -100))
	}
	if h.Turns.Known && (more != "" || atheist) {
		add("turn %d", h.Turns.N)
	}
	if more == "" && atheist {
		add("never prayed")
	}
	for _, c := range append(slices.Clone(h.Conditions), h.Hunger) {
		if name := troubles[c]; name != "" {
			add("%s", name)
		}
	}
	return strings.Join(words, " "), nil
}

// fighter returns the words for the role, race and figures that a fight depends on.
func fighter(h *dump.Hero) string {
	words := []string{h.Role}
	if slices.Contains(rules.Races, h.Race) {
		words = append(words, h.Race)
	}
	if h.XL.Known {
		words = append(words, fmt.Sprintf("xl%d", h.XL.N))
	}
	if h.St != "" {
		words = append(words, "st "+h.St)
	}
	if h.Dex.Known {
		words = append(words, fmt.Sprintf("dex%d", h.Dex.N))
	}
	if h.Luck != nil {
		words = append(words, fmt.Sprintf("luck %d", h.Luck.Min))
	}
	return strings.Join(words, " ")
}

// hitLine returns the question about attacking, with the wielded weapon, the monster
// that more names.
func hitLine(h *dump.Hero, more string) (string, error) {
	if more == "" {
		return "", problem.New("Which monster?", "game hit soldier ant")
	}
	if h.Role == "" {
		return "", problem.New("Your page does not show your role.", "hit soldier ant sam xl10, long sword")
	}
	line := fighter(h)
	weapon := ""
	for _, it := range h.Inventory {
		if it.Worn != "wielded" || it.Name == "" {
			continue
		}
		weapon = it.Name
		if it.Artifact != "" {
			weapon = it.Artifact
		}
		if it.Enchant.Known {
			weapon = fmt.Sprintf("%+d %s", it.Enchant.N, weapon)
		}
		if it.BUC != "" {
			weapon = it.BUC + " " + weapon
		}
	}
	if weapon != "" {
		if skill := h.WeaponSkill(); skill != "" {
			weapon += " " + skill
		}
		line += " wielding " + weapon
	}
	if load := strings.ToLower(h.Burden); slices.Contains(hero.Loads, load) {
		line = load + " " + line
	}
	return line, nil
}

// noGuard holds the properties of a character that make no difference to an attack, and that
// hurt has no words for.
var noGuard = []string{"regenerating", "see-invisible", "slow-digestion"}

// hurtLine returns the question about the attack of the monster that more names on the
// hero.
func hurtLine(h *dump.Hero, more string) (string, error) {
	if more == "" {
		return "", problem.New("Which monster?", "game hurt soldier ant")
	}
	if !h.AC.Known {
		return "", problem.New("Your page does not show your AC.", "hurt soldier ant ac 4")
	}
	line := fmt.Sprintf("ac %d", h.AC.N)
	if h.XL.Known {
		line += fmt.Sprintf(" xl%d", h.XL.N)
	}
	if h.Role != "" {
		line += " " + h.Role
	}
	for _, has := range properties(h) {
		if !slices.Contains(noGuard, has) {
			line += " " + has
		}
	}
	if sightless(h) {
		line += " blind"
	}
	return line, nil
}

// sightless reports whether the page shows the hero blind, or blindfolded.
func sightless(h *dump.Hero) bool {
	return slices.Contains(h.Conditions, "Blind") || slices.ContainsFunc(h.Inventory, func(it dump.Item) bool {
		return it.Worn == "eyes" && (it.Name == "blindfold" || it.Name == "towel")
	})
}
