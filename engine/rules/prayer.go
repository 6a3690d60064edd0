package rules

// Prayer holds the numbers of a version's prayers. The tag cite names the rule
// of data/all/cites in which a number stands.
type Prayer struct {
	// A prayer is too soon while the prayer timeout is above the limit of the
	// trouble, an index.
	Limit [troubles]int `cite:"prayer class"`
	// Start is the timeout of a new game on turn 1.
	Start int `cite:"prayer timeout at the start"`
	// DemonGod is the only alignment of a god to whom one in the form of a demon
	// can pray.
	DemonGod string `cite:"prayer class"`
	// UndeadOneIn n: a neutral god notices an undead form once in n prayers, a
	// lawful one always.
	UndeadOneIn int `cite:"prayer class"`
	// MolochClass: a prayer at an unaligned altar is of class -2.
	MolochClass bool `cite:"prayer class"`

	// After a success the timeout is rnz(Timeout) and KickTimeout more rnz for
	// each of being crowned and having killed the Wizard or invoked. From turn
	// LateTurns on, each LateStep turns add 1; 0: never.
	Timeout     int `cite:"prayer success"`
	KickTimeout int `cite:"prayer success"`
	LateTurns   int `cite:"prayer success"`
	LateStep    int `cite:"prayer success"`

	// A god does one of 1..Luck+Actions, or of 1..Luck+AltarActions on an altar,
	// one more in a temple; at most OpenMost without an altar. The pat on the head
	// has (Luck+PatLuck)/2 faces.
	Actions      int `cite:"prayer success"`
	AltarActions int `cite:"prayer success"`
	OpenMost     int `cite:"prayer success"`
	PatLuck      int `cite:"prayer success"`

	// Alignment records from which on a god helps with more than one trouble,
	// gives a pat on the head, crowns.
	Strident int `cite:"prayer success"`
	Devout   int `cite:"prayer success"`
	Pious    int `cite:"prayer success"`

	// A prayer too soon costs Luck and adds to anger.
	SoonLuck  int `cite:"prayer outcome"`
	SoonAnger int `cite:"prayer outcome"`

	// What each face of a smiting does, the last of all above.
	Smite []string `cite:"smiting"`
	// SmiteMost is the most sides of its die.
	SmiteMost int `cite:"smiting"`
	// SmiteTimeout: the timeout becomes rnz of this, only if larger where
	// SmiteKeeps.
	SmiteTimeout int  `cite:"smiting"`
	SmiteKeeps   bool `cite:"smiting"`

	// Plight says what the gods take for a trouble.
	*Plight `cite:"-"`
}

// MaxRecord bounds alignment records.
const MaxRecord = 1_000_000

var (
	smite343 = []string{
		SmiteDispleased, SmiteDispleased, SmiteLevel, SmiteLevel, SmiteCurse, SmiteCurse, SmitePunish, SmiteMinion, SmiteMinion, SmiteBolt,
	}
	smite500 = []string{
		SmiteDispleased, SmiteDispleased, SmiteLevel, SmiteLevel, SmiteGlow, SmiteGlow, SmitePunish, SmiteMinion, SmiteMinion, SmiteBolt,
	}
)

// What a smiting does.
const (
	SmiteDispleased = "displeased, nothing else"
	SmiteLevel      = "lose 1 Wis and one level"
	SmiteCurse      = "black glow: rndcurse (curse items)"
	SmiteGlow       = "black glow: rndcurse (curse items) or intrinsic lost"
	SmitePunish     = "punished (ball and chain)"
	SmiteMinion     = "minion summoned"
	SmiteBolt       = "lightning then disintegration"
)

var prayer = register(topic[Prayer]{name: "Prayer", what: "rules of prayer", own: true, fill: func(p *Prayer, lineage []string) { p.Plight = plights.of(lineage[len(lineage)-1]) }, changes: map[string]func(*Prayer){
	"3.4.3": func(p *Prayer) {
		p.Limit = [troubles]int{0, 100, 200}
		p.Start = 300
		p.DemonGod, p.UndeadOneIn = "chaotic", 10
		p.Timeout, p.KickTimeout = 350, 1000
		p.Actions, p.AltarActions, p.OpenMost, p.PatLuck = 2, 3, 3, 6
		p.Strident, p.Devout, p.Pious = 4, 14, 20
		p.SoonLuck, p.SoonAnger = -3, 1
		p.Smite, p.SmiteMost, p.SmiteTimeout = smite343, 15, 300
	},
	"3.6.7": func(*Prayer) {},
	"5.0.0": func(p *Prayer) {
		p.DemonGod, p.MolochClass = "neutral", true
		p.LateTurns, p.LateStep = 100_000, 100
		p.Smite, p.SmiteKeeps = smite500, true
	},
}})

// Prayer returns the version's rules of prayer; nil if they are not known.
func (s *Set) Prayer() *Prayer { return prayer.of(s.Name) }

// Rules of data/all/cites about prayer.
const (
	CitePrayerClass   = "prayer class"
	CitePrayerStart   = "prayer timeout at the start"
	CitePrayerSuccess = "prayer success"
	CiteSmite         = "smiting"
)
