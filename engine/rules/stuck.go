package rules

// The rules of data/all/cites for what holds a hero.
const (
	CiteWebHolds  = "web holds"
	CiteBearHolds = "bear trap holds"
	CitePitHolds  = "pit holds"
	CiteBreakFree = "bear trap lets go"
	CiteGasSleep  = "gas puts to sleep"
	CiteBiteSleep = "bite puts to sleep"
)

// Stuck says how long a trap holds a hero, or a hero sleeps. The tag cite names the rule of
// data/all/cites in which a number stands.
type Stuck struct {
	// Webs lists how many tries a web takes, by Strength; above the last of them it tears.
	Webs []WebHold `cite:"web holds"`
	Bear Span      `cite:"bear trap holds"`
	// BearOnce: one move in so many counts in a bear trap, but each diagonal one.
	BearOnce int  `cite:"bear trap lets go"`
	Pit      Span `cite:"pit holds"`
	Gas      Span `cite:"gas puts to sleep"`
	Bite     Span `cite:"bite puts to sleep"`
}

// WebHold is how many tries a web takes a hero whose Strength is below a number.
type WebHold struct {
	Below int
	Tries Span
}

// Span holds the least and the most of a number whose values are all equally likely.
type Span struct{ From, To int }

// Mean returns the average of a span.
func (s Span) Mean() float64 { return float64(s.From+s.To) / 2 }

var stuck = register(topic[Stuck]{name: "Stuck", what: "rules of how long traps hold", own: true, changes: map[string]func(*Stuck){
	"3.4.3": func(s *Stuck) {
		s.Webs = []WebHold{{4, Span{6, 11}}, {6, Span{4, 9}}, {9, Span{4, 7}}, {12, Span{2, 5}}, {15, Span{2, 3}}, {18, Span{1, 2}}, {69, Span{1, 1}}}
		s.Bear, s.BearOnce, s.Pit = Span{4, 7}, 5, Span{2, 7}
		s.Gas, s.Bite = Span{1, 25}, Span{1, 10}
	},
	"3.6.7": func(*Stuck) {},
	"5.0.0": func(*Stuck) {},
}})

// Stuck returns how long traps hold in the version; nil if it is not known.
func (s *Set) Stuck() *Stuck { return stuck.of(s.Name) }

// Web returns how many tries a web takes a hero of some Strength; the zero Span if it tears.
func (s *Stuck) Web(st int) Span {
	for _, w := range s.Webs {
		if st < w.Below {
			return w.Tries
		}
	}
	return Span{}
}
