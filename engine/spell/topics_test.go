package spell

import (
	"bufio"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// cells is one row of answers of the real game, by column.
type cells map[string]string

func (c cells) num(t testing.TB, column string) int {
	t.Helper()
	n, err := strconv.Atoi(c[column])
	if err != nil {
		t.Fatalf("%s: %v in %v", column, err, c)
	}
	return n
}

// rows calls f with each row of a file and fails if there is none.
func rows(t *testing.T, path string, f func(cells)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Scan()
	head := strings.Split(sc.Text(), "\t")
	n := 0
	for sc.Scan() {
		c := cells{}
		for i, cell := range strings.Split(sc.Text(), "\t") {
			c[head[i]] = cell
		}
		n++
		f(c)
	}
	if err := sc.Err(); err != nil || n == 0 {
		t.Fatalf("%s: %d rows, %v", path, n, err)
	}
}

// topics compares one row of each kind of file.
var topics = map[string]func(*testing.T, cells){
	"bookread": bookread, "spellhunger": spellhunger, "backfire": backfire, "spelldamagebonus": damagebonus, "zaphit": zaphit,
}

// The rows that come with the project: a sample of what the game answered.
func TestTopicRows(t *testing.T) {
	for topic, check := range topics {
		paths, _ := filepath.Glob("testdata/" + topic + "_*.tsv")
		if len(paths) < 5 {
			t.Fatalf("%d files of %s", len(paths), topic)
		}
		for _, p := range paths {
			t.Run(filepath.Base(p), func(t *testing.T) { rows(t, p, func(c cells) { check(t, c) }) })
		}
	}
}

// All rows, where they lie beside the project.
func TestAllTopicRows(t *testing.T) {
	for topic, check := range topics {
		paths, _ := filepath.Glob("../../../shared/truth/" + topic + "_*.tsv")
		if len(paths) == 0 {
			t.Skip("no ../shared/truth beside the project: only the sample in testdata was compared")
		}
		for _, p := range paths {
			t.Run(filepath.Base(p), func(t *testing.T) { rows(t, p, func(c cells) { check(t, c) }) })
		}
	}
}

// caster is a hero of the version about whom only what a row says matters.
func caster(version, role string) *Question {
	set := rules.Get(version)
	return &Question{Rules: set, Role: set.Role(role), Spell: set.Spell("force bolt"), Skill: rules.Basic, XL: 1, Int: 10, Wis: 10, Dex: 10}
}

func bookread(t *testing.T, c cells) {
	q := &LearnQuestion{Question: caster(c["version"], "Wizard"), Lenses: c["lenses"] == "1"}
	q.Spell, q.Int, q.XL = q.Rules.Spell(c["sample_book"]), c.num(t, "int"), c.num(t, "xl")
	if q.Spell == nil || q.Spell.Level != c.num(t, "book_level") {
		t.Fatalf("%v: %+v", c, q.Spell)
	}
	q.Book = map[string]rules.BUC{"blessed": rules.Blessed, "uncursed": rules.Uncursed, "cursed": rules.Cursed}[c["buc"]]
	a := Learn(q)
	if want := odds.Of(int64(c.num(t, "fail_k_of_20")), 20); a.Fail != want || a.Warning != c["wizard_prompt"] {
		t.Errorf("fails %s, warns %q: %v", a.Fail, a.Warning, c)
	}
}

func spellhunger(t *testing.T, c cells) {
	role := "Wizard"
	if c["role"] == "non-Wizard" {
		role = "Archeologist"
	}
	q := &CastQuestion{Question: caster(c["version"], role), Pw: -1, Nutrition: c.num(t, "current_nutrition")}
	q.Int, q.Spell = c.num(t, "int"), q.Rules.Spell(c["spell"])
	a := Cast(q)
	if *a.Pw != c.num(t, "energy_cost") || a.Nutrition != c.num(t, "nutrition_cost") {
		t.Errorf("%d Pw, nutrition %d: %v", *a.Pw, a.Nutrition, c)
	}
}

func backfire(t *testing.T, c cells) {
	confusion, stun := c.num(t, "prior_confusion"), c.num(t, "prior_stun")
	want := Disorientation{P: float64(c.num(t, "prob_tenths")) / 10, Confusion: confusion, Stun: stun}
	if c["confusion_timer_set_to"] != "unchanged" {
		want.Confusion = c.num(t, "confusion_timer_set_to")
	}
	if c["stun_timer_set_to"] != "unchanged" {
		want.Stun = c.num(t, "stun_timer_set_to")
	}
	got := Backfire(rules.Get(c["version"]), c.num(t, "spell_level"), confusion, stun)
	for _, d := range got {
		if d == want {
			return
		}
	}
	t.Errorf("%+v has no %+v: %v", got, want, c)
}

func damagebonus(t *testing.T, c cells) {
	at := rules.Get(c["version"]).Attack()
	iq, xl := c.num(t, "int"), c.num(t, "xl")
	if got := DamageBonus(at, iq, xl, 1000) - 1000; got != c.num(t, "bonus_on_large_base") {
		t.Errorf("bonus %d: %v", got, c)
	}
	for _, base := range []int{0, 1, 2, 3, 4, 5, 10} {
		if got := DamageBonus(at, iq, xl, base); got != c.num(t, "result_base"+strconv.Itoa(base)) {
			t.Errorf("a roll of %d does %d: %v", base, got, c)
		}
	}
}

func zaphit(t *testing.T, c cells) {
	set := rules.Get(c["version"])
	want := odds.Of(int64(c.num(t, "hit_num")), int64(c.num(t, "hit_den")))
	ac, bonus := c.num(t, "target_ac"), c.num(t, "spell_hit_bonus")
	if got := RayHit(set.Attack(), ac, bonus); got != want {
		t.Errorf("bonus %d hits AC %d with %s, want %s: %v", bonus, ac, got, want, c)
	}
	if c["caster"] != "hero_spell" {
		return
	}
	q := &ZapQuestion{Question: caster(c["version"], "Wizard"), AC: ac, MR: -1}
	q.Spell, q.Dex = set.Spell("magic missile"), c.num(t, "dex")
	q.Skill, _ = rules.SkillNamed(c["skill"])
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	if a := Zap(q); *a.Bonus != bonus || a.Hit != want {
		t.Errorf("bonus %d hits with %s: %v", *a.Bonus, a.Hit, c)
	}
}

func TestCast(t *testing.T) {
	q := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 60}
	q.Int, q.XL, q.Spell, q.Skill = 17, 14, q.Rules.Spell("finger of death"), rules.Expert
	q.Amulet = true
	rate := odds.Of(1, 10)
	q.FailRate = &rate
	a := Cast(q)
	// 35 Pw; rnd(70) goes first, of which 1 to 25 leave enough.
	if *a.Pw != 35 || a.FailedPw != 17 || a.Nutrition != 0 || *a.Casts != 1 || a.Amulet.Min != 1 || a.Amulet.Max != 70 || a.Amulet.Mean != 35.5 {
		t.Errorf("%+v, %+v", a, a.Amulet)
	}
	if *a.Amulet.Goes != odds.Of(25, 70) || math.Abs(a.AtLeastOne.P-0.9*25/70) > 1e-15 {
		t.Errorf("goes %v, at least one %g", a.Amulet.Goes, a.AtLeastOne.P)
	}
	// A second try needs 1 + 17 gone and 36 left: 60-17-d >= 36 for d <= 7,
	// where d2 of 70 may be 1..8-d.
	second := 0.0
	for d := 1; d <= 7; d++ {
		second += float64(8-d) / 70 / 70
	}
	if want := 0.9*25/70 + 0.1*0.9*second; math.Abs(*a.AtLeastOne.UntilEmpty-want) > 1e-15 {
		t.Errorf("until empty %g, want %g", *a.AtLeastOne.UntilEmpty, want)
	}

	more := *q
	more.Pw = 70 // two casts would need 72
	if b := Cast(&more); *b.Casts != 1 {
		t.Errorf("%d casts on 70 Pw with the Amulet, want 1", *b.Casts)
	}

	old := *q
	old.Question = caster("3.4.3", "Archeologist")
	old.Spell, old.Amulet = old.Rules.Spell("finger of death"), true
	b := Cast(&old)
	if b.Nutrition != 72 || *b.NutritionMax != 210 {
		t.Errorf("3.4.3: nutrition %d to %d, want 72 to 210", b.Nutrition, *b.NutritionMax)
	}
	// too dear a try is free, so the cast goes off; a failure leaves 60 - (35+d)/2
	// energy, of which another cast of at least 36 may come.
	want := 0.0
	for d := 1; d <= 25; d++ {
		if left := 60 - (35+d)/2; left >= 36 {
			want += 0.1 * 0.9 / 25
		}
		want += 0.9 / 25
	}
	two := run{pw: 60, cost: 35, failed: 17, drain: 70, adds: true, fail: 0.1}.atLeastOne(2)
	if math.Abs(two-want) > 1e-15 || b.AtLeastOne.P != 0.9 {
		t.Errorf("3.4.3: two tries %g, want %g; one %g", two, want, b.AtLeastOne.P)
	}

	plain := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 12}
	half := odds.Of(1, 2)
	plain.FailRate = &half
	c := Cast(plain) // 5 Pw, 2 of a failure: 2 casts; tries at 12, 10, 8, 6
	if *c.Casts != 2 || c.AtLeastOne.P != 0.75 || *c.AtLeastOne.UntilEmpty != 15.0/16 {
		t.Errorf("%+v %+v", c, c.AtLeastOne)
	}
	plain.Tries = 50
	if c = Cast(plain); c.AtLeastOne.P != 15.0/16 {
		t.Errorf("50 tries on 12 Pw: %g, want 15/16", c.AtLeastOne.P)
	}
	plain.Pw = -1
	if c = Cast(plain); c.Casts != nil || c.AtLeastOne.P != 1-math.Pow(0.5, 50) || c.AtLeastOne.UntilEmpty != nil {
		t.Errorf("50 tries on unsaid Pw: %+v", c)
	}
	plain.Pw, plain.Tries = 4, 0
	if c = Cast(plain); *c.Casts != 0 || c.AtLeastOne.P != 0 {
		t.Errorf("on 4 Pw: %+v", c.AtLeastOne)
	}
}

