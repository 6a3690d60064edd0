package hurt

import (
	"math"
	"testing"

	"delphi/engine/dist"
	"delphi/engine/fight"
	"delphi/engine/rules"
)

// What lies right at an edge.

func TestAssaultLimits(t *testing.T) {
	for _, c := range []struct {
		change func(*Assault)
		ok     bool
	}{
		{func(q *Assault) { q.AC = fight.MinAC }, true}, {func(q *Assault) { q.AC = fight.MinAC - 1 }, false}, {func(q *Assault) { q.AC = fight.MaxAC }, true}, {func(q *Assault) { q.AC = fight.MaxAC + 1 }, false},
		{func(q *Assault) { q.MC = MaxMC }, true}, {func(q *Assault) { q.MC = MaxMC + 1 }, false}, {func(q *Assault) { q.MC = -1 }, false},
		{func(q *Assault) { q.Dex = 3 }, true}, {func(q *Assault) { q.Dex = 2 }, false}, {func(q *Assault) { q.Dex = 25 }, true}, {func(q *Assault) { q.Dex = 26 }, false},
		{func(q *Assault) { q.Str = 0 }, true}, {func(q *Assault) { q.Str = 125 }, true}, {func(q *Assault) { q.Str = 126 }, false},
		{func(q *Assault) { q.Level = -1 }, true}, {func(q *Assault) { q.Level = 127 }, true}, {func(q *Assault) { q.Level = 128 }, false},
	} {
		q := assault(t, "5.0.0", "jackal", 10)
		c.change(q)
		if err := q.Check(); (err == nil) != c.ok {
			t.Errorf("AC %d, MC %d, Dex %d, St %d, level %d: %v", q.AC, q.MC, q.Dex, q.Str, q.Level, err)
		}
	}
}

// The chance of a move is that of its first attack that rolls.
func TestFirstAttackIsTold(t *testing.T) {
	q := assault(t, "5.0.0", "jackal", 5)
	if h := q.Hits(); h.P != q.exact(0, 0).P || h.P == 0 {
		t.Errorf("a jackal hits %v, want %v", h.P, q.exact(0, 0))
	}
}

// Boots may be pierced, and do not slip.
func TestBootsDoNotSlip(t *testing.T) {
	if q := assault(t, "5.0.0", "xan", 10); q.Slips(rules.Boots) {
		t.Error("a sting slips off boots")
	}
}

// What several ways do is one effect.
func TestSpecialsOfWays(t *testing.T) {
	ways := outcomes{{damage: dist.Exactly(1).Times(0.25), special: []Special{{What: "stuck", P: 1}}}, {damage: dist.Exactly(2).Times(0.75), special: []Special{{What: "stuck", P: 0.5}}}}
	if got := ways.specials(); len(got) != 1 || math.Abs(got[0].P-0.625) > 1e-12 {
		t.Errorf("%+v", got)
	}
}
