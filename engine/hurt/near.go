package hurt

import (
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// engulf applies a turn inside an engulfer (gulpmu).
func (q *Assault) engulf(b *blowOf) {
	if q.resists(b.MonsterAttack.Damage) {
		b.damage = dist.Exactly(0)
	}
	switch b.MonsterAttack.Damage {
	case "FIRE", "COLD", "ELEC":
		b.sometimes(0.5)
	case "BLND":
		q.blinds(b)
	case "DREN":
		b.damage = dist.Exactly(0)
		if q.Rules.GulpDrains > 0 {
			b.does("energy drain", q.Rules.GulpDrains)
		}
	case "WRAP":
		b.damage = dist.Exactly(0)
	case "DISE":
		if q.Sick {
			b.damage = dist.Exactly(0)
		} else {
			b.does(Illness, 1)
		}
	}
	if !q.Held {
		b.does(Sticking, 1)
	}
}

// blast applies an explosion next to the hero (explmu), which a nimble hero may duck.
func (q *Assault) blast(b *blowOf) {
	if what := map[string]string{"BLND": "blindness", "HALU": "hallucination"}[b.MonsterAttack.Damage]; what != "" {
		b.damage = dist.Exactly(0)
		if !q.Blind {
			b.does(what, 1)
		}
		return
	}
	if q.resists(b.MonsterAttack.Damage) {
		b.damage = dist.Exactly(0)
	}
	if q.Rules.Blasts {
		return
	}
	duck := float64(min(20, max(0, q.Dex-1))) / 20
	b.damage = b.damage.Map(func(v int) int { return (v + 1) / 2 }).Times(duck).Or(b.damage.Times(1 - duck))
}

// gaze applies a gaze at a hero who can be seen (gazemu). Every gaze but a blinding one
// fails 1 time in 5.
func (q *Assault) gaze(b *blowOf) {
	const works = 4.0 / 5
	b.damage = dist.Exactly(0)
	if q.Blind {
		return
	}
	switch b.MonsterAttack.Damage {
	case "STON":
		if !q.Reflects && !q.Stone {
			b.kills("stoning")
		}
	case "FIRE":
		if !q.Fire {
			b.damage = dist.Dice(2, 6)
			b.sometimes(works)
		}
	case "CONF":
		b.does("confusion", works)
	case "STUN":
		b.does(Stunning, works)
	case "BLND":
		b.does("blindness", 1)
		b.does(Stunning, 1)
	}
}

func (q *Assault) engulfs() bool { return q.has("ENGL", "") }

// has reports whether the monster has an attack of a type, or with a damage type.
func (q *Assault) has(attack, kind string) bool {
	return slices.ContainsFunc(q.Attacks, func(a rules.MonsterAttack) bool { return a.Type == attack || a.Damage == kind })
}

// company returns the help that a demon or a were may call before it attacks.
func (q *Assault) company() (out []Special) {
	switch r := q.Rules; {
	case q.Is("DEMON") && !slices.Contains(r.Loners, q.Name):
		n := r.Summons
		if q.Gehennom {
			n = r.SummonsBelow
		}
		out = append(out, Special{What: "a call for another demon", P: 1 / float64(n)})
	case q.Is("WERE"):
		turns := 1.0 / 30
		if q.Is("HUMAN") {
			turns = 1.0 / 5
			if q.Night {
				turns = 1.0 / 3
			}
		}
		out = append(out, Special{What: "change of form", P: turns}, Special{What: "a call for help", P: 1.0 / 10})
	}
	for i := range out {
		out[i].Before = true
	}
	return out
}

// assumes lists what the question takes for granted and the attacks depend on.
func (q *Assault) assumes() (out []string) {
	note := func(text string) { out = append(out, text) }
	if q.has("WEAP", "") && q.Arm == nil {
		note("it wields no weapon")
	}
	if q.has("GAZE", "") && !q.Blind {
		if q.has("", "STON") && !q.Reflects && !q.Stone {
			note("you see it, and neither reflect its gaze nor resist stoning")
		} else {
			note("you see it")
		}
	}
	if q.has("", "WRAP") && !q.engulfs() && !q.Held {
		note("it does not hold you yet: in water it drowns whom it holds")
	}
	if (q.has("", "CURS") || q.Is("WERE") && q.Is("HUMAN")) && !q.Night {
		note("by day")
	}
	if q.has("", "SSEX") {
		note("it is of the other sex and seduces you")
	}
	if q.has("", "HEAL") && q.outermost(q.Rules.AsksFor("", "HEAL").Worn).Name == "" {
		note("you wield no weapon")
	}
	if q.HP > 0 && q.Rules.TeleportSpares && q.has("", "TLPT") {
		note("a blow that teleports never kills, which death does not count")
	}
	return out
}
