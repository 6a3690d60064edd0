package route_test

import (
	"fmt"
	"testing"

	"delphi/commands"
	"delphi/commands/commandstest"
)

// TestNumbersByName: a number that is written behind its name, as canonical lines and hints have
// it, is read as that, whatever the name looks like.
func TestNumbersByName(t *testing.T) {
	r := commandstest.New(t)
	n := 0
	var walk func(list []*commands.Command)
	walk = func(list []*commands.Command) {
		for _, c := range list {
			walk(c.Subs)
			if c.Name == "wish" { // behind whose name stands what is wished for, in any words
				continue
			}
			for i, p := range c.Params {
				if p.Kind != commands.KindNumber || p.Bare {
					continue
				}
				n++
				line := fmt.Sprintf("%s %s %d", c.Path(), p.Name, max(p.Min, 1))
				call, err := r.Read(line)
				if err != nil || !call.Values[i].Said {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
	walk(r.Commands())
	if n < 100 {
		t.Errorf("only %d numbers", n)
	}
}
