package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"delphi/commands/commandstest"
)

// pages are what people read: README.md and its kind, and docs.
func pages(t *testing.T) []string {
	t.Helper()
	top, _ := filepath.Glob("../../*.md")
	docs, _ := filepath.Glob("../../docs/*.md")
	if len(top) == 0 || len(docs) == 0 {
		t.Fatal("no pages")
	}
	return append(top, docs...)
}

var (
	block  = regexp.MustCompile("(?s)\n```\n(.*?)```")
	inline = regexp.MustCompile("`([^`\n]+)`")
	word   = regexp.MustCompile(`'[^']*'|\S+`)
)

// TestDocsAreTrue plays what the pages show of the program. A block that begins
// with the chat's prompt is a conversation, which must be what chat writes; of
// lines that begin with "delphi ask" each is run and must be answered. With
// -update the replies of the conversations are written anew; read them.
func TestDocsAreTrue(t *testing.T) {
	asked := 0
	for _, path := range pages(t) {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		is := block.ReplaceAllFunc(page, func(whole []byte) []byte {
			text := string(block.FindSubmatch(whole)[1])
			switch {
			case strings.HasPrefix(text, prompt):
				asked++
				is := talk(t, text)
				if is != text && !commandstest.Updating() {
					t.Errorf("%s has other replies than the program gives (-update writes them):\n%s", path, is)
				}
				return []byte("\n```\n" + is + "```")
			case strings.HasPrefix(text, "delphi ask "):
				for line := range strings.Lines(text) {
					asked++
					askShown(t, line)
				}
			}
			return whole
		})
		if commandstest.Updating() {
			if err := os.WriteFile(path, is, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if asked < 4 {
		t.Errorf("only %d examples on all pages", asked)
	}
}

const prompt = "delphi> "

// talk plays the questions of a conversation and returns it with the replies
// that chat gives.
func talk(t *testing.T, text string) string {
	t.Helper()
	db := filepath.Join(t.TempDir(), "delphi.db")
	var b strings.Builder
	for line := range strings.Lines(text) {
		question, ok := strings.CutPrefix(line, prompt)
		if !ok {
			continue
		}
		var out, errs bytes.Buffer
		if err := run(context.Background(), []string{"--db", db, "chat"}, strings.NewReader(question), &out, &errs); err != nil {
			t.Fatalf("%s%v %s", line, err, errs.String())
		}
		b.WriteString(line + out.String())
	}
	return b.String()
}

// askShown runs a line of a shell that asks something.
func askShown(t *testing.T, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, " #")
	line, from, piped := strings.Cut(line, " < ")
	in := ""
	if piped && strings.TrimSpace(from) != "" {
		in = "odds 1/12 20 tries\nhelp\n"
		if strings.HasPrefix(line, "delphi read ") {
			in = "Dlvl:5 $:120 HP:40(40) Pw:30(30) AC:4 Xp:8/1234\n"
		}
	}
	var args []string
	for _, w := range word.FindAllString(line, -1) {
		args = append(args, strings.Trim(w, "'"))
	}
	var out, errs bytes.Buffer
	if err := run(context.Background(), args[1:], strings.NewReader(in), &out, &errs); err != nil || out.Len() == 0 {
		t.Errorf("%s: %v %s%s", line, err, out.String(), errs.String())
	}
}

// TestReadmeAsksWhatIsAnswered asks each question that stands in a sentence or a
// table of README.md, all as one user, who is remembered.
func TestReadmeAsksWhatIsAnswered(t *testing.T) {
	page, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	questions := regexp.MustCompile("^(fail|cast|learn|zap|spells|poly|polyfor|polyfrom|bones|theft|odds|mon|item|price|help|about|me) .")
	asked, db := 0, filepath.Join(t.TempDir(), "delphi.db")
	for _, m := range inline.FindAllStringSubmatch(string(page), -1) {
		if !questions.MatchString(m[1]) {
			continue
		}
		asked++
		askShown(t, "delphi --db "+db+" ask '"+m[1]+"'")
	}
	if asked == 0 {
		t.Error("README.md asks nothing")
	}
}

// TestDocsNameRealCommands: whatever the pages tell people to type at a shell
// is understood, as far as the words of its own go.
func TestDocsNameRealCommands(t *testing.T) {
	for _, path := range pages(t) {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range inline.FindAllStringSubmatch(string(page), -1) {
			args := word.FindAllString(m[1], -1)
			if args[0] != "delphi" || len(args) == 1 {
				continue
			}
			var out, errs bytes.Buffer
			if _, err := parse(&cli{}, args[1:], &out, &errs); err != nil && strings.Contains(err.Error(), "unexpected argument") {
				t.Errorf("%s: %s: %v", path, m[1], err)
			}
		}
	}
}
