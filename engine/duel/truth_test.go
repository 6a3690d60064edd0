package duel

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"delphi/engine/fight"
	"delphi/engine/rules"
	"delphi/engine/truthtest"
)

// fights are whole fights of the real game, from the first blow to the end.
var fights = truthtest.Table{
	Name: "duels", Files: "truth/cases/duels*.tsv", OneIn: 1,
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

// asked is the question of a row.
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
		Foe:  fight.Assault{Rules: set.Hurt(), Monster: m, Level: n("mon_level"), AC: n("ac"), Dex: n("dx"), Str: n("st"), Worn: map[rules.Slot]fight.Piece{}},
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

func TestFights(t *testing.T) {
	fights.Check(t, func(t testing.TB, r truthtest.Row) {
		start := time.Now()
		a := Fight(asked(t, r))
		took := time.Since(start)
		n, p := share(t, r["n"]), share(t, r["p_win"])
		where := strings.Join([]string{r["version"], r["scenario"], r["policy"]}, " ")
		if d := a.Win.P - p; math.Abs(d) > 0.01+3.5*math.Sqrt(p*(1-p)/n) {
			t.Errorf("%s: a win %.4f, the game %.4f", where, a.Win.P, p)
		}
		if hp := share(t, r["hp_left_mean"]); p > 0.05 && math.Abs(a.HPLeft.Mean-hp) > 0.3+0.015*share(t, r["hp"]) {
			t.Errorf("%s: %.2f HP left, the game %.2f", where, a.HPLeft.Mean, hp)
		}
		if open := share(t, r["p_timeup"]); math.Abs(a.Open.P-open) > 0.01+3.5*math.Sqrt(open*(1-open)/n) {
			t.Errorf("%s: open %.4f, the game %.4f", where, a.Open.P, open)
		} else if turns := share(t, r["mean_turns"]); open < 0.002 && math.Abs(a.Turns.Mean-turns) > 0.3+0.03*turns {
			t.Errorf("%s: %.2f turns, the game %.2f", where, a.Turns.Mean, turns)
		}
		t.Logf("%s: %v win %.4f/%.4f hp %.2f/%s turns %.2f/%s open %.4f/%s fled %.3f/%.3f lost %.1e", where, took, a.Win.P, p, a.HPLeft.Mean, r["hp_left_mean"], a.Turns.Mean, r["mean_turns"], a.Open.P, r["p_timeup"], a.Flees.P, share(t, r["n_fled"])/n, a.Lost)
	})
}
