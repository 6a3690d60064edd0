package commands

import (
	"strconv"

	"delphi/engine/rules"
)

// The vocabularies that several commands share.

// terms makes a vocabulary out of a list.
func terms[T any](list []T, of func(T) Term) []Term {
	out := make([]Term, len(list))
	for i, x := range list {
		out[i] = of(x)
	}
	return out
}

func spellTerms(s *rules.Set) []Term {
	return terms(s.Spells, func(x *rules.Spell) Term { return Term{x.Name, x.Aliases, x} })
}

func roleTerms(s *rules.Set) []Term {
	return terms(s.Roles, func(x *rules.Role) Term {
		aliases := append([]string{x.Name[:3]}, x.Aliases...)
		if x.Female != "" {
			aliases = append(aliases, x.Female)
		}
		return Term{x.Name, aliases, x}
	})
}

func wornTerms(s *rules.Set) []Term {
	return terms(s.Worn, func(x *rules.Worn) Term { return Term{x.Name, x.Aliases, x} })
}

func heldTerms(s *rules.Set) []Term {
	return terms(s.Held, func(x *rules.Held) Term { return Term{x.Name, x.Aliases, x} })
}

// The parameters that several commands share.

var (
	versionParam = Param{Name: "version", Kind: Version, Summary: "the game's version: 3.4.3, 3.6.7, 5.0.0, slashem, xnethack, evilhack, fiqhack"}
	spellParam   = Param{Name: "spell", Kind: Name, Noun: "a spell", Summary: "the spell", Vocabulary: spellTerms}
	roleParam    = Param{Name: "role", Kind: Name, Noun: "a role", Summary: "the role: wiz, pri, sam, ...", Vocabulary: roleTerms}
	xlParam      = Param{Name: "xl", Kind: Number, Summary: "experience level", Min: 1, Max: 30}
	intParam     = Param{Name: "int", Kind: Number, Summary: "Intelligence, as the status line shows it", Min: 3, Max: 25}
	wisParam     = Param{Name: "wis", Kind: Number, Summary: "Wisdom, as the status line shows it", Min: 3, Max: 25}
	dexParam     = Param{Name: "dex", Kind: Number, Summary: "Dexterity (EvilHack)", Min: 3, Max: 25}
	skillParam   = Param{Name: "skill", Kind: Choice, Summary: "skill in the spell's school", Choices: []string{"restricted", "unskilled", "basic", "skilled", "expert"}}
	wornParam    = Param{Name: "worn", Kind: Name, Many: true, Gear: true, Noun: "a piece of armour", Summary: "armour worn, separated by commas", Vocabulary: wornTerms,
		Words: []string{"body", "cloak", "helm", "helmet", "gloves", "boots", "shield", "shirt"}}
	heldParam   = Param{Name: "held", Kind: Name, Gear: true, Noun: "a thing to hold", Summary: "weapon, wand or book in hand", Vocabulary: heldTerms, Words: []string{"weapon", "wielding"}}
	nakedParam  = Param{Name: "naked", Kind: Flag, Summary: "nothing worn, whatever is remembered", Words: []string{"nothing worn", "no armour", "unarmoured"}}
	amuletParam = Param{Name: "amulet", Kind: Flag, Summary: "carrying the Amulet of Yendor", Words: []string{"with amulet", "amulet of yendor", "with the amulet"}}
)

// percent shows a whole percentage.
func percent(n int) string { return strconv.Itoa(n) + "%" }

// count shows a number of things: "1 cast", "3 casts".
func count(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}

// trim shows a real number without needless zeros.
func trim(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

// corpses are the names of the monsters that a version knows; those of its
// nearest relation where its own are not known.
func corpses(s *rules.Set) []string {
	for s.Bestiary() == nil && s.Parent != "" {
		s = rules.Get(s.Parent)
	}
	var out []string
	for _, m := range s.Bestiary().Monsters {
		out = append(out, m.Names...)
	}
	return out
}
