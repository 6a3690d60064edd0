package rules

import "delphi/engine/seq"

// Guards holds what may befall a hero and what stops it.
type Guards struct {
	// Hazards in the order in which the table has them. What has no Guard of a property
	// is not stopped by it.
	Hazards []*Hazard `cite:"ray on you"`
	Guards  []*Guard  `cite:"ray reflected"`
}

// Hazard is something that may befall a hero.
type Hazard struct {
	Name    string
	Told    string // as sentences have it: "a death ray"
	Aliases []string
}

// Guard is a property, or something worn, that stops a Hazard.
type Guard struct {
	Hazard, Property string // their names
	Partly           bool   // it only makes it milder or rarer
	How              string // a clause behind it; empty: there is nothing to add
	Rule             string // of data/all/cites
}

var guards = register(topic[Guards]{name: "Guards", what: "protections against dangers", own: true, tables: []string{"hazards", "guards"}, changes: map[string]func(*Guards){"3.6.7": func(*Guards) {}}, fill: func(t *Guards, lineage []string) {
	readTable(lineage, "hazards").each(func(r row) {
		t.Hazards = append(t.Hazards, &Hazard{Name: r.str("hazard"), Told: r.str("told"), Aliases: r.list("also")})
	})
	readTable(lineage, "guards").each(func(r row) {
		t.Guards = append(t.Guards, &Guard{Hazard: r.str("hazard"), Property: r.str("guard"), Partly: r.str("stops") == "partly", How: r.str("how"), Rule: r.str("rule")})
	})
}})

// Guards returns what stops what befalls the version's heroes; nil if it is not
// known.
func (s *Set) Guards() *Guards { return guards.of(s.Name) }

// Against returns what stops a hazard.
func (t *Guards) Against(hazard string) []*Guard {
	return seq.Filter(t.Guards, func(g *Guard) bool { return g.Hazard == hazard })
}
