package discord

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/chart"
	"delphi/commands"
)

func itoa(n int) string { return strconv.Itoa(n) }

// The colours at an embed's edge, apart from each other for all kinds of eyes
// and on both of Discord's grounds.
var colours = map[commands.Tone]int{
	commands.Plain: 0x5b7fa6,
	commands.Good:  0x2fa36b,
	commands.Fair:  0xd9a21b,
	commands.Bad:   0xc94f3d,
}

const colourFailed = 0x80848e

// look says how a reply is to be shown.
type look struct {
	owner   string // whose question it was; may press the buttons
	private bool   // the asker alone sees it
	explain bool   // the steps in full instead of in brief
	codec   *codec
}

// render is a reply as a message: the number first, the sentence, the steps as
// fields, what was assumed and where the source says so in the footer. It
// keeps every limit of Discord's, whatever the reply holds.
func render(r *commands.Reply, l look) *message {
	shown := r.ShowMoments(moment)
	r = &shown
	m := newMessage()
	if l.private {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	e := &discordgo.MessageEmbed{Color: colours[r.Tone]}
	m.Embeds = append(m.Embeds, e)
	if r.Failed {
		e.Color = colourFailed
		e.Description = cut(failure(r), maxDescription)
		return m
	}
	e.Title = cut(escape(r.Headline), maxTitle)
	footer := footer(r, l.explain)
	if footer != "" {
		e.Footer = &discordgo.MessageEmbedFooter{Text: cut(footer, maxFooter/2)}
	}
	left := maxEmbed - length(e.Title)
	if e.Footer != nil {
		left -= length(e.Footer.Text)
	}
	if l.explain {
		e.Description = cut(explained(r), maxDescription)
	} else {
		e.Description = described(r, maxDescription) // with the largest title and footer it still fits in maxEmbed
		left -= length(e.Description)
		e.Fields = fields(r.Fields, left)
	}
	m.attach(r)
	m.Components = buttons(r, l)
	return m
}

// failure is what went wrong and what to type instead.
func failure(r *commands.Reply) string {
	var b strings.Builder
	b.WriteString(escape(capital(r.Summary)))
	sep := "\nTry: "
	for _, h := range r.Hints {
		if c := code(h); c != "" && b.Len() < 1500 {
			b.WriteString(sep + c)
			sep = ", "
		}
	}
	return b.String()
}

// described is the sentence, what to be warned of, the table and what to type
// next, at most max long.
func described(r *commands.Reply, max int) string {
	head := escape(r.Summary)
	if r.Table != nil && r.Table.Title != "" {
		head = escape(r.Table.Title)
	}
	tail := ""
	for _, w := range r.Warnings() {
		tail += "\n⚠ " + escape(w)
	}
	sep := "\nNext: "
	for _, h := range r.Hints {
		if h == "why" || h == "more" || strings.HasPrefix(h, "more (") {
			continue // buttons, and nothing is left out here
		}
		tail += sep + code(h)
		sep = ", "
	}
	head = cut(head, max)
	if length(head)+length(tail) > max {
		tail = ""
	}
	if r.Table == nil || len(r.Table.Columns) == 0 {
		return head + tail
	}
	room := max - length(head) - length(tail) - 1
	if room < 60 {
		return head + tail
	}
	return strings.TrimPrefix(head+"\n"+table(r.Table, room)+tail, "\n")
}

// widest is how many letters of one width a telephone shows in a line, or
// nearly: a wider table is a list.
const widest = 60

// table is a table in letters of one width, or a line for each row where it is
// too wide for that, at most max long.
func table(t *commands.Table, max int) string {
	lines := t.Lines()
	wide := false
	for _, l := range lines {
		wide = wide || length(l) > widest
	}
	if !wide {
		return block(lines, max)
	}
	var b strings.Builder
	for i, row := range t.Rows {
		line := "**" + escape(row[0]) + "**"
		if row[0] == "" {
			line = "•"
		}
		for k, cell := range row[1:] {
			if cell != "" {
				line += map[bool]string{true: " ", false: " · "}[k == 0] + escape(cell)
			}
		}
		rest := "\n… and " + itoa(len(t.Rows)-i) + " more"
		if length(b.String())+1+length(line)+length(rest) > max {
			b.WriteString(rest)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
	}
	return strings.TrimPrefix(b.String(), "\n")
}

// explained is the answer with each step, each assumption and each place in
// the source on a line of its own.
func explained(r *commands.Reply) string {
	var b strings.Builder
	b.WriteString(escape(r.Summary))
	list := func(head string, lines []string) {
		if len(lines) == 0 {
			return
		}
		b.WriteString("\n\n**" + head + "**")
		for _, l := range lines {
			b.WriteString("\n• " + l)
		}
	}
	var steps, cites []string
	for _, f := range r.Fields {
		steps = append(steps, "**"+escape(f.Name)+"** "+escape(f.Value))
	}
	for _, c := range r.Citations() {
		cites = append(cites, code(c))
	}
	list("Step by step", steps)
	list("Mind", escaped(r.Warnings()))
	list("Assumed", escaped(r.Assumptions()))
	list("In the game's source", cites)
	return b.String()
}

func escaped(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = escape(s)
	}
	return out
}

// footer is what was assumed and where the source says so; Discord shows it
// as it stands. An explained answer has both above.
func footer(r *commands.Reply, explain bool) string {
	var parts []string
	if a := r.Assumptions(); len(a) > 0 && !explain {
		parts = append(parts, "Assumed: "+strings.Join(a, "; "))
	}
	if c := r.Citations(); len(c) > 0 && !explain {
		parts = append(parts, strings.Join(c, ", "))
	}
	if len(parts) == 0 && r.Version != "" {
		return "NetHack rules: " + r.Version
	}
	return strings.Join(parts, " · ")
}

// fields are as many as fit in left characters. Discord refuses an empty one.
func fields(list []commands.Field, left int) []*discordgo.MessageEmbedField {
	var out []*discordgo.MessageEmbedField
	for _, f := range list {
		name, value := cut(escape(f.Name), maxFieldName), cut(escape(f.Value), maxFieldValue)
		if name == "" || value == "" {
			continue
		}
		left -= length(name) + length(value)
		if left < 0 || len(out) == maxFields {
			break
		}
		out = append(out, &discordgo.MessageEmbedField{Name: name, Value: value, Inline: length(value) <= 40})
	}
	return out
}

// attach draws the reply's chart. One that cannot be drawn is left out: the
// sentence says it all.
func (m *message) attach(r *commands.Reply) {
	if r.Chart == nil {
		return
	}
	picture, err := chart.PNG(r.Chart)
	if err != nil {
		return
	}
	m.chart = picture
	m.Attachments = []attachment{{ID: "0", Filename: chartName, Description: cut(alternative(r.Chart), maxDescription/4)}}
	m.Embeds[0].Image = &discordgo.MessageEmbedImage{URL: "attachment://" + chartName}
}

// alternative is a chart in words, for those who do not see it.
func alternative(c *commands.Chart) string {
	out := c.Title + ": " + c.Y + " by " + c.X + "."
	for _, s := range c.Series {
		if n := len(s.Points); n > 0 {
			first, last := s.Points[0], s.Points[n-1]
			out += " " + strings.TrimSpace(s.Name+" from ") + " " + number(first.Y) + " at " + number(first.X) + " to " + number(last.Y) + " at " + number(last.X) + "."
		}
	}
	return out
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', 4, 64) }

func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// notice is a short text that the asker alone sees.
func notice(text string) *message {
	m := newMessage()
	m.Content = cut(text, maxContent)
	m.Flags = discordgo.MessageFlagsEphemeral
	return m
}
