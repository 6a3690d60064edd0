package lookup

import (
	"fmt"
	"slices"
	"strings"

	"delphi/commands"
	"delphi/commands/thing"
	"delphi/commands/wording"
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
	Name   string  `json:"name"`
	P      float64 `json:"p,omitempty"` // as often as the game makes it; 0 if that is not known
	Cost   int     `json:"cost"`
	Weight int     `json:"weight"`
	AC     *int    `json:"ac,omitempty"` // of armour
}

// figures holds what is said about each of several objects that look alike, or about
// all of them at once if it is the same.
var figures = []struct {
	each, all string
	of        func(*rules.Object) (n int, has bool)
}{
	{"%d zm", "cost %d zm", func(o *rules.Object) (int, bool) { return o.Cost, true }},
	{"wt %d", "weigh %d", func(o *rules.Object) (int, bool) { return o.Weight, true }},
	{"AC %d", "have AC %d", func(o *rules.Object) (int, bool) { return o.Oc1, o.Class == "armor" }},
}

// mostApart is how many lookalikes a line can give separate figures for.
const mostApart = 10

// alike says what several objects have in common and, in brackets after each, how they
// differ.
func alike(list []*rules.Object) (common string, apart []string) {
	differ := make([][]string, len(list))
	var same []string
	for _, f := range figures {
		first, has := f.of(list[0])
		if !has {
			continue
		}
		if !slices.ContainsFunc(list, func(o *rules.Object) bool { n, _ := f.of(o); return n != first }) {
			same = append(same, fmt.Sprintf(f.all, first))
			continue
		}
		for i, o := range list {
			n, _ := f.of(o)
			differ[i] = append(differ[i], fmt.Sprintf(f.each, n))
		}
	}
	if len(same) > 0 && len(list) > 1 {
		common = " All " + wording.And(same) + "."
	}
	apart = make([]string, len(list))
	for i := range differ {
		if len(differ[i]) > 0 && len(list) <= mostApart {
			apart[i] = " (" + strings.Join(differ[i], ", ") + ")"
		}
	}
	return common, apart
}

// lookReply says what something unidentified may be by its looks alone.
func lookReply(c *commands.Call, l thing.Look) commands.Reply {
	answer := &lookAnswer{Name: l.Name(), Class: l.Class}
	r := commands.Reply{Data: answer, Version: c.Rules.Name, Table: &commands.Table{Title: wording.Capital(l.Name()) + ":", Columns: []string{"object", "chance", "cost", "weight"}}}
	if l.Class == "armor" {
		r.Table.Columns = append(r.Table.Columns, "AC")
	}
	var objects []*rules.Object
	var chances []float64 // 0: how often they are made is not known, or none ever is
	list, err := identify.Of(&identify.Question{Rules: c.Rules, Kind: l.Class, Look: l.Look})
	if err == nil && len(list) > 0 {
		for _, x := range list {
			p, _ := x.P.Float64()
			objects, chances = append(objects, x.Object), append(chances, p)
		}
	} else {
		for _, name := range l.Names {
			if o := c.Rules.Object(name); o != nil {
				objects, chances = append(objects, o), append(chances, 0)
			}
		}
	}
	common, apart := "", []string(nil)
	if len(objects) > 0 {
		common, apart = alike(objects)
	}
	var parts []string
	for i, o := range objects {
		share := ""
		if chances[i] > 0 {
			share = wording.Share(chances[i])
		}
		match, row := lookMatch{Name: o.Name, P: chances[i], Cost: o.Cost, Weight: o.Weight}, []string{o.Name, share, fmt.Sprint(o.Cost), fmt.Sprint(o.Weight)}
		if l.Class == "armor" {
			match.AC, row = &o.Oc1, append(row, fmt.Sprint(o.Oc1))
		}
		answer.Matches, r.Table.Rows = append(answer.Matches, match), append(r.Table.Rows, row)
		part := strings.TrimPrefix(o.Name, l.Class+" of ")
		if share != "" {
			part += " " + share
		}
		parts = append(parts, part+apart[i])
	}
	text, shown := wording.List(parts, ", ", commands.LineBudget-120)
	r.Summary = fmt.Sprintf("%s: one of %s: %s.%s", wording.Capital(l.Name()), wording.Count(len(parts), "thing"), text, common)
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

// looksLike says what an object looks like while it is unidentified. It is empty if the
// object is recognised on sight.
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
		return wording.Or(all)
	}
	return fmt.Sprintf("one of %d", len(all))
}
