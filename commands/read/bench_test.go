package read_test

import (
	"context"
	"fmt"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
	"delphi/commands/read"
	"delphi/commands/read/phrases"
	"delphi/engine/rules"
)

// BenchmarkRead reads lines as players write them, without answering them.
func BenchmarkRead(b *testing.B) {
	r := commandstest.New(b).Reader()
	set := rules.Get(rules.Default)
	for name, line := range map[string]string{
		"casting": "whats my fail rate for fod as a lvl 14 valk with 12 int in gdsm and a robe",
		"pile":    "what are the odds of a magic marker if i polypile 12 unihorns and 3 tin whistles",
		"story":   "Lost my last wizard to a cockatrice on dlvl 9 so I'm being careful with this one: xl 6, int 16, elven cloak, elven mithril, kitten still alive. There was a book of sleep under a statue. Basic enchantment. Good enough to rely on?",
		"talk":    "lol thanks that was close, nearly died to a soldier ant again",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := r.Read(context.Background(), line, set, nil, func(*commands.Command) bool { return true }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkNew makes a reader and what it knows of the names of a version, as the first
// sentence that a process is asked needs them. What was made of the same phrases is kept: each
// time has a remark of its own.
func BenchmarkNew(b *testing.B) {
	set := rules.Get(rules.Default)
	list := commandstest.New(b).Commands()
	files, err := phrases.Rooms("..")
	if err != nil {
		b.Fatal(err)
	}
	shared := files[0].Text
	for i := 0; b.Loop(); i++ {
		files[0].Text = fmt.Sprintf("%s\n# %d\n", shared, i)
		r, err := read.New(list, files)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := r.Read(context.Background(), "hello", set, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}
