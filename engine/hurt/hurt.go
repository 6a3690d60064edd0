package hurt

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"delphi/engine/dist"
	"delphi/engine/fight"
	"delphi/engine/odds"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Assault is a monster beside a hero.
type Assault struct {
	Rules *rules.Hurt
	*rules.Monster
	Level    int  // -1: the monster's own
	AC       int  // the hero's
	MC       int  // the hero's magic cancellation, 0 to 3
	Dex      int  // the hero's, for blasts
	Str      int  // the hero's, for spells that weaken, 18/xx as 18+xx; 0: 18
	Helpless bool // the hero cannot move
	Unseen   bool // the monster cannot see the hero
	Trapped  bool // the monster is in a trap
	Wounded  bool // the monster may cure itself
	Immune   bool // the hero resists poison
	Cold     bool // the hero resists cold, and so on
	Fire     bool
	Shock    bool
	Sleep    bool
	Acid     bool
	Drain    bool // level drain
	Stone    bool
	Sick     bool // disease
	Free     bool // the hero has free action
	Blind    bool // the hero sees nothing
	Reflects bool
	Airborne bool // the hero flies or levitates
	// Held means that the monster has already grabbed or engulfed the hero.
	Held     bool
	Water    bool // it is in water
	Night    bool
	Midnight bool
	NewMoon  bool // and the hero carries no lizard corpse, where that counts
	Home     bool // an elemental is on its own plane
	Gehennom bool
	HP       int // the hero's; 0: more than a move takes
	// Worn is what the hero wears, by slot.
	Worn   map[rules.Slot]Piece
	Healer bool // the hero is one
	// Antimagic means that the hero has magic resistance.
	Antimagic bool
	// Arm is what the monster wields; nil: nothing.
	Arm *Arm
}

// Arm is a weapon in a monster's hand, which its weapon attacks share.
type Arm struct {
	Name   string
	ToHit  int       // added to the number before the d20
	Damage dist.Dist // of a hit, besides the attack's own dice
}

// Hurt is what a monster's attacks do to a hero who stands beside it.
type Hurt struct {
	Monster string `json:"monster"`
	Level   int    `json:"level"`
	Speed   int    `json:"speed"`
	AC      int    `json:"ac"`
	MC      int    `json:"mc"`

	// ToHit is the number before the d20, without what a weapon adds to it. The chance is
	// that the first attack that rolls one hits, and Damage what it does then.
	ToHit dist.Dist `json:"to_hit"`
	odds.Fraction
	Damage fight.Damage `json:"damage"`

	Attacks []Attacking `json:"attacks"`
	// Any is the chance that a move of the monster takes hit points, without
	// killing at once.
	Any Chance `json:"any"`
	// PerMove is the mean damage of a move, PerTurn that of a turn of 12 movement: both
	// leave instant deaths out, and are nil if every move kills.
	PerMove *fight.Mean `json:"per_move"`
	PerTurn *fight.Mean `json:"per_turn"`
	Special []Special   `json:"special"` // what else a move may do
	// Death is the chance that a move kills at once, or takes HP or more hit points; 0
	// if it never does.
	Death float64 `json:"death"`
	HP    int     `json:"hp,omitempty"` // as asked
	// Lasts is the turn in which the hero dies on average, if nothing heals; 0 if that is not
	// followed or HP is not set.
	Lasts float64      `json:"lasts,omitempty"`
	Steps []fight.Step `json:"-"`
	Notes []string     `json:"-"`
	Cites []string     `json:"-"`
}

// Chance is a chance that is not a fraction of small numbers.
type Chance struct {
	P float64 `json:"p"`
}

// Attacking is one attack of a move.
type Attacking struct {
	What string  `json:"what"` // "bite", "sting"
	Kind string  `json:"kind"` // "physical", "poison (Str)"
	Dice string  `json:"dice"`
	Arm  string  `json:"arm,omitempty"` // the weapon that adds to them
	Hits Chance  `json:"hits"`          // also where it needs no roll; of a spell, that it works
	Mean float64 `json:"mean"`          // of a hit
	// For `why`: the other effects of a hit, the chance that it poisons, the mean of
	// the dice, and whether it depends on other attacks of the move.
	Does   []Special `json:"-"`
	Poison float64   `json:"-"`
	Kills  float64   `json:"-"` // of a hit
	Rolled float64   `json:"-"`
	Plus   int       `json:"-"` // what the weapon adds to hit, and to the damage on average
	Adds   float64   `json:"-"`
	Hangs  bool      `json:"-"`
	// Follows means that an earlier attack may have ended the move.
	Follows bool `json:"-"`
}

