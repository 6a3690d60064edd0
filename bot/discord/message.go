package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/bot/discord/rights"
	"delphi/commands"
)

// posted holds the fields of a message that the adapter uses.
type posted struct {
	ID        string  `json:"id"`
	ChannelID string  `json:"channel_id"`
	GuildID   string  `json:"guild_id"`
	WebhookID string  `json:"webhook_id"`
	Content   string  `json:"content"`
	Author    *user   `json:"author"`
	Edited    *string `json:"edited_timestamp"`

	Attachments []*attached `json:"attachments"`
	RepliesTo   *struct {
		Author *user       `json:"author"`
		Rows   []embed.Row `json:"components"`
	} `json:"referenced_message"`
	Member *struct {
		Nick  string   `json:"nick"`
		Roles []string `json:"roles"`
	} `json:"member"`
}

// hear answers a message if it asks something: with the prefix of its channel,
// or to the bot by name, or in private. Without the message content intent only
// those by name and in private have a text. An edited message is answered anew.
func (a *Adapter) hear(work context.Context, h bot.Handler, raw json.RawMessage, self string, edited bool) {
	m := new(posted)
	if err := json.Unmarshal(raw, m); err != nil {
		a.stats.malformed.Add(1)
		a.log.Warn("a message could not be decoded", "err", err)
		return
	}
	if m.Author != nil && m.Author.ID != self && m.GuildID != "" && !edited {
		place := commands.Place(m.ChannelID)
		a.opt.Neighbours.Heard(network, place, m.Author.ID, m.Content, a.opt.Router.Prefix(network, place, a.within(m)...), m.Author.Bot || m.WebhookID != "")
	}
	// Bots and webhooks are never answered, or two bots would talk for ever.
	if m.Author == nil || m.Author.Bot || m.WebhookID != "" || m.Author.ID == self || m.Content == "" {
		return
	}
	// Discord calls it an edit, too, when it adds the preview of a link.
	if edited && (m.Edited == nil || ageOf(m.ID, a.now()) > editable) {
		return
	}
	if line, named, ours := a.addressed(m, self); ours {
		a.take(work, func(ctx context.Context) { a.answerMessage(ctx, h, m, line, named) })
	}
}

// addressed returns the question of a message, if it is one for us: what replies to one
// of our messages is. named is whether it calls the bot by name or is said to the bot alone. A line with the
// prefix that does not begin with a command of ours is for another bot.
func (a *Adapter) addressed(m *posted, self string) (line string, named, ours bool) {
	text := strings.TrimSpace(m.Content)
	for _, name := range []string{"<@" + self + ">", "<@!" + self + ">"} {
		if rest, ok := strings.CutPrefix(text, name); ok && self != "" {
			rest = strings.TrimLeft(rest, " ,:")
			return rest, true, rest != ""
		}
		if rest, ok := strings.CutSuffix(text, name); ok && self != "" {
			rest = strings.TrimRight(rest, " ,:")
			return rest, true, rest != ""
		}
	}
	private := m.GuildID == ""
	reply := m.RepliesTo != nil && m.RepliesTo.Author != nil && m.RepliesTo.Author.ID == self
	if !private && !a.cfg.MessageCommands {
		return text, false, reply
	}
	if a.opt.Router.Asks(network, commands.Place(m.ChannelID), text, a.within(m)...) {
		return text, false, true
	}
	if p := a.opt.Router.Prefix(network, commands.Place(m.ChannelID), a.within(m)...); p != "" {
		if rest, ok := strings.CutPrefix(text, p); ok {
			return rest, private, private || reply || a.opt.Router.Known(network, commands.Place(m.ChannelID), rest, a.within(m)...)
		}
	}
	return text, private, private || reply
}

