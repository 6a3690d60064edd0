package thing

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/polymorph"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// Thing is what a name of a pile stands for.
type Thing struct {
	Object   *rules.Object
	Artifact string    // its name, if it is one
	BUC      rules.BUC // what the name itself says: holy water
	Corpse   string    // of which monster
	Random   bool      // any of its Object's class, each type as often as the game makes it
}

// Objects returns the objects and artifacts of a version as Things. If they are not
// known, it returns those of the nearest relative, whose names suffice to say what
// cannot be answered.
func Objects(s *rules.Set) []commands.Term {
	for s.Objects() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	also := shorthand.Of(s)
	p := s.Polypile()
	var out []commands.Term
	byName := map[string]*rules.Object{}
	add := func(name string, aliases []string, x Thing) {
		out = append(out, commands.Term{Name: name, Aliases: aliases, Value: x, BUC: x.BUC, Material: x.Object.Shuffled || p != nil && p.OwnMaterials})
	}
	for _, o := range s.Objects() {
		byName[o.Name] = o
		add(o.Name, slices.Concat(o.Aliases, also.Also(shorthand.Object, o.Name), bookAliases(s, also, o.Name)), Thing{Object: o})
	}
	if water := byName["potion of water"]; water != nil {
		add("potion of holy water", []string{"holy water"}, Thing{Object: water, BUC: rules.Blessed})
		add("potion of unholy water", []string{"unholy water"}, Thing{Object: water, BUC: rules.Cursed})
	}
	if corpse := byName["corpse"]; corpse != nil {
		for _, monster := range Corpses(s) {
			add(monster+" corpse", nil, Thing{Object: corpse, Corpse: monster})
		}
	}
	for _, a := range s.Artifacts() {
		if o := byName[a.Base]; o != nil {
			add(a.Name, append(also.Also(shorthand.Artifact, a.Name), strings.TrimPrefix(a.Name, "The ")), Thing{Object: o, Artifact: a.Name})
		}
	}
	return out
}

// PileThings returns the Objects and random things of a class.
func PileThings(s *rules.Set) []commands.Term {
	out := Objects(s)
	for s.Objects() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	for _, class := range polymorph.RandomClasses(s) {
		var aliases []string
		for _, noun := range append(classNouns[class], class) {
			for _, random := range []string{"random ", "unknown ", "unidentified ", "unid ", "unided ", "any ", "different "} {
				aliases = append(aliases, random+noun)
			}
		}
		o := polymorph.RandomOf(class)
		out = append(out, commands.Term{Name: o.Name, Aliases: aliases, Value: Thing{Object: o, Random: true}})
	}
	return out
}

// classNouns holds what else players call an item of a class.
var classNouns = map[string][]string{
	"spellbook": {"book", "spell book"}, "armor": {"armour", "piece of armor", "pieces of armor", "piece of armour", "pieces of armour"}, "gem": {"stone", "gemstone"}, "food": {"food item"}, "tool": {"tools"}, "amulet": {"ammy", "amulets"},
}

// bookAliases returns what players call a spell, as names for its book: FoD. Names that
// also stand for something else are left out.
func bookAliases(s *rules.Set, also *shorthand.Index, object string) (out []string) {
	spell, ok := strings.CutPrefix(object, "spellbook of ")
	if !ok {
		return nil
	}
	known := slices.Clone(also.Also(shorthand.Spell, spell))
	for i := range s.Spells {
		if s.Spells[i].Name == spell {
			known = append(known, s.Spells[i].Aliases...)
		}
	}
	for _, a := range known {
		if len(a) != len("fod") { // "poly", "map" and the like are not said of books
			continue
		}
		means := also.Abbreviation(a)
		other := slices.ContainsFunc(means, func(m shorthand.Meaning) bool { return m.Kind != shorthand.Spell || m.Name != spell })
		if !other && !slices.ContainsFunc(s.Objects(), func(o *rules.Object) bool {
			return slices.Contains(o.Aliases, a) || strings.HasSuffix(o.Name, " "+a) && o.Name != object
		}) {
			out = append(out, a)
		}
	}
	return out
}

// Corpses returns the names of a version's monsters, or those of its nearest relative
// if its own are not known.
func Corpses(s *rules.Set) []string {
	for s.Bestiary() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	var out []string
	for _, m := range s.Bestiary().Monsters {
		out = append(out, m.Names...)
	}
	return out
}

// Plural returns an object's name in the plural: "potions of water", "elven cloaks".
func Plural(name string) string {
	first, rest, of := strings.Cut(name, " of ")
	if strings.HasSuffix(first, "s") || strings.HasSuffix(first, "mail") || strings.HasSuffix(first, "armor") {
		return name
	}
	if of {
		return wording.Plural(first) + " of " + rest
	}
	return wording.Plural(name)
}
