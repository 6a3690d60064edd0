package duel

import (
	"math"
	"os"
	"testing"

	"delphi/engine/dist"
	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// Every monster gives chances that sum to 1, whether it is chased or not: by day each
// in one of the versions that are known, at night in all of them.
func TestEveryMonsterEnds(t *testing.T) {
	versions := []string{"3.4.3", "3.6.7", "5.0.0"}
	for v, version := range versions {
		for i, m := range rules.BestiaryOf(version).Monsters {
			if os.Getenv("DELPHI_NIGHTLY") == "" && (i+v)%len(versions) != 0 {
				continue
			}
			q := samurai(t, version, m.Name, 70)
			q.Foe.Monster, q.Hero.Monster = m, m
			q.Waits, q.Turns = i%2 == 0, 40
			a := Fight(q)
			if all := a.Win.P + a.Lose.P + a.Open.P; math.Abs(all-1) > 1e-9 || a.Lost > 0.01 {
				t.Errorf("%s: %s: win %v, lose %v, open %v, %v lost", version, m.Name, a.Win.P, a.Lose.P, a.Open.P, a.Lost)
			}
			if a.HPLeft.Mean < 0 || a.HPLeft.Mean > 70+1e-9 || a.Turns.Mean < 1 || a.Turns.Mean > 40 {
				t.Errorf("%s: %s: %v HP left after %v turns", version, m.Name, a.HPLeft, a.Turns)
			}
		}
	}
}

// A hero who cannot hit wins no fight.
func TestNeverHits(t *testing.T) {
	q := samurai(t, "5.0.0", "Lord Sato", 22)
	q.Hero.Accuracy, q.Turns = -100, 4
	if a := Fight(q); a.Win.P != 0 || math.Abs(a.Lose.P+a.Open.P-1) > 1e-9 {
		t.Errorf("%+v", a)
	}
}

// Fights that take no chain: what surely happens.
func TestPlainFights(t *testing.T) {
	q := samurai(t, "3.6.7", "newt", 70)
	q.FoeHP = 1
	if a := Fight(q); a.Win.P < 0.999 || a.Turns.Mean > 2 || a.HPLeft.Mean < 69 {
		t.Errorf("a newt: %+v", a)
	}
	q = samurai(t, "3.6.7", "cockatrice", 70)
	q.Hero.Weapon = fight.Weapon{}
	if a := Fight(q); a.Win.P > 1e-6 || a.Causes[0].What != "touching it" {
		t.Errorf("a cockatrice with bare hands: %+v", a)
	}
	q.Hero.Gloved = true
	if a := Fight(q); a.Win.P < 0.5 {
		t.Errorf("a cockatrice in gloves: %+v", a)
	}
	q = samurai(t, "5.0.0", "floating eye", 70)
	blind := samurai(t, "5.0.0", "floating eye", 70)
	blind.Blind = true
	if a, b := Fight(q), Fight(blind); a.Lose.P > 0 || b.Turns.Mean > 3 || a.Turns.Mean < 10 {
		t.Errorf("a floating eye: %v turns, blind %v", a.Turns, b.Turns)
	}
	q = samurai(t, "3.4.3", "giant eel", 70)
	wet := samurai(t, "3.4.3", "giant eel", 70)
	wet.InWater = true
	if a, b := Fight(q), Fight(wet); a.Win.P < b.Win.P || b.Causes[0].What != "drowning" {
		t.Errorf("a giant eel: %v on land, %+v in water", a.Win, b)
	}
}

// More hit points never make a win less likely, and better armour seldom does.
func TestBetterHeroesWinMore(t *testing.T) {
	for _, name := range []string{"soldier ant", "owlbear", "vampire", "purple worm", "green slime", "gelatinous cube", "energy vortex"} {
		was := 0.0
		for hp := 10; hp <= 90; hp += 20 {
			a := Fight(samurai(t, "3.6.7", name, hp))
			if a.Win.P < was-1e-3 {
				t.Errorf("%s: a win %.4f with %d HP, %.4f with fewer", name, a.Win.P, hp, was)
			}
			was = a.Win.P
		}
	}
}

// Two fights are the first, and the second with the hit points left.
func TestSeries(t *testing.T) {
	one := Fight(samurai(t, "3.6.7", "soldier ant", 30))
	all, each := Series([]*Question{samurai(t, "3.6.7", "soldier ant", 30), samurai(t, "3.6.7", "soldier ant", 30)})
	if math.Abs(each[0].Win.P-one.Win.P) > 1e-12 || all.Win.P > one.Win.P*one.Win.P+1e-9 || all.Win.P <= 0 {
		t.Errorf("one %v, two %v", one.Win, all.Win)
	}
	if sum := all.Win.P + all.Lose.P + all.Open.P; math.Abs(sum-1) > 1e-9 {
		t.Errorf("the chances of two fights sum to %v", sum)
	}
}

// What a fight leaves goes on in the next: the time, the hit points, what kills later, and levels lost.
func TestSeriesCarries(t *testing.T) {
	jackals := func(turns int) []*Question {
		var list []*Question
		for range 3 {
			q := samurai(t, "5.0.0", "jackal", 30)
			q.Pace, q.Turns = Normal, turns
			list = append(list, q)
		}
		return list
	}
	if a, _ := Series(jackals(2)); a.Win.P != 0 || a.Open.P < 0.9 {
		t.Errorf("three jackals in 2 turns: %v, open %v", a.Win, a.Open)
	}
	if a, each := Series(jackals(300)); a.Turns.Mean < 3 || math.Abs(a.Turns.Mean-each[0].Turns.Mean-each[1].Turns.Mean-each[2].Turns.Mean) > 0.01 || a.Turns.Half < 3 {
		t.Errorf("three jackals take %v turns", a.Turns)
	}
	slimed, ant := samurai(t, "3.6.7", "green slime", 90), samurai(t, "3.6.7", "stalker", 90)
	ant.FoeHP = 300
	a, each := Series([]*Question{slimed, ant})
	var slime float64
	for _, c := range a.Causes {
		if c.What == "turning to slime" {
			slime = c.P
		}
	}
	if slime < each[0].Doomed[0].P*0.99 || each[0].Doomed[0].P < 0.2 {
		t.Errorf("slime kills %.4f in a long second fight, of %v", slime, each[0].Doomed)
	}
	drained, newt := samurai(t, "3.6.7", "vampire lord", 200), samurai(t, "3.6.7", "newt", 200)
	drained.FoeHP = 150
	if a, each := Series([]*Question{drained, newt}); a.HPLeft.Mean > each[0].HPLeft.Mean+2 || a.Win.P > each[0].Win.P+1e-9 || a.Win.P < each[0].Win.P*0.98 {
		t.Errorf("a newt after a vampire lord: %v, %v HP left of %v", a.Win, a.HPLeft, each[0].HPLeft)
	}
}

// A brain eaten kills a hero with the least Int at the first tentacle that hits, and others later.
func TestBrainsEaten(t *testing.T) {
	turns := func(wits, turns int) float64 {
		q := samurai(t, "3.6.7", "mind flayer", 400)
		q.FoeHP, q.Turns, q.Int = 400, turns, wits
		for _, c := range Fight(q).Causes {
			if c.What == Brainless {
				return c.P
			}
		}
		return 0
	}
	q := samurai(t, "3.6.7", "mind flayer", 400)
	hits := 0.0
	for _, n := range q.Foe.Numbers() {
		none := 1.0
		for i := 1; i <= 3; i++ { // after its weapon
			none *= 1 - hurt.HitsWith(n.Value, i)
		}
		hits += n.P * (1 - none)
	}
	if got := turns(3, 2); math.Abs(got-hits) > 1e-4 {
		t.Errorf("Int 3: %.5f at its first move, where %.5f of these hit", got, hits)
	}
	was := 1.0
	for wits := 4; wits <= 18; wits += 2 {
		now := turns(wits, 4)
		if now >= was || now <= 0 {
			t.Errorf("Int %d: %.5f, with less %.5f", wits, now, was)
		}
		was = now
	}
	if got := turns(0, 50); got > 0 {
		t.Errorf("an Int that is not known: %.5f", got)
	}
}

// Whoever kills a gas spore beside it is in its explosion, which takes 4d6.
func TestGasSporeExplodes(t *testing.T) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for _, hp := range []int{3, 10, 16, 24, 25} {
			q := samurai(t, version, "gas spore", hp)
			a, dead := Fight(q), dist.Dice(4, 6).AtLeast(hp)
			if math.Abs(a.Lose.P-dead) > 1e-6 || math.Abs(a.Win.P-(1-dead)) > 1e-6 {
				t.Errorf("%s, %d HP: %v, %v, want %.5f dead", version, hp, a.Lose, a.Win, dead)
			}
			if dead > 0 && a.Causes[0].What != Explosion {
				t.Errorf("%s, %d HP: %v", version, hp, a.Causes)
			}
		}
	}
}

