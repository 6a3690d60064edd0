package rules

import "slices"

// Nature says what monsters resist that no column of their table says.
type Nature struct {
	// Undrained and Unstruck list the monsters that resist level drain and magic
	// missiles besides the kinds that always do.
	Undrained []string `cite:"resists level drain"`
	Unstruck  []string `cite:"resists magic missiles"`
	// Golems: all of them resist level drain. Drained lists what does not
	// although its kind does.
	Golems  bool     `cite:"resists level drain"`
	Drained []string `cite:"resists level drain"`

	// Death rays do nothing to the undead, to demons, to what resists magic
	// missiles, to monsters whose class is one of Lifeless, and to the Deathless.
	// Where both are nil it is not known whom they kill.
	Lifeless  []string `cite:"death rays on monsters"` // signs of classes
	Deathless []string `cite:"death rays on monsters"`
	// Fed lists the monsters that death rays heal and make stronger.
	Fed []string `cite:"death rays on monsters"`

	// Reflects lists the monsters from which each ray that hits is thrown back,
	// whatever they wear.
	Reflects []string `cite:"reflects rays"`
}

var nature = register(topic[Nature]{name: "Nature", own: true, changes: map[string]func(*Nature){
	"3.4.3": func(n *Nature) {
		n.Undrained = []string{"Death"}
		n.Unstruck = []string{"baby gray dragon"}
		n.Lifeless, n.Deathless = []string{"'", "v"}, []string{"manes", "Death"}
		n.Fed = []string{"Death"}
		n.Reflects = []string{"silver dragon", "Chromatic Dragon"}
	},
	"3.6.7": func(*Nature) {},
	// Grown dragons count as wearing their own scales, and black ones keep levels.
	"5.0.0": func(n *Nature) { n.Undrained = []string{"Death", "black dragon"} },
	"xnethack": func(n *Nature) {
		n.Lifeless, n.Deathless = nil, nil
		n.Reflects = []string{"silver dragon", "Tiamat"}
	},
	"slashem": func(n *Nature) {
		n.Golems, n.Drained = true, []string{"vampire bat"}
		n.Lifeless, n.Deathless = nil, nil
		n.Reflects = append(slices.Clone(n.Reflects), "Nightmare", "diamond golem", "sapphire golem", "crystal golem")
	},
	"unnethack": func(n *Nature) { n.Unstruck, n.Lifeless, n.Deathless, n.Fed, n.Reflects = nil, nil, nil, nil, nil },
	"evilhack": func(n *Nature) {
		n.Undrained = []string{
			"Death", "Cerberus", "shadow dragon", "baby shadow dragon", "Ozzy", "Bourbon", "Kathryn the Ice Queen", "Kathryn the Enchantress",
			"twig blight", "needle blight", "tree blight", "gulthias tree",
		}
		n.Unstruck = []string{"baby gray dragon", "Archangel", "Archon", "aasimar"}
		n.Lifeless, n.Deathless = nil, nil
		n.Reflects = []string{"silver dragon", "Tiamat"}
	},
}})

// NatureOf returns what monsters of a version resist by nature, by the version's exact
// name; nil if it is not known.
func NatureOf(version string) *Nature { return nature.of(version) }

// KnowsDeath reports whether it is known to whom death rays do nothing.
func (n *Nature) KnowsDeath() bool { return n.Lifeless != nil || n.Deathless != nil }

// ResistsDrain reports whether a monster resists level drain by what it is
// (mondata.c, resists_drli).
func (n *Nature) ResistsDrain(m *Monster) bool {
	kind := m.Is("UNDEAD") || m.Is("DEMON") || m.Is("WERE") || slices.Contains(m.Resists, "drain") || n.Golems && m.Symbol == "'"
	return kind && !slices.Contains(n.Drained, m.Name) || slices.Contains(n.Undrained, m.Name)
}

// ResistsMagic reports whether a monster resists magic missiles by what it is
// (mondata.c, resists_magm).
func (n *Nature) ResistsMagic(m *Monster) bool {
	for _, a := range m.Attacks {
		if a.Damage == "MAGM" || a.Damage == "RBRE" {
			return true
		}
	}
	return slices.Contains(n.Unstruck, m.Name)
}

// ResistsDeath reports whether a death ray does nothing to a monster by what it is
// (zap.c, zhitm); false if that is not known.
func (n *Nature) ResistsDeath(m *Monster) bool {
	return n.KnowsDeath() && (m.Is("UNDEAD") || m.Is("DEMON") || slices.Contains(n.Lifeless, m.Symbol) || slices.Contains(n.Deathless, m.Name) || n.ResistsMagic(m))
}

// ThrowsBack reports whether a ray that hits a monster is thrown back by what it is
// (muse.c, mon_reflects); false if that is not known.
func (n *Nature) ThrowsBack(m *Monster) bool { return n != nil && slices.Contains(n.Reflects, m.Name) }

// FedByDeath reports whether a death ray heals a monster (zap.c, zhitm).
func (n *Nature) FedByDeath(m *Monster) bool { return n != nil && slices.Contains(n.Fed, m.Name) }

// Rules of data/all/cites about what monsters resist.
const (
	CiteResistsDrain = "resists level drain"
	CiteResistsMagic = "resists magic missiles"
	CiteResistsDeath = "death rays on monsters"
	CiteReflects     = "reflects rays"
)
