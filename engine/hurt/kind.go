package hurt

import "delphi/engine/dist"

// Passes returns the chance that an attack's special effect gets past magic cancellation
// (hitmu).
func (q *Assault) Passes() float64 { return q.Rules.Passes[q.MC] }

// half is the damage of a hit that deals none with the chance 1-p.
func (b *blowOf) sometimes(p float64) { b.damage = b.damage.Times(p).Or(dist.Exactly(0).Times(1 - p)) }

// does adds an effect that a hit has with the chance p.
func (b *blowOf) does(what string, p float64) {
	b.special = append(b.special, Special{What: what, P: p})
}

// kills makes every hit an instant death.
func (b *blowOf) kills(how string) {
	b.damage, b.death = dist.Exactly(0).Times(0), 1
	b.does(how, 1)
}

// past adds an effect that 1 in n of the hits that get past magic cancellation has.
func (q *Assault) past(b *blowOf, what string, n float64) {
	b.special = append(b.special, Special{What: what, P: q.Passes() / n, Past: n})
}

// effect applies an attack's damage type.
func (q *Assault) effect(b *blowOf) {
	if b.n < 0 {
		return
	}
	switch b.Type {
	case "MAGC":
		q.spell(b)
	case "ENGL":
		q.engulf(b)
	case "EXPL":
		q.blast(b)
	case "GAZE":
		q.gaze(b)
	default:
		if b.Type == "HUGS" && b.MonsterAttack.Damage == "PHYS" && !q.Held {
			b.does(Sticking, 1)
		}
		if q.Held && b.asks != nil && b.asks.Slips > 0 && !b.eats() {
			b.asks = nil // what holds on already does not slip off
		}
		q.hits(b)
		q.odd(b)
	}
}

// hits applies the damage types that hurt, poison, hold or kill (hitmu); odd applies the
// others.
func (q *Assault) hits(b *blowOf) {
	through := q.Passes()
	switch b.MonsterAttack.Damage {
	case "FIRE", "COLD", "ELEC":
		if q.resists(b.MonsterAttack.Damage) {
			b.damage = dist.Exactly(0)
		}
		b.sometimes(through)
	case "ACID":
		if q.Acid {
			b.damage = dist.Exactly(0)
		}
		b.sometimes(1.0 / 3)
	case "SLEE":
		if !q.Sleep && !q.Helpless {
			q.past(b, Sleeping, 5)
		}
	case "PLYS":
		if !q.Free && !q.Helpless {
			q.past(b, Paralysis, 3)
		}
	case "DRLI":
		if !q.Drain {
			q.past(b, Draining, 3)
		}
	case "DRST", "DRDX", "DRCO":
		q.poison(b)
	case "DETH":
		q.deathTouch(b)
	case "DRIN":
		if q.outermost(b.asks.Worn).Name != b.asks.Spares {
			b.does(BrainLoss, 1)
		}
	case "STON":
		switch {
		case q.Stone:
		case q.NewMoon:
			b.does(Stoning, 1.0/3)
		default:
			b.does(Stoning, 1.0/30)
		}
	case "STCK":
		if !q.Held {
			q.past(b, Sticking, 1)
		}
	case "WRAP":
		switch {
		case q.Held && q.Water:
			b.kills(Drowning)
		case !q.Held:
			b.does(Sticking, 1) // where it tries
		}
	case "DISE", "PEST":
		if !q.Sick {
			b.does(Illness, 1)
		} else if b.MonsterAttack.Damage == "DISE" {
			b.damage = dist.Exactly(0)
		}
	case "LEGS":
		p := q.through(b.asks)
		if q.Airborne && !(q.Rules.ReachesUp && q.Is("FLY")) {
			p = 0
		}
		b.sometimes(p)
		b.does("wounded legs", p)
	}
}

// blinds makes a hit blind the hero and do nothing else.
func (q *Assault) blinds(b *blowOf) {
	b.damage = dist.Exactly(0)
	if !q.Blind {
		b.does("blindness", 1)
	}
}

