package discord

import (
	"context"
	"errors"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/commands"
)

// network is the name that requests and settings know Discord by.
const network commands.Network = "discord"

// buttonLife is how long after its message a button may be pressed. By then
// the answer belongs to another game.
const buttonLife = 30 * 24 * time.Hour

// handler turns an interaction into its answer. It sends nothing.
type handler func(ctx context.Context, i *discordgo.Interaction) response

// dispatch is the handler of every interaction: a question, a button or a
// completion. What is of no kind that it knows has no answer: its Type is 0.
func (a *Adapter) dispatch(h bot.Handler) handler {
	return func(ctx context.Context, i *discordgo.Interaction) response {
		switch data := i.Data.(type) {
		case discordgo.ApplicationCommandInteractionData:
			if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
				return a.complete(&data)
			}
			return a.command(ctx, h, i, &data)
		case discordgo.MessageComponentInteractionData:
			return a.button(ctx, h, i, &data)
		}
		a.stats.unknown.Add(1)
		return response{}
	}
}

// recovering makes a panic cost one answer and nothing else.
func (a *Adapter) recovering(next handler) handler {
	return func(ctx context.Context, i *discordgo.Interaction) (out response) {
		defer func() {
			if p := recover(); p != nil {
				a.stats.panics.Add(1)
				a.log.Error("panic while answering an interaction", "panic", p, "stack", string(debug.Stack()))
				out = say("Something broke while working that out. The log of whoever runs this bot has it.")
				if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
					out = completed(nil)
				}
			}
		}()
		return next(ctx, i)
	}
}

// say is a text for the asker alone.
func say(text string) response {
	return response{discordgo.InteractionResponseChannelMessageWithSource, notice(text)}
}

func completed(list []string) response {
	return response{discordgo.InteractionApplicationCommandAutocompleteResult, choicesOf(list)}
}

// command answers a slash command.
func (a *Adapter) command(ctx context.Context, h bot.Handler, i *discordgo.Interaction, data *discordgo.ApplicationCommandInteractionData) response {
	a.stats.commands.Add(1)
	options := said(data.Options)
	line := ""
	switch c := find(a.opt.Router, data.Name); {
	case data.Name == askCommand:
		line = a.unprefixed(i, plain(options[askOption]))
	case c != nil:
		line = lineOf(c, options)
	default:
		return say("I do not know /" + escape(data.Name) + " any more. " + code("/help") + " lists what can be asked; Discord may need an hour to show it.")
	}
	private := a.private(i, options)
	reply := h.Answer(ctx, a.request(i, line, private))
	if bot.Silent(reply) {
		return say(silence)
	}
	m := render(&reply, look{owner: asker(i).ID, private: private || reply.Private, codec: a.codec})
	return response{discordgo.InteractionResponseChannelMessageWithSource, m}
}

// silence is said where the middleware wants nothing said: an interaction that
// nobody answers looks broken to whoever asked.
const silence = "I have nothing to say to you just now. Please try again in a little while."

// complete lists what the option being typed may become.
func (a *Adapter) complete(data *discordgo.ApplicationCommandInteractionData) response {
	a.stats.completions.Add(1)
	for _, o := range data.Options {
		if o != nil && o.Focused {
			c := find(a.opt.Router, data.Name)
			if c == nil && data.Name != askCommand {
				break
			}
			return completed(completeOption(a.opt.Router, c, o.Name, said(data.Options)))
		}
	}
	return completed(nil)
}

