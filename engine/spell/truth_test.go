package spell

import (
	"strconv"
	"strings"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// The files of the game's answers, and the columns of each that matter.
var (
	failRows = truthtest.Table{Name: "spell", Files: "truth/spell_*.tsv", OneIn: 2, Columns: strings.Fields(
		"version role xl int wis dex spell skill body cloak helm gloves boots shield weapon fail_percent pw_cost")}
	bookRows = truthtest.Table{Name: "bookread", Files: "truth/bookread_*.tsv", OneIn: 2, Columns: strings.Fields(
		"version book_level sample_book buc int xl lenses fail_k_of_20 wizard_prompt")}
	hungerRows = truthtest.Table{Name: "spellhunger", Files: "truth/spellhunger_*.tsv", OneIn: 2, Columns: strings.Fields(
		"version role int spell energy_cost current_nutrition nutrition_cost")}
	backfireRows = truthtest.Table{Name: "backfire", Files: "truth/backfire_*.tsv", Columns: strings.Fields(
		"version spell_level prior_confusion prior_stun prob_tenths confusion_timer_set_to stun_timer_set_to")}
	damageRows = truthtest.Table{Name: "spelldamagebonus", Files: "truth/spelldamagebonus_*.tsv", Columns: strings.Fields(
		"version int xl bonus_on_large_base result_base0 result_base1 result_base2 result_base3 result_base4 result_base5 result_base10")}
	hitRows = truthtest.Table{Name: "zaphit", Files: "truth/zaphit_*.tsv", OneIn: 2, Columns: strings.Fields(
		"version caster skill dex spell_hit_bonus target_ac hit_num hit_den")}
)

// Each engine gives what the game answered: the sample in testdata, and every
// row where all of them lie beside the project.
func TestFailRows(t *testing.T)     { failRows.Check(t, checkFail) }
func TestBookRows(t *testing.T)     { bookRows.Check(t, bookread) }
func TestHungerRows(t *testing.T)   { hungerRows.Check(t, spellhunger) }
func TestBackfireRows(t *testing.T) { backfireRows.Check(t, backfire) }
func TestDamageRows(t *testing.T)   { damageRows.Check(t, damagebonus) }
func TestHitRows(t *testing.T)      { hitRows.Check(t, zaphit) }

// askRow turns one row of answers of the real game into a Question.
func askRow(t testing.TB, cells truthtest.Row) *Question {
	t.Helper()
	set := rules.Get(cells["version"])
	num := func(k string) int { return cells.Int(t, k) }
	q := &Question{Rules: set, Role: set.Role(cells["role"]), Spell: set.Spell(cells["spell"]), XL: num("xl"), Int: num("int"), Wis: num("wis"), Dex: 12}
	if cells["dex"] != "" {
		q.Dex = num("dex")
	}
	q.Skill, _ = rules.SkillNamed(cells["skill"])
	for slot, key := range map[rules.Slot]string{rules.Body: "body", rules.Cloak: "cloak", rules.Helmet: "helm", rules.Gloves: "gloves", rules.Boots: "boots", rules.Shield: "shield"} {
		if name := cells[key]; name != "none" {
			w := set.WornNamed(name)
			if w == nil {
				t.Fatalf("%s has no %q", set.Name, name)
			}
			q.Worn[slot] = Piece{Worn: w}
		}
	}
	if name := cells["weapon"]; name != "none" {
		if q.Held = set.HeldNamed(name); q.Held == nil {
			t.Fatalf("%s has no %q to hold", set.Name, name)
		}
	}
	if q.Role == nil || q.Spell == nil {
		t.Fatalf("%s has no %s or no %s", set.Name, cells["role"], cells["spell"])
	}
	if err := q.Check(); err != nil {
		t.Fatalf("%v: %v", cells, err)
	}
	return q
}

func checkFail(t testing.TB, cells truthtest.Row) {
	a := Fail(askRow(t, cells))
	if got := strconv.Itoa(a.Fail); got != cells["fail_percent"] {
		t.Errorf("fail %s, the game says: %v\n%+v", got, cells, a.Steps.All())
	}
	if want := cells["pw_cost"]; want != "" && strconv.Itoa(a.Cost) != want {
		t.Errorf("cost %d, the game says: %v", a.Cost, cells)
	}
}

func bookread(t testing.TB, c truthtest.Row) {
	q := &LearnQuestion{Question: caster(c["version"], "Wizard"), Lenses: c["lenses"] == "1"}
	q.Spell, q.Int, q.XL = q.Rules.Spell(c["sample_book"]), c.Int(t, "int"), c.Int(t, "xl")
	if q.Spell == nil || q.Spell.Level != c.Int(t, "book_level") {
		t.Fatalf("%v: %+v", c, q.Spell)
	}
	q.Book = map[string]rules.BUC{"blessed": rules.Blessed, "uncursed": rules.Uncursed, "cursed": rules.Cursed}[c["buc"]]
	a := Learn(q)
	if want := odds.Of(int64(c.Int(t, "fail_k_of_20")), 20); a.Fail != want || a.Warning != c["wizard_prompt"] {
		t.Errorf("fails %s, warns %q: %v", a.Fail, a.Warning, c)
	}
}

func spellhunger(t testing.TB, c truthtest.Row) {
	role := "Wizard"
	if c["role"] == "non-Wizard" {
		role = "Archeologist"
	}
	q := &CastQuestion{Question: caster(c["version"], role), Pw: -1, Nutrition: c.Int(t, "current_nutrition")}
	q.Int, q.Spell = c.Int(t, "int"), q.Rules.Spell(c["spell"])
	a := Cast(q)
	if *a.Pw != c.Int(t, "energy_cost") || a.Nutrition != c.Int(t, "nutrition_cost") {
		t.Errorf("%d Pw, nutrition %d: %v", *a.Pw, a.Nutrition, c)
	}
}

func backfire(t testing.TB, c truthtest.Row) {
	confusion, stun := c.Int(t, "prior_confusion"), c.Int(t, "prior_stun")
	want := Disorientation{P: float64(c.Int(t, "prob_tenths")) / 10, Confusion: confusion, Stun: stun}
	if c["confusion_timer_set_to"] != "unchanged" {
		want.Confusion = c.Int(t, "confusion_timer_set_to")
	}
	if c["stun_timer_set_to"] != "unchanged" {
		want.Stun = c.Int(t, "stun_timer_set_to")
	}
	got := Backfire(rules.Get(c["version"]), c.Int(t, "spell_level"), confusion, stun)
	for _, d := range got {
		if d == want {
			return
		}
	}
	t.Errorf("%+v has no %+v: %v", got, want, c)
}

func damagebonus(t testing.TB, c truthtest.Row) {
	at := rules.Get(c["version"]).Attack()
	iq, xl := c.Int(t, "int"), c.Int(t, "xl")
	if got := DamageBonus(at, iq, xl, 1000) - 1000; got != c.Int(t, "bonus_on_large_base") {
		t.Errorf("bonus %d: %v", got, c)
	}
	for _, base := range []int{0, 1, 2, 3, 4, 5, 10} {
		if got := DamageBonus(at, iq, xl, base); got != c.Int(t, "result_base"+strconv.Itoa(base)) {
			t.Errorf("a roll of %d does %d: %v", base, got, c)
		}
	}
}

func zaphit(t testing.TB, c truthtest.Row) {
	set := rules.Get(c["version"])
	want := odds.Of(int64(c.Int(t, "hit_num")), int64(c.Int(t, "hit_den")))
	ac, bonus := c.Int(t, "target_ac"), c.Int(t, "spell_hit_bonus")
	if got := RayHit(set.Attack(), ac, bonus); got != want {
		t.Errorf("bonus %d hits AC %d with %s, want %s: %v", bonus, ac, got, want, c)
	}
	if c["caster"] != "hero_spell" {
		return
	}
	q := &ZapQuestion{Question: caster(c["version"], "Wizard"), AC: ac, MR: -1}
	q.Spell, q.Dex = set.Spell("magic missile"), c.Int(t, "dex")
	q.Skill, _ = rules.SkillNamed(c["skill"])
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	if a := Zap(q); *a.Bonus != bonus || a.Hit != want {
		t.Errorf("bonus %d hits with %s: %v", *a.Bonus, a.Hit, c)
	}
}
