package embed

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/commands"
	"delphi/commands/wording"
)

// Anybody is the owner of a button that everyone may press.
const Anybody = "0"

// mostEmbeds is Discord's limit on embeds per message.
const mostEmbeds = 10

// News renders what is said unasked: an embed for each card, with buttons that
// open their links and the forms of what they invite to. What has no card, and
// more than fits, is plain text, which needs no permission but to send, and is no
// command to other bots. prefix is that of the place; it may be empty.
func News(r *commands.Reply, c *Codec, prefix string) *api.Message {
	shown := r.ShowMoments(Moment)
	plain := api.NewMessage()
	plain.Content, plain.Flags = api.Cut(Escape(bot.Harmless(shown.Summary, prefix)), api.MaxContent), discordgo.MessageFlagsSuppressEmbeds
	invites := invites(r, c)
	parts := r.Parts
	if parts == nil {
		parts = []commands.Reply{*r}
	}
	m, left := api.NewMessage(), api.MaxEmbed
	for i := range parts {
		p := parts[i].ShowMoments(Moment)
		if p.Title == "" || len(parts) > mostEmbeds {
			m = nil
			break
		}
		e := &discordgo.MessageEmbed{Title: api.Cut(Escape(p.Title), api.MaxTitle), Color: Colours[p.Tone]}
		left -= api.Length(e.Title)
		e.Fields = fields(&p, left)
		for _, f := range e.Fields {
			left -= api.Length(f.Name) + api.Length(f.Value)
		}
		if !p.FieldsDo || len(e.Fields) < len(p.Fields) {
			m = nil
			break
		}
		m.Embeds = append(m.Embeds, e)
	}
	if m == nil {
		if len(invites) > 0 {
			plain.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: invites}}
		}
		return plain
	}
	m.Plain = plain
	for _, buttons := range [][]discordgo.MessageComponent{links(parts), invites} {
		if len(buttons) > 0 {
			m.Components = append(m.Components, discordgo.ActionsRow{Components: buttons})
		}
	}
	return m
}

// Board renders what is in a pinned message, with buttons for the forms of
// what it invites to.
func Board(r *commands.Reply, c *Codec) *api.Message {
	m := Render(r, Look{})
	if buttons := invites(r, c); len(buttons) > 0 {
		m.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: buttons}}
	}
	return m
}

// invites are buttons, for everybody, that open the forms of a reply's hints.
func invites(r *commands.Reply, c *Codec) []discordgo.MessageComponent {
	if c == nil {
		return nil
	}
	w, _ := offered(r, row{look: Look{Owner: Anybody, Codec: c}, ids: map[string]bool{}}, slices.DeleteFunc(slices.Clone(r.Hints), func(h string) bool { return c.form(h) == "" }))
	return w.buttons
}

// links are buttons that open the links of some replies, as many as fit in a row.
// Of several replies each button says whose it is.
func links(parts []commands.Reply) []discordgo.MessageComponent {
	var out []discordgo.MessageComponent
	for i := range parts {
		for _, l := range parts[i].Links {
			if len(out) == api.MaxButtons || len(l.URL) > api.MaxURL {
				continue
			}
			label := cmp.Or(l.Label, "open")
			if len(parts) > 1 {
				who, _ := wording.CutWord(parts[i].Title)
				label = who + ": " + label
			}
			out = append(out, discordgo.Button{Label: api.Cut(label, api.MaxLabel), Style: discordgo.LinkButton, URL: l.URL})
		}
	}
	return out
}
