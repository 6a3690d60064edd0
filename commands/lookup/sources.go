package lookup

import (
	"context"
	"fmt"
	"strings"

	"delphi/commands"
	"delphi/commands/wording"
	"delphi/engine/eating"
	"delphi/engine/effect"
	"delphi/engine/rules"
)

// property is what sources is asked about: the name of a rules.Property.
var property = commands.NewName[string](commands.Param{Name: "property", Noun: "a property", Summary: "What you want, such as telepathy or fire resistance", Vocabulary: propertyTerms})

// sourcesAnswer is the machine-readable answer of `sources`.
type sourcesAnswer struct {
	Property string         `json:"property"`
	Corpses  []sourceCorpse `json:"corpses"`
	Items    []sourceItem   `json:"items"`
	Other    []sourceOther  `json:"other"`
}

type sourceCorpse struct {
	Monster string `json:"monster"`
	chance
	Timed  bool        `json:"timed,omitempty"`
	Safe   eating.Safe `json:"safe"`
	Remark string      `json:"remark,omitempty"`
}

// sourceItem is an object or an artifact; how may be empty if it is worn or wielded. P
// is the share of its class among random objects, 0 for artifacts.
type sourceItem struct {
	Name     string  `json:"name"`
	How      string  `json:"how,omitempty"`
	Artifact bool    `json:"artifact,omitempty"`
	P        float64 `json:"p"`
}

type sourceOther struct {
	What string `json:"what"`
}

// propertyTerms returns the properties of the version and of the nearest one with any.
func propertyTerms(s *rules.Set) []commands.Term {
	var out []commands.Term
	seen := map[string]bool{}
	for _, set := range []*rules.Set{s, rules.Get(rules.Default)} {
		if set.Properties() == nil {
			continue
		}
		for _, p := range set.Properties().List {
			if !seen[p.Name] {
				seen[p.Name] = true
				out = append(out, commands.Term{Name: p.Name, Aliases: p.Aliases, Value: p.Name})
			}
		}
	}
	return out
}

func sources() *commands.Command {
	return &commands.Command{
		Name:    "sources",
		Aliases: []string{"source"},
		Summary: "Show what gives a resistance or another power",
		Params:  commands.Takes(commands.RuleSet, property),

		Examples: []string{
			"sources telepathy", "sources of fire resistance", "sources v3.4.3 speed", "sources reflection", "sources poison resistance",
		},
		Cacheable: true,
		Run: func(_ context.Context, c *commands.Call) (commands.Reply, error) {
			if c.Rules.Properties() == nil {
				return commands.Reply{}, rules.No[rules.Properties](c.Rules)
			}
			name, ok := property.In(c)
			if !ok {
				return commands.Reply{}, &commands.Problem{Text: "Sources of what?", Slot: "property", Hints: []string{"sources telepathy", "sources fire resistance", "sources speed"}}
			}
			for _, p := range c.Rules.Properties().List {
				if p.Name == name {
					return sourcesReply(c, p), nil
				}
			}
			return commands.Reply{}, &commands.Problem{Text: fmt.Sprintf("There is no %s in %s.", name, c.Rules.Title), Hints: []string{"sources v" + rules.Default + " " + name}}
		},
	}
}

func sourcesReply(c *commands.Call, p *rules.Property) commands.Reply {
	found := effect.Giving(c.Rules, p)
	answer := &sourcesAnswer{Property: p.Name, Corpses: []sourceCorpse{}, Items: []sourceItem{}, Other: []sourceOther{}}
	r := commands.Reply{Data: answer, Version: c.Rules.Name, Table: &commands.Table{Columns: []string{"source", "chance", "how"}}}
	row := func(cells ...string) { r.Table.Rows = append(r.Table.Rows, cells) }
	var eaten, had, other []string
	for _, x := range found.Corpses {
		answer.Corpses = append(answer.Corpses, sourceCorpse{x.Monster.Name, chance(x.Fraction), x.Timed, x.Safe, x.Remark})
		told, how := x.Monster.Name+" "+wording.Share(x.P), "eaten"
		if x.Timed {
			how += ", for a while"
		}
		if x.Safe == eating.No {
			told, how = told+" (not safe)", how+", not safe"
		}
		if x.Remark != "" {
			told, how = told+" ("+x.Remark+")", how+", "+x.Remark
		}
		eaten = append(eaten, told)
		row(x.Monster.Name+" corpse", wording.Share(x.P), how)
	}
	for _, x := range found.Items {
		item := sourceItem{Name: x.Name, How: x.How, Artifact: x.Artifact}
		share := ""
		if o := c.Rules.Object(x.Name); o != nil && o.Prob1 > 0 {
			item.P = float64(o.Prob1) / float64(c.Rules.ClassTotal(o.Class))
			share = wording.Share(item.P) + " of " + wording.Plural(o.Class)
			if o.Class == "armor" {
				share = wording.Share(item.P) + " of armor"
			}
		}
		answer.Items = append(answer.Items, item)
		how := x.How
		if how != "" {
			had = append(had, x.Name+" ("+how+")")
		} else {
			had, how = append(had, x.Name), "in use"
		}
		row(x.Name, share, how)
	}
	for _, what := range found.Others {
		answer.Other = append(answer.Other, sourceOther{what})
		other = append(other, what)
		row(what, "", "")
	}
	r.Cite(c.Rules, found.Rules...)
	title := wording.Capital(p.Name)
	r.Table.Title = title + ":"
	if len(r.Table.Rows) == 0 {
		r.Table, r.Summary = nil, fmt.Sprintf("Nothing gives %s in %s.", p.Name, c.Rules.Title)
		return r
	}
	r.Summary, r.Table.Told = sourcesLine(title, [][]string{eaten, had, other})
	if r.Table.Told < len(r.Table.Rows) {
		r.Hints = []string{"more"}
	}
	return r
}

// sourcesLine names as many corpses, items and other sources as a line holds,
// each kind with a share of it; told is how many rows of the table it names from
// the top.
func sourcesLine(title string, kinds [][]string) (line string, told int) {
	names := []string{"corpses ", "items ", ""}
	left, budget := 0, commands.LineBudget-len(title)-100
	for _, k := range kinds {
		if len(k) > 0 {
			left++
		}
	}
	var parts []string
	whole := true
	for i, k := range kinds {
		if len(k) == 0 {
			continue
		}
		text, shown := wording.List(k, ", ", budget/left-len(names[i])-2)
		part := names[i] + text
		parts = append(parts, part)
		budget, left = budget-len(part)-2, left-1
		if whole {
			told += shown
		}
		whole = whole && shown == len(k)
	}
	return title + ": " + strings.Join(parts, "; ") + ".", told
}
