package plight

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"delphi/engine/craft"
	"delphi/engine/dump"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// read returns a page of a version.
func read(t testing.TB, version, page string) *dump.Hero {
	t.Helper()
	h, err := dump.Read(page, dump.Options{Version: rules.Get(version), Said: true})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func names(list []Trouble) string {
	var out []string
	for _, t := range list {
		out = append(out, t.Name)
	}
	return strings.Join(out, ", ")
}

func TestTroubles(t *testing.T) {
	const rest = " Pw:7(7) AC:9 "
	for _, c := range []struct{ version, page, want string }{
		{"5.0.0", "Dlvl:4 $:0 HP:6(30)" + rest + "Xp:5/0", "low hp"},
		{"5.0.0", "Dlvl:4 $:0 HP:7(30)" + rest + "Xp:5/0", ""},
		{"5.0.0", "Dlvl:4 $:0 HP:12(90)" + rest + "Xp:8/0", "low hp"}, // a sixth of 90
		{"5.0.0", "Dlvl:4 $:0 HP:12(900)" + rest + "Xp:1/0", ""},      // more than 15 a level do not count
		{"3.4.3", "Dlvl:4 $:0 HP:12(90)" + rest + "Xp:8/0", "low hp"},
		{"3.4.3", "Dlvl:4 $:0 HP:13(90)" + rest + "Xp:8/0", ""},
		{"3.4.3", "Dlvl:4 $:0 HP:5(5)" + rest + "Xp:1/0", "low hp"},
		{"5.0.0", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Weak Conf Stun", "weak, stunned, confused"},
		{"5.0.0", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Stone Slime Strngl FoodPois TermIll", "stoned, slimed, strangled, food poisoned, food poisoned"},
		{"3.6.7", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Deaf", "deaf"},
		{"5.0.0", "Dlvl:4 $:0 HP:2(40)" + rest + "HD:3", ""}, // another form's
		{"3.6.7", "Dlvl:4 $:0 HP:2(40)" + rest + "HD:3", "low hp"},
		{"5.0.0", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Blind\nb - an uncursed blindfold (being worn)", ""},
		{"5.0.0", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Blind\nb - a cursed blindfold (being worn)", "cursed blindfold, cursed items"},
		{"5.0.0", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Blind\nb - an uncursed pair of lenses (being worn)", "blind"},
		{"5.0.0", "a - a cursed -1 long sword (weapon in right hand)", "cursed items"},
		{"5.0.0", "a - a cursed -1 two-handed sword (weapon in hands)", "unusable hands, cursed items"},
		{"5.0.0", "a - a cursed -1 long sword (weapon in right hand)\nb - a cursed +0 small shield (being worn)", "unusable hands, cursed items"},
		{"5.0.0", "a - a cursed -1 long sword (alternate weapon; not wielded)", ""},
		{"5.0.0", "a - a cursed -1 long sword\nb - a cursed luckstone", "cursed items"},
		{"5.0.0", "b - a cursed +0 helm of opposite alignment (being worn)", ""},
		{"3.4.3", "b - a cursed +0 helm of opposite alignment (being worn)", "cursed items"},
		{"5.0.0", "b - a cursed ring of levitation (on left hand)", "cursed levitation, cursed items"},
		{"5.0.0", "b - an uncursed ring of levitation (on left hand)\nc - a cursed +0 pair of leather gloves (being worn)", "cursed levitation, cursed items"},
		{"5.0.0", "b - a cursed +0 pair of fumble boots (being worn)", "fumbling, cursed items"},
		{"xnethack", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Weak\nb - 2 uncursed food rations", "hungry"},
		{"xnethack", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Weak\nb - an uncursed apple", "weak"},
		{"5.0.0", "Dlvl:4 $:0 HP:40(40)" + rest + "Xp:5/0 Weak\nb - 2 uncursed food rations", "weak"},
	} {
		if got := names(Of(read(t, c.version, c.page))); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.version, c.page, got, c.want)
		}
	}
}

// What kills first is said first, whatever the gods mend first.
func TestStakes(t *testing.T) {
	h := dump.Told(rules.Get("5.0.0"))
	h.HP, h.MaxHP, h.XL, h.Hunger, h.Conditions = dump.Is(3), dump.Is(40), dump.Is(5), "Weak", []string{"Conf", "FoodPois", "Strngl", "Stone"}
	all := Of(h)
	if got, want := names(all), "stoned, strangled, food poisoned, weak, low hp, confused"; got != want {
		t.Errorf("the gods mend %s, want %s", got, want)
	}
	if got, want := names(ByStakes(all)), "stoned, strangled, food poisoned, low hp, weak, confused"; got != want {
		t.Errorf("by stakes %s, want %s", got, want)
	}
	if all[0].Turns != 5 || all[1].Turns != 6 || all[2].Turns != 19 {
		t.Errorf("turns left: %+v", all)
	}
}

// plan answers about a hero with what is told.
func plan(t testing.TB, version string, told []Told, things ...string) Answer {
	t.Helper()
	h := dump.Told(rules.Get(version))
	for _, x := range things {
		h.Inventory = append(h.Inventory, dump.Named(h.Set(), x))
	}
	return Plan(&Question{Hero: h, Told: told})
}

func does(list []Remedy) string {
	var out []string
	for _, r := range list {
		out = append(out, r.Do)
	}
	return strings.Join(out, "; ")
}

func TestRemedies(t *testing.T) {
	for _, c := range []struct {
		version string
		told    Told
		things  []string
		want    string
	}{
		{"5.0.0", Told{Stoned, "stoning"}, []string{"a lizard corpse", "a blessed unicorn horn"}, "eat the lizard corpse; pray"},
		{"5.0.0", Told{Stoned, "stoning"}, []string{"an acid blob corpse", "a newt corpse", "2 uncursed potions of acid"}, "eat the acid blob corpse; drink one of the 2 uncursed potions of acid; pray"},
		{"5.0.0", Told{Slimed, "sliming"}, []string{"a wand of fire (0:3)", "a spellbook of fireball"}, "zap the wand of fire at yourself; pray"},
		{"5.0.0", Told{Poisoned, "illness"}, []string{"a cursed unicorn horn", "a cursed eucalyptus leaf", "an uncursed potion of healing"}, "pray"},
		{"5.0.0", Told{Poisoned, "illness"}, []string{"a blessed potion of healing"}, "drink the blessed potion of healing; pray"},
		{"5.0.0", Told{Strangled, "strangulation"}, []string{"a blessed scroll of remove curse", "an uncursed amulet of strangulation (being worn)"}, "take the amulet off; read the blessed scroll of remove curse, then take the amulet off; pray"},
		{"5.0.0", Told{Strangled, "strangulation"}, []string{"a cursed amulet of strangulation (being worn)"}, "pray"},
		{"5.0.0", Told{Weak, "hunger"}, []string{"2 uncursed food rations", "an apple"}, "eat one of the 2 uncursed food rations; pray"},
		{"5.0.0", Told{Weak, "hunger"}, []string{"a lizard corpse", "2 uncursed cram rations"}, "eat one of the 2 uncursed cram rations; pray"},
		{"5.0.0", Told{Weak, "hunger"}, []string{"an apple", "a newt corpse", "an orange"}, "eat the orange; pray"},
		{"5.0.0", Told{Weak, "hunger"}, []string{"a cockatrice corpse", "a green slime corpse"}, "pray"},
		{"5.0.0", Told{Blind, "blindness"}, []string{"an uncursed carrot", "a unicorn horn"}, "eat the uncursed carrot; apply the unicorn horn"},
		{"5.0.0", Told{Legs, "wounded legs"}, nil, ""},
	} {
		a := plan(t, c.version, []Told{c.told}, c.things...)
		if got := does(a.Troubles[0].Remedies); got != c.want {
			t.Errorf("%s %s with %q: %s, want %s", c.version, c.told, c.things, got, c.want)
		}
	}
	// Who is strangled drinks nothing.
	a := plan(t, "5.0.0", []Told{{Strangled, "strangulation"}, {Poisoned, "illness"}}, "a blessed potion of healing")
	if got := does(a.Troubles[1].Remedies); got != "pray" {
		t.Errorf("strangled and ill: %s", got)
	}
}

// One application of a horn ends one of several troubles as likely as another.
func TestHornAmongTroubles(t *testing.T) {
	troubles := []Told{{Blind, "blindness"}, {"confused", "confusion"}, {"stunned", "stun"}}
	a := plan(t, "3.4.3", troubles, "a blessed unicorn horn")
	want := 0.0
	for _, x := range craft.Cure(&craft.Horn{Rules: rules.Get("3.4.3").Crafts(), BUC: rules.Blessed, Ails: 3}) {
		want += x.P * float64(x.What.Troubles) / 3
	}
	for _, x := range a.Troubles {
		if got := *x.Remedies[0].P; math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %g, want %g", x.Name, got, want)
		}
	}
}

func TestHealing(t *testing.T) {
	for _, c := range []struct {
		version, thing string
		buc            rules.BUC
		need           int
		want           Healing
	}{
		{"3.4.3", "potion of healing", rules.Uncursed, 24, Healing{15, 6, 24, 1.0 / 4096}},
		{"3.4.3", "potion of healing", rules.Blessed, 9, Healing{20, 8, 32, 65535.0 / 65536}},
		{"5.0.0", "potion of healing", rules.Cursed, 16, Healing{13, 10, 16, 1.0 / 16}},
		{"5.0.0", "potion of full healing", rules.Uncursed, 60, Healing{400, 400, 400, 1}},
		{"5.0.0", "extra healing", rules.BUCNotSaid, 1, Healing{27, 6, 48, 1}},
	} {
		got, ok := heals(rules.Get(c.version), c.thing, c.buc, c.need)
		if !ok || math.Abs(got.Enough-c.want.Enough) > 1e-12 || got.Mean != c.want.Mean || got.Least != c.want.Least || got.Most != c.want.Most {
			t.Errorf("%s %s %s: %+v, want %+v", c.version, c.buc, c.thing, got, c.want)
		}
	}
}

// Letters of an Elbereth in the dust go wrong 1 time in 25, but for 2 signs of 94.
func TestWrites(t *testing.T) {
	w := rules.Get("5.0.0").Ward()
	letter, whole := Writes(w, nil)
	if letter.Num != 1129 || letter.Den != 1175 || math.Abs(whole-math.Pow(1129.0/1175, 8)) > 1e-12 {
		t.Errorf("%s, %g", letter, whole)
	}
	// 24/25 and 1/2 are right; of the other 13/25, 2 in 94.
	if letter, _ = Writes(w, []string{"hallucination"}); letter.Num*25*94 != (12*94+2*13)*letter.Den {
		t.Errorf("hallucinating: %s", letter)
	}
}

func TestSpeed(t *testing.T) {
	for _, c := range []struct {
		page string
		want int
	}{
		{"Al the Evoker St:10 Dx:10 Co:10 In:18 Wi:10 Ch:10 Chaotic", 12},
		{"Al the Hatamoto St:10 Dx:10 Co:10 In:18 Wi:10 Ch:10 Lawful", 16},
		{"Al the Hatamoto St:10 Dx:10 Co:10 In:18 Wi:10 Ch:10 Lawful\nb - a blessed +0 pair of speed boots (being worn)", 20},
		{"Al the Evoker St:10 Dx:10 Co:10 In:18 Wi:10 Ch:10 Chaotic\nDlvl:4 $:0 HP:40(40) Pw:7(7) AC:9 Xp:5/0 Stressed", 6},
		{"Al the Giant Bat St:10 Dx:10 Co:10 In:18 Wi:10 Ch:10 Chaotic\nDlvl:4 $:0 HP:4(4) Pw:7(7) AC:9 HD:2", 22},
	} {
		if got := Speed(read(t, "5.0.0", c.page)); got != c.want {
			t.Errorf("%q: %d, want %d", c.page, got, c.want)
		}
	}
}

func TestPrayerOnPages(t *testing.T) {
	low := "Dlvl:4 $:0 HP:2(40) Pw:7(7) AC:9 Xp:5/0 "
	for _, c := range []struct {
		page, unsafe string
		safe         float64
		ifNever      bool
	}{
		{low + "T:300", "", 1, true},
		{low + "T:50", "", 0, true},
		{low, "", -1, false},
		{low + "T:300\nVoluntary challenges:\n You were an atheist.", "", 1, false},
		{low + "T:300\nVoluntary challenges:\n You never genocided any monsters.", "", -1, false},
		{low + "T:300\nFinal Attributes:\n You were unlucky.", "your Luck is below 0", 0, false},
		{low + "T:300\nFinal Attributes:\n You had strayed.", "your alignment is negative", 0, false},
		{low + "T:300\nBackground:\n You were in Gehennom, on level 30.", "no god helps in Gehennom", 0, false},
	} {
		h := read(t, "5.0.0", c.page)
		p := pray(h, Of(h), 0, Remembers(h))
		safe := -1.0
		if p.Safe != nil {
			safe = *p.Safe
		}
		if p.Unsafe != c.unsafe || safe != c.safe || p.IfNever != c.ifNever {
			t.Errorf("%q: %+v, safe %g", c.page, p, safe)
		}
	}
	// A prayer mends one major trouble or all of them, as likely at Luck 0; and
	// no minor one.
	h := read(t, "5.0.0", low+"Weak Conf T:300")
	all := Of(h)
	for i, want := range []float64{1, 0.5, 0} {
		if got := pray(h, all, i, Remembers(h)).Mends; got != want {
			t.Errorf("%s is mended with %g, want %g", all[i].Name, got, want)
		}
	}
}

func TestEnds(t *testing.T) {
	page := func(how string) string {
		return "Dlvl:9 $:0 HP:0(40) Pw:7(7) AC:4 Xp:5/0 T:300\nLatest messages:\n The soldier ant bites!  The soldier ant stings!\n The soldier ant misses.\n You die...\n\nInventory:\n Potions\n" +
			"  d - 3 uncursed potions of healing\n Comestibles\n  e - a lizard corpse\n\nYou were level 5 with a maximum of 40 hit points when you " + how
	}
	h := read(t, "5.0.0", page("died.")+"\nKiller: soldier ant\n")
	e := After(h, Remembers(h))
	if e.Monster == nil || e.Monster.Name != "soldier ant" || e.Struck != 2 || e.Missed != 1 || e.Hurt == nil || e.Turns <= 0 || e.Bones == nil || e.Bones.Leave.P <= 0 {
		t.Errorf("%+v", e)
	}
	if got := does(e.Helpful); got != "drink one of the 3 uncursed potions of healing (d)" {
		t.Errorf("helpful: %s", got)
	}
	h = read(t, "5.0.0", page("turned to stone.")+"\nKiller: cockatrice\n")
	if got := does(After(h, Past{}).Helpful); got != "eat the lizard corpse (e)" {
		t.Errorf("helpful against stoning: %s", got)
	}
	for _, x := range []struct{ how, killer, monster, does string }{
		{"turned to stone.", "cockatrice", "cockatrice", hurt.Stoning}, {"drowned.", "moat by a giant eel", "giant eel", hurt.Sticking}, {"turned into slime.", "green slime", "green slime", hurt.Sliming},
		{"died.", "chameleon imitating a jaguar", "jaguar", ""}, {"died.", "vampire in fog cloud form", "fog cloud", ""},
	} {
		e := After(read(t, "5.0.0", page(x.how)+"\nKiller: "+x.killer+"\n"), Past{})
		if e.Monster == nil || e.Monster.Name != x.monster {
			t.Errorf("%s: killed by %v, want %s", x.killer, e.Monster, x.monster)
		}
		if x.does == "" && e.Lethal != nil || x.does != "" && (e.Lethal == nil || e.Lethal.What != x.does || e.Lethal.P <= 0) {
			t.Errorf("%s: %+v, want %q", x.killer, e.Lethal, x.does)
		}
	}
	h = read(t, "5.0.0", page("quit."))
	if e := After(h, Past{}); e.Died || e.NoBones == "" || e.Helpful != nil {
		t.Errorf("quit: %+v", e)
	}
}

// A remedy's chance is one, the order is by worth, and each ailment of a version is
// answered whatever is carried.
func TestEveryAilmentIsAnswered(t *testing.T) {
	for _, version := range rules.Names() {
		set := rules.Get(version)
		known := nearest(set, func(s *rules.Set) bool { return s.Remedies() != nil })
		h := dump.Told(set)
		for _, r := range slices.Concat(known.Remedies().List, known.Remedies().Escapes) {
			for _, x := range r.Things {
				h.Inventory = append(h.Inventory, dump.Named(set, "a "+x))
				if known.Spell(x) != nil {
					h.Spells = append(h.Spells, dump.Spell{Name: x, Level: 1, Fail: dump.Is(30)})
				}
			}
		}
		h.HP, h.MaxHP, h.Hunger = dump.Is(1), dump.Is(40), "Weak"
		for _, a := range known.Remedies().Ailments {
			h.Inventory = h.Inventory[:len(h.Inventory):len(h.Inventory)]
			out := Plan(&Question{Hero: h, Told: []Told{{a.Name, a.Name}}})
			if len(out.Troubles) < 2 {
				t.Errorf("%s: %s: %+v", version, a.Name, out.Troubles)
			}
			for _, x := range out.Troubles {
				for i, r := range x.Remedies {
					if r.P != nil && (*r.P < 0 || *r.P > 1) || r.Do == "" || i > 0 && r.worth(x.Trouble) > x.Remedies[i-1].worth(x.Trouble) {
						t.Errorf("%s: %s: %+v", version, x.Name, r)
					}
				}
			}
		}
	}
}

func FuzzPlan(f *testing.F) {
	f.Add("Dlvl:4 $:0 HP:2(40) Pw:7(7) AC:9 Xp:5/0 T:300 Weak\nb - a cursed ring of levitation (on left hand)\na - force bolt 1 attack 0%")
	f.Add("You were turning to stone.\nYour strength was 3 (base:3, peak:18/100).\nyou, killed by an invisible stalker")
	f.Fuzz(func(t *testing.T, page string) {
		for _, version := range []string{"3.4.3", "xnethack"} {
			h, err := dump.Read(page, dump.Options{Version: rules.Get(version), Said: true})
			if err != nil {
				return
			}
			a := Plan(&Question{Hero: h, Past: Remembers(h), Foes: []*rules.Monster{rules.Get("5.0.0").Bestiary().Named("soldier ant")}})
			if _, err := json.Marshal(a); err != nil {
				t.Fatal(err)
			}
			if h.Died != nil {
				After(h, Remembers(h))
			}
		}
	})
}

func BenchmarkPlan(b *testing.B) {
	h := read(b, "5.0.0", "Dlvl:4 $:0 HP:2(40) Pw:7(7) AC:9 Xp:5/0 T:3000 Weak Conf\nb - 3 uncursed potions of healing\nc - a unicorn horn")
	for b.Loop() {
		Plan(&Question{Hero: h, Past: Remembers(h)})
	}
}
