package slash

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/discord/api"
	"delphi/commands"
	"delphi/commands/wording"
)

// The names that Discord's side adds to the commands' own.
const (
	Ask     = "ask"     // the command that takes a whole line, as on other networks
	AskLine = "line"    // its only parameter
	Private = "private" // every command's option to show the answer to the asker alone
	File    = "file"    // the option for an attached text, of commands that take one
	Confirm = "confirm" // the option that confirms a command which asks for it
	More    = "more"    // the option of a command with more parameters than Discord allows, for the rest as one types it
)

// GoodName matches what Discord's documentation allows as the name of a slash
// command or an option. There must be no capital letter in it either.
var GoodName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

// Definition is a slash command as Discord registers it.
type Definition struct {
	Type             discordgo.ApplicationCommandType       `json:"type"`
	Name             string                                 `json:"name"`
	Description      string                                 `json:"description"`                         // empty for one in a menu
	Names            Local                                  `json:"name_localizations,omitempty"`        // as an earlier version registered them; none are now
	Descriptions     Local                                  `json:"description_localizations,omitempty"` // likewise
	Options          []Option                               `json:"options,omitempty"`
	Contexts         []discordgo.InteractionContextType     `json:"contexts,omitempty"`
	IntegrationTypes []discordgo.ApplicationIntegrationType `json:"integration_types,omitempty"`
	Permissions      *Permissions                           `json:"default_member_permissions,omitempty"` // of those who see it; nil: all do
}

// Local is a text by the language of who sees it.
type Local map[string]string

// Permissions are Discord's bits, which it takes as a number and lists as text.
type Permissions int64

// UnmarshalJSON reads either.
func (p *Permissions) UnmarshalJSON(b []byte) error {
	n, err := strconv.ParseInt(strings.Trim(string(b), `"`), 10, 64)
	*p = Permissions(n)
	return err
}

// managers see what is for those who run a place, until a server's own settings
// say otherwise.
var managers = Permissions(discordgo.PermissionManageChannels)

// nobody sees what is for those who run the bot, but for a server's administrators;
// whoever runs the bot can ask for it with /ask anywhere.
var nobody = Permissions(0)

// Option is one option of a slash command.
type Option struct {
	Type         discordgo.ApplicationCommandOptionType `json:"type"`
	Name         string                                 `json:"name"`
	Description  string                                 `json:"description"`
	Names        Local                                  `json:"name_localizations,omitempty"`        // as in a Definition
	Descriptions Local                                  `json:"description_localizations,omitempty"` // likewise
	Required     bool                                   `json:"required,omitempty"`
	Autocomplete bool                                   `json:"autocomplete,omitempty"`
	Options      []Option                               `json:"options,omitempty"` // of a subcommand, or the subcommands of a group
	Choices      []api.Choice                           `json:"choices,omitempty"`
	MinValue     *int                                   `json:"min_value,omitempty"`
	MaxValue     *int                                   `json:"max_value,omitempty"`
	MaxLength    int                                    `json:"max_length,omitempty"`
}

