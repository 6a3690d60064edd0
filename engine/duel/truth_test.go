package duel

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// fights are whole fights of the real game, from the first blow to the end.
var fights = truthtest.Table{
	Name: "duels", Files: "truth/cases/duels*.tsv", OneIn: 2,
	Columns: []string{"version", "scenario", "role", "xl", "st", "dx", "con", "weapon", "enchant", "skill", "ac", "hp", "speed", "see_invisible", "monster", "mon_hp", "mon_level", "policy", "n", "p_win", "p_timeup", "causes", "mean_turns", "hp_left_mean", "n_fled", "won_stoning", "won_sliming"},
}

func number(t testing.TB, s string) int {
	t.Helper()
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func share(t testing.TB, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// asked returns the question of a row.
func asked(t testing.TB, r truthtest.Row) *Question {
	t.Helper()
	set := rules.Get(r["version"])
	m := set.Bestiary().Named(r["monster"])
	if m == nil {
		m = set.Bestiary().Monsters[slices.IndexFunc(set.Bestiary().Monsters, func(m *rules.Monster) bool { return slices.Contains(m.Names, r["monster"]) })]
	}
	n := func(column string) int { return number(t, r[column]) }
	q := &Question{
		Rules: set.Duel(), HP: n("hp"), MaxHP: n("hp"), FoeHP: n("mon_hp"), Con: n("con"), Wis: 11, Turns: 300, Waits: r["policy"] == "wait",
		Hero: fight.Question{Set: set, Rules: set.Fight(), Hero: fight.Hero{Role: r["role"], Race: "human", XL: n("xl"), Str: n("st"), Dex: n("dx")}, Target: fight.Target{Monster: m, AC: m.AC, Level: n("mon_level")}},
		Foe:  hurt.Assault{Rules: set.Hurt(), Monster: m, Level: n("mon_level"), AC: n("ac"), Dex: n("dx"), Str: n("st"), Worn: map[rules.Slot]hurt.Piece{}},
		Pace: map[string]Pace{"normal": Normal, "fast": Fast, "veryfast": VeryFast}[r["speed"]],
	}
	skill := rules.Skill(n("skill"))
	if r["weapon"] == "none" {
		q.Hero.Bare = skill
	} else {
		q.Hero.Weapon = fight.Weapon{Object: set.Object(r["weapon"]), Enchant: n("enchant"), BUC: rules.Uncursed, Skill: skill}
	}
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	return q
}

// The room's walls, which a foe that flees meets at random here, are why figures may
// lie off by more than chance.
func TestFights(t *testing.T) {
	fights.Check(t, func(t testing.TB, r truthtest.Row) {
		a := Fight(asked(t, r))
		n, p := share(t, r["n"]), share(t, r["p_win"])
		where := strings.Join([]string{r["version"], r["scenario"], r["policy"]}, " ")
		near := func(what string, got, game, room float64) {
			if math.Abs(got-game) > room {
				t.Errorf("%s: %s %.4f, the game %.4f", where, what, got, game)
			}
		}
		sigma := func(p float64) float64 { return truthtest.Sigmas * math.Sqrt(p*(1-p)/n) }
		open, fled := share(t, r["p_timeup"]), share(t, r["n_fled"])/n
		near("a win", a.Win.P, p, 0.015+sigma(p))
		near("open", a.Open.P, open, 0.012+sigma(open))
		near("fled", a.Flees.P, fled, 0.003+sigma(fled))
		if p > 0.05 {
			near("HP left", a.HPLeft.Mean, share(t, r["hp_left_mean"]), 0.3+0.025*share(t, r["hp"]))
		}
		if turns := share(t, r["mean_turns"]); open < 0.002 {
			near("turns", a.Turns.Mean, turns, 0.3+0.05*turns)
		}
		for _, d := range a.Doomed {
			won := map[string]string{"turning to stone": r["won_stoning"], "turning to slime": r["won_sliming"]}[d.What]
			near(d.What, d.P, share(t, won)/n, 0.003+sigma(d.P))
		}
	})
}
