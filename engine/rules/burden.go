package rules

// The rules of data/all/cites for what things weigh and heroes carry.
const (
	CiteThingWeight = "weight of a thing"
	CiteGoldWeight  = "weight of gold"
	CiteBagWeight   = "weight in a bag of holding"
	CiteCapacity    = "weight capacity"
	CiteBurden      = "encumbrance by weight"
)

// Burden says what heroes can carry. The tag cite names the rule of data/all/cites in
// which a number stands.
type Burden struct {
	// The capacity is PerPoint for each point of Strength and Constitution and
	// Spare, at most Most; each wounded leg lessens it by Leg.
	PerPoint int `cite:"weight capacity"`
	Spare    int `cite:"weight capacity"`
	Most     int `cite:"weight capacity"`
	Leg      int `cite:"weight capacity"`
	// Besides says what else counts in the version; it may be empty.
	Besides string `cite:"weight capacity"`
	// PerGold is how many gold pieces weigh 1, to the nearest.
	PerGold int `cite:"weight of gold"`
	// What is in a bag of holding weighs its CursedTimes in a cursed one, a
	// part in Uncursed or Blessed in another. RoundsUp: the division does; else 1 is
	// added to it.
	CursedTimes int  `cite:"weight in a bag of holding"`
	Uncursed    int  `cite:"weight in a bag of holding"`
	Blessed     int  `cite:"weight in a bag of holding"`
	RoundsUp    bool `cite:"weight in a bag of holding"`
}

var burden = register(topic[Burden]{name: "Burden", what: "rules of weight", own: true, changes: map[string]func(*Burden){
	"3.4.3": func(b *Burden) {
		*b = Burden{PerPoint: 25, Spare: 50, Most: 1000, Leg: 100, PerGold: 100, CursedTimes: 2, Uncursed: 2, Blessed: 4}
	},
	"3.6.7":   func(b *Burden) { b.RoundsUp = true },
	"5.0.0":   func(*Burden) {},
	"slashem": func(b *Burden) { b.RoundsUp = true },
	"xnethack": func(b *Burden) {
		b.Besides = "all of its usual material, no armor worn (worn it weighs 3/4) and no ring of carrying"
	},
	"evilhack": func(b *Burden) {
		b.Besides = "all of its usual material, and of no race that carries more (giant, centaur, tortle, draugr, vampire, aasimar)"
	},
}})

// Burden returns what heroes can carry in the version; nil if it is not known.
func (s *Set) Burden() *Burden { return burden.of(s.Name) }
