package rules

// Temple holds the numbers of gold given to a temple's priest. The tag cite
// names the rule of data/all/cites in which a number stands.
type Temple struct {
	// Up to 3.6.7 the price is Price gold for each level: less than one price
	// buys nothing, less than two clairvoyance, less than three protection.
	Price int `cite:"priest's protection"`

	// Later it is random: between PriceMin and PriceMax for each level, and
	// PriceMore more for each time that the priest called you a cheapskate; and all
	// of it is multiplied by gold/(3*price), rounded down, if that is more than 1.
	// Protection comes by points, one for each two prices.
	Rolled    bool `cite:"priest's protection"`
	PriceMin  int  `cite:"priest's protection"`
	PriceMax  int  `cite:"priest's protection"`
	PriceMore int  `cite:"priest's protection"`

	// Protection grows surely below Sure, then with a 1-in-current chance, and
	// not from Most on. The first is FirstMin to FirstMax.
	Sure     int `cite:"priest's protection"`
	Most     int `cite:"priest's protection"`
	FirstMin int `cite:"priest's protection"`
	FirstMax int `cite:"priest's protection"`
}

var temple = register(topic[Temple]{name: "Temple", what: "rules of a priest's protection", own: true, changes: map[string]func(*Temple){
	"3.4.3": func(t *Temple) {
		t.Price = 200
		t.Sure, t.Most, t.FirstMin, t.FirstMax = 9, 20, 2, 4
	},
	"3.6.7": func(*Temple) {},
	"5.0.0": func(t *Temple) {
		t.Price, t.Rolled = 0, true
		t.PriceMin, t.PriceMax, t.PriceMore = 150, 250, 40
	},
}})

// Temple returns the version's rules of priests; nil if they are not known.
func (s *Set) Temple() *Temple { return temple.of(s.Name) }

// CiteTemple is the rule of data/all/cites about gold given to priests.
const CiteTemple = "priest's protection"
