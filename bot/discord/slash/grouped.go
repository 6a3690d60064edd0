package slash

import (
	"slices"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/commands"
)

// Discord has room for 100 slash commands, and nobody reads a list of so many. What is
// asked more rarely is a subcommand of its group: /gods pray.

// maxText is how many characters the names and descriptions of one slash command and its
// options may have.
const maxText = 8000

// Grouped finds the group of each command that is listed in one, by the command's name.
// A group takes what is asked more rarely in the order of help, as far as Discord has
// room; the rest stands by itself, and so does whoever would be alone in a group.
func Grouped(r Router) map[string]string {
	out := map[string]string{}
	members, text := map[string][]string{}, map[string]int{}
	for _, c := range r.Commands() {
		if c.Group == "" || c.Frequent || c.ForStaff || c.Needs() != commands.Anyone || nests(c) {
			continue
		}
		if text[c.Group] == 0 {
			text[c.Group] = len(c.Group) + api.MaxSummary
		}
		n := length(member(r, c))
		if len(members[c.Group]) == api.MaxOptions || text[c.Group]+n > maxText {
			continue
		}
		text[c.Group] += n
		members[c.Group] = append(members[c.Group], c.Name)
	}
	for group, names := range members {
		if len(names) > 1 {
			for _, name := range names {
				out[name] = group
			}
		}
	}
	return out
}

// nests reports whether a command's subcommands have some of their own, for which there
// is no room in a group.
func nests(c *commands.Command) bool {
	return slices.ContainsFunc(c.Subs, func(s *commands.Command) bool { return len(s.Subs) > 0 })
}

// length returns the number of characters that an option counts for.
func length(o Option) int {
	n := api.Length(o.Name) + api.Length(o.Description)
	for _, c := range o.Choices {
		n += api.Length(c.Name) + api.Length(c.Value)
	}
	for _, inner := range o.Options {
		n += length(inner)
	}
	return n
}

// definition is a command that stands by itself.
func definition(r Router, c *commands.Command) Definition {
	d := Definition{Name: c.Name, Description: summary(c.Summary), Options: options(r, c)}
	switch {
	case c.Needs() == commands.Administrator:
		d.Permissions = &nobody
	case c.ForStaff:
		d.Permissions = &managers
	}
	return d
}

// member is a command in its group. The versions, which every one of them has, are
// completed there instead of listed.
func member(r Router, c *commands.Command) Option {
	o := Option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: c.Name, Description: summary(c.Summary), Options: options(r, c)}
	if len(c.Subs) > 0 {
		o.Type = discordgo.ApplicationCommandOptionSubCommandGroup
	}
	shorten := func(c *commands.Command, list []Option) {
		for i := range list {
			if p := c.Param(commands.KindVersion); p != nil && list[i].Name == p.Name {
				list[i].Choices, list[i].Autocomplete, list[i].MaxLength = nil, true, MaxNames
			}
		}
	}
	shorten(c, o.Options)
	for i := range o.Options {
		if sub := c.Sub(o.Options[i].Name); sub != nil {
			shorten(sub, o.Options[i].Options)
		} else if o.Options[i].Name == c.RunName {
			shorten(c, o.Options[i].Options)
		}
	}
	return o
}
