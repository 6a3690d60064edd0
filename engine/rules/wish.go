package rules

import (
	"slices"
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
	// SpeMost is the largest enchantment or number of charges that is read.
	SpeMost int `cite:"wish"`
	// Parse lists what this version's parser of wishes does that others leave
	// out, by the names of WishXxx.
	Parse []string `cite:"wish"`
	// Words holds those before a name that the game reads, in its order.
	Words []WishWord `cite:"wish"`
	// Classes holds the words for a class in a name, in the order of the search:
	// "potion" in "potion of X" and "X potion". NotClass lists beginnings of names in
	// which such a word is not a class.
	Classes  []WishClass `cite:"wish"`
	NotClass []string    `cite:"wish"`
	// NotOf holds words of names in which what follows "of" is not a monster,
	// and NotMonster begin names that seem to begin with one.
	NotOf      []string `cite:"wish"`
	NotMonster []string `cite:"wish"`
	// Many lists the things, besides arrows and the like, of which a wish brings
	// Missiles.
	Many []string `cite:"wish"`

	// Names lists spellings besides the names and appearances in the object table;
	// Ranges lists words for several things, each of which comes as often as it is
	// generated; and Monsters lists what the game reads as a monster, or turns into
	// one.
	Names    []WishName    `cite:"wish"`
	Ranges   []WishRange   `cite:"wish"`
	Monsters []WishMonster `cite:"wish"`
	// LookMaterials holds the materials of looks that no object has by itself, by
	// class: each game deals them out with the others.
	LookMaterials map[string][]string `cite:"making an object"`

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
	// Aims: each game draws whether a wand of nothing is aimed.
	Aims bool `cite:"making an object"`
	// BowSkill is the number of the skill in bows; those of slings, crossbows,
	// darts, shuriken and boomerangs follow.
	BowSkill int    `cite:"making an object"`
	Makes    []Make `cite:"making an object"`
}

// What a version's parser of wishes does.
const (
	WishFirst      = "first match"      // of several things that match, the first of the object table is meant; else each as often as it is made, and once more
	WishPlain      = "plain singular"   // the singular is made by the rules of 3.4.3, with attention to case
	WishGlobs      = "globs"            // of puddings
	WishTins       = "tins of"          // "tin of X" is a tin, whatever X is
	WishGems       = "gem"              // "X gem" is a gem
	WishOrange     = "orange"           // is the fruit
	WishPaperback  = "paperback"        // is the novel
	WishYendor     = "Amulet of Yendor" // is read before all other names
	WishPairs      = "pairs of one"     // "pairs of" is passed over whatever the number
	WishArmour     = "armour"           // is armor
	WishMail       = "mail"             // "plate armor" is plate mail
	WishVersus     = "versus"           // "versus poison amulet"
	WishWhole      = "whole text"       // the whole wish is tried as a name, too
	WishPart       = "part of a name"   // what follows "of" is enough: "tricks"
	WishHelmet     = "helmet"           // "helmet of" is a helm, "gloves of" are gauntlets
	WishDetection  = "detection"        // "monster detection" is "detect monsters", and so on
	WishShapes     = "shapes"           // "circular amulet" is tried before a name
	WishTurned     = "spellings turned" // "recharging scroll" is found among the spellings
	WishSkills     = "skills"           // "polearm" and "hammer" are any of that skill
	WishLoose      = "loose artifacts"  // blanks and hyphens of artifacts' names do not matter
	WishBUCLast    = "last of three"    // of blessed, uncursed and cursed the last counts; else cursed before uncursed before blessed
	WishUn         = "un"               // "unholy" takes two letters; else a "u" does
	WishFindNoun   = "looks of a class" // in "X potion" the look is tried, in "potion X" nothing is
	WishErode      = "erosion"          // erosion and its proof are of what is worn and wielded, and can be both; else of all that can erode, and one of both
	WishTaint      = "poisoned boxes"   // "poisoned" traps boxes and tins
	WishEmpties    = "empties"          // "empty" is obeyed of boxes and bags
	WishCrystal    = "crystal balls"    // a crystal ball can be (0:-1), as a wand
	WishBroken     = "broken boxes"     // are not trapped
	WishPudding    = "pudding corpses"  // are globs
	WishWere       = "were corpses"     // are of the human form
	WishBite       = "one bite"         // food of one bite is not partly eaten
	WishFullWords  = "full words"       // a monster's spelling ends with a word
	WishArticles   = "the"              // before a monster is passed over
	WishSkipGender = "genders"          // "statue of a female gnome"
)

