package embed

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
)

// The codes with which Discord refuses a reference to another message: it was
// deleted, or its channel's history is closed to the bot.
const (
	invalidForm    = 50035
	closedHistory  = 160002
	unknownMessage = discordgo.ErrCodeUnknownMessage
)

// Weaker returns the next message to try where Discord has refused m: without
// its reference if that was the reason, otherwise as plain text without embeds,
// files and buttons, which needs no permission but to send. It returns nil if
// nothing weaker may help.
func Weaker(m *api.Message, no *api.Refusal) *api.Message {
	if m.Reference != nil && (no.Code == invalidForm || no.Code == closedHistory || no.Code == unknownMessage) {
		out := *m
		out.Reference = nil
		return &out
	}
	return Plainest(m)
}

// Plainest is a message as plain text, which needs no permission but to send; nil if it
// is that already.
func Plainest(m *api.Message) *api.Message {
	if m.Plain != nil {
		out := *m.Plain
		out.Nonce, out.EnforceNonce = m.Nonce, m.EnforceNonce
		return &out
	}
	if len(m.Embeds) == 0 {
		return nil
	}
	out := api.NewMessage()
	out.Content, out.Flags, out.Nonce, out.EnforceNonce = api.Cut(asText(m.Embeds[0]), api.MaxContent), m.Flags, m.Nonce, m.EnforceNonce
	return out
}

// asText returns an embed as markdown, its title and its description first. Other
// bots read no embeds, but texts, so what is escaped at its beginning goes behind
// what keeps it from being their command; markup of ours begins none.
func asText(e *discordgo.MessageEmbed) string {
	var parts []string
	if e.Title != "" {
		parts = append(parts, "**"+e.Title+"**")
	}
	parts = append(parts, e.Description)
	for _, f := range e.Fields {
		parts = append(parts, "**"+f.Name+"** "+f.Value)
	}
	if e.Footer != nil {
		parts = append(parts, Escape(e.Footer.Text))
	}
	text := strings.Join(parts, "\n")
	if ours := strings.HasPrefix(text, "**") || strings.HasPrefix(text, "`"); !ours && bot.LikeCommand(strings.TrimPrefix(text, `\`), "") {
		text = bot.WordJoiner + text
	}
	return text
}
