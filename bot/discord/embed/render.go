package embed

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"delphi/bot/chart"
	"delphi/bot/discord/api"
	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
)

// Colours are the colours at an embed's edge. They can be told apart by all
// kinds of eyes, on the light and on the dark theme.
var Colours = map[commands.Tone]int{
	commands.Plain: 0x5b7fa6,
	commands.Good:  0x2fa36b,
	commands.Fair:  0xd9a21b,
	commands.Bad:   0xc94f3d,
}

// ColourFailed is the colour of an answer that says what went wrong.
const ColourFailed = 0x80848e

// Look says how a reply is to be shown.
type Look struct {
	Owner   string // the id of the asker, who alone may press the buttons
	Private bool   // only the asker sees the answer
	Explain bool   // show the steps in full instead of in brief
	Codec   *Codec // for the buttons; nil: there are none

	Cards Cards // which answers are components

	// Commands are the ids of the slash commands, by name, with which their names
	// are clickable; nil: they are not known.
	Commands map[string]string
	// Groups are the slash commands that others are subcommands of, by the names of those.
	Groups map[string]string
}

// Render turns a reply into a message that Discord accepts.
func Render(r *commands.Reply, l Look) *api.Message {
	shown := r.ShowMoments(Moment)
	r = &shown
	if r.Veiled != "" && !r.Failed {
		return veiled(r, l)
	}
	if l.Cards == AllCards || l.Cards == FitCards && fits(r) {
		return card(r, l)
	}
	m := api.NewMessage()
	if l.Private {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	e := &discordgo.MessageEmbed{Color: Colours[r.Tone]}
	m.Embeds = append(m.Embeds, e)
	var typed []string
	m.Components, typed = buttons(r, l)
	if r.Failed {
		e.Color = ColourFailed
		e.Description = api.Cut(Escape(capital(r.Summary))+codes("\nTry: ", typed), api.MaxDescription)
		return m
	}
	e.Title = api.Cut(Escape(title(r)), api.MaxTitle)
	footer := footer(r, l.Explain)
	if footer != "" {
		e.Footer = &discordgo.MessageEmbedFooter{Text: api.Cut(footer, api.MaxFooter/2)}
	}
	left := api.MaxEmbed - api.Length(e.Title)
	if e.Footer != nil {
		left -= api.Length(e.Footer.Text)
	}
	if l.Explain {
		e.Description = api.Cut(explained(r), api.MaxDescription)
	} else {
		e.Description = described(r, l, typed, api.MaxDescription) // with the largest title and footer it still fits in api.MaxEmbed
		left -= api.Length(e.Description)
		if !r.Terse {
			e.Fields = fields(r, left)
		}
	}
	attach(m, r)
	return m
}

// veiled returns a reply of which all but a part is hidden until a reader clicks on it. What
// cannot be hidden, its picture and its buttons, is left out.
func veiled(r *commands.Reply, l Look) *api.Message {
	m := api.NewMessage()
	if l.Private {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	rest := r.Said()
	if a := r.Stated(); len(a) > 0 {
		rest += "\nAssumed: " + strings.Join(a, "; ")
	}
	for _, w := range r.Warnings() {
		rest += "\n" + w
	}
	open := api.Cut(Escape(r.Veiled), api.MaxDescription/4)
	m.Embeds = []*discordgo.MessageEmbed{{
		Color:       Colours[commands.Plain],
		Description: open + "\n||" + api.Cut(Escape(rest), api.MaxDescription/2) + "||",
	}}
	return m
}

// title is what is above an answer: what it is about, its figure with the words
// that say what it counts, or what its table shows.
func title(r *commands.Reply) string {
	out := cmp.Or(r.Title, wording.Capital(r.Figure()))
	if out == "" && r.Table != nil {
		out = strings.TrimRight(r.Table.Title, ": ")
	}
	return out
}

// codes lists lines to be typed behind a lead; nothing if there are none.
func codes(lead string, lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		if c := Code(l); c != "" && b.Len() < 1500 {
			b.WriteString(lead + c)
			lead = ", "
		}
	}
	return b.String()
}

// described returns the sentence, the warnings, the table and what to type
// next, in at most max characters. What the title or the fields say is not said
// again.
func described(r *commands.Reply, l Look, typed []string, max int) string {
	head := Escape(r.Said())
	switch {
	case r.Table != nil && r.Table.Title != "" && r.Title == "" && r.Headline == "":
		head = ""
	case r.Table != nil && r.Table.Title != "":
		head = Escape(r.Table.Title)
	case r.FieldsDo && !r.Terse && len(r.Fields) > 0:
		head = ""
	}
	tail := ""
	if p := r.Paged; p != nil {
		tail = fmt.Sprintf("\n%d to %d of %d", p.First+1, p.First+len(r.Table.Rows), p.Rows)
	}
	for _, w := range r.Warnings() {
		tail += "\n⚠ " + Escape(w)
	}
	tail += codes("\nNext: ", typed)
	head = api.Cut(head, max)
	if api.Length(head)+api.Length(tail) > max {
		tail = ""
	}
	if r.Table == nil || len(r.Table.Columns) == 0 || !r.Terse && wide(r.Table, l) && inFields(r) {
		return strings.TrimPrefix(head+tail, "\n")
	}
	room := max - api.Length(head) - api.Length(tail) - 1
	if room < 60 {
		return strings.TrimPrefix(head+tail, "\n")
	}
	return strings.TrimPrefix(head+"\n"+table(r.Table, l, room)+tail, "\n")
}

// widest is about how many monospaced letters fit on a line of a telephone. A
// wider table is shown as a list.
const widest = 60

// wide reports whether a table is shown as a list.
func wide(t *commands.Table, l Look) bool {
	if t.Paths > 0 && l.Commands != nil { // in a block nothing can be clicked
		return true
	}
	return slices.ContainsFunc(t.Lines(0), func(line string) bool {
		return api.Length(line) > widest || timestamp.MatchString(line) // nor is a time shown in one
	})
}

// inFields reports whether each row of a reply's table has a field that says it in words.
func inFields(r *commands.Reply) bool {
	return !slices.ContainsFunc(r.Table.Rows, func(row []string) bool {
		return !slices.ContainsFunc(r.Fields, func(f commands.Field) bool { return f.Name == row[0] })
	})
}

// table renders a table in at most max characters: monospaced, or with a line
// for each row, below one of the heads, if it is too wide for that.
func table(t *commands.Table, l Look, max int) string {
	if !wide(t, l) {
		return block(t.Lines(0), max)
	}
	var b strings.Builder
	if len(t.Columns) > 2 && !slices.Contains(t.Columns, "") {
		b.WriteString("*" + Escape(strings.Join(t.Columns, " · ")) + "*\n")
	}
	for i, row := range t.Rows {
		line := "**" + Escape(row[0]) + "**"
		if row[0] == "" {
			line = "•"
		}
		if t.Paths == 1 {
			line = l.mention(row[0])
		}
		for k, cell := range row[1:] {
			if cell != "" {
				shown := Escape(cell)
				if k+2 == t.Paths {
					shown = l.mention(cell)
				}
				line += map[bool]string{true: " ", false: " · "}[k == 0] + shown
			}
		}
		rest := "\n… and " + strconv.Itoa(len(t.Rows)-i) + " more"
		if api.Length(b.String())+1+api.Length(line)+api.Length(rest) > max {
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

// mention returns the name of a command, clickable where its id is known.
func (l Look) mention(path string) string {
	name, _ := wording.CutWord(path)
	whole := path
	if group := l.Groups[name]; group != "" {
		name, whole = group, group+" "+path
	}
	if id := l.Commands[name]; id != "" {
		return "</" + whole + ":" + id + ">"
	}
	return "**" + Escape(path) + "**"
}

// explained returns the answer with each step, each assumption and each place
// in the source on a line of its own.
func explained(r *commands.Reply) string {
	var b strings.Builder
	if len(r.Steps) == 0 { // whose line they are
		b.WriteString(Escape(r.Summary))
	} else {
		subject, _, _ := strings.Cut(r.Summary, ":")
		b.WriteString(Escape(subject))
	}
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
	for _, s := range r.Steps {
		steps = append(steps, step(s))
	}
	for _, f := range r.Fields {
		steps = append(steps, "**"+Escape(f.Name)+"** "+Escape(f.Value))
	}
	for _, c := range r.Citations() {
		cites = append(cites, Code(c))
	}
	list("Step by step", steps)
	list("Warning", escaped(r.Warnings()))
	list("Assumed", escaped(r.Assumptions()))
	list("In the game's source", cites)
	return b.String()
}

// step returns a step as a line: what it gives, how, and where the source says so.
func step(s steps.Step) string {
	out := Escape(s.What) + " "
	if how := s.Formula(); how != "" {
		out += Escape(how) + " = "
	}
	out += "**" + Escape(s.Value) + "**"
	if s.Remark != "" {
		out += " (" + Escape(s.Remark) + ")"
	}
	if s.At != "" {
		out += " " + Code(s.At)
	}
	return out
}

func escaped(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = Escape(s)
	}
	return out
}

// footer says what was assumed and cites the source; Discord reads no markdown
// in it. An explained answer has both in its description.
func footer(r *commands.Reply, explain bool) string {
	var parts []string
	if a := r.Stated(); len(a) > 0 && !explain {
		parts = append(parts, "Assumed: "+strings.Join(a, "; "))
	}
	if c := r.Places(); len(c) > 0 && !explain {
		if r.Terse {
			c = c[:1]
		}
		parts = append(parts, strings.Join(c, ", "))
	}
	if len(parts) == 0 && r.Version != "" {
		return "NetHack rules: " + r.Version
	}
	return strings.Join(parts, " · ")
}

// fields returns as many fields as fit in left characters, without what the
// title says and empty ones, which Discord refuses.
func fields(r *commands.Reply, left int) []*discordgo.MessageEmbedField {
	var out []*discordgo.MessageEmbedField
	for _, f := range r.Fields {
		if f.Value == r.Title {
			continue
		}
		name, value := api.Cut(Escape(f.Name), api.MaxFieldName), api.Cut(Escape(f.Value), api.MaxFieldValue)
		if name == "" || value == "" {
			continue
		}
		left -= api.Length(name) + api.Length(value)
		if left < 0 || len(out) == api.MaxFields {
			break
		}
		out = append(out, &discordgo.MessageEmbedField{Name: name, Value: value, Inline: api.Length(value) <= 40})
	}
	return out
}

// attach draws the reply's chart. A chart that cannot be drawn is left out,
// because the sentence says it all.
func attach(m *api.Message, r *commands.Reply) {
	if r.Chart == nil {
		return
	}
	picture, err := chart.PNG(r.Chart)
	if err != nil {
		return
	}
	m.Chart = picture
	m.Attachments = []api.Attachment{{ID: "0", Filename: api.ChartName, Description: api.Cut(alternative(r.Chart), api.MaxDescription/4)}}
	m.Embeds[0].Image = &discordgo.MessageEmbedImage{URL: "attachment://" + api.ChartName}
}

// alternative describes a chart in words, for those who cannot see it.
func alternative(c *commands.Chart) string {
	out := c.Title + ": " + c.Y + " by " + c.X + "."
	for _, s := range c.Series {
		n := len(s.Points)
		switch {
		case n == 0:
		case len(c.Labels) == n:
			for i, p := range s.Points {
				out += " " + c.Labels[i] + ": " + number(p.Y) + "."
			}
		default:
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

// Notice returns a short text that only the asker sees. The text is markdown:
// Escape what is not ours in it.
func Notice(text string) *api.Message {
	m := api.NewMessage()
	m.Content = api.Cut(text, api.MaxContent)
	m.Flags = discordgo.MessageFlagsEphemeral
	return m
}
