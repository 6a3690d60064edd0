package fate_test

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/engine/divine"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// What the rows of gods and dice hold beside those of rows_test.go, asked in
// words.

func TestConversionsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	rows("altar_convert", "altar_convert.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("sac v%s convert xl%s luck %s record %s turn %s", row["version"], row["XL"], row["luck"], row["record"], row["turn"])
		a := commandstest.Fields(t, r, line)
		if a == nil {
			return
		}
		n, yes := row.Float(t, "n"), row.Float(t, "converted")
		minion := a["minion"].(map[string]any)
		counted(t, line, a["converts"].(map[string]any)["p"].(float64), n, yes)
		counted(t, line, minion["after_success"].(float64), yes, row.Float(t, "minion_after_success"))
		counted(t, line, minion["after_failure"].(float64), n-yes, row.Float(t, "minion_after_failure"))
	})
}

func TestFixesAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(2, "trouble_fix", "trouble_fix.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("pray v%s lawful timeout 0 luck %s record %s", row["version"], row["luck"], row["alignment_record"])
		if row["altar"] == "own" {
			line += " altar lawful"
		}
		switch major, minor := row.Int(t, "major_troubles"), row.Int(t, "minor_troubles"); {
		case major+minor == 0:
			line += " trouble none"
		case minor == 0:
			line += fmt.Sprintf(" %d majors", major)
		case major == 0:
			line += fmt.Sprintf(" %d minors", minor)
		default:
			line += fmt.Sprintf(" %d majors %d minors", major, minor)
		}
		a := commandstest.Fields(t, r, line)
		if a == nil {
			return
		}
		p := 0.0
		for _, x := range a["fixed"].([]any) {
			f := x.(map[string]any)
			pat, _ := f["pat"].(string)
			// The measured hero wields nothing that could be blessed.
			if effect := pat != "" && pat != divine.PatNothing && pat != divine.PatWeapon; fmt.Sprint(f["major_fixed"]) == row["major_fixed"] && fmt.Sprint(f["minor_fixed"]) == row["minor_fixed"] && effect == (row["pat_on_head_effect"] == "1") {
				p += f["p"].(float64)
			}
		}
		counted(t, line, p, row.Float(t, "n"), row.Float(t, "count"))
	})
}

func TestSmitesAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(2, "smite_roll", "smite_roll.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("smite v%s anger %s luck %s record %s", row["version"], row["god_anger"], row["luck"], row["record"])
		if row["god"] == "other god" {
			line += " other god"
		}
		if a := commandstest.Fields(t, r, line); a != nil && fmt.Sprint(a["smite_die"]) != row["roll_is_rn2_of"] {
			t.Errorf("%s: %v, want %s", line, a["smite_die"], row["roll_is_rn2_of"])
		}
	})
	rows("smite_effect", "smite_effect.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("smite v%s roll %s", row["version"], row["roll"])
		if row["already_punished"] == "1" {
			line += " punished"
		}
		a := commandstest.Fields(t, r, line)
		p := commandstest.Chance(a, "outcomes", "what", func(what string) bool {
			return what == row["effect"] || what == rules.SmiteGlow && strings.HasPrefix(row["effect"], "black glow")
		})
		if a != nil && p != 1 {
			t.Errorf("%s: %v, want %s", line, a["outcomes"], row["effect"])
		}
	})
}

var hunger = truthtest.Table{Name: "hunger", Files: "truth/divine/hunger_trouble.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, Columns: []string{"version", "hunger_status", "trouble_class"}}

func TestHungerAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	hunger.Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("pray v%s %s timeout 0", row["version"], row["hunger_status"])
		if a := commandstest.Fields(t, r, line); a != nil && a["trouble"] != row["trouble_class"] {
			t.Errorf("%s: %v, want %s", line, a["trouble"], row["trouble_class"])
		}
	})
}

func TestWipingAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	rows("wiped", "engraving_wipe.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("elbereth v%s %s %s chars", row["version"], row["type"], row["chars_wiped_call"])
		if a := commandstest.Fields(t, r, line); a != nil {
			counted(t, line, a["p"].(float64), row.Float(t, "n"), row.Float(t, "still_Elbereth"))
		}
	})
}

func TestGiftChancesAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	last, answered := "", map[string]any(nil)
	rows("gift_which", "exact/gift_which.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("sac v%s as %s %s %s xl12 gifts %s", row["version"], row["role"], row["race"], row["align"], row["gifts_so_far"])
		if row["max_gift_value"] != "-1" {
			line += " value " + row["max_gift_value"]
		}
		if row["existing"] != "none" {
			line += " existing " + strings.ReplaceAll(row["existing"], "; ", ", ")
		}
		if line != last {
			last, answered = line, commandstest.Fields(t, r, line)
		}
		exact, _ := new(big.Rat).SetString(row["p_exact"])
		want, _ := exact.Float64()
		if p := commandstest.Chance(answered, "artifacts", "name", is(row["artifact"])); answered != nil && math.Abs(p-want) > 1e-12 {
			t.Errorf("%s: %s %g, want %g", line, row["artifact"], p, want)
		}
	})
}

