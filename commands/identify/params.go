package identify

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/thing"
	"delphi/engine/identify"
	"delphi/engine/rules"
)

// classWords lists things that reveal a class or a kind.
var classWords = map[string]string{
	"armour": "armor", "helm": "helmet", "hat": "helmet", "gauntlets": "gloves", "gauntlet": "gloves", "shirt": "armor", "shoes": "boots", "cape": "cloak", "stone": "gem",
	"book": "spellbook", "pot": "potion", "scr": "scroll", "sword": "weapon", "necklace": "amulet", "sack": "bag",
}

// units holds what players write after a price.
var units = []string{"zms", "zm", "z", "gp", "gold"}

// The parameters of price and id.
var (
	class = commands.NewChoice(commands.Param{
		Name: "class", Summary: "Scroll, potion, wand, ring, ..., bag, lamp, cloak, boots, ...", Choices: slices.Concat(identify.Classes, identify.Kinds, []string{"food"}), Also: classWords, Within: identify.Within, Glyphs: true,
	})
	look = commands.NewName[thing.Look](commands.Param{
		Name: "look", Noun: "an appearance", Summary: "What it looks like: twisted ring, opera cloak", Vocabulary: func(s *rules.Set) []commands.Term { return thing.Looks(s, true) },
	})
	object = commands.NewName[*rules.Object](commands.Param{Name: "object", Noun: "an object", Summary: "A thing that you know, to see its prices", Whole: true, Gear: true, Vocabulary: objects})

	buy  = commands.NewNumber(commands.Param{Name: "buy", Units: units, Summary: "What the shop asks for one", Words: []string{"asked", "asks", "ask", "asking", "wants", "bought"}, After: []string{"asked"}, Min: 1, Max: identify.MaxPrice})
	sell = commands.NewNumber(commands.Param{Name: "sell", Units: units, Summary: "What the shop offers for what you drop", Words: []string{"offered", "offers", "offer", "offering", "sold", "sells", "selling"}, After: []string{"offered"}, Min: 0, Max: identify.MaxPrice})
	base = commands.NewNumber(commands.Param{Name: "base", Units: units, Bare: true, After: []string{"base"}, Summary: "The base cost, if you know it", Min: 0, Max: identify.MaxPrice})

	cha        = hero.Cha
	sucker     = commands.NewFlag(commands.Param{Name: "sucker", Summary: "A Tourist below level 15, a dunce cap, or a shirt that shows", Words: suckerWords})
	fair       = commands.NewFlag(commands.Param{Name: "fair", Summary: "Not a sucker: no dunce cap on", Words: fairWords})
	experience = commands.NewNumber(commands.Param{Name: "experience", Summary: "A Tourist's level, which tells whether shops ask more", Words: []string{"xl", "level", "lvl"}, Min: 1, Max: 30})
	hunger     = commands.NewChoice(commands.Param{Name: "hunger", Summary: "How hungry you are, for food: hungry, weak or fainting", Choices: hungers})
	angry      = commands.NewFlag(commands.Param{Name: "angry", Summary: "The shopkeeper is angry", Words: []string{"angry shopkeeper", "annoyed"}})
	quantity   = commands.NewNumber(commands.Param{Name: "quantity", Summary: "How many you offer at once; asked prices are for one", Words: []string{"qty", "stack of"}, After: []string{"together", "at once"}, Min: 1, Max: identify.MaxQuantity})
	enchant    = commands.NewNumber(commands.Param{Name: "enchant", Bare: true, Signed: true, Summary: "The enchantment of a weapon or of armour, if you know it", Words: []string{"enchantment", "enchanted"}, Min: -20, Max: 20})
	dlvl       = commands.NewNumber(commands.Param{Name: "dlvl", Summary: "The level of the Dungeons of Doom that a gem comes from", Words: []string{"depth", "dl"}, Min: 1, Max: 60})
)

// hungers are the states in which shops ask more for food, from the one in which they
// ask twice as much.
var hungers = []string{"hungry", "weak", "fainting"}

// What only id takes.
var (
	shop     = commands.NewNumber(commands.Param{Name: "shop", Summary: "A number for the shop, if you will come back to it", Min: 1, Max: 9})
	stack    = commands.NewNumber(commands.Param{Name: "stack", Summary: "A number for the stack, if you will price it again", Min: 1, Max: 9})
	weight   = commands.NewNumber(commands.Param{Name: "weight", Summary: "What one weighs", Words: []string{"wt", "weighs"}, Min: 1, Max: 10_000})
	stacks   = commands.NewFlag(commands.Param{Name: "stacks", Summary: "Several of it make one stack", Words: []string{"stackable", "several"}})
	engraved = commands.NewName[string](commands.Param{Name: "engrave", Noun: "a message", Words: []string{"engraved", "engraving"}, Many: true, Summary: "What shows when you engrave with it: bugs stop moving", Vocabulary: engravings})
	over     = commands.NewFlag(commands.Param{Name: "over", Summary: "Something was engraved there already", Words: []string{"over an engraving", "existing engraving", "engraved square"}})
	sunk     = commands.NewName[string](commands.Param{Name: "sink", Noun: "a message", Words: []string{"sunk", "dropped"}, Summary: "What shows when you drop it into a sink: hot water", Vocabulary: sinkings})
	known    = commands.NewName[*rules.Object](commands.Param{Name: "known", Noun: "an object", Many: true, Summary: "What you know under another appearance", Vocabulary: objects})
)

