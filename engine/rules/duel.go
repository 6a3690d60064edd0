package rules

import "maps"

// Duel holds the numbers of a fight turn by turn: who moves when, what heals, when
// a monster flees, and what a hero suffers besides the loss of hit points. The tag
// cite names the rule of data/all/cites in which a number stands.
type Duel struct {
	// Normal, Fast and VeryFast are the movement points that a hero gets each turn.
	// Each move costs Move.
	Move     int         `cite:"hero movement"`
	Normal   []Allowance `cite:"hero movement"`
	Fast     []Allowance `cite:"hero movement"`
	VeryFast []Allowance `cite:"hero movement"`
	// LastWaits: a hero who has movement for exactly one more move this turn makes it
	// after all moves of the monsters.
	LastWaits bool `cite:"hero movement"`

	// A monster below half of its hit points flees after 1 in FleeOnce hits; 1 in
	// FleeTimed of these have a timer, of 1 to FleeTurns turns. Without one it takes
	// heart again in 1 of Courage moves, once it is unhurt.
	FleeOnce  int `cite:"fleeing after a hit"`
	FleeTimed int `cite:"fleeing after a hit"`
	FleeTurns int `cite:"fleeing after a hit"`
	Courage   int `cite:"monster courage"`
	// It runs from a hero within FleeNear squares, and comes nearer from one square
	// further away.
	FleeNear int `cite:"monster retreat"`
	// A fleeing monster that can teleport does so in 1 of FleeTeleports moves.
	FleeTeleports int `cite:"monster courage"`
	// Erratic monsters move at random in 1 of ErraticOnce moves they make.
	Erratic     []string `cite:"monster retreat"` // names, or class symbols
	ErraticOnce int      `cite:"monster retreat"`
	// A wanderer beside the hero moves in 1 of Wanders, an invisible monster in 1 of
	// Unseens.
	Wanders int `cite:"monster courage"`
	Unseens int `cite:"monster courage"`
	// Dodges: a leprechaun steps aside before 1 of Dodges blows.
	Dodges int `cite:"hero attacks"`

	// A monster heals 1 hit point every MonsterHeals turns, or each turn if it
	// regenerates.
	MonsterHeals int `cite:"monster regeneration"`
	// Up to HealXL a hero heals 1 hit point every HealBase/(XL + 2) + 1 turns; above,
	// every HealEvery turns rnd(Con), at most XL - HealXL, or 1 with a Con up to
	// HealCon. HealByChance: at any XL 1 with a chance of XL + Con in 100 each turn.
	HealXL       int  `cite:"hero regeneration"`
	HealBase     int  `cite:"hero regeneration"`
	HealEvery    int  `cite:"hero regeneration"`
	HealCon      int  `cite:"hero regeneration"`
	HealByChance bool `cite:"hero regeneration"`

	// An engulfer keeps who is swallowed for a number of its moves. Digesting:
	// DigestByCon says that Con and the engulfer's level count; otherwise rnd(GulpTurns
	// - its level)/2 + GulpBase - AC. GulpByLevel: other engulfers rnd(its level + 5).
	GulpTurns   int  `cite:"engulfing"`
	GulpBase    int  `cite:"engulfing"`
	GulpCon     bool `cite:"engulfing"` // Con/3 - 1 is added
	DigestByCon bool `cite:"engulfing"`
	GulpByLevel bool `cite:"engulfing"`
	// GulpRests: an engulfer that has let go does not engulf for rnd(GulpRests)
	// turns; 0: it may at once.
	GulpRests int `cite:"letting go"`

	// Delayed stoning and sliming kill after these numbers of turns. StoneStiff turns
	// before the end the hero cannot move, and StoneSlow and SlimeSlow before it is no
	// longer fast.
	StoneTurns int `cite:"turning to stone"`
	StoneSlow  int `cite:"turning to stone"`
	StoneStiff int `cite:"turning to stone"`
	SlimeTurns int `cite:"turning to slime"`
	SlimeSlow  int `cite:"turning to slime"`
	SickTurns  int `cite:"falling ill"` // and rn2(Con) more

	// A floating eye's gaze paralyses for its dice or, in 1 of GazeLong with a Wisdom up
	// to GazeWis, for LongestGaze turns.
	LongestGaze int `cite:"passive attacks"`
	GazeLong    int `cite:"passive attacks"`
	GazeWis     int `cite:"passive attacks"`
	// PassiveOnce is how many of PassiveOf chances a passive attack of a monster
	// alive takes.
	PassiveOnce int `cite:"passive attacks"`
	PassiveOf   int `cite:"passive attacks"`

	// KnockOnce n means that 1 in n hits with a blunt weapon knocks back a target two
	// sizes smaller; 0 means none does.
	KnockOnce int `cite:"knocking back"`
	KnockFar  int `cite:"knocking back"` // 1 in this many of these goes 2 squares
	// DrainFloor is the least that the most hit points become when a level is lost.
	DrainFloor int `cite:"losing levels"`
	// A brain that is eaten kills who has an Int of BrainLeast, and costs all others 1 to
	// BrainTakes points of it, down to that.
	BrainLeast int `cite:"brain eaten"`
	BrainTakes int `cite:"brain eaten"`

	// Arms holds the weapons that roles begin with in hand, where they do not fight bare
	// handed.
	Arms map[string]StartArm `table:"u_init.c"`
}