// Does reports whether the version's parser does what a WishXxx says.
func (w *Wishing) Does(what string) bool { return slices.Contains(w.Parse, what) }

// WishWord is a word, or two, before a name, and what it does: a word of the code
// that reads them ("blessed", "eroded", "nothing").
type WishWord struct{ Word, Does string }

// WishClass is a word for a class of objects.
type WishClass struct{ Word, Class string }

// WishName is another spelling of a thing.
type WishName struct {
	Name   string
	Object string // its full name
}

// WishRange is a word for several things.
type WishRange struct {
	Name    string
	Objects []string
}

// WishMonster is a monster by another name: As "spelling", it is read so; "hatches",
// its eggs are of that monster; "leaves", its corpses are. Of two monsters of one
// name Monster says the symbol: "werewolf @".
type WishMonster struct{ Name, Monster, As string }

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

var wishing = register(topic[Wishing]{name: "Wishing", what: "rules of wishes", own: true, tables: []string{"makes", "wishwords", "wishnames", "wishranges", "wishmonsters"}, fill: fillWishing, changes: map[string]func(*Wishing){
	"3.4.3": func(w *Wishing) {
		w.NumberDie, w.Candles, w.Missiles, w.GoldMost, w.GoldPurse = 6, 7, 20, 5000, true
		w.EnchantDie, w.UnluckyFrom, w.WishingOnce, w.ArtifactMost = 5, 2, 10, 1
		w.SpeMost = 127
		w.Parse = []string{WishFirst, WishPlain, WishFindNoun, WishTaint}
		for _, c := range []string{"wand", "ring", "potion", "scroll", "gem", "amulet", "spellbook", "weapon", "armor", "armour", "tool", "food"} {
			class := c
			if c == "armour" {
				class = "armor"
			}
			w.Classes = append(w.Classes, WishClass{c, class})
			if c == "spellbook" {
				w.Classes = append(w.Classes, WishClass{"spell book", c})
			}
		}
		w.Classes = append(w.Classes, WishClass{"comestible", "food"})
		w.NotClass = []string{"enchant ", "destroy ", "food detection", "ring mail", "studded leather arm", "leather arm", "tooled horn", "food ration", "meat ring"}
		w.NotOf = []string{"wand ", "spellbook ", "finger "}
		w.NotMonster = []string{"samurai sword", "wizard lock", "ninja-to", "master key", "magenta"}
		w.Many = []string{"rock"}
		w.LookMaterials = map[string][]string{"wand": {"wood", "iron", "iron"}}
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
		w.GoldPurse, w.Aims = false, true
		w.Parse = []string{
			WishGlobs, WishTins, WishGems, WishOrange, WishPairs, WishArmour, WishMail, WishVersus, WishWhole, WishDetection, WishSkills,
			WishErode, WishEmpties, WishArticles,
		}
		w.Classes = slices.DeleteFunc(slices.Clone(w.Classes), func(c WishClass) bool { return c.Word == "armour" })
		w.NotClass = []string{"enchant ", "destroy ", "detect food", "food detection", "ring mail", "studded leather armor", "leather armor", "tooled horn", "food ration", "meat ring"}
		w.BowSkill = 21
	},
	"5.0.0": func(w *Wishing) {
		w.BowSkill, w.SpeMost = 20, 99
		w.Parse = append(slices.Clone(w.Parse), WishPaperback, WishYendor, WishPart, WishHelmet, WishShapes, WishTurned, WishLoose, WishBUCLast, WishUn,
			WishCrystal, WishBroken, WishPudding, WishWere, WishBite, WishFullWords, WishSkipGender)
		w.NotOf = []string{"wand ", "spellbook ", "gauntlets ", "gloves ", "finger "}
		w.NotMonster = append(slices.Clone(w.NotMonster), "death wand")
		w.Many = []string{"rock", "flint"}
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
	readTable(lineage, "wishwords").each(func(r row) { w.Words = append(w.Words, WishWord{r.str("word"), r.str("does")}) })
	readTable(lineage, "wishnames").each(func(r row) { w.Names = append(w.Names, WishName{r.str("name"), r.str("object")}) })
	readTable(lineage, "wishranges").each(func(r row) { w.Ranges = append(w.Ranges, WishRange{r.str("name"), r.list("objects")}) })
	readTable(lineage, "wishmonsters").each(func(r row) {
		w.Monsters = append(w.Monsters, WishMonster{r.str("name"), r.str("monster"), r.str("as")})
	})
}

// Wishing returns what the version's wishes give; nil if it is not known.
func (s *Set) Wishing() *Wishing { return wishing.of(s.Name) }

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
