package fight

// Passes is the chance that magic cancellation does not stop what an attack
// does besides its damage (hitmu).
func (q *Assault) Passes() float64 { return q.Rules.Passes[q.MC] }

// half is the damage of a hit, lost with a chance of 1-p.
func (b *blowOf) sometimes(p float64) { b.damage = b.damage.Times(p).Or(Exactly(0).Times(1 - p)) }

// does adds an effect that a hit has with a chance p.
func (b *blowOf) does(what string, p float64) {
	b.special = append(b.special, Special{What: what, P: p})
}

// past adds an effect of 1 in n hits that magic cancellation does not stop.
func (q *Assault) past(b *blowOf, what string, n float64) {
	b.special = append(b.special, Special{What: what, P: q.Passes() / n, Past: n})
}

// effect changes an attack by its kind of damage.
func (q *Assault) effect(b *blowOf) {
	if b.n < 0 {
		return
	}
	switch b.Type {
	case "MAGC":
		q.spell(b)
		return
	case "ENGL":
		q.engulf(b)
		return
	case "EXPL":
		q.blast(b)
		return
	case "GAZE":
		b.damage, b.known = Exactly(0), b.MonsterAttack.Damage != "FIRE"
		return
	}
	through := q.Passes()
	if b.Type == "HUGS" && b.MonsterAttack.Damage == "PHYS" {
		b.does(Sticking, 1)
	}
	switch b.MonsterAttack.Damage {
	case "FIRE", "COLD", "ELEC":
		if q.resists(b.MonsterAttack.Damage) {
			b.damage = Exactly(0)
		}
		b.sometimes(through)
	case "SLEE":
		if !q.Sleep {
			q.past(b, Sleeping, 5)
		}
	case "PLYS":
		q.past(b, Paralysis, 3)
	case "DRLI":
		q.past(b, Draining, 3)
	case "DRST", "DRDX", "DRCO":
		q.poison(b)
	case "DETH":
		q.deathTouch(b)
	case "DRIN":
		if q.outermost(b.asks.Worn).Name != b.asks.Spares {
			b.does("Intelligence loss", 1)
		}
	case "STON":
		b.does(Stoning, 1.0/30)
	case "STCK":
		q.past(b, Sticking, 1)
	case "WRAP":
		b.does(Sticking, 1) // where it tries
	case "WERE":
		q.past(b, "lycanthropy", 4)
	case "SLIM":
		q.past(b, Sliming, 1)
	case "TLPT":
		q.past(b, Teleporting, 1)
	case "DISE", "PEST":
		b.does(Illness, 1)
	case "LEGS":
		p := q.through(b.asks)
		b.sometimes(p)
		b.does("wounded legs", p)
	case "ACID":
		b.sometimes(1.0 / 3)
	case "STUN":
		b.damage = b.damage.Times(0.75).Or(b.damage.Map(func(v int) int { return v / 2 }).Times(0.25))
		b.does(Stunning, 0.25)
	case "BLND", "CONF", "HALU", "DREN":
		b.damage = Exactly(0)
	case "HEAL": // it heals who wears nothing
		if q.Healer || q.outermost(b.asks.Worn).Name == "" {
			b.damage = Exactly(0)
		}
	case "SGLD":
		b.does("stolen gold", 1)
	case "SITM", "SEDU":
		b.does(Theft, 1)
	}
}

func (q *Assault) resists(kind string) bool {
	switch kind {
	case "FIRE":
		return q.Fire
	case "COLD":
		return q.Cold
	case "ELEC":
		return q.Shock
	}
	return false
}

// DeadlyPoison is a poisoning that kills whoever has no more hit points than it
// takes; it weakens who survives.
const DeadlyPoison = "deadly poison (10 to 30 HP)"

// Of 30 poisonings 1 is deadly and 5 take from an attribute; the others take hit
// points.
const fatal, attribute = 30, 5

// poison says what a hit does of which 1 in 8 poisons (poisoned, attrib.c).
func (q *Assault) poison(b *blowOf) {
	if q.Immune {
		return
	}
	const hits = 8
	b.poison = q.Passes() / hits
	if q.Rules.PoisonKills {
		b.death = b.poison / fatal
		q.past(b, "death by poison", hits*fatal)
	} else {
		q.past(b, DeadlyPoison, hits*fatal)
	}
	q.past(b, "attribute loss", hits*fatal/attribute)
}

// poisons is what poison takes, with a chance p of its being any, where it does
// not kill at once.
func (q *Assault) poisons(p float64) Dist {
	d := Exactly(0).Times(1 - p + p*attribute/fatal)
	d = d.Or(Die(10).Add(5).Times(p * (fatal - 1 - attribute) / fatal))
	if !q.Rules.PoisonKills {
		d = d.Or(Dice(4, 6).Add(6).Times(p / fatal))
	}
	return d
}

