package duel

import (
	"slices"

	"delphi/engine/fight"
	"delphi/engine/hurt"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Pace is how fast a hero moves.
type Pace int

// Paces.
const (
	Normal Pace = iota
	Fast
	VeryFast
)

// Question is a hero and a foe beside each other, who fight until one is dead or the
// turns are over. The hero strikes whenever the foe is within reach, and first: the foe has
// no movement in turn 1, as one that has just been made.
type Question struct {
	Rules *rules.Duel
	Hero  fight.Question // and the foe as what the hero strikes at
	Foe   hurt.Assault   // the foe as what strikes; Level is its level, AC the hero's

	HP, MaxHP int // the hero's
	FoeHP     int // which is the most that it may have
	Con, Wis  int
	// Int is followed beside a foe that eats brains, which kills who has hardly any;
	// 0: it is not known.
	Int   int
	Pace  Pace
	Turns int
	// Waits: the hero stays where the foe leaves off, instead of chasing it.
	Waits   bool
	InWater bool // the foe is in water, and the hero beside it
	// FoeFirst: the foe makes the moves of a turn before turn 1, and moves in that, too, as one
	// that has come up to the hero.
	FoeFirst bool

	Regenerates, FreeAction, Reflects, Blind, SlowDigestion  bool // of the hero
	AcidProof, StoneProof, SickProof, DrainProof, SlimeProof bool

	from   [][]survivor // those who come to the fight, by turn; nil: a hero at its start
	goesOn bool         // who wins comes to another
}

// Limits of a question.
const (
	MaxHP    = 999
	MaxTurns = 300
	MaxCon   = 25
)

// Check refuses what the game cannot have. Its errors are a *problem.Problem.
func (q *Question) Check() error {
	for _, r := range []struct {
		what        string
		n, from, to int
	}{{"Your HP", q.HP, 1, MaxHP}, {"Your most HP", q.MaxHP, q.HP, MaxHP}, {"The monster's HP", q.FoeHP, 1, MaxHP}, {"Constitution", q.Con, 3, MaxCon}, {"The number of turns", q.Turns, 1, MaxTurns}} {
		if r.n < r.from || r.n > r.to {
			return problem.Newf("%s goes from %d to %d, not %d.", r.what, r.from, r.to, r.n).Try("duel soldier ant as Samurai xl8 hp 60 ac 4, katana")
		}
	}
	if err := q.Hero.Check(); err != nil {
		return err
	}
	return q.Foe.Check()
}

// is reports a class symbol, or a name, in a list.
func is(m *rules.Monster, list []string) bool {
	return slices.Contains(list, m.Name) || slices.Contains(list, m.Symbol)
}

// passive returns the attack with which the foe answers blows, or nil.
func (q *Question) passive() *rules.MonsterAttack { return q.first("NONE") }

// booms returns the attack that the foe's death is, or nil.
func (q *Question) booms() *rules.MonsterAttack { return q.first("BOOM") }

// first returns the foe's first attack of a type, or nil.
func (q *Question) first(kind string) *rules.MonsterAttack {
	i := slices.IndexFunc(q.Foe.Attacks, func(a rules.MonsterAttack) bool { return a.Type == kind })
	if i < 0 {
		return nil
	}
	return &q.Foe.Attacks[i]
}

// EatsBrains reports a foe that eats brains.
func (q *Question) EatsBrains() bool {
	return slices.ContainsFunc(q.Foe.Attacks, func(a rules.MonsterAttack) bool { return a.Damage == "DRIN" })
}

// sizes holds the sizes of monsters in order; a hero is medium.
var sizes = map[string]int{"tiny": 0, "small": 1, "medium": 2, "large": 3, "huge": 4, "gigantic": 7}

const heroSize = 2

// knocksFoe reports a weapon whose hits may knock the foe back.
func (q *Question) knocksFoe() bool {
	w := &q.Hero.Weapon
	const whacks = 4
	soft := []string{"liquid", "wax", "veggy", "flesh", "paper", "cloth", "leather"}
	return q.Rules.KnockOnce > 0 && heroSize > sizes[q.Foe.Size]+1 && !w.None() && !q.Hero.TwoWeapon && w.Dir&whacks != 0 && !slices.Contains(soft, w.Material)
}

// knocksHero reports a foe whose hits may knock the hero back.
func (q *Question) knocksHero() bool {
	grabs := slices.ContainsFunc(q.Foe.Attacks, func(a rules.MonsterAttack) bool {
		return a.Type == "ENGL" || a.Type == "HUGS" || a.Damage == "STCK" || a.Damage == "WRAP"
	})
	return q.Rules.KnockOnce > 0 && sizes[q.Foe.Size] > heroSize+1 && !grabs && !q.Foe.Is("UNSOLID")
}

// Skipped says what the foe does that no chance counts.
func Skipped(q *Question) (notes []string) {
	has := func(kinds ...string) bool {
		return slices.ContainsFunc(q.Foe.Attacks, func(a rules.MonsterAttack) bool {
			return slices.Contains(kinds, a.Type) || slices.Contains(kinds, a.Damage)
		})
	}
	if has("BREA", "SPIT") {
		notes = append(notes, "what it breathes or spits from afar is not counted")
	}
	if q.Foe.Is("WERE") || q.Foe.Is("DEMON") && !q.Foe.Is("NOPOLY") {
		notes = append(notes, "it summons no help and keeps its form")
	}
	if has("RUST", "CORR", "DCAY", "ENCH", "ACID") {
		notes = append(notes, "nothing of yours is eroded")
	}
	if q.Foe.Symbol == "T" {
		notes = append(notes, "that it may rise again is not counted")
	}
	if has("DRST", "DRDX", "DRCO") {
		notes = append(notes, "attributes that poison takes are not followed")
	}
	if q.EatsBrains() && q.Int == 0 {
		notes = append(notes, "brains that it eats are not followed")
	}
	return notes
}
