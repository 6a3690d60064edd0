package rules

// Attack holds the numbers of attack spells: whether they hit, how far they
// reach, what they do. The tag cite names the rule of data/all/cites in
// which a number stands.
type Attack struct {
	// A ray rolls c = rn2(RayDie). With 0 it hits if rnd(RayLucky) < AC + B;
	// otherwise if RayBase - c < AC' + B, where AC' is AC, or -rnd(-AC) of a
	// negative AC. RayDie 0: not known.
	RayDie   int `cite:"ray to-hit"`
	RayLucky int `cite:"ray to-hit"`
	RayBase  int `cite:"ray to-hit"`

	// B is what skill, Dex and XL add.
	SkillHit [skills]int `cite:"ray to-hit bonus"`
	DexHit   []UpTo      `cite:"ray to-hit bonus"`
	// XL is added up to XLHit; 0 means that it is not.
	XLHit int `cite:"ray to-hit bonus"`
	// MeasuredXL is the only XL at which it is known how often rays hit; 0
	// means every XL.
	MeasuredXL int `cite:"ray to-hit"`

	// Force bolt hits if rnd(BoltDie) < BoltBase + AC.
	BoltDie  int `cite:"force bolt and beams on monsters"`
	BoltBase int `cite:"force bolt and beams on monsters"`

	// Ranges are uniform. A monster that is hit takes BeamCost or RayCost of
	// the range.
	BeamRange, RayRange, DigRange Range `cite:"zap range"`
	BeamCost                      int   `cite:"beam"`
	RayCost                       int   `cite:"ray"`

	// Bonus is what Int and XL add to damage; the first step that applies
	// counts. A positive roll never falls below BonusLeast, if that is not 0.
	Bonus      []BonusStep `cite:"damage bonus"`
	BonusLeast int         `cite:"damage bonus"`
	// DamageUnknown says why it is not known how much damage spells do; empty if it is
	// known.
	DamageUnknown string `cite:"damage bonus"`

	// Opposites: what resists fire takes more of cold, and what resists cold more
	// of fire. Otherwise monsters are vulnerable to attacks in ways that are not
	// counted.
	Opposites bool `cite:"ray"`
	// Doubler is the role whose quest artifact doubles its attack spells.
	Doubler string `cite:"force bolt and beams on monsters"`
	// A target resists if rn2(ResistBase + XL - level) < MR, where its level is
	// taken to be at least 1 and at most ResistTop.
	ResistBase int `cite:"resistance"`
	ResistTop  int `cite:"resistance"`
	// WandLevel stands in for XL where a wand is resisted.
	WandLevel int `cite:"resistance"`

	// WeakDie replaces the die of drain life against monsters of level 0, if
	// it is not 0.
	WeakDie int `cite:"force bolt and beams on monsters"`
	// From BlastSkill on, cone of cold and fireball are thrown as
	// BlastMore + rnd(Blasts) explosions.
	Blasts     int   `cite:"cast cost and checks"`
	BlastMore  int   `cite:"cast cost and checks"`
	BlastSkill Skill `cite:"cast cost and checks"`

	Spells []*AttackSpell `cite:"ray"`
	Wands  []*AttackWand  `cite:"ray"`
}

// Range is a uniform range, both ends in it.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// BonusStep applies up to and including that Int, and up to that XL whatever
// the Int.
type BonusStep struct{ Int, XL, Add int }

// Form is how an attack spell reaches its target.
type Form string

const (
	Ray   Form = "ray"   // has a to-hit roll, bounces
	Ball  Form = "ball"  // a ray that explodes at the first monster it meets
	Bolt  Form = "bolt"  // force bolt
	Beam  Form = "beam"  // always hits
	Dig   Form = "dig"   // monsters do not matter
	Chain Form = "chain" // chain lightning
)

// AttackSpell is a spell that does damage: Count dice of Sides sides, XL/2+1
// dice if Count is 0; no damage if Sides is 0.
type AttackSpell struct {
	Name         string
	Form         Form
	Count, Sides int
	Bonus        bool   // the damage bonus is added
	Kind         string // what a monster may resist: "fire"; empty: nothing
}

