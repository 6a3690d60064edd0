package hero

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/grammar"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// Remember fills in what a line did not say from the asker's character, a call of a
// command that takes the same parameters, and notes what it took. If the line names a
// role other than the character's, the character is ignored.
func Remember(g *grammar.Grammar, c, character *commands.Call) {
	if said, is := Role.One(c), Role.One(character); said != nil && is != nil && said.Name != is.Name {
		c.Note(commands.Remarked, fmt.Sprintf("your character is %s, so it was left out", wording.Article(is.Name)))
		return
	}
	var took []string
	for i, p := range c.Command.Params {
		v, from := &c.Values[i], character.Value(p)
		switch {
		case !from.Said, p.Kind == commands.KindVersion:
			continue
		case p.Kind != commands.KindName:
			if !v.Said && !v.Not && (c.Command.Says == nil || !c.Command.Says(c, p)) {
				*v = *from
				v.Quiet = true
				took = append(took, said(p, v))
			}
			continue
		case v.Said && !p.Many, p == Worn.Param && Naked.In(c):
			continue
		}
		for _, s := range from.Names {
			if !goesWith(c, p, s) {
				continue
			}
			// The character may have been described under another version.
			value, ok := g.Find(c.Command, c.Rules, p, s.Name)
			if !ok {
				c.Note(commands.Warned, fmt.Sprintf("your character's %s is not in %s and was left out", s.Name, c.Rules.Title))
				continue
			}
			s.Value = value
			v.Quiet = v.Quiet || !v.Said
			v.Said = true
			v.Names = append(slices.Clip(v.Names), s)
			took = append(took, s.Describe())
		}
	}
	if skill := school(c, character); skill != "" {
		took = append(took, skill)
	}
	if c.Command.Recall != nil {
		took = append(took, c.Command.Recall(c, character)...)
	}
	if len(took) > 0 {
		c.Note(commands.Remarked, "your character: "+strings.Join(took, ", "))
	}
}

// Apart tells questions apart that compare what is worn, for a character that may wear it: where
// one says a piece and another nothing in its place, the other is asked without it.
func Apart(calls []*commands.Call) {
	said := make([][]commands.Said, len(calls))
	for i, c := range calls {
		said[i] = Worn.All(c)
	}
	for _, c := range calls {
		for _, s := range slices.Concat(said...) {
			same := func(o commands.Said) bool { return Worn.Of(o).Slot == Worn.Of(s).Slot }
			if v := c.Value(Worn.Param); c.Has(Worn) && !s.Without && !slices.ContainsFunc(v.Names, same) && !Naked.In(c) {
				s.Without = true
				v.Said, v.Names = true, append(slices.Clip(v.Names), s)
			}
		}
	}
}

// About reports whether a command asks about anything that a character keeps.
func About(cmd, character *commands.Command) bool {
	return cmd.Recall != nil || slices.ContainsFunc(cmd.Params, func(p *commands.Param) bool {
		return p.Kind != commands.KindVersion && character.Has(p)
	})
}

// Wearing returns a Command.Recall that sets a flag if the character wears one of
// several things.
func Wearing(flag commands.Flag, things ...string) func(c, character *commands.Call) []string {
	return func(c, character *commands.Call) []string {
		v := c.Value(flag.Param)
		if worn := Wears(character, things...); worn != nil && !v.Said && !v.Not {
			v.Said = true
			return []string{worn.Name}
		}
		return nil
	}
}

// Wielding returns a Command.Recall that puts what a character wields into a parameter
// with another vocabulary, with the skill in it, if nothing is said for that parameter.
func Wielding[T any](weapon commands.Name[T]) func(c, character *commands.Call) []string {
	return func(c, character *commands.Call) []string {
		held := Held.One(character)
		if held == nil || held.Without {
			return nil
		}
		known := skillKept(c, character)
		if said := weapon.One(c); said != nil {
			return knownAs(said, held, known)
		}
		arm := *held
		arm.Skill = known
		if Put(c, weapon, arm) {
			return []string{strings.TrimSpace(held.Describe() + " " + arm.Skill)}
		}
		return nil
	}
}

