package rules

// The rules of data/all/cites for where pets step.
const (
	CitePetCursed = "pet avoids curses"
	CitePetTrap   = "pet avoids traps"
	CitePetEats   = "pet eats over a curse"
	CitePetSays   = "pet moves reluctantly"
)

// PetSteps says what pets do not like to step on. The tag cite names the rule of data/all/cites
// in which a number stands.
type PetSteps struct {
	// A pet that is not leashed considers a square with a cursed thing one time in CursedOnce
	// times the number of squares without one that it can step on; always if there are none.
	CursedOnce int `cite:"pet avoids curses"`
	// TrapOnce: it considers a square with a trap that you have seen one time in so many.
	TrapOnce int `cite:"pet avoids traps"`
}

var petSteps = register(topic[PetSteps]{name: "PetSteps", what: "rules of where pets step", own: true, changes: map[string]func(*PetSteps){
	"3.4.3": func(p *PetSteps) { *p = PetSteps{CursedOnce: 13, TrapOnce: 40} },
	"3.6.7": func(*PetSteps) {},
	"5.0.0": func(*PetSteps) {},
}})

// PetSteps returns what pets do not step on in the version; nil if it is not known.
func (s *Set) PetSteps() *PetSteps { return petSteps.of(s.Name) }
