package commands

import (
	"context"
	"strings"

	"delphi/engine/rules"
	"delphi/engine/spell"
)

// me remembers the asker's character. What it remembers is one of its own
// lines, which every command about a hero reads again.
func (r *Router) me() *Command {
	cmd := &Command{
		Name:    "me",
		Aliases: []string{"character", "char"},
		Summary: "remember, show or forget your character, so that the rest need not be said",
		Params: []Param{
			versionParam, roleParam, xlParam, intParam, wisParam, dexParam, wornParam, heldParam, nakedParam,
			{Name: "forget", Kind: Flag, Summary: "forget my character", Words: []string{"forget me", "clear", "reset"}},
			{Name: "show", Kind: Flag, Summary: "show my character"},
		},
		Examples: []string{"me wiz xl12 int18 robe, quarterstaff", "me xl13", "me", "me forget"},
	}
	cmd.Run = func(ctx context.Context, c *Call) (Reply, error) {
		said := 0
		for i := range c.values {
			if c.values[i].said {
				said++
			}
		}
		if c.Flag("forget") {
			if said > 1 {
				return Reply{}, &Problem{Text: "forget forgets all of your character; say it alone", Hints: []string{"me forget"}}
			}
			if err := r.opts.Characters.ForgetCharacter(ctx, c.owner()); err != nil {
				return Reply{}, err
			}
			return Reply{Summary: "your character is forgotten.", Private: true}, nil
		}
		line, known, err := r.opts.Characters.Character(ctx, c.owner())
		if err != nil {
			return Reply{}, err
		}
		if said == 0 || said == 1 && c.Flag("show") {
			if !known {
				return Reply{}, &Problem{Text: "no character of yours is remembered", Hints: []string{"me wiz xl12 int18 robe, quarterstaff"}}
			}
			return Reply{Summary: "your character: " + line + ".", Hints: []string{"fail force bolt", "me forget"}}, nil
		}
		if known {
			// What is said now changes what was said before; a new role is a
			// new character.
			was, err := r.parse(cmd, line, c.Rules)
			role := c.one("role")
			if err == nil && (role == nil || was.one("role") != nil && was.one("role").Name == role.Name) {
				if !c.versionSaid && was.versionSaid {
					c.Rules, c.versionSaid = was.Rules, true
				}
				notes := c.Notes
				r.remember(c, was)
				c.Notes = notes
			}
		}
		if c.one("role") == nil {
			return Reply{}, &Problem{Text: "which role is your character?", Hints: []string{"me wiz xl12 int18"}}
		}
		q := spell.Question{Rules: c.Rules, Role: c.one("role").Value.(*rules.Role), XL: 1, Int: 10, Wis: 10, Dex: 12}
		if err := c.equip(&q); err != nil {
			return Reply{}, err
		}
		if err := check(&q); err != nil {
			return Reply{}, err
		}
		line = c.character()
		if err := r.opts.Characters.SetCharacter(ctx, c.owner(), line); err != nil {
			return Reply{}, err
		}
		return Reply{Summary: "remembered: " + line + ".", Hints: []string{"fail force bolt", "me forget"}}, nil
	}
	return cmd
}

// character is the call as the line to remember: the version only if it was
// said, nothing that was said to be off.
func (c *Call) character() string {
	keep := *c
	keep.values = append([]value(nil), c.values...)
	for i := range keep.values {
		v := &keep.values[i]
		switch keep.Command.Params[i].Name {
		case "show", "naked":
			*v = value{}
		}
		var names []Said
		for _, s := range v.names {
			if !s.Without {
				names = append(names, s)
			}
		}
		v.names = names
	}
	line := strings.TrimPrefix(keep.Line(), "me ")
	if !c.versionSaid {
		line = strings.TrimSpace(strings.TrimPrefix(line, "v"+c.Rules.Name))
	}
	return line
}
