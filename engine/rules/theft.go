package rules

// Theft holds the numbers and tables of a version's amulet theft. The tag
// cite names the rule of data/all/cites in which a number stands.
type Theft struct {
	Version string `cite:"-"` // "3.4.3", "dnethack"

	// Once n means that a hit steals with a 1-in-n chance; NemesisOnce is the
	// same for quest nemeses.
	Once        int `cite:"amulet theft chance"`
	NemesisOnce int `cite:"amulet theft chance"`

	// Uniform means that each of the things that a target offers is equally
	// likely to be taken; otherwise the first in the inventory is.
	Uniform bool `cite:"amulet theft target"`

	// Chain lists the targets in order: the first that is carried is robbed.
	// NemesisChain is that of quest nemeses.
	Chain        []Target `cite:"amulet theft target"`
	NemesisChain []Target `cite:"amulet theft target"`

	// WizardLeavesOwn: the Wizard does not take the hero's own quest artifact.
	WizardLeavesOwn bool `cite:"amulet theft target"`
	// Escape says how the thief gets away.
	Escape string `cite:"amulet theft target"`
	// Extra says what else is peculiar to the version; it may be empty.
	Extra string `cite:"amulet theft target"`

	Thieves []Thief `cite:"amulet theft target"`
	Loot    []*Loot `cite:"amulet theft target"`
}

// Target is a link of the chain: something of Kinds must be carried. Then
// everything of Kinds is offered, and for any thief but the Wizard of Yendor
// everything of the kind Decoy.
type Target struct {
	Kinds []LootKind
	Decoy LootKind // empty: none
}

// LootKind is what a thing is to the thief.
type LootKind string

const (
	Amulet        LootKind = "amulet"
	Imitation     LootKind = "imitation"
	Bell          LootKind = "bell"
	PlainBell     LootKind = "plain bell"
	Book          LootKind = "book"
	Candelabrum   LootKind = "candelabrum"
	OwnArtifact   LootKind = "own artifact"
	OtherArtifact LootKind = "other artifact"
	Safe          LootKind = "" // anything else: never taken
)

// Loot is a thing that may be taken. Role is whose quest artifact it is: for a
// hero of that role its kind is OwnArtifact.
type Loot struct {
	Name    string
	Kind    LootKind
	Role    string
	Aliases []string
}

// Thief is a monster with the attack that steals amulets.
type Thief struct {
	Name    string
	Wizard  bool // the Wizard of Yendor; else a quest nemesis
	Aliases []string
}

const (
	only343 = "only the Wizard can teleport away, and not on a level that forbids it"
	only500 = "only the Wizard can teleport away, and he can on every level"
)

var theft = register(topic[Theft]{name: "Theft", tables: []string{"thieves", "loot"}, fill: fillTheft, changes: map[string]func(*Theft){
	"3.4.3": func(t *Theft) {
		t.Once, t.NemesisOnce = 20, 20
		t.Chain = []Target{
			{[]LootKind{Amulet}, Imitation}, {[]LootKind{OwnArtifact}, Safe}, {[]LootKind{Bell}, PlainBell},
			{[]LootKind{Book}, Safe}, {[]LootKind{Candelabrum}, Safe},
		}
		t.NemesisChain = t.Chain
		t.Escape = only343
	},
	"3.6.7": func(t *Theft) {
		t.Uniform = true
		t.Chain = []Target{
			{[]LootKind{OwnArtifact, OtherArtifact}, Safe}, {[]LootKind{Amulet}, Imitation}, {[]LootKind{Bell}, PlainBell},
			{[]LootKind{Book}, Safe}, {[]LootKind{Candelabrum}, Safe},
		}
		t.NemesisChain = t.Chain
	},
	"5.0.0": func(t *Theft) { t.Escape = only500 },
	"evilhack": func(t *Theft) {
		t.WizardLeavesOwn = true
		t.Escape = only343
		t.Extra = "a greased thing may slip away, and nothing is taken from you inside a shell"
	},
	// The Wizard, the elder priest and a few others steal as AD_SAMU does, and
	// nemeses by AD_SQUE, twice as often.
	"dnethack": func(t *Theft) {
		t.NemesisOnce = 10
		t.Chain = []Target{t.NemesisChain[0], t.NemesisChain[2], t.NemesisChain[3], t.NemesisChain[4]}
		t.Extra = "the elder priest and a few others steal as the Wizard does"
	},
}})

// Theft returns the version's rules of amulet theft.
func (s *Set) Theft() *Theft { return theft.of(s.Name) }

func fillTheft(t *Theft, lineage []string) {
	t.Version = lineage[len(lineage)-1]
	readTable(lineage, "thieves").each(func(r row) {
		t.Thieves = append(t.Thieves, Thief{r.str("name"), r.yes("wizard"), r.list("also")})
	})
	readTable(lineage, "loot").each(func(r row) {
		t.Loot = append(t.Loot, &Loot{r.str("name"), LootKind(r.str("kind")), r.str("role"), r.list("also")})
	})
}

// TheftVariant returns the theft rules of a variant whose other rules are not modelled,
// dNetHack, by any of its names, or nil for any other word.
func TheftVariant(word string) *Theft {
	if v := partial(word); v != "" {
		return theft.of(v)
	}
	return nil
}

// LootNamed finds a thing by its full name; nil if the version has none.
func (t *Theft) LootNamed(name string) *Loot {
	return find(t.Loot, name, func(l *Loot) string { return l.Name })
}