func TestScaledCasts(t *testing.T) {
	x := &CastQuestion{Question: caster("xnethack", "Wizard"), Pw: 100}
	x.Int = 18
	a := Cast(x)
	if f := Fail(x.Question); *a.Pw != f.Cost || a.Fail != 0 || a.AtLeastOne.P != 1 {
		t.Errorf("xNetHack: %+v", a)
	}
	x.Confused = true
	if a = Cast(x); a.Fail != 1 || a.AtLeastOne.P != 0 {
		t.Errorf("xNetHack, confused: %+v", a)
	}
	x.Confused, x.Nutrition = false, 5
	if a = Cast(x); len(a.Refusals) != 0 {
		t.Errorf("a clever Wizard of xNetHack is never too hungry: %v", a.Refusals)
	}
	x.Spell, x.Skill, x.Int = x.Rules.Spell("finger of death"), rules.Restricted, 3
	if a = Cast(x); a.Pw != nil || len(a.Refusals) != 2 {
		t.Errorf("what cannot be cast: %+v", a)
	}
	f := &CastQuestion{Question: caster("fiqhack", "Wizard"), Pw: 100}
	f.Int = 18
	once := *Cast(f).Pw
	f.Amulet = true
	if b := Cast(f); *b.Pw != 2*once || b.Amulet != nil {
		t.Errorf("FIQHack with the Amulet: %+v, without %d", b, once)
	}
	e := &CastQuestion{Question: caster("evilhack", "Infidel"), Pw: -1}
	if Cast(e).Note == "" {
		t.Error("nothing says that an Infidel pays hit points")
	}
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		version string
		bend    func(*CastQuestion)
		refused bool
	}{
		{"5.0.0", func(q *CastQuestion) {}, false},
		{"5.0.0", func(q *CastQuestion) { q.Nutrition = 10 }, true},
		{"5.0.0", func(q *CastQuestion) { q.Nutrition = 11 }, false},
		{"5.0.0", func(q *CastQuestion) { q.Nutrition = 10; q.Spell = q.Rules.Spell("detect food") }, false},
		{"5.0.0", func(q *CastQuestion) { q.Str = 3 }, true},
		{"5.0.0", func(q *CastQuestion) { q.Str = 3; q.Spell = q.Rules.Spell("restore ability") }, false},
		{"3.4.3", func(q *CastQuestion) { q.Str = 3; q.Spell = q.Rules.Spell("restore ability") }, true},
		{"5.0.0", func(q *CastQuestion) { q.Stunned = true }, true},
		{"3.4.3", func(q *CastQuestion) { q.Stunned = true }, false},
		{"3.6.7", func(q *CastQuestion) { q.Mute = true }, true},
		{"slashem", func(q *CastQuestion) { q.Mute = true }, false},
		{"3.4.3", func(q *CastQuestion) { q.NoHands = true }, true},
		{"5.0.0", func(q *CastQuestion) { q.NoHands = true; q.Held = q.Rules.HeldNamed("quarterstaff") }, false},
		{"3.6.7", func(q *CastQuestion) { q.NoHands = true; q.Held = q.Rules.HeldNamed("quarterstaff") }, true},
		{"5.0.0", func(q *CastQuestion) { q.Burdened = true }, true},
	} {
		q := &CastQuestion{Question: caster(c.version, "Wizard"), Pw: -1}
		c.bend(q)
		if got := Cast(q).Refusals; (len(got) > 0) != c.refused {
			t.Errorf("%s %+v: %v", c.version, q, got)
		}
	}
}

