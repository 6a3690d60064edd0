package rules

// Object is one row of a version's object table (objects.c), as the game's
// own tables print it.
type Object struct {
	Name       string // as in answers: "spellbook of dig", "rock"
	Class      string // "weapon", "armor", "tool", "potion", "gem", ...
	Appearance string // unidentified and unshuffled; empty: none
	Prob       int    // of its class's sum, mostly 1000
	Prob1      int    // of Set.ClassTotal, as a game at dungeon level 1 uses it
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

// objectTable is every kind of object of a version.
type objectTable struct {
	List []*Object `table:"objects.c"`

	byName map[string]*Object
	totals map[string]int
}

// objects is known only in versions whose own table is there.
var objects = register(topic[objectTable]{name: "Objects", what: "objects", own: true, tables: []string{"objects"}, fill: func(t *objectTable, lineage []string) {
	t.List, t.byName, t.totals = readObjects(lineage), map[string]*Object{}, map[string]int{}
	for _, o := range t.List {
		t.byName[o.Name] = o
		t.totals[o.Class] += o.Prob1
	}
}})

// Objects returns the version's whole object table; nil if it is not known.
func (s *Set) Objects() []*Object {
	if t := objects.of(s.Name); t != nil {
		return t.List
	}
	return nil
}

// NoObjects returns the error to return where Objects is nil and the asker needs it.
func (s *Set) NoObjects() *NoTable { return objects.missing(s) }

// Object finds an object by its full name; nil if the version has none.
func (s *Set) Object(name string) *Object {
	if t := objects.of(s.Name); t != nil {
		return t.byName[name]
	}
	return nil
}

// ClassTotal returns the sum of a class's Prob1, which is what they are shares of:
// about 1000 in most classes. It is 0 if no objects are known.
func (s *Set) ClassTotal(class string) int {
	if t := objects.of(s.Name); t != nil {
		return t.totals[class]
	}
	return 0
}

// readObjects reads the object table along a lineage.
func readObjects(lineage []string) []*Object {
	also := readAliases()["object"]
	var out []*Object
	readTable(lineage, "objects").each(func(r row) {
		out = append(out, &Object{
			Name: r.str("name"), Class: r.str("class"), Appearance: r.str("appearance"),
			Prob: r.num("prob"), Prob1: r.num("prob1"), Material: r.str("material"), Weight: r.num("weight"), Cost: r.num("cost"),
			Magic: r.yes("magic"), Merge: r.yes("merge"), Unique: r.yes("unique"), NoWish: r.yes("nowish"),
			Charged: r.yes("charged"), Big: r.yes("big"), Delay: r.num("delay"), Sub: r.num("sub"), Dir: r.num("dir"),
			Nutrition: r.num("nutrition"), SmallDie: r.num("sdam"), LargeDie: r.num("ldam"), Oc1: r.num("oc1"), Oc2: r.num("oc2"),
			Tough: r.yes("tough"), UsesKnown: r.yes("uses_known"), PreKnown: r.yes("pre_known"),
			Property: r.num("oprop"), Shuffled: r.yes("shuffled"),
			Aliases: also[r.str("name")],
		})
	})
	return out
}

// Armor is one kind of armour of a version that has no object table.
type Armor struct {
	Name, Slot, Appearance, Material string
	Metallic                         bool
	Weight, AC, MC, Cost             int
	Prob                             int // per 1000 of the version's armour
	Delay                            int
	Bulky, Magic                     bool
}

// armorTable is every kind of armour of a version.
type armorTable struct {
	List []*Armor `table:"objects.c"`
}

var armor = register(topic[armorTable]{name: "Armor", own: true, tables: []string{"armor"}, fill: func(t *armorTable, lineage []string) {
	readTable(lineage, "armor").each(func(r row) {
		t.List = append(t.List, &Armor{
			Name: r.str("name"), Slot: r.str("slot"), Appearance: r.str("appearance"), Material: r.str("material"),
			Metallic: r.yes("metallic"), Weight: r.num("weight"), AC: r.num("ac"), MC: r.num("mc"), Cost: r.num("cost"),
			Prob: r.num("prob"), Delay: r.num("delay"), Bulky: r.yes("bulky"), Magic: r.yes("magic"),
		})
	})
}})

// Armor lists a version's armour where it is all that is known of its objects;
// nil otherwise.
func (s *Set) Armor() []*Armor {
	if t := armor.of(s.Name); t != nil {
		return t.List
	}
	return nil
}

// Materials lists what objects are made of, as the tables spell it.
func Materials() []string {
	return []string{
		"liquid", "wax", "veggy", "flesh", "paper", "cloth", "leather", "wood", "bone", "dragonhide",
		"iron", "metal", "copper", "silver", "gold", "platinum", "mithril", "plastic", "glass", "gemstone", "mineral",
	}
}
