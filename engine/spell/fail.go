package spell

import (
	"slices"

	"delphi/engine/rules"
)

// What names a step.
type What uint8

// The steps of the Percent formula come in its order, those of the Power
// formula after them.
const (
	Base What = iota
	Suit
	Robe
	ShieldWorn
	HelmetWorn
	GlovesWorn
	BootsWorn
	SpecialSpell
	EmergencySpell
	QuarterstaffHeld
	RobeOfPower
	Bless // what Infidels wear, blessed and cursed
	StatStep
	DifficultyStep
	BigShield
	DexterityStep
	StaffHeld
	BodyArmour
	Inborn
	NoMetal
	PowerStat
	PowerXL
	PowerLevel
	PowerWand
	Aid
	SkillCap
	Confusion
	whats
)

var whatNames = [whats]string{
	"base", "suit", "robe", "shield", "helmet", "gloves", "boots", "special", "emergency", "quarterstaff", "robe of power", "blessed and cursed",
	"stat", "difficulty", "big shield",
	"dexterity", "staff", "body armor", "inborn", "no metal",
	"stat", "xl", "level", "wand", "aid", "skill cap", "confusion",
}

func (w What) String() string { return whatNames[w] }

// Group is what a step's value is added to.
type Group uint8

const (
	ToPenalty Group = iota // the penalty
	ToChance               // the chance before the penalty
	ToSuccess              // the success percentage
)

// Group says what the step's value is added to.
func (w What) Group() Group {
	switch {
	case w < StatStep:
		return ToPenalty
	case w <= BigShield:
		return ToChance
	}
	return ToSuccess
}

// Step is one addition that the game makes. Value is what is added.
type Step struct {
	What  What
	Value int
}

// maxSteps bounds how many steps a formula takes.
const maxSteps = 20

// Steps holds the steps in the game's order. They are stored in place, so that
// computing them allocates nothing.
type Steps struct {
	list [maxSteps]Step
	n    int
}

// All returns the steps in the game's order.
func (s *Steps) All() []Step { return s.list[:s.n] }

// add notes a step; with nil Steps nobody wants to know it.
func (s *Steps) add(w What, v int) int {
	if s != nil {
		s.list[s.n] = Step{w, v}
		s.n++
	}
	return v
}

// Answer is how a cast goes, and why.
type Answer struct {
	Figures
	Steps Steps
}

// Figures holds how a cast goes. In the Percent formula Fail is the chance, in
// percent, that the cast fails, exact: the game rolls against it. In the Power
// formula no cast fails and Fail is 100 less the success that scales the cost.
type Figures struct {
	Fail    int
	Success int
	Fails   bool // casts can fail
	Penalty int  // Percent: clamped; Power: what hampers
	Chance  int  // Percent: before the penalty, after shields; Power: success before the cap
	Cost    int  // energy of a cast; -1: it cannot be cast

	// Difficulty is the game's figure: positive is hard. Percent only.
	Difficulty int
	// StatValue is the attribute that was used.
	StatValue int

	uncut int // the success before it is cut to what a percentage can be
}

// isqrt returns the game's integer square root: it subtracts the odd numbers, so
// it rounds down.
func isqrt(n int) int {
	odd, root := 1, 0
	for n >= odd {
		n -= odd
		odd += 2
		root++
	}
	return root
}

func clamp(v, low, high int) int { return max(low, min(v, high)) }

// Fail computes how often the cast of q fails. q must pass Check; nothing is
// allocated.
func Fail(q *Question) Answer {
	var a Answer
	a.work(q, &a.Steps)
	return a
}

// figures returns those of Fail. Looking for a change that helps asks for dozens of
// them, and for no steps.
func (q *Question) figures() (a Figures) {
	a.work(q, nil)
	return a
}

// work computes the figures, and notes the steps where somebody wants them.
func (a *Figures) work(q *Question, s *Steps) {
	if q.Rules.Casting.Formula == rules.Power {
		power(q, a, s)
	} else {
		percent(q, a, s)
	}
}

// percent implements percent_success of 3.4.3, with the changes of its descendants.
func percent(q *Question, a *Figures, s *Steps) {
	a.Fails = true
	a.Penalty = penalty(q, s)
	a.Chance = chance(q, a, s)
	a.Success = success(q, a, s)
	a.Fail = 100 - a.Success
	a.Cost = 5 * q.Spell.Level
}

