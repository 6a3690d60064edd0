package craft_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/engine/truthtest"
)

// Every row of what the real game answered, asked in words as a player would:
// the grammar loses nothing on the way to the engine, and nothing is refused.

// asked is what an answer tells a machine, as far as the rows go.
type asked struct {
	Outcomes []struct {
		What       string  `json:"what"`
		Quantity   int     `json:"quantity"`
		BUC        string  `json:"buc"`
		Enchant    *int    `json:"enchant"`
		Flags      string  `json:"flags"`
		Monster    string  `json:"monster"`
		Troubles   int     `json:"troubles_fixed"`
		Attributes int     `json:"attributes_fixed"`
		P          float64 `json:"p"`
	} `json:"outcomes"`
	Mixed []struct {
		What string  `json:"what"`
		P    float64 `json:"p"`
	} `json:"mixed"`
	P   float64 `json:"p"`
	Ink struct {
		Min, Max int
	} `json:"ink"`
}

// asker asks lines and keeps the last answer.
type asker struct {
	router *route.Router
	line   string
	answer asked
}

func newAsker(t *testing.T) *asker { return &asker{router: commandstest.New(t, commandstest.Uncached)} }

// ask returns the answer to a line; a refusal fails the test.
func (a *asker) ask(t testing.TB, line string) *asked {
	t.Helper()
	if a.line == line {
		return &a.answer
	}
	reply := commandstest.Ask(t, a.router, line)
	if reply.Failed {
		t.Errorf("%s: %s", line, reply.Summary)
	}
	for _, n := range reply.Notes {
		if strings.Contains(n.Text, "read as") || strings.Contains(n.Text, "not used") {
			t.Errorf("%s: %s", line, n.Text)
		}
	}
	text, err := json.Marshal(reply.Data)
	if err != nil {
		t.Fatal(err)
	}
	a.line, a.answer = line, asked{}
	if err := json.Unmarshal(text, &a.answer); err != nil {
		t.Fatal(err)
	}
	return &a.answer
}

// of returns the chance of an end.
func (a *asked) of(what string) float64 {
	p := 0.0
	for _, x := range a.Outcomes {
		if x.What == what {
			p += x.P
		}
	}
	return p
}

func equal(t testing.TB, line string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 6e-9 {
		t.Errorf("%s: %.9f, the game says %.9f", line, got, want)
	}
}

func in(pkg, name string) string { return "../../../engine/" + pkg + "/testdata/" + name }

func TestFixturesAsked(t *testing.T) {
	a := newAsker(t)
	truthtest.Table{Name: in("fixture", "fixtures"), Files: "truth/divine/fixtures.tsv"}.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		if strings.HasPrefix(r["outcome"], "It's not very comfortable") {
			return
		}
		c := strings.NewReplacer("depth=", "depth ", "luck=", "luck ", "magic_fountain=0", "", "magic_fountain=1", "magic", "see_invisible_already=0", "", "see_invisible_already=1", "see invisible",
			"role=", "", "align=", "", "XL=", "xl", "item=", "", "uncursed flint stone, not looted, gold=1000", "", "long sword", "", "sink already gave: ", "", "dishwasher ring", "dishwasher noring",
			"bottle or lamp", "", "magic lamp, one rub", "rub", "smoky potion, djinn born so far=", "born ", "milky potion, ghosts born so far=", "milky born ").Replace(r["conditions"])
		verb := map[string]string{"quaff_fountain": "fountain quaff", "dip_fountain": "fountain dip", "sit_throne": "throne", "kick_sink": "sink kick", "djinni": "lamp djinni", "rub_magic_lamp": "lamp rub", "quaff_potion": "smoky"}[r["action"]]
		if strings.Contains(r["conditions"], "role=") {
			verb = "excalibur"
		}
		line := fmt.Sprintf("%s v%s %s", verb, r["version"], c)
		p := a.ask(t, line).of(r["outcome"])
		if p == 0 {
			t.Errorf("%s: no chance of %s", line, r["outcome"])
		}
		tally.Count(t, line+": "+r["outcome"], r.Float(t, "count"), r.Float(t, "n"), p)
	})
}