// button answers a press: the question that the button holds is asked again.
func (a *Adapter) button(ctx context.Context, h bot.Handler, i *discordgo.Interaction, data *discordgo.MessageComponentInteractionData) response {
	a.stats.buttons.Add(1)
	p, err := a.codec.decode(data.CustomID)
	switch {
	case errors.Is(err, errOldID):
		a.stats.oldButtons.Add(1)
		return say("That button is from before I was updated and no longer fits what I know. Please ask again: " + code("/help") + " says how.")
	case err != nil:
		a.stats.badButtons.Add(1)
		return say("I do not know that button. Please ask again: " + code("/help") + " says how.")
	case i.Message != nil && old(i.Message.ID, a.now()):
		a.stats.oldButtons.Add(1)
		return say("That button has expired. Ask again with " + code("/ask line:"+p.line))
	case p.owner != asker(i).ID:
		a.stats.notTheirs.Add(1)
		return say("Those buttons belong to whoever asked. Ask for yourself with " + code("/ask line:"+p.line))
	}
	private := i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	reply := h.Answer(ctx, a.request(i, p.line, private && p.action != share))
	switch {
	case bot.Silent(reply):
		return say(silence)
	case reply.Failed: // the answer that is there stays
		m := render(&reply, look{private: true})
		return response{discordgo.InteractionResponseChannelMessageWithSource, m}
	case p.action == share:
		m := render(&reply, look{owner: p.owner, codec: a.codec})
		return response{discordgo.InteractionResponseChannelMessageWithSource, m}
	}
	m := render(&reply, look{owner: p.owner, private: private, explain: p.action == explain, codec: a.codec})
	m.Flags = 0 // who sees a message cannot be changed
	return response{discordgo.InteractionResponseUpdateMessage, m}
}

// old reports whether a message is so old that its buttons have expired.
func old(id string, now time.Time) bool {
	t, err := discordgo.SnowflakeTimestamp(id)
	return err == nil && now.Sub(t) > buttonLife
}

// unprefixed is a line without the prefix that it needs in channels: who is
// used to typing it may.
func (a *Adapter) unprefixed(i *discordgo.Interaction, line string) string {
	if p := a.opt.Router.Prefix(network, commands.Place(i.ChannelID)); p != "" {
		if rest, ok := strings.CutPrefix(line, p); ok && a.opt.Router.Known(rest) {
			return rest
		}
	}
	return line
}

// private reports whether the asker alone is to see the answer: they said so,
// or they brought the bot along to a place that has not invited it.
func (a *Adapter) private(i *discordgo.Interaction, options map[string]any) bool {
	if direct(i) {
		return false // nobody else is there
	}
	if guest(i) {
		return true
	}
	if v, ok := options[privateOption].(bool); ok {
		return v
	}
	return a.cfg.Private
}

// direct reports whether an interaction is between the asker and the bot.
func direct(i *discordgo.Interaction) bool {
	return i.GuildID == "" && i.Member == nil && i.Context == discordgo.InteractionContextBotDM
}

// guest reports whether the bot is there only because the asker installed it
// for themself.
func guest(i *discordgo.Interaction) bool {
	_, server := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	_, user := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]
	return user && !server
}

// asker is who caused an interaction. It is never nil.
func asker(i *discordgo.Interaction) *discordgo.User {
	switch {
	case i.Member != nil && i.Member.User != nil:
		return i.Member.User
	case i.User != nil:
		return i.User
	}
	return &discordgo.User{}
}

// may are the permissions that let a member change a channel's settings.
const may = discordgo.PermissionAdministrator | discordgo.PermissionManageChannels | discordgo.PermissionManageGuild

// request is the question of an interaction. In private nobody else sees the
// answer; the settings of the place hold all the same.
func (a *Adapter) request(i *discordgo.Interaction, line string, private bool) commands.Request {
	u := asker(i)
	req := commands.Request{
		Line:    line,
		Network: network,
		Place:   commands.Place(i.ChannelID),
		User:    commands.User(u.ID),
		Nick:    nick(i.Member, u),
		Private: private,
		At:      a.now(),
	}
	req.Admin = slices.Contains(a.cfg.Operators, u.ID)
	if direct(i) {
		req.Place, req.Private, req.Operator = commands.Place(u.ID), true, true
	} else if i.Member != nil {
		req.Operator, req.Roles = req.Admin || i.Member.Permissions&may != 0, i.Member.Roles
	}
	return req
}

func nick(m *discordgo.Member, u *discordgo.User) string {
	switch {
	case m != nil && m.Nick != "":
		return m.Nick
	case u.GlobalName != "":
		return u.GlobalName
	}
	return u.Username
}