// StartArm is a weapon that a role begins with.
type StartArm struct {
	Name    string
	Enchant int
}

// startArms holds those up to where versions differ.
var startArms = map[string]StartArm{
	"Archeologist": {"bullwhip", 2}, "Barbarian": {"two-handed sword", 0}, "Caveman": {"club", 1}, "Healer": {"scalpel", 0}, "Knight": {"long sword", 1}, "Priest": {"mace", 1},
	"Ranger": {"dagger", 1}, "Rogue": {"short sword", 0}, "Samurai": {"katana", 0}, "Valkyrie": {"long sword", 1}, "Wizard": {"quarterstaff", 1},
}

// Allowance is movement and how many times in 3 it is what a turn brings.
type Allowance struct {
	Movement, In3 int
}

var duel = register(topic[Duel]{name: "Duel", what: "rules of a fight turn by turn", own: true, changes: map[string]func(*Duel){
	"3.4.3": func(d *Duel) {
		d.Move = 12
		d.Normal = []Allowance{{12, 3}}
		d.Fast = []Allowance{{12, 1}, {18, 2}}
		d.VeryFast = []Allowance{{18, 2}, {24, 1}}
		d.LastWaits = true
		d.FleeOnce, d.FleeTimed, d.FleeTurns, d.Courage = 25, 3, 100, 25
		d.FleeNear, d.FleeTeleports = 3, 40
		d.Erratic, d.ErraticOnce = []string{"stalker", "B", "y"}, 3
		d.Wanders, d.Unseens, d.Dodges = 4, 3, 7
		d.MonsterHeals = 20
		d.HealXL, d.HealBase, d.HealEvery, d.HealCon = 9, 42, 3, 12
		d.GulpTurns, d.GulpBase = 25, 10
		d.StoneTurns, d.StoneSlow, d.StoneStiff = 5, 5, 3
		d.SlimeTurns, d.SlimeSlow, d.SickTurns = 10, 7, 20
		d.LongestGaze, d.GazeLong, d.GazeWis = 127, 4, 12
		d.PassiveOnce, d.PassiveOf = 2, 3
		d.DrainFloor = 1
		d.BrainLeast, d.BrainTakes = 3, 2
		d.Arms = startArms
	},
	"3.6.7": func(d *Duel) {
		d.Fast = []Allowance{{12, 2}, {24, 1}}
		d.VeryFast = []Allowance{{12, 1}, {24, 2}}
		d.LastWaits = false
		d.GulpByLevel, d.GulpCon, d.GulpRests = true, true, 2
	},
	"5.0.0": func(d *Duel) {
		d.HealByChance = true
		d.DigestByCon, d.GulpCon = true, false
		d.KnockOnce, d.KnockFar = 6, 3
		d.DrainFloor = 10
		d.Arms = maps.Clone(startArms)
		d.Arms["Valkyrie"] = StartArm{"spear", 1}
	},
}})

// Duel returns the version's rules of a fight turn by turn; nil if they are not known.
func (s *Set) Duel() *Duel { return duel.of(s.Name) }