func TestForgotten(t *testing.T) {
	q := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: -1, Forgotten: true}
	a := Cast(q)
	sum := 0.0
	for _, d := range a.Forgotten {
		sum += d.P
	}
	if len(a.Forgotten) != 4 || math.Abs(sum-1) > 1e-15 || *a.Drained != (rules.Range{Min: 1, Max: 5}) || a.Note == "" {
		t.Errorf("%+v", a)
	}
	q.Question = caster("3.6.7", "Wizard")
	if a = Cast(q); a.Drained != nil || a.Note != "" {
		t.Errorf("3.6.7: %+v", a)
	}
}

func TestRemembering(t *testing.T) {
	for version, want := range map[string]Memory{
		"3.4.3": {Turns: 20000, RefreshAt: 1000, Readings: 4}, "slashem": {Turns: 20000, RefreshAt: 1000, Readings: 4},
		"3.6.7": {Turns: 20001, RefreshAt: 2000, Readings: 4}, "evilhack": {Turns: 20001, RefreshAt: 2000, Readings: 4},
		"5.0.0": {Turns: 20001, RefreshAt: 2000, Asks: true, Readings: 4},
	} {
		got := Remembering(rules.Get(version))
		if (got.Note != "") != (want.RefreshAt == 2000) {
			t.Errorf("%s: note %q", version, got.Note)
		}
		got.Note, got.Cites = "", nil
		if got.Turns != want.Turns || got.RefreshAt != want.RefreshAt || got.Asks != want.Asks || got.Readings != want.Readings {
			t.Errorf("%s: %+v, want %+v", version, got, want)
		}
	}
	for _, c := range []struct {
		version         string
		left            int
		refreshes, asks bool
	}{{"3.4.3", 1000, true, false}, {"3.4.3", 1001, false, false}, {"3.6.7", 2000, true, false}, {"3.6.7", 2001, false, false}, {"5.0.0", 2000, true, false}, {"5.0.0", 2001, true, true}} {
		if r, a := RefreshedBy(rules.Get(c.version), c.left); r != c.refreshes || a != c.asks {
			t.Errorf("%+v: %t %t", c, r, a)
		}
	}
}

