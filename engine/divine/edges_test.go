package divine

import (
	"fmt"
	"slices"
	"testing"

	"delphi/engine/rules"
)

// What lies right at an edge.

func TestLuckAtBase(t *testing.T) {
	f := Fading{Rules: rules.Get("5.0.0").Luck(), Turns: 1200, Stones: Stones{Cursed: 1}}
	if got := f.Over(); got.Stays || got.Luck != 0 {
		t.Errorf("Luck 0 with a cursed luckstone: %+v", got)
	}
	f.Luck, f.Stones = 3, Stones{}
	for _, c := range []struct{ turn, settle int }{{0, 1800}, {599, 1201}, {600, 1800}, {1234, 1766}} {
		f.Turn = c.turn
		if got := f.Over(); got.Settle != c.settle {
			t.Errorf("Luck 3 on turn %d settles after %d turns, want %d", c.turn, got.Settle, c.settle)
		}
	}
}

func TestNeverPrayed(t *testing.T) {
	p := rules.Get("5.0.0").Prayer()
	for _, c := range []struct{ turn, timeout int }{{0, 300}, {1, 300}, {2, 299}, {300, 1}, {301, 0}, {5000, 0}} {
		if got := NeverPrayed(p, c.turn).Known; got != c.timeout {
			t.Errorf("turn %d: timeout %d, want %d", c.turn, got, c.timeout)
		}
	}
}

func TestPrayerLimits(t *testing.T) {
	for _, c := range []struct {
		change func(*Prayer)
		ok     bool
	}{
		{func(q *Prayer) { q.Timeout.Known = 0 }, true}, {func(q *Prayer) { q.Timeout.Known = -1 }, false},
		{func(q *Prayer) { q.Timeout.Known = MaxTimeout }, true}, {func(q *Prayer) { q.Timeout.Known = MaxTimeout + 1 }, false},
		{func(q *Prayer) { q.Timeout.Since = MaxTimeout + 1 }, false},
		{func(q *Prayer) { q.Luck = rules.MinLuck }, true}, {func(q *Prayer) { q.Luck = rules.MinLuck - 1 }, false},
		{func(q *Prayer) { q.Luck = rules.MaxLuck }, true}, {func(q *Prayer) { q.Luck = rules.MaxLuck + 1 }, false},
		{func(q *Prayer) { q.Record = rules.MaxRecord }, true}, {func(q *Prayer) { q.Record = rules.MaxRecord + 1 }, false},
		{func(q *Prayer) { q.Record = -rules.MaxRecord }, true}, {func(q *Prayer) { q.Record = -rules.MaxRecord - 1 }, false},
		{func(q *Prayer) { q.Anger = rules.MaxRecord }, true}, {func(q *Prayer) { q.Anger = rules.MaxRecord + 1 }, false}, {func(q *Prayer) { q.Anger = -1 }, false},
	} {
		q := praying("5.0.0")
		c.change(q)
		if err := q.Check(); (err == nil) != c.ok {
			t.Errorf("timeout %+v, Luck %d, record %d, anger %d: %v", q.Timeout, q.Luck, q.Record, q.Anger, err)
		}
	}
}

func TestDonationLimits(t *testing.T) {
	for _, c := range []struct {
		offer, carried int
		ok             bool
	}{{0, 10, false}, {1, 1, true}, {2, 1, false}, {MaxGold, MaxGold, true}, {1, MaxGold + 1, false}} {
		q := &Donation{Rules: rules.Get("5.0.0").Temple(), XL: 1, Offer: c.offer, Carried: c.carried}
		if err := q.Check(); (err == nil) != c.ok {
			t.Errorf("%d of %d gold: %v", c.offer, c.carried, err)
		}
	}
}

// A priest who has called the hero a cheapskate wants more; nothing is listed that
// never comes.
func TestCheapskates(t *testing.T) {
	grows := func(times int) (p float64) {
		q := &Donation{Rules: rules.Get("5.0.0").Temple(), XL: 10, Offer: 5000, Carried: 5000, Cheapskates: times}
		for _, o := range q.Answer() {
			if o.P <= 0 {
				t.Errorf("%+v never comes", o)
			}
			if len(o.What) > len(Protected) && o.What[:len(Protected)] == Protected {
				p += o.P
			}
		}
		list, of := q.ByRoll()
		rolled := 0.0
		for _, r := range list {
			rolled += r.Grows * float64(r.N) / float64(of)
		}
		if rolled-p > 1e-12 || p-rolled > 1e-12 {
			t.Errorf("%d times a cheapskate: %g, by the rolls %g", times, p, rolled)
		}
		return p
	}
	if never, thrice := grows(0), grows(3); never <= thrice {
		t.Errorf("protection grows %g, and %g where the priest is cross", never, thrice)
	}
}

func TestFixedWords(t *testing.T) {
	for _, c := range []struct {
		majors, minors int
		fixed          Fixed
		want           string
	}{
		{1, 0, Fixed{Major: 1}, "the trouble is fixed"}, {0, 1, Fixed{Minor: 1}, "the trouble is fixed"},
		{2, 0, Fixed{Major: 2}, "all troubles are fixed"}, {1, 1, Fixed{Major: 1, Minor: 1}, "all troubles are fixed"}, {0, 2, Fixed{Minor: 2}, "all troubles are fixed"},
		{1, 1, Fixed{}, "nothing is fixed"}, {0, 1, Fixed{}, "nothing is fixed"},
		{2, 3, Fixed{Major: 2, Minor: 2}, "all major troubles are fixed"}, {1, 2, Fixed{Major: 1}, "all major troubles are fixed"},
		{2, 1, Fixed{Major: 1}, "the worst major trouble is fixed"}, {0, 2, Fixed{Minor: 1}, "the worst minor trouble is fixed"},
		{0, 3, Fixed{Minor: 2}, "0 major and 2 minor are fixed"},
		{0, 1, Fixed{Minor: 1, Pat: PatTune}, "the trouble is fixed, then " + PatTune}, {0, 0, Fixed{Pat: PatTune}, PatTune}, {0, 0, Fixed{}, PatNothing},
	} {
		q := praying("5.0.0")
		q.Majors, q.Minors = c.majors, c.minors
		if got := q.fixedWords(c.fixed); got != c.want {
			t.Errorf("%d and %d troubles, %+v: %q, want %q", c.majors, c.minors, c.fixed, got, c.want)
		}
	}
}

