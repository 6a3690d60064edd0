package hero

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
)

// The parameters that describe a hero. Commands that take the same one share
// its handle, so that a remembered character fills it in everywhere.
var (
	Role = commands.NewName[*rules.Role](commands.Param{
		Name: "role", Aside: true, Noun: "a role", Summary: "Role: wiz, pri, sam, ...", Vocabulary: roles, Titled: titled,
	})
	XL  = commands.NewNumber(commands.Param{Name: "xl", Summary: "Experience level", Min: 1, Max: 30})
	Int = commands.NewNumber(commands.Param{Name: "int", Summary: "Intelligence, as the status line shows it", Min: 3, Max: 25, Moot: castsWith(rules.Wis)})
	Wis = commands.NewNumber(commands.Param{Name: "wis", Summary: "Wisdom, as the status line shows it", Min: 3, Max: 25, Moot: castsWith(rules.Int)})
	Dex = commands.NewNumber(commands.Param{Name: "dex", Summary: "Dexterity", Min: 3, Max: 25, Moot: func(c *commands.Call) bool { return len(c.Rules.Casting.Dexterity) == 0 }})
	St  = commands.NewNumber(commands.Param{Name: "st", Words: []string{"str", "strength"}, Summary: "Strength: 16, 18/50, 18/**, 21", Percent: true, Min: 3, Max: 125})

	Con = commands.NewNumber(commands.Param{Name: "con", Summary: "Constitution", Words: []string{"constitution"}, Min: 3, Max: 25})
	Cha = commands.NewNumber(commands.Param{Name: "cha", Summary: "Charisma", Words: []string{"charisma", "ch"}, Min: 3, Max: 25})
	AC  = commands.NewNumber(commands.Param{Name: "ac", Summary: "Your armor class", Words: []string{"my ac"}, After: []string{"ac"}, Min: -128, Max: 127})

	Luck = commands.NewNumber(commands.Param{Name: "luck", Summary: "Luck, with what luckstones add, -13 to 13", Min: rules.MinLuck, Max: rules.MaxLuck})
	Race = commands.NewChoice(commands.Param{
		Name: "race", Aside: true, Summary: "Your race", Choices: rules.Races,
		Also: rules.ShortRaces(),
	})
	Alignment = commands.NewChoice(commands.Param{
		Name: "alignment", Aside: true, Summary: "Your alignment: lawful, neutral or chaotic", Choices: rules.Alignments,
		Also: map[string]string{"law": "lawful", "neu": "neutral", "cha": "chaotic"},
	})

	Spell = commands.NewName[*rules.Spell](commands.Param{
		Name: "spell", Noun: "a spell", Summary: "The spell", Sign: '+',
		Vocabulary: func(s *rules.Set) []commands.Term {
			return commands.Terms(s.Spells, func(x *rules.Spell) commands.Term {
				return commands.Term{Name: x.Name, Aliases: slices.Concat(x.Aliases, shorthand.Of(s).Also(shorthand.Spell, x.Name)), Value: x}
			})
		},
	})
	Skill = commands.NewChoice(commands.Param{
		Name: "skill", Summary: "Skill in the spell's school", Choices: []string{"restricted", "unskilled", "basic", "skilled", "expert"},
	})

	// Skills holds a character's skills in the schools of magic; for a question that
	// names a spell, the one in its school counts.
	Skills = commands.NewName[Trained](commands.Param{
		Name: "skills", Many: true, Noun: "a skill in a school of magic", Summary: "Skill in schools of magic: expert attack spells, basic matter spells", Vocabulary: trained,
	})

	// WeaponSkill is a character's skill with the weapon in hand.
	WeaponSkill = commands.NewChoice(commands.Param{
		Name: "proficiency", Summary: "Skill with the weapon in hand: +2 long sword skilled", Choices: []string{"restricted", "unskilled", "basic", "skilled", "expert", "master", "grand master"},
	})

	Worn = commands.NewName[*rules.Worn](commands.Param{
		Name: "worn", Many: true, Gear: true, Noun: "a piece of armor", Summary: "Armor worn, separated by commas",
		Words:      []string{"body", "cloak", "helm", "helmet", "gloves", "boots", "shield", "shirt"},
		Vocabulary: worn,
		Parts:      slots, Part: func(t commands.Term) string { return t.Value.(*rules.Worn).Slot.String() },
	})
	Held = commands.NewName[*rules.Held](commands.Param{
		Name: "held", Gear: true, Noun: "a thing to hold", Summary: "Weapon, wand or book in hand", Words: []string{"weapon", "wielding"},
		Vocabulary: held,
	})
	Naked = commands.NewFlag(commands.Param{Name: "naked", Summary: "Nothing worn, whatever your saved character wears", Words: []string{"nothing worn", "no armour", "unarmoured"}})

	Confused = commands.NewFlag(commands.Param{Name: "confused", Summary: "While confused", Words: []string{"conf"}})
	Failing  = commands.NewNumber(commands.Param{Name: "failing", Summary: "Failure rate in percent, instead of computing it: fail 30%", Words: []string{"fail", "fails"}, After: []string{"fail", "fails", "failure", "failing"}, Min: 0, Max: 100})
)

