package spell

import (
	"testing"
)

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
	for skill, want := range map[int]Reliable{0: {"unskilled", 1, 0}, 1: {"basic", 2, 0}, 3: {"expert", 5, 0}} {
		if p.Reliable[skill] != want {
			t.Errorf("reliable: %+v, want %+v", p.Reliable[skill], want)
		}
	}
	bar := caster("5.0.0", "Barbarian")
	bar.XL, bar.Int = 1, 18
	if b, _ := Ahead(bar, false); b.Reliable[0] != (Reliable{"unskilled", 0, 69}) || b.Easy[0].Level != 1 {
		t.Errorf("an easy spell that fails 69%%: %+v", b)
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
