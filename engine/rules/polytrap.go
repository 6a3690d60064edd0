package rules

// The rules of data/all/cites for polymorph traps.
const (
	CitePolyTrap      = "polymorph trap"
	CitePolyTrapHero  = "polymorph trap on you"
	CiteResistingWand = "resistance"
	CiteSystemShock   = "system shock"
	CiteNewMan        = "new man"
)

// PolyTrap is what a polymorph trap asks of who steps on it: a hero's magic
// resistance, and a monster's as against a wand. It does nothing to things.
type PolyTrap struct {
	HeroKeeps    bool `cite:"polymorph trap on you"` // who resists leaves the trap there; else it is gone
	MonsterRolls bool `cite:"polymorph trap"`        // a monster resists it as a wand
	MonsterEnds  bool `cite:"polymorph trap"`        // and the trap is gone once it has changed
	// PerMC is how much each level of magic cancellation adds to a monster's resistance,
	// in percent; minions have a level of their own.
	PerMC int `cite:"resistance"`
	// A hero without control changes only if a roll below ShockDie is not above Con, and else
	// loses up to ShockHP hit points; 0: not known. Who changes becomes a new man, or woman, 1
	// time in NewManOnce.
	ShockDie int `cite:"system shock"`
	ShockHP  int `cite:"system shock"`
	// MailReverts: dragon scale mail turns into scales where its wearer becomes the dragon.
	MailReverts bool `cite:"system shock"`
	NewManOnce  int  `cite:"new man"`
}

var polyTrap = register(topic[PolyTrap]{name: "PolyTrap", what: "rules of polymorph traps", own: true, changes: map[string]func(*PolyTrap){
	"3.4.3": func(p *PolyTrap) {
		*p = PolyTrap{HeroKeeps: true, MonsterRolls: true, ShockDie: 20, ShockHP: 30, NewManOnce: 5}
	},
	"3.6.7":   func(p *PolyTrap) { p.MailReverts = true },
	"5.0.0":   func(*PolyTrap) {},
	"slashem": func(p *PolyTrap) { p.ShockDie, p.ShockHP, p.NewManOnce = 0, 0, 0 },
	"xnethack": func(p *PolyTrap) {
		p.MonsterEnds, p.ShockDie, p.ShockHP, p.NewManOnce, p.MailReverts = true, 0, 0, 0, false
	},
	"evilhack": func(p *PolyTrap) { p.PerMC, p.ShockDie, p.ShockHP, p.NewManOnce, p.MailReverts = 20, 0, 0, 0, false },
}})

// PolyTrap returns the rules of polymorph traps in the version; nil if they are not
// known.
func (s *Set) PolyTrap() *PolyTrap { return polyTrap.of(s.Name) }
