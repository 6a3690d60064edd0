package hero

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/engine/rules"
)

// The parameters of a hero in a fight that a saved character keeps. Commands about fights have
// their own handles, with words and limits of their own, which Body fills in by name.
var (
	HP    = commands.NewNumber(commands.Param{Name: "hp", Summary: "Hit points: hp 25(40)", Words: []string{"hit points", "hitpoints"}, After: []string{"hp"}, Full: "maxhp", Min: 0, Max: 9999})
	MaxHP = commands.NewNumber(commands.Param{Name: "maxhp", Summary: "The most hit points you have", Words: []string{"max hp", "hpmax"}, Min: 1, Max: 9999})
	Speed = commands.NewChoice(commands.Param{
		Name: "speed", Summary: "How fast you are: normal, fast (intrinsic) or very fast", Choices: []string{"normal", "fast", "very fast"},
		Also: map[string]string{"intrinsically fast": "fast", "veryfast": "very fast", "vfast": "very fast", "normal speed": "normal"},
	})
	Has = commands.NewName[string](commands.Param{Name: "has", Many: true, Noun: "a property", Summary: "Properties you have: poison-resistant, free-action", Vocabulary: properties})
)

// kept holds the properties of a hero that a character keeps, by the names of the flags that
// commands about fights have for them, with what else they are called.
var kept = [][]string{
	{"poison-resistant"}, {"cold-resistant"}, {"fire-resistant"}, {"shock-resistant"}, {"sleep-resistant"}, {"acid-resistant"}, {"drain-resistant"}, {"stone-resistant"}, {"sickness-resistant"},
	{"magic-resistant", "antimagic"}, {"free-action", "free action"}, {"reflecting", "reflection"}, {"regenerating", "regeneration"}, {"see-invisible", "see invisible"},
	{"slow-digestion", "slow digestion"},
}

// Lent lists the properties that a ring, an amulet or a piece of armour gives, by their names
// in Has.
func Lent(set *rules.Set, thing string) []string {
	var out []string
	for _, k := range kept {
		names := append([]string{Property(k[0])}, k[1:]...)
		if slices.ContainsFunc(names, func(name string) bool { return Gives(set, thing, name) }) {
			out = append(out, k[0])
		}
	}
	return out
}

// Property returns what the rules call a property of Has: "poison-resistant" is poison resistance.
func Property(name string) string {
	if to, ok := strings.CutSuffix(name, "-resistant"); ok {
		return to + " resistance"
	}
	return strings.ReplaceAll(name, "-", " ")
}

// Having lists the properties that a call, or a character, is said to have; nil: there is none.
func Having(character *commands.Call) []string {
	var out []string
	if character != nil {
		for _, s := range Has.All(character) {
			if !s.Without {
				out = append(out, s.Name)
			}
		}
	}
	return out
}

// properties lists what a character may have, by whatever it is called.
func properties(*rules.Set) []commands.Term {
	var out []commands.Term
	for _, k := range kept {
		t := commands.Term{Name: k[0], Aliases: k[1:], Value: k[0]}
		if to, ok := strings.CutSuffix(k[0], "-resistant"); ok {
			t.Aliases = append(slices.Clip(t.Aliases), to+" resistant", to+" resistance", to+" res", "resist "+to, "resists "+to)
		}
		out = append(out, t)
	}
	return out
}

// Body returns a Command.Recall that fills in a character's hit points, speed and properties
// where the command has parameters of those names, and then does what another Recall does; nil:
// nothing more.
func Body(then func(c, character *commands.Call) []string) func(c, character *commands.Call) []string {
	return func(c, character *commands.Call) []string {
		took := append(hitPoints(c, character), properly(c, character)...)
		if then != nil {
			took = append(took, then(c, character)...)
		}
		return took
	}
}

// param returns a command's parameter of a name; nil: it has none.
func param(c *commands.Call, name string) *commands.Param {
	for _, p := range c.Command.Params {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// hitPoints fills in the hit points, unless the line says any.
func hitPoints(c, character *commands.Call) (took []string) {
	now, most := param(c, HP.Name), param(c, MaxHP.Name)
	n, ok := HP.In(character)
	full, known := MaxHP.In(character)
	if now == nil || c.Value(now).Said || most != nil && c.Value(most).Said || !ok || n < now.Min || n > now.Max {
		return nil
	}
	v := c.Value(now)
	v.Said, v.Num, v.Quiet = true, n, true
	text := fmt.Sprintf("HP %d", n)
	if most != nil && known && full >= n && full <= most.Max {
		v := c.Value(most)
		v.Said, v.Num, v.Quiet = true, full, true
		text += fmt.Sprintf("(%d)", full)
	}
	return []string{text}
}

// properly fills in the speed and the properties that the line says nothing of.
func properly(c, character *commands.Call) (took []string) {
	if p := param(c, Speed.Name); p != nil && p.Kind == commands.KindChoice && !c.Value(p).Said {
		if how, why := Pace(c, character); slices.Contains(p.Choices, how) {
			v := c.Value(p)
			v.Said, v.Text, v.Quiet = true, how, true
			took = append(took, why)
		}
	}
	for _, s := range Has.All(character) {
		if p := param(c, s.Name); p != nil && p.Kind == commands.KindFlag && !s.Without && !c.Value(p).Said && !c.Value(p).Not {
			c.Value(p).Said = true
			took = append(took, s.Name)
		}
	}
	return took
}
