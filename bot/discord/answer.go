package discord

import (
	"context"
	"errors"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/bot/discord/slash"
	"delphi/commands"
	"delphi/commands/wording"
)

// handler turns an interaction into its answer. It sends nothing.
type handler func(ctx context.Context, i *interaction) api.Response

// dispatch returns the handler of every interaction: a question, a button, a form or
// a completion. The answer to any other kind is the zero Response.
func (a *Adapter) dispatch(h bot.Handler) handler {
	return func(ctx context.Context, i *interaction) api.Response {
		switch i.Type {
		case discordgo.InteractionApplicationCommandAutocomplete:
			return a.complete(i)
		case discordgo.InteractionApplicationCommand:
			switch i.Data.Type {
			case discordgo.MessageApplicationCommand:
				return a.menu(ctx, h, i)
			case discordgo.UserApplicationCommand:
				return a.userMenu(ctx, h, i)
			}
			return a.command(ctx, h, i)
		case discordgo.InteractionMessageComponent:
			return a.button(ctx, h, i)
		case discordgo.InteractionModalSubmit:
			return a.submit(ctx, h, i)
		}
		a.stats.unknown.Add(1)
		return api.Response{}
	}
}

// recovering makes a panic cost one answer and nothing else.
func (a *Adapter) recovering(next handler) handler {
	return func(ctx context.Context, i *interaction) (out api.Response) {
		defer func() {
			if p := bot.Recovered(recover()); p != nil {
				a.stats.panics.Add(1)
				a.log.Error("panic while answering an interaction", "panic", p.Value, "stack", string(p.Stack))
				out = say("Something broke while I was working that out. It has been logged for whoever runs this bot.")
				if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
					out = completed(nil)
				}
			}
		}()
		return next(ctx, i)
	}
}

// say returns a text that only the asker sees.
func say(text string) api.Response {
	return api.Response{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: embed.Notice(text)}
}

// answered returns a message as the answer to an interaction.
func answered(m *api.Message) api.Response {
	return api.Response{Type: discordgo.InteractionResponseChannelMessageWithSource, Data: m}
}

func completed(list []string) api.Response {
	return api.Response{Type: discordgo.InteractionApplicationCommandAutocompleteResult, Data: slash.ChoicesOf(list)}
}

// command answers a slash command.
func (a *Adapter) command(ctx context.Context, h bot.Handler, i *interaction) api.Response {
	a.stats.commands.Add(1)
	c, values := slash.Chosen(a.opt.Router, i.Data.Name, i.Data.Options)
	options := slash.Said(values)
	line := ""
	switch {
	case i.Data.Name == slash.Ask:
		line = a.unprefixed(i, commands.Entered(options[slash.AskLine]))
	case c != nil:
		slash.Roles(c, options, i.Data.Resolved.Roles)
		line = slash.Line(c, options)
	default:
		return say("I do not know /" + embed.Escape(i.Data.Name) + " any more. " + embed.Code("/help") + " lists what you can ask; Discord may need an hour to show it.")
	}
	private := a.private(i, options)
	if bare(c, options) {
		return form(c, private)
	}
	if lacking(c, options) {
		return a.blanks(c, options, private)
	}
	req := a.request(i, line, private)
	return a.ask(ctx, h, i, req, i.Data.Resolved.Attachments[commands.Entered(options[slash.File])], private)
}

// ask answers a question with what its file holds; a nil file is none.
func (a *Adapter) ask(ctx context.Context, h bot.Handler, i *interaction, req commands.Request, file *attached, private bool) api.Response {
	if file != nil {
		text, err := a.text(ctx, file)
		if err != nil {
			return say(wording.Capital(err.Error()))
		}
		req.Text = text
	}
	// Discord has seen to it that the server lets them use the command; who was given /set
	// may change settings.
	if !i.direct() {
		a.entitle(ctx, &req, i.who())
	}
	reply := h.Answer(ctx, req)
	if bot.Silent(reply) {
		return say(silence)
	}
	// What went wrong concerns the asker alone.
	return answered(embed.Render(&reply, a.look(embed.Look{Owner: i.asker().ID, Private: private || reply.Private || reply.Failed})))
}

// silence is said where the middleware wants nothing said, because an
// interaction that nobody answers looks broken to the asker.
const silence = "I can't answer you just now. Please try again in a little while."

