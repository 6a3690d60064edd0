package fight

import (
	"strconv"
	"strings"

	"delphi/engine/rules"
)

// Return is what a monster's passive attack does to a hero who attacks it in melee.
type Return struct {
	When When    `json:"when"`
	P    float64 `json:"p"`
	What string  `json:"what"` // "its gaze freezes you"
	// Takes is the distribution of its damage or, if Turns is set, of the turns it lasts.
	// It is nil if the attack does neither.
	Takes  *Range `json:"takes,omitempty"`
	Turns  bool   `json:"turns,omitempty"`
	Also   string `json:"also,omitempty"`   // "and heals it"
	Unless string `json:"unless,omitempty"` // "you have free action"
}

// When says after which blows a passive attack may come.
type When string

// After which blows a passive attack may come.
const (
	OnHit   When = "hit"
	OnAlive When = "blow, hit or miss, that leaves it alive"
	OnBlow  When = "blow, hit or miss"
	OnDeath When = "death"
)

// Returns returns a target's passive attack, nil if it has none (passive).
func (q *Question) Returns() *Return {
	if q.Missile {
		return nil
	}
	for _, a := range q.Monster.Attacks {
		if r := q.returned(a); r != nil {
			return r
		}
	}
	return nil
}

func (q *Question) returned(a rules.MonsterAttack) *Return {
	const alive = 2.0 / 3
	times := q.dealtBack(a.Dice)
	bare := q.Weapon.None() || q.Kick
	switch {
	case a.Type == "BOOM":
		return &Return{OnDeath, 1, "it explodes", times, false, "", ""}
	case a.Type != "NONE":
		return nil
	}
	switch a.Damage {
	case "ACID":
		return &Return{OnHit, 1.0 / 2, "acid burns you", times, false, "", "you resist acid"}
	case "STON":
		switch {
		case q.Kick && !q.Feet.Boots:
			return &Return{OnHit, 1, "you turn to stone", nil, false, "", "you wear boots"}
		case q.Kick:
		case bare && !q.Gloved:
			return &Return{OnHit, 1, "you turn to stone", nil, false, "", "you wear gloves"}
		}
	case "RUST":
		return &Return{OnHit, 1, "it rusts what you hit it with", nil, false, "", "that cannot rust"}
	case "CORR":
		return &Return{OnHit, 1, "it corrodes what you hit it with", nil, false, "", "that cannot corrode"}
	case "ENCH":
		return &Return{OnHit, 1, "it takes a point of the enchantment of what you hit it with", nil, false, "", "that resists"}
	case "MAGM":
		return &Return{OnBlow, 1, "magic missiles hit you", times, false, "", "you have magic resistance"}
	case "PLYS":
		if q.Monster.Name == "floating eye" {
			return &Return{OnAlive, alive, "its gaze freezes you", times, true, "", "you are blind, reflect or have free action"}
		}
		return &Return{OnAlive, alive, "it freezes you", times, true, "", "you have free action"}
	case "COLD":
		return &Return{OnAlive, alive, "cold hurts you", times, false, "and heals it by half as much", "you resist cold"}
	case "STUN":
		return &Return{OnAlive, alive, "it stuns you", times, true, "", ""}
	case "FIRE":
		return &Return{OnAlive, alive, "fire burns you", times, false, "", "you resist fire"}
	case "ELEC":
		return &Return{OnAlive, alive, "it shocks you", times, false, "", "you resist shock"}
	}
	return nil
}

// dealtBack returns the number of dice: if it is 0, one more than the monster's level.
func (q *Question) dealtBack(dice string) *Range {
	first, second, _ := strings.Cut(dice, "d")
	n, _ := strconv.Atoi(first)
	x, _ := strconv.Atoi(second)
	if n == 0 {
		n = q.level() + 1
	}
	if x == 0 {
		return nil
	}
	return &Range{n, n * x, float64(n*(x+1)) / 2}
}
