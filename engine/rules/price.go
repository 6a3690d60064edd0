package rules

// Prices holds how a version's shops reckon. The tag cite names the rule of
// data/all/cites.tsv in which a number stands.
type Prices struct {
	// Stepwise: each surcharge is reckoned by itself, cut to whole zorkmids.
	// Otherwise all make one fraction, which is rounded to the nearest.
	Stepwise bool `cite:"price asked"`

	SurchargeOnce int `cite:"price asked"`   // one unidentified item in so many costs a third more
	SuckerLevel   int `cite:"price asked"`   // Tourists below this level are suckers
	LowOnce       int `cite:"price offered"` // an offer is lower once in so many
	// LowByKeeper: whether offers are lower depends on the shopkeeper, who does
	// not change; otherwise it is drawn at each offer.
	LowByKeeper bool `cite:"price offered"`

	// Charisma is the table of what is multiplied by Num/Den up to and
	// including Max.
	Charisma []CharismaStep `cite:"price asked"`
}

// CharismaStep is one step of Prices.Charisma.
type CharismaStep struct{ Max, Num, Den int }

var prices = register(topic[Prices]{name: "Prices", changes: map[string]func(*Prices){
	"3.4.3": func(p *Prices) {
		p.Stepwise = true
		p.SurchargeOnce, p.SuckerLevel, p.LowOnce = 4, 15, 4
		p.Charisma = []CharismaStep{{5, 2, 1}, {7, 3, 2}, {10, 4, 3}, {15, 1, 1}, {17, 3, 4}, {18, 2, 3}, {25, 1, 2}}
	},
	"3.6.7": func(p *Prices) { p.Stepwise, p.LowByKeeper = false, true },
}})

// Prices is how the version's shops reckon.
func (s *Set) Prices() *Prices { return prices.of(s.Name) }

// Rules of data/all/cites.tsv that prices stand in.
const (
	CiteAsked   = "price asked"
	CiteOffered = "price offered"
)
