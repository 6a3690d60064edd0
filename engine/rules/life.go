package rules

// The rules of data/all/cites for what a hero does between fights.
const (
	CiteExperience   = "experience for a kill"
	CiteDamageCounts = "kinds of damage"
	CiteRevived      = "revived monsters"
	CiteLevels       = "experience levels"
	CiteGainsLevel   = "level gained"
	CiteHeroSpeed    = "hero speed"
	CiteLoadedSpeed  = "encumbered speed"
	CiteTheirSpeed   = "speed of a monster"
	CiteDig          = "digging effort"
	CiteDigDown      = "digging down"
	CiteDigThrough   = "digging through"
)

// Growth is what a kill brings in experience, and what the levels take. The tag
// cite names the rule of data/all/cites in which a number stands.
type Growth struct {
	// Cutoffs holds the points at which the experience levels from 2 on are reached.
	Cutoffs []int `cite:"experience levels"`
	// A monster's attack that does one of Doubled gives twice its level, one of
	// Feared gives FearedAdds, and any other but a physical one its level.
	Doubled    []string `cite:"kinds of damage"`
	Feared     []string `cite:"kinds of damage"`
	FearedAdds int      `cite:"kinds of damage"`
	// EveryAttack: physical attacks give the level too, and so does each that is
	// lacking to Attacks: the game asks for the wrong variable.
	EveryAttack bool `cite:"kinds of damage"`
	Attacks     int  `cite:"kinds of damage"`
	// FewerFrom is the number of deaths of a kind beyond which its revived or cloned
	// monsters give less experience; 0 means that they never do.
	FewerFrom int `cite:"revived monsters"`
}

var growth = register(topic[Growth]{name: "Growth", what: "rules of experience", own: true, changes: map[string]func(*Growth){
	"3.4.3": func(g *Growth) {
		g.Cutoffs = append(doubling(20, 9), append(doubling(10000, 10), multiples(10_000_000, 1, 10)...)...)
		g.Doubled = []string{"MAGM", "FIRE", "COLD", "SLEE", "DISN", "ELEC", "DRST", "ACID"}
		g.Feared, g.FearedAdds = []string{"DRLI", "STON", "SLIM"}, 50
		g.EveryAttack, g.Attacks = true, 6
	},
	"3.6.7": func(g *Growth) { g.EveryAttack, g.FewerFrom = false, 20 },
	"5.0.0": func(*Growth) {},
	"slashem": func(g *Growth) {
		g.Cutoffs = append(doubling(40, 8), append(doubling(10000, 4), append([]int{150_000}, multiples(50_000, 5, 16)...)...)...)
	},
	"xnethack": func(g *Growth) {
		g.Cutoffs = append(doubling(20, 9), 10000, 15000, 21000, 28000, 36000, 45000, 55000, 66000, 81000, 100000,
			142000, 188000, 238000, 292000, 350000, 412000, 478000, 548000, 622000, 700000)
	},
	"evilhack": func(g *Growth) {
		g.Cutoffs = append(doubling(20, 9), append(doubling(10000, 7), multiples(320_000, 3, 13)...)...)
		g.Doubled = append(append([]string{}, g.Doubled...), "WATR", "DRLI", "STUN")
	},
}})

// doubling returns n numbers, each twice the one before.
func doubling(first, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = first << i
	}
	return out
}

// multiples returns the first n multiples of a number.
func multiples(of, first, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = of * (first + i)
	}
	return out
}

// Growth returns what kills bring and levels take in the version; nil if it is not
// known.
func (s *Set) Growth() *Growth { return growth.of(s.Name) }

// Pace is how fast heroes and monsters are. A hero's speed is 12, and each turn a
// Burst may be added.
type Pace struct {
	Normal   int   `cite:"hero speed"`
	Fast     Burst `cite:"hero speed"` // by nature
	VeryFast Burst `cite:"hero speed"` // by boots, potion or spell
	Slow     Burst `cite:"hero speed"`
	// Loads is by how many eighths each encumbrance from Burdened on lessens it.
	Loads []int `cite:"encumbered speed"`

	// A slowed monster has 2/3 of its speed, a fast one 4/3. Steep: slowed, a speed
	// of 12 or more becomes 4 and a third of it.
	MonsterSlow int  `cite:"speed of a monster"` // in thirds
	MonsterFast int  `cite:"speed of a monster"`
	Steep       bool `cite:"speed of a monster"`
}

// Burst is what is added to a hero's speed: Always, and Add more with a chance of
// In3 in 3.
type Burst struct{ Always, Add, In3 int }