// special reports whether the spell is the role's special spell.
func (q *Question) special() bool { return q.Role.Special != "" && q.Role.Special == q.Spell.Name }

// penalty adds up what the role and the things worn and held take away.
func penalty(q *Question, s *Steps) int {
	c, r := &q.Rules.Casting, q.Role
	free := q.unhampered()
	p := s.add(Base, r.Base)
	cloakRobe, bodyRobe := q.robe()
	suit := 0
	if q.Worn[rules.Body].Worn != nil && !bodyRobe {
		suit = c.BodyArmour
	}
	robe := 0
	switch {
	case q.metal(rules.Body) && !free:
		suit += r.Suit
		if cloakRobe { // urole.spelarmr / 2
			robe = r.Suit/2 - r.Suit
		}
	case cloakRobe:
		robe = -r.Suit
	}
	p += s.add(Suit, suit)
	p += s.add(Robe, robe)
	p += s.add(ShieldWorn, when(q.Worn[rules.Shield].Worn != nil, r.Shield))
	p += s.add(HelmetWorn, when(q.metal(rules.Helmet) && !free, c.Helmet))
	p += s.add(GlovesWorn, when(q.metal(rules.Gloves) && !free, c.Gloves))
	p += s.add(BootsWorn, when(q.metal(rules.Boots) && !free, c.Boots))
	p += s.add(SpecialSpell, when(q.special(), r.Bonus))
	p += s.add(EmergencySpell, when(q.Spell.Emergency, r.Emergency))
	if c.Quarterstaff != 0 {
		p += s.add(QuarterstaffHeld, when(q.Held != nil && q.Held.Quarterstaff, c.Quarterstaff))
	}
	if c.RobeOfPower != 0 {
		p += s.add(RobeOfPower, when(bodyRobe && q.Worn[rules.Body].Power, c.RobeOfPower))
	}
	if r.Curses {
		p += s.add(Bless, q.blessings())
	}
	if c.HasMinPenalty {
		p = max(p, c.MinPenalty)
	}
	return min(p, c.MaxPenalty)
}

// chance returns the chance before the penalty: from the stat, the spell's
// difficulty and a big shield.
func chance(q *Question, a *Figures, s *Steps) int {
	c, lvl := &q.Rules.Casting, q.Spell.Level
	a.StatValue = q.Stat()
	chance := s.add(StatStep, 11*a.StatValue/2)
	a.Difficulty = (lvl-1)*4 - (q.Skill.Steps()*6 + q.XL/3 + 1)
	if a.Difficulty > 0 {
		chance += s.add(DifficultyStep, -isqrt(900*a.Difficulty+2000))
	} else {
		chance += s.add(DifficultyStep, min(20, 15*-a.Difficulty/lvl))
	}
	chance = clamp(chance, 0, 120)
	big := 0
	if w := q.Worn[rules.Shield]; w.Worn != nil && w.Big {
		if q.special() {
			big = chance/c.BigShieldSpecial - chance
		} else {
			big = chance/c.BigShield - chance
		}
	}
	return chance + s.add(BigShield, big)
}

// success returns the percentage of casts that succeed, from the penalty and the
// chance, and what versions add at the end.
func success(q *Question, a *Figures, s *Steps) int {
	c, r := &q.Rules.Casting, q.Role
	success := a.Chance*(20-a.Penalty)/15 - a.Penalty
	if len(c.Dexterity) > 0 {
		success += s.add(DexterityStep, upTo(c.Dexterity, q.Dex))
	}
	if c.Staff != 0 {
		success += s.add(StaffHeld, when(q.staff(), c.Staff))
	}
	if c.ArmourPerLevel != 0 {
		cost := 0
		if b := q.Worn[rules.Body]; b.Worn != nil && !b.Free {
			cost = min(0, c.ArmourPerLevel*q.Spell.Level+r.ArmourRelief)
		}
		success += s.add(BodyArmour, cost)
	}
	a.uncut = success
	success = clamp(success, 0, 100)
	if q.inborn() {
		success += s.add(Inborn, 100-success)
	}
	if r.NoMetal {
		success += s.add(NoMetal, when(q.anyMetal(), -success))
	}
	if q.Confused {
		success += s.add(Confusion, -success)
	}
	return success
}