func TestLearn(t *testing.T) {
	q := &LearnQuestion{Question: caster("5.0.0", "Wizard")}
	q.Int, q.Spell = 10, q.Rules.Spell("finger of death") // 10+4+0-14 = 0: always
	a := Learn(q)
	if a.Fail != odds.Always || a.Learn != odds.Never || a.StudyTurns != 80 || len(a.Effects) != 8 {
		t.Fatalf("%+v", a)
	}
	if e := a.Effects[6]; e.What != "explosion" || e.Fraction != odds.Of(1, 7) {
		t.Errorf("%+v", e)
	}
	if e := a.Effects[7]; e.What != Crumbles || e.Fraction != odds.Of(2, 7) {
		t.Errorf("%+v", e)
	}
	q.Spell, q.Int = q.Rules.Spell("force bolt"), 10 // 10+4+0-2 = 12: 8 in 20
	if a = Learn(q); a.Fail != odds.Of(2, 5) || a.Warning != "difficult" || len(a.Effects) != 2 || a.Effects[0].Fraction != odds.Of(2, 5) || a.Effects[1].Fraction != odds.Of(2, 15) {
		t.Errorf("%+v", a)
	}
	q.Role = q.Rules.Role("Priest")
	if a = Learn(q); a.Warning != "none" {
		t.Errorf("a Priest is warned: %q", a.Warning)
	}
	q.Confused = true
	if a = Learn(q); a.Learn != odds.Never || a.Effects[2] != (Effect{Torn, odds.Of(1, 5)}) {
		t.Errorf("confused: %+v", a)
	}
	q.Confused, q.Dull, q.Wis = false, true, 10
	if a = Learn(q); *a.Asleep != odds.Of(15, 25) {
		t.Errorf("dull: %v", a.Asleep)
	}
	q.Question = caster("3.4.3", "Wizard")
	if a = Learn(q); a.Asleep != nil {
		t.Error("3.4.3 has dull books that put readers to sleep")
	}
	cave := &LearnQuestion{Question: caster("evilhack", "Caveman"), Book: rules.Blessed}
	cave.Int = 25
	if a = Learn(cave); a.Fail != odds.Of(1, 5) || len(a.Notes) == 0 {
		t.Errorf("EvilHack's Caveman: %+v", a)
	}
	cave.Role = cave.Rules.Role("Wizard")
	if a = Learn(cave); a.Fail != odds.Never || len(a.Effects) != 0 {
		t.Errorf("EvilHack's Wizard: %+v", a)
	}
}

// Study times as the game's tables print them, where they lie beside the project.
func TestStudyTimes(t *testing.T) {
	paths, _ := filepath.Glob("../../../shared/facts/spells_*.tsv")
	compared := 0
	for _, p := range paths {
		rows(t, p, func(c cells) {
			if c["study_turns"] == "" || c["study_turns"] == "-" {
				return
			}
			q := &LearnQuestion{Question: caster(c["version"], "Wizard")}
			q.Spell = q.Rules.Spell(c["name"])
			if a := Learn(q); a.StudyTurns != c.num(t, "study_turns") {
				t.Errorf("%d turns: %v", a.StudyTurns, c)
			}
			compared++
		})
	}
	if compared == 0 {
		t.Skip("no ../shared/facts beside the project")
	}
}

func zap(version, role, spell string) *ZapQuestion {
	q := &ZapQuestion{Question: caster(version, role), AC: 5, MR: 0, Level: 10}
	q.Spell, q.XL, q.Int, q.Dex = q.Rules.Spell(spell), 10, 18, 16
	return q
}

