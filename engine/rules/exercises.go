package rules

// The rules of data/all/cites for exercise and abuse.
const (
	CiteExercise      = "exercise"
	CiteExerciseCheck = "exercise check"
	CiteExerciseTurns = "exercise turns"
	CiteExerciseState = "exercise by state"
)

// Exercises is how attributes grow by exercise and fall by abuse. The tag cite names the
// rule of data/all/cites in which a number stands.
type Exercises struct {
	// Exercise counts if rn2(Die) exceeds the attribute, abuse one time in AbuseOnce; not
	// more than Most of either is kept.
	Die       int `cite:"exercise"`
	AbuseOnce int `cite:"exercise"`
	Most      int `cite:"exercise"`
	// At a check the attribute changes unless rn2(Most) exceeds Num/Den of what is kept,
	// rounded down; all of it for Whole. At Top it cannot grow, and where TopSafe not fall.
	Num     int    `cite:"exercise check"`
	Den     int    `cite:"exercise check"`
	Whole   string `cite:"exercise check"`
	Top     int    `cite:"exercise check"`
	TopSafe bool   `cite:"exercise check"`
	// The first check is in turn First, and the next Least to Least+Wide-1 turns after it.
	First int `cite:"first exercise check"`
	Least int `cite:"exercise turns"`
	Wide  int `cite:"exercise turns"`
	// What exercises and abuses an attribute every few turns, by its name.
	Grows, Falls map[string]string `cite:"exercise by state"`
}

var exercises = register(topic[Exercises]{name: "Exercises", what: "rules of exercise", own: true, changes: map[string]func(*Exercises){
	"3.4.3": func(x *Exercises) {
		*x = Exercises{Die: 19, AbuseOnce: 2, Most: 50, Num: 2, Den: 3, Whole: "Wis", Top: 18, TopSafe: true, First: 600, Least: 800, Wide: 200}
		x.Grows = map[string]string{
			"St":  "being Stressed or Strained (every 10 turns), regeneration that is not from an item (every 5)",
			"Con": "being neither hungry nor satiated (every 10 turns)",
			"Wis": "clairvoyance that is not from an item (every 5 turns), a Monk's fasting to Weak (every 10)",
		}
		x.Falls = map[string]string{
			"St":  "being Weak with hunger (every 10 turns)",
			"Con": "fainting or being Overtaxed (every 10 turns), being sick or about to vomit (every 5)",
			"Dex": "being satiated, Strained or Overtaxed (every 10 turns), wounded legs, fumbling or being stunned (every 5)",
			"Wis": "being confused or hallucinating (every 5 turns), a satiated Monk (every 10)",
		}
	},
	"3.6.7": func(x *Exercises) { x.TopSafe = false },
	"5.0.0": func(*Exercises) {},
}})

// Exercises returns how exercise works in the version; nil if it is not known.
func (s *Set) Exercises() *Exercises { return exercises.of(s.Name) }
