package fate_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/engine/truthtest"
)

// What the real game answered, asked in words as a player would: the grammar
// loses nothing on the way to the engine, and nothing is refused.

// rows returns a table of engine/divine.
func rows(name, file string) truthtest.Table {
	return some(1, name, file)
}

// some returns a table of engine/divine of which one row in n is asked by day.
func some(n int, name, file string) truthtest.Table {
	return truthtest.Table{Name: "../../../engine/divine/testdata/" + name, Files: "truth/divine/" + file, Daily: n}
}

// counted holds what the game did in n trials to a chance.
func counted(t testing.TB, line string, p, n, count float64) {
	t.Helper()
	if math.Abs(count-p*n) > 4.5*math.Sqrt(n*p*(1-p))+1e-6*n {
		t.Errorf("%s: %g, counted %g in %g", line, p, count, n)
	}
}

func is(want string) func(string) bool { return func(what string) bool { return what == want } }

func TestPrayersAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(7, "prayclass", "prayclass.tsv.gz").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("pray v%s %s timeout %s luck %s trouble %s anger %s record %s altar %s", row["version"], row["you"], row["timeout"], row["luck"], row["trouble"], row["god_anger"], row["record"], row["altar"])
		if row["gehennom"] == "1" {
			line += " gehennom"
		}
		if row["form"] != "normal" {
			line += " " + row["form"]
		}
		a := commandstest.Fields(t, r, line)
		switch want := row["p_type"]; {
		case a == nil:
		case want == "refused":
			if a["refused"] != true || a["class"] != nil {
				t.Errorf("%s: %v, want a refusal", line, a)
			}
		case strings.Contains(want, ":"):
			got := map[string]bool{}
			for _, c := range a["classes"].([]any) {
				got[fmt.Sprintf("%v:%v", c.(map[string]any)["class"], c.(map[string]any)["p"])] = true
			}
			parts := strings.Split(want, ",")
			if len(got) != 2 || len(parts) != 2 || !got[parts[0]] || !got[parts[1]] || a["class"] != nil {
				t.Errorf("%s: %v, want %s", line, got, want)
			}
		default:
			if fmt.Sprint(a["class"]) != want {
				t.Errorf("%s: %v, want %s", line, a["class"], want)
			}
		}
	})
}

func TestPrayersAfterAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(3, "safe_after", "prayer_safe_after.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		for trouble, column := range map[string]string{"none": "P_timeout_0", "minor": "P_le_100", "major": "P_le_200"} {
			line := fmt.Sprintf("pray v%s xl %s luck 0 trouble %s, %s turns since%s", row["version"], row["xl"], trouble, row["turns_since"], []string{"", ", crowned", ", crowned, killed the wizard"}[row.Int(t, "kick")])
			a := commandstest.Fields(t, r, line)
			if a == nil {
				return
			}
			if got := a["safe"].(map[string]any)["p"].(float64); math.Abs(got-row.Float(t, column)) > 6e-9 {
				t.Errorf("%s: %.9f, want %s", line, got, row[column])
			}
		}
	})
}

func TestTroublesAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(5, "low_hp", "low_hp.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		most := row.Int(t, "highest_hp_that_is_major_trouble")
		for n, want := range map[int]string{most: "major", most + 1: "none"} {
			if n < 1 || n > row.Int(t, "max_hp") {
				continue
			}
			line := fmt.Sprintf("pray v%s xl %s hp %d(%s) timeout 0", row["version"], row["XL"], n, row["max_hp"])
			if a := commandstest.Fields(t, r, line); a != nil && a["trouble"] != want {
				t.Errorf("%s: %v, want %s", line, a["trouble"], want)
			}
		}
	})
	some(2, "pat_on_head", "pat_on_head.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("pray v%s timeout 0 trouble none luck %s record %s", row["version"], row["luck"], row["alignment_record"])
		if row["already_crowned"] == "1" {
			line += " crowned"
		}
		if row["castle_tune_known"] == "1" {
			line += " tune known"
		}
		a := commandstest.Fields(t, r, line)
		counted(t, line, commandstest.Chance(a, "outcomes", "what", is(row["outcome"])), row.Float(t, "n"), row.Float(t, "count"))
	})
}

func TestSacrificesAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	rows("sacrifice_gift", "sacrifice_gift.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("sac v%s %s as Priest human lawful xl%s luck %s gifts %s artifacts %s", row["version"], row["value"], row["XL"], row["luck"], row["gifts_so_far"], row["artifacts_existing"])
		if a := commandstest.Fields(t, r, line); a != nil {
			counted(t, line, a["gift"].(map[string]any)["p"].(float64), row.Float(t, "n"), row.Float(t, "gifts"))
		}
	})
	some(5, "sacrifice_value", "sacrifice_value.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("sac v%s %s %s timeout 10000", row["version"], row["monster"], row["you_and_altar"])
		a := commandstest.Fields(t, r, line)
		if a == nil || strings.HasPrefix(row["timeout_reduction_from_10000"], "-") { // of anger
			return
		}
		if fmt.Sprint(a["timeout_reduction"]) != row["timeout_reduction_from_10000"] {
			t.Errorf("%s: %v, want %s", line, a["timeout_reduction"], row["timeout_reduction_from_10000"])
		}
		for _, n := range []string{"1", "3"} {
			line := fmt.Sprintf("sac v%s %s %s anger %s", row["version"], row["monster"], row["you_and_altar"], n)
			if a := commandstest.Fields(t, r, line); a != nil && fmt.Sprint(a["anger"]) != row["anger_"+n+"_after"] {
				t.Errorf("%s: %v, want %s", line, a["anger"], row["anger_"+n+"_after"])
			}
		}
	})
	rows("sacrifice_special", "sacrifice_special.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		what := row["case"]
		what, kind, _ := strings.Cut(what, " (")
		if strings.HasPrefix(what, "own race") {
			what = strings.TrimSuffix(kind, ")")
		}
		line := fmt.Sprintf("sac v%s %s as human %s altar %s xl%s luck %s record %s timeout 1000 turn 5000", row["version"], what, row["you"], row["altar"], row["XL"], row["luck"], row["record"])
		a := commandstest.Fields(t, r, line)
		counted(t, line, commandstest.Chance(a, "outcomes", "what", is(row["outcome"])), row.Float(t, "n"), row.Float(t, "count"))
	})
}

func TestCrownsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	rows("crown", "crown.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("crown v%s %s %s %s wielding %s", row["version"], row["role"], row["race"], row["align"], row["wielded"])
		if row["wielded"] == "nothing" {
			line = strings.Replace(line, "wielding nothing", "nothing wielded", 1)
		}
		a := commandstest.Fields(t, r, line)
		if a != nil && (a["crown_message"] != row["crown_message"] || a["at_feet"] != row["at_feet"] || a["wielded_after"] != row["wielded_after"] || fmt.Sprint(a["gifts_counter"]) != row["gifts_counter"]) {
			t.Errorf("%s: %v, want %v", line, a, row)
		}
	})
}

func TestGiftsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(8, "gift_which", "gift_which.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("sac v%s as %s %s %s xl12 gifts %s", row["version"], row["role"], row["race"], row["align"], row["gifts_so_far"])
		if row["max_gift_value"] != "-1" {
			line += " value " + row["max_gift_value"]
		}
		if row["existing"] != "none" {
			line += " existing " + strings.ReplaceAll(row["existing"], ";", ",")
		}
		a := commandstest.Fields(t, r, line)
		// The engine's own test holds the chances; some of the rows have the
		// alignments of another game in them.
		if p := commandstest.Chance(a, "artifacts", "name", func(string) bool { return true }); a != nil && math.Abs(p-1) > 1e-9 {
			t.Errorf("%s: %g of all gifts", line, p)
		}
	})
}

func TestLuckAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	rows("luck_timeout", "luck_timeout.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("luck v%s luck %s 1 turn at turn %d %s", row["version"], row["luck_before"], row.Int(t, "move")-1, strings.ReplaceAll(row["carried"], "+", " "))
		if row["amulet"] == "1" {
			line += " amulet"
		}
		if row["god_angry"] == "1" {
			line += " angry god"
		}
		if a := commandstest.Fields(t, r, line); a != nil {
			after := a["after"].([]any)[0].(map[string]any)["luck"]
			if fmt.Sprint(after) != row["luck_after"] {
				t.Errorf("%s: %v, want %s", line, after, row["luck_after"])
			}
		}
	})
}

func TestPriestsAndWardsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(2, "priest_protection", "priest_protection.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("protect v%s %s gold xl%s protection %s carrying %s", row["version"], row["offer"], row["XL"], row["protection_before"], row["gold_carried"])
		a := commandstest.Fields(t, r, line)
		counted(t, line, commandstest.Chance(a, "outcomes", "what", is(row["result"])), row.Float(t, "n"), row.Float(t, "count"))
	})
	rows("scared_by", "scared_by.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		if strings.HasPrefix(row["monster"], "were") {
			return // two of one name
		}
		line := fmt.Sprintf("elbereth v%s %s", row["version"], row["monster"])
		a := commandstest.Fields(t, r, line)
		if a == nil {
			return
		}
		for field, column := range map[string]string{"elbereth": "Elbereth", "scare_monster_scroll": "scare_monster_scroll", "elbereth_in_gehennom": "Elbereth_in_Gehennom"} {
			if a[field] != (row[column] == "1") {
				t.Errorf("%s: %s %v, want %s", line, field, a[field], row[column])
			}
		}
		if p, _ := strconv.ParseFloat(row["Elbereth"], 64); a["p"] != p {
			t.Errorf("%s: p %v, want %v", line, a["p"], p)
		}
	})
}
