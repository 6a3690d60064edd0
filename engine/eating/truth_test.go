package eating

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var corpses = truthtest.Table{
	Name: "eat", Files: "truth/eat/eat_*.tsv", OneIn: 3,
	Columns: []string{
		"version", "name", "level", "leaves", "corpse_chance", "weight", "nutrition", "eat_turns", "vegan", "vegetarian", "poisonous", "acidic",
		"petrifies_flesh", "first_bite", "cannibal_races", "cannibal_exempt_roles", "aggravate_pets", "gains", "after_eating_plain_hero",
	},
}

// Left out of the rows: idx, the game's number of a monster;
// after_eating_prepared_hero, who has all that can be gained already, which
// nobody says of an eater; of old undead, everything about the flesh, which is
// another monster's row; the chance of a corpse where nothing is left; and
// nonrotting, which is 0 for Riders of 5.0.0 and EvilHack against their source
// (the tables of ages say the same of all monsters, and are compared). The
// resistance to level drain of a new were comes with lycanthropy, which is what
// is compared.

// asked returns the question about the monster of a row.
func asked(t testing.TB, r truthtest.Row) *Question {
	t.Helper()
	b := rules.BestiaryOf(r["version"])
	var m *rules.Monster
	for _, x := range b.Monsters {
		if !slices.Contains(x.Names, r["name"]) || r["level"] != "" && x.Level != r.Int(t, "level") {
			continue
		}
		// Of a were's two forms only the human one gives lycanthropy.
		human := x.Symbol == "@" && strings.Contains(r["gains"], "lycanthropy")
		if m == nil || human || m.Name != r["name"] && x.Name == r["name"] {
			m = x
		}
	}
	if m == nil {
		t.Fatalf("%s has no %s", r["version"], r["name"])
	}
	return &Question{Bestiary: b, Rules: rules.EatingOf(r["version"]), Monster: m}
}

func TestCorpses(t *testing.T) { corpses.Check(t, checkCorpse) }

func checkCorpse(t testing.TB, r truthtest.Row) {
	q := asked(t, r)
	a := Of(q)
	at := r["version"] + " " + r["name"]
	checkLeaves(t, at, a, r["leaves"])
	if want, _ := new(big.Rat).SetString(r["corpse_chance"]); r["leaves"] != "" && a.Chance.Rat().Cmp(want) != 0 {
		t.Errorf("%s leaves what it leaves %s, want %s", at, a.Chance, want.RatString())
	}
	if a.Eaten == nil || a.Old {
		return // nobody can eat that flesh
	}

	if a.Glob != "" { // the row has the monster's own weight
		a.Weight, a.Nutrition, a.Turns = a.Eaten.Weight, a.Eaten.Nutrition, 3+a.Eaten.Weight/64
	}
	numbers := []int{a.Weight, a.Nutrition, a.Turns, yes(a.Vegan), yes(a.Vegetarian), yes(a.Poisonous), yes(a.Acidic)}
	for i, column := range []string{"weight", "nutrition", "eat_turns", "vegan", "vegetarian", "poisonous", "acidic"} {
		if want := r.Int(t, column); numbers[i] != want {
			t.Errorf("%s: %s is %d, want %d", at, column, numbers[i], want)
		}
	}
	bite := ""
	switch {
	case a.FirstBite.Kills:
		bite = "fatal (Rider)"
	case a.FirstBite.Petrifies:
		bite = "petrifies (instant, unless stone resistant)"
	case a.FirstBite.Slimes:
		bite = "sliming 10 turns; cures stoning"
	case a.FirstBite.CuresStoning:
		bite = "cures stoning"
	}
	if bite != r["first_bite"] {
		t.Errorf("%s: the first bite %q, want %q", at, bite, r["first_bite"])
	}
	if got := a.FirstBite.Petrifies; yes(got) != r.Int(t, "petrifies_flesh") {
		t.Errorf("%s: petrifies %t, want %s", at, got, r["petrifies_flesh"])
	}
	for role := range strings.SplitSeq(r["cannibal_exempt_roles"], ",") {
		spared := *q
		if spared.Role = role; role != "" && len(Of(&spared).Cannibal) > 0 {
			t.Errorf("%s: a %s is a cannibal", at, role)
		}
	}
	if got := strings.Join(a.Cannibal, ","); got != r["cannibal_races"] {
		t.Errorf("%s: cannibalism for %q, want %q", at, got, r["cannibal_races"])
	}
	if a.Pet != (r["aggravate_pets"] != "") {
		t.Errorf("%s: a pet %t, want %q", at, a.Pet, r["aggravate_pets"])
	}
	checkGains(t, at, q, a, r["gains"])
	for _, x := range []struct {
		truth string
		says  func(o Other) bool
	}{
		{"hallucination", func(o Other) bool { return strings.Contains(o.What, "hallucinate") }},
		{"stun +", func(o Other) bool { return strings.Contains(o.What, "stuns") }},
		{"energy +", func(o Other) bool { return strings.Contains(o.What, "Pw") && strings.Contains(o.What, "restores") }},
		{"polymorph", func(o Other) bool { return strings.Contains(o.What, "polymorphs") }},
		{"helpless", func(o Other) bool { return strings.Contains(o.What, "helpless") }},
		{"hp to full", func(o Other) bool { return strings.Contains(o.What, "all HP") }},
		{"level +1", func(o Other) bool { return strings.Contains(o.What, "raises your level") }},
		{"lycanthropy", func(o Other) bool { return strings.Contains(o.What, "lycanthropy") }},
	} {
		if got, want := slices.ContainsFunc(a.Others, x.says), strings.Contains(r["after_eating_plain_hero"], x.truth); got != want {
			t.Errorf("%s: %s %t, want %q", at, x.truth, got, r["after_eating_plain_hero"])
		}
	}
}

