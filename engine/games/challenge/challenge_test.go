package challenge

import (
	"strings"
	"testing"

	"delphi/engine/games/score"
	"delphi/engine/games/xlog"
)

func TestChallenge(t *testing.T) {
	all := Heroes()
	if len(all) != 73 {
		t.Errorf("%d heroes, the game has 73", len(all))
	}
	c, _ := New(score.Account{Name: "Ann"}, 0, 36000, 39600, func(string) bool { return false })
	ok := func(change func(*score.Game)) bool {
		x := &score.Game{Name: "ann", Source: "nao", Outcome: xlog.Quit, Start: 36000, End: 39600}
		f := strings.Fields(c.Words())
		x.Role, x.Race, x.Gender0, x.Align0 = f[0], f[1], f[2], f[3]
		change(x)
		return c.Met(x)
	}
	if !ok(func(*score.Game) {}) {
		t.Error("the game that was asked for does not do")
	}
	for what, change := range map[string]func(*score.Game){
		"another account": func(x *score.Game) { x.Name = "eve" }, "early": func(x *score.Game) { x.Start-- }, "late": func(x *score.Game) { x.End++ },
		"another hero": func(x *score.Game) { x.Role = "Tou" }, "died": func(x *score.Game) { x.Outcome = xlog.Died }, "explore mode": func(x *score.Game) { x.Practice = true },
	} {
		if ok(change) {
			t.Errorf("%s does", what)
		}
	}
	if other, free := New(score.Account{Name: "Ann"}, 0, 36000, 39600, func(hero string) bool { return hero == c.Words() }); !free || other.Words() == c.Words() {
		t.Errorf("%s is asked of two", c.Words())
	}
	if _, free := New(score.Account{Name: "Ann"}, 0, 36000, 39600, func(string) bool { return true }); free {
		t.Error("there is a hero where all are taken")
	}
}
