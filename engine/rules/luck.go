package rules

// Luck holds the numbers of the dice that Luck bends (rnl) and of how Luck
// times out. The tag cite names the rule of data/all/cites in which a
// number stands.
type Luck struct {
	// rnl(x) takes an adjustment off rn2(x), unless one more die shows 0. The
	// result stays within 0..x-1. The adjustment is Luck itself, or for x up to
	// ThirdsTo and Luck from ThirdsFrom on a third of it: (|Luck|+RoundUp)/3
	// with the sign of Luck.
	ThirdsTo   int `cite:"luck-adjusted die"`
	ThirdsFrom int `cite:"luck-adjusted die"`
	RoundUp    int `cite:"luck-adjusted die"`
	// SkipDie is the one more die: it has SkipDie sides more than the absolute
	// adjustment, or SkipDie less Luck where SkipByLuck.
	SkipDie    int  `cite:"luck-adjusted die"`
	SkipByLuck bool `cite:"luck-adjusted die"`

	// Luck moves one step toward its base every Timeout turns, every TimeoutFast
	// with the Amulet or while your god is angry.
	Timeout     int `cite:"luck timeout"`
	TimeoutFast int `cite:"luck timeout"`
	// What the base is made of, apart from 0.
	FullMoon     int `cite:"luck timeout"`
	FridayThe13  int `cite:"luck timeout"`
	LeaderKilled int `cite:"luck timeout"`
	Fedora       int `cite:"luck timeout"` // worn by an Archeologist
}

// MinLuck and MaxLuck bound Luck with what luckstones add to it.
const (
	MinLuck = -13
	MaxLuck = 13
)

var luck = register(topic[Luck]{name: "Luck", what: "rules of Luck", own: true, changes: map[string]func(*Luck){
	"3.4.3": func(l *Luck) {
		l.ThirdsTo, l.ThirdsFrom, l.RoundUp = 15, -5, 0
		l.SkipDie, l.SkipByLuck = 50, true
		l.Timeout, l.TimeoutFast = 600, 300
		l.FullMoon, l.FridayThe13 = 1, -1
	},
	"3.6.7": func(l *Luck) {
		l.ThirdsFrom, l.RoundUp = MinLuck, 1
		l.SkipDie, l.SkipByLuck = 37, false
	},
	"5.0.0": func(l *Luck) { l.LeaderKilled, l.Fedora = -4, 1 },
}})

// Luck returns the version's rules of Luck; nil if they are not known.
func (s *Set) Luck() *Luck { return luck.of(s.Name) }

// Rules of data/all/cites about Luck and the dice of rnd.c.
const (
	CiteRnl         = "luck-adjusted die"
	CiteRnz         = "stretched die"
	CiteLuckTimeout = "luck timeout"
)