// odd applies the damage types that affect something other than the hero's body, such as
// belongings.
func (q *Assault) odd(b *blowOf) {
	switch b.MonsterAttack.Damage {
	case "WERE":
		q.past(b, "lycanthropy", 4)
	case "SLIM":
		q.past(b, Sliming, 1)
	case "TLPT":
		q.past(b, Teleporting, 1)
	case "POLY": // who changes is not hurt
		if !q.Antimagic {
			q.past(b, "polymorph", 1)
			b.sometimes(1 - q.Passes())
		}
	case "STUN":
		b.damage = b.damage.Times(0.75).Or(b.damage.Map(func(v int) int { return v / 2 }).Times(0.25))
		b.does(Stunning, 0.25)
	case "BLND":
		q.blinds(b)
	case "CONF":
		b.damage = dist.Exactly(0)
		b.does("confusion", 1.0/4)
	case "HALU":
		b.damage = dist.Exactly(0)
	case "DREN":
		b.damage = dist.Exactly(0)
		q.past(b, "energy drain", 4)
	case "SLOW":
		q.past(b, "loss of intrinsic speed", 4)
	case "FAMN":
		b.does("40 to 79 hunger", 1)
	case "CURS":
		if q.Night || q.Name != "gremlin" {
			b.does("loss of an intrinsic", 1.0/10)
		}
	case "ENCH":
		q.past(b, "disenchanted armor", 1)
	case "HEAL": // it heals who wears nothing
		switch {
		case q.outermost(b.asks.Worn).Name == "":
			b.damage = dist.Exactly(0)
			b.does("healing (1 to 7 HP)", 1)
		case q.Healer:
			b.damage = dist.Exactly(0)
		}
	case "SGLD":
		b.does("stolen gold", 1)
	case "SITM", "SEDU":
		b.ends = true
		b.does(Theft, 1)
	case "SSEX":
		b.ends = true
		b.does("seduction", 1)
	case "SAMU":
		b.does("theft of the Amulet, if carried", 1.0/20)
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
	case "ACID":
		return q.Acid
	}
	return false
}

// DeadlyPoison names a poisoning that kills a hero who has no more hit points than it
// takes, and weakens one who survives.
const DeadlyPoison = "deadly poison (10 to 30 HP)"

// Of 30 poisonings 1 is deadly and 5 take from an attribute; the others take hit
// points.
const fatal, attribute = 30, 5

// poison applies an attack of which 1 hit in 8 is poisonous (poisoned, attrib.c).
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

// poisons returns the hit points that poison takes if it does not kill at once. It takes
// any with the chance p.
func (q *Assault) poisons(p float64) dist.Dist {
	d := dist.Exactly(0).Times(1 - p + p*attribute/fatal)
	d = d.Or(dist.Die(10).Add(5).Times(p * (fatal - 1 - attribute) / fatal))
	if !q.Rules.PoisonKills {
		d = d.Or(dist.Dice(4, 6).Add(6).Times(p / fatal))
	}
	return d
}

// deathTouch applies the touch of Death (hitmu). Of 20 touches 3 kill and 5 do nothing; the
// damage of the others is permanent.
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
		plain = plain.Or(dist.Dice(8, 6).Add(50).Times(dies))
		b.does("touch of death (58 to 98 HP)", dies)
	default: // what is left of the damage is that of those who live
		b.death = dies
		b.does("touch of death", dies)
	}
	b.damage = plain.Or(dist.Exactly(0).Times(nothing))
}

// spell applies a spell cast next to the hero (castmu). The dice of a bolt of an element
// depend on the caster's level.
func (q *Assault) spell(b *blowOf) {
	ml := q.level()
	switch b.MonsterAttack.Damage {
	case "FIRE", "COLD", "MAGM":
		b.damage = dist.Dice(ml/2+b.n, b.x)
		if b.x == 0 {
			b.damage = dist.Dice(ml/2+1, 6)
		}
		if b.MonsterAttack.Damage == "MAGM" {
			b.damage = dist.Dice(ml/2+1, 6)
		}
		if b.MonsterAttack.Damage == "MAGM" && q.Antimagic || q.resists(b.MonsterAttack.Damage) {
			b.damage = dist.Exactly(0)
		}
		b.fails = 1 - q.works()
		b.sometimes(1 - b.fails)
	case "SPEL":
		q.cast(b, &q.Rules.Mage)
	case "CLRC":
		q.cast(b, &q.Rules.Cleric)
	default:
		b.damage = dist.Exactly(0)
	}
}

// What attacks do besides damage, where a fight turn by turn goes on from it.
const (
	Sleeping    = "sleep"
	Paralysis   = "paralysis"
	Draining    = "level drain"
	BrainLoss   = "Intelligence loss"
	Stoning     = "delayed stoning"
	Sticking    = "stuck"
	Drowning    = "drowning"
	Sliming     = "sliming"
	Teleporting = "teleportation"
	Illness     = "disease"
	Theft       = "theft"
	Stunning    = "stunning"
)

// attackWord returns the word for an attack type.
func attackWord(kind string) string {
	if w, ok := map[string]string{
		"CLAW": "claw", "BITE": "bite", "KICK": "kick", "BUTT": "butt", "TUCH": "touch", "STNG": "sting", "HUGS": "hug", "SPIT": "spit", "ENGL": "engulf", "BREA": "breath", "EXPL": "explosion", "GAZE": "gaze", "TENT": "tentacle", "WEAP": "weapon", "MAGC": "spell",
	}[kind]; ok {
		return w
	}
	return kind
}

// kindWord returns the word for a damage type.
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
