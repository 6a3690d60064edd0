package rules

import (
	"cmp"
	"slices"
	"strings"
)

// Plight says what a version counts as a hero's troubles. The tag cite names the rule
// of data/all/cites in which it stands.
type Plight struct {
	// HP is low at or below LowHP, or if HP times the divisor of the level is at most
	// the maximum, which counts as at most LowHPLevel times XL (LowHPLevel 0: whatever
	// the level).
	LowHP        int    `cite:"low hit points"`
	LowHPDivisor []UpTo `cite:"low hit points"`
	LowHPLevel   int    `cite:"low hit points"`
	// OwnHP: only the HP of the hero's own form can be low, unless that is the
	// only one the hero can have.
	OwnHP bool `cite:"troubles"`

	// CollapseLoss is how many points of Strength a hero has lost at least who
	// collapses under an Overtaxed load.
	CollapseLoss int `cite:"troubles"`
	// Spared holds the worn things whose curse does not count as a trouble.
	Spared []string `cite:"cursed items"`
	// StunForms holds the forms that stun whoever has them, which does not count as a trouble.
	StunForms []string `cite:"stunning forms"`
	// Fearless is the role that curses do not hold, but for those on Luck.
	Fearless string `cite:"cursed items"`
	// WereRace is the race whose lycanthropy does not count as a trouble.
	WereRace string `cite:"troubles"`
	// Larder: who is Weak has no trouble with as much Larder nutrition to eat, and
	// SlowLarder with slow digestion; 0: what is carried makes no difference.
	Larder     int `cite:"food at hand"`
	SlowLarder int `cite:"food at hand"`

	// Turns from the beginning of each until it kills, at most. Illness has so
	// many with Constitution added.
	StoningTurns  int `cite:"stoning begins"`
	SlimingTurns  int `cite:"sliming begins"`
	ChokingTurns  int `cite:"strangling begins"`
	FoodPoisTurns int `cite:"food poisoning begins"`
	IllnessTurns  int `cite:"illness begins"`

	// Troubles holds those that gods mend, the one that they mend first at the top.
	Troubles []*TroubleKind `cite:"troubles"`
}

// Kills returns how many turns an ailment leaves from its beginning, at most, and the rule that says
// so; 0 if it does not kill by itself, or not soon.
func (p *Plight) Kills(ailment string) (turns int, rule string) {
	const mostCon = 18 // of most heroes
	switch ailment {
	case "stoning":
		return p.StoningTurns, "stoning begins"
	case "sliming":
		return p.SlimingTurns, "sliming begins"
	case "strangulation":
		return p.ChokingTurns, "strangling begins"
	case "food poisoning":
		return p.FoodPoisTurns, "food poisoning begins"
	case "illness":
		return p.IllnessTurns + mostCon, "illness begins"
	}
	return 0, ""
}

// Trouble says how bad the worst trouble of a hero is.
type Trouble int

const (
	NoTrouble Trouble = iota
	MinorTrouble
	MajorTrouble
	troubles = iota
)

// TroubleNames holds the names of each Trouble.
var TroubleNames = []string{"none", "minor", "major"}

func (t Trouble) String() string { return TroubleNames[t] }

// TroubleKind is one kind of trouble that a god fixes, in the order in which they
// are fixed.
type TroubleKind struct {
	Name    string // "stoned"
	Trouble Trouble
	Aliases []string
	order   int
}

var plights = register(topic[Plight]{name: "Plight", own: true, tables: []string{"troubles"}, fill: fillPlight, changes: map[string]func(*Plight){
	"3.4.3": func(p *Plight) {
		p.LowHP, p.LowHPDivisor = 5, []UpTo{{30, 7}}
		p.CollapseLoss = 4
		p.StoningTurns, p.SlimingTurns, p.ChokingTurns, p.FoodPoisTurns, p.IllnessTurns = 5, 10, 6, 19, 19
	},
	"3.6.7": func(p *Plight) {
		p.LowHPDivisor, p.LowHPLevel = []UpTo{{5, 5}, {13, 6}, {21, 7}, {29, 8}, {30, 9}}, 15
		p.Spared = []string{"helm of opposite alignment"}
		p.StunForms = []string{"stalker", "bat", "giant bat", "vampire bat"}
	},
	"5.0.0":    func(p *Plight) { p.OwnHP = true },
	"slashem":  func(p *Plight) { p.WereRace = "lycanthrope" },
	"xnethack": func(p *Plight) { p.Larder, p.SlowLarder = 150, 10 },
	"evilhack": func(p *Plight) { p.OwnHP, p.Fearless = false, "Infidel" },
}})

// Plight returns what the version takes for troubles; nil if it is not known.
func (s *Set) Plight() *Plight { return plights.of(s.Name) }

// CiteLowHP is the rule of data/all/cites about low hit points.
const CiteLowHP = "low hit points"

func fillPlight(p *Plight, lineage []string) {
	readTable(lineage, "troubles").each(func(r row) {
		t := &TroubleKind{Name: r.str("trouble"), Trouble: MinorTrouble, Aliases: r.list("also"), order: r.num("order")}
		if strings.HasPrefix(r.str("kind"), "major") {
			t.Trouble = MajorTrouble
		}
		p.Troubles = append(p.Troubles, t)
	})
	slices.SortStableFunc(p.Troubles, func(a, b *TroubleKind) int { return cmp.Compare(a.order, b.order) })
}

// LowHPLimit returns the most hit points that count as a major trouble.
func (p *Plight) LowHPLimit(xl, maxHP int) int {
	if p.LowHPLevel > 0 {
		maxHP = min(maxHP, p.LowHPLevel*xl)
	}
	for _, step := range p.LowHPDivisor {
		if xl <= step.Max {
			return max(p.LowHP, maxHP/step.Add)
		}
	}
	return p.LowHP
}
