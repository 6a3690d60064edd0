package discord

import (
	"fmt"
	"regexp"

	"github.com/bwmarrin/discordgo"

	"delphi/commands"
)

// Two names that are Discord's side of every command, not the commands' own.
const (
	askCommand    = "ask"     // a whole line, as on other networks
	askOption     = "line"    // its only option
	privateOption = "private" // show the answer to the asker alone
)

// goodName is what Discord's documentation allows for a slash command and its
// options; there must be no capital in it either.
var goodName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// definitions are the slash commands for cmds and one for a whole line. global
// ones may be used in servers, in direct messages and by who installed the
// application for themself; others belong to one server.
func definitions(r Router, global bool) ([]definition, error) {
	var out []definition
	for _, c := range r.Commands() {
		d := definition{Name: c.Name, Description: summary(c.Summary)}
		for i := range c.Params {
			if len(d.Options) == maxOptions-1 {
				break // the rest can be said with /ask
			}
			d.Options = append(d.Options, optionOf(r, c, &c.Params[i]))
		}
		out = append(out, d)
	}
	out = append(out, definition{
		Name:        askCommand,
		Description: "ask anything in one line, words in any order: fail wiz xl12 int18 force bolt",
		Options: []option{{
			Type: discordgo.ApplicationCommandOptionString, Name: askOption, Required: true, Autocomplete: true, MaxLength: commands.MaxLine,
			Description: "the question, such as: fail wiz xl12 int18 force bolt robe",
		}},
	})
	seen := map[string]bool{}
	for i := range out {
		d := &out[i]
		d.Type = discordgo.ChatApplicationCommand
		d.Options = append(d.Options, option{
			Type: discordgo.ApplicationCommandOptionBoolean, Name: privateOption,
			Description: "show the answer to me alone",
		})
		if global {
			d.Contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel}
			d.IntegrationTypes = []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
		}
		if seen[d.Name] {
			return nil, fmt.Errorf("two slash commands named %q", d.Name)
		}
		seen[d.Name] = true
		if err := d.check(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// check says what of Discord's rules for names a definition breaks.
func (d *definition) check() error {
	bad := func(name string) bool { return !goodName.MatchString(name) || name != lower(name) }
	if bad(d.Name) {
		return fmt.Errorf("%q is no name that Discord allows for a command", d.Name)
	}
	seen := map[string]bool{}
	for _, o := range d.Options {
		if bad(o.Name) {
			return fmt.Errorf("%q is no name that Discord allows for an option of /%s", o.Name, d.Name)
		}
		if seen[o.Name] {
			return fmt.Errorf("/%s has two options named %q", d.Name, o.Name)
		}
		seen[o.Name] = true
	}
	return nil
}

// summary is a description that Discord takes: 1 to 100 characters.
func summary(s string) string {
	if s == "" {
		return "…"
	}
	return cut(s, maxSummary)
}

// optionOf makes a slash option of a parameter.
func optionOf(r Router, c *commands.Command, p *commands.Param) option {
	o := option{Type: discordgo.ApplicationCommandOptionString, Name: p.Name, Description: summary(p.Summary)}
	switch p.Kind {
	case commands.Number:
		if p.Range { // "4-12" is no integer
			o.MaxLength = 20
			break
		}
		o.Type = discordgo.ApplicationCommandOptionInteger
		o.MinValue, o.MaxValue = &p.Min, &p.Max
	case commands.Percent:
		low, high := 0, 100
		o.Type = discordgo.ApplicationCommandOptionInteger
		o.MinValue, o.MaxValue = &low, &high
	case commands.Flag:
		o.Type = discordgo.ApplicationCommandOptionBoolean
	case commands.Choice:
		o.choose(p.Choices)
	case commands.Version:
		o.choose(completions(r, c.Name+" "+p.Name+":", maxChoices+1))
	case commands.Name:
		o.Autocomplete = true
		o.MaxLength = maxNames
	default:
		o.Autocomplete = true
		o.MaxLength = commands.MaxLine - len(c.Name) - 1
	}
	return o
}

// maxNames bounds what may be typed for a name or a list of names, so that a
// line of several stays within what is read.
const maxNames = 400

// choose offers a fixed list, or completion where the list is too long.
func (o *option) choose(list []string) {
	if len(list) > maxChoices || len(list) == 0 {
		o.Autocomplete = true
		return
	}
	for _, s := range list {
		o.Choices = append(o.Choices, choice{s, s})
	}
}