// What is offered may be worth 1; gifts as likely as one another stand as in the
// game's table, enchantments in their order.
func TestGiftOrder(t *testing.T) {
	names := func(version string, value int) (out []string) {
		set := rules.Get(version)
		q := Gift{Rules: set.Altar(), Role: "Caveman", Race: "human", Alignment: "neutral", XL: 10, Gifts: 1, Artifacts: 1, Value: value}
		for _, g := range q.Which() {
			out = append(out, g.Name)
			if !slices.IsSortedFunc(g.Enchants, func(a, b Enchant) int { return a.Enchant - b.Enchant }) || len(g.Enchants) < 3 {
				t.Errorf("%s: %v", g.Name, g.Enchants)
			}
		}
		return out
	}
	for _, name := range names("5.0.0", 1) {
		for _, g := range rules.Get("5.0.0").Altar().Gifts {
			if g.Name == name && g.Worth > 1 {
				t.Errorf("for a value of 1: %s, which is worth %d", name, g.Worth)
			}
		}
	}
	var table []string
	for _, g := range rules.Get("3.4.3").Altar().Gifts {
		if g.Alignment == "neutral" && g.Role == "" {
			table = append(table, g.Name)
		}
	}
	var got []string
	for _, name := range names("3.4.3", 0) {
		if slices.Contains(table, name) {
			got = append(got, name)
		}
	}
	if !slices.Equal(got, table) {
		t.Errorf("%v, in the table %v", got, table)
	}
}

// Where both ends are as likely, the conversion of the altar is told first.
func TestConvertEvenly(t *testing.T) {
	q := offering(t, "5.0.0", "jackal", "lawful")
	q.Altar, q.XL = "chaotic", 4
	if got := q.Answer().Outcomes; got[0].P != 0.5 || got[0].What[:5] != "altar" {
		t.Errorf("%+v", got)
	}
}

// Whoever is too low for a gift goes on without one.
func TestRowWithoutGifts(t *testing.T) {
	q := offering(t, "5.0.0", "jackal", "lawful")
	q.XL, q.Timeout = 1, 60
	if row, ok := q.Row(20); !ok || row.Before != 20 || row.Left.Record != 5 || row.Gift.Num > 0 {
		t.Errorf("%+v", row)
	}
}

// The second gift may be one without an alignment.
func TestSecondGift(t *testing.T) {
	for gifts, want := range map[int]bool{0: false, 1: true} {
		q := Gift{Rules: rules.Get("3.4.3").Altar(), Role: "Caveman", Race: "human", Alignment: "lawful", XL: 10, Gifts: gifts, Artifacts: gifts}
		if got := slices.ContainsFunc(q.Which(), func(g Given) bool {
			return g.Name == "Giantslayer" || g.Name == "Ogresmasher" || g.Name == "Trollsbane" || g.Name == "Frost Brand"
		}); got != want {
			t.Errorf("after %d gifts: %v", gifts, q.Which())
		}
	}
}

// Who was converted before may still convert an altar, at a record of 0.
func TestConvertedBefore(t *testing.T) {
	q := offering(t, "5.0.0", "jackal", "lawful")
	q.Altar, q.XL, q.Record, q.Converted = "chaotic", 12, 0, true
	if got := q.Answer().Outcomes; len(got) != 2 {
		t.Errorf("%+v", got)
	}
}

// Late turns make a timeout longer.
func TestLateTimeout(t *testing.T) {
	p := rules.Get("5.0.0").Prayer()
	at := func(late int) float64 { return (Timeout{Since: 50, XL: 10, Late: late}).AtMost(p, 100).P }
	if at(30) >= at(0) {
		t.Errorf("%g late, %g in time", at(30), at(0))
	}
}

// In Gehennom the least good record always calms.
func TestCalmInGehennom(t *testing.T) {
	q := praying("5.0.0")
	q.Gehennom, q.Record = true, 1
	calm := q.Answer()
	q.Record = 0
	if fmt.Sprint(calm.Outcomes) == fmt.Sprint(q.Answer().Outcomes) {
		t.Errorf("record 1 is as bad as 0: %+v", calm.Outcomes)
	}
}

// Rolls of one chance are told together, and all that is carried may be offered.
func TestRollsAndAllGold(t *testing.T) {
	q := &Donation{Rules: rules.Get("5.0.0").Temple(), XL: 10, Offer: 5000, Carried: 5000}
	list, _ := q.ByRoll()
	for i, r := range list {
		for _, other := range list[:i] {
			if r.Grows == other.Grows {
				t.Errorf("%+v twice", r)
			}
		}
	}
	if got := (Donation{Rules: rules.Get("3.4.3").Temple(), XL: 8, Carried: 3200}).Best(); got != 3200 {
		t.Errorf("of 3200 gold %d are offered", got)
	}
}
