package discord

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/commands"
)

// posted is what the adapter reads of a message.
type posted struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
	GuildID   string `json:"guild_id"`
	WebhookID string `json:"webhook_id"`
	Content   string `json:"content"`
	Author    *user  `json:"author"`
	Member    *struct {
		Nick  string   `json:"nick"`
		Roles []string `json:"roles"`
	} `json:"member"`
}

// hear answers a message if it asks something: with the prefix of its channel,
// or to the bot by name, or in private.
func (a *Adapter) hear(work context.Context, h bot.Handler, raw json.RawMessage, self string) {
	m := new(posted)
	if err := json.Unmarshal(raw, m); err != nil {
		a.stats.malformed.Add(1)
		a.log.Warn("a message could not be decoded", "err", err)
		return
	}
	// Bots and webhooks are never answered, or two bots would talk for ever.
	if m.Author == nil || m.Author.Bot || m.WebhookID != "" || m.Author.ID == self || m.Content == "" {
		return
	}
	if line, ours := a.addressed(m, self); ours {
		a.take(work, func(ctx context.Context) { a.answerMessage(ctx, h, m, line) })
	}
}

// addressed returns the question of a message, if it is one for us. A line with
// the prefix that does not begin with a command of ours is for another bot.
func (a *Adapter) addressed(m *posted, self string) (string, bool) {
	text := strings.TrimSpace(m.Content)
	for _, name := range []string{"<@" + self + ">", "<@!" + self + ">"} {
		if rest, ok := strings.CutPrefix(text, name); ok && self != "" {
			rest = strings.TrimLeft(rest, " ,:")
			return rest, rest != ""
		}
	}
	if p := a.opt.Router.Prefix(network, commands.Place(m.ChannelID)); p != "" {
		if rest, ok := strings.CutPrefix(text, p); ok {
			return rest, a.opt.Router.Known(rest)
		}
	}
	return text, m.GuildID == ""
}

// answerMessage answers with a message that refers to the one that asked.
func (a *Adapter) answerMessage(ctx context.Context, h bot.Handler, m *posted, line string) {
	a.stats.messages.Add(1)
	req := commands.Request{
		Line: line, Network: network, Place: commands.Place(m.ChannelID),
		User: commands.User(m.Author.ID), Nick: m.Author.Username, At: a.now(),
	}
	// What a member may do in the channel does not come with a message.
	req.Admin = slices.Contains(a.live.Load().Operators, m.Author.ID)
	req.Operator = req.Admin
	if m.Member != nil {
		req.Roles = m.Member.Roles
	}
	if m.Member != nil && m.Member.Nick != "" {
		req.Nick = m.Member.Nick
	} else if m.Author.GlobalName != "" {
		req.Nick = m.Author.GlobalName
	}
	if m.GuildID == "" {
		req.Place, req.Private, req.Operator = commands.Place(m.Author.ID), true, true
	}
	reply := h.Answer(ctx, req)
	if bot.Silent(reply) {
		return
	}
	out := embed.Render(&reply, embed.Look{Owner: m.Author.ID, Codec: a.codec})
	missing := false // the answer stands even if the question was deleted
	out.Reference = &discordgo.MessageReference{MessageID: m.ID, FailIfNotExists: &missing}
	// A second try must not say it twice.
	out.Nonce, out.EnforceNonce = m.ID, true
	a.sent(a.deliver(ctx, api.Request{
		What: "answering a message", Method: http.MethodPost, URL: discordgo.EndpointChannelMessages(m.ChannelID),
	}, out))
}