// complete lists what the option that is being typed may become.
func (a *Adapter) complete(i *interaction) api.Response {
	a.stats.completions.Add(1)
	c, values := slash.Chosen(a.opt.Router, i.Data.Name, i.Data.Options)
	if c == nil && i.Data.Name != slash.Ask {
		return completed(nil)
	}
	for _, v := range values {
		if v != nil && v.Focused {
			return completed(slash.Complete(a.opt.Router, c, v.Name, slash.Said(values)))
		}
	}
	return completed(nil)
}

// button answers a press: the question that the button holds is asked again.
func (a *Adapter) button(ctx context.Context, h bot.Handler, i *interaction) api.Response {
	a.stats.buttons.Add(1)
	p, err := a.codec.Decode(i.Data.CustomID)
	switch {
	case errors.Is(err, embed.ErrOld):
		a.stats.oldButtons.Add(1)
		return say("That button is from before I was updated and no longer fits what I know. Please ask again: " + embed.Code("/help") + " says how.")
	case err != nil:
		a.stats.badButtons.Add(1)
		return say("I do not know that button. Please ask again: " + embed.Code("/help") + " says how.")
	case i.Message != nil && expired(i.Message.ID, a.now()):
		a.stats.oldButtons.Add(1)
		return say("That button has expired. Ask again with " + again(p))
	case p.Owner != i.asker().ID && p.Action == embed.Explain: // the answer stays as it is for its asker
		reply := h.Answer(ctx, a.request(i, "why "+p.Line, true))
		if bot.Silent(reply) {
			return say(silence)
		}
		return answered(embed.Render(&reply, a.look(embed.Look{Owner: i.asker().ID, Private: true})))
	case p.Owner != i.asker().ID && !(p.Owner == embed.Anybody && p.Action == embed.Fill):
		a.stats.notTheirs.Add(1)
		return say("Those buttons belong to the person who asked. Ask for yourself with " + again(p))
	}
	private := i.hidden()
	line := p.Line
	switch p.Action {
	case embed.Explain:
		line = "why " + line
	case embed.Pick:
		if len(i.Data.Values) == 0 {
			return say("Nothing was picked.")
		}
		line = i.Data.Values[0]
	case embed.Fill:
		if c := slash.At(a.opt.Router, line); c != nil && slash.FormOf(c) != nil {
			return a.blanks(c, nil, private)
		}
	}
	req := a.request(i, line, private && p.Action != embed.Share)
	req.Page = p.Page
	if !i.direct() && !a.entitle(ctx, &req, i.who()) {
		return say(notYours)
	}
	reply := h.Answer(ctx, req)
	switch {
	case bot.Silent(reply):
		return say(silence)
	case reply.Failed: // the answer above the button stays
		return answered(embed.Render(&reply, embed.Look{Private: true}))
	case p.Action == embed.Share:
		return answered(embed.Render(&reply, a.look(embed.Look{Owner: p.Owner})))
	}
	look := a.look(embed.Look{Owner: p.Owner, Private: private, Explain: p.Action == embed.Explain})
	look.Cards = asBefore(i.ofComponents())
	m := embed.Render(&reply, look)
	m.Flags &= discordgo.MessageFlagsIsComponentsV2 // who sees a message cannot be changed
	return api.Response{Type: discordgo.InteractionResponseUpdateMessage, Data: m}
}

// asBefore returns how a message is changed that is made of components, or not.
func asBefore(components bool) embed.Cards {
	if components {
		return embed.AllCards
	}
	return embed.NoCards
}

// look completes how a reply is to be shown.
func (a *Adapter) look(l embed.Look) embed.Look {
	l.Codec = a.codec
	if a.cfg.cards() {
		l.Cards = embed.FitCards
	}
	if ids := a.ids.Load(); ids != nil {
		l.Commands, l.Groups = *ids, a.grouped
	}
	return l
}

// again returns how to ask what a button asks.
func again(p embed.Press) string {
	if p.Action == embed.Pick {
		return embed.Code("/ask")
	}
	return embed.Code("/ask line:" + p.Line)
}

// unprefixed returns a line without the prefix that lines need in channels, for
// those who are used to typing it.
func (a *Adapter) unprefixed(i *interaction, line string) string {
	if p := a.opt.Router.Prefix(network, commands.Place(i.ChannelID), i.within()...); p != "" {
		if rest, ok := strings.CutPrefix(line, p); ok && a.opt.Router.Known(network, commands.Place(i.ChannelID), rest, i.within()...) {
			return rest
		}
	}
	return line
}