// slots holds the parts of the body that wear something, from the head down.
var slots = []string{rules.Helmet.String(), rules.Cloak.String(), rules.Body.String(), rules.Shirt.String(), rules.Shield.String(), rules.Gloves.String(), rules.Boots.String()}

// Trained is a skill in a school of magic.
type Trained struct {
	School rules.School
	Skill  rules.Skill
}

// trained lists every skill in every school of a version.
func trained(s *rules.Set) []commands.Term {
	var schools []rules.School
	for _, sp := range s.Spells {
		for _, r := range s.Roles {
			if school := s.School(r, sp); !slices.Contains(schools, school) {
				schools = append(schools, school)
			}
		}
	}
	var out []commands.Term
	for _, school := range schools {
		for skill := rules.Restricted; skill <= rules.Expert; skill++ {
			out = append(out, commands.Term{
				Name:    fmt.Sprintf("%s %s spells", skill, school),
				Aliases: []string{fmt.Sprintf("%s %s", skill, school), fmt.Sprintf("%s %s", school, skill), fmt.Sprintf("%s spells %s", school, skill), fmt.Sprintf("%s in %s", skill, school)},
				Value:   Trained{school, skill},
			})
		}
	}
	return out
}

// Loads holds the states of encumbrance, in order.
var Loads = []string{"unencumbered", "burdened", "stressed", "strained", "overtaxed", "overloaded"}

// Load and Turn are how much the hero carries and which turn of the game it is.
var (
	Load = commands.NewChoice(commands.Param{Name: "load", Summary: "How much you carry", Choices: Loads})
	Turn = commands.NewNumber(commands.Param{Name: "turn", Summary: "The game's turn now (T:)", Words: []string{"t", "now"}, Min: 1, Max: 10_000_000})
)

// AlignmentOf returns the alignment that a call says, or the only one that its role and
// race begin with; empty if neither tells. What they tell is noted.
func AlignmentOf(c *commands.Call) string {
	if said := Alignment.In(c); said != "" {
		return said
	}
	only, who := Begins(c)
	if len(only) != 1 {
		return ""
	}
	c.Note(commands.Assumed, only[0]+", as every "+who+" is")
	return only[0]
}

// Begins returns the alignments with which a hero of a call's role and race may start,
// and which of the two decides that. If the version's heroes are not known, it returns
// all alignments and "". A role that the race cannot have is ignored.
func Begins(c *commands.Call) (alignments []string, who string) {
	h := c.Rules.Heroes()
	if h == nil {
		return rules.Alignments, ""
	}
	race, role := Race.In(c), ""
	if r, ok := Role.In(c); ok {
		role = r.Name
	}
	byRole, byRace := h.Alignments(role, ""), h.Alignments("", race)
	both := h.Alignments(role, race)
	switch {
	case len(both) == 0, len(byRace) < len(rules.Alignments) && len(byRole) == len(rules.Alignments):
		return byRace, race
	case len(byRole) == 1:
		return byRole, role
	case len(byRace) == 1:
		return byRace, race
	}
	return both, role
}

func roles(s *rules.Set) []commands.Term {
	return commands.Terms(s.Roles, func(x *rules.Role) commands.Term {
		aliases := append([]string{x.Name[:3]}, x.Aliases...)
		if x.Female != "" {
			aliases = append(aliases, x.Female)
		}
		return commands.Term{Name: x.Name, Aliases: aliases, Value: x}
	})
}

