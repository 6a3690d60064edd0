package rules

// The rules of data/all/cites for lycanthropy.
const (
	CiteWereTurn  = "lycanthropy turns you"
	CiteWereNight = "night"
	CiteWereBite  = "lycanthropy caught"
	CiteWereForm  = "changing into the animal"
)

// Lycanthropy says when a hero who has it changes into the animal. The tag cite names the rule
// of data/all/cites in which a number stands.
type Lycanthropy struct {
	// In each turn in the hero's own form the chance is 1 in DayOnce, or by night 1 in
	// DayOnce - NightLess.
	DayOnce   int `cite:"lycanthropy turns you"`
	NightLess int `cite:"lycanthropy turns you"`
	// It is night after the hour NightAfter, and before the hour NightBefore.
	NightAfter  int `cite:"night"`
	NightBefore int `cite:"night"`
	// BiteOnce: of the hits by a werecreature in animal form one in so many infects.
	BiteOnce int `cite:"lycanthropy caught"`
}

var lycanthropy = register(topic[Lycanthropy]{name: "Lycanthropy", what: "rules of lycanthropy", own: true, changes: map[string]func(*Lycanthropy){
	"3.4.3": func(l *Lycanthropy) {
		*l = Lycanthropy{DayOnce: 80, NightLess: 20, NightAfter: 21, NightBefore: 6, BiteOnce: 4}
	},
	"3.6.7": func(*Lycanthropy) {},
	"5.0.0": func(*Lycanthropy) {},
}})

// Lycanthropy returns when lycanthropy turns a hero in the version; nil if it is not known.
func (s *Set) Lycanthropy() *Lycanthropy { return lycanthropy.of(s.Name) }

// Once returns the n of the chance of 1 in n in each turn.
func (l *Lycanthropy) Once(night bool) int {
	if night {
		return l.DayOnce - l.NightLess
	}
	return l.DayOnce
}
