package game

import (
	"cmp"
	"fmt"
	"strings"

	"delphi/commands/wording"
	"delphi/engine/plight"
)

// troubleName returns a trouble in a word or two.
func troubleName(t plight.Trouble) string {
	switch {
	case t.Name == plight.LowHP:
		return "low HP"
	case t.Ailment == "illness", t.Ailment == "food poisoning":
		return t.Ailment
	}
	return t.Name
}

// stakes says what a trouble does, so that a deadly one is recognised as such.
func stakes(t plight.Trouble) string {
	switch t.Name {
	case plight.Stoned:
		return fmt.Sprintf("You turn to stone within %d turns", t.Turns)
	case plight.Slimed:
		return fmt.Sprintf("You turn into slime within %d turns", t.Turns)
	case plight.Strangled:
		return fmt.Sprintf("You are strangled within %d turns", t.Turns)
	case plight.Poisoned:
		return fmt.Sprintf("%s kills you within %d turns", wording.Capital(t.Ailment), t.Turns)
	case plight.LowHP:
		return cmp.Or(t.Shown, "Your HP is low")
	case plight.Weak:
		if strings.HasPrefix(t.Shown, "Faint") {
			return "You faint from hunger"
		}
		return "You are weak from hunger"
	case plight.Held, plight.Engulfed:
		return gripText(t)
	case plight.Lava:
		return "You sink into the lava"
	case plight.Hands:
		if what, _, _ := strings.Cut(t.Shown, " ("); what != "" && t.Ailment != "" {
			return "Your hands are stuck to " + what
		}
	case plight.CursedItems, plight.Fumbling, plight.Levitation, plight.Blindfold:
		if t.Shown != "" {
			what, _, _ := strings.Cut(t.Shown, " (")
			return wording.Capital(troubleName(t)) + ", " + what
		}
	case plight.Attribute:
		if t.Shown != "" {
			return "Lowered attributes, " + t.Shown
		}
	}
	return wording.Capital(troubleName(t))
}

// gripText says what holds the hero, and how that kills.
func gripText(t plight.Trouble) string {
	who := "Something"
	if t.Shown != "" {
		who = wording.Capital(wording.Article(t.Shown))
	}
	switch {
	case t.Turns > 0:
		return fmt.Sprintf("%s digests you within %d to %d of its moves", who, t.Least, t.Turns)
	case t.Drowns > 0:
		return fmt.Sprintf("%s holds you and drowns you with %s of its moves", who, wording.Share(t.Drowns))
	case t.Name == plight.Engulfed:
		return who + " has engulfed you"
	}
	return who + " holds you"
}

// doText lists what to do, best first, at most that many.
func doText(t *plight.Helped, most int) string {
	if len(t.Remedies) == 0 {
		text := "nothing you have shown me helps"
		if t.Unmended {
			text = "a prayer away from an altar mends no minor trouble at your Luck, and nothing you have shown me helps"
		}
		if len(t.Else) == 0 {
			return text
		}
		return text + "; this would: " + wording.Or(t.Else[:min(shownElse, len(t.Else))])
	}
	var ways []string
	for i := range t.Remedies {
		if i < most {
			ways = append(ways, remedyText(&t.Remedies[i]))
		}
	}
	if len(ways) == 1 {
		return ways[0]
	}
	return ways[0] + ", otherwise " + strings.Join(ways[1:], ", otherwise ")
}

// elseText says what would help against what a prayer alone can end: always where that kills
// within turns, else where the prayer may not work.
func elseText(t *plight.Helped) []string {
	if len(t.Remedies) == 0 || len(t.Else) == 0 {
		return nil
	}
	if t.Name == plight.Held || t.Name == plight.Engulfed {
		return []string{"What would help, too: " + wording.Or(t.Else[:min(shownElse, len(t.Else))]) + "."}
	}
	for i := range t.Remedies {
		p := t.Remedies[i].Prayer
		if p == nil && t.Remedies[i].That == "" || p != nil && t.Turns == 0 && (p.P == nil || *p.P > 0) {
			return nil
		}
	}
	return []string{"What would help: " + wording.Or(t.Else[:min(shownElse, len(t.Else))]) + "."}
}

