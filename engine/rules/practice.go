package rules

// Practice says what it takes to advance a skill. The tag cite names the rule of
// data/all/cites in which a number stands.
type Practice struct {
	// A skill may be advanced from its level L, of which Unskilled is 1, at
	// L*L*Square points of practice.
	Square int `cite:"skill advancing"`
	// A successful cast gives its spell's level in points, a hit of a weapon that
	// does more than TooLittle damage gives Hit.
	TooLittle int `cite:"weapon practice"`
	Hit       int `cite:"weapon practice"`
	// One point of riding takes Ride moves in the saddle; 0: not known.
	Ride int `cite:"riding practice"`
	// SpellSlots: advancing a school of magic from level L takes L slots, as a
	// weapon does; otherwise (L+1)/2.
	SpellSlots bool `cite:"skill slots"`
}

// The rules of data/all/cites for practice and for the memory of spells.
const (
	CiteAdvancing    = "skill advancing"
	CiteSlots        = "skill slots"
	CiteCastPractice = "cast practice"
	CiteWeaponTrains = "weapon practice"
	CiteRideTrains   = "riding practice"
	CiteSpellsAge    = "spells fade"
	CiteRetention    = "retention shown"
	CiteReadAgain    = "reading a book again"
)

var practice = register(topic[Practice]{name: "Practice", what: "rules of practice", own: true, changes: map[string]func(*Practice){
	"3.4.3":    func(p *Practice) { p.Square, p.TooLittle, p.Hit, p.Ride = 20, 1, 1, 101 },
	"3.6.7":    func(p *Practice) { p.Ride = 100 },
	"5.0.0":    func(*Practice) {},
	"slashem":  func(p *Practice) { p.SpellSlots, p.Ride = true, 0 },
	"xnethack": func(p *Practice) { p.Ride = 0 },
	"evilhack": func(p *Practice) { p.Ride = 0 },
}})

// Practice returns what it takes to advance a skill in the version; nil if it is not
// known.
func (s *Set) Practice() *Practice { return practice.of(s.Name) }