// The Oracle answers also the blow that kills it.
func TestOracleAnswersTheLastBlow(t *testing.T) {
	q := samurai(t, "3.6.7", "Oracle", 5)
	q.FoeHP = 1
	if a := Fight(q); a.Lose.P < 0.99 || a.Causes[0].What != "magic missiles" {
		t.Errorf("%+v", a)
	}
	q.Foe.Antimagic = true
	if a := Fight(q); a.Lose.P > 0 {
		t.Errorf("with magic resistance: %+v", a)
	}
}

// A foe that strikes first has made a move before the hero's first, and makes one after it.
func TestFoeFirst(t *testing.T) {
	q := samurai(t, "3.6.7", "jackal", 1)
	q.FoeHP, q.Turns = 300, 1
	if a := Fight(q); a.Lose.P > 0 {
		t.Errorf("a jackal kills %.4f in turn 1, in which it has no movement", a.Lose.P)
	}
	once := 0.0
	for _, n := range q.Foe.Numbers() {
		once += n.P * hurt.HitsWith(n.Value, 0)
	}
	q.FoeFirst = true
	if a, want := Fight(q), 1-(1-once)*(1-once); math.Abs(a.Lose.P-want) > 1e-6 || math.Abs(a.Dead[1]-want) > 1e-6 {
		t.Errorf("a jackal that is first kills %.6f in turn 1, want %.6f", a.Lose.P, want)
	}
	after := samurai(t, "3.6.7", "newt", 70)
	after.FoeFirst, q.Turns = true, 300
	if all, each := Series([]*Question{q, after}); len(each) != 2 || math.Abs(all.Win.P+all.Lose.P+all.Open.P-1) > 2e-5 {
		t.Errorf("a series: %v, %v, %v", all.Win, all.Lose, all.Open)
	}
}

// A level is lost before the damage of the bite that costs it, so that a hero whom the loss has
// left with 1 hit point is dead.
func TestDrainComesBeforeDamage(t *testing.T) {
	q := samurai(t, "3.6.7", "wraith", 7)
	q.FoeHP, q.Turns = 300, 2
	once := 0.0
	for _, n := range q.Foe.Numbers() {
		once += n.P * hurt.HitsWith(n.Value, 0)
	}
	q.HP, q.MaxHP, q.Hero.XL = 7, 70, 10 // a level is 7 hit points, its touch does 1 to 6
	if a, want := Fight(q), once/3; math.Abs(a.Lose.P-want) > 1e-6 {
		t.Errorf("dead after a touch: %.6f, want %.6f", a.Lose.P, want)
	}
}
