package rules

// CiteGiving is the rule of data/all/cites for gems thrown to unicorns.
const CiteGiving = "gems to unicorns"

// Giving is what Luck does when a gem is thrown to a unicorn. The tag cite names the
// rule of data/all/cites in which a number stands.
type Giving struct {
	// Of the hero's own alignment, a gem raises Luck by so much: one that is identified,
	// one that has been given a name, one that is neither.
	Known, Called, Unknown int `cite:"gems to unicorns"`
	// Of another, it changes Luck by up to so much either way, each equally likely.
	CrossKnown, CrossUnknown int `cite:"gems to unicorns"`
}

var _ = register(topic[Giving]{name: "Giving", what: "rules of gifts to unicorns", own: true, changes: map[string]func(*Giving){
	"3.4.3": func(g *Giving) {
		g.Known, g.Called, g.Unknown = 5, 2, 1
		g.CrossKnown, g.CrossUnknown = 3, 1
	},
	"3.6.7": func(*Giving) {},
	"5.0.0": func(*Giving) {},
}})
