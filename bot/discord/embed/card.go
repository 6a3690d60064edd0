package embed

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/chart"
	"delphi/bot/discord/api"
	"delphi/commands"
)

// Cards says which answers are laid out as components instead of an embed.
type Cards uint8

const (
	NoCards  Cards = iota
	FitCards       // those that read better so
	AllCards       // all: a message of components can never be anything else again
)

// fits reports whether an answer reads better as components: one with a glyph, and
// a table with a menu of other views, such as standings and help.
func fits(r *commands.Reply) bool {
	return !r.Failed && (r.Glyph != nil || r.Table != nil && r.Menu != nil)
}

// card renders an answer as components: a container in the colour of its tone, with
// its title beside its glyph, its text, its facts, its picture, what it rests on,
// and its buttons. What is left without the picture stands in Plain.
func card(r *commands.Reply, l Look) *api.Message {
	m := layOut(r, l, true)
	if m.Chart != nil {
		m.Plain = layOut(r, l, false)
	}
	return m
}

// layOut is card, with or without a picture.
func layOut(r *commands.Reply, l Look, pictures bool) *api.Message {
	m := api.NewMessage()
	m.Flags |= discordgo.MessageFlagsIsComponentsV2
	if l.Private {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	rows, typed := buttons(r, l)
	colour := Colours[r.Tone]
	if r.Failed {
		colour = ColourFailed
	}
	box := discordgo.Container{AccentColor: &colour}
	left := api.MaxCard
	text := func(s string) (out []discordgo.MessageComponent) {
		if s = strings.TrimSpace(api.Cut(s, left)); s != "" && left > 1 {
			left -= api.Length(s)
			out = append(out, discordgo.TextDisplay{Content: s})
		}
		return out
	}
	foot := ""
	if f := footer(r, l.Explain); f != "" && !r.Failed {
		foot = "-# " + api.Cut(Escape(f), api.MaxFooter/4)
		left -= api.Length(foot)
	}
	head := ""
	if t := title(r); t != "" && !r.Failed {
		head = "## " + api.Cut(Escape(t), api.MaxTitle) + "\n"
	}
	body, facts := "", ""
	switch {
	case r.Failed:
		body = Escape(capital(r.Summary)) + codes("\nTry: ", typed)
	case l.Explain:
		body = explained(r)
	default:
		if !r.Terse {
			facts = factLines(r)
		}
		body = described(r, l, typed, max(60, left-api.Length(head)-api.Length(facts)))
	}
	told := text(strings.TrimSpace(head+body) + "\n" + facts)
	if pictures {
		m.Chart = picture(r)
	}
	switch {
	case m.Chart == nil:
		box.Components = told
	case r.Chart != nil:
		about := api.Cut(alternative(r.Chart), api.MaxDescription/4)
		box.Components = append(told, discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: attachment, Description: &about}}})
		m.Attachments = []api.Attachment{{ID: "0", Filename: api.ChartName, Description: about}}
	case len(told) > 0:
		about := strings.TrimSpace("The letter " + r.Glyph.Sign + " of the map, " + r.Glyph.Colour)
		about = strings.TrimSuffix(about, ",")
		box.Components = []discordgo.MessageComponent{discordgo.Section{Components: told, Accessory: discordgo.Thumbnail{Media: attachment, Description: &about}}}
		m.Attachments = []api.Attachment{{ID: "0", Filename: api.ChartName, Description: about}}
	default:
		m.Chart = nil
	}
	if foot != "" {
		left += api.Length(foot)
		box.Components = append(box.Components, text(foot)...)
	}
	if len(box.Components) == 0 { // a container must hold something
		box.Components = text("…")
	}
	box.Components = append(box.Components, rows...)
	m.Components = []discordgo.MessageComponent{box}
	return m
}

// attachment is the picture that goes with a message.
var attachment = discordgo.UnfurledMediaItem{URL: "attachment://" + api.ChartName}

// picture returns the chart of an answer, or else its glyph; nil if it has neither, or
// if it cannot be drawn.
func picture(r *commands.Reply) []byte {
	switch {
	case r.Chart != nil:
		if b, err := chart.PNG(r.Chart); err == nil {
			return b
		}
	case r.Glyph != nil:
		if b, err := chart.Glyph(r.Glyph.Sign, r.Glyph.Colour); err == nil {
			return b
		}
	}
	return nil
}

// shortFact is how many characters a fact may have to share its line, and
// perLine how many facts share one.
const (
	shortFact = 24
	perLine   = 3
)

// factLines returns the fields of an answer: short ones share a line.
func factLines(r *commands.Reply) string {
	var b strings.Builder
	on := 0
	for _, f := range r.Fields {
		name, value := Escape(f.Name), Escape(f.Value)
		if f.Value == r.Title || name == "" || value == "" {
			continue
		}
		fact := "**" + name + "** " + value
		short := api.Length(fact)-len("****") <= shortFact
		switch {
		case b.Len() == 0:
		case short && on > 0 && on < perLine:
			b.WriteString(" · ")
		default:
			b.WriteByte('\n')
			on = 0
		}
		if on++; !short {
			on = 0
		}
		if b.Len()+len(fact) > api.MaxCard {
			break
		}
		b.WriteString(fact)
	}
	return b.String()
}
