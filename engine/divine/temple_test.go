package divine

import (
	"testing"

	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

var donations = truthtest.Table{
	Name: "priest_protection", Files: "truth/divine/priest_protection.tsv", Whole: true, OneIn: 2,
	Columns: []string{"version", "XL", "gold_carried", "offer", "protection_before", "n", "count", "result"},
}

func TestDonation(t *testing.T) {
	donations.Check(t, func(t testing.TB, r truthtest.Row) {
		q := &Donation{Rules: rules.Get(r["version"]).Temple(), XL: r.Int(t, "XL"), Offer: r.Int(t, "offer"), Carried: r.Int(t, "gold_carried"), Protection: r.Int(t, "protection_before")}
		if err := q.Check(); err != nil {
			t.Fatal(err)
		}
		p := 0.0
		for _, o := range q.Answer() {
			if o.What == r["result"] {
				p = o.P
			}
		}
		counted(t, r, p, r.Int(t, "n"), r.Int(t, "count"))
	})
}

// TestManyPoints: in 5.0.0 much gold that is well divided buys several points.
func TestManyPoints(t *testing.T) {
	q := &Donation{Rules: rules.Get("5.0.0").Temple(), XL: 1, Offer: 2000, Carried: 2400}
	best := 0
	for _, o := range q.Answer() {
		if len(o.What) > len("protection +") && o.What[:12] == "protection +" {
			best = max(best, len(o.What))
		}
	}
	if best == 0 {
		t.Errorf("%+v", q.Answer())
	}
}

func BenchmarkDonation(b *testing.B) {
	q := &Donation{Rules: rules.Get("5.0.0").Temple(), XL: 1, Offer: 900_000, Carried: MaxGold}
	for b.Loop() {
		q.Answer()
	}
}

func TestBestOffer(t *testing.T) {
	for version, want := range map[string]int{"3.4.3": 3200, "3.6.7": 3200} {
		if got := (Donation{Rules: rules.Get(version).Temple(), XL: 8}).Best(); got != want {
			t.Errorf("%s: %d, want %d", version, got, want)
		}
	}
	if got := (Donation{Rules: rules.Get("3.4.3").Temple(), XL: 8, Carried: 1000}).Best(); got != 0 {
		t.Errorf("too little gold buys protection for %d", got)
	}
	q := Donation{Rules: rules.Get("5.0.0").Temple(), XL: 1}
	best := q.Best()
	q.Offer, q.Carried = best, best
	p := func() (sum float64) {
		for _, o := range q.Answer() {
			if len(o.What) > len(Protected) && o.What[:len(Protected)] == Protected {
				sum += o.P
			}
		}
		return sum
	}
	most := p()
	for q.Offer = 1; q.Offer < 1000; q.Offer += 7 {
		if q.Carried = q.Offer; p() > most+0.03 {
			t.Errorf("%d gold is better than %d", q.Offer, best)
		}
	}
}
