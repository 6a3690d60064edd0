package fight

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// armed is what the monster wields.
var armed = commands.NewName[Arm](commands.Param{
	Name: "armed", Noun: "a weapon", Summary: "What the monster wields: armed:dwarvish mattock", Gear: true, Keyed: true, Vocabulary: arms,
})

// arm puts into the monster's hand what the call says. It refuses what is not counted there.
func arm(c *commands.Call, q *hurt.Assault) error {
	said := armed.One(c)
	if said == nil || said.Without || armed.Of(*said).Object == nil {
		return nil
	}
	if !fightsArmed(q.Monster) {
		c.Note(commands.Remarked, fmt.Sprintf("%s uses no weapon: %s makes no difference", foe.Some(q.Monster), article(said.Name)))
		return nil
	}
	if c.Rules.Fight() == nil {
		return rules.No[rules.Fight](c.Rules)
	}
	a := armed.Of(*said)
	switch {
	case a.Artifact != "":
		return problem.Newf("What %s adds in a monster's hand is not counted. Name the plain weapon.", a.Artifact).Try("armed:" + a.Object.Name)
	case a.Stones:
		return problem.Newf("I do not count a corpse in a monster's hand. Its touch turns you to stone unless you resist that.").Try("armed:dagger")
	}
	w := fight.Weapon{Object: a.Object, Enchant: said.Enchant, BUC: cmp.Or(said.BUC, rules.Uncursed)}
	toHit, damage := w.Against(c.Rules.Fight())
	q.Arm = &hurt.Arm{Name: a.Object.Name, ToHit: toHit, Damage: damage}
	if said.Enchant != 0 {
		q.Arm.Name = fmt.Sprintf("%+d %s", said.Enchant, q.Arm.Name)
	}
	return nil
}

// armBehindMonster puts into the monster's hand a plain weapon that stands right behind its name: "dwarf
// with a mattock". The hero's own makes no difference to what hits the hero.
func armBehindMonster(c *commands.Call) {
	monster, held := Target.One(c), hero.Held.One(c)
	if monster == nil || held == nil || held.Without || armed.One(c) != nil {
		return
	}
	if gap := held.With - monster.At; gap < 1 || gap > len(strings.FieldsFunc(monster.Name, parts)) {
		return
	}
	o := c.Rules.Object(held.Name)
	if m, _ := Target.In(c); !fightsArmed(m) || o == nil || o.Class != "weapon" {
		return
	}
	if hero.Put(c, armed, *held) {
		*c.Value(hero.Held.Param) = commands.Value{}
	}
}

// parts reports what parts the words of a monster's name in a line: "Uruk-hai" has two.
func parts(c rune) bool { return c == ' ' || c == '-' }

// fightsArmed reports a monster that attacks with what it wields.
func fightsArmed(m *rules.Monster) bool {
	return slices.ContainsFunc(m.Attacks, func(a rules.MonsterAttack) bool { return a.Type == "WEAP" })
}

// withArm names a monster with what it wields: "a dwarf wielding a dwarvish mattock".
func withArm(q *hurt.Assault) string {
	name := foe.Some(q.Monster)
	if q.Arm != nil {
		name += " wielding " + wording.Article(q.Arm.Name)
	}
	return name
}

// armedAs is the part of a line that says what the monster wields; empty if nothing.
func armedAs(q *hurt.Assault) string {
	if q.Arm == nil {
		return ""
	}
	return " armed:" + q.Arm.Name
}
