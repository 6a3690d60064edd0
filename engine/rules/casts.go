package rules

// Drain is what the Amulet of Yendor does to a cast.
type Drain uint8

const (
	// NoDrain: nothing here; Casting.Power may multiply the cost.
	NoDrain Drain = iota
	// DrainAdds: the drain is added to the cost and to the hunger. A cast that
	// then costs too much takes neither time nor power.
	DrainAdds
	// DrainFirst: the drain is taken at once from a hero who has enough for the
	// cost, and after it the whole cost must still be there.
	DrainFirst
)

// Casts holds the numbers for the cost of a cast and for how spells are forgotten. The
// tag cite names the rule of data/all/cites in which a number stands; zero means that
// the version has no such rule.
type Casts struct {
	// A failed cast takes 1/FailedPart of the energy, rounding down.
	FailedPart int `cite:"cast cost and checks"`
	// Hunger is the nutrition that a point of energy costs.
	Hunger int `cite:"cast energy and hunger"`
	// WizardHunger says how a Wizard's Int reduces the hunger.
	WizardHunger []HungerStep `cite:"cast energy and hunger"`
	// A cast leaves at least LeastFed nutrition. A hero with TooHungry or less
	// can cast nothing but the Hungerless spells.
	LeastFed   int      `cite:"cast energy and hunger"`
	TooHungry  int      `cite:"cast energy and hunger"`
	Hungerless []string `cite:"cast energy and hunger"` // spells that cost no nutrition
	// FedWizards: a hero whose casts cost no nutrition is never too hungry.
	FedWizards bool `cite:"Wizard hunger"`

	// Drain and DrainDie: the Amulet drains rnd(DrainDie * cost).
	Drain    Drain `cite:"cast energy and hunger"`
	DrainDie int   `cite:"cast energy and hunger"`

	// LifeRole is a role that pays hit points instead of energy while it does not carry
	// the Amulet, or "" if there is none.
	LifeRole string `cite:"cast energy and hunger"`

	// A hero with less Str than WeakStr can cast nothing but WeakMay.
	WeakStr int    `cite:"cast cost and checks"`
	WeakMay string `cite:"cast cost and checks"`
	// SpeechNeeded: a hero who cannot speak casts nothing.
	SpeechNeeded bool `cite:"cast refusals"`
	// StaffFreesHands: a cursed quarterstaff does not take the hands.
	StaffFreesHands bool `cite:"cast refusals"`

	// A spell is known for Memory turns. Reading the book again refreshes it
	// when at most RefreshAt turns are left. With AsksAbove the game also
	// refreshes it when more are left, but asks first. A book can be read
	// Readings times in all.
	Memory    int  `cite:"learning from a book"`
	RefreshAt int  `cite:"learning from a book"`
	AsksAbove bool `cite:"learning from a book"`
	Readings  int  `cite:"learning from a book"`
	// MemoryMost: reading a book again adds Memory turns to those left, to at
	// most MemoryMost; 0: they become Memory. Each successful cast adds CastAdds.
	MemoryMost int `cite:"reading a book again"`
	CastAdds   int `cite:"casting keeps a spell"`
	// Each polymorph of a book takes one reading of those after the first. Faint:
	// where none is left, it does not teach either.
	Faint bool `cite:"reading a book again"`

	// The spell menu shows what is left of a spell in percent of RetentionOf turns, as a
	// range so many percent wide, by skill from Unskilled on; nil: it does not.
	RetentionOf int   `cite:"retention shown"`
	Retention   []int `cite:"retention shown"`

	// Casting a forgotten spell confuses and stuns for BackfireStep*(level+1)
	// turns in all, shared out as Backfires say.
	BackfireStep int        `cite:"forgotten spell"`
	Backfires    []Backfire `cite:"forgotten spell"`
	// BackfireAdds: the turns are added to what is left of earlier ones.
	BackfireAdds bool `cite:"forgotten spell"`
	// BackfireTurn: it takes a turn. BackfireDrain: and rnd(cost) energy.
	BackfireTurn  bool `cite:"forgotten spell"`
	BackfireDrain bool `cite:"cast checks (5.0.0 and later)"`
}

// HungerStep applies up to and including that Int: hunger is divided by Part,
// rounding down; Part 0: there is none.
type HungerStep struct{ Int, Part int }

// Backfire is one outcome of casting a forgotten spell: Tenths is its chance
// in 10, Confusion and Stun its shares of the turns, in thirds.
type Backfire struct{ Tenths, Confusion, Stun int }

var casts = register(topic[Casts]{name: "Casts", changes: map[string]func(*Casts){
	"3.4.3": func(c *Casts) {
		c.FailedPart, c.Hunger = 2, 2
		c.WizardHunger = []HungerStep{{14, 1}, {15, 2}, {16, 4}, {25, 0}}
		c.LeastFed, c.TooHungry = 3, 10
		c.Hungerless = []string{"detect food"}
		c.Drain, c.DrainDie = DrainAdds, 2
		c.WeakStr = 4
		c.Memory, c.RefreshAt, c.Readings = 20000, 1000, 4
		c.BackfireStep = 3
		c.Backfires = []Backfire{{4, 3, 0}, {3, 2, 1}, {2, 1, 2}, {1, 0, 3}}
	},
	"3.6.7": func(c *Casts) {
		c.Drain = DrainFirst
		c.WeakMay = "restore ability"
		c.SpeechNeeded = true
		c.Memory, c.RefreshAt = 20001, 2000
		c.RetentionOf, c.Retention = 20000, []int{25, 10, 5, 2}
		c.Faint = true
		c.BackfireAdds, c.BackfireTurn = true, true
	},
	"5.0.0": func(c *Casts) {
		c.StaffFreesHands = true
		c.AsksAbove = true
		c.BackfireDrain = true
	},
	"slashem": func(c *Casts) {
		c.Memory, c.RefreshAt, c.Readings = 10000, 60000, 31
		c.MemoryMost, c.CastAdds = 70000, 500
	},
	"xnethack": func(c *Casts) { c.FedWizards, c.RetentionOf, c.Retention = true, 0, nil },
	"evilhack": func(c *Casts) { // follows 3.6 here
		c.Hungerless = append(c.Hungerless, "psionic wave")
		c.LifeRole = "Infidel"
		c.StaffFreesHands, c.AsksAbove, c.BackfireDrain = false, false, false
	},
	"fiqhack": func(c *Casts) { c.Drain, c.DrainDie = NoDrain, 0 },
}})

// Casts returns what a cast costs in the version.
func (s *Set) Casts() *Casts { return casts.of(s.Name) }
