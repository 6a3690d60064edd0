package rules

// Set is the rules of one version. It is built once and never changes.
// Everything it points to is shared and must not be modified.
type Set struct {
	Name     string `cite:"-"` // "5.0.0", "slashem": as in every answer
	Title    string `cite:"-"` // "NetHack 5.0.0"
	Released string `cite:"-"` // of the release it follows, "2026-05-02"
	Parent   string `cite:"-"` // the version it is a delta on; empty for the root
	Casting  Casting

	Roles  []*Role  `cite:"role casting table"`
	Spells []*Spell `table:"objects.c"`
	Worn   []*Worn  `table:"objects.c"`
	Held   []*Held  `table:"objects.c"`

	cites map[string]Cite

	robes []*Worn // those of Worn that are robes
	aids  []*Held // those of Held that may change how a cast goes
}

// Robes returns the robes among what can be worn.
func (s *Set) Robes() []*Worn { return s.robes }

// Aids returns those of the things to hold that may change how a cast goes.
func (s *Set) Aids() []*Held { return s.aids }

// Skill is a level of skill in a school of magic.
type Skill uint8

const (
	Restricted Skill = iota
	Unskilled
	Basic
	Skilled
	Expert
	skills = iota // in schools of magic
)

// Levels of skill beyond Expert are those of fighting without weapons.
const (
	Master Skill = skills + iota
	GrandMaster
)

var skillNames = [...]string{"restricted", "unskilled", "basic", "skilled", "expert", "master", "grand master"}

func (s Skill) String() string { return skillNames[s] }

// Steps returns the number that the formulas count a skill as: 0 for restricted and
// unskilled, 1 for basic, 2 for skilled, 3 for expert.
func (s Skill) Steps() int { return max(0, int(s)-1) }

// SkillNamed returns the skill of that name, in lower case.
func SkillNamed(name string) (Skill, bool) {
	for i, n := range skillNames {
		if n == name {
			return Skill(i), true
		}
	}
	return 0, false
}

// School is a school of magic, as the game's skill menu calls it, without
// "spells": "attack", "clerical".
type School string

// Stat is the attribute that a role casts with.
type Stat string

const (
	Int Stat = "Int"
	Wis Stat = "Wis"
)

// Role is one row of the role table, as far as casting reads it (role.c).
type Role struct {
	Name   string // "Caveman"
	Female string // "Cavewoman"; empty if the same

	Base      int    // base penalty; in the Power formula, base success
	Emergency int    // added for emergency spells
	Shield    int    // added for any shield
	Suit      int    // added for metallic body armour, taken off for a robe
	Stat      Stat   // what it casts with
	Special   string // its special spell; empty: none
	Bonus     int    // added for the special spell

	// Unhampered is the school whose spells metal does not hamper; it may be
	// empty.
	Unhampered School
	// ArmourRelief is taken off Casting.ArmourPerLevel times the level.
	ArmourRelief int
	// NoMetal means that no spell succeeds while anything metallic is worn.
	NoMetal bool
	// Curses means that cursed and blessed things worn change the penalty.
	Curses bool

	Aliases []string // other names players use, its rank titles not among them
	Titles  []string // what the game calls the role's hero, rank by rank

	reach map[School]Skill
	basic []School // in which the role begins at Basic
}

// Reach returns the highest skill the role can reach in a school; known is false if the
// version's table does not say.
func (r *Role) Reach(s School) (best Skill, known bool) {
	best, known = r.reach[s]
	return best, known
}

// Spell is one spell (objects.c).
type Spell struct {
	Name      string
	School    School
	Level     int
	Direction string // "ray", "immediate", "nodir"; empty where unknown
	Delay     int    // the book's delay, in moves a level
	Emergency bool   // the role's emergency value applies
	Aliases   []string
}

// School returns the school that a role casts a spell from.
func (s *Set) School(r *Role, sp *Spell) School {
	if s.Casting.LightSchool != "" && r.Name == "Priest" && sp.Name == "light" {
		return s.Casting.LightSchool
	}
	return sp.School
}

// Slot is where a piece is worn.
type Slot uint8

const (
	Body Slot = iota
	Cloak
	Helmet
	Gloves
	Boots
	Shield
	Shirt
	Slots = iota
)

var slotNames = [Slots]string{"body", "cloak", "helmet", "gloves", "boots", "shield", "shirt"}

func (s Slot) String() string { return slotNames[s] }

// Title returns the slot in a sentence: "body armor".
func (s Slot) Title() string {
	if s == Body {
		return "body armor"
	}
	return slotNames[s]
}

// Worn is one kind of armour, as far as casting reads it.
type Worn struct {
	Name     string
	Slot     Slot
	Material string
	Weight   int
	Metallic bool // iron to mithril, as the game's is_metallic tests it
	Bulky    bool
	Big      bool // a shield that divides the chance

	Robe   bool // counts as a robe
	Power  bool // the robe of power
	Clear  bool // metallic, yet does not hamper (helm of brilliance)
	Mind   bool // its enchantment is added to Int and Wis
	Dull   bool // forces Int and Wis to 6
	Free   bool // body armour that costs nothing per spell level
	Scales bool // dragon scales of a version where they go over body armour or alone

	Aliases []string
}

// Held is something in hand.
type Held struct {
	Name         string
	TwoHanded    bool
	Quarterstaff bool
	Nothing      bool   // the wand of nothing
	Staff        School // a staff of that school; Any for every school
	Wand         string // the spell of whose effect it is the wand
	Book         string // the spell it is the book of
	Aliases      []string
}

// Any is the School of a staff that helps every spell.
const Any School = "any"

// Cite returns where the version's source states a rule of data/all/cites.
func (s *Set) Cite(rule string) (Cite, bool) {
	c, ok := s.cites[rule]
	return c, ok
}

// Role finds a role by its full name; nil if the version has none.
func (s *Set) Role(name string) *Role {
	return find(s.Roles, name, func(r *Role) string { return r.Name })
}

// Spell finds a spell by its full name; nil if the version has none.
func (s *Set) Spell(name string) *Spell {
	return find(s.Spells, name, func(x *Spell) string { return x.Name })
}

// WornNamed finds armour by its full name; nil if the version has none.
func (s *Set) WornNamed(name string) *Worn {
	return find(s.Worn, name, func(x *Worn) string { return x.Name })
}

// HeldNamed finds a weapon, wand, book or tool by its full name; nil if the
// version has none.
func (s *Set) HeldNamed(name string) *Held {
	return find(s.Held, name, func(x *Held) string { return x.Name })
}

func find[T any](list []*T, name string, of func(*T) string) *T {
	for _, x := range list {
		if of(x) == name {
			return x
		}
	}
	return nil
}
