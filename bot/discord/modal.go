package discord

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/bot/discord/slash"
	"delphi/commands"
)

// The fields of the form that asks for a text, and its own id: formOf and the
// command's name, with formPrivate behind it where only the asker is to see the
// answer.
const (
	formOf      = "show:"
	formPrivate = ":private"
	fieldFile   = "file"
	fieldText   = "text"
)

// formed is a field of a form that was filled in. Discord wraps it in a label.
type formed struct {
	CustomID  string   `json:"custom_id"`
	Value     string   `json:"value"`  // of a text
	Values    []string `json:"values"` // of files: the ids of attachments
	Component *formed  `json:"component"`
	Fields    []formed `json:"components"` // of the rows in which old clients put texts
}

// find returns the field with an id; nil if there is none.
func find(fields []formed, id string) *formed {
	for i := range fields {
		f := &fields[i]
		if f.CustomID == id {
			return f
		}
		if f.Component != nil && f.Component.CustomID == id {
			return f.Component
		}
		if inner := find(f.Fields, id); inner != nil {
			return inner
		}
	}
	return nil
}

// bare reports whether a command that takes a text was called without any: no
// option but who may see the answer.
func bare(c *commands.Command, options map[string]any) bool {
	for name := range options {
		if name != slash.Private {
			return false
		}
	}
	return c != nil && c.TakesText
}

// form asks for the text of a command: an option holds one line alone.
func form(c *commands.Command, private bool) api.Response {
	id := formOf + c.Name
	if private {
		id += formPrivate
	}
	return api.Response{Type: discordgo.InteractionResponseModal, Data: &api.Modal{
		CustomID: id, Title: "Show me your game",
		Components: []api.Label{
			api.Uploaded(fieldFile, "A dumplog", "A .txt or .html file of up to 2 MB"),
			api.Typed(fieldText, "Or lines copied from the terminal", "Leave both empty to see again what you showed before",
				"The status line, the inventory, the + page, #enhance, ^X"),
		},
	}}
}

// filled is the command whose form an interaction fills in, and whether its
// answer is for the asker alone. The command is nil if there is none.
func (a *Adapter) filled(i *interaction) (c *commands.Command, private bool) {
	name, ok := strings.CutPrefix(i.Data.CustomID, formOf)
	if !ok {
		return nil, false
	}
	name, private = strings.CutSuffix(name, formPrivate)
	if c = slash.Find(a.opt.Router, name); c == nil || !c.TakesText {
		return nil, false
	}
	return c, private
}

// submit answers a form: the file, or else what was typed.
func (a *Adapter) submit(ctx context.Context, h bot.Handler, i *interaction) api.Response {
	a.stats.commands.Add(1)
	c, private := a.filled(i)
	if c == nil {
		return say("I do not know that form any more. " + embed.Code("/help") + " lists what can be asked.")
	}
	req := a.request(i, c.Name, private)
	if f := find(i.Data.Components, fieldText); f != nil {
		req.Text = strings.TrimSpace(unfenced(f.Value))
	}
	if f := find(i.Data.Components, fieldFile); f != nil && len(f.Values) > 0 {
		file := i.Data.Resolved.Attachments[f.Values[0]]
		if file == nil {
			return say("Discord did not hand me that file. Please try again.")
		}
		return a.ask(ctx, h, i, req, file, private)
	}
	return a.ask(ctx, h, i, req, nil, private)
}
