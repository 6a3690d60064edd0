package rules

import "slices"

// Hurt holds the numbers of what monsters do to heroes. The tag cite names the
// rule of data/all/cites in which a number stands.
type Hurt struct {
	// Passes is the chance that magic cancellation, 0 to 3, does not stop a
	// special attack.
	Passes [4]float64 `cite:"monster damage"`
	// PoisonKills: one poisoning in 30 kills at once; otherwise it takes
	// 6 + 4d6 hit points.
	PoisonKills bool `cite:"poisoning"`
	// BrainTwice: what eats brains does its damage twice, the second time as
	// armour class leaves it. In any version the first time is as rolled.
	BrainTwice bool `cite:"monster damage"`
	// Mage and Cleric are the spells of monsters' spell attacks.
	Mage   MonsterSpells `cite:"monster spells"`
	Cleric MonsterSpells `cite:"monster spells"`
	// Calm: a caster that would wake nobody aggravates once in Calm; 0: it does
	// not look.
	Calm int `cite:"monster spells"`
	// Of a point of Strength lost below 3, WeakMin to WeakMax hit points.
	WeakMin int `cite:"monster spells"`
	WeakMax int `cite:"monster spells"`
	// TouchHurts: the touch of death takes 50 + 8d6 hit points; otherwise it kills.
	TouchHurts bool `cite:"monster spells"`
	// FreezeHurts: the spell that paralyses takes hit points, as many as turns.
	FreezeHurts bool `cite:"monster spells"`

	// Rounds: each turn a monster's speed becomes a whole number of moves, the
	// next lower or higher one at random; otherwise what is left adds up.
	Rounds bool `cite:"monster speed"`

	// BrainRests is the chance that the first tentacle to eat brain makes the
	// others of that move hold back.
	BrainRests float64 `cite:"worn against attacks"`
	// Asks lists the attacks that look at what the hero wears.
	Asks []Asking `cite:"worn against attacks"`

	// Blasts: who is caught in an explosion ducks none of it.
	Blasts bool `cite:"explosions"`

	// GulpSoaked lists the kinds of damage of an engulfer that negative armour
	// class lessens.
	GulpSoaked []string `cite:"engulfing"`

	// GulpDrains is the chance that a turn inside an engulfer that drains energy
	// does.
	GulpDrains float64 `cite:"engulfing"`
	// ColdTouch: a first touch that chills strikes who resists cold with about
	// half its dice.
	ColdTouch bool `cite:"monster attacks"`
	// HomeDoubles: an elemental on its own plane rolls twice as many dice.
	HomeDoubles bool `cite:"monster attacks"`
	// ReachesUp: what flies reaches the legs of a hero in the air.
	ReachesUp bool `cite:"leg wounds"`
	// TeleportSpares: a blow that teleports never kills.
	TeleportSpares bool `cite:"monster teleportation"`
	// Summons n means that a demon beside a hero summons another 1 move in n; in
	// Gehennom SummonsBelow applies.
	Summons      int `cite:"monster help"`
	SummonsBelow int `cite:"monster help"`
	// Loners lists the demons that call nobody.
	Loners []string `cite:"monster help"`
}

// Asking is an attack that looks at what the hero wears.
type Asking struct {
	Attack string // its kind of damage or, for HUGS, of attack
	Worn   []Slot // where it looks: at the first piece that is worn
	// Stops is the chance that a piece there stops it, and Gaps those that stop
	// it only with the chance GapStops.
	Stops    float64
	Gaps     []string
	GapStops float64
	// Slips is how often it tries to hold on, and so slips off a piece that is
	// greased or slippery; 0: it never does.
	Slips  float64
	Spares string // the piece that protects from everything but its damage
	// Skips says what it decides by what is worn, where no chance of ours counts
	// that; empty: it is counted.
	Skips string
}

// AsksFor returns what an attack asks for; nil if it asks for nothing.
func (h *Hurt) AsksFor(attack, damage string) *Asking {
	for i := range h.Asks {
		if a := &h.Asks[i]; a.Attack == damage || a.Attack == attack && damage == "PHYS" {
			return a
		}
	}
	return nil
}

// outside holds the pieces, of which the outermost is retained.
var (
	outside    = []Slot{Cloak, Body, Shirt}
	everywhere = []Slot{Cloak, Body, Shirt, Helmet, Gloves, Boots, Shield}
)

// asks holds those of every version that is known.
var asks = []Asking{
	{Attack: "DRIN", Worn: []Slot{Helmet}, Stops: 7.0 / 8, Slips: 1, Spares: "dunce cap"},
	{Attack: "HUGS", Worn: outside, Slips: 1.0 / 2},
	{Attack: "WRAP", Worn: outside, Slips: 1.0 / 10},
	{Attack: "LEGS", Worn: []Slot{Boots}, Stops: 4.0 / 5, Gaps: []string{"low boots", "iron shoes"}, GapStops: 2.0 / 5},
	{Attack: "HEAL", Worn: everywhere},
	{Attack: "RUST", Worn: everywhere, Skips: "what it rusts"},
	{Attack: "CORR", Worn: everywhere, Skips: "what it corrodes"},
	{Attack: "DCAY", Worn: everywhere, Skips: "what it rots"},
	{Attack: "ENCH", Worn: everywhere, Skips: "what it disenchants"},
	{Attack: "SEDU", Worn: everywhere, Skips: "what it steals"},
	{Attack: "SITM", Worn: everywhere, Skips: "what it steals"},
	{Attack: "SSEX", Worn: everywhere, Skips: "what you take off"},
	{Attack: "BLND", Worn: []Slot{Helmet}, Skips: "a visor against claws that blind"},
}