// Special is what an attack does besides damage.
type Special struct {
	What string  `json:"what"`
	P    float64 `json:"p"` // a move; of Attacking.Does, a hit
	// Past is n if 1 in n of the hits that get past magic cancellation has the effect,
	// and 0 if magic cancellation makes no difference.
	Past float64 `json:"-"`
	// Before means that it is no attack, but happens before the attacks.
	Before bool `json:"-"`
}

// MaxMC is the highest magic cancellation.
const MaxMC = 3

// Check refuses what the game cannot have. Its errors are a *problem.Problem.
func (q *Assault) Check() error {
	for _, r := range []struct {
		what        string
		n, from, to int
	}{{"AC", q.AC, fight.MinAC, fight.MaxAC}, {"MC", q.MC, 0, MaxMC}, {"Dexterity", q.Dex, 3, 25}, {"Strength", q.Str, 0, 125}, {"The level of a monster", q.Level, -1, 127}} {
		if r.n < r.from || r.n > r.to {
			return problem.Newf("%s goes from %d to %d, not %d.", r.what, r.from, r.to, r.n).Try("hurt soldier ant ac 4", "hurt soldier ant ac -10 mc 2")
		}
	}
	return nil
}

// blowOf is one attack with its effect on the hero.
type blowOf struct {
	rules.MonsterAttack
	asks     *rules.Asking // for what is worn; nil: for nothing
	n, x     int           // its dice
	roll     bool          // it needs a to-hit roll
	arm      *Arm          // with which it strikes; nil: with none
	hug      bool          // it hits if the two before it did
	ends     bool          // a hit ends the move
	after    bool          // one before it may have ended the move
	damage   dist.Dist     // of a hit, before poison and what holds it off
	poison   float64       // the chance that a hit poisons
	death    float64       // that a hit kills at once
	special  []Special
	fails    float64  // the chance that a spell fails, which damage has in it
	plain    outcomes // what a hit comes to
	slippery outcomes // that where what it asks for is slippery; nil: it is not
}

// number returns the to-hit number for one draw of the reduction by negative AC.
func (q *Assault) number(draw int) int {
	n := 10 + q.level() + max(q.AC, 0) - draw
	if q.Helpless {
		n += 4
	}
	if q.Unseen {
		n -= 2
	}
	if q.Trapped {
		n -= 2
	}
	return max(n, 1)
}

func (q *Assault) level() int {
	if q.Level >= 0 {
		return q.Level
	}
	return q.Monster.Level
}

// plus returns what the weapon of an attack adds to hit.
func (b *blowOf) plus() int {
	if b.arm == nil {
		return 0
	}
	return b.arm.ToHit
}

// draws returns how much a negative AC may lower a move's to-hit number.
func (q *Assault) draws() dist.Dist {
	if q.AC >= 0 {
		return dist.Exactly(0)
	}
	return dist.Die(-q.AC)
}

// hit returns the chance that attack i hits with a number.
func hit(number, i int) float64 {
	return float64(min(max(number-1, 0), 20+i)) / float64(20+i)
}