// shownElse is how many things that are not at hand the sentence names.
const shownElse = 4

// remedyText returns one remedy with its chance and its cost.
func remedyText(r *plight.Remedy) string {
	var says []string
	switch {
	case r.Prayer != nil:
		return prayerText(r.Prayer)
	case r.Heals != nil && r.P != nil && r.Heals.Least == r.Heals.Most:
		says = append(says, fmt.Sprintf("%d HP", r.Heals.Least))
	case r.Heals != nil:
		says = append(says, fmt.Sprintf("%s HP on average", wording.Amount(r.Heals.Mean)))
	}
	switch {
	case r.P != nil && r.That != "" && *r.P < 1:
		says = append(says, wording.Share(*r.P)+" that "+r.That)
	case r.Escapes && r.P != nil && r.Cost != "" && *r.P < 1:
		says = append(says, wording.Share(*r.P)+" that it works")
	case r.P == nil && r.Cost != "":
		says = append(says, "if it does not fail")
	case r.P == nil, r.Escapes, r.That != "":
	case *r.P >= 1 && r.Heals == nil && r.But == "":
		says = append(says, "sure")
	case r.Heals != nil:
		says = append(says, wording.Share(*r.P)+" that it is enough")
	case *r.P < 1 && r.Try:
		says = append(says, wording.Share(*r.P)+" a try")
	case *r.P < 1:
		says = append(says, wording.Share(*r.P))
	}
	if r.Cost != "" {
		says = append(says, r.Cost)
	}
	if r.But != "" {
		says = append(says, r.But)
	}
	if len(says) == 0 {
		return r.Do
	}
	return r.Do + " (" + strings.Join(says, ", ") + ")"
}

// prayerText returns a prayer with how safe it is, and how likely it ends the trouble.
func prayerText(p *plight.Prayer) string {
	var says string
	switch {
	case p.Unsafe != "":
		return "do not pray, " + p.Unsafe
	case p.P == nil:
		says = fmt.Sprintf("safe from turn %d on if you never did, 95%% if not for %d turns", p.Never, p.Wait)
	case *p.Safe <= 0 && p.IfNever:
		return fmt.Sprintf("do not pray before turn %d, it is too soon", p.Never)
	case *p.Safe <= 0:
		return "do not pray yet, it is too soon"
	case p.IfNever:
		says = fmt.Sprintf("%s safe if you never did, 95%% if not for %d turns", wording.Share(*p.Safe), p.Wait)
	default:
		says = wording.Share(*p.Safe) + " safe"
	}
	if p.Mends < 1 {
		says += fmt.Sprintf("; %s that it mends this", wording.Share(p.Mends))
	}
	return "pray (" + says + ")"
}

// others returns what else would end a trouble, if there is room.
func others(t *plight.Helped) string {
	if len(t.Remedies) == 0 || len(t.Else) == 0 {
		return ""
	}
	return "; not shown: " + strings.Join(t.Else, ", ")
}

// uselessText warns about what is carried but does not help.
func uselessText(t *plight.Helped) []string {
	if len(t.Useless) == 0 || t.Turns == 0 && t.Name != plight.LowHP {
		return nil
	}
	text := wording.Capital(wording.Article(t.Useless[0]))
	if t.Name == plight.LowHP {
		return []string{text + " does not heal."}
	}
	return []string{text + " does not help against " + ailing(t.Trouble) + "."}
}

// ailing returns a trouble as it follows a preposition.
func ailing(t plight.Trouble) string {
	if t.Ailment != "" {
		return t.Ailment
	}
	return "being " + troubleName(t)
}
