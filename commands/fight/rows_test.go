package fight_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// skillName returns the name of a skill's number.
func skillName(t testing.TB, number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		t.Fatal(err)
	}
	return rules.Skill(n).String()
}

// signed writes "+2" and "-1".
func signed(n string) string {
	if strings.HasPrefix(n, "-") {
		return n
	}
	return "+" + n
}

// line returns a row as the canonical line of hit asks it.
func line(t testing.TB, version string, r truthtest.Row) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "hit v%s %s as %s %s xl%s st %s dex%s luck %s", version, r["mon"], r["role"], r["race"], r["xl"], r["str"], r["dex"], r["luck"])
	name := func(art, name string) string {
		if name == "art" {
			return art
		}
		return name
	}
	switch {
	case r["wep"] == "-":
		fmt.Fprintf(&b, ", bare hands %s", skillName(t, r["sk_bare"]))
	default:
		b.WriteString(", wielding ")
		if r["blessed"] == "1" {
			b.WriteString("blessed ")
		}
		fmt.Fprintf(&b, "%s %s %s", signed(r["spe"]), name(r["art"], r["wep"]), skillName(t, r["sk1"]))
	}
	fmt.Fprintf(&b, ", accuracy %s", r["uhitinc"])
	if r["two"] == "1" {
		fmt.Fprintf(&b, ", two-weapon %s with %s %s %s", skillName(t, r["sk_two"]), signed(r["spe2"]), r["wep2"], skillName(t, r["sk2"]))
	}
	if r["enc"] != "0" {
		b.WriteString(", " + map[string]string{"1": "burdened", "2": "stressed", "3": "strained", "4": "overtaxed", "5": "overloaded"}[r["enc"]])
	}
	if r["trapped"] == "1" {
		b.WriteString(", trapped")
	}
	if r["riding"] == "1" {
		fmt.Fprintf(&b, ", riding %s", skillName(t, r["sk_riding"]))
	}
	if r["arm"] == "1" {
		b.WriteString(", body armor")
	}
	if r["shield"] == "1" {
		b.WriteString(", shield")
	}
	if r["attack"] == "kick" {
		b.WriteString(", kick")
	}
	var state []string
	for _, s := range []struct{ column, word string }{{"asleep", "asleep"}, {"flee", "fleeing"}, {"cantmove", "helpless"}, {"stun", "stunned"}} {
		if r[s.column] == "1" {
			state = append(state, s.word)
		}
	}
	if len(state) > 0 {
		b.WriteString("; target " + strings.Join(state, ", "))
	}
	return b.String()
}

// Every row of the game's to-hit numbers, asked in the canonical words: the
// grammar loses nothing on the way to the engine.
func TestHitsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	n := 0
	truthtest.Table{Name: "../../../engine/fight/testdata/tohit", Files: "truth/fight/tohit.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		if n++; n%5 != 0 { // the engine's own test goes through all of them
			return
		}
		for column, version := range map[string]string{"343": "3.4.3", "367": "3.6.7", "500": "5.0.0"} {
			if row["attack"] == "kick" { // as a form that kicks; own feet need no roll
				continue
			}
			if row["tmp_"+column] == "" || row["art"] == "Ogresmasher" && row["enc"] != "0" {
				continue
			}
			q := line(t, version, row)
			a := commandstest.Fields(t, r, q)
			if a == nil {
				return
			}
			if !sameNumber(t, a["to_hit"], row["tmp_"+column]) || math.Abs(20*a["p"].(float64)-row.Float(t, "hit20_"+column)) > 1e-4 {
				t.Errorf("%s: %v with %v, want %s (%s in 20)", q, a["to_hit"], a["p"], row["tmp_"+column], row["hit20_"+column])
			}
			second, _ := a["second"].(map[string]any)
			if want := row["tmp2_"+column]; want != "" && row["wep2"] != row["wep"] && (second == nil || !sameNumber(t, second["to_hit"], want)) {
				if version != "5.0.0" || row["wep"] != "scimitar" {
					t.Errorf("%s: second %v, want %s", q, second["to_hit"], want)
				}
			}
		}
	})
}

