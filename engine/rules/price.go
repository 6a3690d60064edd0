package rules

// Prices holds how a version's shops work out prices. The tag cite names the rule of
// data/all/cites in which a number stands.
type Prices struct {
	// Stepwise means that each surcharge is applied by itself and rounded down
	// to whole zorkmids. Otherwise they make one fraction, and the price is
	// rounded to the nearest zorkmid.
	Stepwise bool `cite:"price asked"`

	SurchargeOnce int `cite:"price asked"`   // n: an unidentified item costs a third more with a 1-in-n chance
	SuckerLevel   int `cite:"price asked"`   // Tourists below this level are suckers
	LowOnce       int `cite:"price offered"` // n: an offer is lower with a 1-in-n chance
	// LowByKeeper means that some shopkeepers always make the lower offer and
	// the others never do; otherwise each offer is drawn anew.
	LowByKeeper bool `cite:"price offered"`

	// FreeAsks is what something worthless counts as when it is asked for, and
	// AngryOnce adds a third, fifth and so on: 1/AngryOnce of the price, rounded
	// up, is what an angry shopkeeper adds.
	FreeAsks  int `cite:"price asked"`
	AngryOnce int `cite:"price asked"`
	// PerEnchant is what each positive enchantment adds to weapons and armour.
	PerEnchant int `cite:"price asked"`

	// Flesh is what the monster of a tin, an egg or a corpse adds to its base cost;
	// the zero Flesh adds nothing.
	Flesh Flesh `cite:"price of flesh"`

	// Gems lists the gems and the glass, which shops judge by their numbers
	// while they are unidentified. GemsHalved means that such an offer is halved
	// like any other, and GemsFromFirst that the first gem's number counts as 0.
	Gems          []Gem `cite:"price offered"`
	GemsHalved    bool  `cite:"price offered"`
	GemsFromFirst bool  `cite:"price offered"`

	// Charisma lists by what the hero's Charisma multiplies the price.
	Charisma []CharismaStep `cite:"price asked"`
}

// Flesh is what a tin, an egg or a corpse costs more by its monster: PerLevel for each
// level above the first, and for a corpse 1 for each NutritionPer of its nutrition,
// either at least 1; and all of that once more for each point of what the monster is
// known to convey, and for each of Unique if it is.
type Flesh struct {
	PerLevel, NutritionPer, Unique int
	Powers                         []PowerPoints
}

// PowerPoints is what a power counts, by the name that eating has for it.
type PowerPoints struct {
	What   string
	Points int
}

// CharismaStep multiplies the price by Num/Den up to and including Charisma Max.
type CharismaStep struct{ Max, Num, Den int }

// Gem is a gem or a worthless piece of glass.
type Gem struct {
	Name   string
	Number int // of the object in the game's own table
	// Usual and Other are the gems whose price glass has while it is
	// unidentified: Usual in games begun at a time that leaves Number/2 or more
	// when it is divided by Number, Other in the rest. They are empty for a gem.
	Usual, Other string
}

// Gem finds a gem by name; nil if it is not one.
func (p *Prices) Gem(name string) *Gem {
	for i := range p.Gems {
		if p.Gems[i].Name == name {
			return &p.Gems[i]
		}
	}
	return nil
}

// prices is known only where shops were watched: variants have other objects
// and may haggle in other ways.
var prices = register(topic[Prices]{name: "Prices", what: "shop prices", own: true, tables: []string{"gems"}, fill: func(p *Prices, lineage []string) {
	readTable(lineage, "gems").each(func(r row) {
		p.Gems = append(p.Gems, Gem{r.str("gem"), r.num("number"), r.str("usual"), r.str("other")})
	})
}, changes: map[string]func(*Prices){
	"3.4.3": func(p *Prices) {
		p.Stepwise = true
		p.SurchargeOnce, p.SuckerLevel, p.LowOnce = 4, 15, 4
		p.FreeAsks, p.AngryOnce, p.PerEnchant = 5, 3, 10
		p.Charisma = []CharismaStep{{5, 2, 1}, {7, 3, 2}, {10, 4, 3}, {15, 1, 1}, {17, 3, 4}, {18, 2, 3}, {25, 1, 2}}
	},
	"3.6.7": func(p *Prices) { p.Stepwise, p.LowByKeeper, p.GemsHalved = false, true, true },
	"5.0.0": func(p *Prices) {
		p.GemsHalved, p.GemsFromFirst = false, true
		p.Flesh = Flesh{PerLevel: 2, NutritionPer: 30, Unique: 50, Powers: []PowerPoints{
			{"fire resistance", 2}, {"sleep resistance", 3}, {"cold resistance", 2}, {"disintegration resistance", 5}, {"shock resistance", 4},
			{"poison resistance", 2}, {"acid resistance", 1}, {"stoning resistance", 3}, {"teleportitis", 2}, {"teleport control", 3}, {"telepathy", 5},
		}}
	},
}})

// Prices returns how the version's shops work out prices; nil if that is not known.
func (s *Set) Prices() *Prices { return prices.of(s.Name) }

// Rules of data/all/cites that prices stand in.
const (
	CiteAsked   = "price asked"
	CiteOffered = "price offered"
	CiteFlesh   = "price of flesh"
)
