package route

import (
	"context"
	"strings"

	"delphi/commands"
	"delphi/commands/casting"
	"delphi/commands/hero"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/engine/spell"
)

// me remembers the asker's character. What it remembers is one of its own
// lines, which every command about a hero reads again.
func (r *Router) me() *commands.Command {
	cmd := &commands.Command{
		Name:    "me",
		Aliases: []string{"character", "char"},
		Summary: "Save your character so you don't have to repeat it",
		Params:  commands.Takes(commands.RuleSet, hero.Role, hero.Race, hero.Alignment, hero.XL, hero.St, hero.Dex, hero.Con, hero.Int, hero.Wis, hero.Cha, hero.Luck, hero.AC, hero.HP, hero.MaxHP, hero.Speed, hero.Worn, hero.Held, hero.WeaponSkill, hero.Naked, hero.Has, hero.Skills),
		RunName: "save",
		Subs: append([]*commands.Command{
			{
				Name:    "show",
				Fillers: "me my character char", ReadOnly: true, Summary: "Show your saved character", Examples: []string{"me show"}, Run: r.showCharacter,
			},
			{
				Name:    "forget",
				Fillers: "me my character", Aliases: []string{"clear", "reset"}, Summary: "Forget your character",
				Examples: []string{"me forget"}, Run: r.forgetCharacter,
			},
			r.mySpoilers(),
		}, r.moves()...),
		Examples: []string{"me wiz xl12 int18 robe, quarterstaff", "me val lawful xl8 st 18/50 dex 14 con 16 luck 3 ac 2 hp 60, +3 long sword, fast, poison resistant", "me xl13", "me"},

		Run: r.saveCharacter,
	}
	return cmd
}

func (r *Router) forgetCharacter(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	if err := r.opts.Characters.ForgetCharacter(ctx, c.Owner()); err != nil {
		return commands.Reply{}, err
	}
	return commands.Reply{Summary: "I have forgotten your character.", Private: true}, nil
}

func errNoCharacter() error {
	return problem.New("You have not saved a character.", "me wiz xl12 int18 robe, quarterstaff")
}

func (r *Router) showCharacter(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	line, known, err := r.opts.Characters.Character(ctx, c.Owner())
	if err != nil {
		return commands.Reply{}, err
	}
	if !known {
		return commands.Reply{}, errNoCharacter()
	}
	return commands.Reply{Summary: "Your character: " + line + ".", Hints: []string{"fail force bolt", "me forget"}}, nil
}

// saveCharacter saves what the line says, as a change of the character saved
// before; a new role is a new character. A line that says nothing shows it.
func (r *Router) saveCharacter(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	if c.SaidCount() == 0 {
		return r.showCharacter(ctx, c)
	}
	line, known, err := r.opts.Characters.Character(ctx, c.Owner())
	if err != nil {
		return commands.Reply{}, err
	}
	role := hero.Role.One(c)
	if known {
		was, err := r.grammar.Parse(ctx, r.hero, line, c.Rules)
		if err == nil && (role == nil || hero.Role.One(was) != nil && hero.Role.One(was).Name == role.Name) {
			if !c.VersionSaid && was.VersionSaid {
				c.Rules, c.VersionSaid = was.Rules, true
			}
			notes := c.Notes
			hero.Remember(&r.grammar, c, was)
			c.Notes = notes
		}
	}
	if role = hero.Role.One(c); role == nil {
		return commands.Reply{}, problem.New("Which role is your character?", "me wiz xl12 int18 robe, quarterstaff")
	}
	q := spell.Question{Rules: c.Rules, Role: hero.Role.Of(*role), XL: 1, Int: 10, Wis: 10, Dex: 12}
	if err := casting.Equip(c, &q); err != nil {
		return commands.Reply{}, err
	}
	if err := q.Check(); err != nil {
		return commands.Reply{}, err
	}
	line = characterLine(c)
	if err := r.opts.Characters.SetCharacter(ctx, c.Owner(), line); err != nil {
		return commands.Reply{}, err
	}
	out := commands.Reply{Summary: "I will remember your character: " + line + ".", Hints: []string{"fail force bolt", "me forget"}}
	err = r.sayKept(ctx, c, &out)
	return out, err
}

// sayKept says for whom a character was saved if the network does not vouch for the
// asker, and how to take it along: in private with a code, elsewhere how to get one.
func (r *Router) sayKept(ctx context.Context, c *commands.Call, out *commands.Reply) error {
	kept := hero.Kept(&c.Request)
	if kept == "" {
		return nil
	}
	out.Summary += " It is " + kept + "."
	switch {
	case !portable(&c.Request):
	case c.Private:
		code, ok, err := r.opts.Characters.NewCode(ctx, c.Owner())
		if err != nil || !ok {
			return err
		}
		out.Summary += " " + codeWords(code)
	default:
		out.Hints = []string{"me code", "fail force bolt", "me forget"}
	}
	return nil
}

// keepCharacter makes a line of the me command the asker's character in place of
// the one before; an empty line forgets it. It returns both lines.
func (r *Router) keepCharacter(ctx context.Context, req *commands.Request, set *rules.Set, line string) (before, now string, err error) {
	before, _, err = r.opts.Characters.Character(ctx, req.Owner())
	if err != nil {
		return "", "", err
	}
	if line == "" {
		return before, "", r.opts.Characters.ForgetCharacter(ctx, req.Owner())
	}
	c, err := r.grammar.Parse(ctx, r.hero, line, set)
	if err != nil {
		return "", "", err
	}
	if hero.Role.One(c) == nil && before != "" { // a status line alone: of the character there is
		if was, err := r.grammar.Parse(ctx, r.hero, before, set); err == nil && hero.Role.One(was) != nil {
			hero.Remember(&r.grammar, c, was)
		}
	}
	now = characterLine(c)
	return before, now, r.opts.Characters.SetCharacter(ctx, req.Owner(), now)
}

// characterLine returns a call of me as the line to remember: with the version only if
// it was said, and without anything that was said to be off.
func characterLine(c *commands.Call) string {
	keep := *c
	keep.Values = append([]commands.Value(nil), c.Values...)
	*keep.Value(hero.Naked.Param) = commands.Value{}
	for i := range keep.Values {
		v := &keep.Values[i]
		var names []commands.Said
		for _, s := range v.Names {
			if !s.Without {
				names = append(names, s)
			}
		}
		v.Names = names
	}
	line := strings.TrimPrefix(keep.Line(), c.Command.Path()+" ")
	if !c.VersionSaid {
		line = strings.TrimSpace(strings.TrimPrefix(line, "v"+c.Rules.Name))
	}
	return line
}