// sameNumber compares an answer's to_hit with "7" or "6:0.5,7:0.5".
func sameNumber(t testing.TB, got any, want string) bool {
	t.Helper()
	if !strings.Contains(want, ":") {
		n, err := strconv.Atoi(want)
		if err != nil {
			t.Fatal(err)
		}
		x, ok := got.(float64)
		return ok && int(x) == n
	}
	list, _ := got.([]any)
	cells := strings.Split(want, ",")
	if len(list) != len(cells) {
		return false
	}
	for i, cell := range cells {
		value, p, _ := strings.Cut(cell, ":")
		v := list[i].(map[string]any)
		chance, _ := strconv.ParseFloat(p, 64)
		if fmt.Sprint(v["value"]) != value || math.Abs(v["p"].(float64)-chance) > 1e-5 {
			return false
		}
	}
	return true
}

// formOf returns the monster of a row of attacks: a were with its form.
func formOf(row truthtest.Row) string {
	switch {
	case !strings.HasPrefix(row["monster"], "were"):
		return row["monster"]
	case strings.HasPrefix(row["attacks"], "254"): // with a weapon
		return row["monster"] + " @"
	}
	return "animal " + row["monster"]
}

// Monsters' attacks and random monsters, asked in the canonical words: none of
// the rows is refused, and names mean what they should.
func TestHurtsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	n := 0
	truthtest.Table{Name: "../../../engine/hurt/testdata/assaults", Files: "truth/fight/monster_attack.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		if n++; n%6 != 0 {
			return
		}
		q := fmt.Sprintf("hurt v%s %s ac %s", row["version"], formOf(row), row["ac"])
		a := commandstest.Fields(t, r, q)
		if a == nil {
			return
		}
		if fmt.Sprint(a["level"]) != row["m_lev"] || fmt.Sprint(a["ac"]) != row["ac"] {
			t.Errorf("%s: level %v, AC %v", q, a["level"], a["ac"])
		}
	})
}

func TestSpawnsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	places := map[string]string{"main": "", "gehennom": "in gehennom", "mines": "in mines", "sokoban": "in sokoban", "quest_rnd": "in quest", "vlad": "in vlad", "oracle": "in oracle", "medusa": "in medusa", "rogue": "in rogue level"}
	truthtest.Table{Name: "../../../engine/spawn/testdata/spawn", Files: "truth/fight/spawn.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		depth := "depth"
		if row["place"] == "sokoban" || row["place"] == "vlad" {
			depth = "difficulty"
		}
		q := strings.TrimSpace(fmt.Sprintf("spawn v%s %s %s xl %s %s", row["version"], depth, row["difficulty"], row["xl"], places[row["place"]]))
		if a := commandstest.Fields(t, r, q); a != nil && fmt.Sprint(a["total_weight"]) != row["total_weight"] {
			t.Errorf("%s: weight %v, want %s", q, a["total_weight"], row["total_weight"])
		}
	})
}

// wearing is what rows of blows and missiles call gloves, in words.
func gloves(number string) string {
	return map[string]string{"2": ", gauntlets of power", "3": ", in gauntlets of fumbling"}[number]
}

func TestVolleysAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	n := 0
	truthtest.Table{Name: "../../../engine/fight/testdata/volley", Files: "truth/fight/volley.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		if n++; n%4 != 0 {
			return
		}
		for column, version := range map[string]string{"343": "3.4.3", "367": "3.6.7", "500": "5.0.0"} {
			q := fmt.Sprintf("volley v%s %s %s %s", version, row["quan"], row["missile"], row["skill"])
			if row["launcher"] != "-" {
				q += " from " + row["launcher"]
			}
			q += fmt.Sprintf(" as %s %s dex %s st %s", row["role"], row["race"], row["dex"], row["str"])
			a := commandstest.Fields(t, r, q)
			if a == nil {
				return
			}
			list, _ := a["volley"].([]any)
			for cell := range strings.SplitSeq(row["dist_"+column], " ") {
				value, p, _ := strings.Cut(cell, ":")
				got := 0.0
				for _, x := range list {
					if v := x.(map[string]any); fmt.Sprint(v["value"]) == value {
						got = v["p"].(float64)
					}
				}
				if want, _ := strconv.ParseFloat(p, 64); math.Abs(got-want) > 1e-6 {
					t.Errorf("%s: %s %g, want %s", q, value, got, p)
				}
			}
		}
	})
}

func TestMissilesAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	n := 0
	truthtest.Table{Name: "../../../engine/fight/testdata/missile", Files: "truth/fight/missile_tohit.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		if n++; n%6 != 0 {
			return
		}
		for column, version := range map[string]string{"343": "3.4.3", "367": "3.6.7", "500": "5.0.0"} {
			blessed := map[string]string{"1": "blessed "}[row["blessed"]]
			q := fmt.Sprintf("hit v%s %s as %s %s xl%s dex%s luck %s, thrown %s%s %s %s", version, row["mon"], row["role"], row["race"], row["xl"], row["dex"], row["luck"], blessed, signed(row["spe"]), row["missile"], skillName(t, row["skill"]))
			if row["launcher"] != "-" {
				q += fmt.Sprintf(" from %s %s", signed(row["launcher_spe"]), row["launcher"])
			}
			q += fmt.Sprintf(", erosion %s, accuracy %s, distance %s%s", row["erosion"], row["uhitinc"], row["dist"], gloves(row["gloves"]))
			if row["riding"] == "1" {
				q += ", riding " + skillName(t, row["sk_riding"])
			}
			if row["asleep"] == "1" {
				q += ", asleep"
			}
			if row["cantmove"] == "1" {
				q += ", helpless"
			}
			a := commandstest.Fields(t, r, q)
			if a != nil && (!sameNumber(t, a["to_hit"], row["tmp_"+column]) || math.Abs(20*a["p"].(float64)-row.Float(t, "hit20_"+column)) > 1e-4) {
				t.Errorf("%s: %v with %v, want %s (%s in 20)", q, a["to_hit"], a["p"], row["tmp_"+column], row["hit20_"+column])
			}
		}
	})
}

// What a killed monster leaves, and what is made at random.
func TestLeftAndMadeAsked(t *testing.T) {
	r := commandstest.New(t) // of a class all rows are in one answer
	truthtest.Table{Name: "../../../engine/making/testdata/corpse", Files: "truth/fight/corpse.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		if strings.HasPrefix(row["monster"], "were") && row["G_NOCORPSE"] == "1" {
			return // the animal, which turns back before it is asked for a corpse
		}
		q := fmt.Sprintf("drop v%s %s", row["version"], row["monster"])
		a := commandstest.Fields(t, r, q)
		want := row.Float(t, "p_corpse_chance")
		if row["G_NOCORPSE"] == "1" && a != nil && a["old"] == nil { // of the old ones somebody else's corpse is left
			want = 0
		}
		if a != nil && math.Abs(a["corpse"].(map[string]any)["p"].(float64)-want) > 1e-5 {
			t.Errorf("%s: %v, want %g", q, a["corpse"], want)
		}
	})
	truthtest.Table{Name: "../../../engine/making/testdata/items", Files: "truth/fight/item_prob.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		if row["class"] == "rock" || row.Float(t, "out_of") == 0 { // a rock is a gem
			return
		}
		q := fmt.Sprintf("make v%s %s", row["version"], row["class"])
		a := commandstest.Fields(t, r, q)
		item := row["item"]
		if item == "slime mold" {
			item = "fruit"
		}
		p := commandstest.Chance(a, "objects", "name", func(name string) bool { return name == item || name == row["class"]+" of "+item })
		if want := row.Float(t, "prob") / row.Float(t, "out_of"); math.Abs(p-want) > 1e-9 {
			t.Errorf("%s: %s %g, want %g", q, row["item"], p, want)
		}
	})
	truthtest.Table{Name: "../../../engine/making/testdata/gems", Files: "truth/fight/gem_prob.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		q := fmt.Sprintf("make v%s gem ledger %s", row["version"], row["ledger"])
		a := commandstest.Fields(t, r, q)
		for cell := range strings.SplitSeq(row["probs"], ";") {
			name, number, _ := strings.Cut(cell, "=")
			want, _ := strconv.ParseFloat(number, 64)
			if p := commandstest.Chance(a, "objects", "name", func(x string) bool { return x == name }); math.Abs(p-want/row.Float(t, "out_of")) > 1e-9 {
				t.Errorf("%s: %s %g, want %s of %s", q, name, p, number, row["out_of"])
			}
		}
	})
	truthtest.Table{Name: "../../../engine/making/testdata/made", Files: "truth/fight/item_generation.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		parts := strings.SplitN(row["what"], ":", 3)
		q := fmt.Sprintf("make v%s %s", row["version"], parts[1])
		if parts[0] == "item" {
			q = fmt.Sprintf("make v%s %s", row["version"], parts[2])
			switch parts[1] {
			case "potion", "scroll", "ring", "wand", "spellbook":
				q = fmt.Sprintf("make v%s %s of %s", row["version"], parts[1], parts[2])
			}
		}
		a := commandstest.Fields(t, r, q)
		if a == nil {
			return
		}
		for _, buc := range []string{"blessed", "uncursed", "cursed"} {
			p, _ := a["buc"].(map[string]any)[buc].(float64)
			n := row.Float(t, "n")
			if count := row.Float(t, buc); math.Abs(count-p*n) > 4.5*math.Sqrt(n*p*(1-p))+1e-6*n {
				t.Errorf("%s: %s %g, counted %g in %g", q, buc, p, count, n)
			}
		}
	})
}