// Knows fills in how well a character knows the one weapon that a question names, where the
// character wields such a one, and returns that in words.
func Knows[T any](c, character *commands.Call, weapon commands.Name[T]) []string {
	held, said := Held.One(character), weapon.One(c)
	if held == nil || held.Without || said == nil {
		return nil
	}
	return knownAs(said, held, skillKept(c, character))
}

// skillKept returns the character's skill in what it wields, unless the question says a skill.
func skillKept(c, character *commands.Call) string {
	if skill := param(c, Skill.Name); skill != nil && c.Value(skill).Said {
		return ""
	}
	return WeaponSkill.In(character)
}

// knownAs fills in how well a character knows the weapon that a question names, where it is the
// one in hand, with whatever enchantment, and returns that in words.
func knownAs(said, held *commands.Said, skill string) []string {
	if skill == "" || said.Skill != "" || strings.TrimPrefix(said.Name, "The ") != strings.TrimPrefix(held.Name, "The ") {
		return nil
	}
	said.Skill = skill
	return []string{skill + " in " + held.Name}
}

// HoldsSaved reports whether what a call says is held is what the character holds.
func HoldsSaved(c *commands.Call) bool {
	if c.Character == nil {
		return false
	}
	said, saved := Held.One(c), Held.One(c.Character)
	return said != nil && saved != nil && said.Name == saved.Name
}

// Put adds one of a character's things to a parameter with another vocabulary. It
// returns false if the vocabulary has no such thing.
func Put[T any](c *commands.Call, to commands.Name[T], thing commands.Said) bool {
	for _, t := range to.Terms(c.Rules) {
		if t.Name == thing.Name || strings.TrimPrefix(t.Name, "The ") == thing.Name {
			thing.Name, thing.Value = t.Name, t.Value
			v := c.Value(to.Param)
			v.Said, v.Names = true, append(slices.Clip(v.Names), thing)
			return true
		}
	}
	return false
}

// school fills in the skill in the school of the spell that a question names,
// if the character's is known, and returns it in words.
func school(c, character *commands.Call) string {
	v := c.Value(Skill.Param)
	sp, ok := Spell.In(c)
	role, known := Role.In(c)
	if !ok || !known || v.Said || !c.Has(Skill) {
		return ""
	}
	for _, s := range Skills.All(character) {
		if t := Skills.Of(s); t.School == c.Rules.School(role, sp) {
			v.Said, v.Text = true, t.Skill.String()
			return s.Name
		}
	}
	return ""
}

// said returns a value other than a name as a note shows it.
func said(p *commands.Param, v *commands.Value) string {
	switch p.Kind {
	case commands.KindNumber:
		if p.Percent {
			return grammar.Shown(p.Name) + " " + rules.StrengthText(v.Num)
		}
		return grammar.Shown(p.Name) + " " + fmt.Sprint(v.Num)
	case commands.KindChoice, commands.KindWords:
		return v.Text
	}
	return p.Name
}

// goesWith reports whether a remembered thing is compatible with what the line said:
// nothing else is in its slot, and both hands are free if it needs them.
func goesWith(c *commands.Call, p *commands.Param, s commands.Said) bool {
	shield := false
	for _, w := range Worn.All(c) {
		worn := Worn.Of(w)
		if mine, ok := s.Value.(*rules.Worn); ok && p == Worn.Param && mine.Slot == worn.Slot {
			return false
		}
		shield = shield || worn.Slot == rules.Shield && !w.Without
	}
	if held, ok := s.Value.(*rules.Held); ok && held.TwoHanded && shield {
		return false
	}
	if mine, ok := s.Value.(*rules.Worn); ok && mine.Slot == rules.Shield {
		if h := Held.One(c); h != nil && !h.Without && Held.Of(*h).TwoHanded {
			return false
		}
	}
	return true
}