// deathTouch is the touch of Death (hitmu): in 20 it kills 3 times and misses 5, or
// takes its damage for good.
func (q *Assault) deathTouch(b *blowOf) {
	const sides, kills, fails = 20, 3, 5
	dies := 0.0
	if !q.Antimagic {
		dies = float64(kills) / sides
	}
	plain := b.damage.Times(1 - dies - float64(fails)/sides)
	nothing := float64(fails) / sides
	switch {
	case dies == 0:
	case q.Rules.TouchHurts:
		plain = plain.Or(Dice(8, 6).Add(50).Times(dies))
		b.does("touch of death (58 to 98 HP)", dies)
	default: // what is left of the damage is that of those who live
		b.death = dies
		b.does("touch of death", dies)
	}
	b.damage = plain.Or(Exactly(0).Times(nothing))
}

// engulf is the first turn inside an engulfer (gulpmu).
func (q *Assault) engulf(b *blowOf) {
	switch b.MonsterAttack.Damage {
	case "FIRE", "COLD", "ELEC":
		b.sometimes(0.5)
	case "BLND", "DREN", "WRAP":
		b.damage = Exactly(0)
	case "DISE":
		b.does(Illness, 1)
	}
	b.does(Sticking, 1)
}

// blast is an explosion beside the hero (explmu): nimble heroes duck.
func (q *Assault) blast(b *blowOf) {
	if b.MonsterAttack.Damage == "BLND" || b.MonsterAttack.Damage == "HALU" {
		b.damage = Exactly(0)
		b.does(map[string]string{"BLND": "blindness", "HALU": "hallucination"}[b.MonsterAttack.Damage], 1)
		return
	}
	if q.resists(b.MonsterAttack.Damage) {
		b.damage = Exactly(0)
	}
	if q.Rules.Blasts {
		return
	}
	duck := float64(min(20, max(0, q.Dex-1))) / 20
	b.damage = b.damage.Map(func(v int) int { return (v + 1) / 2 }).Times(duck).Or(b.damage.Times(1 - duck))
}

// spell is a cast beside the hero (castmu); bolts of one element are dice by level.
func (q *Assault) spell(b *blowOf) {
	ml := q.level()
	switch b.MonsterAttack.Damage {
	case "FIRE", "COLD", "MAGM":
		b.damage = Dice(ml/2+b.n, max(b.x, 6))
		if b.MonsterAttack.Damage == "MAGM" {
			b.damage = Dice(ml/2+1, 6)
		}
		if b.MonsterAttack.Damage == "MAGM" && q.Antimagic || q.resists(b.MonsterAttack.Damage) {
			b.damage = Exactly(0)
		}
		b.fails = 1 - q.works()
		b.sometimes(1 - b.fails)
	case "SPEL":
		q.cast(b, &q.Rules.Mage)
	case "CLRC":
		q.cast(b, &q.Rules.Cleric)
	default:
		b.damage = Exactly(0)
	}
}

// What attacks do besides damage, where a fight turn by turn goes on from it.
const (
	Sleeping    = "sleep"
	Paralysis   = "paralysis"
	Draining    = "level drain"
	Stoning     = "delayed stoning"
	Sticking    = "stuck"
	Sliming     = "sliming"
	Teleporting = "teleportation"
	Illness     = "disease"
	Theft       = "theft"
	Stunning    = "stunning"
)

// attackWord is an attack in words.
func attackWord(kind string) string {
	if w, ok := map[string]string{
		"CLAW": "claw", "BITE": "bite", "KICK": "kick", "BUTT": "butt", "TUCH": "touch", "STNG": "sting", "HUGS": "hug", "SPIT": "spit", "ENGL": "engulf", "BREA": "breath", "EXPL": "explosion", "GAZE": "gaze", "TENT": "tentacle", "WEAP": "weapon", "MAGC": "spell",
	}[kind]; ok {
		return w
	}
	return kind
}

// kindWord is a kind of damage in words.
func kindWord(kind string) string {
	if w, ok := map[string]string{
		"PHYS": "physical", "MAGM": "magic missiles", "FIRE": "fire", "COLD": "cold", "SLEE": "sleep", "DISN": "disintegration", "ELEC": "shock", "DRST": "poison (Str)", "ACID": "acid", "BLND": "blinding", "STUN": "stunning", "SLOW": "slowing", "PLYS": "paralysis", "DRLI": "level drain",
		"DREN": "energy drain", "LEGS": "leg wounds", "STON": "stoning", "STCK": "sticking", "SGLD": "gold theft", "SITM": "item theft", "SEDU": "seduction and theft", "TLPT": "teleportation", "RUST": "rust", "CONF": "confusion", "DGST": "digestion", "HEAL": "healing", "WRAP": "wrapping",
		"WERE": "lycanthropy", "DRDX": "poison (Dex)", "DRCO": "poison (Con)", "DRIN": "brain eating", "DISE": "disease", "DCAY": "decay", "SSEX": "seduction", "HALU": "hallucination", "DETH": "death touch", "PEST": "pestilence", "FAMN": "famine", "SLIM": "sliming", "ENCH": "disenchanting", "CORR": "corrosion",
		"CLRC": "priest's spells", "SPEL": "mage's spells", "SAMU": "amulet theft", "CURS": "curses",
	}[kind]; ok {
		return w
	}
	return kind
}
