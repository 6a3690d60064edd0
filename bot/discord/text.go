package discord

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/bot/discord/slash"
	"delphi/commands"
	"delphi/commands/wording"
)

// FileHosts are where Discord keeps what people attach.
var FileHosts = []string{
	"cdn.discordapp.com/attachments", "cdn.discordapp.com/ephemeral-attachments", "media.discordapp.net/attachments", "media.discordapp.net/ephemeral-attachments",
}

// maxFile is the size limit for an attached file, in bytes.
const maxFile = 2 << 20

// attached is a file that somebody attached to a message or a slash command.
type attached struct {
	Filename string `json:"filename"`
	Size     int    `json:"size"`
	URL      string `json:"url"`
	Type     string `json:"content_type"`
}

// readable reports whether a file may be a text: a picture is none.
func (f *attached) readable() bool {
	kind, _, _ := strings.Cut(f.Type, "/")
	return kind == "" || kind == "text" || kind == "application"
}

// text fetches an attached file. Its errors are for the asker.
func (a *Adapter) text(ctx context.Context, f *attached) (string, error) {
	switch {
	case !f.readable():
		return "", fmt.Errorf("%s is no text. Attach the dumplog as a .txt or .html file", embed.Escape(f.Filename))
	case f.Size > maxFile:
		return "", fmt.Errorf("%s has %.1f MB; I read up to %d MB", embed.Escape(f.Filename), float64(f.Size)/(1<<20), maxFile>>20)
	case a.opt.Files == nil:
		return "", errors.New("I can't read attached files here. Paste the text instead")
	}
	return a.opt.Files.Page(ctx, f.URL)
}

// textOf returns what a message shows: the first file that may be a text, or else
// what is in it.
func (a *Adapter) textOf(ctx context.Context, m *posted) (string, error) {
	for _, f := range m.Attachments {
		if f != nil && f.readable() {
			return a.text(ctx, f)
		}
	}
	return unfenced(m.Content), nil
}

// unfenced takes the marks of a block of code off a text.
func unfenced(s string) string { return strings.ReplaceAll(s, "```", "\n") }

// withText answers a message. Where its command takes a text, that is the file
// attached, or all the lines of the message behind the command.
func (a *Adapter) withText(ctx context.Context, h bot.Handler, req commands.Request, m *posted) commands.Reply {
	first, rest := wording.CutWord(req.Line)
	if c := slash.Named(a.opt.Router, first); c != nil && c.TakesText {
		_, behind, lines := strings.Cut(req.Line, "\n")
		switch {
		case len(m.Attachments) > 0:
			text, err := a.textOf(ctx, m)
			if err != nil {
				return commands.Reply{Failed: true, Command: c.Name, Summary: wording.Capital(err.Error())}
			}
			req.Line, req.Text = first+" "+firstLine(rest), text
		case lines:
			req.Line, req.Text = first, unfenced(firstLine(rest)+"\n"+behind)
		}
	}
	return h.Answer(ctx, req)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return strings.TrimSpace(line)
}

// menu answers the command in the menu of somebody's message: about the game
// that it shows, or else the question that it asks. The answer is for the asker
// alone.
func (a *Adapter) menu(ctx context.Context, h bot.Handler, i *interaction) api.Response {
	a.stats.commands.Add(1)
	c, m := slash.InMenu(a.opt.Router, i.Data.Name), i.Data.Resolved.Messages[i.Data.Target]
	if c == nil || m == nil {
		return unknownMenu()
	}
	text, err := a.textOf(ctx, m)
	if err != nil {
		return say(wording.Capital(err.Error()))
	}
	if strings.TrimSpace(text) == "" {
		return say("There is no text in that message. It works on a dumplog, a status line or an inventory, attached or pasted.")
	}
	private := !i.direct()
	req := a.request(i, c.Name, private)
	req.Text = text
	reply := h.Answer(ctx, req)
	if reply.Failed && len(m.Content) > 0 && len(m.Content) <= commands.MaxLine && len(m.Attachments) == 0 {
		if other := h.Answer(ctx, a.request(i, a.unprefixed(i, m.Content), private)); !other.Failed && !other.Silent {
			reply = other
		}
	}
	if bot.Silent(reply) {
		return say(silence)
	}
	return answered(embed.Render(&reply, a.look(embed.Look{Owner: i.asker().ID, Private: private || reply.Private})))
}

// userMenu answers the command in the menu of a person, about whom the question
// is. The answer is for the asker alone.
func (a *Adapter) userMenu(ctx context.Context, h bot.Handler, i *interaction) api.Response {
	a.stats.commands.Add(1)
	c := slash.InUserMenu(a.opt.Router, i.Data.Name)
	if c == nil || i.Data.Target == "" {
		return unknownMenu()
	}
	line := slash.Line(c, map[string]any{c.Referring(commands.ToUser).Name: i.Data.Target})
	private := !i.direct()
	return a.ask(ctx, h, i, a.request(i, line, private), nil, private)
}

func unknownMenu() api.Response {
	return say("I do not know that menu any more. " + embed.Code("/help") + " lists what you can ask.")
}
