package hurt

import (
	"cmp"
	"maps"
	"slices"

	"delphi/engine/dist"
	"delphi/engine/rules"
)

// chosen returns the spells that a caster next to the hero may cast, with their chances
// (castmu). The hero is taken to be awake.
func (q *Assault) chosen(book *rules.MonsterSpells) map[rules.SpellDoes]float64 {
	out := map[rules.SpellDoes]float64{}
	last := len(book.List) - 1
	for value, p := range q.values(book) {
		at := 0
		if value <= book.Top || book.Falls {
			at = last
			for at > 0 && book.List[at].Level > value {
				at--
			}
		}
		for ; p > 0; at-- {
			useful := 1.0
			if book.Falls && at > 0 {
				useful = q.useful(book.List[at].Does)
			}
			out[book.List[at].Does] += p * useful
			p *= 1 - useful
			if at == 0 {
				break
			}
		}
	}
	sum := 0.0
	for does, p := range out {
		if does == rules.HighDeath {
			delete(out, does)
			does = rules.DeathTouch
			if q.Antimagic {
				does = rules.Psi
			}
			out[does] += p
		}
		if does == rules.HighGeyser {
			delete(out, does)
			out[rules.Geyser] += p / 3
			out[rules.Wounds] += p * 2 / 3
		}
	}
	for _, does := range slices.Sorted(maps.Keys(out)) { // in one order, so that the sum is always the same
		out[does] *= q.useful(does)
		sum += out[does]
	}
	for does := range out {
		out[does] /= sum
	}
	return out
}

// values returns the distribution of a caster's roll, from 0 to its level - 1.
func (q *Assault) values(book *rules.MonsterSpells) []float64 {
	n := q.level()
	p := make([]float64, max(n, book.Top+1))
	for v := range n {
		p[v] = 1 / float64(n)
	}
	if book.Again == 0 {
		return p
	}
	for v := n - 1; v > book.Top; v-- {
		again, below := p[v]*float64(book.Again-1)/float64(book.Again), v
		if book.Once {
			below = book.Top
		}
		p[v] -= again
		for u := range below {
			p[u] += again / float64(below)
		}
	}
	return p
}

// useful returns the chance that a caster does not think a spell useless.
func (q *Assault) useful(does rules.SpellDoes) float64 {
	falls := q.Rules.Mage.Falls
	switch {
	case does == rules.CureSelf && !q.Wounded, does == rules.CloneWiz && q.Name != "Wizard of Yendor":
		return 0
	case does == rules.Aggravate && q.Rules.Calm > 0:
		return 1 / float64(q.Rules.Calm)
	case does == rules.Geyser && falls:
		return 0.8
	case does == rules.DeathTouch && falls && q.Antimagic:
		return 0.5
	}
	return 1
}

// cast turns an attack into a mage's or cleric's spell: its damage and its other
// effects.
func (q *Assault) cast(b *blowOf, book *rules.MonsterSpells) {
	ml := q.level()
	if ml == 0 {
		b.damage, b.fails = dist.Exactly(0), 1
		return
	}
	works := q.works()
	b.fails = 1 - works
	n, x := ml/2+1, 6
	if b.x > 0 {
		n, x = ml/2+b.n, b.x
	}
	full := dist.Dice(n, x)
	if q.Antimagic {
		full = full.Map(func(v int) int { return (v + 1) / 2 })
	}
	list := q.chosen(book)
	var names []rules.SpellDoes
	for does := range list {
		names = append(names, does)
	}
	slices.Sort(names)
	b.damage = dist.Exactly(0).Times(1 - works)
	for _, does := range names {
		p := works * list[does]
		b.damage = b.damage.Or(q.takes(b, does, full, p).Times(p))
	}
}

// works returns the chance that the monster's spell succeeds.
func (q *Assault) works() float64 { return SpellWorks(q.level()) }

// SpellWorks returns the chance that a spell succeeds for a monster of the given level.
func SpellWorks(level int) float64 {
	ml := max(1, level)
	return 1 - float64(min(20, ml*10))/float64(ml*10)
}

// takes returns the damage of a spell, and adds its other effects to the attack, each
// with the chance p.
func (q *Assault) takes(b *blowOf, does rules.SpellDoes, full dist.Dist, p float64) dist.Dist {
	ml := q.level()
	element := func(resists bool) dist.Dist {
		if resists {
			return dist.Exactly(0)
		}
		return dist.Dice(8, 6)
	}
	switch does {
	case rules.Psi, rules.Wounds:
		return full
	case rules.Geyser:
		return element(false)
	case rules.FirePillar:
		return element(q.Fire)
	case rules.Lightning:
		return element(q.Shock)
	case rules.Weaken:
		if q.Antimagic {
			return dist.Exactly(0)
		}
		b.does("Strength loss", p)
		return q.weakened(dist.Die(max(1, ml-6)))
	case rules.DeathTouch:
		if q.Antimagic || ml <= 13 {
			return dist.Exactly(0)
		}
		dies := float64(ml-13) / float64(ml)
		if !q.Rules.TouchHurts {
			b.does("touch of death", p*dies)
			b.death += p * dies
			return dist.Exactly(0).Times(1 - dies)
		}
		b.does("touch of death (58 to 98 HP)", p*dies)
		return dist.Dice(8, 6).Add(50).Times(dies).Or(dist.Exactly(0).Times(1 - dies))
	case rules.Paralyse:
		turns := 4 + ml
		if q.Antimagic {
			turns = 1
		}
		b.does(Paralysis, p)
		if q.Rules.FreezeHurts {
			return dist.Exactly(turns)
		}
	default:
		if what := alsoDoes[does]; what != "" && !(q.Antimagic && does == rules.DestroyArm) {
			b.does(what, p)
		}
	}
	return dist.Exactly(0)
}

// alsoDoes names the effects of spells other than damage.
var alsoDoes = map[rules.SpellDoes]string{
	rules.StunYou: Stunning, rules.DestroyArm: "armor destroyed", rules.CurseItems: "cursed items", rules.Summon: "summoned monsters",
	rules.Confuse: "confusion", rules.BlindYou: "blindness", rules.Insects: "summoned insects",
}

// weakened returns the hit points lost along with Strength: each point below 3 costs
// some.
func (q *Assault) weakened(lost dist.Dist) dist.Dist {
	each := dist.Die(q.Rules.WeakMax - q.Rules.WeakMin + 1).Add(q.Rules.WeakMin - 1)
	return lost.Split(func(n int) dist.Dist {
		out := dist.Exactly(0)
		for range max(0, n-(cmp.Or(q.Str, 18)-3)) {
			out = out.Plus(each)
		}
		return out
	})
}