// answerMessage answers with a message that refers to the one that asked.
func (a *Adapter) answerMessage(ctx context.Context, h bot.Handler, m *posted, line string, named bool) {
	a.stats.messages.Add(1)
	req := commands.Request{
		Size:    tablePage,
		Buttons: true,
		Veils:   true,
		Called:  named,
		Line:    line, Network: network, Place: commands.Place(m.ChannelID),
		Within: a.within(m), User: commands.User(m.Author.ID), Nick: nick("", m.Author), At: a.now(),
	}
	if m.Member != nil {
		req.Nick, req.Roles = nick(m.Member.Nick, m.Author), m.Member.Roles
	}
	who := rights.Asker{Guild: m.GuildID, Channel: m.ChannelID, User: m.Author.ID, Roles: req.Roles}
	if parent, ok := a.threads.in.Get(m.ChannelID); ok {
		who.Channel = parent
	}
	who.Permissions, _ = a.rights.Of(who.Guild, who.Channel, who.User, who.Roles) // those of an unknown server let nobody do anything
	if !a.entitle(ctx, &req, who) {
		if named {
			a.sent(a.refuse(ctx, m))
		}
		return
	}
	if m.RepliesTo != nil { // the question that our message answered may be changed for as long as it stands
		if asked, ok := a.codec.Question(m.RepliesTo.Rows); ok {
			req.Follows = []string{asked}
		}
	}
	if m.GuildID == "" {
		req.Place, req.Private, req.Operator = commands.Place(m.Author.ID), true, true
	}
	x := a.exchanges.of(m.ID)
	x.Lock() // an edit waits for the answer that it changes
	defer x.Unlock()
	if x.asked == m.Content || x.stale(m) {
		return
	}
	thinking := a.typing(ctx, m.ChannelID)
	reply := a.withText(ctx, h, req, m)
	thinking()
	if bot.Silent(reply) || reply.Silent && !named {
		return
	}
	if x.asked = m.Content; m.Edited != nil {
		x.edited = *m.Edited
	}
	look := a.look(embed.Look{Owner: m.Author.ID})
	if x.answer != "" {
		look.Cards = asBefore(x.components)
	}
	out := embed.Render(&reply, look)
	if x.answer != "" { // what all have seen stays there for all to see
		a.sent(a.amend(ctx, m, x.answer, out, reply.Private && !req.Private))
		return
	}
	// A second try must not say it twice.
	out.Nonce, out.EnforceNonce = m.ID, true
	if reply.Private && !req.Private {
		a.sent(a.whisper(ctx, m, out))
		return
	}
	id, err := "", error(nil)
	if !a.limited.at(m.ChannelID, a.now()).closed {
		id, err = a.reply(ctx, m, out)
		x.answer, x.components = id, out.OfComponents()
	}
	if l := a.limited.at(m.ChannelID, a.now()); id == "" && l.closed && !req.Private {
		reply.Notes = append(slices.Clip(reply.Notes), commands.Note{Kind: commands.Warned, Text: "I may not write in that channel: " + l.why})
		a.stats.weakened.Add(1)
		err = a.tell(ctx, m, embed.Render(&reply, look))
	}
	a.sent(err)
}

// notYours is said to whoever calls the bot by name for what the server lets them not use.
const notYours = "This server does not let you use that command here."

// refuse tells somebody that the server does not let them use a command.
func (a *Adapter) refuse(ctx context.Context, m *posted) error {
	out := embed.Notice(notYours)
	out.Flags, out.Nonce, out.EnforceNonce = 0, m.ID, true
	_, err := a.reply(ctx, m, out)
	return err
}

// reply sends an answer that refers to the message that asked, and returns its id.
func (a *Adapter) reply(ctx context.Context, m *posted, out *api.Message) (id string, err error) {
	missing := false // the answer stands even if the question was deleted
	out.Reference = &discordgo.MessageReference{MessageID: m.ID, FailIfNotExists: &missing}
	return a.deliverIn(ctx, m.ChannelID, api.Request{
		What: "answering a message", Method: http.MethodPost, URL: discordgo.EndpointChannelMessages(m.ChannelID),
	}, out)
}

// amend replaces the answer to a message that was edited. One that is now for the
// asker alone takes the old one's place in private.
func (a *Adapter) amend(ctx context.Context, m *posted, answer string, out *api.Message, private bool) error {
	if private {
		return a.whisper(ctx, m, out)
	}
	_, err := a.deliver(ctx, api.Request{
		What: "changing the answer to a message", Method: http.MethodPatch, URL: discordgo.EndpointChannelMessage(m.ChannelID, answer),
	}, out)
	return err
}

// closed is said in the channel where an answer is for the asker alone, who
// takes no messages from the bot.
const closed = "The answer is for you alone, and Discord does not let me write to you. Ask with a slash command instead: only you will see what I say."

// whisper sends an answer that only the asker may see to their private
// conversation with the bot, since a message in a channel is seen by all.
func (a *Adapter) whisper(ctx context.Context, m *posted, out *api.Message) error {
	err := a.tell(ctx, m, out)
	if !errors.As(err, new(*api.Refusal)) {
		return err
	}
	notice := embed.Notice(closed)
	notice.Flags, notice.Nonce, notice.EnforceNonce = 0, m.ID, true
	_, err = a.reply(ctx, m, notice)
	return err
}

// tell sends an answer to the asker's private conversation with the bot.
func (a *Adapter) tell(ctx context.Context, m *posted, out *api.Message) error {
	channel, known := a.voice.direct.Get(m.Author.ID)
	var err error
	if !known {
		channel, err = a.conversation(ctx, m.Author.ID)
	}
	if err == nil {
		a.voice.direct.Add(m.Author.ID, channel)
		_, err = a.deliver(ctx, api.Request{
			What: "answering a message in private", Method: http.MethodPost, URL: discordgo.EndpointChannelMessages(channel),
		}, out)
	}
	return err
}