// Whoever may be given something may be given it: once the role's own artifact
// exists, which nothing else comes before.
func TestCandidatesAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	some(4, "gift_candidates", "exact/gift_candidates.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("sac v%s as %s %s %s xl12 gifts 1", row["version"], row["role"], row["race"], row["align"])
		var own []string
		for _, g := range rules.Get(row["version"]).Altar().Gifts {
			if g.Role == row["role"] && g.Name != row["artifact"] {
				own = append(own, g.Name)
			}
		}
		if len(own) > 0 {
			line += " existing " + strings.Join(own, ", ")
		}
		if row["own_role_artifact"] == "1" { // it is the first gift, and exists after that
			line = strings.Replace(line, "gifts 1", "gifts 0", 1)
		}
		a := commandstest.Fields(t, r, line)
		if p := commandstest.Chance(a, "artifacts", "name", is(row["artifact"])); a != nil && p == 0 {
			t.Errorf("%s: no chance of %s", line, row["artifact"])
		}
	})
}

func TestGiftEnchantsAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	known := map[string]map[string]any{}
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for _, hero := range []string{"as human lawful", "as human neutral", "as human chaotic", "as orc chaotic"} { // no god gives Grimtooth to humans
			a := commandstest.Fields(t, r, fmt.Sprintf("sac v%s %s xl12 gifts 1", version, hero))
			for _, x := range a["artifacts"].([]any) {
				g := x.(map[string]any)
				known[version+g["name"].(string)] = g
			}
		}
	}
	rows("gift_enchant", "gift_enchant.tsv").Check(t, func(t testing.TB, row truthtest.Row) {
		g := known[row["version"]+row["artifact"]]
		if g == nil {
			t.Errorf("%s is given to nobody in %s", row["artifact"], row["version"])
			return
		}
		p := 0.0
		for _, x := range g["enchants"].([]any) {
			if e := x.(map[string]any); fmt.Sprint(e["enchant"]) == row["spe"] {
				p = e["p"].(float64)
			}
		}
		counted(t, row["artifact"], p, row.Float(t, "n"), row.Float(t, "count"))
	})
}

// dice (every column is compared in engine/rnd) are what the game's own dice show, walked through.
var (
	rnlRows = truthtest.Table{Name: "rnl", Files: "truth/divine/rnl.tsv", OneIn: 20, Columns: []string{"version", "x", "luck", "P_0", "P_1", "P_le_2", "mean"}, Daily: 3}
	cdfRows = truthtest.Table{Name: "rnz_cdf", Files: "truth/divine/rnz_cdf.tsv", OneIn: 200, Columns: []string{"version", "i", "xl", "x", "P_le_x"}, Daily: 20, Share: 50}
	rnzRows = truthtest.Table{Name: "rnz_quantiles", Files: "truth/divine/rnz_quantiles.tsv", OneIn: 12, Columns: []string{"version", "i", "xl", "mean", "max", "q0.001", "q0.05", "q0.5", "q0.95", "q0.999"}}
)

func TestDiceAsked(t *testing.T) {
	r := commandstest.New(t, commandstest.Uncached)
	rnlRows.Check(t, func(t testing.TB, row truthtest.Row) {
		for most, column := range []string{"P_0", "", "P_le_2"} {
			line := fmt.Sprintf("rnl v%s %s luck %s at most %d", row["version"], row["x"], row["luck"], most)
			if a := commandstest.Fields(t, r, line); a != nil && column != "" && math.Abs(a["p"].(float64)-row.Float(t, column)) > 6e-9 {
				t.Errorf("%s: %v, want %s", line, a["p"], row[column])
			}
		}
	})
	cdfRows.Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("rnz v%s %s xl %s at most %s", row["version"], row["i"], row["xl"], row["x"])
		if a := commandstest.Fields(t, r, line); a != nil && math.Abs(a["p"].(map[string]any)["p"].(float64)-row.Float(t, "P_le_x")) > 6e-9 {
			t.Errorf("%s: %v, want %s", line, a["p"], row["P_le_x"])
		}
	})
	rnzRows.Check(t, func(t testing.TB, row truthtest.Row) {
		line := fmt.Sprintf("rnz v%s %s xl %s", row["version"], row["i"], row["xl"])
		a := commandstest.Fields(t, r, line)
		if a == nil {
			return
		}
		if math.Abs(a["mean"].(float64)-row.Float(t, "mean")) > 1e-5 || fmt.Sprint(a["max"]) != row["max"] {
			t.Errorf("%s: mean %v, max %v: %v", line, a["mean"], a["max"], row)
		}
		for _, x := range a["quantiles"].([]any) {
			q := x.(map[string]any)
			if want := row[fmt.Sprintf("q%v", q["q"])]; want != "" && fmt.Sprint(q["value"]) != want {
				t.Errorf("%s: %v, want %s", line, q, want)
			}
		}
	})
}