// checkLeaves compares what is left with "corpse:elf(old)" or "leash 0.42025;
// bullwhip 0.29825", where chances were counted in 4,000 deaths.
func checkLeaves(t testing.TB, at string, a *Answer, truth string) {
	t.Helper()
	if truth == "(golem items)" { // xNetHack's harness did not say which
		if a.Things.None() {
			t.Errorf("%s leaves nothing", at)
		}
		return
	}
	want := map[string]float64{}
	for part := range strings.SplitSeq(truth, "; ") {
		name, p := part, 1.0
		if i := strings.LastIndexByte(part, ' '); i > 0 {
			if counted, err := strconv.ParseFloat(part[i+1:], 64); err == nil {
				name, p = part[:i], counted
			}
		}
		if name != "" {
			want[name] = p
		}
	}
	got := map[string]float64{}
	plain := a.Remains
	plain.Things = Things{}
	if whose := plain.String(); whose != "" {
		got[whose] = 1
	}
	for _, k := range a.Things.Leaving.Things {
		got[k.Name] = a.Things.Any(k)
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s leaves %s, want %q", at, name, truth)
		}
	}
	for name, p := range want {
		if a.Things.Made != "" && got[name] > 0 { // how often another thing comes is not known
			continue
		}
		if sigma := math.Sqrt(p * (1 - p) / 4000); math.Abs(got[name]-p) > 4.5*sigma+1e-6 {
			t.Errorf("%s leaves %s %g, want %g", at, name, got[name], p)
		}
	}
}

func yes(b bool) int {
	if b {
		return 1
	}
	return 0
}

// checkGains compares the gains with "poison resistance 1/5; telepathy 1/2".
func checkGains(t testing.TB, at string, q *Question, a *Answer, truth string) {
	t.Helper()
	want := map[string]*big.Rat{}
	for part := range strings.SplitSeq(truth, "; ") {
		if i := strings.LastIndexByte(part, ' '); i > 0 {
			want[part[:i]], _ = new(big.Rat).SetString(part[i+1:])
		}
	}
	for _, g := range a.Gains {
		if g.What == "displacement" && q.Rules.PercentPer > 0 {
			continue // EvilHack's rows name it only among the outcomes
		}
		if p := want[g.Name()]; p == nil || p.Cmp(g.Rat()) != 0 {
			t.Errorf("%s gives %s %s, want %q", at, g.Name(), g.Fraction, truth)
		}
		delete(want, g.Name())
	}
	if len(want) > 0 {
		t.Errorf("%s gives %v, want %q", at, a.Gains, truth)
	}
}

var ages = truthtest.Table{
	Name: "age", Files: "truth/eat/age_*.tsv.gz", OneIn: 40,
	Columns: []string{"version", "kind", "buc", "age", "p_deadly", "p_mild", "p_acid", "p_poison", "p_rotten"},
}

// Left out of the rows: how rotten food is felt (p_rot_conf, p_rot_blind,
// p_rot_faint), what of it is thrown away (p_quarter, p_gone), p_clean, which is
// what the others leave, and p_died. Answers say none of them.

func TestAges(t *testing.T) { ages.Check(t, checkAge) }

func checkAge(t testing.TB, r truthtest.Row) {
	q := asked(t, truthtest.Row{"version": r["version"], "name": r["kind"]})
	q.Age = r.Int(t, "age")
	q.BUC = map[string]rules.BUC{"cursed": rules.Cursed, "blessed": rules.Blessed, "uncursed": rules.Uncursed}[r["buc"]]
	p := poisoning(q, q.Monster, q.Age)
	for _, x := range []struct {
		column string
		got    float64
	}{{"p_deadly", p.Deadly}, {"p_mild", p.Mild}, {"p_acid", p.Acid}, {"p_poison", p.Poison}, {"p_rotten", p.Rotten}} {
		want, ok := new(big.Rat).SetString(r[x.column])
		if !ok {
			t.Fatalf("%v", r)
		}
		tolerance := 1e-6
		if r["version"] == "unnethack" && x.column == "p_acid" { // counted, and some hundredths too high
			tolerance = x.got/30 + 1e-6
		}
		if f, _ := want.Float64(); math.Abs(f-x.got) > tolerance {
			t.Errorf("%s %s %s %s old: %s %v, want %s", r["version"], r["buc"], r["kind"], r["age"], x.column, x.got, r[x.column])
		}
	}
}

var resists = truthtest.Table{
	Name: "resist", Files: "truth/eat/resist_*.tsv", OneIn: 4,
	Columns: []string{"version", "name", "level", "resists_level_drain", "resists_magic_missile", "infravisible", "has_infravision"},
}

func TestResists(t *testing.T) { resists.Check(t, checkResist) }

func checkResist(t testing.TB, r truthtest.Row) {
	m, n := asked(t, r).Monster, rules.NatureOf(r["version"])
	if got := [2]int{yes(m.Is("INFRAVISIBLE")), yes(m.Is("INFRAVISION"))}; got != [2]int{r.Int(t, "infravisible"), r.Int(t, "has_infravision")} {
		t.Errorf("%s %s: infravisible, has infravision %v, want %s %s", r["version"], r["name"], got, r["infravisible"], r["has_infravision"])
	}
	if got := [2]int{yes(n.ResistsDrain(m)), yes(n.ResistsMagic(m))}; got != [2]int{r.Int(t, "resists_level_drain"), r.Int(t, "resists_magic_missile")} {
		t.Errorf("%s %s: %v, want %s %s", r["version"], r["name"], got, r["resists_level_drain"], r["resists_magic_missile"])
	}
}