func TestZap(t *testing.T) {
	q := zap("5.0.0", "Wizard", "magic missile")
	q.AC, q.Skill, q.MR = -3, rules.Skilled, 30
	a := Zap(q)
	// 6d6+1; halved rounding down, an odd or even sum being equally likely
	if d := a.Damage; d.Dice != "6d6" || d.Bonus != 1 || d.Min != 7 || d.Max != 37 || math.Abs(d.Mean-22) > 1e-12 || math.Abs(d.MeanResisted-10.75) > 1e-12 {
		t.Errorf("%+v", d)
	}
	if *a.Bonus != 4 || *a.Range != (rules.Range{Min: 7, Max: 13}) || a.RangeCost != 2 || *a.Resist != odds.Of(3, 10) {
		t.Errorf("%+v", a)
	}
	// c = 0: rnd(10) < 1 never; else 3-c < -rnd(3)+4: c > r-1, that is 19, 18, 17 of 19
	if want := odds.Of(19+18+17, 60); a.Hit != want {
		t.Errorf("hits %s, want %s", a.Hit, want)
	}
	if want := a.Hit.P * (0.7*22 + 0.3*10.75); math.Abs(*a.Expected-want) > 1e-12 {
		t.Errorf("expected %g, want %g", *a.Expected, want)
	}

	bolt := zap("5.0.0", "Knight", "force bolt")
	if a = Zap(bolt); a.Hit != odds.Of(14, 20) || a.Bonus != nil || a.Damage.Dice != "2d12" || math.Abs(a.Damage.Mean-14) > 1e-12 || math.Abs(a.Damage.MeanResisted-7.25) > 1e-12 {
		t.Errorf("force bolt: %+v %+v", a, a.Damage)
	}
	bolt.QuestArtifact = true
	if a = Zap(bolt); a.Damage.Mean != 27 || !a.Damage.Doubled || a.Damage.Bonus != 1 {
		t.Errorf("a Knight's force bolt: %+v", a.Damage)
	}
	bolt.Engulfed = true
	if a = Zap(bolt); a.Hit != odds.Always || a.Rolls {
		t.Errorf("against an engulfer: %+v", a)
	}
	for ac, want := range map[int]odds.Fraction{-9: odds.Never, -20: odds.Never, 11: odds.Always, 10: odds.Of(19, 20)} {
		bolt.Engulfed, bolt.AC = false, ac
		if got := Zap(bolt).Hit; got != want {
			t.Errorf("force bolt at AC %d: %s, want %s", ac, got, want)
		}
	}

	cone := zap("5.0.0", "Wizard", "cone of cold")
	if a = Zap(cone); a.Damage.Dice != "6d6" || a.Form != rules.Ray {
		t.Errorf("cone of cold: %+v", a.Damage)
	}
	cone.FireResistant = true
	if a = Zap(cone); a.Damage.Dice != "6d6+6d3" || math.Abs(a.Damage.Mean-34) > 1e-12 {
		t.Errorf("cone of cold, fire resistant: %+v", a.Damage)
	}
	cone.Skill = rules.Skilled
	if a = Zap(cone); *a.Damage.Explosions != (rules.Range{Min: 2, Max: 9}) || a.Damage.Mean != 7 || a.Damage.MeanResisted != 4 || a.Range != nil || a.Rolls || math.Abs(*a.Expected-38.5) > 1e-12 {
		t.Errorf("skilled cone of cold: %+v %+v", a, a.Damage)
	}
	ball := zap("3.6.7", "Wizard", "fireball")
	if a = Zap(ball); a.Damage.Dice != "12d6" || a.Damage.Bonus != 0 || math.Abs(a.Damage.Mean-42) > 1e-12 || a.Hit != odds.Always {
		t.Errorf("fireball: %+v", a.Damage)
	}
	drain := zap("5.0.0", "Wizard", "drain life")
	if a = Zap(drain); a.Damage.Dice != "1d8" || math.Abs(a.Damage.Mean-11) > 1e-12 || math.Abs(a.Damage.MeanResisted-3) > 1e-12 {
		t.Errorf("drain life: %+v", a.Damage) // (2+..+9)/8 = 5.5, twice; halves 1,2,2,3,3,4,4,5
	}
	drain.Level = 0
	if a = Zap(drain); a.Damage.Dice != "1d4" {
		t.Errorf("drain life at level 0: %+v", a.Damage)
	}
	weak := zap("3.4.3", "Wizard", "magic missile")
	weak.XL, weak.Int = 1, 9 // 1d6-3, never below 0: 0 0 0 1 2 3
	if a = Zap(weak); math.Abs(a.Damage.Mean-1) > 1e-12 || a.Damage.Min != 0 {
		t.Errorf("3.4.3, Int 9: %+v", a.Damage)
	}
	now := zap("5.0.0", "Wizard", "magic missile")
	now.XL, now.Int = 1, 9 // 1 1 1 1 2 3
	if a = Zap(now); math.Abs(a.Damage.Mean-1.5) > 1e-12 || a.Damage.Min != 1 {
		t.Errorf("5.0.0, Int 9: %+v", a.Damage)
	}
	for _, spell := range []string{"sleep", "finger of death"} {
		if a = Zap(zap("5.0.0", "Wizard", spell)); a.Damage != nil || a.Bonus == nil || len(a.Notes) == 0 || (a.Resist == nil) != (spell == "finger of death") {
			t.Errorf("%s: %+v", spell, a)
		}
	}
	slow := zap("5.0.0", "Wizard", "slow monster")
	slow.MR, slow.Level, slow.XL = 90, 40, 1 // 90 of 61
	if a = Zap(slow); *a.Resist != odds.Always {
		t.Errorf("MR 90: %+v", a)
	}
	slow.MR, slow.Level = 40, 60 // the level counts as 50
	if a = Zap(slow); a.Hit != odds.Always || *a.Resist != odds.Of(40, 51) || a.Form != rules.Beam || *a.Range != (rules.Range{Min: 6, Max: 13}) {
		t.Errorf("slow monster: %+v", a)
	}
	if a = Zap(zap("5.0.0", "Wizard", "dig")); *a.Range != (rules.Range{Min: 8, Max: 25}) || a.Resist != nil {
		t.Errorf("dig: %+v", a)
	}
	if a = Zap(zap("slashem", "Wizard", "magic missile")); a.Damage != nil || a.Bonus == nil || len(a.Notes) == 0 {
		t.Errorf("SLASH'EM: %+v", a)
	}
	if a = Zap(zap("5.0.0", "Wizard", "chain lightning")); a.Damage.Dice != "2d6" || a.Rolls {
		t.Errorf("chain lightning: %+v", a)
	}
}