// suckerWords holds how players say that shops take them for suckers.
var suckerWords = func() []string {
	out := []string{"tourist", "dunce cap", "visible shirt", "visible hawaiian shirt", "visible t-shirt"}
	for _, shirt := range []string{"shirt", "hawaiian shirt", "t-shirt", "t shirt", "tshirt"} {
		for _, shows := range []string{"visible", "showing", "shows", "is visible", "is showing", "exposed", "is exposed", "on show"} {
			out = append(out, shirt+" "+shows)
		}
	}
	return out
}()

// fairWords holds how players say that shops do not take them for suckers.
var fairWords = func() []string {
	out := []string{"no sucker", "not a sucker", "dunce cap off", "dunce cap is off", "dunce cap removed", "dunce cap not on"}
	for _, before := range []string{"no", "without", "took off", "take off", "taking off", "removed", "not wearing", "no longer wearing"} {
		for _, whose := range []string{" ", " a ", " the ", " my "} {
			out = append(out, before+whose+"dunce cap")
		}
	}
	for _, took := range []string{"took", "take"} {
		for _, whose := range []string{" the ", " my "} {
			out = append(out, took+whose+"dunce cap off")
		}
	}
	return out
}()

// isSucker reports whether a call's hero pays more: a Tourist only does below a certain
// level. Somebody who says that no dunce cap is on may still be a sucker for another
// reason.
func isSucker(c *commands.Call) bool {
	if n, said := experience.In(c); said && sucker.In(c) && c.Rules.Prices() != nil && n >= c.Rules.Prices().SuckerLevel {
		return false
	}
	return sucker.In(c)
}

// recallSucker takes a character for a sucker if it is one, where that makes a difference to
// what the line says.
func recallSucker(c, character *commands.Call) []string {
	v := c.Value(sucker.Param)
	_, asked := buy.In(c)
	_, offered := sell.In(c)
	if v.Said || fair.In(c) || !asked && !offered && object.One(c) == nil || c.Rules.Prices() == nil {
		return nil
	}
	xl, leveled := experience.In(c)
	switch role := hero.Role.One(character); {
	case !leveled:
		xl, _ = hero.XL.In(character)
	case role != nil && role.Name == "Tourist" && suckered(c.Rules.Prices(), character, c.Rules.Prices().SuckerLevel) == "":
		v.Said = true // at the level that the line says, which isSucker looks at
		return []string{role.Name}
	default: // the shirt or the cap, at any level
		c.Value(experience.Param).Said = false
	}
	why := suckered(c.Rules.Prices(), character, xl)
	if why == "" {
		return nil
	}
	v.Said = true
	return []string{"a sucker: " + why}
}

// suckered returns why shops take a character of a level, 0 if it is not known, for a sucker;
// empty if they do not.
func suckered(p *rules.Prices, character *commands.Call, xl int) string {
	if cap := hero.Wears(character, "dunce cap"); cap != nil {
		return cap.Name
	}
	if role, ok := hero.Role.In(character); ok && role.Name == "Tourist" && xl < p.SuckerLevel {
		if xl == 0 {
			return "Tourist"
		}
		return fmt.Sprintf("Tourist of XL %d", xl)
	}
	shirt := ""
	for _, s := range hero.Worn.All(character) {
		switch slot := hero.Worn.Of(s).Slot; {
		case s.Without:
		case slot == rules.Body, slot == rules.Cloak:
			return ""
		case slot == rules.Shirt:
			shirt = s.Name + " that shows"
		}
	}
	return shirt
}

// fillers holds words that say nothing here.
const fillers = "zm z zorkmids zms gold price prices priced costs cost unidentified unknown id him he she they it me asks what engrave engraved engraving sink sunk dropped says shows"

// objects returns the kinds of objects of a version.
func objects(s *rules.Set) []commands.Term {
	var out []commands.Term
	for _, o := range s.Objects() {
		if o.Class != "illobj" && o.Class != "class" && !strings.HasPrefix(o.Name, "(") {
			out = append(out, commands.Term{Name: o.Name, Aliases: thing.Aliases(s, o), Value: o})
		}
	}
	return out
}

// engravings returns what wands show, by what players write for it.
func engravings(s *rules.Set) []commands.Term {
	f := s.Fixtures()
	if f == nil {
		return nil
	}
	var out []commands.Term
	for _, e := range f.Engravings {
		if !slices.ContainsFunc(out, func(t commands.Term) bool { return t.Name == e.Short[0] }) {
			out = append(out, commands.Term{Name: e.Short[0], Aliases: e.Short[1:], Value: e.Seen})
		}
	}
	return out
}

// sinkings returns the effects of rings dropped into sinks, in the same way.
func sinkings(s *rules.Set) []commands.Term {
	f := s.Fixtures()
	if f == nil {
		return nil
	}
	return commands.Terms(f.Rings, func(r rules.SinkRing) commands.Term {
		return commands.Term{Name: r.Short[0], Aliases: r.Short[1:], Value: r.Seen}
	})
}
