package enchant

import (
	"math"
	"testing"

	"delphi/engine/dice"
	"delphi/engine/rules"
)

// Each scroll beyond the safe enchantment leaves armour with one chance in its
// enchantment, which grows by one.
func TestArmorRow(t *testing.T) {
	row := ArmorRow(&Question{Rules: rules.Get("3.4.3").Enchanting(), Spe: 4, Scroll: rules.Uncursed})
	left := 1.0
	for n := 1; n <= 5; n++ {
		left /= float64(3 + n)
		if p := row.Gone(n); math.Abs(p-(1-left)) > 1e-12 {
			t.Errorf("%d scrolls on +4: gone %v, not %v", n, p, 1-left)
		}
	}
	if got := row.After(1); got[0].What != Evaporates || got[1].What != "+5" {
		t.Errorf("one scroll: %v", got)
	}
}

// Weapons above +5 survive one scroll in three.
func TestWeaponRow(t *testing.T) {
	for _, v := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		row := WeaponRow(&Question{Rules: rules.Get(v).Enchanting(), Spe: 4, Scroll: rules.Uncursed})
		for n, want := range []float64{0, 0, 1 - 1.0/3, 1 - 1.0/9, 1 - 1.0/27} {
			if p := row.Gone(n + 1); math.Abs(p-want) > 1e-12 {
				t.Errorf("%s: %d scrolls on +4: gone %v, not %v", v, n+1, p, want)
			}
		}
	}
}

// Dragon scales become mail by the first scroll, and go on as that.
func TestScalesRow(t *testing.T) {
	row := ArmorRow(&Question{Rules: rules.Get("3.4.3").Enchanting(), Scroll: rules.Uncursed, Magic: true, Scales: true})
	for n, want := range []string{mail + "+0 uncursed", mail + "+1", mail + "+2", mail + "+3", mail + "+4"} {
		got := row.After(n + 1)
		if len(got) != 1 || got[0].What != want {
			t.Errorf("%d scrolls: %v, not %s", n+1, got, want)
		}
	}
	if p := row.Gone(6); p != 0.75 {
		t.Errorf("the sixth scroll on +4: %v", p)
	}
}

// A wand explodes with the cube of how often it was charged before in 343.
func TestChargeRow(t *testing.T) {
	for _, v := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		row := ChargeRow(&ChargeQuestion{Rules: rules.Get(v).Charging(), What: Aimed, Spe: 4, Before: 1, Scroll: rules.Blessed})
		left := 1.0
		for n := 1; n <= 8; n++ {
			left *= 1 - math.Min(1, float64(n*n*n)/343)
			if p := row.Gone(n); math.Abs(p-(1-left)) > 1e-12 {
				t.Errorf("%s: %d scrolls: gone %v, not %v", v, n, p, 1-left)
			}
		}
	}
	wishing := ChargeRow(&ChargeQuestion{Rules: rules.Get("5.0.0").Charging(), What: Wishing, Scroll: rules.Blessed})
	if wishing.Gone(1) != 0 || wishing.Gone(2) != 1 {
		t.Errorf("wishing: %v, then %v", wishing.Gone(1), wishing.Gone(2))
	}
}

// The results of every number of scrolls sum to 1, and nothing comes back.
func TestRowsAddUp(t *testing.T) {
	for _, v := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for _, scroll := range []rules.BUC{rules.Blessed, rules.Uncursed, rules.Cursed} {
			for spe := -3; spe <= 9; spe += 3 {
				q := &Question{Rules: rules.Get(v).Enchanting(), Spe: spe, Scroll: scroll}
				for _, row := range []*Row{ArmorRow(q), WeaponRow(q), ChargeRow(&ChargeQuestion{Rules: rules.Get(v).Charging(), What: Ring, Spe: spe, Scroll: scroll})} {
					gone := 0.0
					for n := 1; n <= MostScrolls; n++ {
						if all := dice.P(row.After(n), func(string) bool { return true }); math.Abs(all-1) > 1e-9 {
							t.Fatalf("%s %v %+d: %d scrolls sum to %v", v, scroll, spe, n, all)
						}
						if p := row.Gone(n); p < gone-1e-12 {
							t.Fatalf("%s %v %+d: %v is gone after %d scrolls, %v before", v, scroll, spe, p, n, gone)
						}
						gone = row.Gone(n)
					}
				}
			}
		}
	}
}

func BenchmarkRow(b *testing.B) {
	q := &Question{Rules: rules.Get("5.0.0").Enchanting(), Scroll: rules.Blessed}
	for b.Loop() {
		ArmorRow(q).Gone(MostScrolls)
	}
}

// A worm tooth turns into a crysknife, and a cursed scroll turns that back; what
// has turned is enchanted like any weapon.
func TestWormTooth(t *testing.T) {
	r := rules.Get("5.0.0").Enchanting()
	for _, tt := range []struct {
		q       Question
		scrolls int
		want    string
	}{
		{Question{Rules: r, Spe: 7, Scroll: rules.Blessed, Sharper: r.Sharp}, 1, "becomes crysknife +7"},
		{Question{Rules: r, Scroll: rules.Uncursed, Sharper: r.Sharp}, 3, "becomes crysknife +2"},
		{Question{Rules: r, Spe: -7, Scroll: rules.Cursed, Duller: r.Dull}, 1, "becomes worm tooth -7"},
		{Question{Rules: r, Scroll: rules.Cursed, Sharper: r.Sharp}, 1, "-1"},
		{Question{Rules: r, Scroll: rules.Uncursed, Duller: r.Dull}, 1, "+1"},
	} {
		if got := WeaponRow(&tt.q).After(tt.scrolls); len(got) != 1 || got[0].What != tt.want {
			t.Errorf("%+v: %v, want %s", tt.q, got, tt.want)
		}
	}
}