// Hits answers a question that passes Check.
func (q *Assault) Hits() Hurt {
	h := Hurt{
		Monster: q.Name, Level: q.level(), Speed: q.Speed, AC: q.AC, MC: q.MC, Attacks: []Attacking{}, Special: []Special{},
		Cites: []string{"monster to hit", "monster damage"},
	}
	blows := q.blows()
	h.ToHit = q.draws().Map(func(d int) int { return q.number(d) })
	first := slices.IndexFunc(blows, func(b blowOf) bool { return b.roll })
	if first >= 0 {
		h.Fraction = q.exact(first, blows[first].plus())
		h.Damage = fight.DamageOf(fight.Blow{Dist: blows[first].in(0).dist(), Kills: blows[first].death})
	} else {
		h.Fraction = odds.Never
		h.Damage = fight.DamageOf(fight.Blow{Dist: dist.Exactly(0)})
	}
	m := q.moves(blows)
	for i, b := range blows {
		hits, mean := m.hits[i], 0.0
		if hits > 0 {
			mean = m.means[i] / hits
		} else if p := b.in(0).dist(); len(p.P) > 0 {
			mean = p.Mean()
		}
		if hits > 1-1e-12 { // a sum of shares
			hits = 1
		}
		shown := Attacking{
			What: attackWord(b.Type), Kind: kindWord(b.MonsterAttack.Damage), Dice: b.Dice, Hits: Chance{hits * (1 - b.fails)}, Mean: mean,
			Does: b.in(0).specials(), Poison: b.poison, Kills: b.death, Rolled: dist.Dice(max(0, b.n), b.x).Mean(), Hangs: b.hug || b.slippery != nil || b.eats() && q.Rules.BrainRests > 0, Follows: b.after, Plus: b.plus(),
		}
		if b.arm != nil {
			shown.Arm = b.arm.Name
			if b.MonsterAttack.Damage == "PHYS" {
				shown.Adds = b.arm.Damage.Mean()
			}
		}
		if b.fails < 1 {
			shown.Mean /= 1 - b.fails
		}
		h.Attacks = append(h.Attacks, shown)
		for _, o := range b.all() {
			for _, s := range o.special {
				if x, ok := m.special[s.What]; ok {
					h.Special = append(h.Special, Special{What: s.What, P: x})
					delete(m.special, s.What)
				}
			}
		}
	}
	h.Special = append(h.Special, q.company()...)
	h.totals(q, m.total)
	h.Notes = append(h.Notes, q.assumes()...)
	if note := q.Skipped(); len(note) > 0 {
		h.Notes = append(h.Notes, strings.Join(note, ", ")+" is not counted")
	}
	if q.Casts() {
		h.Cites = append(h.Cites, "monster spells")
		h.Notes = append(h.Notes, fmt.Sprintf("after a spell it rests for %d turns, which the damage of a turn does not count", max(2, 10-h.Level)))
	}
	return h
}

// totals fills in a move's totals from its damage where nothing kills at once.
func (h *Hurt) totals(q *Assault, total dist.Dist) {
	const least = 1e-12
	alive := total.Total()
	h.Death = 1 - alive
	if q.HP > 0 {
		h.HP = q.HP
		h.Death += total.AtLeast(q.HP)
	}
	h.Any.P = max(0, 1-h.Death-total.At(0))
	if h.Death < least {
		h.Death = 0
	}
	if alive < least { // nobody is left whose damage could be told
		h.Death = 1
		return
	}
	mean := total.Mean()
	h.PerMove, h.PerTurn = &fight.Mean{Mean: mean}, &fight.Mean{Mean: mean * float64(q.Speed) / 12}
}

// moves returns the result of a move over all draws of the reduction by negative AC.
func (q *Assault) moves(blows []blowOf) moved {
	out := moved{hits: make([]float64, len(blows)), means: make([]float64, len(blows)), special: map[string]float64{}}
	most := 20 + len(blows) // beyond it every attack hits
	if q.Arm != nil && q.Arm.ToHit < 0 {
		most -= q.Arm.ToHit
	}
	numbers := q.draws().Map(func(d int) int { return min(q.number(d), most) })
	for _, v := range numbers.Values() {
		m := q.play(blows, v.Value)
		out.total = out.total.Or(m.total.Times(v.P))
		for i := range m.hits {
			out.hits[i] += v.P * m.hits[i]
			out.means[i] += v.P * m.means[i]
		}
		for what, x := range m.special {
			out.special[what] += v.P * x
		}
	}
	return out
}

// Casts reports whether the monster casts the spells of mages or clerics.
func (q *Assault) Casts() bool {
	return slices.ContainsFunc(q.Attacks, func(a rules.MonsterAttack) bool {
		return a.Type == "MAGC" && (a.Damage == "SPEL" || a.Damage == "CLRC")
	})
}

// exact returns the chance that attack i, whose weapon adds plus, hits, as a fraction.
func (q *Assault) exact(i, plus int) odds.Fraction {
	count, of := int64(0), int64(20+i)
	draws := q.draws()
	for k := range draws.P {
		count += int64(min(max(q.number(draws.Min+k)+plus-1, 0), 20+i))
	}
	return odds.Of(count, of*int64(len(draws.P)))
}

// blows returns the monster's attacks with their effects on the hero, without passive
// attacks.
func (q *Assault) blows() []blowOf {
	var out []blowOf
	cast, ended, inside := false, false, q.Held && q.engulfs()
	for i, a := range q.Attacks {
		if a.Type == "NONE" || a.Type == "BOOM" || inside && a.Type != "ENGL" {
			continue
		}
		b := blowOf{MonsterAttack: a, asks: q.Rules.AsksFor(a.Type, a.Damage), roll: true, after: ended}
		n, x, _ := strings.Cut(a.Dice, "d")
		b.n, _ = strconv.Atoi(n)
		b.x, _ = strconv.Atoi(x)
		q.substitute(i, &b)
		if a.Type == "ENGL" { // it takes all of the hero, whatever is worn
			b.asks = nil
		}
		q.reach(&b)
		if spells := a.Type == "MAGC" && (a.Damage == "SPEL" || a.Damage == "CLRC"); spells && cast { // it has to rest
			b.damage, b.n, b.fails = dist.Exactly(0), -1, 1
		} else if cast = cast || spells; true {
			q.effect(&b)
		}
		raw := b.damage
		q.soak(&b)
		q.turnsOut(&b, raw)
		ended = ended || b.ends
		out = append(out, b)
	}
	return out
}