// inborn reports whether the spell is inborn in the caster's race.
func (q *Question) inborn() bool {
	return q.Race != "" && slices.Contains(q.Rules.Casting.Inborn, rules.InbornSpell{Race: q.Race, Spell: q.Spell.Name})
}

// power implements xNetHack's and FIQHack's percent_success, with the cost that it
// scales.
func power(q *Question, a *Figures, s *Steps) {
	n, lvl := &q.Rules.Casting.Power, q.Spell.Level
	success := s.add(Base, q.Role.Base)

	hamper := 0
	free := q.unhampered()
	cloakRobe, bodyRobe := q.robe()
	staff := q.Held != nil && q.Held.Quarterstaff
	aided := cloakRobe || bodyRobe || staff
	hamper += s.add(Suit, when(q.metal(rules.Body) && !free, n.Suit))
	shield := 0
	if w := q.Worn[rules.Shield]; w.Worn != nil {
		shield = n.Shield + when(w.Bulky, n.BulkyShield) + when(w.Metallic && !free, n.MetalShield)
	}
	hamper += s.add(ShieldWorn, shield)
	hamper += s.add(HelmetWorn, when(q.metal(rules.Helmet) && !free, n.Helmet))
	hamper += s.add(GlovesWorn, when(q.metal(rules.Gloves) && !free, n.Gloves))
	hamper += s.add(BootsWorn, when(q.metal(rules.Boots) && !free, n.Boots))
	if n.AidsHalve {
		half := 0
		if aided || q.Held != nil && q.Held.Nothing {
			half = (hamper+1)/2 - hamper
		}
		hamper += s.add(Robe, half)
	}
	a.Penalty = hamper

	a.StatValue = q.Stat()
	success += s.add(PowerStat, n.Stat*a.StatValue)
	if n.Aid != 0 {
		with := a.StatValue
		if aided && with < n.AidTo {
			with = min(n.AidTo, with+n.Aid)
		}
		success += s.add(Aid, n.Stat*(with-a.StatValue))
	}
	success += s.add(PowerXL, n.XL*q.XL)
	success += s.add(PowerLevel, -n.Level*lvl)
	if n.Wand != 0 {
		success += s.add(PowerWand, when(q.Held != nil && q.Held.Wand == q.Spell.Name, n.Wand))
	}
	success -= hamper
	a.Chance, a.uncut = success, success
	capped := clamp(min(success, n.Cap[q.Skill]), 0, 100)
	s.add(SkillCap, min(0, n.Cap[q.Skill]-success))
	a.Success, a.Fail = capped, 100-capped

	switch {
	case capped > 0:
		a.Cost = 5 * lvl * 100 / capped
	case n.AtZero > 0:
		a.Cost = 5 * lvl * n.AtZero / 100
	default:
		a.Cost = -1
	}
	if a.Cost > 0 && n.BookHalves && q.Held != nil && q.Held.Book == q.Spell.Name {
		a.Cost = max((a.Cost+1)/2, 5*lvl)
	}
	if a.Cost > 0 && n.AmuletMultiples > 0 && q.Amulet {
		a.Cost *= n.AmuletMultiples
	}
}

func when(cond bool, v int) int {
	if cond {
		return v
	}
	return 0
}

// upTo looks a value up in a table of steps.
func upTo(table []rules.UpTo, v int) int {
	for _, s := range table {
		if v <= s.Max {
			return s.Add
		}
	}
	return table[len(table)-1].Add
}

// staff reports whether a staff of the spell's school is wielded.
func (q *Question) staff() bool {
	return q.Held != nil && q.Held.Staff != "" && (q.Held.Staff == rules.Any || q.Held.Staff == q.Rules.School(q.Role, q.Spell))
}

func (q *Question) anyMetal() bool {
	for _, p := range q.Worn {
		if p.Worn != nil && p.Metallic {
			return true
		}
	}
	return false
}

// blessings returns what an Infidel's worn things add to the penalty: 2 for each
// blessed, -1 for each cursed piece, never less than 0 in all.
func (q *Question) blessings() int {
	sum := 0
	for _, p := range q.Worn {
		if p.Worn == nil {
			continue
		}
		sum += when(p.BUC == rules.Blessed, 2) + when(p.BUC == rules.Cursed, -1)
	}
	return max(0, sum)
}
