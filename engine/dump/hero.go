package dump

import (
	"encoding/json"
	"strconv"

	"delphi/engine/rules"
)

// Hero is what a page tells of a hero. Everything that it does not tell is
// absent: an empty text, a Num that is not known, a nil range.
type Hero struct {
	Version string `json:"version,omitempty"` // as rules.Names; empty if the page does not show it, or it is not modelled
	Program string `json:"program,omitempty"` // as the page names itself: "NetHack 3.6.7"

	Name      string `json:"name,omitempty"`
	Rank      string `json:"rank,omitempty"` // the title of the status line: "Excavator"
	Role      string `json:"role,omitempty"` // as rules.Set.Roles: "Priest" for a priestess too
	Race      string `json:"race,omitempty"` // "dwarf"
	Gender    string `json:"gender,omitempty"`
	Alignment string `json:"alignment,omitempty"` // "lawful"
	XL        Num    `json:"xl,omitzero"`
	HD        Num    `json:"hd,omitzero"`    // of the monster that a polymorphed hero is; HP are that monster's
	Form      string `json:"form,omitempty"` // that monster: "giant bat"
	Exp       Num    `json:"exp,omitzero"`

	St  string `json:"st,omitempty"` // as the page shows it: "18/07", "18/**", "21"
	Dex Num    `json:"dex,omitzero"`
	Con Num    `json:"con,omitzero"`
	Int Num    `json:"int,omitzero"`
	Wis Num    `json:"wis,omitzero"`
	Cha Num    `json:"cha,omitzero"`

	HP    Num `json:"hp,omitzero"`
	MaxHP Num `json:"maxhp,omitzero"`
	Pw    Num `json:"pw,omitzero"`
	MaxPw Num `json:"maxpw,omitzero"`
	AC    Num `json:"ac,omitzero"`

	Luck   *Range `json:"luck,omitempty"`
	Record *Range `json:"record,omitempty"` // the alignment record
	Anger  *Range `json:"anger,omitempty"`  // of the hero's god

	Gold       Num      `json:"gold,omitzero"`
	Turns      Num      `json:"turns,omitzero"`
	Dlvl       Place    `json:"dlvl,omitzero"`
	Gehennom   bool     `json:"gehennom,omitempty"`
	Score      Num      `json:"score,omitzero"`
	Hunger     string   `json:"hunger,omitempty"` // "Satiated", "Hungry", "Weak", "Fainting"; empty: not hungry or not told
	Burden     string   `json:"burden,omitempty"` // "Burdened" to "Overloaded"
	Conditions []string `json:"conditions,omitempty"`

	Ails []string `json:"ails,omitempty"` // what ails the hero, in the words of the attributes: "turning to stone", "temporarily blind"
	Lost []Loss   `json:"lost,omitempty"` // attributes below their peak

	Worn      []Worn `json:"worn,omitempty"`
	Wielded   string `json:"wielded,omitempty"` // the name of what is wielded; "nothing" where the page says so
	Inventory []Item `json:"inventory,omitempty"`
	Contents  []Item `json:"contents,omitempty"` // what is in bags and boxes

	Spells []Spell `json:"spells,omitempty"`
	Skills []Skill `json:"skills,omitempty"`

	Attributes   []string `json:"attributes,omitempty"` // the sentences of the attributes: "You were fire resistant"
	Conducts     []string `json:"conducts,omitempty"`
	Achievements []string `json:"achievements,omitempty"`
	Vanquished   []Killed `json:"vanquished,omitempty"`
	Genocided    []string `json:"genocided,omitempty"`
	Died         *Death   `json:"died,omitempty"`     // how the game ended, an ascension too
	Messages     []string `json:"messages,omitempty"` // the latest, oldest first

	Notes  []string `json:"notes,omitempty"`  // how the page was read
	Unread []string `json:"unread,omitempty"` // lines that were not understood

	seen  sections
	rules *rules.Set
	left  bool // left-handed

	weapon string // the skill with what is wielded, as the attributes say it
}

// sections says which lists a page has, so that a missing row means something.
type sections struct {
	inventory, spells, skills, attributes bool
	partly                                bool // stacks without a heading: there may be more
	inventoryPages, inventoryOf           int  // pages of a menu that were seen, and how many it has
	skillPages, skillOf                   int
}

// Num is a number that a page may not tell. The zero value is not told.
type Num struct {
	N     int
	Known bool
}

// Is makes a Num that is told.
func Is(n int) Num { return Num{n, true} }

// IsZero reports whether the number is not told.
func (n Num) IsZero() bool { return !n.Known }

// MarshalJSON writes the number; not told is null.
func (n Num) MarshalJSON() ([]byte, error) {
	if !n.Known {
		return []byte("null"), nil
	}
	return strconv.AppendInt(nil, int64(n.N), 10), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (n *Num) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = Num{}
		return nil
	}
	n.Known = true
	return json.Unmarshal(b, &n.N)
}

// Or returns n, or another where n is not told.
func (n Num) Or(other Num) Num {
	if n.Known {
		return n
	}
	return other
}

