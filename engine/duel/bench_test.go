package duel

import (
	"slices"
	"strconv"
	"syscall"
	"testing"

	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/rules"
)

// samurai returns a hero of the middle of a game against a monster of its own level and as
// many hit points as the mean of its dice.
func samurai(t testing.TB, version, name string, hp int) *Question {
	t.Helper()
	set := rules.Get(version)
	m := set.Bestiary().Named(name)
	if m == nil {
		t.Fatalf("%s has no %s", version, name)
	}
	q := &Question{
		Rules: set.Duel(), HP: hp, MaxHP: hp, Con: 16, Wis: 11, Turns: 300, Pace: Fast,
		Hero: fight.Question{Set: set, Rules: set.Fight(), Hero: fight.Hero{Role: "Samurai", Race: "human", XL: 10, Str: 68, Dex: 16}, Target: fight.Target{Monster: m, AC: m.AC, Level: -1},
			Weapon: fight.Weapon{Object: set.Object("katana"), Enchant: 2, BUC: rules.Uncursed, Skill: rules.Skilled}},
		Foe: hurt.Assault{Rules: set.Hurt(), Monster: m, Level: -1, AC: 0, Dex: 16, Str: 68, Worn: map[rules.Slot]hurt.Piece{}},
	}
	q.FoeHP = int(q.Hero.HitPoints().Mean())
	if err := q.Check(); err != nil {
		t.Fatal(err)
	}
	return q
}

// thirty and a few are monsters that between them do all that a fight follows.
var thirty = []string{
	"soldier ant", "killer bee", "dwarf", "floating eye", "gelatinous cube", "cockatrice", "green slime", "vampire", "wraith", "troll", "purple worm", "trapper", "ochre jelly", "energy vortex", "air elemental",
	"leprechaun", "water nymph", "soldier", "werewolf", "giant eel", "lich", "Keystone Kop", "owlbear", "cobra", "leocrotta", "red dragon", "white unicorn", "stalker", "vampire bat", "minotaur",
	"mind flayer", "blue jelly", "golden naga", "titan",
}

func BenchmarkThirtyMonsters(b *testing.B) {
	for b.Loop() {
		for _, name := range thirty {
			Fight(samurai(b, "3.6.7", name, 70))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N*len(thirty)), "ms/fight")
}

func benchmark(b *testing.B, version, name string, change func(*Question)) {
	for b.Loop() {
		q := samurai(b, version, name, 70)
		change(q)
		Fight(q)
	}
}

func BenchmarkTwoHundred(b *testing.B) {
	benchmark(b, "3.6.7", "minotaur", func(q *Question) { q.HP, q.MaxHP, q.FoeHP = 200, 200, 200 })
}

func BenchmarkTwoHundredWaiting(b *testing.B) {
	benchmark(b, "3.4.3", "minotaur", func(q *Question) { q.HP, q.MaxHP, q.FoeHP, q.Waits = 200, 200, 200, true })
}

func BenchmarkTwoHundredEngulfed(b *testing.B) {
	benchmark(b, "5.0.0", "purple worm", func(q *Question) { q.HP, q.MaxHP, q.FoeHP = 200, 200, 200 })
}

func BenchmarkTwoHundredCasting(b *testing.B) {
	benchmark(b, "3.6.7", "lich", func(q *Question) { q.HP, q.MaxHP, q.FoeHP = 200, 200, 200 })
}

func BenchmarkTwoHundredKnocking(b *testing.B) {
	benchmark(b, "5.0.0", "red dragon", func(q *Question) { q.HP, q.MaxHP, q.FoeHP = 200, 200, 200 })
}

func BenchmarkStalkerWaiting(b *testing.B) {
	benchmark(b, "5.0.0", "stalker", func(q *Question) { q.Waits = true })
}

// spent returns the processor time that the process has taken, in ms.
func spent(b *testing.B) float64 {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		b.Fatal(err)
	}
	return float64(r.Utime.Nano()+r.Stime.Nano()) / 1e6
}

// The fights of every monster of each version, and how many of them take over 20 ms of processor
// time: the least that each takes of the times that it is fought.
func BenchmarkEveryMonster(b *testing.B) {
	for _, hp := range []int{70, 128, 200} {
		for _, waits := range []bool{false, true} {
			name := strconv.Itoa(hp)
			if waits {
				name += "-waiting"
			}
			b.Run(name, func(b *testing.B) {
				var least []float64
				for b.Loop() {
					least = fightAll(b, hp, waits, least)
				}
				slow, all := 0, 0.0
				for _, took := range least {
					if all += took; took > 20 {
						slow++
					}
				}
				b.ReportMetric(all/float64(len(least)), "ms/fight")
				b.ReportMetric(slices.Max(least), "most-ms")
				b.ReportMetric(float64(slow), "over20ms")
			})
		}
	}
}

// fightAll returns the least of the times that fights took so far and now. Above 70 the foe has
// as many hit points as the hero.
func fightAll(b *testing.B, hp int, waits bool, before []float64) (least []float64) {
	for _, version := range []string{"3.4.3", "3.6.7", "5.0.0"} {
		for _, m := range rules.BestiaryOf(version).Monsters {
			q := samurai(b, version, m.Name, hp)
			q.Foe.Monster, q.Hero.Monster, q.Waits = m, m, waits
			if hp > 70 {
				q.FoeHP = hp
			}
			began := spent(b)
			Fight(q)
			least = append(least, spent(b)-began)
		}
	}
	for i, took := range before {
		least[i] = min(least[i], took)
	}
	return least
}

func BenchmarkEachOfThirty(b *testing.B) {
	for _, name := range thirty {
		b.Run(name, func(b *testing.B) { benchmark(b, "3.6.7", name, func(*Question) {}) })
	}
}