// MonsterSpells holds the spells of one kind, in the order of Level: a caster of level
// n rolls a value below n and casts the last spell whose Level it reaches, again
// where that would be useless.
type MonsterSpells struct {
	List []MonsterSpell
	Top  int // a value above it is the first spell
	// Again: a value above Top is rolled anew but once in Again; 0: it never is.
	// Once: one roll more, below Top. Otherwise each is below the one before.
	Again int
	Once  bool
	// Falls: instead of a useless spell the one before it in the list is cast.
	Falls bool
}

// MonsterSpell is a spell and what it does.
type MonsterSpell struct {
	Level int
	Does  SpellDoes
}

// SpellDoes is what a monster's spell does.
type SpellDoes string

// What monsters' spells do.
const (
	Psi        SpellDoes = "psi bolt"
	Wounds     SpellDoes = "open wounds"
	CureSelf   SpellDoes = "cure self"
	HasteSelf  SpellDoes = "haste self"
	StunYou    SpellDoes = "stun"
	Disappear  SpellDoes = "disappear"
	Weaken     SpellDoes = "weaken"
	DestroyArm SpellDoes = "destroy armor"
	CurseItems SpellDoes = "curse items"
	Aggravate  SpellDoes = "aggravate"
	Summon     SpellDoes = "summon"
	CloneWiz   SpellDoes = "clone"
	DeathTouch SpellDoes = "touch of death"
	Confuse    SpellDoes = "confuse"
	Paralyse   SpellDoes = "paralyse"
	BlindYou   SpellDoes = "blind"
	Insects    SpellDoes = "insects"
	Lightning  SpellDoes = "lightning"
	FirePillar SpellDoes = "fire pillar"
	Geyser     SpellDoes = "geyser"
	// HighDeath is the touch of death but for heroes with magic resistance, on
	// whom it is a psi bolt.
	HighDeath SpellDoes = "touch of death or psi bolt"
	// HighGeyser is a geyser once in three, else open wounds.
	HighGeyser SpellDoes = "geyser or open wounds"
)

// mageSpells and clericSpells are the spells up to where versions differ.
var (
	mageSpells = []MonsterSpell{
		{0, Psi}, {1, CureSelf}, {2, HasteSelf}, {3, StunYou}, {4, Disappear}, {6, Weaken}, {8, DestroyArm}, {10, CurseItems}, {13, Aggravate}, {15, Summon}, {18, CloneWiz}, {20, DeathTouch},
	}
	clericSpells = []MonsterSpell{
		{0, Wounds}, {1, CureSelf}, {2, Confuse}, {4, Paralyse}, {6, BlindYou}, {8, Insects}, {9, CurseItems}, {11, Lightning}, {12, FirePillar}, {13, Geyser},
	}
)

var hurt = register(topic[Hurt]{name: "Hurt", what: "rules of monsters' attacks", own: true, changes: map[string]func(*Hurt){
	"3.4.3": func(h *Hurt) {
		h.Passes = [4]float64{1, 101.0 / 150, 26.0 / 75, 1.0 / 50}
		h.PoisonKills, h.BrainTwice = true, true
		h.Mage, h.Cleric = MonsterSpells{List: mageSpells, Top: 22}, MonsterSpells{List: clericSpells, Top: 13}
		h.WeakMin, h.WeakMax = 6, 6
		h.Asks = asks
		h.Summons, h.SummonsBelow, h.Loners = 13, 13, []string{"balrog", "succubus", "incubus"}
	},
	"3.6.7": func(h *Hurt) {
		h.Passes, h.BrainTwice = [4]float64{1, 0.7, 0.4, 0.1}, false
		h.Mage = MonsterSpells{List: append(slices.Clone(mageSpells), MonsterSpell{23, HighDeath}), Top: 24, Again: 25}
		h.Cleric = MonsterSpells{List: append(slices.Clone(clericSpells), MonsterSpell{14, HighGeyser}), Top: 15, Again: 16}
		h.Calm, h.Rounds = 100, true
		h.GulpDrains, h.TeleportSpares, h.ReachesUp = 3.0/4, true, true
	},
	"5.0.0": func(h *Hurt) {
		h.PoisonKills = false
		h.Mage = MonsterSpells{List: mageSpells, Top: 20, Again: 20, Once: true, Falls: true}
		h.Cleric = MonsterSpells{List: clericSpells, Top: 13, Again: 13, Once: true, Falls: true}
		h.WeakMin, h.TouchHurts, h.FreezeHurts = 3, true, true
		h.BrainRests = 9.0 / 25
		h.Blasts, h.GulpSoaked = true, []string{"PHYS", "DGST", "WRAP"}
		h.ColdTouch, h.HomeDoubles = true, true
		h.Summons, h.SummonsBelow, h.Loners = 16, 10, []string{"balrog", "amorous demon"}
	},
}})

// Hurt returns the version's rules of monsters' attacks; nil if they are not known.
func (s *Set) Hurt() *Hurt { return hurt.of(s.Name) }
