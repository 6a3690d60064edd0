package polymorph

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// rezappedWithin is single items of the measured games and how many became what was
// wanted within some zaps.
var rezappedWithin = truthtest.Table{
	Name: "rezappedwithin", Files: "truth/rezap_*.jsonl",
	Columns: []string{"version", "object", "buc", "read", "degraded", "dnum", "dlevel", "want", "n", "zaps", "success"},
	Read: func(file io.Reader, yield func(truthtest.Row)) error {
		lines := bufio.NewReader(file)
		for {
			line, err := lines.ReadBytes('\n')
			if errors.Is(err, io.EOF) && len(line) == 0 {
				return nil
			}
			var r struct {
				zapped
				N     int
				AtZap map[int]int `json:"success_at_zap"`
			}
			if err := json.Unmarshal(line, &r); err != nil {
				return err
			}
			if r.N == 0 {
				continue // the version has no such thing
			}
			for _, zaps := range []int{1, 2, 3, 5, 10, 25} {
				within := 0
				for zap, n := range r.AtZap {
					if zap <= zaps {
						within += n
					}
				}
				row := r.row()
				row["n"], row["zaps"], row["success"] = strconv.Itoa(r.N), strconv.Itoa(zaps), strconv.Itoa(within)
				yield(row)
			}
		}
	},
}

func TestRezappedWithin(t *testing.T) {
	rezappedWithin.Judge(t, func(t testing.TB, all *truthtest.Tally, r truthtest.Row) {
		set := rules.Get(r["version"])
		s := Stack{Object: object(t, set, r["object"]), Quantity: 1, Read: r.Int(t, "read"), Degraded: r["degraded"] != "0",
			BUC: map[string]rules.BUC{"B": rules.Blessed, "U": rules.Uncursed, "C": rules.Cursed}[r["buc"]]}
		q := &RezapQuestion{Rules: set, From: []Stack{s}, Zaps: r.Int(t, "zaps"), Level: Level{Depth: r.Int(t, "dlevel"), Other: r["dnum"] != "0"}}
		for w := range strings.SplitSeq(r["want"], ",") {
			q.To = append(q.To, object(t, set, w))
		}
		a, err := Again(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		all.Count(t, strings.Join([]string{r["version"], r["buc"], r["object"], "to", r["want"], "within", r["zaps"]}, " "), r.Float(t, "success"), r.Float(t, "n"), a.Zaps[q.Zaps-1].AtLeastOne)
	})
}

// One zap is For's, many come to what For says of zapping until it is one or gone,
// and of alike items each number is as likely as that of as many trials.
func TestAgainAgreesWithFor(t *testing.T) {
	for _, name := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		set := rules.Get(name)
		for _, c := range []struct{ from, to string }{{"unicorn horn", "magic marker"}, {"ring of hunger", "ring of conflict"}, {"wand of opening", "wand of sleep"}, {"cloak of displacement", "cloak of magic resistance"}} {
			s := Stack{Object: set.Object(c.from), Quantity: 1, BUC: rules.Blessed}
			to := []*rules.Object{set.Object(c.to)}
			single, err := For(t.Context(), &ForQuestion{Rules: set, From: &s, To: to, Level: Level{Depth: 10}})
			if err != nil {
				t.Fatal(err)
			}
			seven := s
			seven.Count = 7
			one, err := Again(t.Context(), &RezapQuestion{Rules: set, To: to, From: []Stack{s}, Zaps: MaxZaps, Level: Level{Depth: 10}})
			if err != nil {
				t.Fatal(err)
			}
			many, err := Again(t.Context(), &RezapQuestion{Rules: set, To: to, From: []Stack{seven}, Zaps: 3, Level: Level{Depth: 10}})
			if err != nil {
				t.Fatal(err)
			}
			if math.Abs(one.Zaps[0].AtLeastOne-single.PerZap) > 1e-12 || math.Abs(one.Ever-single.UntilLost) > 1e-12 {
				t.Errorf("%s %+v: %g a zap, %g ever, want %g and %g", name, c, one.Zaps[0].AtLeastOne, one.Ever, single.PerZap, single.UntilLost)
			}
			if math.Abs(one.MeanZaps-single.MeanZaps) > 1e-12 {
				t.Errorf("%s %+v: %g zaps on average, want %g", name, c, one.MeanZaps, single.MeanZaps)
			}
			if last := one.Zaps[MaxZaps-1].AtLeastOne; last > one.Ever+1e-12 || one.Ever-last > 0.01 {
				t.Errorf("%s %+v: %g after %d zaps, %g ever", name, c, last, MaxZaps, one.Ever)
			}
			p := one.Zaps[2].AtLeastOne
			for n, got := range many.Number {
				if want := odds.Exactly(7, n, p); math.Abs(got-want) > 1e-12 {
					t.Errorf("%s %+v: %d of 7 with %g, want %g", name, c, n, got, want)
				}
			}
			if got := many.Zaps[2]; math.Abs(got.Mean-7*p) > 1e-12 || math.Abs(got.AtLeastOne-1+math.Pow(1-p, 7)) > 1e-12 {
				t.Errorf("%s %+v: %+v", name, c, got)
			}
		}
	}
}

