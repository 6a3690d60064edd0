package fight

import (
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
