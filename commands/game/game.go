package game

import (
	"context"
	"fmt"
	"slices"

	"delphi/commands"
	"delphi/commands/hero"
	"delphi/commands/wording"
	"delphi/engine/dump"
	"delphi/engine/problem"
	"delphi/engine/rules"
)

// Pages fetches the page that a link leads to. Its errors are for the asker.
type Pages interface {
	Page(ctx context.Context, address string) (string, error)
}

// Options configures the room.
type Options struct {
	Pages Pages // nil: links are not followed

	// Save makes a line of the me command the asker's character; an empty line forgets
	// it. It returns the line that was saved before and the new one, in canonical form.
	Save func(ctx context.Context, req *commands.Request, set *rules.Set, line string) (before, now string, err error)
	// Ask answers another question of the asker's.
	Ask func(ctx context.Context, req commands.Request) (commands.Reply, error)
	// Knows reports whether there is a command of that name.
	Knows func(name string) bool
}

type room struct {
	opts   Options
	memory *memory
}

// page is the page that the asker shows.
var page = commands.NewText(commands.Param{Name: "page", Summary: "A link to a dumplog, or pasted status and inventory lines"})

// The parameters of the subcommands that pass a question on.
var more = commands.NewText(commands.Param{Name: "more", Summary: "More words for the question"})

// Commands lists the commands of this room.
func Commands(opts Options) []*commands.Command {
	r := &room{opts: opts, memory: newMemory()}
	sub := func(name, summary string, run func(context.Context, *commands.Call, *session) (commands.Reply, error)) *commands.Command {
		return &commands.Command{
			Name: name, Summary: summary, Params: commands.Takes(more), Examples: []string{"game " + example(name)},
			Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
				s := r.memory.of(&c.Request)
				if s == nil {
					return commands.Reply{}, nothingShown()
				}
				return run(ctx, c, s)
			},
		}
	}
	undo := sub("undo", "Forget the character taken from your game", r.undo)
	undo.Check = func(_ context.Context, c *commands.Call) error {
		if said := more.In(c); said != "" {
			return problem.New(fmt.Sprintf("I don't understand %q after game undo.", wording.Typed(said)), "game undo")
		}
		return nil
	}
	return []*commands.Command{{
		Name:    "game",
		Aliases: []string{"dump", "hero"},
		Summary: "Read your game from a dumplog or pasted lines, and tell you everything at once",
		Params:  commands.Takes(page),
		RunName: "show",

		TakesText: true, Evaluates: true,
		Subs: append([]*commands.Command{
			sub("spells", "Show the fail rate of every spell you know, and what would lower it", r.spells),
		}, append(r.onward(sub), undo)...),
		Examples: []string{
			"game Dlvl:5 $:120 HP:40(40) Pw:30(30) AC:4 Xp:8/1234 T:5120", "game a - a +1 quarterstaff (weapon in hands)",
		},

		Run: r.run,
	}, r.now(), r.postmortem()}
}

// example returns a subcommand with an example of the words that it needs.
func example(name string) string {
	switch name {
	case "hit", "hurt":
		return name + " soldier ant"
	}
	return name
}

func nothingShown() error {
	return problem.New("Show me your game first: a link to its dumplog, an attached file, or the status line and inventory pasted after the command.",
		"game Dlvl:5 $:120 HP:40(40) Pw:30(30) AC:4 Xp:8/1234")
}

func (r *room) run(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	s := r.memory.of(&c.Request)
	text, whole, err := r.shown(ctx, c)
	if err != nil {
		return commands.Reply{}, err
	}
	if text == "" {
		if s == nil {
			return commands.Reply{}, nothingShown()
		}
		return Overview(s.hero), nil
	}
	if s, err = r.read(c, text, whole); err != nil {
		return commands.Reply{}, err
	}
	reply := Overview(s.hero)
	if err := r.adopt(ctx, c, s, &reply); err != nil {
		return commands.Reply{}, err
	}
	r.memory.put(&c.Request, s)
	return reply, nil
}

// adopt makes the hero the asker's character, and says so.
func (r *room) adopt(ctx context.Context, c *commands.Call, s *session, reply *commands.Reply) error {
	line := Character(s.hero)
	if line == "" || r.opts.Save == nil {
		return nil
	}
	before, now, err := r.opts.Save(ctx, &c.Request, s.hero.Set(), line)
	if err != nil {
		return fmt.Errorf("saving the character %q: %w", line, err)
	}
	if !s.saved {
		s.before, s.saved = before, true
	}
	text := "this is now your character (" + now + "); game undo takes it back"
	if kept := hero.Kept(&c.Request); kept != "" {
		text += "; it is " + kept
	}
	reply.Notes = slices.Insert(reply.Notes, 0, commands.Note{Kind: commands.Remarked, Text: text})
	reply.Hints = append(reply.Hints, "game undo")
	return nil
}

// undo restores the character that was saved before.
func (r *room) undo(ctx context.Context, c *commands.Call, s *session) (commands.Reply, error) {
	if !s.saved {
		return commands.Reply{}, problem.New("Your character has not been changed.", "me")
	}
	if _, _, err := r.opts.Save(ctx, &c.Request, s.hero.Set(), s.before); err != nil {
		return commands.Reply{}, err
	}
	s.saved = false
	text := "I have forgotten the character from your game."
	if s.before != "" {
		text = "Your character is " + s.before + " again."
	}
	return commands.Reply{Summary: text, Hints: []string{"me"}, Private: true}, nil
}

// LineText says in words what one line of a page tells.
func LineText(l *dump.Line) string {
	switch {
	case l.Status != nil:
		r := Overview(l.Status)
		return r.Summary
	case l.Item != nil:
		return itemText(l.Item)
	case l.Spell != nil:
		return fmt.Sprintf("%s: level %d, %s, %d%% fail", l.Spell.Name, l.Spell.Level, l.Spell.Category, l.Spell.DumpFail.N)
	case l.Skill != nil:
		return l.Skill.Name + ": " + l.Skill.Level
	}
	return "not understood: " + l.Unread
}
