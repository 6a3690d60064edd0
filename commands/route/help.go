package route

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/names"
	"delphi/engine/problem"
	"delphi/engine/rules"
	"delphi/storage"
)

// help says what can be asked, in all or about one command.
func (r *Router) help() *commands.Command {
	topic := commands.NewText(commands.Param{Name: "command", Summary: "A command's name, or a group's", Complete: r.completeCommand})
	return &commands.Command{
		Name:     "help",
		Aliases:  []string{"commands", "usage"},
		Summary:  "Show what you can ask, or how one command works",
		Params:   commands.Takes(topic),
		Examples: []string{"help", "help magic", "help fail"},
		Public:   true,
		Run: func(ctx context.Context, c *commands.Call) (commands.Reply, error) {
			about := strings.TrimPrefix(topic.In(c), r.opts.Prefix)
			word, rest := wording.CutWord(about)
			if helpOn[word] && rest != "" { // "help with spells"
				word, rest = wording.CutWord(rest)
			}
			if word == "" {
				return r.helpAll(ctx, c)
			}
			cmd := r.byName[word]
			if i := slices.IndexFunc(groups, func(g Group) bool { return g.Name == word }); i >= 0 {
				return r.helpGroup(ctx, c, groups[i])
			}
			if cmd == nil {
				return commands.Reply{}, r.noHelp(word)
			}
			for word, rest = wording.CutWord(rest); word != ""; word, rest = wording.CutWord(rest) {
				sub := cmd.Sub(word)
				if sub == nil {
					return commands.Reply{}, noSub(cmd, word)
				}
				cmd = sub
			}
			return helpOne(cmd), nil
		},
	}
}

// helpOn holds words that stand before what help is asked for.
var helpOn = names.Set("with on for about")

// noHelp returns the error for a word that is no command: it may be one behind another, such as
// the "undo" of several.
func (r *Router) noHelp(word string) error {
	var hints []string
	for _, cmd := range r.commands {
		if sub := cmd.Sub(word); sub != nil && len(hints) < offered {
			hints = append(hints, "help "+sub.Path())
		}
	}
	if len(hints) == 0 {
		return r.noCommand(word)
	}
	return problem.New(fmt.Sprintf("%q stands behind the name of a command.", wording.Typed(word)), hints...)
}

// completeCommand lists commands as completions of typed.
func (r *Router) completeCommand(_ *rules.Set, typed string, most int) []string {
	var out []string
	var walk func(list []*commands.Command)
	walk = func(list []*commands.Command) {
		for _, c := range list {
			if strings.HasPrefix(c.Path(), strings.ToLower(typed)) && len(out) < most {
				out = append(out, c.Path())
			}
			if strings.HasPrefix(strings.ToLower(typed), c.Path()+" ") {
				walk(c.Subs)
			}
		}
	}
	walk(r.commands)
	return out
}

// helpAll says how to ask, and lists the groups of commands.
func (r *Router) helpAll(ctx context.Context, c *commands.Call) (commands.Reply, error) {
	table := &commands.Table{Columns: []string{"group", "what it is about", "try"}}
	menu := &commands.Menu{Prompt: "Commands about ..."}
	var names []string
	var first *commands.Command
	for _, g := range groups {
		list, err := r.offered(ctx, &c.Request, g.Name)
		if err != nil {
			return commands.Reply{}, err
		}
		if len(list) == 0 {
			continue
		}
		names = append(names, g.Name)
		menu.Choices = append(menu.Choices, commands.Next{Label: g.Name + ": " + g.Summary, Line: "help " + g.Name})
		table.Rows = append(table.Rows, []string{g.Name, g.Summary, g.tried(list)})
		if first == nil {
			first = list[0]
		}
	}
	set, err := r.chosen(ctx, &c.Request)
	if err != nil {
		return commands.Reply{}, err
	}
	here := ""
	if set != nil {
		here = plays(set, c.Private) + " "
	}
	how := "Ask me for odds in NetHack, with words in any order: " + first.Examples[0] + ". " + here
	table.Title = how + "help GROUP lists the commands of a group, help COMMAND shows how to type one."
	return commands.Reply{
		Summary: how + "Groups of commands: " + strings.Join(names, ", ") + ". help GROUP lists its commands, help COMMAND shows how to type one.",
		Table:   table, Menu: menu,
		Hints: []string{"help " + names[0], "help " + first.Name},
	}, nil
}

// tried returns a line to try of a group: its own, if the command is among those offered.
func (g Group) tried(offered []*commands.Command) string {
	name, _ := wording.CutWord(g.Example)
	if slices.ContainsFunc(offered, func(c *commands.Command) bool { return c.Name == name }) {
		return g.Example
	}
	return offered[0].Examples[0]
}

