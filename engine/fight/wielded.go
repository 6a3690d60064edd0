package fight

import (
	"delphi/engine/dist"
	"delphi/engine/rules"
)

// Against returns what a weapon in a monster's hand adds to the to-hit number of its weapon
// attacks (hitval), and to the damage of a hit (dmgval), against a hero in his own form: of medium
// size, neither undead nor hurt by silver. Unlike a hero's, it is never used as a mere club. What
// artifacts add is left out.
func (w *Weapon) Against(f *rules.Fight) (toHit int, damage dist.Dist) {
	plain := *w
	plain.Artifact = ""
	q := Question{Rules: f, Target: Target{Monster: &rules.Monster{Name: "human", Symbol: "@", Size: "medium"}}}
	var r roll
	q.weaponHit(&r, &plain)
	return r.sum, q.base(&plain)
}
