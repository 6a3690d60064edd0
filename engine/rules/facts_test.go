package rules

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/truthtest"
)

// The tables say what the game's own compiled tables say, where those lie
// beside the project. Each function compares one row of a kind of file.
func TestFacts(t *testing.T) {
	for kind, check := range map[string]func(*testing.T, *Set, truthtest.Row){
		"spells": spellFacts, "roles": roleFacts, "roleskills": skillFacts, "armor": armorFacts, "objects": objectFacts,
		"weapon_skill_of": weaponSkillFacts, "artifacts_full": powerFacts,
	} {
		t.Run(kind, func(t *testing.T) {
			rows := 0
			for _, version := range append(Names(), itemVersions()...) {
				set := Get(version)
				if set == nil {
					found, _ := LookupItems(version)
					if set = found.Set; kind != "objects" && kind != "armor" && kind != "weapon_skill_of" && kind != "artifacts_full" {
						continue
					}
				}
				paths, _ := truthtest.Find("facts/" + kind + "_" + version + ".tsv,facts/variants/" + kind + "_" + version + ".tsv")
				for _, path := range paths {
					truthtest.Rows(t, path, func(r truthtest.Row) {
						rows++
						check(t, set, r)
					})
				}
			}
			if rows == 0 {
				t.Skip("no ../shared/facts beside the project")
			}
		})
	}
}

// itemVersions are those that only LookupItems finds.
func itemVersions() []string {
	var out []string
	for _, v := range versions {
		if itemSets[v.name] != nil {
			out = append(out, v.name)
		}
	}
	return out
}

func weaponSkillFacts(t *testing.T, s *Set, f truthtest.Row) {
	o := s.Object(f["object"])
	if o == nil || f["skill"] == "none" {
		return // spare entries, and what needs no skill
	}
	plain := func(s string) string { return strings.NewReplacer("-", "", " ", "").Replace(s) }
	same(t, s, "skill", o.Name, plain(s.SkillOf(o)), plain(f["skill"]))
}

func powerFacts(t *testing.T, s *Set, f truthtest.Row) {
	for _, a := range s.Powers() {
		if a.Name == f["artifact"] {
			same(t, s, "base, bonus, alignment and cost", a.Name, fmt.Sprint(a.Base, a.ToHit, a.Damage, a.Align, a.Cost), f["base_item"]+f["to_hit"]+f["damage"]+f["alignment"]+f["cost"])
			return
		}
	}
	t.Errorf("%s has no artifact %s", s.Name, f["artifact"])
}

// What things are for is said of things that there are.
func TestPurposes(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		s := Get(version)
		for name, text := range purposeTable.of(version).Of {
			if s.Object(name) == nil {
				t.Errorf("%s has no %s", version, name)
			}
			if text == "" || len(text) > 110 || strings.HasSuffix(text, ".") {
				t.Errorf("%s: the purpose %q", name, text)
			}
		}
	}
	if got := Get("slashem").Purpose(Get("slashem").Object("magic marker")); got != "" {
		t.Errorf("the purpose of a variant's thing is said: %q", got)
	}
}

func same(t *testing.T, s *Set, what, of, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s: the %s of %s is %s, the game says %s", s.Name, what, of, got, want)
	}
}

func spellFacts(t *testing.T, s *Set, f truthtest.Row) {
	x := s.Spell(f["name"])
	if x == nil {
		t.Errorf("%s has no spell %s", s.Name, f["name"])
		return
	}
	same(t, s, "level", x.Name, strconv.Itoa(x.Level), f["level"])
	same(t, s, "school", x.Name, string(x.School), f["school"])
}

func roleFacts(t *testing.T, s *Set, f truthtest.Row) {
	r := s.Role(f["role"])
	if r == nil {
		t.Errorf("%s has no role %s", s.Name, f["role"])
		return
	}
	same(t, s, "base", r.Name, strconv.Itoa(r.Base), f["spelbase"])
	if f["spelarmr"] == "" {
		return
	}
	same(t, s, "numbers", r.Name, fmt.Sprintf("%d %d %d %s %d", r.Emergency, r.Shield, r.Suit, r.Stat, r.Bonus),
		strings.Join([]string{f["spelheal"], f["spelshld"], f["spelarmr"], f["spelstat"], f["spelsbon"]}, " "))
	if f["spelspec"] != "none" {
		same(t, s, "special spell", r.Name, r.Special, f["spelspec"])
	}
}

