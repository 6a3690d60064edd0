package fight

import (
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/engine/rules"
	"delphi/engine/seq"
	"delphi/engine/shorthand"
)

// Arm is something to fight with: an object, an artifact, or bare hands.
type Arm struct {
	Object   *rules.Object // nil: bare hands
	Artifact string
	// Stones means that the Object is the corpse of a cockatrice or a chickatrice.
	Stones bool
}

// improvised holds things to hit with whose damage is not modelled.
var improvised = []string{"egg", "mirror", "cream pie", "towel", "clove of garlic", "expensive camera"}

const bareHands = "bare hands"

// settleArms takes what is said not to be wielded out of a call's weapons: "no dagger, long sword" is
// the sword alone. Where no other is named, and a saved character holds none, that leaves bare hands.
func settleArms(c *commands.Call) {
	v := c.Value(Weapon.Param)
	denied := seq.Filter(v.Names, func(s commands.Said) bool { return s.Without })
	if len(denied) == 0 {
		return
	}
	if v.Names = seq.Filter(v.Names, func(s commands.Said) bool { return !s.Without }); len(v.Names) > 0 {
		return
	}
	v.Said = false
	if held := savedArm(c); held == nil || slices.ContainsFunc(denied, func(s commands.Said) bool { return s.Name == held.Name }) {
		Weapon.Put(c, bareHands, Arm{})
	}
}

// savedArm returns what the saved character holds, or nil.
func savedArm(c *commands.Call) *commands.Said {
	if c.Character == nil {
		return nil
	}
	held, _ := hero.Wields(c.Character)
	return held
}

// arms lists what can be wielded, thrown or fired, also in versions whose fights are not known: so
// that an answer says this, and not that the weapon does not exist there.
func arms(s *rules.Set) []commands.Term {
	out := []commands.Term{{
		Name: bareHands, Aliases: []string{"barehanded", "bare handed", "unarmed", "martial arts", "fists", "no weapon", "nothing wielded", "empty handed", "bare hand"}, Value: Arm{},
	}}
	also := shorthand.Of(s)
	for _, o := range s.Objects() {
		switch o.Class {
		case "weapon", "tool", "gem", "ball", "chain", "rock":
			if o.Class == "tool" && !slices.Contains([]string{"pick-axe", "grappling hook", "unicorn horn"}, o.Name) || strings.HasPrefix(o.Name, "(") {
				continue
			}
			aliases := slices.Concat(o.Aliases, also.Also(shorthand.Object, o.Name))
			if o.Appearance != "" && o.Class == "weapon" {
				aliases = append(aliases, o.Appearance)
			}
			out = append(out, commands.Term{Name: o.Name, Aliases: aliases, Value: Arm{Object: o}})
		}
	}
	for _, name := range improvised {
		o := s.Object(name)
		if o == nil {
			continue
		}
		aliases := slices.Clone(o.Aliases)
		if name == "towel" {
			aliases = append(aliases, "wet towel")
		}
		out = append(out, commands.Term{Name: name, Aliases: aliases, Value: Arm{Object: o}})
	}
	if o := s.Object("corpse"); o != nil {
		out = append(out, commands.Term{Name: "cockatrice corpse", Aliases: []string{"chickatrice corpse", "trice corpse"}, Value: Arm{Object: o, Stones: true}})
	}
	f := s.Fight() // nil if the rules of fights are not known
	for _, a := range s.Artifacts() {
		o := s.Object(a.Base)
		if o == nil || a.Use != rules.Wielded && (f == nil || f.Artifact(a.Name) == nil) {
			continue
		}
		aliases := also.Also(shorthand.Artifact, a.Name)
		if short, ok := strings.CutPrefix(a.Name, "The "); ok {
			aliases = append(slices.Clone(aliases), short)
		}
		out = append(out, commands.Term{Name: a.Name, Aliases: aliases, Value: Arm{Object: o, Artifact: a.Name}})
	}
	return out
}
