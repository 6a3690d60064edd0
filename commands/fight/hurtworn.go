package fight

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// dressed puts on the hero what a call says is worn: the pieces that matter to attacks,
// and the resistances that they give.
func dressed(c *commands.Call, q *hurt.Assault) {
	q.Worn = map[rules.Slot]hurt.Piece{}
	all, grease := greased.In(c), greased.In(c)
	var slick []string
	for _, s := range hero.Worn.All(c) {
		w, ok := s.Value.(*rules.Worn)
		if !ok || s.Without {
			continue
		}
		q.Worn[w.Slot] = hurt.Piece{Name: w.Name, Cursed: s.BUC == rules.Cursed, Greased: all || s.Flag == greased.Name}
		grease = grease || s.Flag == greased.Name
		if q.Worn[w.Slot].Greased && q.Slips(w.Slot) {
			slick = append(slick, w.Name)
		}
	}
	for _, s := range states {
		has := s.of(q)
		*has = *has || s.gives != "" && given(c, s.gives)
	}
	switch {
	case !grease:
	case all && len(slick) > 0:
		c.Note(commands.Assumed, "a greased "+strings.Join(slick, " and "))
	case len(slick) > 0:
	case q.Slips(rules.Helmet):
		c.Note(commands.Remarked, "grease makes no difference without a helmet")
	case q.Slips(rules.Body):
		c.Note(commands.Remarked, "grease makes no difference without a cloak, body armor or shirt")
	default:
		c.Note(commands.Remarked, "grease makes no difference here")
	}
}

// given reports whether something that the hero wears or wields gives a property.
func given(c *commands.Call, property string) bool {
	worn := slices.ContainsFunc(hero.Worn.All(c), func(s commands.Said) bool { return !s.Without && hero.Gives(c.Rules, s.Name, property) })
	return worn || hero.Grants(c.Rules, inHand(c), property)
}

// inHand returns the name of what the hero wields, "" if that is nothing. Of two weapons it is the
// first: the other gives nothing (setworn).
func inHand(c *commands.Call) string {
	if s := hero.Held.One(c); s != nil && !s.Without {
		return s.Name
	}
	if all := Weapon.All(c); len(all) > 0 {
		return Weapon.Of(all[0]).Artifact
	}
	return ""
}

// bareAC is the AC of a hero with nothing on.
const bareAC = 10

// armourClass returns the AC that a call says, or else what the armour that it names makes of a
// hero with nothing else on. It notes which.
func armourClass(c *commands.Call) int {
	ac, counts := armourNamed(c)
	if !counts {
		return hero.AC.Else(c, bareAC, "your AC 10")
	}
	c.Note(commands.Assumed, fmt.Sprintf("your AC %d, from the armor named (sound and +0 unless said)", ac))
	return ac
}

// armourNamed returns the AC of a hero with the armour on that a call names: each piece takes off
// its bonus, less its erosion but not below 0, and its enchantment (do_wear.c, find_ac, by
// ARM_BONUS). counts is false where the call says the AC
// itself, names none that has a bonus, or plays a version of which this is not known.
func armourNamed(c *commands.Call) (ac int, counts bool) {
	_, said := hero.AC.In(c)
	wear := c.Rules.Wear()
	if said || wear == nil {
		return bareAC, false
	}
	ac = bareAC
	for _, s := range hero.Worn.All(c) {
		if o := c.Rules.Object(s.Name); o != nil && !s.Without && o.Oc1+s.Enchant != 0 {
			ac, counts = ac-o.Oc1-s.Enchant+wear.Loss(o.Oc1, s.Eroded), true
		}
	}
	return ac, counts
}

// citeArmour cites the rule of the AC where the armour that a call names makes it.
func citeArmour(c *commands.Call, r *commands.Reply) {
	if _, counts := armourNamed(c); counts {
		r.Cite(c.Rules, rules.CiteWearAC)
	}
}
