package casting

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/engine/rules"
	"delphi/engine/shorthand"
	"delphi/engine/spell"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{fail(), cast(), zap(), spells(), regen()}
}

// mostSpellLevel is the highest spell level in any version.
const mostSpellLevel = 7

// The parameters that several of these commands share, and those that one
// of them reads.
var (
	Spell    = hero.Spell
	Skill    = hero.Skill
	Amulet   = commands.NewFlag(commands.Param{Name: "amulet", Summary: "Carrying the Amulet of Yendor", Words: []string{"with amulet", "amulet of yendor", "with the amulet"}})
	illithid = commands.NewFlag(commands.Param{Name: "illithid", Summary: "An illithid's psionic wave, in EvilHack", Words: []string{"as an illithid", "as illithid"}})
	stunned  = commands.NewFlag(commands.Param{Name: "stunned", Summary: "While stunned", Words: []string{"stun"}})
	chart    = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the curve over experience levels", Words: []string{
		"curve", "graph", "plot", "when does", "when do", "when can", "when will", "at what level", "at which level", "what level do", "which level do", "what level does", "at what xl", "at which xl", "what xl", "which xl",
	}})

	tier   = commands.NewNumber(commands.Param{Name: "tier", Summary: "Only the spells of this level: level 7 spells", Words: []string{"spell level"}, Min: 1, Max: mostSpellLevel, Moot: spellSaidIn})
	target = commands.NewPercent(commands.Param{Name: "target", Summary: "A failure rate to reach, such as <20%"})

	pw        = commands.NewNumber(commands.Param{Name: "pw", Summary: "Power you have", Min: 0, Max: spell.MaxPw})
	casts     = commands.NewNumber(commands.Param{Name: "casts", Summary: "Number of casts: 5 casts, next 5", Words: []string{"next", "tries", "times"}, After: []string{"cast", "casts", "tries", "times"}, OutOf: true, Min: 1, Max: spell.MaxTries})
	wanted    = commands.NewNumber(commands.Param{Name: "wanted", Summary: `How many casts must succeed, e.g. "at least 2 in 5"`, Words: []string{"least"}, Min: 1, Max: spell.MaxTries})
	allWork   = commands.NewFlag(commands.Param{Name: "all", Summary: "All of the casts must succeed", Words: []string{"all must work", "all work", "all succeed", "all must succeed", "all of them work", "all of them", "all going off", "all go off", "each must work", "every one works", "every cast works", "every one must work"}})
	noneWork  = commands.NewFlag(commands.Param{Name: "none", Summary: "None of the casts succeeds", Words: []string{"none work", "none works", "none of them work", "none of them", "none succeed", "all fail", "all of them fail", "every one fails", "fail all", "fail every one", "fail each one"}})
	sure      = commands.NewNumber(commands.Param{Name: "sure", Summary: "Count the casts for a given chance of success: for 95%", Words: []string{"for"}, Min: 1, Max: 99})
	str       = commands.NewNumber(commands.Param{Name: "str", Summary: "Strength", Min: 3, Max: 25})
	forgotten = commands.NewFlag(commands.Param{Name: "forgotten", Summary: "The spell is forgotten"})
	hindered  = commands.NewChoice(commands.Param{Name: "hindered", Summary: "What else keeps you from casting", Choices: append([]string{"weak", "mute", "no hands"}, hero.Loads[1:]...)})

	ac       = commands.NewNumber(commands.Param{Name: "ac", Summary: "The target's armor class", Target: true, Min: spell.MinAC, Max: spell.MaxAC})
	mr       = commands.NewNumber(commands.Param{Name: "mr", Summary: "The target's magic resistance in percent", Min: 0, Max: spell.MaxMR})
	monster  = commands.NewNumber(commands.Param{Name: "monster", Summary: "The target's level: vs level 12", Words: []string{"vs xl"}, Min: 0, Max: spell.MaxMonster})
	foeNamed = foe.Monster.With(func(p *commands.Param) {
		p.Name, p.Summary = "foe", "The monster you zap, with its AC, MR and level"
	})
	wandNamed = commands.NewName[*rules.AttackWand](commands.Param{
		Name: "wand", Noun: "a wand", Summary: "A wand to zap instead: wand of sleep", Vocabulary: wandTerms,
	})
	zaps      = commands.NewNumber(commands.Param{Name: "zaps", Summary: "How many zaps: 3 zaps", After: []string{"zap", "zaps", "times"}, Min: 1, Max: spell.MaxTries})
	fireproof = commands.NewFlag(commands.Param{Name: "fireproof", Summary: "The target resists fire", Words: []string{"fire resistant", "resists fire"}})
	artifact  = commands.NewFlag(commands.Param{Name: "artifact", Summary: "Carrying the role's quest artifact", Words: []string{"quest artifact"}})
	engulfed  = commands.NewFlag(commands.Param{Name: "engulfed", Summary: "The target has engulfed you", Words: []string{"swallowed"}})

	all = commands.NewFlag(commands.Param{Name: "all", Summary: "For every experience level", Words: []string{"when do", "when will", "when can", "become castable", "becomes castable", "at which xl", "at what xl", "which xl", "what xl", "at what level", "at which level", "what level can", "what level do"}})
)

// wandTerms returns the wands that are zapped at monsters, also by their short names
// unless a spell has the same name.
func wandTerms(s *rules.Set) []commands.Term {
	also := shorthand.Of(s)
	return commands.Terms(s.Attack().Wands, func(w *rules.AttackWand) commands.Term {
		t := commands.Term{Name: w.Name, Aliases: also.Also(shorthand.Object, w.Name), Value: w}
		short := strings.TrimPrefix(w.Name, "wand of ")
		t.Aliases = append(slices.Clone(t.Aliases), short+" wand")
		if s.Spell(short) == nil && short != "death" {
			t.Aliases = append(t.Aliases, short)
		}
		return t
	})
}

// spellSaidIn reports whether a call names a spell, in which case the spell level makes
// no difference.
func spellSaidIn(c *commands.Call) bool { return c.Has(Spell) && Spell.One(c) != nil }
