package fight

import (
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Hero is the attacker.
type Hero struct {
	Role, Race string // "Samurai", "human"
	XL         int
	Str        int // as the game counts it: 18/50 is 68, 18/** 118, 19 is 119
	Dex        int
	Luck       int
	Accuracy   int // of rings of increase accuracy, in all
	Harder     int // of rings of increase damage, in all

	Load    int // 0 unencumbered, 1 burdened, 2 stressed, 3 strained, 4 overtaxed, 5 overloaded
	Trapped bool

	Riding      bool
	RidingSkill rules.Skill

	TwoWeapon      bool
	TwoWeaponSkill rules.Skill
	Bare           rules.Skill // in bare-handed fighting or martial arts

	Armour, Shield bool // body armour, a shield
	Gauntlets      bool // of power
	BlessedGloves  bool
	Fumbling       bool
	FumblingGloves bool // gauntlets of fumbling
	Gloved         bool // any gloves: a ring under them touches nothing
	SilverRing     bool // on the right hand

	// OwnArtifacts holds the quest artifacts of the hero's own role.
	OwnArtifacts []string
}

// elf and its like are what the game asks of the hero's race.
func (h *Hero) elf() bool { return h.Race == "elf" }

// martial reports whether the hero uses martial arts.
func (h *Hero) martial() bool { return h.Role == "Samurai" || h.Role == "Monk" }

// Weapon is what is swung, thrown or fired. The zero Weapon is an empty hand.
type Weapon struct {
	*rules.Object
	Artifact string // empty: none
	Enchant  int
	BUC      rules.BUC
	Erosion  int // 0 to 3
	Poisoned bool
	Skill    rules.Skill
	// Stones: it is the corpse of what turns to stone whoever is touched.
	Stones bool
}

// None reports whether the hand is empty.
func (w *Weapon) None() bool { return w.Object == nil }

// Target is the monster attacked, and its state.
type Target struct {
	*rules.Monster
	AC    int // its natural AC, or as worn armour makes it
	Level int // -1: the monster's own

	Asleep, Fleeing, Helpless, Stunned bool

	InWater bool
}

// Large reports whether weapons use their damage against large monsters.
func (t *Target) Large() bool { return t.Size == "large" || t.Size == "huge" || t.Size == "gigantic" }

// Silver reports whether silver hurts the monster (hates_silver, mondata.c).
func Silver(m *rules.Monster) bool {
	return m.Is("WERE") || m.Symbol == "V" || m.Is("DEMON") || m.Name == "shade" || m.Symbol == "i" && m.Name != "tengu"
}

// wooden reports whether an axe does extra damage to the monster (is_wooden, mondata.h).
func wooden(m *rules.Monster) bool { return m.Name == "wood golem" }

// Question is a hero who fights a target.
type Question struct {
	Set   *rules.Set
	Rules *rules.Fight // the set's
	Hero
	Target
	Weapon Weapon // wielded, or thrown
	Second Weapon // in the other hand with TwoWeapon; the launcher of a Missile
	// Missile means that Weapon is thrown, or fired from Second.
	Missile  bool
	Distance int  // squares to the target of a missile; 0 counts as 1
	Quantity int  // of missiles in hand; 0 counts as 1
	Kick     bool // as a form that kicks, or with Feet.Own
	Feet     Feet

	Turns int // to kill within; 0 is not asked
	// Confidence is the chance of a kill for which turns are counted; 0: some
	// usual ones.
	Confidence float64
	// DieRoll fixes the roll that decides what some artifacts do, 1..20; 0: any.
	DieRoll int
	// noDrain leaves out what a level drained takes, and blows below 1.
	noDrain bool
	// Punch is the blow of a double punch: 0 is a single one.
	Punch int
}

// Limits of a question.
const (
	MinAC, MaxAC = -128, 127
	MaxLuck      = 13
	MaxTurns     = 100
	MaxLevel     = 50
	MaxEnchant   = 99
	MaxRing      = 99
	MaxQuantity  = 1000
)

// Check refuses what the game cannot have. Its errors are a *problem.Problem.
func (q *Question) Check() error {
	bad := func(format string, args ...any) error {
		return problem.Newf(format, args...).Try("hit soldier ant as Samurai human xl10 st 18/50 dex14, wielding +2 long sword skilled")
	}
	for _, r := range []struct {
		what        string
		n, from, to int
	}{
		{"Constitution", q.Feet.Con, 0, 25}, {"XL", q.XL, 1, 30}, {"Strength", q.Str, 3, 125}, {"Dexterity", q.Dex, 3, 25}, {"Luck", q.Luck, -MaxLuck, MaxLuck},
		{"An enchantment", q.Weapon.Enchant, -MaxEnchant, MaxEnchant}, {"An enchantment", q.Second.Enchant, -MaxEnchant, MaxEnchant},
		{"A bonus of rings", q.Accuracy, -MaxRing, MaxRing}, {"A bonus of rings", q.Harder, -MaxRing, MaxRing}, {"AC", q.Target.AC, MinAC, MaxAC},
		{"The number of turns", q.Turns, 0, MaxTurns}, {"The level of a monster", q.Target.Level, -1, MaxLevel}, {"The distance", q.Distance, 0, 100},
		{"The number of missiles", q.Quantity, 0, MaxQuantity}, {"Erosion", q.Weapon.Erosion, 0, 3},
	} {
		if r.n < r.from || r.n > r.to {
			return bad("%s goes from %d to %d, not %d.", r.what, r.from, r.to, r.n)
		}
	}
	if q.TwoWeapon && !q.Missile && q.Weapon.None() {
		return bad("Two-weapon fighting needs a weapon in each hand.")
	}
	if q.Missile && !q.Weapon.None() {
		return q.flies()
	}
	return nil
}
