package console

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
)

// table is a reply with a table of n rows, the second column of which is wide.
func table(n int) *commands.Reply {
	t := &commands.Table{Columns: []string{"name", "what it does", "n"}}
	for i := range n {
		t.Rows = append(t.Rows, []string{fmt.Sprint("row", i), strings.Repeat("wonderful words ", 8), "1"})
	}
	return &commands.Reply{Summary: strings.Repeat("A long sentence. ", 12), Headline: "long", Table: t, Notes: []commands.Note{{Kind: commands.Assumed, Text: strings.Repeat("nothing worn; ", 9)}}}
}

// Every line fits the terminal and breaks between words, in tables too, whose
// columns stay below their heads.
func TestLinesFitTheWidth(t *testing.T) {
	for _, width := range []int{40, 60, 80} {
		out := Render(table(3), Look{Width: width})
		at := -1
		for line := range strings.Lines(out) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > width {
				t.Errorf("%d characters of %d: %s", utf8.RuneCountInString(line), width, line)
			}
			if strings.HasPrefix(line, "name") {
				at = strings.Index(line, "what")
			} else if i := strings.Index(line, "wonderful"); strings.HasPrefix(line, "row") && i != at {
				t.Errorf("the column begins at %d, its head at %d: %s", i, at, line)
			}
			for word := range strings.FieldsSeq(line) {
				if strings.HasPrefix("wonderful", word) && word != "wonderful" {
					t.Errorf("a word is broken: %s", line)
				}
			}
		}
		if strings.Count(out, "wonderful") != 24 {
			t.Errorf("%d: words are lost:\n%s", width, out)
		}
	}
	if out := Render(table(1), Look{Width: 60, Colour: true}); !strings.Contains(out, "\x1b[1mlong\x1b[0m") || !strings.Contains(out, "\x1b[1mname") {
		t.Errorf("%q", out)
	}
}

// A long table comes a screen at a time: each row once, then the end.
func TestMoreGoesOn(t *testing.T) {
	r := commandstest.New(t)
	seen := map[string]int{}
	pages := 0
	for line := "fail wiz xl8 int18"; pages < 20; line, pages = "more", pages+1 {
		req := commandstest.Request(line)
		req.Size = commands.PageSize{Width: 80, Height: 18}
		reply := r.Answer(t.Context(), req)
		if reply.Table == nil {
			if pages == 0 || !strings.HasPrefix(reply.Summary, "That was all") {
				t.Errorf("page %d: %s", pages, reply.Summary)
			}
			break
		}
		out := Render(&reply, Look{Width: 80})
		if want := fmt.Sprintf("%d to %d of 41", reply.Paged.First+1, reply.Paged.First+len(reply.Table.Rows)); !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
		if !strings.Contains(out, "spell ") {
			t.Errorf("no heads:\n%s", out)
		}
		for _, row := range reply.Table.Rows {
			seen[row[0]]++
		}
	}
	if pages != 4 || len(seen) != 41 {
		t.Errorf("%d spells on %d pages", len(seen), pages)
	}
}

// What is no terminal gets whole tables and no greeting.
func TestPlain(t *testing.T) {
	r := commandstest.New(t)
	var out bytes.Buffer
	c := New(Config{In: strings.NewReader("fail wiz xl8 int18\nquit\n"), Out: &out})
	if err := c.Run(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n < 43 || strings.Contains(out.String(), greeting) || strings.Contains(out.String(), "more") {
		t.Errorf("%d lines:\n%s", n, out.String())
	}
}

// examples are the lines that help shows of commands that anybody may ask.
func examples(r *route.Router) (lines []string) {
	for _, c := range r.Commands() {
		if c.ForAll() {
			lines = append(lines, c.Examples...)
			lines = append(lines, "help "+c.Name)
		}
	}
	for _, g := range r.Groups() {
		lines = append(lines, "help "+g.Name)
	}
	return append(lines, "help")
}

// No line of an answer is wider than the terminal, and one without a chart leaves the
// question on the screen.
func TestAnswersFitTheScreen(t *testing.T) {
	r := commandstest.New(t)
	for _, size := range []commands.PageSize{{Width: 80, Height: 24}, {Width: 50, Height: 30}} {
		for _, line := range examples(r) {
			req := commandstest.Request(line)
			req.Size = size
			reply := r.Answer(t.Context(), req)
			lines := strings.Split(strings.TrimSuffix(Render(&reply, Look{Width: size.Width}), "\n"), "\n")
			for _, l := range lines {
				if n := utf8.RuneCountInString(l); n > size.Width {
					t.Errorf("%s: %d characters of %d: %s", line, n, size.Width, l)
				}
			}
			const question, prompt = 1, 1
			if n := question + len(lines) + prompt; reply.Chart == nil && n > size.Height && (reply.Table == nil || len(reply.Table.Rows) > 1) {
				t.Errorf("%s: %d lines of %d:\n%s", line, n, size.Height, strings.Join(lines, "\n"))
			}
		}
	}
}

// Help begins with whole lines that can be typed, and all groups stand on one screen.
func TestHelpTeaches(t *testing.T) {
	r := commandstest.New(t)
	ask := func(line string) commands.Reply {
		req := commandstest.Request(line)
		req.Size = commands.PageSize{Width: 80, Height: 24}
		return r.Answer(t.Context(), req)
	}
	if all := ask("help"); all.Paged != nil || len(all.Table.Rows) != len(r.Groups()) {
		t.Errorf("%d groups of %d, %+v", len(all.Table.Rows), len(r.Groups()), all.Paged)
	}
	for _, c := range r.Commands() {
		reply := ask("help " + c.Name)
		lines := strings.Split(Render(&reply, Look{}), "\n")
		for len(lines) > 0 && !strings.HasPrefix(lines[0], "  ") { // the sentence
			lines = lines[1:]
		}
		n := 0
		for n < len(lines) && strings.HasPrefix(lines[n], "  "+c.Name) {
			n++
		}
		if c.Cacheable && n < 3 || n == 0 {
			t.Errorf("help %s shows %d lines to type", c.Name, n)
		}
	}
}
