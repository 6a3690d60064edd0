package rules

import "slices"

// Remedies holds what ails heroes and what ends it, other than prayer and
// unicorn horns, which have topics of their own.
type Remedies struct {
	Ailments []*Ailment `cite:"troubles"`
	// List holds every remedy; each names the rule that states it.
	List []*Remedy `cite:"remedies"`
	// Heals holds what restores hit points.
	Heals []*Healed `cite:"remedies"`
	// Escapes cure nothing, and take the hero away from what kills; each names
	// its rule.
	Escapes []*Remedy `cite:"teleporting"`
}

// Healed is how many hit points a thing gives back: Base and as many dice of Sides
// sides, Step more if it is blessed and as many fewer if it is cursed.
type Healed struct {
	Thing             string // an object, or a spell
	Base, Dice, Sides int
	Step              int
}

// Ailment is one thing that can ail a hero.
type Ailment struct {
	Name    string   // as players call it: "stoning"
	Gods    []string // the names of the TroubleKinds that a prayer counts it as; nil: no god helps
	Horn    string   // what Crafts.HornCures calls it, HornPoints for attributes; empty: a horn never cures it
	Aliases []string
}

// HornPoints is the Horn of an Ailment of which a unicorn horn counts each
// attribute point as a trouble.
const HornPoints = "attributes"

// Things of a Remedy that are of a kind: every acidic corpse, and all that is
// eaten.
const (
	AcidicCorpse = "acidic"
	AnyFood      = "food"
)

// Remedy is something that ends ailments.
type Remedy struct {
	What   string   // as answers say it: "a blessed potion of healing"
	Things []string // the names of what it uses: objects, spells, "lizard corpse"; nil: nothing with a name
	BUC    []BUC    // what the thing must be; nil: it does not matter
	Cures  []string // the names of Ailments
	Rule   string   // of data/all/cites
}

var remedies = register(topic[Remedies]{name: "Remedies", what: "remedies", own: true, tables: []string{"ailments", "remedies", "heals", "escapes"}, fill: func(t *Remedies, lineage []string) {
	readTable(lineage, "ailments").each(func(r row) {
		t.Ailments = append(t.Ailments, &Ailment{Name: r.str("ailment"), Gods: r.list("god"), Horn: r.str("horn"), Aliases: r.list("also")})
	})
	t.List = remediesIn(lineage, "remedies")
	t.Escapes = remediesIn(lineage, "escapes")
	readTable(lineage, "heals").each(func(r row) {
		t.Heals = append(t.Heals, &Healed{Thing: r.str("heal"), Base: r.num("base"), Dice: r.num("dice"), Sides: r.num("sides"), Step: r.num("step")})
	})
}})

// remediesIn reads a table of remedies.
func remediesIn(lineage []string, name string) []*Remedy {
	var out []*Remedy
	readTable(lineage, name).each(func(r row) {
		x := &Remedy{What: r.str("what"), Things: r.list("things"), Cures: r.list("cures"), Rule: r.str("rule")}
		for _, word := range r.list("buc") {
			x.BUC = append(x.BUC, BUC(slices.Index(bucNames[:], word)))
		}
		out = append(out, x)
	})
	return out
}

// Heal returns the hit points that a thing restores, or nil if none.
func (r *Remedies) Heal(thing string) *Healed {
	for _, h := range r.Heals {
		if h.Thing == thing {
			return h
		}
	}
	return nil
}

// Remedies returns what ends the troubles of the version's heroes; nil if it is not
// known.
func (s *Set) Remedies() *Remedies { return remedies.of(s.Name) }

// Rules of data/all/cites about remedies.
const (
	CiteRemedies = "remedies"
	CiteTroubles = "troubles"
	CiteFood     = "food"        // any food is a Remedy of this rule
	CiteWearOff  = "wearing off" // time is a Remedy of this rule
)
