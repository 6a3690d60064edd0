package rules

// Enchanting holds what scrolls of enchant armor and enchant weapon do. The tag
// cite names the rule of data/all/cites in which a number stands.
type Enchanting struct {
	// Armour above +ArmorSafe, or +SpecialSafe for elven armour and a Wizard's
	// cornuthaum, evaporates unless rn2 of its enchantment shows 0. A cursed
	// scroll counts the enchantment with its sign changed.
	ArmorSafe   int `cite:"enchant armor"`
	SpecialSafe int `cite:"enchant armor"`

	// From +TopFrom on a scroll adds 1 with a 1-in-the-enchantment chance.
	// Below, a blessed one adds rnd(BlessedMost - enchantment/3).
	TopFrom     int `cite:"enchant armor"`
	BlessedMost int `cite:"enchant armor"`

	// With HalfOf, every scroll on armour rolls rnd(n) instead, where n is half
	// of what HalfOf is above the enchantment, and one more each for special
	// armour, armour that is not magical, and a blessed scroll. Where n is 0 or
	// less it adds 1 with a 1-in-the-enchantment chance.
	HalfOf int `cite:"enchant armor"`

	// A weapon above +WeaponSafe (below -WeaponSafe, with a cursed scroll)
	// survives with a 1-in-WeaponOnce chance.
	WeaponSafe int `cite:"enchant weapon"`
	WeaponOnce int `cite:"enchant weapon"`
	// A scroll that is not cursed turns Dull into Sharp, and a cursed one Sharp
	// into Dull, and does nothing else to it.
	Dull  string `cite:"enchant weapon"`
	Sharp string `cite:"enchant weapon"`

	// Read while confused, remove curse changes one uncursed thing in
	// ConfusedOnce; of these one half is blessed and one half cursed.
	ConfusedOnce int `cite:"confused remove curse"`
}

var enchanting = register(topic[Enchanting]{name: "Enchanting", what: "rules of enchanting", own: true, changes: map[string]func(*Enchanting){
	"3.4.3": func(e *Enchanting) {
		e.ArmorSafe, e.SpecialSafe, e.TopFrom, e.BlessedMost = 3, 5, 9, 3
		e.WeaponSafe, e.WeaponOnce = 5, 3
		e.Dull, e.Sharp = "worm tooth", "crysknife"
		e.ConfusedOnce = 2
	},
	"3.6.7": func(*Enchanting) {},
	"5.0.0": func(e *Enchanting) { e.HalfOf = 4 },
}})

// Enchanting returns what the version's scrolls of enchantment do; nil if it is not
// known.
func (s *Set) Enchanting() *Enchanting { return enchanting.of(s.Name) }

// Charging holds what a scroll of charging does. The tag cite names the rule of
// data/all/cites in which a number stands.
type Charging struct {
	// A wand charged n times before explodes if n cubed is above rn2(Explodes),
	// and a wand of wishing whenever n is not 0.
	Explodes int `cite:"charging"`
	// A charged wand gets up to that many charges, Spread numbers of which are
	// equally likely: by how it is aimed, or wishing.
	Aimed     int `cite:"charging"`
	Unaimed   int `cite:"charging"`
	Spread    int `cite:"charging"`
	Wishing   int `cite:"charging"`
	WishesMax int `cite:"charging"` // a wand of wishing with more explodes

	// A charged ring explodes if its enchantment is above rn2(RingDie), or at
	// RingLeast and below.
	RingDie     int `cite:"charging"`
	RingLeast   int `cite:"charging"`
	RingBlessed int `cite:"charging"` // rnd of it is added
	RingCursed  int `cite:"charging"` // rnd of it is taken off

	// Of tools, by how they are filled (ChargedTool.Kind): markers, cameras and
	// tinning kits get MarkerBlessed or MarkerUncursed, and then at least the
	// next of MarkerSteps, up to MarkerTop.
	MarkerBlessed  Range `cite:"charging"`
	MarkerUncursed Range `cite:"charging"`
	MarkerSteps    []int `cite:"charging"` // an uncursed scroll only knows the first
	MarkerTop      int   `cite:"charging"`
	// A marker charged before gets nothing, and with less than MarkerDry it is
	// dried out for good.
	MarkerDry int `cite:"charging"`
	// A crystal ball is set to BallBlessed, or gets rnd(BallUncursed) below
	// BallMost; BallWakes means that a cancelled one is first set to 0.
	BallBlessed  int  `cite:"charging"`
	BallUncursed int  `cite:"charging"`
	BallMost     int  `cite:"charging"`
	BallWakes    bool `cite:"charging"`
	// Horns of plenty, bags of tricks and cans of grease with at most HornFew
	// charges get HornBlessed, with more HornMany, up to HornTop.
	HornFew      int   `cite:"charging"`
	HornBlessed  Range `cite:"charging"`
	HornMany     Range `cite:"charging"`
	HornUncursed Range `cite:"charging"`
	HornTop      int   `cite:"charging"`
	// Magic instruments get d(2,n) or rnd(n), n being MusicDie, up to MusicTop.
	MusicDie int `cite:"charging"`
	MusicTop int `cite:"charging"`
	// The Bell of Opening gets rnd(BellDie) or 1, up to BellTop.
	BellDie int `cite:"charging"`
	BellTop int `cite:"charging"`

	Tools []ChargedTool `cite:"charging"`
}