func skillFacts(t *testing.T, s *Set, f truthtest.Row) {
	best, known := s.Role(f["role"]).Reach(School(f["school"]))
	same(t, s, "skill in "+f["school"], f["role"], fmt.Sprint(best, known), f["max_skill_after_skill_init"]+" true")
}

func armorFacts(t *testing.T, s *Set, f truthtest.Row) {
	w := s.WornNamed(f["name"])
	if w == nil {
		t.Errorf("%s has no armour %s", s.Name, f["name"])
		return
	}
	metallic := map[bool]string{false: "0", true: "1"}[w.Metallic]
	same(t, s, "slot, weight and metal", w.Name, fmt.Sprint(w.Slot, " ", w.Weight, " ", metallic), f["slot"]+" "+f["weight"]+" "+f["metallic"])
}

func objectFacts(t *testing.T, s *Set, f truthtest.Row) {
	if f["class"] == "class" || f["class"] == "illobj" || strings.HasPrefix(f["name"], "(") {
		return
	}
	o := s.Object(cmp.Or(map[string]string{"ring of ancient": "ancient ring", "ring of lustrous": "lustrous ring"}[f["name"]], f["name"]))
	if o == nil && strings.Contains(f["name"], "generic ") {
		return // what a map shows of an object seen from afar
	}
	if o == nil {
		t.Errorf("%s has no object %s", s.Name, f["name"])
		return
	}
	same(t, s, "class, probability, weight, cost, material and magic", o.Name, fmt.Sprint(o.Class, " ", o.Prob1, o.Weight, o.Cost, " ", o.Material, " ", o.Magic),
		f["class"]+" "+f["prob_effective_dlvl1"]+" "+f["weight"]+" "+f["cost"]+" "+f["material"]+" "+map[string]string{"0": "false", "1": "true"}[f["magic"]])
}

// Every monster of every version is what the game's own tables print.
func TestMonstersEqualTheGames(t *testing.T) {
	for _, name := range BestiaryNames() {
		t.Run(name, func(t *testing.T) {
			b := BestiaryOf(name)
			byRow := map[string]*Monster{}
			for _, m := range b.Monsters {
				byRow[m.Name+"\x00"+m.Symbol] = m
			}
			rows := 0
			truthtest.Rows(t, truthtest.Beside(t, "facts/monsters_"+name+".tsv")[0], func(want truthtest.Row) {
				rows++
				first := want["name"]
				if want["nname"] != "" {
					first = want["nname"]
				} else if first == "" {
					first = want["fname"]
				}
				m := byRow[first+"\x00"+want["sym"]]
				if m == nil {
					t.Errorf("there is no %s (%s)", first, want["sym"])
					return
				}
				m.Row(func(column, cell string) {
					if cell != want[column] {
						t.Errorf("%s: %s is %q, want %q", first, column, cell, want[column])
					}
					delete(want, column)
				})
				delete(want, "idx")
				delete(want, "pm")
				delete(want, "convey_odds") // engine/eating computes them
				for column, cell := range want {
					t.Errorf("%s: no column %s, want %q", first, column, cell)
				}
			})
			if rows != len(b.Monsters) || rows < 300 {
				t.Errorf("%d monsters, want %d", len(b.Monsters), rows)
			}
		})
	}
}

// Every artifact of every version is what the game's own table prints.
func TestPowersEqualTheGames(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0", "slashem", "xnethack", "evilhack"} {
		own := map[string]*Powers{}
		for _, a := range Get(version).Powers() {
			own[a.Name] = a
		}
		rows := 0
		truthtest.Rows(t, truthtest.Beside(t, "facts/artifacts_full_"+version+".tsv")[0], func(r truthtest.Row) {
			rows++
			a := own[r["artifact"]]
			if a == nil {
				t.Errorf("%s has no %s", version, r["artifact"])
				return
			}
			got := fmt.Sprint(a.Base, "|", a.ToHit, "|", a.Damage, "|", a.Against, "|", a.Align, "|", a.Role, "|", a.Invoke, "|", a.Cost, "|", strings.Join(a.Wielded, ","), "|", strings.Join(a.Carries, ","))
			want := strings.Join([]string{r["base_item"], r["to_hit"], r["damage"], r["bonus_only_against"], r["alignment"], r["role"], r["invoke"], r["cost"], r["powers_wielded_worn"], r["defends_carried"]}, "|")
			same(t, Get(version), "row", a.Name, got, want)
		})
		if rows != len(own) || rows < 30 {
			t.Errorf("%s: %d artifacts, want %d", version, len(own), rows)
		}
	}
}