// AttackWand is a wand that is zapped at monsters: Count dice of Sides sides, no
// damage if Sides is 0.
type AttackWand struct {
	Name         string
	Form         Form
	Count, Sides int
	Kind         string // what a monster may resist: "fire"; "-": nothing
}

// rayDex is what Dex adds to a ray's to-hit: 14 and more add what is above 14.
var rayDex = []UpTo{{3, -3}, {5, -2}, {7, -1}, {14, 0}, {15, 1}, {16, 2}, {17, 3}, {18, 4}, {19, 5}, {20, 6}, {21, 7}, {22, 8}, {23, 9}, {24, 10}, {25, 11}}

var attack = register(topic[Attack]{name: "Attack", tables: []string{"attacks", "attackwands"}, fill: fillAttack, changes: map[string]func(*Attack){
	"3.4.3": func(a *Attack) {
		a.Opposites = true
		a.RayDie, a.RayLucky, a.RayBase = 20, 10, 3
		a.SkillHit = [skills]int{-4, -4, 0, 2, 3}
		a.DexHit = rayDex
		a.BoltDie, a.BoltBase = 20, 10
		a.BeamRange, a.RayRange, a.DigRange = Range{6, 13}, Range{7, 13}, Range{8, 25}
		a.BeamCost, a.RayCost = 3, 2
		a.Bonus = []BonusStep{{9, 0, -3}, {13, 4, 0}, {18, 0, 1}, {25, 0, 2}}
		a.Doubler = "Knight"
		a.ResistBase, a.ResistTop, a.WandLevel = 100, 50, 12
		a.Blasts, a.BlastMore, a.BlastSkill = 8, 1, Skilled
	},
	"3.6.7": func(a *Attack) {
		a.Bonus = []BonusStep{{9, 0, -3}, {13, 4, 0}, {18, 0, 1}, {24, 13, 2}, {25, 0, 3}}
		a.BonusLeast = 1
		a.WeakDie = 4
	},
	"slashem": func(a *Attack) {
		a.DamageUnknown = "I don't count what skill adds to damage in SLASH'EM"
	},
	"evilhack": func(a *Attack) {
		a.Opposites = false // mon.c:7559, vulnerable_to
		a.RayBase = 0
		a.SkillHit = [skills]int{-4, -4, 0, 4, 6}
		a.XLHit, a.MeasuredXL = 15, 1
	},
	"fiqhack": func(a *Attack) {
		a.RayDie, a.RayLucky, a.RayBase = 0, 0, 0
		a.DamageUnknown = "I don't know what attack spells do in FIQHack"
	},
}})

func fillAttack(a *Attack, lineage []string) {
	readTable(lineage, "attacks").each(func(r row) {
		a.Spells = append(a.Spells, &AttackSpell{
			Name: r.str("spell"), Form: Form(r.str("form")), Count: r.num("count"), Sides: r.num("sides"), Bonus: r.yes("bonus"), Kind: r.str("kind"),
		})
	})
	readTable(lineage, "attackwands").each(func(r row) {
		a.Wands = append(a.Wands, &AttackWand{Name: r.str("wand"), Form: Form(r.str("form")), Count: r.num("count"), Sides: r.num("sides"), Kind: r.str("kind")})
	})
}

// Attack returns the version's rules of attack spells.
func (s *Set) Attack() *Attack { return attack.of(s.Name) }

// Spell finds what an attack spell does; nil for any other spell.
func (a *Attack) Spell(name string) *AttackSpell {
	return find(a.Spells, name, func(x *AttackSpell) string { return x.Name })
}

// RayBonus returns what skill, Dex (3..25) and XL add to the to-hit of the hero's
// rays.
func (a *Attack) RayBonus(skill Skill, dex, xl int) int {
	b := a.SkillHit[skill] + min(xl, a.XLHit)
	for _, step := range a.DexHit {
		if dex <= step.Max {
			return b + step.Add
		}
	}
	return b
}