// helpGroup lists the commands of a group.
func (r *Router) helpGroup(ctx context.Context, c *commands.Call, g Group) (commands.Reply, error) {
	list, err := r.offered(ctx, &c.Request, g.Name)
	if err != nil {
		return commands.Reply{}, err
	}
	if len(list) == 0 {
		return commands.Reply{}, problem.Newf("None of the commands in the group %s are answered here (%s).", g.Name, g.Summary).Try("help")
	}
	table := &commands.Table{Title: wording.Capital(g.Name) + ", " + g.Summary + ". help COMMAND shows how to type one:", Columns: []string{"command", "what it does"}, Paths: 1}
	menu := &commands.Menu{Prompt: "How one of them works"}
	var names, hints []string
	for _, cmd := range list {
		names = append(names, cmd.Name)
		table.Rows = append(table.Rows, []string{cmd.Name, cmd.Summary})
		hints = append(hints, "help "+cmd.Name)
		menu.Choices = append(menu.Choices, commands.Next{Label: cmd.Name + ": " + cmd.Summary, Line: "help " + cmd.Name})
	}
	return commands.Reply{
		Summary: fmt.Sprintf("%s (%s): %s. For example: %s", wording.Capital(g.Name), g.Summary, strings.Join(names, ", "), g.tried(list)),
		Table:   table, Menu: menu, Hints: hints,
	}, nil
}

// offered lists the commands of a group that are answered where a request was
// made: those of administrators only to them.
func (r *Router) offered(ctx context.Context, req *commands.Request, group string) ([]*commands.Command, error) {
	var d storage.PlaceSettings
	if !req.Nobody && !req.Private {
		var err error
		if d, _, err = r.recalled(ctx, req); err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(r.Of(group), func(cmd *commands.Command) bool {
		return cmd.Rights == commands.Administrator && !req.Admin || r.off(req.Network, d, cmd) || !r.has(ctx, cmd.Source)
	}), nil
}

// chosen returns the version that the place of a request has set; nil: it has set none.
func (r *Router) chosen(ctx context.Context, req *commands.Request) (*rules.Set, error) {
	if req.Nobody {
		return nil, nil
	}
	d, _, err := r.recalled(ctx, req)
	return rules.Get(d.Rules), err
}

// plays says which version a place has chosen.
func plays(set *rules.Set, private bool) string {
	if private {
		return "You play " + set.Title + "."
	}
	return "This channel plays " + set.Title + "."
}

// Introduction returns what somebody who has just let the bot into a place should know:
// how to ask, and how to set it up. lead is what comes before a question there; if it
// is empty, the prefix, which can be changed.
func (r *Router) Introduction(network commands.Network, place commands.Place, lead string) commands.Reply {
	p, settings := lead, []string{"set version 3.4.3", "set off history"}
	if lead == "" {
		p, settings = r.Prefix(network, place), []string{"set version 3.4.3", "set prefix @", "set off history"}
	}
	return commands.Reply{
		Summary: fmt.Sprintf("Hello, I am Delphi. I work out odds in NetHack and look things up: %sfail wiz xl8 int16 force bolt, or %smon cockatrice; %shelp lists more. I assume that questions are about %s. "+
			"Operators can change that and what is answered here: %s.",
			p, p, p, r.fallback.Title, wording.Or(wording.Prefixed(p, settings))),
	}
}

// Help shows up to this many example lines of a command, preferring those that fit on a
// line of a terminal.
const taught, fits = 6, 78

// helpOne shows a command: lines that work as they stand, then what its words do.
func helpOne(cmd *commands.Command) commands.Reply {
	lines := slices.Clone(cmd.Examples)
	for _, s := range cmd.Subs {
		if len(s.Examples) > 0 && !slices.Contains(lines, s.Examples[0]) {
			lines = append(lines, s.Examples[0])
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(max(fits, len(a)), max(fits, len(b))) })
	out := commands.Reply{Summary: cmd.Path() + ": " + cmd.Summary + ".", Teaches: true, Hints: lines[:min(taught, len(lines))]}
	var asides []string
	if len(cmd.Aliases) > 0 {
		asides = append(asides, "Also called "+wording.Or(cmd.Aliases)+".")
	}
	if cmd.Needs() != commands.Anyone {
		asides = append(asides, "Only for "+cmd.Needs().String()+".")
	}
	table := &commands.Table{Columns: []string{"you type", "what it says"}}
	for _, p := range cmd.Params {
		table.Rows = append(table.Rows, []string{shown(p), p.Summary})
	}
	for _, s := range cmd.Subs {
		table.Rows = append(table.Rows, []string{s.Path(), s.Summary})
	}
	out.Summary = strings.Join(append([]string{out.Summary}, asides...), " ")
	if len(table.Rows) > 0 {
		out.Table = table
	}
	return out
}
