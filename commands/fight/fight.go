package fight

import (
	"delphi/commands"
	"delphi/commands/foe"
	"delphi/commands/hero"
	"delphi/engine/fight"
)

// Commands lists the commands of this room.
func Commands() []*commands.Command {
	return []*commands.Command{hit(), volley(), hurtCommand(), duelCommand()}
}

// The parameters that several of these commands share.
var (
	Target = foe.Monster
	Weapon = commands.NewName[Arm](commands.Param{
		Name: "wielding", Noun: "a weapon", Summary: "Weapon, with what is known of it: blessed +2 long sword skilled", Words: []string{"weapon", "with", "throwing", "firing"},
		Many: true, Gear: true, Counts: true, Skilled: true, Vocabulary: arms,
	})
	skill = commands.NewChoice(commands.Param{
		Name: "skill", Summary: "Skill with the weapon", Choices: []string{"restricted", "unskilled", "basic", "skilled", "expert", "master", "grand master"},
	})
	accuracy = commands.NewNumber(commands.Param{Name: "accuracy", Summary: "Rings of increase accuracy, in all", Min: -fight.MaxRing, Max: fight.MaxRing})
	harder   = commands.NewNumber(commands.Param{Name: "harder", Summary: "Rings of increase damage, in all", Words: []string{"increase damage", "damage"}, Min: -fight.MaxRing, Max: fight.MaxRing})
	ac       = commands.NewNumber(commands.Param{Name: "ac", Summary: "The target's armor class, instead of the monster's own", Target: true, Min: fight.MinAC, Max: fight.MaxAC})
	level    = commands.NewNumber(commands.Param{Name: "monster-level", Summary: "The target's level: vs level 12", Words: []string{"vs xl"}, Min: 0, Max: fight.MaxLevel})
	blows    = commands.NewNumber(commands.Param{Name: "blows", Summary: "Of how many blows to tell how many hit: blows 100", Words: []string{"of blows", "out of"}, Min: 1, Max: 100_000})
	turns    = commands.NewNumber(commands.Param{Name: "turns", Summary: "Turns to kill it in: in 5 turns", Words: []string{"within"}, After: []string{"turn", "turns", "t", "times", "tries", "attacks", "swings", "blows", "volleys", "throws"}, Min: 1, Max: fight.MaxTurns})
	distance = commands.NewNumber(commands.Param{Name: "distance", Summary: "Squares to the target, of missiles", Words: []string{"range", "dist"}, After: []string{"square", "squares"}, Min: 1, Max: 100})
	quantity = commands.NewNumber(commands.Param{Name: "quantity", Summary: "How many missiles you hold", Bare: true, Min: 1, Max: fight.MaxQuantity})
	erosion  = commands.NewNumber(commands.Param{Name: "erosion", Summary: "How eroded the weapon is: 1 rusty, 3 thoroughly rusty", Min: 0, Max: 3})

	twoWeapon = commands.NewFlag(commands.Param{Name: "two-weapon", Summary: "Fighting with two weapons, and the skill in it", Words: []string{"twoweapon", "two weapons", "dual wielding", "dualwielding", "twoweaponing", "two weaponing"}, Skilled: true})
	riding    = commands.NewFlag(commands.Param{Name: "riding", Summary: "Riding, and the skill in it", Words: []string{"mounted", "on a pony", "on horseback"}, Skilled: true})
	load      = commands.NewChoice(commands.Param{Name: "load", Summary: "Encumbrance", Choices: hero.Loads[1:]})
	trapped   = commands.NewFlag(commands.Param{Name: "trapped", Summary: "You are in a trap", Words: []string{"in a trap", "in a pit"}})
	armour    = commands.NewFlag(commands.Param{Name: "body-armor", Summary: "Wearing body armor (matters to Monks)", Words: []string{"body armour", "in armor", "in armour", "wearing armor", "wearing armour"}})
	shielded  = commands.NewFlag(commands.Param{Name: "shield", Summary: "Wearing a shield (matters to bare hands)", Words: []string{"wearing a shield"}})
	blessedGl = commands.NewFlag(commands.Param{Name: "blessed-gloves", Summary: "Bare hands in blessed gloves"})
	silverRng = commands.NewFlag(commands.Param{Name: "silver-ring", Summary: "Bare hands with a silver ring"})
	fumbling  = commands.NewFlag(commands.Param{Name: "fumbling", Summary: "Fumbling"})
	power     = commands.NewFlag(commands.Param{Name: "gauntlets-of-power", Summary: "Wearing gauntlets of power", Words: []string{"gop", "gauntlets of power"}})
	poisoned  = commands.NewFlag(commands.Param{Name: "poisoned", Summary: "The weapon is poisoned"})

	asleep   = commands.NewFlag(commands.Param{Name: "asleep", Summary: "The target sleeps", Words: []string{"sleeping"}})
	fleeing  = commands.NewFlag(commands.Param{Name: "fleeing", Summary: "The target flees", Words: []string{"flees", "scared"}})
	helpless = commands.NewFlag(commands.Param{Name: "helpless", Summary: "The target cannot move", Words: []string{"paralysed", "paralyzed", "cannot move", "cant move", "immobile", "frozen"}})
	stunned  = commands.NewFlag(commands.Param{Name: "stunned", Summary: "The target is stunned"})
	inWater  = commands.NewFlag(commands.Param{Name: "in-water", Summary: "The target swims", Words: []string{"swimming", "underwater"}})

	kick    = commands.NewFlag(commands.Param{Name: "kick", Summary: "Kicking", Words: []string{"kicking"}})
	thrown  = commands.NewFlag(commands.Param{Name: "thrown", Summary: "The weapon is thrown, or fired from the second one", Words: []string{"throw", "throwing", "fire", "firing", "fired", "shoot", "shooting", "shot"}})
	charted = commands.NewFlag(commands.Param{Name: "chart", Summary: "Show the chance to hit over the target's AC", Words: []string{"curve"}})
)