func TestEnchantAsked(t *testing.T) {
	a := newAsker(t)
	truthtest.Table{Name: in("enchant", "armor"), Files: "truth/divine/enchant_armor.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("enchant armor v%s %+d %s with %s scroll", r["version"], r.Int(t, "armor_spe"), r["armor"], r["scroll"])
		equal(t, line, a.ask(t, line).of(r["result"]), r.Float(t, "probability"))
	})
	truthtest.Table{Name: in("enchant", "weapon"), Files: "truth/divine/enchant_weapon.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("enchant weapon v%s %+d with %s scroll", r["version"], r.Int(t, "weapon_spe"), r["scroll"])
		equal(t, line, a.ask(t, line).of(r["result"]), r.Float(t, "probability"))
	})
}

// curses holds what confused scrolls of remove curse do, walked through.
var curses = truthtest.Table{Name: "curses", Files: "truth/divine/confused_remove_curse.tsv", Whole: true, Unread: map[string]string{"version": truthtest.Alike}, Columns: []string{"version", "scroll", "item_before", "item_after", "probability"}}

func TestConfusedAsked(t *testing.T) {
	a := newAsker(t)
	curses.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("removecurse v%s confused %s scroll on %s item", r["version"], r["scroll"], r["item_before"])
		equal(t, line, a.ask(t, line).of(r["item_after"]), r.Float(t, "probability"))
	})
}

func TestChargeAsked(t *testing.T) {
	a := newAsker(t)
	truthtest.Table{Name: in("enchant", "recharge"), Files: "truth/divine/recharge.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("charge v%s %s %s:%s %s", r["version"], r["item"], r["times_recharged"], r["spe_before"], r["scroll"])
		if r["item"] == "increase damage" {
			line = fmt.Sprintf("charge v%s ring of increase damage %+d %s", r["version"], r.Int(t, "spe_before"), r["scroll"])
		}
		equal(t, line, a.ask(t, line).of(r["result"]), r.Float(t, "probability"))
	})
}

func TestToolsAsked(t *testing.T) {
	a := newAsker(t)
	truthtest.Table{Name: in("craft", "marker"), Files: "truth/divine/marker_cost.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("write v%s %s", r["version"], r["item"])
		if got := a.ask(t, line).Ink; got.Min != r.Int(t, "ink_min") || got.Max != r.Int(t, "ink_max") {
			t.Errorf("%s: %+v: %v", line, got, r)
		}
	})
	truthtest.Table{Name: in("craft", "mix"), Files: "truth/divine/potion_mix.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("mix v%s %s into %s", r["version"], r["dipped"], r["into"])
		p := 0.0
		for _, x := range a.ask(t, line).Mixed {
			if x.What == r["result"] {
				p = x.P
			}
		}
		equal(t, line, p, r.Float(t, "probability"))
	})
	truthtest.Table{Name: in("craft", "bag"), Files: "truth/divine/bag_explosion.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("bag v%s %s 0:%s depth %s", r["version"], r["item_put_in_bag_of_holding"], r["spe"], r["nesting_depth_0_is_direct"])
		equal(t, line, a.ask(t, line).P, r.Float(t, "probability_explodes"))
	})
	truthtest.Table{Name: in("craft", "horn"), Files: "truth/divine/unicorn_horn.tsv"}.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
		line := fmt.Sprintf("horn v%s %s %s troubles %s points", r["version"], r["horn"], r["timed_troubles"], r["attribute_points_lost"])
		p := 0.0
		for _, x := range a.ask(t, line).Outcomes {
			if r["horn"] == "cursed" && (x.What == r["troubles_fixed"] || strings.HasPrefix(r["troubles_fixed"], "other") && (x.What == "deaf" || x.What == "attribute loss")) ||
				r["horn"] != "cursed" && fmt.Sprint(x.Troubles) == r["troubles_fixed"] && fmt.Sprint(x.Attributes) == r["attributes_fixed"] {
				p += x.P
			}
		}
		tally.Count(t, line+": "+r["troubles_fixed"], r.Float(t, "count"), r.Float(t, "n"), p)
	})
}