// substitute replaces an attack with another, as the game does before it tries the
// attack (getmattk).
func (q *Assault) substitute(i int, b *blowOf) {
	rolled := []int{b.n, b.x}
	resisted := q.Rules.ColdTouch && i == 0 && b.Type == "TUCH" && b.MonsterAttack.Damage == "COLD" && q.Cold
	switch again := i > 0 && b.MonsterAttack.Damage == q.Attacks[i-1].Damage; {
	case again && slices.Contains([]string{"DISE", "PEST", "FAMN"}, b.MonsterAttack.Damage): // a second one in a row only stuns
		b.MonsterAttack.Damage = "STUN"
	case resisted:
		b.MonsterAttack.Damage = "PHYS"
		if b.n = (b.n + 1) / 2; b.x == 10 {
			b.x = 6
		}
	case q.Home && q.Rules.HomeDoubles && q.Symbol == "E":
		b.n *= 2
	}
	if q.Midnight && q.Is("UNDEAD") && !slices.Contains([]string{"ENGL", "GAZE", "EXPL", "MAGC", "BREA", "SPIT"}, b.Type) {
		b.n *= 2
	}
	if b.n != rolled[0] || b.x != rolled[1] {
		b.Dice = fmt.Sprintf("%dd%d", b.n, b.x)
	}
}

// reach returns how an attack reaches the hero, and its damage before the damage type
// changes it.
func (q *Assault) reach(b *blowOf) {
	b.damage = dist.Dice(b.n, b.x)
	if b.n == 0 || b.x == 0 {
		b.damage = dist.Exactly(0)
	}
	switch b.Type {
	case "WEAP":
		if b.arm = q.Arm; b.arm != nil && b.MonsterAttack.Damage == "PHYS" {
			b.damage = b.damage.Plus(b.arm.Damage).Map(func(v int) int { return max(v, 1) })
		}
	case "BREA", "SPIT": // only from afar
		b.damage, b.roll, b.hug = dist.Exactly(0), false, true
		b.n = -1
	case "GAZE", "EXPL":
		b.roll = false
	case "MAGC":
		b.roll = false
	case "HUGS":
		b.roll, b.hug = false, !q.Held
	case "ENGL":
		b.roll = !q.Held
	}
}

// soak subtracts the reduction by negative AC from damage, which stays at least 1.
func (q *Assault) soak(b *blowOf) {
	switch b.Type {
	case "ENGL":
		if q.AC < 0 && slices.Contains(q.Rules.GulpSoaked, b.MonsterAttack.Damage) { // nothing left is nothing, less is 1
			armour := dist.Die(-q.AC)
			b.damage = b.damage.Split(func(v int) dist.Dist {
				return armour.Map(func(s int) int {
					if v < s {
						return 1
					}
					return v - s
				})
			})
		}
		return
	case "MAGC", "EXPL", "GAZE":
		return
	}
	if q.AC < 0 {
		armour := dist.Die(-q.AC)
		b.damage = b.damage.Split(func(v int) dist.Dist {
			if v == 0 {
				return dist.Exactly(0)
			}
			return armour.Map(func(s int) int { return max(1, v-s) })
		})
	}
}

// Wizard is the monster whose level depends only on how often it was killed.
const Wizard = "Wizard of Yendor"

// Killed returns the level of the Wizard of Yendor when he comes back after n deaths.
// It depends on neither the place nor the hero (adj_lev, makemon.c).
func Killed(base, n int) int { return min(base+n, 49) }

// Level returns the level at which any other monster is generated, by the difficulty of
// the place and the hero's level (adj_lev, makemon.c).
func Level(base, difficulty, xl int) int {
	if base > 49 {
		return 50
	}
	n := base
	if difficulty < base {
		n--
	} else {
		n += (difficulty - base) / 5
	}
	if xl > base {
		n += (xl - base) / 4
	}
	return max(0, min(n, min(3*base/2, 49)))
}
