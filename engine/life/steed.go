package life

import (
	"slices"
	"strings"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Rider is who saddles and mounts a monster.
type Rider struct {
	Role         string
	XL, Dex, Cha int
	Skill        rules.Skill // in riding
	Tame         int         // the monster's tameness; 0: it is wild
	Level        int         // the monster's
	Impaired     bool        // confused, fumbling or with slippery fingers
	Riding       bool        // gloves or boots that look made for riding
	Cursed       bool        // the saddle
	Greased      bool
}

// TakesSaddle reports whether a saddle fits a monster.
func TakesSaddle(s *rules.Steeds, m *rules.Monster) bool {
	small := slices.Contains([]string{"tiny", "small"}, m.Size)
	return strings.Contains(s.Symbols, m.Symbol) && !small && (!m.Is("HUMANOID") || s.Centaurs && m.Symbol == "C") && !m.Is("AMORPHOUS") && !m.Is("UNSOLID")
}

// SaddlePart is one part of a chance to put a saddle on, in per cent.
type SaddlePart struct {
	What  string `json:"what"`
	Value int    `json:"value"`
}

// Saddling returns the parts of the chance to put a saddle on, and the chance itself
// (use_saddle).
func Saddling(s *rules.Steeds, r *Rider) (parts []SaddlePart, chance odds.Fraction) {
	sum := 0
	add := func(what string, n int) {
		if sum += n; n != 0 {
			parts = append(parts, SaddlePart{what, n})
		}
	}
	add("Dex", r.Dex)
	add("Cha", r.Cha/s.ChaPart)
	if r.Tame > 0 {
		add("tameness", s.PerTame*r.Tame)
		add("XL", s.TameXL*r.XL)
	} else {
		add("XL", s.WildXL*r.XL)
		add("its level", -s.WildLevel*r.Level)
	}
	if r.Role == s.Role {
		add(s.Role, s.RoleBonus)
	}
	add("skill", s.Skill[r.Skill])
	if r.Impaired {
		add("confused, fumbling or slippery", -s.Impaired)
	} else if r.Riding {
		add("riding gear", s.Riding)
	}
	if r.Cursed {
		add("cursed saddle", -s.Cursed)
	}
	return parts, odds.Of(int64(max(0, min(100, sum))), 100)
}

// Mounting returns the chance to mount a tame, saddled monster (mount_steed). refuses
// means that the monster is no longer tame instead, which happens when anybody but a Knight
// tries to mount a barely tame one.
func Mounting(s *rules.Steeds, r *Rider) (chance odds.Fraction, refuses bool) {
	tame := r.Tame
	if r.Role != s.Role {
		tame--
	}
	switch {
	case tame <= 0:
		return odds.Never, true
	case r.Impaired, r.Cursed, r.Greased && s.Greased:
		return odds.Never, false
	}
	return odds.Of(int64(min(s.SlipDie, r.XL+tame)), int64(s.SlipDie)), false
}
