package fight

import (
	"testing"

	"delphi/engine/rules"
)

// bench is a hero with two weapons against something that takes a while.
func bench(b *testing.B, change func(*Question)) {
	m := monster(b, "5.0.0", "minotaur")
	q := &Question{
		Rules:  rules.Get("5.0.0").Fight(),
		Hero:   Hero{Role: "Samurai", Race: "human", XL: 10, Str: 68, Dex: 14, TwoWeapon: true, TwoWeaponSkill: rules.Basic},
		Target: Target{Monster: m, AC: m.AC, Level: -1}, Weapon: weapon(b, "5.0.0", "katana", ""), Second: weapon(b, "5.0.0", "short sword", ""),
	}
	q.Weapon.Skill, q.Second.Skill = rules.Skilled, rules.Basic
	change(q)
	for b.Loop() {
		Attack(q)
	}
}

func BenchmarkTwoWeapons(b *testing.B) { bench(b, func(*Question) {}) }

func BenchmarkHopeless(b *testing.B) {
	bench(b, func(q *Question) { q.Target.AC, q.Target.Level, q.Turns = -20, 49, MaxTurns })
}

func BenchmarkMagicbane(b *testing.B) {
	bench(b, func(q *Question) {
		q.TwoWeapon, q.Weapon = false, weapon(b, "5.0.0", "", magicbane)
		q.Weapon.Skill = rules.Expert
	})
}

func BenchmarkVolley(b *testing.B) {
	bench(b, func(q *Question) {
		q.TwoWeapon, q.Missile, q.Quantity = false, true, 20
		q.Weapon = weapon(b, "5.0.0", "dagger", "")
		q.Weapon.Skill, q.Role, q.Dex, q.Weapon.BUC = rules.Expert, "Rogue", 18, rules.Blessed
	})
}