func TestLocksAsked(t *testing.T) {
	a := newAsker(t)
	truthtest.Table{Name: in("lock", "picks"), Files: "truth/divine/lockpick_chance.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("pick v%s %s %s dex %s %s", r["version"], r["tool"], r["role"], r["dex"], r["target"])
		if r["box_cursed"] == "1" {
			line += " cursed chest"
		}
		equal(t, line, a.ask(t, line).P, min(1, r.Float(t, "percent_per_turn")/100))
	})
	truthtest.Table{Name: in("lock", "traps"), Files: "truth/divine/untrap.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("untrap v%s %s %s xl%s", r["version"], r["trap"], r["role"], r["XL"])
		if r["made_by_you"] == "1" {
			line += " made by you"
		}
		if s := r["state"]; s != "none" {
			line += " " + s
		}
		equal(t, line, a.ask(t, line).P, r.Float(t, "P_success_per_try"))
	})
	truthtest.Table{Name: in("lock", "searches"), Files: "truth/divine/search.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("search v%s luck %s %s", r["version"], r["luck"], r["hidden_thing"])
		if r["gear"] == "lenses" {
			line += " lenses"
		}
		equal(t, line, a.ask(t, line).P, r.Float(t, "P_found_per_search_turn"))
	})
	truthtest.Table{Name: in("fixture", "wrest"), Files: "truth/divine/wrest.tsv"}.Check(t, func(t testing.TB, r truthtest.Row) {
		line := fmt.Sprintf("wrest v%s 0:%s", r["version"], r["charges_before"])
		equal(t, line, a.ask(t, line).P, r.Float(t, "P_works_per_try"))
	})
}

func TestWishesAsked(t *testing.T) {
	a := newAsker(t)
	for _, table := range []truthtest.Table{
		{Name: in("wish", "wishes"), Files: "truth/divine/wish.tsv"},
		{Name: in("wish", "artifacts"), Files: "truth/divine/wish_artifact.tsv"},
	} {
		table.Judge(t, func(t testing.TB, tally *truthtest.Tally, r truthtest.Row) {
			if strings.HasPrefix(r["arrives"], "(other") || strings.Contains(r["wish"], " named ") || r["arrives"] == "nothing" {
				return // the engine's own test says why
			}
			said := "luck " + r["luck"]
			switch n := r["artifacts_already_existing"]; {
			case n == "this_one":
				said = "luck 0 existing " + r["wish"]
			case n != "":
				said = "luck 0 artifacts " + n
			}
			line := fmt.Sprintf("wish v%s as %s %s: %s", r["version"], r["role"], said, r["wish"])
			p, random := 0.0, false
			for _, x := range a.ask(t, line).Outcomes {
				spe, quantity := "", ""
				if x.Enchant != nil {
					spe = fmt.Sprint(*x.Enchant)
				}
				if x.Quantity > 0 {
					quantity = fmt.Sprint(x.Quantity)
				}
				if x.What == r["arrives"] && quantity == r["quan"] && x.BUC == r["buc"] && spe == r["spe"] && x.Flags == r["flags"] {
					p += x.P
					random = random || r["monster"] != "" && x.Monster == ""
				}
			}
			if shuffled := strings.Contains(r["wish"], "gold ring") || strings.Contains(r["wish"], "silver ring") || strings.Contains(r["wish"], "iron ring") || strings.Contains(r["wish"], "smoky") || strings.Contains(r["wish"], "milky") || strings.Contains(r["wish"], "grey spellbook"); random || shuffled {
				return
			}
			tally.Count(t, line+": "+r["arrives"]+" "+r["flags"], r.Float(t, "count"), r.Float(t, "n"), p)
		})
	}
}