// ToolKind is how a tool is charged.
type ToolKind string

const (
	MarkerKind ToolKind = "marker"
	BallKind   ToolKind = "ball"
	HornKind   ToolKind = "horn"
	MusicKind  ToolKind = "music"
	BellKind   ToolKind = "bell"
	LampKind   ToolKind = "lamp" // is filled whole
	NoKind     ToolKind = "none" // nothing happens
)

// ChargedTool is a tool and how it is charged.
type ChargedTool struct {
	Name string
	Kind ToolKind
}

var charging = register(topic[Charging]{name: "Charging", what: "rules of charging", own: true, tables: []string{"charged"}, fill: func(c *Charging, lineage []string) {
	readTable(lineage, "charged").each(func(r row) {
		c.Tools = append(c.Tools, ChargedTool{r.str("tool"), ToolKind(r.str("kind"))})
	})
}, changes: map[string]func(*Charging){
	"3.4.3": func(c *Charging) {
		c.Explodes, c.Aimed, c.Unaimed, c.Spread, c.Wishing, c.WishesMax = 343, 8, 15, 5, 3, 3
		c.RingDie, c.RingLeast, c.RingBlessed, c.RingCursed = 7, -5, 3, 2
		c.MarkerBlessed, c.MarkerUncursed, c.MarkerSteps, c.MarkerTop, c.MarkerDry = Range{15, 30}, Range{10, 20}, []int{50, 75}, 127, 3
		c.BallBlessed, c.BallUncursed, c.BallMost = 6, 1, 5
		c.HornFew, c.HornBlessed, c.HornMany, c.HornUncursed, c.HornTop = 10, Range{6, 15}, Range{6, 10}, Range{1, 5}, 50
		c.MusicDie, c.MusicTop, c.BellDie, c.BellTop = 4, 20, 3, 5
	},
	"3.6.7": func(*Charging) {},
	"5.0.0": func(c *Charging) {
		c.Wishing, c.MarkerTop = 1, 99
		c.BallBlessed, c.BallUncursed, c.BallMost, c.BallWakes = 7, 2, 7, true
		c.HornUncursed = Range{2, 6}
	},
}})

// Charging returns what the version's scrolls of charging do; nil if it is not known.
func (s *Set) Charging() *Charging { return charging.of(s.Name) }

// Tool finds how a tool is charged by its full name; known is false if a scroll of
// charging does nothing to it.
func (c *Charging) Tool(name string) (t ChargedTool, known bool) {
	for _, t := range c.Tools {
		if t.Name == name {
			return t, true
		}
	}
	return t, false
}

// Rules of data/all/cites about scrolls that change things.
const (
	CiteEnchantArmor  = "enchant armor"
	CiteEnchantWeapon = "enchant weapon"
	CiteConfusedCurse = "confused remove curse"
	CiteCharging      = "charging"
)
