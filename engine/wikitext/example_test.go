package wikitext_test

import (
	"fmt"

	"delphi/engine/wikitext"
)

func ExampleParser_Parse() {
	var p wikitext.Parser
	d := p.Parse("The '''[[unicorn horn]]''' is a {{white|tool}} made of [[bone]]. Apply it to cure [[confusion|confusion]].\n\n== Use ==\n* Keep one.\n")
	fmt.Println(d.Summary(80))
	for _, b := range d.Blocks[1:] {
		fmt.Println(b.Kind == wikitext.Heading, b.Text)
	}
	// Output:
	// The unicorn horn is a tool made of bone. Apply it to cure confusion.
	// true Use
	// false Keep one.
}
