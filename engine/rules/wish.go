package rules

import (
	"strconv"
	"strings"
)

// Wishing holds what a wish gives, and how the game makes the things that it
// starts from. The tag cite names the rule of data/all/cites in which a
// number stands.
type Wishing struct {
	// A number of things is kept if it is below rnd(NumberDie); always up to
	// Candles candles and Missiles arrows, bolts, darts, rocks and the like.
	NumberDie int `cite:"wish"`
	Candles   int `cite:"wish"`
	Missiles  int `cite:"wish"`
	GoldMost  int `cite:"wish"`
	// GoldPurse: gold goes into the purse, and no object arrives.
	GoldPurse bool `cite:"wish"`
	// An enchantment is kept if it is at most rnd(EnchantDie), or what the thing
	// was made with. With bad Luck more than UnluckyFrom is turned around.
	EnchantDie  int `cite:"wish"`
	UnluckyFrom int `cite:"wish"`
	// A wand of wishing arrives cancelled but with a 1-in-WishingOnce chance.
	WishingOnce int `cite:"wish"`
	// An artifact comes if rn2 of all artifacts, it among them, is at most
	// ArtifactMost.
	ArtifactMost int `cite:"wish"`
	// Prefixes are the words before a name that the game reads and that change
	// something or nothing; Boxes are those that it reads of boxes, and
	// Empties that "empty" is obeyed.
	Prefixes []string `cite:"wish"`
	Boxes    []string `cite:"wish"`
	Empties  bool     `cite:"wish"`
	// FirstLook: of several things that look alike the first is meant;
	// otherwise each counts as often as it is made, and once more.
	FirstLook bool `cite:"wish"`
	// Glassproof: glass armour can be erodeproof.
	Glassproof bool `cite:"wish"`

	// Names are spellings beside the names and looks of the object table.
	Names []WishName `cite:"wish"`

	// How the game makes things: Weapon and Armor have a good enchantment, a bad
	// one and a curse each with a 1-in-n chance, tried one after the other.
	WeaponGood int `cite:"making an object"`
	WeaponBad  int `cite:"making an object"`
	WeaponBUC  int `cite:"making an object"`
	PoisonOnce int `cite:"making an object"`
	ArmorBad   int `cite:"making an object"` // tried unless rn2(ArmorTry) shows 0
	ArmorTry   int `cite:"making an object"`
	ArmorGood  int `cite:"making an object"`
	ArmorBUC   int `cite:"making an object"`
	RingBUC    int `cite:"making an object"`
	RingTry    int `cite:"making an object"`
	RingPlain  int `cite:"making an object"` // an uncharged ring is cursed with a 1-in-n chance
	RneDie     int `cite:"making an object"`
	BoxLocked  int `cite:"making an object"` // a box is not locked with a 1-in-n chance
	BoxTrapped int `cite:"making an object"`
	// Unlucky lists the things that are made cursed nearly always.
	Unlucky []string `cite:"making an object"`
	// Poisonous lists the artifacts that are always poisoned.
	Poisonous []string `cite:"making an object"`
	// BowSkill is the number of the skill in bows; those of slings, crossbows,
	// darts, shuriken and boomerangs follow.
	BowSkill int    `cite:"making an object"`
	Makes    []Make `cite:"making an object"`
}

// WishName is another spelling of a thing, or of several.
type WishName struct {
	Name string
	// Objects are the things meant, each as often as it is made.
	Objects []string
}

// Make is how a class of things, or one of them, is made.
type Make struct {
	Name     string     // an object's full name, or "any" and a class
	Quantity []Weighted // by number; nil: one
	Charges  Range      // uniform; zero: none
	Curse    int        // cursed or blessed with a 1-in-n chance; 0: never
	Full     int        // an unlocked box holds rn2(n+1) things
	FullLock int        // and a locked one
}

// Cite names of wishes.
const (
	CiteWish   = "wish"
	CiteMaking = "making an object"
)

var wishing = register(topic[Wishing]{name: "Wishing", own: true, tables: []string{"makes", "wishnames"}, fill: fillWishing, changes: map[string]func(*Wishing){
	"3.4.3": func(w *Wishing) {
		w.NumberDie, w.Candles, w.Missiles, w.GoldMost, w.GoldPurse = 6, 7, 20, 5000, true
		w.EnchantDie, w.UnluckyFrom, w.WishingOnce, w.ArtifactMost = 5, 2, 10, 1
		w.FirstLook = true
		w.Prefixes = []string{
			"blessed", "holy", "uncursed", "cursed", "unholy", "rustproof", "erodeproof", "corrodeproof", "fixed", "fireproof", "rotproof",
			"very", "thoroughly", "rusty", "corroded", "burnt", "rotted", "greased", "poisoned", "diluted", "empty", "invisible", "lit", "burning", "unlit", "extinguished", "historic", "partly", "eaten",
		}
		w.WeaponGood, w.WeaponBad, w.WeaponBUC, w.PoisonOnce = 11, 10, 10, 100
		w.ArmorTry, w.ArmorBad, w.ArmorGood, w.ArmorBUC = 10, 11, 10, 10
		w.RingBUC, w.RingTry, w.RingPlain, w.RneDie = 3, 10, 9, 3
		w.BoxLocked, w.BoxTrapped, w.BowSkill = 5, 10, 22
		w.Unlucky = []string{
			"fumble boots", "levitation boots", "helm of opposite alignment", "gauntlets of fumbling",
			"ring of teleportation", "ring of polymorph", "ring of aggravate monster", "ring of hunger",
			"amulet of strangulation", "amulet of change", "amulet of restful sleep",
		}
	},
	"3.6.7": func(w *Wishing) {
		w.FirstLook, w.GoldPurse, w.Empties = false, false, true
		w.Boxes = []string{"locked", "unlocked", "broken", "trapped", "untrapped"}
		w.BowSkill = 21
	},
	"5.0.0": func(w *Wishing) {
		w.Glassproof, w.BowSkill = true, 20
		w.Poisonous = []string{"Grimtooth"}
	},
}})

func fillWishing(w *Wishing, lineage []string) {
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			panic("rules: makes: " + s)
		}
		return n
	}
	readTable(lineage, "makes").each(func(r row) {
		m := Make{Name: r.str("what"), Curse: r.num("curse"), Full: r.num("full"), FullLock: r.num("locked")}
		for _, q := range r.list("quantity") {
			n, weight, _ := strings.Cut(q, ":")
			m.Quantity = append(m.Quantity, Weighted{n, number(weight)})
		}
		if from, to, ok := strings.Cut(r.str("charges"), "-"); ok {
			m.Charges = Range{number(from), number(to)}
		}
		w.Makes = append(w.Makes, m)
	})
	readTable(lineage, "wishnames").each(func(r row) {
		w.Names = append(w.Names, WishName{r.str("name"), r.list("objects")})
	})
}

// Wishing returns what the version's wishes give; nil where it is not known.
func (s *Set) Wishing() *Wishing { return wishing.of(s.Name) }

// NoWishing is the error to return where Wishing is nil.
func (s *Set) NoWishing() error { return wishing.missing(s, "rules of wishes") }

// Make finds how an object is made: by its name, or its class; the zero Make
// where nothing is drawn.
func (w *Wishing) Make(o *Object) Make {
	var byClass Make
	for _, m := range w.Makes {
		switch m.Name {
		case o.Name:
			return m
		case "any " + o.Class:
			byClass = m
		}
	}
	return byClass
}
