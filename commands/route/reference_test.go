package route_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/route"
	"delphi/commands/wording"
)

// TestReferenceIsCurrent holds docs/commands.md and the page of each group in
// docs/commands to the commands: everything there comes from their tables. With
// -update they are written anew.
func TestReferenceIsCurrent(t *testing.T) {
	r := commandstest.New(t)
	want := map[string][]byte{docs + ".md": index(r)}
	for _, g := range r.Groups() {
		want[filepath.Join(docs, g.Name+".md")] = reference(g, r.Of(g.Name))
	}
	there, err := filepath.Glob(filepath.Join(docs, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range there {
		if want[page] == nil {
			t.Errorf("%s is of no group", page)
		}
	}
	for page, want := range want {
		if commandstest.Updating() {
			if err := errors.Join(os.MkdirAll(docs, 0o755), os.WriteFile(page, want, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(page); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date (%v); write it with: go test ./commands/route -run TestReferenceIsCurrent -update", page, err)
		}
	}
}

// docs is the folder of the pages about commands.
const docs = "../../docs/commands"

// index returns the page that lists all commands by group.
func index(r *route.Router) []byte {
	var b bytes.Buffer
	b.WriteString(`# Commands

These pages are written by ` + "`go test ./commands/route -run TestReferenceIsCurrent -update`" + ` from the commands' own tables.

In a channel put the channel's prefix before a command (` + "`!fail ...`" + `); on Discord ` + "`/fail`" + ` offers its parameters as options.
Words may stand in any order, and almost everything may be left out.
`)
	for _, g := range r.Groups() {
		fmt.Fprintf(&b, "\n## %s\n\nFor %s. For example: `%s`\n\n| command | what it does |\n|---|---|\n", wording.Capital(g.Name), g.Summary, g.Example)
		for _, cmd := range r.Of(g.Name) {
			fmt.Fprintf(&b, "| [`%s`](commands/%s.md#%s) | %s |\n", cmd.Name, g.Name, cmd.Name, cmd.Summary)
		}
	}
	return b.Bytes()
}

// reference returns the page about the commands of a group.
func reference(g route.Group, list []*commands.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\nCommands for %s; [all groups](../commands.md). A parameter in bold must be given; everything else may be left out.\n", wording.Capital(g.Name), g.Summary)
	for _, cmd := range list {
		describe(&b, cmd)
	}
	return b.Bytes()
}

// describe writes the section of a command and those of its Subs.
func describe(b *bytes.Buffer, cmd *commands.Command) {
	level := "##"
	if strings.Contains(cmd.Path(), " ") {
		level = "###"
	}
	fmt.Fprintf(b, "\n%s %s\n\n%s.", level, cmd.Path(), cmd.Summary)
	if len(cmd.Aliases) > 0 {
		fmt.Fprintf(b, " Also called %s.", code(cmd.Aliases, " or "))
	}
	if cmd.Needs() != commands.Anyone {
		fmt.Fprintf(b, " Only for %s.", cmd.Needs())
	}
	if cmd.Confirm != nil {
		b.WriteString(" Says what it is about to do, and does it once you type it again with `confirm` at the end.")
	}
	fmt.Fprintf(b, "\n\nExamples: %s.\n", code(cmd.Examples, ", "))
	if len(cmd.Params) > 0 {
		b.WriteString("\n| parameter | how to type it | what it is |\n|---|---|---|\n")
	}
	for _, p := range cmd.Params {
		name := p.Name
		if p.Needed {
			name = "**" + name + "**"
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", name, cell(typed(p)), cell(p.Summary))
	}
	for _, s := range cmd.Subs {
		describe(b, s)
	}
}

// typed says how a parameter's value is typed.
func typed(p *commands.Param) string {
	words := append([]string{p.Name}, p.Words...)
	switch p.Kind {
	case commands.KindNumber:
		var ways []string
		if p.Bare {
			ways = append(ways, "N")
		}
		for _, w := range words {
			ways = append(ways, w+" N")
		}
		for _, w := range p.After {
			ways = append(ways, "N "+w)
		}
		more := ""
		if len(ways) > 12 {
			ways, more = ways[:12], " and the like"
		}
		out := code(ways, ", ") + more + fmt.Sprintf("; N is %d to %d", p.Min, p.Max)
		if p.Range {
			out += ", or a range such as `4-12`"
		}
		return out
	case commands.KindFlag:
		return code(words, ", ")
	case commands.KindChoice:
		return code(p.Choices, ", ")
	case commands.KindPercent:
		return "`<20%`, `below 20%`"
	case commands.KindVersion:
		return "`v3.6.7`, `3.4.3`"
	case commands.KindText:
		return "everything behind the command"
	case commands.KindName:
		out := "the name"
		if p.Noun != "" {
			out += " of " + p.Noun
		}
		if p.Many {
			out += ", several with commas between them"
		}
		return out
	}
	out := code(words, " or ") // KindWords
	switch {
	case p.Rest:
		return "the rest of the line"
	case p.Quoted:
		return "in quotation marks, or after " + out
	case p.Bare && p.One:
		return "one word, also after " + out
	case p.Bare:
		return "as it is, or after " + out
	}
	return "after " + out
}

// code puts each of some texts into backquotes.
func code(list []string, between string) string {
	return "`" + strings.Join(list, "`"+between+"`") + "`"
}

// cell returns a text as it stands in a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
