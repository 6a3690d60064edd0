package hurt

import (
	"math"
	"testing"
)

// Each branch of a monster's move on one kind of damage, one monster or one state
// of the hero: what it does in a move that hits, and what it takes.
func TestHurtCases(t *testing.T) {
	type change func(*Assault)
	state := func(set func(*Assault)) []change { return []change{set} }
	blind := state(func(q *Assault) { q.Blind = true })
	held := state(func(q *Assault) { q.Held = true })
	for _, x := range []struct {
		what, version, monster string
		change                 []change
		effect                 string
		p, mean                float64 // of the effect in a move; of the move
	}{
		{"a lich's touch does nothing to who resists cold", "3.6.7", "lich", state(func(q *Assault) { q.Cold, q.MC = true, 0 }), "", 0, 0},
		{"but strikes with about half its dice", "5.0.0", "demilich", state(func(q *Assault) { q.Cold = true }), "", 0, 5},
		{"and a d10 becomes a d6", "5.0.0", "lich", state(func(q *Assault) { q.Cold = true }), "", 0, 3.5},
		{"a gaze that burns fails once in five", "5.0.0", "pyrolisk", nil, "", 0, 5.6 + 3.5},
		{"and not who resists fire", "3.4.3", "pyrolisk", state(func(q *Assault) { q.Fire = true }), "", 0, 0},
		{"or sees nothing", "5.0.0", "pyrolisk", blind, "", 0, 3.5},
		{"an umber hulk's gaze confuses", "5.0.0", "umber hulk", nil, "confusion", 0.8, 21},
		{"not the blind", "5.0.0", "umber hulk", blind, "confusion", 0, 21},
		{"Medusa stones", "5.0.0", "Medusa", state(func(q *Assault) { q.Reflects = false }), "stoning", 1, 0},
		{"but not who resists it", "5.0.0", "Medusa", state(func(q *Assault) { q.Reflects, q.Stone, q.Immune = false, true, true }), "stoning", 0, 13},
		{"an Archon blinds and stuns", "3.6.7", "Archon", nil, "blindness", 1, -1},
		{"a yellow light blinds", "5.0.0", "yellow light", nil, "blindness", 1, 0},
		{"not the blind", "5.0.0", "yellow light", blind, "blindness", 0, 0},
		{"a raven claws at the eyes", "5.0.0", "raven", nil, "blindness", 1, 3.5},
		{"a fire vortex burns half of the time", "3.4.3", "fire vortex", nil, "stuck", 1, 2.75},
		{"not who resists fire", "3.4.3", "fire vortex", state(func(q *Assault) { q.Fire = true }), "stuck", 1, 0},
		{"an ochre jelly's acid", "5.0.0", "ochre jelly", state(func(q *Assault) { q.Acid = true }), "stuck", 1, 0},
		{"an energy vortex drains no energy", "3.4.3", "energy vortex", nil, "energy drain", 0, -1},
		{"and does", "3.6.7", "energy vortex", nil, "energy drain", 0.75, -1},
		{"who is engulfed is hit by nothing else", "3.6.7", "trapper", held, "stuck", 0, -1},
		{"a gremlin by day", "5.0.0", "gremlin", nil, "loss of an intrinsic", 0, 9.5},
		{"by night", "5.0.0", "gremlin", state(func(q *Assault) { q.Night = true }), "loss of an intrinsic", 0.1, 9.5},
		{"Famine", "5.0.0", "Famine", nil, "40 to 79 hunger", 1, -1},
		{"a shade slows", "5.0.0", "shade", nil, "loss of intrinsic speed", 0.25, -1},
		{"and freezes", "5.0.0", "shade", nil, "paralysis", 1.0 / 3, -1},
		{"not those with free action", "5.0.0", "shade", state(func(q *Assault) { q.Free = true }), "paralysis", 0, -1},
		{"or who cannot move anyway", "5.0.0", "gelatinous cube", state(func(q *Assault) { q.Helpless = true }), "paralysis", 0, 5},
		{"the undead at midnight", "3.4.3", "kobold zombie", state(func(q *Assault) { q.Midnight = true }), "", 0, 0.95 * 5},
		{"the living", "3.4.3", "jackal", state(func(q *Assault) { q.Midnight = true }), "", 0, 1.5},
		{"a cockatrice", "3.6.7", "cockatrice", nil, "delayed stoning", 1.0 / 30, 2},
		{"at new moon", "3.6.7", "cockatrice", state(func(q *Assault) { q.NewMoon = true }), "delayed stoning", 1.0 / 3, 2},
		{"a hero of stone", "3.6.7", "cockatrice", state(func(q *Assault) { q.NewMoon, q.Stone = true, true }), "delayed stoning", 0, 2},
		{"an elemental at home", "5.0.0", "earth elemental", state(func(q *Assault) { q.Home = true }), "", 0, 28},
		{"long ago", "3.6.7", "earth elemental", state(func(q *Assault) { q.Home = true }), "", 0, 14},
		{"others are nowhere at home", "5.0.0", "jackal", state(func(q *Assault) { q.Home = true }), "", 0, 1.5},
		{"an eel drowns whom it holds in water", "3.4.3", "electric eel", append(held, func(q *Assault) { q.Water = true }), "", 0, -1},
		{"a giant eel", "5.0.0", "giant eel", append(held, func(q *Assault) { q.Water = true }), "drowning", 1, 0},
		{"not on land", "5.0.0", "giant eel", held, "drowning", 0, 10.5},
		{"a monkey that steals does not bite", "5.0.0", "monkey", nil, "theft", 1, 0},
		{"a seducer does not claw", "3.4.3", "succubus", nil, "seduction", 1, 0},
		{"disease", "5.0.0", "Juiblex", state(func(q *Assault) { q.Sick = true }), "disease", 0, 0},
		{"Pestilence hurts all the same", "5.0.0", "Pestilence", state(func(q *Assault) { q.Sick = true }), "disease", 0, -1},
		{"a wraith drains", "5.0.0", "wraith", nil, "level drain", 1.0 / 3, -1},
		{"a vampire", "5.0.0", "vampire", nil, "level drain", 1.0 / 3, -1},
		{"not who resists", "5.0.0", "vampire", state(func(q *Assault) { q.Drain = true }), "level drain", 0, -1},
		{"a xan reaches no hero in the air", "3.4.3", "xan", state(func(q *Assault) { q.Airborne = true }), "wounded legs", 0, 0},
		{"but flies itself", "3.6.7", "xan", state(func(q *Assault) { q.Airborne = true }), "wounded legs", 1, -1},
		{"a genetic engineer", "5.0.0", "genetic engineer", nil, "polymorph", 1, 0},
		{"and magic resistance", "5.0.0", "genetic engineer", state(func(q *Assault) { q.Antimagic = true }), "polymorph", 0, 2.5},
		{"a nurse", "3.4.3", "nurse", nil, "healing (1 to 7 HP)", 1, 0},
		{"the Wizard", "3.6.7", "Wizard of Yendor", nil, "theft of the Amulet, if carried", 1.0 / 20, -1},
		{"a disenchanter", "3.6.7", "disenchanter", nil, "disenchanted armor", 1, 10},
		{"a demon calls", "3.6.7", "horned devil", nil, "a call for another demon", 1.0 / 13, -1},
		{"less often", "5.0.0", "horned devil", nil, "a call for another demon", 1.0 / 16, -1},
		{"but in Gehennom", "5.0.0", "horned devil", state(func(q *Assault) { q.Gehennom = true }), "a call for another demon", 1.0 / 10, -1},
		{"a balrog does not", "5.0.0", "balrog", nil, "a call for another demon", 0, -1},
		{"a were calls", "5.0.0", "werewolf", nil, "a call for help", 0.1, 7},
		{"and turns back", "5.0.0", "werewolf", nil, "change of form", 1.0 / 30, 7},
	} {
		q := assault(t, x.version, x.monster, 10)
		q.Level = 49
		for _, c := range x.change {
			c(q)
		}
		if x.monster == "lich" || x.monster == "demilich" { // its touch alone
			m := *q.Monster
			m.Attacks = m.Attacks[:1]
			q.Monster = &m
		}
		if x.monster == "kobold zombie" {
			q.Level = -1
		}
		h := q.Hits()
		p := 0.0
		for _, s := range h.Special {
			if s.What == x.effect {
				p = s.P
			}
		}
		mean := 0.0
		if h.PerMove != nil {
			mean = h.PerMove.Mean
		}
		if math.Abs(p-x.p) > 1e-9 || x.mean >= 0 && math.Abs(mean-x.mean) > 1e-9 {
			t.Errorf("%s %s, %s: %s %g, %g a move; want %g and %g", x.version, x.monster, x.what, x.effect, p, mean, x.p, x.mean)
		}
	}
}

// A move that kills whoever it hits leaves nothing to add up.
func TestSureDeath(t *testing.T) {
	q := assault(t, "5.0.0", "Medusa", 0)
	q.Reflects = false
	if h := q.Hits(); h.Death != 1 || h.PerTurn != nil || q.Dead(1) != 1 {
		t.Errorf("death %g, a turn %v", h.Death, h.PerTurn)
	}
	q = assault(t, "3.4.3", "giant eel", 0)
	q.Held, q.Water = true, true
	if h := q.Hits(); math.Abs(h.Death-14.0/21) > 1e-12 || h.PerTurn == nil {
		t.Errorf("death %g, a turn %v", h.Death, h.PerTurn)
	}
}