// The zaps that an item takes until it is gone are on average the sum, over the numbers of zaps,
// of the chances that it is still there.
func TestAgainUntilGone(t *testing.T) {
	set := rules.Get("3.6.7")
	for _, name := range []string{"unicorn horn", "wand of sleep"} {
		one := Stack{Object: set.Object(name), Quantity: 1, Count: 1, BUC: rules.Uncursed}
		a, err := Again(t.Context(), &RezapQuestion{Rules: set, From: []Stack{one}, Zaps: MaxZaps})
		if err != nil {
			t.Fatal(err)
		}
		want := 1.0
		for _, z := range a.Zaps[:MaxZaps-1] {
			want += 1 - z.Gone
		}
		if math.Abs(a.MeanZaps-want) > 1e-3 {
			t.Errorf("%s: %g zaps on average, want %g", name, a.MeanZaps, want)
		}
	}
}

func TestAgainNeverFalls(t *testing.T) {
	set := rules.Get("5.0.0")
	a, err := Again(t.Context(), &RezapQuestion{Rules: set, To: []*rules.Object{set.Object("magic marker")}, From: []Stack{{Object: set.Object("unicorn horn"), Quantity: 1, Count: 10, BUC: rules.Uncursed}}, Zaps: MaxZaps})
	if err != nil {
		t.Fatal(err)
	}
	last := Rezap{}
	for _, z := range a.Zaps {
		if z.AtLeastOne < last.AtLeastOne || z.Gone < last.Gone || z.Gone+z.Mean > 10+1e-9 {
			t.Errorf("after %d zaps: %+v, before %+v", z.Zap, z, last)
		}
		last = z
	}
	if a.Needed.Zaps != nil || a.Ever > 0.5 {
		t.Errorf("%+v, ever %g", a.Needed, a.Ever)
	}
}

// A random thing is each of its class as often as the game makes it; one that was wanted
// all along and resists is there.
func TestAgainFollowsRandomThings(t *testing.T) {
	set := rules.Get("5.0.0")
	wanted := object(t, set, "amulet of life saving")
	mean := func(s Stack) (float64, float64) {
		t.Helper()
		s.BUC, s.Quantity = rules.Uncursed, 1
		a, err := Again(t.Context(), &RezapQuestion{Rules: set, To: []*rules.Object{wanted}, From: []Stack{s}, Zaps: 2})
		if err != nil {
			t.Fatal(err)
		}
		return a.Zaps[0].Mean, a.Zaps[1].Mean
	}
	g, err := NewGame(set, Level{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	list, weights := g.Draw("amulet")
	first, second, total := 0.0, 0.0, 0
	for i, o := range list {
		if weights[i] == 0 {
			continue
		}
		one, two := mean(Stack{Object: o})
		if o == wanted {
			resist, _ := g.Chances(&Stack{Object: o, Quantity: 1, BUC: rules.Uncursed})
			two += resist * (1 - one) // not zapped again
			one += resist
		}
		first, second, total = first+float64(weights[i])*one, second+float64(weights[i])*two, total+weights[i]
	}
	first, second = first/float64(total), second/float64(total)
	if one, two := mean(Stack{Object: RandomOf("amulet"), Random: true}); math.Abs(one-first) > 1e-12 || math.Abs(two-second) > 1e-12 {
		t.Errorf("a random amulet is wanted after 1 and 2 zaps with %v, %v, want %v, %v", one, two, first, second)
	}
}