// blow returns a row of damage as hit asks it.
func blow(t testing.TB, r truthtest.Row) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "hit v%s %s as %s %s xl%s st %s luck %s", r["version"], r["mon"], r["role"], r["race"], r["xl"], r["str"], r["luck"])
	name := r["weapon_or_missile"]
	if name == "art" || name == "-" && r["art"] != "-" && r["art"] != "0" {
		name = r["art"]
	}
	poisoned := map[string]string{"1": "poisoned "}[r["poisoned"]]
	blessed := map[string]string{"1": "blessed "}[r["blessed"]]
	verb := "wielding"
	if r["attack"] == "throw" {
		verb = "thrown"
	}
	if name == "-" {
		fmt.Fprintf(&b, ", bare hands %s", skillName(t, r["sk_bare"]))
	} else {
		fmt.Fprintf(&b, ", %s %s%s%s %s %s", verb, blessed, poisoned, signed(r["spe"]), name, skillName(t, r["sk1"]))
	}
	switch second := r["second_or_launcher"]; {
	case second == "-":
	case r["attack"] == "throw":
		fmt.Fprintf(&b, " from %s %s", signed(r["spe2"]), second)
	case r["two"] == "1":
		fmt.Fprintf(&b, ", two-weapon %s with %s %s %s", skillName(t, r["sk_two"]), signed(r["spe2"]), second, skillName(t, r["sk2"]))
	}
	fmt.Fprintf(&b, ", increase damage %s, erosion %s", r["udaminc"], r["erosion"])
	if r["riding"] == "1" {
		b.WriteString(", riding " + skillName(t, r["sk_riding"]))
	}
	for _, s := range []struct{ column, word string }{{"arm", "body armor"}, {"shield", "shield"}, {"flee", "fleeing"}, {"asleep", "asleep"}} {
		if r[s.column] == "1" {
			b.WriteString(", " + s.word)
		}
	}
	if r["gloves"] != "0" && r["gloves_blessed"] == "1" {
		b.WriteString(", blessed-gloves")
	}
	return b.String()
}

// What blows do, asked in words: the range is the game's, and so is the mean.
func TestBlowsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	n := 0
	truthtest.Table{Name: "../../../engine/fight/testdata/damage", Files: "truth/fight/damage.tsv.gz"}.Check(t, func(t testing.TB, row truthtest.Row) {
		if n++; n%2 != 0 || row["die"] != "0" || row["twohits"] != "0" || row["which"] == "2" || row["poisoned"] == "1" && row["version"] == "3.4.3" {
			return // a fixed roll cannot be asked for; the engine's own test has them
		}
		q := blow(t, row)
		a := commandstest.Fields(t, r, q)
		if a == nil {
			return
		}
		low, high, mean, total, squares := 0, 0, 0.0, 0.0, 0.0
		for cell := range strings.SplitSeq(row["hist"], " ") {
			value, count, ok := strings.Cut(cell, ":")
			if !ok || value == "kill" {
				continue
			}
			v, _ := strconv.Atoi(value)
			k, _ := strconv.ParseFloat(count, 64)
			if total == 0 {
				low = v
			}
			high, mean, total, squares = v, mean+k*float64(v), total+k, squares+k*float64(v)*float64(v)
		}
		mean /= total
		off := 4.5 * math.Sqrt(max(squares/total-mean*mean, 1e-9)/total)
		d := a["damage"].(map[string]any)
		if got := d["mean"].(float64); math.Abs(got-mean) > off+1e-6 || d["min"].(float64) > float64(low) || d["max"].(float64) < float64(high) {
			t.Errorf("%s: %v to %v, %g on average; want %d to %d, %g", q, d["min"], d["max"], got, low, high, mean)
		}
	})
}
