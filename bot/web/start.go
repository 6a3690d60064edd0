package web

import (
	"context"
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

// conversations holds what the first page for players is made of. Each is a chapter,
// and a test checks it against what the bot says.
//
//go:embed testdata/start-*.txtar
var conversations embed.FS

// chapter is a conversation with what it shows.
type chapter struct {
	Title, Text string
	Turns       []exchange
}

// exchange is a line and its answer.
type exchange struct{ Ask, Reply string }

// start serves the page that shows newcomers what there is to ask.
func (s *site) start(w http.ResponseWriter, r *http.Request) {
	p, err := s.keep(r, "/start", func(context.Context) (*page, error) {
		chapters, err := chapters()
		if err != nil {
			return nil, err
		}
		body, err := s.render("start", struct {
			Head     head
			Chapters []chapter
		}{head{Title: "Ten minutes with Delphi", Description: "What players ask Delphi, and what it answers.", Path: "/start"}, chapters})
		return &page{body: body, lasting: true}, err
	})
	s.sent(w, r, p, err)
}

// chapters reads the conversations in the order of their files.
func chapters() ([]chapter, error) {
	paths, err := fs.Glob(conversations, "testdata/*.txtar")
	if err != nil {
		return nil, err
	}
	var out []chapter
	for _, path := range paths {
		text, err := conversations.ReadFile(path)
		if err != nil {
			return nil, err
		}
		out = append(out, readChapter(string(text)))
	}
	return out, nil
}

// readChapter reads a conversation: its title behind "#", some words, and sections
// "ask" and "reply" in turn.
func readChapter(text string) (c chapter) {
	parts := strings.Split("\n"+text, "\n-- ")
	title, words, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(parts[0]), "# "), "\n")
	c.Title, c.Text = title, strings.TrimSpace(words)
	for _, part := range parts[1:] {
		name, body, _ := strings.Cut(part, " --\n")
		body = strings.TrimSpace(body)
		switch {
		case name == "ask":
			c.Turns = append(c.Turns, exchange{Ask: body})
		case name == "reply" && len(c.Turns) > 0:
			c.Turns[len(c.Turns)-1].Reply = body
		}
	}
	return c
}
