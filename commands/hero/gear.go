package hero

import (
	"cmp"
	"slices"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// mightiest is the Strength of a hero with gauntlets of power on, whatever it is without.
const mightiest = 125

// Wears returns the first of several things that a character has on; nil: none of them.
func Wears(character *commands.Call, things ...string) *commands.Said {
	for _, s := range Worn.All(character) {
		if !s.Without && slices.Contains(things, s.Name) {
			return &s
		}
	}
	return nil
}

// Wields returns what a character has in hand, and the kind of object that it is: an artifact's
// is the one that it is made from. nil: nothing is known to be in hand.
func Wields(character *commands.Call) (*commands.Said, string) {
	held := Held.One(character)
	if held == nil || held.Without {
		return nil, ""
	}
	return held, Held.Of(*held).Name
}

// Strong returns a Command.Recall for a command that asks how strong the hero is, but not what
// it wears: gauntlets of power that a character wears count, unless the line itself says the
// Strength. Then it does what another Recall does; nil: nothing more. What works on a hero's own
// Strength, such as exercise, does not want it.
func Strong(then func(c, character *commands.Call) []string) func(c, character *commands.Call) []string {
	return func(c, character *commands.Call) (took []string) {
		v := c.Value(St.Param)
		if gloves := Wears(character, "gauntlets of power"); gloves != nil && (!v.Said || v.Quiet) {
			*v = commands.Value{Said: true, Num: mightiest, To: mightiest, Quiet: true}
			took = append(took, "St "+rules.StrengthText(mightiest)+" with "+gloves.Name)
		}
		if then != nil {
			took = append(took, then(c, character)...)
		}
		return took
	}
}

// Born returns who of the role and the race of a call has a property by nature at its level, ""
// if neither does. set holds the rules that count.
func Born(set *rules.Set, c *commands.Call, property string) string {
	known := set.Properties()
	if known == nil {
		return ""
	}
	xl, leveled := XL.In(c)
	if !leveled {
		xl = 1
	}
	role, _ := Role.In(c)
	race := Race.In(c)
	for _, x := range known.Innate {
		if x.Has == property && x.Level <= xl && (role != nil && x.Who == role.Name || race != "" && x.Who == race) {
			return x.Who
		}
	}
	return ""
}

// Pace returns how fast a character is, as Speed has it, and the same with what makes it so: its
// boots, what was saved, or else what it is by nature. Both are empty if nothing tells.
func Pace(c, character *commands.Call) (how, why string) {
	if boots := Wears(character, "speed boots"); boots != nil {
		return "very fast", "very fast with " + boots.Name
	}
	if said := Speed.In(character); said != "" {
		return said, cmp.Or(map[string]string{"normal": "normal speed"}[said], said)
	}
	if who := Born(c.Rules, character, "speed"); who != "" {
		return "fast", "fast as " + wording.Article(who)
	}
	return "", ""
}
