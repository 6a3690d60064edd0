package rules

// Learning holds the numbers of learning spells from books. The tag cite names
// the rule of data/all/cites in which a number stands.
//
//	ability = Int + Base + XL/XLPart - PerLevel*level + Lenses
//
// and the reader of a book that is neither blessed nor cursed fails if
// rnd(Die) > ability.
type Learning struct {
	Base     int `cite:"learning from a book"`
	XLPart   int `cite:"learning from a book"`
	PerLevel int `cite:"learning from a book"`
	Lenses   int `cite:"learning from a book"`
	Die      int `cite:"learning from a book"`
	// Decided means that blessed books never fail and cursed ones always do,
	// and that the game warns of neither. Otherwise Blessed and Cursed are added
	// to the ability.
	Decided bool `cite:"learning from a book"`
	Blessed int  `cite:"learning from a book"`
	Cursed  int  `cite:"learning from a book"`
	// SlowReader is a role whose ability counts as at most SlowAbility, even with
	// blessed books, or "" if there is none.
	SlowReader  string `cite:"learning from a book"`
	SlowAbility int    `cite:"learning from a book"`

	// The game warns a Wizard whose ability is below these.
	VeryDifficult int `cite:"learning from a book"`
	Difficult     int `cite:"learning from a book"`

	// Study is the factor, by level, by which the book's delay is multiplied, and
	// StudyMore another where the reader does not fail.
	Study     [8]int `cite:"learning from a book"`
	StudyMore int    `cite:"learning from a book"`
	// Confuses: who fails is confused for the time of study; otherwise helpless.
	Confuses bool `cite:"learning from a book"`
	// Effects holds those of a failure; those up to the book's level are equally
	// likely. The last destroys the book. After any other it crumbles with a
	// 1-in-CrumblesOnce chance; where CrumblesCursed, only one that was cursed.
	Effects        []string `cite:"failed book effects"`
	CrumblesOnce   int      `cite:"learning from a book"`
	CrumblesCursed bool     `cite:"failed book effects"`
	// Once in CursesOnce the first effect is instead that a book which is not
	// cursed becomes worse; 0: never.
	CursesOnce int `cite:"failed book effects"`
	// A confused reader who does not fail never learns, and tears the book with
	// a 1-in-TornOnce chance.
	TornOnce int `cite:"confused reading"`
	// A dull spellbook puts a reader to sleep who rolls above Wis with a die of
	// DullDie sides; 0 means never.
	DullDie int `cite:"learning from a book"`
}

var learning = register(topic[Learning]{name: "Learning", changes: map[string]func(*Learning){
	"3.4.3": func(l *Learning) {
		l.Base, l.XLPart, l.PerLevel, l.Lenses, l.Die = 4, 2, 2, 2, 20
		l.Decided = true
		l.VeryDifficult, l.Difficult = 12, 20
		l.Study = [8]int{0, 1, 1, 2, 3, 5, 6, 8}
		l.Effects = []string{"teleported", "monsters aggravated", "blinded", "gold stolen", "confused", "contact poison", "explosion"}
		l.StudyMore, l.CrumblesOnce, l.TornOnce = 1, 3, 3
	},
	"3.6.7":   func(l *Learning) { l.DullDie = 25 },
	"slashem": func(l *Learning) { l.StudyMore = 2 },
	"xnethack": func(l *Learning) {
		l.Decided = false
		l.Blessed, l.Cursed = 10, -10
		l.Study, l.Confuses = [8]int{0, 1, 1, 1, 1, 1, 1, 1}, true
		l.Effects = []string{"teleported", "monsters aggravated", "blinded", "bitten", "paralysed", "contact poison", "explosion"}
		l.CrumblesOnce, l.CrumblesCursed, l.CursesOnce = 1, true, 4
	},
	"evilhack": func(l *Learning) { l.SlowReader, l.SlowAbility = "Caveman", 16 },
}})

// Learning returns the version's rules of learning from books.
func (s *Set) Learning() *Learning { return learning.of(s.Name) }