var pace = register(topic[Pace]{name: "Pace", what: "rules of speed", own: true, changes: map[string]func(*Pace){
	"3.4.3": func(p *Pace) {
		p.Normal = 12
		p.Fast, p.VeryFast = Burst{0, 6, 2}, Burst{6, 6, 1}
		p.Loads = []int{2, 4, 6, 7}
		p.MonsterSlow, p.MonsterFast = 2, 4
	},
	"3.6.7":    func(p *Pace) { p.Fast, p.VeryFast = Burst{0, 12, 1}, Burst{0, 12, 2} },
	"5.0.0":    func(p *Pace) { p.Steep = true },
	"slashem":  func(*Pace) {},
	"xnethack": func(*Pace) {},
	"evilhack": func(p *Pace) { p.Steep, p.Slow = false, Burst{0, -6, 2} },
}})

// Pace returns how fast heroes and monsters are in the version; nil if it is not known.
func (s *Set) Pace() *Pace { return pace.of(s.Name) }

// Digging is how long it takes to dig with a pick-axe or a mattock.
type Digging struct {
	// Each turn adds Base + rn2(Die) and what helps to hit to the effort.
	Base int `cite:"digging effort"`
	Die  int `cite:"digging effort"`
	// Dwarf: what the whole effort is multiplied with each turn.
	Dwarf int `cite:"digging effort"`
	// More effort than Pit digs a pit, than Hole a hole, than Through the rest.
	Pit     int `cite:"digging down"`
	Hole    int `cite:"digging down"`
	Through int `cite:"digging through"`
}

var digging = register(topic[Digging]{name: "Digging", what: "rules of digging", own: true, changes: map[string]func(*Digging){
	"3.4.3": func(d *Digging) { *d = Digging{Base: 10, Die: 5, Dwarf: 2, Pit: 50, Hole: 250, Through: 100} },
	"3.6.7": func(*Digging) {},
	"5.0.0": func(*Digging) {},
}})

// Digging returns how long digging takes in the version; nil if it is not known.
func (s *Set) Digging() *Digging { return digging.of(s.Name) }

// Visits is what nurses and foocubi do to a hero. The tag cite names the rule of
// data/all/cites in which a number stands.
type Visits struct {
	// A nurse's hit raises the maximum of hit points by one with a chance of 1 in
	// RaiseOnce, if it is below LimitPerLevel*XL and LimitDice*XL dice of LimitDie;
	// whether it did or not, the nurse then vanishes with a chance of 1 in VanishOnce.
	// A hit heals 1 to Heals.
	Heals         int `cite:"nurse healing"`
	RaiseOnce     int `cite:"nurse healing"`
	VanishOnce    int `cite:"nurse healing"`
	LimitPerLevel int `cite:"nurse limit"`
	LimitDice     int `cite:"nurse limit"`
	LimitDie      int `cite:"nurse limit"`

	// A visit goes badly if rn2(Die) exceeds Int and Cha together, of which no more
	// than MostCounts count; 0: all do. Its result is one of Good or of Bad, each
	// equally likely.
	Die        int      `cite:"foocubus visit"`
	MostCounts int      `cite:"foocubus visit"`
	Good       []string `cite:"foocubus visit"`
	Bad        []string `cite:"foocubus visit"`
}

// The rules of data/all/cites for visits.
const (
	CiteNurse      = "nurse healing"
	CiteNurseLimit = "nurse limit"
	CiteFoocubus   = "foocubus visit"
)

var visits = register(topic[Visits]{name: "Visits", what: "rules of nurses and foocubi", own: true, changes: map[string]func(*Visits){
	"3.4.3": func(v *Visits) {
		*v = Visits{
			Heals: 7, RaiseOnce: 7, VanishOnce: 13, LimitPerLevel: 5, LimitDice: 2, LimitDie: 10, Die: 35,
			Good: []string{"maximum power +1 to +5 and power full", "Con +1", "Wis +1", "a level gained", "hit points full"},
			Bad:  []string{"power gone and its maximum -1 to -10", "Con -1", "Wis -1", "a level lost (unless you resist that)", "6 to 15 damage"},
		}
	},
	"3.6.7":    func(v *Visits) { v.MostCounts = 32 },
	"5.0.0":    func(*Visits) {},
	"slashem":  func(*Visits) {},
	"xnethack": func(v *Visits) { v.Die, v.MostCounts, v.Good, v.Bad = 0, 0, nil, nil },
	"evilhack": func(*Visits) {},
}})

// Visits returns what nurses and foocubi do in the version; nil if it is not known.
func (s *Set) Visits() *Visits { return visits.of(s.Name) }
