package rules

// Object is one row of a version's object table (objects.c), as the game's
// own tables print it.
type Object struct {
	Name       string // as in answers: "spellbook of dig", "rock"
	Class      string // "weapon", "armor", "tool", "potion", "gem", ...
	Appearance string // unidentified and unshuffled; empty: none
	Prob       int    // per 1000 in its class
	Prob1      int    // per 1000, as a game at dungeon level 1 uses it
	Material   string
	Weight     int
	Cost       int
	Magic      bool
	Merge      bool // stacks
	Unique     bool
	NoWish     bool
	Charged    bool
	Big        bool // two-handed or bulky
	Delay      int  // to put on; for a spellbook, to read, a level
	Sub        int  // armour slot, weapon skill or gem kind, as the game numbers them
	Dir        int  // how a wand or spell is aimed, or a weapon hits
	Nutrition  int
	SmallDie   int // damage die against small
	LargeDie   int // and large monsters
	Oc1        int // to-hit bonus, or armour class
	Oc2        int // magic cancellation, or a spell's level
	Tough      bool
	UsesKnown  bool
	PreKnown   bool
	Property   int  // the intrinsic it gives, as the game numbers it
	Shuffled   bool // its appearance, and so its material, is drawn each game
	Aliases    []string
}

// Materials lists what objects are made of, as the tables spell it.
func Materials() []string {
	return []string{
		"liquid", "wax", "veggy", "flesh", "paper", "cloth", "leather", "wood", "bone", "dragonhide",
		"iron", "metal", "copper", "silver", "gold", "platinum", "mithril", "plastic", "glass", "gemstone", "mineral",
	}
}
