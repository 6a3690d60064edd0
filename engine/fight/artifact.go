package fight

import (
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// applies returns how many times in 100 an artifact's attack applies to a monster
// (spec_applies, artifact.c).
func (q *Question) applies(a *rules.ArtifactPower) int {
	m := q.Monster
	yes := func(b bool) int {
		if b {
			return 100
		}
		return 0
	}
	switch {
	case a.Flag != "":
		return yes(m.Is(a.Flag))
	case a.Class != "":
		return yes(m.Symbol == a.Class)
	case a.Lawful:
		return yes(m.Align <= 0 || m.Align == rules.Unaligned)
	case a.Type == "stun":
		return 100 - min(100, max(0, m.MR))
	case a.Type == "drli":
		return yes(!rules.NatureOf(q.Set.Name).ResistsDrain(m))
	case a.Type == "phys":
		return 100
	}
	return yes(!slices.Contains(m.Resists, a.Type))
}

// The artifacts that do more than add to the dice (artifact.c).
const (
	vorpal    = "Vorpal Blade"
	tsurugi   = "The Tsurugi of Muramasa"
	magicbane = "Magicbane"
)

// drainers holds the artifacts that drain a level with each blow.
var drainers = []string{"Stormbringer", "The Staff of Aesculapius"}

// empower applies an artifact to the damage d of a blow at one roll of the d20. It returns
// the damage, the chance of an instant kill, which is not in the distribution, and whether
// the blow misses after all (artifact_hit). Values of d are positive or 0.
func (q *Question) empower(w *Weapon, d dist.Dist, die int) (out dist.Dist, kills float64, missed bool) {
	a, m := q.Rules.Artifact(w.Artifact), q.Target.Monster
	if a == nil {
		return d, 0, false
	}
	p := float64(q.applies(a)) / 100
	with := d.Plus(dist.Die(a.Damage))
	if a.Damage == 0 {
		with = d.Map(func(v int) int { return v + max(v, 1) })
	}
	switch {
	case w.Artifact == magicbane:
		out := dist.Dist{}
		if p > 0 {
			out = with.Plus(magic(w.Enchant, die, true)).Times(p)
		}
		if p < 1 {
			out = out.Or(d.Plus(magic(w.Enchant, die, false)).Times(1 - p))
		}
		return out, 0, false
	case p == 0:
		return d, 0, false
	case slices.Contains(drainers, w.Artifact):
		if q.noDrain {
			return with, 0, false
		}
		if q.level() == 0 {
			return dist.Dist{}, 1, false
		}
		return with.Plus(q.drained()), 0, false
	case w.Artifact == tsurugi && die == 1:
		if q.Large() {
			return with.Map(func(v int) int { return 2 * v }), 0, false
		}
		return dist.Dist{}, 1, false
	case w.Artifact == vorpal && (die == 1 || m.Name == "jabberwock"):
		switch {
		case m.Is("NOHEAD"):
			return dist.Exactly(0), 0, true
		case m.Symbol == " " || m.Is("AMORPHOUS"):
			return with, 0, false
		}
		return dist.Dist{}, 1, false
	}
	return with, 0, false
}

// drained returns the hit points that go with a level: d8, and since 3.6 as many as
// the target's kind has a level (monhp_per_lvl, makemon.c).
func (q *Question) drained() dist.Dist {
	m := q.Monster
	switch fixed := q.Rules.GolemHP[m.Name]; {
	case !q.Rules.DrainByKind:
	case fixed > 0:
		return dist.Exactly(fixed / m.Level)
	case m.Level > 49:
		return dist.Die(4).Add(4)
	case dragon(m):
		return dist.Die(5).Add(3)
	}
	return dist.Die(8)
}

// magic returns the damage that Magicbane's special effects add (Mb_hit).
func magic(enchant, die int, bonus bool) dist.Dist {
	const top = 8
	if die > top {
		return dist.Exactly(0)
	}
	scare := top / 2
	if enchant >= 3 {
		scare /= 1 << (enchant / 3)
	}
	of := 11
	if !bonus {
		die++
		of = 7
	}
	n := 1
	if die <= scare {
		n++
	}
	if die <= scare/2 {
		n++
	}
	stun := float64(max(0, of-1-max(enchant, 0))) / float64(of)
	return dist.Dice(n+1, 4).Times(stun).Or(dist.Dice(n, 4).Times(1 - stun))
}