// worn returns the pieces of armour of a version, and behind them the families whose
// members all count alike, so that it need not be said which is worn: "dragon
// scale mail", whatever its colour.
func worn(s *rules.Set) []commands.Term {
	also := shorthand.Of(s)
	families := map[string][]*rules.Worn{}
	for _, x := range s.Worn {
		if _, family, ok := strings.Cut(x.Name, " "); ok && strings.Contains(family, " ") {
			families[family] = append(families[family], x)
		}
	}
	like := func(a, b *rules.Worn) bool {
		x := *a
		x.Name, x.Aliases = b.Name, b.Aliases
		return reflect.DeepEqual(&x, b)
	}
	var all []commands.Term
	shared := map[string]bool{} // what a family is called for short
	for _, x := range s.Worn {
		_, name, _ := strings.Cut(x.Name, " ")
		members := families[name]
		if len(members) < 3 || members[0] != x || s.WornNamed(name) != nil || slices.ContainsFunc(members, func(m *rules.Worn) bool { return !like(x, m) }) {
			continue
		}
		whichever := *x
		whichever.Name, whichever.Aliases = name, nil
		t := commands.Term{Name: name, Value: &whichever}
		for _, a := range also.AlsoWorn(x.Name) {
			if !slices.ContainsFunc(members, func(m *rules.Worn) bool { return !slices.Contains(also.AlsoWorn(m.Name), a) }) {
				t.Aliases, shared[a] = append(t.Aliases, a), true
			}
		}
		all = append(all, t)
	}
	return append(commands.Terms(s.Worn, func(x *rules.Worn) commands.Term {
		aliases := slices.Concat(x.Aliases, also.AlsoWorn(x.Name))
		return commands.Term{Name: x.Name, Aliases: slices.DeleteFunc(aliases, func(a string) bool { return shared[a] }), Value: x}
	}), all...)
}

// held returns the things that can be wielded. Artifacts do for spells what the objects do that
// they are made from, and keep their names, as they do more in a fight or in a god's eyes. Things
// that need no hand are known too: they change nothing.
func held(s *rules.Set) []commands.Term {
	also := shorthand.Of(s)
	out := commands.Terms(s.Held, func(x *rules.Held) commands.Term {
		return commands.Term{Name: x.Name, Aliases: slices.Concat(x.Aliases, also.Also(shorthand.Object, x.Name)), Value: x}
	})
	for _, a := range s.Artifacts() {
		name := strings.TrimPrefix(a.Name, "The ")
		base := s.HeldNamed(a.Base)
		if base == nil {
			if s.WornNamed(a.Base) != nil {
				continue
			}
			base = &rules.Held{Name: name}
		}
		out = append(out, commands.Term{Name: name, Aliases: append(also.Also(shorthand.Artifact, a.Name), a.Name), Value: base})
	}
	return out
}

// titled finds the role that has a rank title.
func titled(s *rules.Set, title string) (commands.Term, bool) {
	for _, role := range s.Roles {
		for _, t := range role.Titles {
			if strings.EqualFold(t, title) {
				return commands.Term{Name: role.Name, Value: role}, true
			}
		}
	}
	return commands.Term{}, false
}

// castsWith reports whether the role that was said casts with an attribute, so that the
// other one makes no difference.
func castsWith(stat rules.Stat) func(*commands.Call) bool {
	return func(c *commands.Call) bool {
		role, ok := Role.In(c)
		return ok && role.Stat == stat
	}
}

// School is a school of magic.
var School = commands.NewChoice(commands.Param{
	Name: "school", Summary: "A school of magic: attack, healing, divination, enchantment, clerical, escape or matter", Choices: []string{"attack", "healing", "divination", "enchantment", "clerical", "escape", "matter"},
	Also: map[string]string{"clergy": "clerical", "clerics": "clerical", "cleric": "clerical"},
})

// Gives reports whether a piece of armour gives a property.
func Gives(set *rules.Set, piece, property string) bool {
	o, p := set.Object(piece), propertyOf(set, property)
	if o == nil || o.Property == 0 || p == nil {
		return false
	}
	anchor := set.Object(p.Anchor)
	return anchor != nil && anchor.Property == o.Property
}

// Grants reports whether an artifact gives a property to who wields it, or has it on or with
// them if that is its use (set_artifact_intrinsic). Whose it is makes no difference to that.
func Grants(set *rules.Set, artifact, property string) bool {
	p := propertyOf(set, property)
	if p == nil || artifact == "" {
		return false
	}
	return slices.ContainsFunc(set.Powers(), func(a *rules.Powers) bool {
		return strings.TrimPrefix(a.Name, "The ") == strings.TrimPrefix(artifact, "The ") && (a.GivesInUse(p) || a.GivesCarried(p))
	})
}

// propertyOf returns the property of a name; nil if the version's are not known, or lack it.
func propertyOf(set *rules.Set, name string) *rules.Property {
	all := set.Properties()
	if all == nil {
		return nil
	}
	for _, p := range all.List {
		if p.Name == name {
			return p
		}
	}
	return nil
}
