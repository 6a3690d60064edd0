package main

import (
	"encoding/base64"
	"fmt"
	"html"
	"os"
	"regexp"
	"strings"
	"testing"

	"delphi/bot/discord/embed"
	"delphi/commands"
	"delphi/commands/commandstest"
)

// The pictures of README.md are drawings of what the program answers.
// TestPicturesAreCurrent says when they are stale, and with -update draws them anew.
const (
	ircPicture     = "../../docs/irc.svg"
	discordPicture = "../../docs/discord.svg"
)

// inlined is a picture within a picture: the same figures may come out with other
// pixels elsewhere, so only its being there is compared.
var inlined = regexp.MustCompile(`base64,[A-Za-z0-9+/=]+`)

func TestPicturesAreCurrent(t *testing.T) {
	for path, is := range map[string]string{ircPicture: drawIRC(t), discordPicture: drawDiscord(t)} {
		if commandstest.Updating() {
			if err := os.WriteFile(path, []byte(is), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		there, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if inlined.ReplaceAllString(string(there), "") != inlined.ReplaceAllString(is, "") {
			t.Errorf("%s shows other answers than the program gives; draw it with: go test ./cmd/delphi -run Pictures -update", path)
		}
	}
}

// drawing is an SVG picture that grows downwards.
type drawing struct {
	strings.Builder
	y int // of the line drawn last
}

// text draws a line.
func (d *drawing) text(x int, colour, style, line string) {
	fmt.Fprintf(d, "<text x=\"%d\" y=\"%d\" fill=\"%s\"%s>%s</text>\n", x, d.y, colour, style, html.EscapeString(line))
}

// done is the picture.
func (d *drawing) done(width int, font, background string) string {
	return fmt.Sprintf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"%s\" font-size=\"14\" xml:space=\"preserve\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"%s\"/>\n%s</svg>\n",
		width, d.y+20, font, background, d.String())
}

// drawIRC draws a channel in which several people ask.
func drawIRC(t *testing.T) string {
	t.Helper()
	r := commandstest.New(t)
	d := &drawing{y: 8}
	say := func(nick, colour, text string) {
		for i, line := range commands.Wrap(text, 92) {
			d.y += 20
			if i == 0 {
				d.text(20, colour, "", fmt.Sprintf("%10s", nick))
			}
			d.text(120, "#d8dae0", "", line)
		}
	}
	for _, q := range [][3]string{
		{"kestrel", "#6cb6ff", "fail wiz xl8 int16 basic force bolt plate mail"},
		{"kestrel", "#6cb6ff", "why"},
		{"moss", "#d2a8ff", "poly 7 blessed unihorns for marker luck 0"},
		{"tansy", "#ffa657", "pray never prayed turn 1300 hp 5(40)"},
		{"moss", "#d2a8ff", "price 200 scroll"},
	} {
		say(q[0], q[1], "!"+q[2])
		req := commandstest.Request(q[2])
		req.User, req.Nick = commands.User(q[0]), q[0]
		reply := r.Answer(t.Context(), req)
		if reply.Failed {
			t.Fatalf("%s: %s", q[2], reply.Summary)
		}
		say("Delphi", "#7ee787", reply.OneLine(commands.LineBudget, "!"))
	}
	return d.done(920, "monospace", "#1b1d24")
}

// drawDiscord draws a channel in which somebody asks for a chart.
func drawDiscord(t *testing.T) string {
	t.Helper()
	const question = "fail wiz xl12 int18 skilled finger of death robe chart"
	req := commandstest.Request(question)
	req.Buttons = true
	reply := commandstest.New(t).Answer(t.Context(), req)
	m := embed.Render(&reply, embed.Look{})
	if reply.Failed || m.Chart == nil {
		t.Fatalf("no chart: %s", reply.Summary)
	}
	e := m.Embeds[0]
	d := &drawing{y: 36}
	d.text(24, "#c9cdfb", ` font-weight="bold"`, "kestrel")
	d.text(90, "#dbdee1", "", "!"+question)
	d.y += 30
	d.text(24, "#ffffff", ` font-weight="bold"`, "Delphi")
	d.y += 12
	top := d.y
	lines := func(style, colour, text string, step int) {
		for line := range strings.Lines(text) {
			for _, part := range commands.Wrap(line, 84) {
				d.y += step
				d.text(44, colour, style, part)
			}
		}
	}
	d.y += 8
	lines(` font-size="18" font-weight="bold"`, "#ffffff", e.Title, 22)
	d.y += 4
	lines("", "#dbdee1", e.Description, 20)
	const wide, high = 600, 350
	d.y += 14
	fmt.Fprintf(d, "<image x=\"44\" y=\"%d\" width=\"%d\" height=\"%d\" href=\"data:image/png;base64,%s\"/>\n", d.y, wide, high, base64.StdEncoding.EncodeToString(m.Chart))
	d.y += high
	if e.Footer != nil {
		d.y += 6
		lines(` font-size="12"`, "#a0a4ab", e.Footer.Text, 16)
	}
	fmt.Fprintf(d, "<rect x=\"24\" y=\"%d\" width=\"4\" height=\"%d\" fill=\"#%06x\"/>\n", top, d.y+12-top, e.Color)
	d.y += 8
	return d.done(700, "sans-serif", "#2b2d31")
}
