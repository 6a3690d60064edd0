package rules

import "maps"

// Making says what the game makes at random: what the dead leave, classes of
// objects, how they are blessed and enchanted. The tag cite names the rule of
// data/all/cites in which a number stands.
type Making struct {
	// Classes holds the chances of classes in hundredths, by where objects are made.
	Classes []ClassOdds `cite:"random object of a class"`
	// GemShare is shared among the precious gems of a level; the dearest
	// GemsRare less ledger/GemLevels of them are not there.
	GemShare, GemsRare, GemLevels int `cite:"gem probabilities"`

	// Boxes holds the containers that hold something when they are made. A box with
	// a lock is locked unless rn2(LockedDie) shows 0, and trapped once in
	// TrappedOnce.
	Boxes                  []BoxKind `cite:"contents of a box"`
	LockedDie, TrappedOnce int       `cite:"making an object"`

	// OfficeCorpse: shopkeepers in office always leave one.
	OfficeCorpse bool `cite:"corpse left"`
	// One in TreasureOnce kills leaves an object.
	TreasureOnce int `cite:"treasure"`
	// SmallCarries is the greatest weight that a monster smaller than a human
	// leaves. FoodOfCollectors: only monsters that collect things leave food.
	SmallCarries     int  `cite:"treasure"`
	SmallBulk        bool `cite:"treasure"` // long weapons are refused as well
	FoodOfCollectors bool `cite:"treasure"`
	// Revived unicorns leave a horn once in HornOnce, revived dragons scales
	// once in ScalesRevived.
	ScalesRevived, HornOnce int `cite:"treasure"`
	// Wishes is what a new wand of wishing holds; 0: 1 to 3.
	Wishes int `cite:"random object of a class"`
	// Charges holds those of new tools, and of wands that differ from others, each
	// number as likely.
	Charges map[string]Range `cite:"random object of a class"`
	// OftenAimed names wands that are aimed in one game of two, and hold as many
	// charges as others of that kind.
	OftenAimed []string `cite:"random object of a class"`
}

// BoxKind is a container with contents: each number of objects up to Most is as
// likely, MostLocked if it is locked.
type BoxKind struct {
	Name             string
	Most, MostLocked int
	Locks            bool // it has a lock, which may be trapped
	Corpses          bool // it holds corpses and nothing else
}

// ClassOdds is one way to draw a class.
type ClassOdds struct {
	Where string // "ordinary", "box", "rogue", "hell"
	Odds  []ClassOdd
}

// ClassOdd is a class and its chance in hundredths.
type ClassOdd struct {
	Class string
	Of100 int
}

var making = register(topic[Making]{name: "Making", what: "rules of random objects", own: true, changes: map[string]func(*Making){
	"3.4.3": func(m *Making) {
		m.Classes = []ClassOdds{
			{"ordinary", []ClassOdd{{"weapon", 10}, {"armor", 10}, {"food", 20}, {"tool", 8}, {"gem", 8}, {"potion", 16}, {"scroll", 16}, {"spellbook", 4}, {"wand", 4}, {"ring", 3}, {"amulet", 1}}},
			{"box", []ClassOdd{{"gem", 18}, {"food", 15}, {"potion", 18}, {"scroll", 18}, {"spellbook", 12}, {"coin", 7}, {"wand", 6}, {"ring", 5}, {"amulet", 1}}},
			{"rogue", []ClassOdd{{"weapon", 12}, {"armor", 12}, {"food", 22}, {"potion", 22}, {"scroll", 22}, {"wand", 5}, {"ring", 5}}},
			{"hell", []ClassOdd{{"weapon", 20}, {"armor", 20}, {"food", 16}, {"tool", 12}, {"gem", 10}, {"potion", 1}, {"scroll", 1}, {"wand", 8}, {"ring", 8}, {"amulet", 4}}},
		}
		m.GemShare, m.GemsRare, m.GemLevels = 171, 9, 3
		m.Charges = map[string]Range{
			"brass lantern": {1, 1}, "oil lamp": {1, 1}, "magic lamp": {1, 1}, "can of grease": {1, 25}, "bag of tricks": {1, 20}, "horn of plenty": {1, 20}, "crystal ball": {1, 5},
			"Bell of Opening": {3, 3}, "magic flute": {4, 8}, "magic harp": {4, 8}, "frost horn": {4, 8}, "fire horn": {4, 8}, "drum of earthquake": {4, 8},
			"expensive camera": {30, 99}, "tinning kit": {30, 99}, "magic marker": {30, 99},
		}
		m.Boxes = []BoxKind{
			{Name: "chest", Most: 5, MostLocked: 5, Locks: true}, {Name: "large box", Most: 3, MostLocked: 3, Locks: true}, {Name: "ice box", Most: 20, Corpses: true},
			{Name: "sack", Most: 1}, {Name: "oilskin sack", Most: 1}, {Name: "bag of holding", Most: 1},
		}
		m.LockedDie, m.TrappedOnce = 5, 10
		m.TreasureOnce = 6
		m.SmallCarries, m.SmallBulk = 3, true
		m.ScalesRevived, m.HornOnce = 20, 20
	},
	"3.6.7": func(m *Making) {
		m.OfficeCorpse = true
		m.Boxes = append([]BoxKind{{Name: "chest", Most: 5, MostLocked: 7, Locks: true}, {Name: "large box", Most: 3, MostLocked: 5, Locks: true}}, m.Boxes[2:]...)
		m.SmallCarries, m.SmallBulk = 30, false
		m.OftenAimed = []string{"wand of nothing"} // o_init.c:183
		m.HornOnce = 2
	},
	"5.0.0": func(m *Making) {
		m.Classes = append([]ClassOdds{
			{"ordinary", []ClassOdd{{"weapon", 10}, {"armor", 11}, {"food", 20}, {"tool", 8}, {"gem", 7}, {"potion", 16}, {"scroll", 16}, {"spellbook", 4}, {"wand", 4}, {"ring", 3}, {"amulet", 1}}},
		}, m.Classes[1:]...)
		m.FoodOfCollectors = true
		m.Wishes = 1
		m.Charges = maps.Clone(m.Charges)
		m.Charges["can of grease"], m.Charges["horn of plenty"], m.Charges["crystal ball"] = Range{5, 25}, Range{3, 20}, Range{3, 7}
		m.Charges["bag of tricks"], m.Charges["wand of stasis"] = Range{3, 20}, Range{3, 6}
	},
}})

// Making returns the version's rules of what is made at random; nil if they are not
// known.
func (s *Set) Making() *Making { return making.of(s.Name) }

// Rules of data/all/cites that boxes stand in.
const (
	CiteBox        = "contents of a box"
	CiteBoxClasses = "random object of a class"
	CiteNewObject  = "making an object"
)