// Definitions returns a slash command that takes a whole line, one for each of the
// Router's commands or, of those that are asked more rarely, for their group, and those in
// the menus of messages and people. Global ones may be used in servers, in direct
// messages, and by those who installed the application for themselves; the
// others belong to one server. An error names what Discord would refuse.
func Definitions(r Router, global bool) ([]Definition, error) {
	out := []Definition{{
		Name:        Ask,
		Description: "Ask anything in one line, words in any order: fail wiz xl12 int18 force bolt",
		Options: []Option{{
			Type: discordgo.ApplicationCommandOptionString, Name: AskLine, Required: true, Autocomplete: true, MaxLength: commands.MaxLine,
			Description: "The question, such as: fail wiz xl12 int18 force bolt robe",
		}, private()},
	}}
	within := Grouped(r)
	at := map[string]int{} // of the groups in out
	for _, c := range r.Commands() {
		group := within[c.Name]
		if group == "" {
			out = append(out, definition(r, c))
			continue
		}
		if _, there := at[group]; !there {
			at[group] = len(out)
			out = append(out, Definition{Name: group, Description: summary(wording.Capital(r.About(group)))})
		}
		d := &out[at[group]]
		d.Options = append(d.Options, member(r, c))
	}
	for _, c := range r.Commands() {
		if name := messageMenu[c.Path()]; name != "" {
			out = append(out, Definition{Type: discordgo.MessageApplicationCommand, Name: name})
		}
		if name := userMenu[c.Path()]; name != "" {
			out = append(out, Definition{Type: discordgo.UserApplicationCommand, Name: name})
		}
	}
	seen := map[string]bool{}
	for i := range out {
		d := &out[i]
		d.Type = cmp.Or(d.Type, discordgo.ChatApplicationCommand)
		if global {
			d.Contexts = []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM, discordgo.InteractionContextPrivateChannel}
			d.IntegrationTypes = []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall, discordgo.ApplicationIntegrationUserInstall}
		}
		if seen[d.Name] {
			return nil, fmt.Errorf("there are two slash commands named %q", d.Name)
		}
		seen[d.Name] = true
		if err := d.check(); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// options returns the options of a command: its parameters or, if it has Subs,
// those as Discord's subcommands. Discord lets nobody use a command that has
// subcommands without one, so what the command does itself is a subcommand too,
// by the name Own.
func options(r Router, c *commands.Command) []Option {
	if len(c.Subs) == 0 {
		return parameters(r, c)
	}
	var out []Option
	if c.Run != nil && c.RunName != "" {
		out = append(out, subcommand(r, c, c.RunName))
	}
	for _, s := range c.Subs {
		if s.Joins {
			continue // Discord has no channels to join
		}
		if len(out) == api.MaxOptions {
			break // what has no subcommand can be said with /ask
		}
		if len(s.Subs) == 0 {
			out = append(out, subcommand(r, s, s.Name))
			continue
		}
		out = append(out, Option{
			Type: discordgo.ApplicationCommandOptionSubCommandGroup, Name: s.Name, Description: summary(s.Summary), Options: options(r, s),
		})
	}
	return out
}

func subcommand(r Router, c *commands.Command, name string) Option {
	return Option{Type: discordgo.ApplicationCommandOptionSubCommand, Name: name, Description: summary(c.Summary), Options: parameters(r, c)}
}

// parameters returns an option for each parameter, the required ones first, as
// Discord asks, and those that every command has.
func parameters(r Router, c *commands.Command) []Option {
	last := []Option{private()}
	if c.Confirm != nil {
		last = []Option{{Type: discordgo.ApplicationCommandOptionBoolean, Name: Confirm, Description: "Confirm that you mean it"}, private()}
	}
	var out []Option
	if c.TakesText {
		out = append(out, Option{Type: discordgo.ApplicationCommandOptionAttachment, Name: File, Description: "A dumplog, or a page copied from the terminal, as a text file"})
	}
	params := c.Params
	if free := api.MaxOptions - len(out) - len(last); len(params) > free {
		params = params[:free-1]
		last = append([]Option{more(c.Params[len(params):])}, last...)
	}
	for _, p := range params {
		out = append(out, option(r, c, p))
	}
	slices.SortStableFunc(out, func(a, b Option) int {
		switch {
		case a.Required == b.Required:
			return 0
		case a.Required:
			return -1
		}
		return 1
	})
	return append(out, last...)
}

// more takes what there are no options left for.
func more(rest []*commands.Param) Option {
	names := make([]string, len(rest))
	for i, p := range rest {
		names[i] = p.Name
	}
	return Option{
		Type: discordgo.ApplicationCommandOptionString, Name: More, MaxLength: MaxNames,
		Description: summary("Anything else, as you would type it: " + strings.Join(names, ", ")),
	}
}