// Range is a number that a page tells in words: both ends are possible.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// Place is the level that the status line names: a depth, or a name.
type Place struct {
	Depth Num
	Name  string // "Home 2", "Astral Plane"
}

// IsZero reports whether no level is told.
func (p Place) IsZero() bool { return !p.Depth.Known && p.Name == "" }

// MarshalJSON writes a number or a text.
func (p Place) MarshalJSON() ([]byte, error) {
	if p.Name != "" {
		return json.Marshal(p.Name)
	}
	return p.Depth.MarshalJSON()
}

// Loss is how many points an attribute is below its peak; of a Strength above 18
// each hundredth is one.
type Loss struct {
	Attribute string `json:"attribute"` // "strength"
	Points    int    `json:"points"`
}

// Worn is something in use.
type Worn struct {
	Slot    string  `json:"slot"` // body, cloak, helmet, gloves, boots, shield, shirt, amulet, ring_left, ring_right, eyes, wielded, alternate or quiver
	Name    string  `json:"name,omitempty"`
	Enchant Num     `json:"enchant,omitzero"`
	BUC     string  `json:"buc,omitempty"`
	Erosion Erosion `json:"erosion,omitzero"`
	Class   string  `json:"class,omitempty"`
	Letter  string  `json:"letter,omitempty"`
}

// Erosion is how far a thing is eroded, 0 to 3 each.
type Erosion struct {
	Rust      int `json:"rust,omitempty"`      // or burnt, or cracked
	Corrosion int `json:"corrosion,omitempty"` // or rotted
}

// Item is one stack.
type Item struct {
	Letter   string `json:"letter,omitempty"`
	Quantity int    `json:"quantity"`
	BUC      string `json:"buc,omitempty"`
	Implied  bool   `json:"buc_implied,omitempty"` // the line leaves the word out, as the game does for most uncursed things
	Enchant  Num    `json:"enchant,omitzero"`
	Charges  Num    `json:"charges,omitzero"`
	// Recharged is how often: the first figure of (0:8).
	Recharged  Num     `json:"recharged,omitzero"`
	Erosion    Erosion `json:"erosion,omitzero"`
	Erodeproof bool    `json:"erodeproof,omitempty"`
	Greased    bool    `json:"greased,omitempty"`
	Poisoned   bool    `json:"poisoned,omitempty"`
	// Name is the full name of a thing that is known, or whose look only one
	// thing has.
	Name       string   `json:"name,omitempty"`
	Appearance string   `json:"appearance,omitempty"`  // of a thing that the hero does not know: "twisted", "ZELGO MER"
	Could      []string `json:"could_be,omitempty"`    // the names of all that have that look
	TypeCalled string   `json:"type_called,omitempty"` // what the hero calls all of the kind: "called X"
	Called     string   `json:"called,omitempty"`      // the thing's own name: "named X"
	Artifact   string   `json:"artifact,omitempty"`
	Material   string   `json:"material,omitempty"` // where the line says it, in variants
	Of         string   `json:"of,omitempty"`       // the monster of a corpse, tin, egg, statue or figurine
	Class      string   `json:"class,omitempty"`    // "weapon", "armor", ...
	Holds      Num      `json:"holds,omitzero"`     // how many items a bag holds
	Worn       string   `json:"worn,omitempty"`     // the slot, as in Worn
	In         string   `json:"in,omitempty"`       // the bag that it is in
	Text       string   `json:"text"`               // the line, cleaned
	Partly     bool     `json:"partly,omitempty"`   // partly eaten or used
	Diluted    bool     `json:"diluted,omitempty"`
	Words      []string `json:"words,omitempty"` // words that change nothing here: "lit", "empty"

	noun string // what the line calls a thing of which only the class is known: "boots"
}

// Spell is one row of the spell menu.
type Spell struct {
	Letter    string `json:"letter,omitempty"`
	Name      string `json:"name"`
	Level     int    `json:"level"`
	Category  string `json:"category,omitempty"`         // as the page has it
	Skill     string `json:"skill,omitempty"`            // the hero's skill in the school, where the page shows skills
	Fail      Num    `json:"fail_percent,omitzero"`      // by the rules
	DumpFail  Num    `json:"dump_fail_percent,omitzero"` // the page's own
	Cost      Num    `json:"pw_cost,omitzero"`           // by the rules, where no cast fails
	DumpCost  Num    `json:"dump_pw_cost,omitzero"`      // the page's own; -1: it cannot be cast
	Retention string `json:"retention,omitempty"`
	Forgotten bool   `json:"forgotten,omitempty"`
}

// Skill is one row of the skill list. A level is restricted, unskilled, basic,
// skilled, expert, master or grand master.
type Skill struct {
	Name  string `json:"name"`
	Level string `json:"level"`
}

// Killed is one row of the vanquished creatures.
type Killed struct {
	Name  string `json:"name"` // as the page has it: "newts", "Medusa"
	Count int    `json:"count"`
}

// Death is how the game ended.
type Death struct {
	How    string `json:"how"`              // "died", "poisoned", "stoned", "quit", "escaped", "ascended", ...
	Killer string `json:"killer,omitempty"` // without its article: "fire elemental"
	Text   string `json:"text,omitempty"`   // "killed by a fire elemental"
}