// The short way to the mean damage is what going through every roll gives.
func TestDamageByRolling(t *testing.T) {
	for _, version := range []string{"3.4.3", "5.0.0", "evilhack"} {
		set := rules.Get(version)
		at := set.Attack()
		for _, s := range at.Spells {
			for i := range 8 * 8 * 23 * 2 {
				q := &ZapQuestion{Question: caster(version, []string{"Wizard", "Knight"}[i&1]), MR: -1, Level: i >> 1 & 1}
				q.QuestArtifact, q.FireResistant, q.XL = i>>2&1 == 0, i>>3&1 == 0, 1+i>>4&7
				q.Int = 3 + i>>7
				if q.Spell = set.Spell(s.Name); s.Sides > 0 && q.Spell != nil {
					damageByRolling(t, q, at, s)
				}
			}
		}
	}
}

func damageByRolling(t *testing.T, q *ZapQuestion, at *rules.Attack, s *rules.AttackSpell) {
	t.Helper()
	d := q.damage(at, s, false)
	r, err := odds.ParseRoll(d.Dice)
	if err != nil {
		t.Fatal(err)
	}
	times := 1
	if d.Doubled {
		times = 2
	}
	sums := r.Sums()
	mean, resisted := 0.0, 0.0
	for v := sums.Min; v <= sums.Max; v++ {
		full, half := q.hurt(at, s, q.Int, times, v)
		if full < d.Min || full > d.Max {
			t.Fatalf("%d is not between %d and %d", full, d.Min, d.Max)
		}
		mean += sums.P(v) * float64(full)
		resisted += sums.P(v) * float64(half)
	}
	if math.Abs(mean-d.Mean) > 1e-9 || math.Abs(resisted-d.MeanResisted) > 1e-9 {
		t.Fatalf("%s, %s, XL %d, Int %d: %+v, rolling gives %g and %g", q.Rules.Name, s.Name, q.XL, q.Int, d, mean, resisted)
	}
}

func TestZapRefuses(t *testing.T) {
	check := func(q *ZapQuestion, unknown bool) {
		t.Helper()
		err := q.Check()
		_, isUnknown := err.(*Unknown)
		_, impossible := err.(*Impossible)
		if isUnknown != unknown || impossible == unknown {
			t.Errorf("%s %s: %v", q.Rules.Name, q.Spell.Name, err)
		}
	}
	check(zap("5.0.0", "Wizard", "light"), false)
	check(zap("fiqhack", "Wizard", "magic missile"), true)
	check(zap("evilhack", "Wizard", "magic missile"), true)
	far := zap("5.0.0", "Wizard", "magic missile")
	far.AC = -128
	check(far, false)
	low := zap("evilhack", "Wizard", "magic missile")
	low.XL = 1
	if err := low.Check(); err != nil {
		t.Error(err)
	}
}

func TestCastRefuses(t *testing.T) {
	for name, bend := range map[string]func(*CastQuestion){
		"Pw":        func(q *CastQuestion) { q.Pw = MaxPw + 1 },
		"tries":     func(q *CastQuestion) { q.Tries = MaxTries + 1 },
		"Str":       func(q *CastQuestion) { q.Str = 2 },
		"nutrition": func(q *CastQuestion) { q.Nutrition = -1 },
		"stun":      func(q *CastQuestion) { q.Stun = -1 },
		"XL":        func(q *CastQuestion) { q.XL = 31 },
	} {
		q := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 10}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		bend(q)
		if q.Check() == nil {
			t.Errorf("%s was accepted", name)
		}
	}
}

