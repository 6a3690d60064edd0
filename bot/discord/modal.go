package discord

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot"
	"delphi/bot/discord/api"
	"delphi/bot/discord/embed"
	"delphi/bot/discord/slash"
	"delphi/commands"
	"delphi/commands/wording"
)

// A form's own id: what it asks for and the command's whole name, with
// formPrivate behind it where only the asker is to see the answer. The fields of
// a form that asks for a text have fixed ids, those of one that asks for
// parameters the parameters' names.
const (
	formOf      = "show:" // a text
	formFill    = "fill:" // the parameters of the command's Form
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
			api.Typed(api.Text{
				ID: fieldText, Label: "Or lines copied from the terminal", Description: "Leave both empty to see again what you showed before",
				Placeholder: "The status line, the inventory, the + page, #enhance, ^X", Lines: true,
			}),
		},
	}}
}

// lacking reports whether a command's form should be shown: its options leave out
// something that it needs or say nothing at all, and the form would lose none.
func lacking(c *commands.Command, options map[string]any) bool {
	if c == nil {
		return false
	}
	form := slash.FormOf(c)
	if form == nil {
		return false
	}
	said := 0
	asked := slices.Concat(form.Must, form.May)
	for name := range options {
		switch {
		case name == slash.Private:
		case slices.ContainsFunc(asked, func(p *commands.Param) bool { return p.Name == name }):
			said++
		default:
			return false
		}
	}
	return said == 0 || slices.ContainsFunc(form.Must, func(p *commands.Param) bool { return commands.Entered(options[p.Name]) == "" })
}

// blanks is the form of a command that has one, with what was said already filled in.
func (a *Adapter) blanks(c *commands.Command, options map[string]any, private bool) api.Response {
	form := slash.FormOf(c)
	id := formFill + c.Path()
	if private {
		id += formPrivate
	}
	m := &api.Modal{CustomID: id, Title: form.Title}
	add := func(list []*commands.Param, required bool) {
		for _, p := range list {
			label, value := labelOf(p), commands.Entered(options[p.Name])
			if list := a.choices(c, p); len(list) > 1 && len(list) <= api.MaxChoices {
				m.Components = append(m.Components, api.Picked(p.Name, label, p.Summary, list, value, required))
				continue
			}
			m.Components = append(m.Components, api.Typed(api.Text{ID: p.Name, Label: label, Description: p.Summary, Value: api.Cut(value, slash.MaxNames), Required: required, Max: slash.MaxNames}))
		}
	}
	add(form.Must, true)
	add(form.May, false)
	return api.Response{Type: discordgo.InteractionResponseModal, Data: m}
}

// labels are the words for what players write in short.
var labels = map[string]string{
	"xl": "Experience level", "st": "Strength", "int": "Intelligence", "wis": "Wisdom", "dex": "Dexterity", "con": "Constitution", "cha": "Charisma",
	"pw": "Power", "ac": "Armor class", "hp": "Hit points", "dlvl": "Dungeon level", "worn": "What you wear", "hp max": "Maximum hit points",
}

// labelOf returns the label of a parameter's field in a form.
func labelOf(p *commands.Param) string {
	if label := labels[p.Name]; label != "" {
		return label
	}
	return wording.Capital(p.Name)
}

// choices are the values that a parameter may have, where those are few.
func (a *Adapter) choices(c *commands.Command, p *commands.Param) []string {
	switch {
	case p.Kind == commands.KindChoice:
		return p.Choices
	case p.Kind == commands.KindName && !p.Many:
		return slash.Values(a.opt.Router, c, p)
	}
	return nil
}

// numbers holds the number words that people may write; the index of each is its value.
var numbers = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty")

// figures writes the numbers that were filled in as words as figures.
func figures(c *commands.Command, entered map[string]any) map[string]any {
	for _, p := range c.Params {
		text, ok := entered[p.Name].(string)
		if n := slices.Index(numbers, strings.ToLower(strings.TrimSpace(text))); ok && n >= 0 && p.Kind == commands.KindNumber {
			entered[p.Name] = strconv.Itoa(n)
		}
	}
	return entered
}

// entered returns what was filled in for each parameter of a form.
func (i *interaction) entered() map[string]any {
	out := map[string]any{}
	var walk func([]formed)
	walk = func(list []formed) {
		for _, f := range list {
			if f.Component != nil {
				f = *f.Component
			}
			switch {
			case f.Value != "":
				out[f.CustomID] = f.Value
			case len(f.Values) > 0:
				out[f.CustomID] = f.Values[0]
			}
			walk(f.Fields)
		}
	}
	walk(i.Data.Components)
	return out
}

// filled returns the command whose form an interaction fills in, and whether its
// answer is for the asker alone. The command is nil if there is none.
func (a *Adapter) filled(i *interaction) (c *commands.Command, private bool) {
	id, private := strings.CutSuffix(i.Data.CustomID, formPrivate)
	if name, ok := strings.CutPrefix(id, formOf); ok {
		if c = slash.Find(a.opt.Router, name); c == nil || !c.TakesText {
			return nil, false
		}
	} else if path, ok := strings.CutPrefix(id, formFill); ok {
		if c = slash.At(a.opt.Router, path); c == nil || slash.FormOf(c) == nil {
			return nil, false
		}
	}
	return c, private
}

// submit answers a form: what was filled in for a command's parameters, or the
// file, or else what was typed.
func (a *Adapter) submit(ctx context.Context, h bot.Handler, i *interaction) api.Response {
	a.stats.commands.Add(1)
	c, private := a.filled(i)
	if c == nil {
		return say("I do not know that form any more. " + embed.Code("/help") + " lists what you can ask.")
	}
	if strings.HasPrefix(i.Data.CustomID, formFill) {
		return a.ask(ctx, h, i, a.request(i, slash.Line(c, figures(c, i.entered())), private), nil, private)
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
