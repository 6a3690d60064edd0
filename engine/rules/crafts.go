package rules

import (
	"strconv"
	"strings"
)

// Crafts holds what a hero does with a marker, potions, bags and horns. The tag
// cite names the rule of data/all/cites in which a number stands.
type Crafts struct {
	// A type that is not known is written if rnl(WriteDie) shows 0, by a
	// Wizard rnl(WizardDie). WizardScrolls means that a Wizard has no better
	// die for spellbooks.
	WriteDie      int  `cite:"writing"`
	WizardDie     int  `cite:"writing"`
	WizardScrolls bool `cite:"writing"`

	// Two potions explode with a 1-in-MixOnce chance, with an alchemy smock
	// 1 in SmockOnce; always if the dipped one is cursed, acid, or lit oil
	// where OilExplodes.
	MixOnce     int  `cite:"alchemy"`
	SmockOnce   int  `cite:"alchemy"`
	OilExplodes bool `cite:"alchemy"`
	// PerPotion means that an explosion's damage is rnd(BlastDie) and one for
	// each potion; otherwise it is rnd(BlastDie).
	BlastDie  int  `cite:"alchemy"`
	PerPotion bool `cite:"alchemy"`
	// What no recipe has becomes one of Mixtures, by weight.
	Mixtures []Weighted `cite:"alchemy"`
	Recipes  []Recipe   `cite:"recipes"`
	// StackMagic and StackPlain bound how much of a dipped stack is changed:
	// of more than StackMagic potions of a magical result, rnd of the stack (at
	// most StackRoll) and so on; 0: the whole stack.
	StackMagic   int `cite:"alchemy"`
	StackPlain   int `cite:"alchemy"`
	StackRoll    int `cite:"alchemy"`
	StackDiluted int `cite:"alchemy"`

	// A bag of holding explodes if rn2(2 to the BagDeepest at most of the depth)
	// is at most the depth.
	BagDeepest int      `cite:"bag of holding"`
	BagThings  []string `cite:"bag of holding"` // that explode while they hold a charge
	BagAlways  []string `cite:"bag of holding"` // and those that always do
	// Unfit lists the things that go into no container.
	Unfit []string `cite:"putting things in"`

	// A unicorn horn cures rn2(d(2, HornUncursed)) troubles, a blessed one
	// rn2(d(2, HornBlessed)). HornAttributes is how many points of one
	// attribute it takes for troubles; 0: none.
	HornUncursed   int        `cite:"unicorn horn"`
	HornBlessed    int        `cite:"unicorn horn"`
	HornAttributes int        `cite:"unicorn horn"`
	HornCursed     []Weighted `cite:"unicorn horn"` // what a cursed one does
	HornCures      []string   `cite:"unicorn horn"` // the troubles that it can cure
}

// Weighted is something that happens with a chance of Weight in the weights of
// its list.
type Weighted struct {
	What   string
	Weight int
}

// Recipe is what comes of a potion, or another thing, dipped into a potion. The
// names have no "potion of".
type Recipe struct {
	Dipped, Into string
	Results      []Weighted
}

// NoRecipe is the result of a recipe that mixes like any other potions.
const NoRecipe = "no recipe"

var crafts = register(topic[Crafts]{name: "Crafts", what: "rules of markers, potions, bags and horns", own: true, tables: []string{"mixes"}, fill: fillCrafts, changes: map[string]func(*Crafts){
	"3.4.3": func(c *Crafts) {
		c.WriteDie, c.WizardDie = 15, 3
		c.MixOnce, c.SmockOnce, c.BlastDie = 10, 10, 10
		c.Mixtures = []Weighted{{"water", 1}, {"sickness", 2}, {"random potion", 1}, {"evaporates", 4}}
		c.BagDeepest, c.BagThings, c.BagAlways = 7, []string{"wand of cancellation", "bag of tricks"}, []string{"bag of holding"}
		c.Unfit = []string{"Amulet of Yendor", "Candelabrum of Invocation", "Bell of Opening", "Book of the Dead", "ice box", "chest", "large box", "boulder"}
		c.HornUncursed, c.HornBlessed, c.HornAttributes = 2, 4, 3
		c.HornCursed = []Weighted{{"food poisoned/sick", 1}, {"blinded", 1}, {"confused", 1}, {"stunned", 1}, {"attribute loss", 1}, {"hallucination", 1}}
		c.HornCures = []string{"sick", "blind", "confused", "stunned", "hallucinating", "vomiting"}
	},
	"3.6.7": func(c *Crafts) {
		c.WizardDie = 5
		c.BlastDie, c.PerPotion = 9, true
		c.StackMagic, c.StackPlain, c.StackRoll = 3, 7, 8
		c.HornCursed = []Weighted{{"food poisoned/sick", 2}, {"blinded", 2}, {"confused", 2}, {"stunned", 2}, {"attribute loss", 2}, {"hallucination", 2}, {"deaf", 1}}
		c.HornCures = []string{"sick", "blind", "confused", "stunned", "hallucinating", "vomiting", "deaf"}
	},
	"5.0.0": func(c *Crafts) {
		c.WizardScrolls = true
		c.SmockOnce, c.OilExplodes, c.StackDiluted = 30, true, 2
		c.HornAttributes = 0
		c.HornCursed = []Weighted{{"food poisoned/sick", 2}, {"blinded", 2}, {"confused", 2}, {"stunned", 2}, {"vomiting", 2}, {"hallucination", 2}, {"deaf", 1}}
	},
}})

func fillCrafts(c *Crafts, lineage []string) {
	readTable(lineage, "mixes").each(func(r row) {
		x := Recipe{Dipped: r.str("dipped"), Into: r.str("into")}
		for _, result := range r.list("results") {
			what, weight, _ := strings.Cut(result, ":")
			n, err := strconv.Atoi(weight)
			if err != nil {
				panic("rules: " + x.Dipped + " into " + x.Into + ": " + result)
			}
			x.Results = append(x.Results, Weighted{what, n})
		}
		c.Recipes = append(c.Recipes, x)
	})
}

// Crafts returns what the version's markers, potions, bags and horns do; nil if it is
// not known.
func (s *Set) Crafts() *Crafts { return crafts.of(s.Name) }

// Rules of data/all/cites that crafts stand in.
const (
	CiteWriting = "writing"
	CiteAlchemy = "alchemy"
	CiteRecipes = "recipes"
	CiteBag     = "bag of holding"
	CiteUnfit   = "putting things in"
	CiteHorn    = "unicorn horn"
)
