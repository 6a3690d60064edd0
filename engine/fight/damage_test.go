package fight

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// blows are histograms of the damage of blows that hit.
var blows = truthtest.Table{
	Name: "damage", Files: "truth/fight/damage.tsv.gz", OneIn: 4,
	Columns: []string{
		"version", "id", "str", "role", "race", "xl", "udaminc", "luck", "riding", "sk_riding", "attack", "weapon_or_missile", "art", "spe", "blessed", "erosion", "two", "second_or_launcher", "spe2", "which", "sk1", "sk2", "sk_two", "sk_bare",
		"arm", "shield", "gloves", "gloves_blessed", "mon", "flee", "asleep", "poisoned", "twohits", "die", "n", "p_kill", "hist",
	},
}

func TestDamage(t *testing.T) {
	blows.Judge(t, func(t testing.TB, c *truthtest.Tally, r truthtest.Row) {
		version := r["version"]
		q := fighter(t, version, r)
		q.Weapon = weapon(t, version, r["weapon_or_missile"], r["art"])
		q.Weapon.Enchant, q.Weapon.Skill, q.Weapon.Erosion = r.Int(t, "spe"), rules.Skill(r.Int(t, "sk1")), r.Int(t, "erosion")
		q.Weapon.Poisoned = on(r["poisoned"])
		if on(r["blessed"]) {
			q.Weapon.BUC = rules.Blessed
		}
		q.Second = weapon(t, version, r["second_or_launcher"], "")
		q.Second.Enchant, q.Second.Skill = r.Int(t, "spe2"), rules.Skill(r.Int(t, "sk2"))
		q.Missile = r["attack"] == "throw"
		q.DieRoll = r.Int(t, "die")
		q.Punch = r.Int(t, "twohits")
		w := &q.Weapon
		if r["which"] == "2" {
			w = &q.Second
		}
		b := q.Damage(w, r["which"] == "2")
		if version == "3.4.3" && q.Weapon.Poisoned && slices.Contains(q.Resists, "poison") {
			return // the monsters of these rows were made without their resistances
		}
		n, where := r.Float(t, "n"), fmt.Sprintf("%s row %s, %s%s%s%s vs %s", version, r["id"], r["attack"], r["weapon_or_missile"], r["art"], r["second_or_launcher"], r["mon"])
		p := r.Float(t, "p_kill")
		c.Count(t, where+", kills", p*n, n, b.Kills)
		seen := map[int]bool{}
		for cell := range strings.SplitSeq(r["hist"], " ") {
			value, count, ok := strings.Cut(cell, ":")
			if !ok || value == "kill" {
				continue
			}
			v, k := atoi(t, value), atoi(t, count)
			seen[v] = true
			if b.At(v) == 0 {
				t.Errorf("%s: %d damage in the game, not here: %v", where, v, b.Values())
				return
			}
			c.Bin(t, fmt.Sprintf("%s, %d damage", where, v), float64(k), n, b.At(v))
		}
		for _, v := range b.Values() {
			if !seen[v.Value] && v.P*n > 20 {
				t.Errorf("%s: %d damage is %g here, never in the game", where, v.Value, v.P)
				return
			}
		}
	})
}