// More energy or more tries never make a success less likely, and the chance
// is what following every drain of the Amulet gives.
func TestTriesWithAmulet(t *testing.T) {
	var follow func(r run, n int) float64
	follow = func(r run, n int) float64 {
		if n == 0 || r.pw < r.cost {
			return 0
		}
		sum, all := 0.0, 0.0
		for d := 1; d <= r.drain; d++ {
			goes := r.pw-d >= r.cost
			if goes || !r.adds {
				all++
			}
			if !goes {
				continue
			}
			after := r
			if after.pw -= d + r.failed; r.adds {
				after.pw = r.pw - (r.cost+d)/2
			}
			sum += 1 - r.fail + r.fail*follow(after, n-1)
		}
		if all == 0 {
			return 0
		}
		return sum / all
	}
	rapid.Check(t, func(t *rapid.T) {
		level := rapid.IntRange(1, 2).Draw(t, "level")
		r := run{pw: rapid.IntRange(0, 60).Draw(t, "pw"), cost: 5 * level, failed: 5 * level / 2, drain: 10 * level, adds: rapid.Bool().Draw(t, "adds"), fail: float64(rapid.IntRange(0, 100).Draw(t, "fail")) / 100}
		n := rapid.IntRange(0, 4).Draw(t, "tries")
		got := r.atLeastOne(n)
		if want := follow(r, n); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%+v, %d tries: %g, want %g", r, n, got, want)
		}
		more := r
		more.pw += 5
		if r.atLeastOne(n+1) < got-1e-12 || more.atLeastOne(n) < got-1e-12 {
			t.Fatalf("%+v: more tries or energy help less", r)
		}
	})
}

// A ray hits as often as playing every roll says.
func TestRayHitByRolling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := rules.Get(rapid.SampledFrom([]string{"3.4.3", "5.0.0", "evilhack"}).Draw(t, "version")).Attack()
		ac, b := rapid.IntRange(-40, 25).Draw(t, "ac"), rapid.IntRange(-7, 20).Draw(t, "bonus")
		hits, all := int64(0), int64(0)
		for c := range at.RayDie {
			for lucky := 1; lucky <= at.RayLucky; lucky++ {
				for roll := 1; roll <= max(1, -ac); roll++ {
					armour := ac
					if ac < 0 {
						armour = -roll
					}
					all++
					if c == 0 && lucky < ac+b || c > 0 && at.RayBase-c < armour+b {
						hits++
					}
				}
			}
		}
		if got, want := RayHit(at, ac, b), odds.Of(hits, all); got != want {
			t.Fatalf("AC %d, bonus %d: %s, rolling gives %s", ac, b, got, want)
		}
	})
}

func TestAhead(t *testing.T) {
	q := caster("5.0.0", "Wizard")
	q.XL, q.Int = 1, 18
	p, err := Ahead(q, true)
	if err != nil {
		t.Fatal(err)
	}
	easy := map[[2]any]int{}
	for _, e := range p.Easy {
		easy[[2]any{e.XL, e.Skill}] = e.Level
	}
	for at, want := range map[[2]any]int{{1, "unskilled"}: 1, {9, "unskilled"}: 2, {2, "basic"}: 2, {3, "basic"}: 3, {3, "expert"}: 6, {15, "expert"}: 7, {30, "basic"}: 5, {20, "skilled"}: 5, {21, "skilled"}: 6} {
		if easy[at] != want {
			t.Errorf("the highest easy level at %v is %d, want %d", at, easy[at], want)
		}
	}
	type edge struct {
		xl    int
		skill string
		level int
	}
	cliffs := map[edge]Cliff{}
	for _, c := range p.Cliffs {
		cliffs[edge{c.XL, c.Skill, c.Level}] = c
	}
	for _, e := range []edge{{3, "basic", 3}, {3, "expert", 6}, {9, "unskilled", 2}, {21, "unskilled", 3}, {15, "basic", 4}, {27, "basic", 5}, {9, "skilled", 5}, {21, "skilled", 6}, {15, "expert", 7}} {
		c, ok := cliffs[e]
		if !ok || c.From-c.To < 30 {
			t.Errorf("no cliff at %+v: %+v", e, c)
		}
	}
	if len(cliffs) != 9 {
		t.Errorf("%d cliffs: %+v", len(cliffs), p.Cliffs)
	}
	q.XL = 10
	if p, _ = Ahead(q, false); len(p.Easy) != 4 || len(p.Cliffs) != 5 || p.Cliffs[0].XL != 15 {
		t.Errorf("from XL 10: %+v", p)
	}
	// 120*(20-p)/15 - p, a quarter and half of it
	for _, m := range p.Minimum {
		want := Minimum{m.Penalty, 100 - clamp(120*(20-m.Penalty)/15-m.Penalty, 0, 100), 100 - clamp(30*(20-m.Penalty)/15-m.Penalty, 0, 100), 100 - clamp(60*(20-m.Penalty)/15-m.Penalty, 0, 100)}
		if m != want {
			t.Errorf("%+v, want %+v", m, want)
		}
	}
	if len(p.Minimum) != 21 {
		t.Errorf("%d penalties", len(p.Minimum))
	}
	if p, _ := Ahead(caster("slashem", "Wizard"), false); p.Minimum[0].Penalty != 5 {
		t.Errorf("SLASH'EM's least penalty is 5: %+v", p.Minimum[0])
	}
	if _, err := Ahead(caster("xnethack", "Wizard"), false); err == nil {
		t.Error("xNetHack has cliffs")
	}
}

