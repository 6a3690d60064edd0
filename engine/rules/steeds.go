package rules

// The rules of data/all/cites for saddles and mounting.
const (
	CiteSaddle = "saddling"
	CiteMount  = "mounting"
)

// Steeds is how a monster is saddled and mounted. The tag cite names the rule of
// data/all/cites in which a number stands.
//
//	chance = Dex + Cha/ChaPart + PerTame*tameness + XL*(TameXL or WildXL) - WildLevel*level of a wild one
//
// and the rest; the saddle is on if rn2(100) < chance.
type Steeds struct {
	ChaPart, PerTame, TameXL, WildXL, WildLevel int `cite:"saddling"`
	// Role adds RoleBonus, gloves or boots that look made for riding Riding; Impaired and
	// Cursed take away.
	Role                                string `cite:"saddling"`
	RoleBonus, Riding, Impaired, Cursed int    `cite:"saddling"`
	// Skill is added by skill, from restricted to expert.
	Skill [5]int `cite:"saddling"`
	// Symbols are the classes of what takes a saddle. Centaurs: the humanoid ones, too.
	Symbols  string `cite:"saddling"`
	Centaurs bool   `cite:"saddling"`

	// Who mounts slips if XL and tameness are below rnd(SlipDie), and takes
	// rnd(HurtDie) + HurtLeast - 1. Anybody but Role loses one tameness first. Greased: a
	// saddle that is greased slips, too.
	SlipDie, HurtDie, HurtLeast int  `cite:"mounting"`
	Greased                     bool `cite:"mounting"`
}

var steeds = register(topic[Steeds]{name: "Steeds", what: "rules of riding", own: true, changes: map[string]func(*Steeds){
	"3.4.3": func(s *Steeds) {
		s.ChaPart, s.PerTame, s.TameXL, s.WildXL, s.WildLevel = 2, 2, 20, 5, 10
		s.Role, s.RoleBonus, s.Riding, s.Impaired, s.Cursed = "Knight", 20, 10, 20, 50
		s.Skill = [5]int{-20, -20, 0, 15, 30}
		s.Symbols = "quACDJ"
		s.SlipDie, s.HurtDie, s.HurtLeast = 20, 5, 10
	},
	"3.6.7": func(s *Steeds) { s.Centaurs = true },
	"5.0.0": func(s *Steeds) { s.Greased = true },
}})

// Steeds returns how monsters are ridden in the version; nil if it is not known.
func (s *Set) Steeds() *Steeds { return steeds.of(s.Name) }
