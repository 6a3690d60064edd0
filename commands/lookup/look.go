package lookup

import (
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/engine/identify"
	"delphi/engine/rules"
)

// lookAnswer is what something that looks like this may be.
type lookAnswer struct {
	Name    string      `json:"name"`
	Class   string      `json:"class"`
	Matches []lookMatch `json:"matches"`
}

type lookMatch struct {
	Name string  `json:"name"`
	P    float64 `json:"p,omitempty"` // as often as the game makes it; 0 where that is not known
	Cost int     `json:"cost"`
}

// lookReply says what something unidentified may be by its looks alone.
func lookReply(c *commands.Call, l thing.Look) commands.Reply {
	answer := &lookAnswer{Name: l.Name(), Class: l.Class}
	r := commands.Reply{Data: answer, Version: c.Rules.Name, Table: &commands.Table{Title: commands.Capital(l.Name()) + ":", Columns: []string{"object", "cost", "chance"}}}
	add := func(o *rules.Object, p float64) string {
		answer.Matches = append(answer.Matches, lookMatch{o.Name, p, o.Cost})
		share := ""
		if p > 0 {
			share = " " + commands.Share(p)
		}
		r.Table.Rows = append(r.Table.Rows, []string{o.Name, fmt.Sprint(o.Cost), strings.TrimSpace(share)})
		return fmt.Sprintf("%s%s", strings.TrimPrefix(o.Name, l.Class+" of "), share)
	}
	var parts []string
	list, err := identify.Of(&identify.Question{Rules: c.Rules, Kind: l.Class, Look: l.Look})
	if err == nil && len(list) > 0 {
		for _, x := range list {
			p, _ := x.P.Float64()
			parts = append(parts, add(x.Object, p))
		}
	} else { // how often they are made is not known, or none ever is
		for _, name := range l.Names {
			if o := c.Rules.Object(name); o != nil {
				parts = append(parts, add(o, 0))
			}
		}
	}
	text, shown := commands.List(parts, ", ", commands.LineBudget-120)
	r.Summary = fmt.Sprintf("%s: one of %s: %s.", commands.Capital(l.Name()), commands.Count(len(parts), "thing"), text)
	if c.Rules.Prices() != nil {
		r.Hints = []string{versioned(c, "id") + l.Name() + " buy 100", versioned(c, "price") + "100 " + l.Name()}
	}
	if shown < len(parts) {
		r.Table.Told = shown
		r.Hints = append([]string{"more"}, r.Hints...)
	}
	return r
}

// versioned begins a hint with the version where the line named one.
func versioned(c *commands.Call, command string) string {
	if c.VersionSaid {
		return command + " v" + c.Rules.Name + " "
	}
	return command + " "
}

// looksLike says what an object looks like while it is not identified; empty
// where it is known at sight.
func looksLike(c *commands.Call, o *rules.Object) string {
	var all []string
	for _, g := range c.Rules.Looks().Groups {
		if g.Class != o.Class {
			continue
		}
		for _, name := range g.Objects {
			if name == o.Name {
				all = append(all, g.Looks...)
			}
		}
	}
	switch {
	case len(all) == 0:
		return ""
	case len(all) <= 4:
		return commands.Or(all)
	}
	return fmt.Sprintf("one of %d", len(all))
}