func TestTopicJSON(t *testing.T) {
	show := func(v any) map[string]any {
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]any{}
		if err := json.Unmarshal(text, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	cast := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 60, Forgotten: true}
	cast.Amulet = true
	plan, _ := Ahead(caster("5.0.0", "Wizard"), false)
	for name, c := range map[string]struct {
		got  map[string]any
		keys string
	}{
		"cast":  {show(Cast(cast)), "pw nutrition casts at_least_one amulet forgotten"},
		"learn": {show(Learn(&LearnQuestion{Question: caster("5.0.0", "Wizard")})), "fail warning study_turns effects"},
		"zap":   {show(Zap(zap("5.0.0", "Wizard", "magic missile"))), "hit bonus range damage resist"},
		"plan":  {show(plan), "easy cliffs minimum"},
	} {
		for _, key := range strings.Fields(c.keys) {
			if _, ok := c.got[key]; !ok {
				t.Errorf("%s has no %q: %v", name, key, c.got)
			}
		}
	}
	effect, _ := json.Marshal(Effect{"blinded", odds.Of(1, 4)})
	if string(effect) != `{"what":"blinded","p":0.25,"num":1,"den":4}` {
		t.Errorf("%s", effect)
	}
}

// Every rule that an answer says it used has a place in the version's source.
func TestTopicCites(t *testing.T) {
	for _, version := range rules.Names() {
		set := rules.Get(version)
		var used []string
		used = append(used, Cast(&CastQuestion{Question: caster(version, "Wizard"), Pw: -1}).Cites...)
		used = append(used, Cast(&CastQuestion{Question: caster(version, "Wizard"), Pw: -1, Forgotten: true}).Cites...)
		used = append(used, Learn(&LearnQuestion{Question: caster(version, "Wizard")}).Cites...)
		mazed := &LearnQuestion{Question: caster(version, "Wizard")}
		mazed.Confused = true
		used = append(used, Learn(mazed).Cites...)
		used = append(used, Remembering(set).Cites...)
		for _, sp := range set.Spells {
			q := &ZapQuestion{Question: caster(version, "Wizard"), MR: -1}
			q.Spell = sp
			if q.Check() == nil {
				used = append(used, Zap(q).Cites...)
			}
		}
		for _, rule := range used {
			if _, ok := set.Cite(rule); !ok {
				t.Errorf("%s has no place for %q", version, rule)
			}
		}
	}
}

func BenchmarkTopics(b *testing.B) {
	cast := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 60}
	b.Run("cast", func(b *testing.B) {
		for b.Loop() {
			Cast(cast)
		}
	})
	amulet := &CastQuestion{Question: caster("5.0.0", "Wizard"), Pw: 300}
	amulet.Amulet, amulet.Spell = true, amulet.Rules.Spell("fireball")
	b.Run("cast with the Amulet", func(b *testing.B) {
		for b.Loop() {
			Cast(amulet)
		}
	})
	old := &CastQuestion{Question: caster("3.4.3", "Wizard"), Pw: MaxPw, Tries: MaxTries}
	old.Amulet = true
	b.Run("cast at the limits", func(b *testing.B) {
		for b.Loop() {
			Cast(old)
		}
	})
	learn := &LearnQuestion{Question: caster("5.0.0", "Wizard")}
	b.Run("learn", func(b *testing.B) {
		for b.Loop() {
			Learn(learn)
		}
	})
	ray := zap("5.0.0", "Wizard", "cone of cold")
	ray.XL, ray.FireResistant, ray.AC = 30, true, -30
	b.Run("zap", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			Zap(ray)
		}
	})
	b.Run("zap missile", func(b *testing.B) {
		q := zap("5.0.0", "Wizard", "magic missile")
		for b.Loop() {
			Zap(q)
		}
	})
	b.Run("plan", func(b *testing.B) {
		q := caster("5.0.0", "Wizard")
		for b.Loop() {
			if _, err := Ahead(q, true); err != nil {
				b.Fatal(err)
			}
		}
	})
}
