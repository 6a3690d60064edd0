package rules

// The rules of data/all/cites for worn armour that is eroded.
const (
	CiteWearAC     = "armor class of what is worn"
	CiteWearRepair = "repair of armor"
	CiteWearBlade  = "repair of weapons"
)

// Wear says what erosion takes from armour. The tag cite names the rule of data/all/cites in
// which a number stands.
type Wear struct {
	// Each degree of erosion takes PerDegree points off armour class, but never more than the
	// piece gives without its enchantment.
	PerDegree int `cite:"armor class of what is worn"`
	// Repairs is the scroll that repairs a piece for who is confused, unless it is cursed, and
	// WeaponRepairs the same for a wielded weapon.
	Repairs       string `cite:"repair of armor"`
	WeaponRepairs string `cite:"repair of weapons"`
}

var wear = register(topic[Wear]{name: "Wear", what: "rules of eroded armor", own: true, changes: map[string]func(*Wear){
	"3.4.3": func(w *Wear) {
		*w = Wear{PerDegree: 1, Repairs: "enchant armor", WeaponRepairs: "enchant weapon"}
	},
	"3.6.7": func(*Wear) {},
	"5.0.0": func(*Wear) {},
}})

// Wear returns what erosion takes from armour in the version; nil if it is not known.
func (s *Set) Wear() *Wear { return wear.of(s.Name) }

// Loss returns the points of armour class that a piece loses which gives base points when new,
// eroded to a degree.
func (w *Wear) Loss(base, degree int) int { return min(w.PerDegree*degree, base) }
