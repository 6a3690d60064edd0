package fight

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/dist"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// blows are histograms of the damage of blows that hit.
var blows = truthtest.Table{
	Name: "damage", Files: "truth/fight/damage.tsv.gz", Whole: true, Unread: map[string]string{
		"id": label, "arm": "no blow's damage asks for armour", "shield": "no blow's damage asks for a shield",
		"race": "an elf's elven arrows do 1 more from an elven bow, and no row shoots them", "luck": "it only breaks lances",
	}, OneIn: 1,
	Columns: []string{
		"version", "id", "str", "role", "race", "xl", "udaminc", "luck", "riding", "sk_riding", "attack", "weapon_or_missile", "art", "spe", "blessed", "erosion", "two", "second_or_launcher", "spe2", "which", "sk1", "sk2", "sk_two", "sk_bare",
		"arm", "shield", "gloves", "gloves_blessed", "mon", "flee", "asleep", "poisoned", "twohits", "die", "n", "mean", "min", "max", "p_kill", "hist",
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
		seen, values := map[int]bool{}, []int{}
		for cell := range strings.SplitSeq(r["hist"], " ") {
			value, count, ok := strings.Cut(cell, ":")
			if !ok || value == "kill" {
				continue
			}
			v, k := atoi(t, value), atoi(t, count)
			seen[v], values = true, append(values, v)
			if b.At(v) == 0 {
				t.Errorf("%s: %d damage in the game, not here: %v", where, v, b.Values())
				return
			}
			c.Bin(t, fmt.Sprintf("%s, %d damage", where, v), float64(k), n, b.At(v))
		}
		if len(values) == 0 {
			return // all of them kill
		}
		if least, most := slices.Min(values), slices.Max(values); r["min"] != strconv.Itoa(least) || r["max"] != strconv.Itoa(most) {
			t.Errorf("%s: %s to %s damage, in the counts %d to %d", where, r["min"], r["max"], least, most)
		}
		d := b.Dist.Times(1 / b.Total())
		c.Mean(t, where+", mean", r.Float(t, "mean"), truthtest.Deviation(d), n, d.Mean())
		for _, v := range b.Values() {
			if !seen[v.Value] && v.P*n > 20 {
				t.Errorf("%s: %d damage is %g here, never in the game", where, v.Value, v.P)
				return
			}
		}
	})
}

// TestShade: bare hands touch a shade with blessed gloves alone, and no skill
// adds to that.
func TestShade(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for _, c := range []struct {
			blessed  bool
			min, max int
		}{{false, 0, 0}, {true, 1, 4}} {
			q := Question{Set: rules.Get(version), Rules: rules.Get(version).Fight(), Hero: Hero{Role: "Monk", XL: 10, Str: 10, Dex: 10, Bare: rules.Expert, BlessedGloves: c.blessed}, Target: Target{Monster: monster(t, version, "shade"), AC: 10, Level: -1}}
			if d := q.Damage(&q.Weapon, false).Dist; d.Min != c.min || d.Max() != c.max {
				t.Errorf("%s, blessed gloves %t: %d to %d, want %d to %d", version, c.blessed, d.Min, d.Max(), c.min, c.max)
			}
		}
	}
}

// TestLight: the artifact whose light hurts gremlins does 1d8 more to them, where
// a version has that, and to nothing else.
func TestLight(t *testing.T) {
	for _, c := range []struct {
		version, monster string
		more             int
	}{{"3.4.3", "gremlin", 0}, {"3.6.7", "gremlin", 8}, {"5.0.0", "gremlin", 8}, {"5.0.0", "jackal", 0}} {
		m := monster(t, c.version, c.monster)
		damage := func(art, name string) dist.Dist {
			q := Question{Set: rules.Get(c.version), Rules: rules.Get(c.version).Fight(), Hero: Hero{Role: "Samurai", XL: 10, Str: 10, Dex: 10}, Target: Target{Monster: m, AC: m.AC, Level: -1}, Weapon: weapon(t, c.version, name, art)}
			q.Weapon.Skill = rules.Basic
			return q.Damage(&q.Weapon, false).Dist
		}
		want := damage("-", "long sword").Max() + c.more
		if d := damage("Sunsword", ""); d.Max() != want {
			t.Errorf("%s %s: at most %d, want %d", c.version, c.monster, d.Max(), want)
		}
	}
}

// Hit points and what a level is worth, by the kind (makemon.c, newmonhp and
// monhp_per_lvl).
func TestHitPointsByKind(t *testing.T) {
	for _, x := range []struct {
		version, monster string
		hp, drained      [2]int
	}{
		{"3.4.3", "newt", [2]int{1, 4}, [2]int{1, 8}},
		{"3.6.7", "newt", [2]int{1, 4}, [2]int{1, 8}},
		{"5.0.0", "newt", [2]int{2, 4}, [2]int{1, 8}},
		{"5.0.0", "jackal", [2]int{2, 4}, [2]int{1, 8}},
		{"5.0.0", "soldier ant", [2]int{4, 24}, [2]int{1, 8}},
		{"3.4.3", "red dragon", [2]int{75, 120}, [2]int{1, 8}},
		{"3.6.7", "red dragon", [2]int{75, 120}, [2]int{4, 8}},
		{"5.0.0", "baby red dragon", [2]int{13, 96}, [2]int{1, 8}},
		{"3.4.3", "iron golem", [2]int{80, 80}, [2]int{1, 8}},
		{"5.0.0", "iron golem", [2]int{120, 120}, [2]int{6, 6}},
		{"3.4.3", "Orcus", [2]int{120, 120}, [2]int{1, 8}},
		{"5.0.0", "Orcus", [2]int{120, 120}, [2]int{5, 8}},
		{"5.0.0", "Death", [2]int{11, 80}, [2]int{1, 8}},
	} {
		q := Question{Set: rules.Get(x.version), Rules: rules.Get(x.version).Fight(), Target: Target{Monster: monster(t, x.version, x.monster), Level: -1}}
		hp := q.hitPoints()
		d := q.drained()
		if hp.Min != x.hp[0] || hp.Max() != x.hp[1] || d.Min != x.drained[0] || d.Max() != x.drained[1] {
			t.Errorf("%s %s has %d to %d HP, %d to %d a level, want %v and %v", x.version, x.monster, hp.Min, hp.Max(), d.Min, d.Max(), x.hp, x.drained)
		}
	}
}

// Poison comes from missiles that fly as they are meant to (uhitm.c, hmon_hitmon).
func TestPoisonFlies(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for _, x := range []struct {
			weapon, launcher string
			missile          bool
			kills            float64
		}{{"dart", "", false, 0}, {"dart", "", true, 0.1}, {"arrow", "", true, 0}, {"arrow", "bow", true, 0.1}} {
			set := rules.Get(version)
			q := Question{Set: set, Rules: set.Fight(), Hero: Hero{XL: 1, Str: 10, Dex: 10}, Target: Target{Monster: monster(t, version, "newt"), Level: -1}, Missile: x.missile}
			q.Weapon = weapon(t, version, x.weapon, "")
			q.Weapon.Poisoned = true
			if x.launcher != "" {
				q.Second = weapon(t, version, x.launcher, "")
			}
			if got := q.Damage(&q.Weapon, false).Kills; math.Abs(got-x.kills) > 1e-12 {
				t.Errorf("%s: a poisoned %s, thrown %t from %q, kills %g, want %g", version, x.weapon, x.missile, x.launcher, got, x.kills)
			}
		}
	}
}
