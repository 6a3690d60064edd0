package rules

// Formula is how a version turns the hero's state into a spell's chance.
type Formula int

const (
	// Percent: a penalty from role and armour, a chance from the stat and
	// the spell's difficulty; a cast fails with what is left of 100.
	Percent Formula = iota
	// Power: no cast fails; the success figure divides the power cost.
	Power
)

// Casting holds the numbers of a version's spellcasting. The tag cite names
// the rule of data/all/cites in which the number stands; zero means that the
// version has no such rule.
type Casting struct {
	Formula Formula `cite:"spell failure"`

	// Percent formula: what is added to the penalty.
	Helmet       int `cite:"spell failure"` // a metallic helmet
	Gloves       int `cite:"spell failure"` // metallic gloves
	Boots        int `cite:"spell failure"` // metallic boots
	BodyArmour   int `cite:"spell failure"` // any body armour other than a robe
	RobeOfPower  int `cite:"spell failure"` // the robe of power
	Quarterstaff int `cite:"spell failure"` // a wielded quarterstaff
	MinPenalty   int `cite:"spell failure"` // the penalty is at least this, if HasMinPenalty
	MaxPenalty   int `cite:"spell failure"` // and at most this

	HasMinPenalty bool `cite:"spell failure"`

	// Percent formula: what a big shield divides the chance by.
	BigShield        int `cite:"spell failure"`
	BigShieldSpecial int `cite:"spell failure"` // for the role's special spell
	// MetalShieldIsBig means that metallic shields other than bracers are big,
	// however light they are.
	MetalShieldIsBig bool `cite:"spell failure"`

	// Percent formula: what is added to the success at the end.
	Dexterity      []UpTo `cite:"spell failure"` // by Dexterity
	Staff          int    `cite:"spell failure"` // a wielded staff of the spell's school
	ArmourPerLevel int    `cite:"spell failure"` // per spell level, in body armour; Role.ArmourRelief is taken off it

	// Power formula.
	Power PowerNumbers

	// Inborn lists the spells that never fail a hero of a race but for what metal
	// and confusion do.
	Inborn []InbornSpell `cite:"spell failure"`

	// StunnedRefused means that a stunned hero cannot cast.
	StunnedRefused bool `cite:"cast refusals"`
	// LightSchool, if not empty, is the school from which Priests cast light.
	LightSchool School `cite:"role casting table"`
}

// PowerNumbers holds the numbers of the Power formula:
//
//	success = role base + Stat*Int + XL*XL + Wand - Level*level - hamper
//
// capped by skill and clamped to 0..100; cost = 5*level*100/success.
type PowerNumbers struct {
	Stat  int `cite:"spell failure"`
	XL    int `cite:"spell failure"`
	Level int `cite:"spell failure"`
	Wand  int `cite:"spell failure"` // wielding the wand of the spell's effect

	// What hampers.
	Suit        int `cite:"spell failure"` // metallic body armour
	Shield      int `cite:"spell failure"` // any shield
	BulkyShield int `cite:"spell failure"` // more for a bulky one
	MetalShield int `cite:"spell failure"` // more for a metallic one
	Helmet      int `cite:"spell failure"` // metallic
	Gloves      int `cite:"spell failure"`
	Boots       int `cite:"spell failure"`

	// AidsHalve means that a robe, or a wielded quarterstaff or wand of nothing,
	// halves what hampers, rounding up.
	AidsHalve bool `cite:"spell failure"`
	// A robe or a wielded quarterstaff raises an Int below AidTo by Aid, but not
	// above AidTo.
	Aid   int `cite:"spell failure"`
	AidTo int `cite:"spell failure"`

	Cap [skills]int `cite:"spell failure"` // by skill

	BookHalves      bool `cite:"power cost scaling"` // wielding the spell's own book halves the cost, rounding up
	AtZero          int  `cite:"power cost scaling"` // at success 0 the cost is 5*level*AtZero/100; 0: the spell cannot be cast
	AmuletMultiples int  `cite:"power cost scaling"` // the Amulet of Yendor multiplies the cost by this; 0: it does not
}

// InbornSpell is a spell that is inborn in a race.
type InbornSpell struct{ Race, Spell string }

// UpTo is one step of a table by attribute: Add applies to values up to and
// including Max.
type UpTo struct{ Max, Add int }

// casting holds the numbers of percent_success and energy_cost in each
// version's spell.c.
var casting = register(topic[Casting]{name: "Casting", changes: map[string]func(*Casting){
	"3.4.3": func(c *Casting) {
		*c = Casting{
			Formula: Percent,
			Helmet:  4, Gloves: 6, Boots: 2,
			MaxPenalty: 20,
			BigShield:  4, BigShieldSpecial: 2,
		}
	},
	"3.6.7": func(c *Casting) {
		c.StunnedRefused = true
	},
	"5.0.0": func(c *Casting) {
		c.Quarterstaff = -3
		c.LightSchool = "clerical"
	},
	"slashem": func(c *Casting) {
		c.BodyArmour = 5
		c.RobeOfPower = -3
		c.HasMinPenalty, c.MinPenalty = true, 5
	},
	"xnethack": func(c *Casting) {
		*c = Casting{
			Formula: Power,
			Power: PowerNumbers{
				Stat: 5, XL: 5, Level: 25, Wand: 30,
				Suit: 50, Shield: 15, BulkyShield: 15, MetalShield: 15,
				Helmet: 20, Gloves: 35, Boots: 10,
				AidsHalve:  true,
				Cap:        [skills]int{30, 40, 60, 80, 100},
				BookHalves: true,
			},
			StunnedRefused: c.StunnedRefused,
		}
	},
	"evilhack": func(c *Casting) {
		c.Quarterstaff = 0
		c.LightSchool = ""
		c.MetalShieldIsBig = true
		c.Dexterity = []UpTo{{6, -10}, {9, -5}, {15, 0}, {18, 5}, {20, 10}, {23, 15}, {25, 20}}
		c.Staff = 50
		c.ArmourPerLevel = -10
		c.Inborn = []InbornSpell{{"illithid", "psionic wave"}}
	},
	"fiqhack": func(c *Casting) {
		*c = Casting{
			Formula: Power,
			Power: PowerNumbers{
				Stat: 5, XL: 5, Level: 25,
				Suit: 50, Shield: 15, BulkyShield: 15, MetalShield: 15,
				Helmet: 20, Gloves: 35, Boots: 10,
				Aid: 5, AidTo: 20,
				Cap:    [skills]int{40, 40, 60, 80, 100},
				AtZero: 200, AmuletMultiples: 2,
			},
		}
	},
}})
