package rules

// Burning says how long lights burn. The tag cite names the rule of data/all/cites in which
// a number stands.
type Burning struct {
	// A new oil lamp or brass lantern has fuel for Lamp turns; all its numbers are equally
	// likely. A new candle has CandleTurns for each zorkmid that its kind costs.
	Lamp        Range `cite:"fuel of lamps"`
	CandleTurns int   `cite:"fuel of candles"`
	// The turns left at which the game says that a light burns down.
	LampSigns   []int `cite:"lamps burn down"`
	CandleSigns []int `cite:"candles burn down"`
}

// The rules of data/all/cites for lights.
const (
	CiteLampFuel   = "fuel of lamps"
	CiteCandleFuel = "fuel of candles"
	CiteLampSigns  = "lamps burn down"
	CiteCandleSign = "candles burn down"
)

var burning = register(topic[Burning]{name: "Burning", what: "rules of lights", own: true, changes: map[string]func(*Burning){
	"3.4.3": func(b *Burning) {
		*b = Burning{Lamp: Range{Min: 1000, Max: 1499}, CandleTurns: 20, LampSigns: []int{150, 100, 50, 25}, CandleSigns: []int{75, 15}}
	},
	"3.6.7": func(*Burning) {},
	"5.0.0": func(*Burning) {},
}})

// Burning returns how long lights burn in the version; nil if it is not known.
func (s *Set) Burning() *Burning { return burning.of(s.Name) }
