package rules

// The rules of data/all/cites for hunger.
const (
	CiteHunger      = "hunger by turns"
	CiteHungerState = "states of hunger"
	CiteStarving    = "starving"
	CiteFed         = "nutrition at the start"
)

// Hunger says how nutrition goes down by itself. The tag cite names the rule of
// data/all/cites in which a number stands.
type Hunger struct {
	Start int `cite:"nutrition at the start"`
	// The most nutrition with which one is Hungry and Weak; at 0 one faints.
	Hungry int `cite:"states of hunger"`
	Weak   int `cite:"states of hunger"`
	// One starves below minus StarveBase and StarveCon for each point of Con.
	StarveBase int `cite:"starving"`
	StarveCon  int `cite:"starving"`
	// Of every Turns turns, as many as these take a point: food itself, what takes one every
	// second turn (regeneration, a heavy load, hunger, conflict), and what is worn.
	Turns    int `cite:"hunger by turns"`
	Halves   int `cite:"hunger by turns"`
	Worn     int `cite:"hunger by turns"`
	Digested int `cite:"hunger by turns"` // slow digestion from armour instead of a ring
	// FaintSleeps: while fainted, food takes a point on one turn in AsleepOnce, as it does
	// while asleep.
	FaintSleeps bool `cite:"hunger by turns"`
	AsleepOnce  int  `cite:"hunger by turns"`
	// Each turn without food that one is awake, one faints where a roll below FaintOf is
	// FaintFrom or more, for FaintTurns turns; each 10 points below 0 add one to the first and
	// the last, rounded (or not, but cut: FaintCuts). Only a roll that spares one can starve.
	FaintOf    int  `cite:"starving"`
	FaintFrom  int  `cite:"starving"`
	FaintTurns int  `cite:"starving"`
	FaintCuts  bool `cite:"starving"`
}

var hunger = register(topic[Hunger]{name: "Hunger", what: "rules of hunger", own: true, changes: map[string]func(*Hunger){
	"3.4.3": func(h *Hunger) {
		*h = Hunger{Start: 900, Hungry: 150, Weak: 50, StarveBase: 200, StarveCon: 20, Turns: 20, Halves: 10, Worn: 1, AsleepOnce: 10, FaintOf: 20, FaintFrom: 19, FaintTurns: 10, FaintCuts: true}
	},
	"3.6.7": func(h *Hunger) { h.StarveBase, h.StarveCon, h.FaintSleeps, h.FaintCuts = 100, 10, true, false },
	"5.0.0": func(h *Hunger) { h.Digested = 1 },
}})

// Hunger returns how nutrition goes down in the version; nil if it is not known.
func (s *Set) Hunger() *Hunger { return hunger.of(s.Name) }

// The rules of data/all/cites for the hunger of pets.
const (
	CitePetFed     = "new pet is fed"
	CitePetWeak    = "pet is weak"
	CitePetHP      = "weak pet's hit points"
	CitePetStarves = "pet starves"
)

// PetHunger says how long a pet that eats lasts. The tag cite names the rule of data/all/cites
// in which a number stands.
type PetHunger struct {
	Fed     int `cite:"new pet is fed"`        // turns until a pet that is new gets hungry
	Weak    int `cite:"pet is weak"`           // turns from then until it is confused
	Starves int `cite:"pet starves"`           // and until it dies
	Share   int `cite:"weak pet's hit points"` // of its most HP, one part in so many is left when it is confused
}

var petHunger = register(topic[PetHunger]{name: "PetHunger", what: "rules of how pets starve", own: true, changes: map[string]func(*PetHunger){
	"3.4.3": func(p *PetHunger) { *p = PetHunger{Fed: 1000, Weak: 500, Starves: 750, Share: 3} },
	"3.6.7": func(*PetHunger) {},
	"5.0.0": func(*PetHunger) {},
}})

// PetHunger returns how pets starve in the version; nil if it is not known.
func (s *Set) PetHunger() *PetHunger { return petHunger.of(s.Name) }
