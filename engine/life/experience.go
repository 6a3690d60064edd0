package life

import (
	"slices"
	"strconv"
	"strings"

	"delphi/engine/rules"
)

// Part is one part of the experience for a kill.
type Part struct {
	What  string `json:"what"`
	Value int    `json:"value"`
	How   string `json:"-"`
	Rule  string `json:"-"` // of data/all/cites
}

// Kill is the experience for killing a monster of a given level.
type Kill struct {
	Points int    `json:"points"`
	Parts  []Part `json:"parts"`
}

const normalSpeed = 12

// Experience returns the experience for killing a monster that has reached the given
// level and wears nothing. air means that the hero need not breathe, so that drowning
// attacks are worth nothing extra.
func Experience(g *rules.Growth, m *rules.Monster, level int, air bool) Kill {
	var k Kill
	add := func(what string, value int, how, rule string) {
		if value != 0 {
			k.Points += value
			k.Parts = append(k.Parts, Part{what, value, how, rule})
		}
	}
	n := strconv.Itoa(level)
	add("level "+n, 1+level*level, "1 + "+n+"*"+n, rules.CiteExperience)
	if m.Name == "mail daemon" {
		k.Points, k.Parts = 1, []Part{{"a mail daemon", 1, "", rules.CiteExperience}}
		return k
	}
	switch {
	case m.AC < 0:
		add("AC "+strconv.Itoa(m.AC), (7-m.AC)*2, "(7 - "+strconv.Itoa(m.AC)+")*2", rules.CiteExperience)
	case m.AC < 3:
		add("AC "+strconv.Itoa(m.AC), 7-m.AC, "7 - "+strconv.Itoa(m.AC), rules.CiteExperience)
	}
	switch {
	case m.Speed > 3*normalSpeed/2:
		add("speed "+strconv.Itoa(m.Speed), 5, "", rules.CiteExperience)
	case m.Speed > normalSpeed:
		add("speed "+strconv.Itoa(m.Speed), 3, "", rules.CiteExperience)
	}
	ways := 0
	for _, a := range m.Attacks {
		switch a.Type {
		case "WEAP":
			ways += 5
		case "MAGC":
			ways += 10
		case "NONE", "CLAW", "BITE", "KICK", "BUTT":
		default:
			ways += 3
		}
	}
	add("kinds of attack", ways, "", rules.CiteExperience)
	kinds, heavy, drowns := 0, 0, 0
	for _, a := range m.Attacks {
		kinds += damageWorth(g, a.Damage, level)
		if dice, sides, ok := strings.Cut(a.Dice, "d"); ok {
			d, _ := strconv.Atoi(dice)
			s, _ := strconv.Atoi(sides)
			if d*s > 23 {
				heavy += level
			}
		}
		if a.Damage == "WRAP" && m.Symbol == ";" && !air {
			drowns += 1000
		}
	}
	if g.EveryAttack {
		kinds += level * max(0, g.Attacks-len(m.Attacks))
	}
	add("kinds of damage", kinds, "", rules.CiteDamageCounts)
	add("heavy damage", heavy, "", rules.CiteExperience)
	add("drowning", drowns, "", rules.CiteExperience)
	if m.Is("NASTY") {
		add("extra nasty", 7*level, "7*"+n, rules.CiteExperience)
	}
	if level > 8 {
		add("above level 8", 50, "", rules.CiteExperience)
	}
	return k
}

// damageWorth returns the experience for one attack by its damage type.
func damageWorth(g *rules.Growth, damage string, level int) int {
	switch {
	case slices.Contains(g.Doubled, damage):
		return 2 * level
	case slices.Contains(g.Feared, damage):
		return g.FearedAdds
	case damage != "PHYS" || g.EveryAttack:
		return level
	}
	return 0
}

// Again returns the experience for a revived or cloned monster, given how many of its
// kind have died, including itself.
func Again(g *rules.Growth, points, died int) int {
	if g.FewerFrom == 0 {
		return points
	}
	most := g.FewerFrom
	for i := 0; died > most && points > 1; i++ {
		points = (points + 1) / 2
		died -= most
		if i%2 == 1 {
			most += g.FewerFrom
		}
	}
	return points
}

// Gain is the effect of experience on a hero.
type Gain struct {
	Before int `json:"before"` // points
	After  int `json:"after"`
	XL     int `json:"xl"`    // after it
	Next   int `json:"next"`  // points at which the next level comes; 0: there is none
	Kills  int `json:"kills"` // of as many points, until the level rises; 0: never
}

// LeastAt returns the experience points at which a level begins.
func LeastAt(g *rules.Growth, xl int) int {
	if xl < 2 {
		return 0
	}
	return g.Cutoffs[xl-2]
}

// LevelAt returns the level of a hero with that many points who has never lost any.
func LevelAt(g *rules.Growth, points int) int {
	xl := 1
	for _, n := range g.Cutoffs {
		if points >= n {
			xl++
		}
	}
	return xl
}

// Gains returns the effect of a kill on a hero with the given level and experience. One
// kill raises a hero by at most one level.
func Gains(g *rules.Growth, xl, before, points int) Gain {
	out := Gain{Before: before, After: before + points, XL: xl}
	if xl-1 < len(g.Cutoffs) {
		next := g.Cutoffs[xl-1]
		out.Next, out.Kills = next, max(1, (next-before+points-1)/points)
		if out.After >= next {
			out.XL++
			if xl < len(g.Cutoffs) {
				out.After = min(out.After, g.Cutoffs[xl]-1)
			}
		}
	}
	return out
}

// Spree returns the level and the experience of a hero after kills of so many points each. One
// kill raises a hero by at most one level.
func Spree(g *rules.Growth, xl, before, points, kills int) (level, after int) {
	for range kills {
		gain := Gains(g, xl, before, points)
		xl, before = gain.XL, gain.After
	}
	return xl, before
}

// Kills returns how many kills of so many points each take a hero with the given level and
// experience to another level. One kill raises a hero by at most one level, and leaves less
// experience than the level after it begins with. It is 0 if the hero is there, or if no kill
// brings anything.
func Kills(g *rules.Growth, xl, before, points, target int) (kills int) {
	for points > 0 && xl < min(target, len(g.Cutoffs)+1) {
		gain := Gains(g, xl, before, points)
		kills += gain.Kills
		before += (gain.Kills - 1) * points
		before = Gains(g, xl, before, points).After
		xl++
	}
	return kills
}