func private() Option {
	return Option{Type: discordgo.ApplicationCommandOptionBoolean, Name: Private, Description: "Show the answer only to me"}
}

// check returns an error for a name that Discord would refuse.
func (d *Definition) check() error {
	if d.Type != discordgo.ChatApplicationCommand {
		if n := api.Length(d.Name); n < 1 || n > 32 {
			return fmt.Errorf("Discord does not allow %q in a menu: 1 to 32 characters", d.Name)
		}
		return nil
	}
	if bad(d.Name) {
		return fmt.Errorf("Discord does not allow %q as the name of a command", d.Name)
	}
	return check("/"+d.Name, d.Options)
}

func bad(name string) bool { return !GoodName.MatchString(name) || name != lower(name) }

func check(command string, options []Option) error {
	seen := map[string]bool{}
	for _, o := range options {
		if bad(o.Name) {
			return fmt.Errorf("Discord does not allow %q as the name of an option of %s", o.Name, command)
		}
		if seen[o.Name] {
			return fmt.Errorf("%s has two options named %q", command, o.Name)
		}
		seen[o.Name] = true
		if err := check(command+" "+o.Name, o.Options); err != nil {
			return err
		}
	}
	return nil
}

// summary returns a description that Discord accepts: 1 to 100 characters. A
// test makes sure that no command's own text is truncated.
func summary(s string) string {
	if s == "" {
		return "…"
	}
	return api.Cut(s, api.MaxSummary)
}

// option returns the slash option for a parameter.
func option(r Router, c *commands.Command, p *commands.Param) Option {
	o := Option{Type: discordgo.ApplicationCommandOptionString, Name: p.Name, Description: summary(p.Summary), Required: p.Needed}
	if picked, ok := pickers[p.Refers]; ok {
		o.Type, o.Description = picked.kind, picked.summary
		return o
	}
	switch p.Kind {
	case commands.KindNumber:
		if p.Range { // "4-12" is no integer
			o.MaxLength = 20
			break
		}
		o.Type = discordgo.ApplicationCommandOptionInteger
		o.MinValue, o.MaxValue = &p.Min, &p.Max
	case commands.KindPercent:
		low, high := 0, 100
		o.Type = discordgo.ApplicationCommandOptionInteger
		o.MinValue, o.MaxValue = &low, &high
	case commands.KindFlag:
		o.Type = discordgo.ApplicationCommandOptionBoolean
	case commands.KindChoice:
		o.choose(p.Choices)
	case commands.KindVersion:
		o.choose(completions(r, c.Path()+" "+p.Name+":", api.MaxChoices+1))
	case commands.KindName, commands.KindWords:
		o.Autocomplete = p.Kind == commands.KindName || p.Complete != nil
		o.MaxLength = MaxNames
	default:
		o.Autocomplete = p.Complete != nil
		o.MaxLength = commands.MaxLine - len(c.Path()) - 1
	}
	return o
}

// pickers are the types of options in which people pick what is Discord's own.
var pickers = map[commands.Referent]struct {
	kind    discordgo.ApplicationCommandOptionType
	summary string // without the nicks, masks and accounts of other networks
}{
	commands.ToUser:       {discordgo.ApplicationCommandOptionUser, "Who"},
	commands.ToUserOrRole: {discordgo.ApplicationCommandOptionMentionable, "A member or a role"},
	commands.ToChannel:    {discordgo.ApplicationCommandOptionChannel, "Which channel; this one if you choose none"},
}

// MaxNames bounds what may be typed for a name or a list of names, so that a
// line with several of them stays within commands.MaxLine.
const MaxNames = 400

// choose offers a fixed list, or completion if the list is too long for one.
func (o *Option) choose(list []string) {
	if len(list) > api.MaxChoices || len(list) == 0 {
		o.Autocomplete = true
		return
	}
	for _, s := range list {
		o.Choices = append(o.Choices, api.Choice{Name: s, Value: s})
	}
}
