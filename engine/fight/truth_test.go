package fight

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// versions holds the columns of a table that has one for each.
var versions = map[string]string{"343": "3.4.3", "367": "3.6.7", "500": "5.0.0"}

// label is why a column "id" is not compared.
const label = "it numbers the rows"

// strength reads Strength as the game shows it.
func strength(t testing.TB, s string) int {
	t.Helper()
	if percent, ok := strings.CutPrefix(s, "18/"); ok {
		if percent == "**" {
			return 118
		}
		return 18 + atoi(t, percent)
	}
	if n := atoi(t, s); n <= 18 {
		return n
	} else {
		return 100 + n
	}
}

func atoi(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func on(s string) bool { return s != "" && s != "0" && s != "-" }

// monster returns the first monster of a name.
func monster(t testing.TB, version, name string) *rules.Monster {
	t.Helper()
	for _, m := range rules.BestiaryOf(version).Monsters {
		if slices.Contains(m.Names, name) {
			return m
		}
	}
	t.Fatalf("%s has no monster %q", version, name)
	return nil
}

// weapon returns an object by its name, or the artifact art.
func weapon(t testing.TB, version, name, art string) Weapon {
	t.Helper()
	set := rules.Get(version)
	w := Weapon{}
	if on(art) {
		list := set.Artifacts()
		i := slices.IndexFunc(list, func(a rules.Artifact) bool { return a.Name == art })
		if i < 0 {
			t.Fatalf("%s has no artifact %q", version, art)
		}
		w.Artifact, name = art, list[i].Base
	}
	if name == "-" || name == "" {
		return w
	}
	if w.Object = set.Object(name); w.Object == nil {
		t.Fatalf("%s has no %q", version, name)
	}
	return w
}

// fighter reads the columns that rows of fighting share.
func fighter(t testing.TB, version string, r truthtest.Row) *Question {
	t.Helper()
	number := func(column string) int {
		if r[column] == "" {
			return 0
		}
		return r.Int(t, column)
	}
	m := monster(t, version, r["mon"])
	q := &Question{
		Set: rules.Get(version), Rules: rules.Get(version).Fight(),
		Hero: Hero{
			Role: r["role"], Race: r["race"], XL: number("xl"), Str: 10, Dex: 11, Luck: number("luck"),
			Accuracy: number("uhitinc"), Harder: number("udaminc"), Load: number("enc"), Trapped: on(r["trapped"]), Riding: on(r["riding"]), RidingSkill: rules.Skill(number("sk_riding")),
			TwoWeapon: on(r["two"]), TwoWeaponSkill: rules.Skill(number("sk_two")), Bare: rules.Skill(number("sk_bare")),
			Armour: on(r["arm"]), Shield: on(r["shield"]), BlessedGloves: r["gloves_blessed"] == "1" && on(r["gloves"]),
		},
		Target: Target{Monster: m, AC: m.AC, Level: -1, Asleep: on(r["asleep"]), Fleeing: on(r["flee"]), Helpless: on(r["cantmove"]), Stunned: on(r["stun"])},
		Kick:   r["attack"] == "kick",
	}
	if r["str"] != "" {
		q.Str = strength(t, r["str"])
	}
	if r["dex"] != "" {
		q.Dex = number("dex")
	}
	return q
}

// hits holds the to-hit numbers of the game's own functions.
var hits = truthtest.Table{
	Name: "tohit", Files: "truth/fight/tohit.tsv.gz", Whole: true, Unread: map[string]string{"id": label, "erosion": "a worn weapon hits as often as a new one"}, OneIn: 12,
	Columns: []string{
		"id", "role", "race", "xl", "str", "str_internal", "dex", "luck", "uhitinc", "enc", "trapped", "riding", "sk_riding", "attack", "wep", "art", "spe", "blessed", "two", "wep2", "spe2", "sk1", "sk2", "sk_two", "sk_bare", "arm", "shield",
		"mon", "asleep", "flee", "cantmove", "stun", "tmp_343", "hit20_343", "tmp_367", "hit20_367", "tmp2_367", "hit20b_367", "tmp_500", "hit20_500", "tmp2_500", "hit20b_500",
	},
}

func TestHits(t *testing.T) {
	hits.Check(t, func(t testing.TB, r truthtest.Row) {
		if got := strength(t, r["str"]); got != r.Int(t, "str_internal") {
			t.Errorf("row %s: Strength %s is %d, want %s", r["id"], r["str"], got, r["str_internal"])
		}
		for column, version := range versions {
			if r["tmp_"+column] == "" {
				continue
			}
			if r["art"] == "Ogresmasher" && on(r["enc"]) {
				continue // its Constitution carries more than the row's load says
			}
			q := fighter(t, version, r)
			q.Weapon = weapon(t, version, r["wep"], r["art"])
			q.Weapon.Enchant, q.Weapon.Skill = r.Int(t, "spe"), rules.Skill(r.Int(t, "sk1"))
			if on(r["blessed"]) {
				q.Weapon.BUC = rules.Blessed
			}
			q.Second = weapon(t, version, r["wep2"], "")
			q.Second.Enchant, q.Second.Skill = r.Int(t, "spe2"), rules.Skill(r.Int(t, "sk2"))
			if f := q.Rules; !q.Second.None() && f.WeaponSkill(q.Second.Object) == f.WeaponSkill(q.Weapon.Object) {
				q.Second.Skill = q.Weapon.Skill // it is one skill
			}
			same(t, fmt.Sprintf("%s row %s", version, r["id"]), q.melee(&q.Weapon, false), 1, r["tmp_"+column], r["hit20_"+column])
			if r["tmp2_"+column] != "" {
				same(t, fmt.Sprintf("%s row %s, second swing", version, r["id"]), q.melee(&q.Second, true), 1, r["tmp2_"+column], r["hit20b_"+column])
			}
		}
	})
}

// same compares a number with what the game gave, "7" or "6:0.5,7:0.5", and its
// chance in twentieths.
func same(t testing.TB, where string, r *roll, edge int, number, in20 string) {
	t.Helper()
	var got []string
	values := r.dist().Values()
	for _, v := range values {
		if len(values) == 1 {
			got = append(got, strconv.Itoa(v.Value))
		} else {
			got = append(got, fmt.Sprintf("%d:%s", v.Value, strconv.FormatFloat(v.P, 'g', 6, 64)))
		}
	}
	want, err := strconv.ParseFloat(in20, 64)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(got, ",") != number || math.Abs(20*r.chance(edge).P-want) > 1e-4 {
		t.Errorf("%s: %s (%g in 20), want %s (%s): %+v", where, strings.Join(got, ","), 20*r.chance(edge).P, number, in20, r.steps)
	}
}

// thrown holds the to-hit numbers of missiles.
var thrown = truthtest.Table{
	Name: "missile", Files: "truth/fight/missile_tohit.tsv.gz", Whole: true, Unread: map[string]string{"id": label, "blessed": "no row throws a blessed one"}, OneIn: 6,
	Columns: []string{
		"id", "role", "race", "xl", "dex", "luck", "uhitinc", "riding", "sk_riding", "missile", "spe", "blessed", "erosion", "launcher", "launcher_spe", "skill", "gloves", "dist", "mon", "asleep", "cantmove",
		"tmp_343", "hit20_343", "tmp_367", "hit20_367", "tmp_500", "hit20_500",
	},
}

func TestMissiles(t *testing.T) {
	thrown.Check(t, func(t testing.TB, r truthtest.Row) {
		for column, version := range versions {
			q := fighter(t, version, r)
			q.Missile, q.Distance = true, r.Int(t, "dist")
			q.Weapon, q.Second = weapon(t, version, r["missile"], ""), weapon(t, version, r["launcher"], "")
			q.Weapon.Enchant, q.Weapon.Skill, q.Second.Enchant = r.Int(t, "spe"), rules.Skill(r.Int(t, "skill")), r.Int(t, "launcher_spe")
			if on(r["blessed"]) {
				q.Weapon.BUC = rules.Blessed
			}
			if q.Weapon.Erosion = r.Int(t, "erosion"); !q.Second.None() {
				q.Second.Erosion = q.Weapon.Erosion
			}
			q.Gauntlets, q.FumblingGloves = r["gloves"] == "2", r["gloves"] == "3"
			same(t, fmt.Sprintf("%s row %s", version, r["id"]), q.missile(), 0, r["tmp_"+column], r["hit20_"+column])
		}
	})
}
