package craft

import (
	"fmt"
	"slices"
	"strconv"

	"delphi/commands"
	"delphi/commands/steps"
	"delphi/commands/wording"
	"delphi/engine/rules"
)

// recipesAnswer is the machine-readable answer of `mix` about a single thing.
type recipesAnswer struct {
	Potion string   `json:"potion"`
	Makes  []recipe `json:"made_by"`
	From   []recipe `json:"makes"` // with it in the mixture
}

type recipe struct {
	Mixed  [2]string `json:"mixed"`
	Result string    `json:"result"`
	Weight int       `json:"weight"` // of all results of the mixture
	Of     int       `json:"of"`
}

// recipes lists every mixture once, whichever of the two is dipped, and each result of
// it.
func recipes(r *rules.Crafts) []recipe {
	var out []recipe
	for i := range r.Recipes {
		x := &r.Recipes[i]
		all := 0
		for _, res := range x.Results {
			all += res.Weight
		}
		for _, res := range x.Results {
			n := recipe{[2]string{x.Dipped, x.Into}, res.What, res.Weight, all}
			same := func(o recipe) bool {
				return o.Result == n.Result && (o.Mixed == n.Mixed || o.Mixed == [2]string{x.Into, x.Dipped})
			}
			if res.What != rules.NoRecipe && !slices.ContainsFunc(out, same) {
				out = append(out, n)
			}
		}
	}
	return out
}

// tellRecipes says what makes a potion, and what it makes with others.
func tellRecipes(c *commands.Call, r *rules.Crafts, what string) *commands.Story {
	a := recipesAnswer{Potion: what, Makes: []recipe{}, From: []recipe{}}
	for _, x := range recipes(r) {
		if x.Result == what {
			a.Makes = append(a.Makes, x)
		}
		if slices.Contains(x.Mixed[:], what) {
			a.From = append(a.From, x)
		}
	}
	odds := func(x recipe) string {
		if x.Weight == x.Of {
			return ""
		}
		return fmt.Sprintf(" (%d in %d)", x.Weight, x.Of)
	}
	var made, makes []string
	table := &commands.Table{Columns: []string{"mixed", "makes"}}
	for _, x := range a.Makes {
		made = append(made, x.Mixed[0]+" with "+x.Mixed[1]+odds(x))
	}
	with := map[string][]string{} // by what comes of it
	var results []string
	for _, x := range a.From {
		other := x.Mixed[0]
		if other == what {
			other = x.Mixed[1]
		}
		if with[x.Result] == nil {
			results = append(results, x.Result)
		}
		with[x.Result] = append(with[x.Result], other+odds(x))
	}
	for _, res := range results {
		makes = append(makes, res+" with "+wording.Or(with[res]))
	}
	for _, x := range append(slices.Clone(a.Makes), a.From...) {
		table.Rows = append(table.Rows, []string{x.Mixed[0] + " with " + x.Mixed[1], x.Result + odds(x)})
	}
	s := &commands.Story{Steps: steps.New(c.Rules)}
	rep := &s.Reply
	rep.Headline = strconv.Itoa(len(a.Makes))
	if rep.Summary = "No mixture makes " + what + "."; len(made) > 0 {
		text, _ := wording.List(made, ", ", commands.LineBudget/3)
		rep.Summary = "What makes " + what + ": " + text + "."
	}
	if text, _ := wording.List(makes, "; ", commands.LineBudget/3); text != "" {
		rep.Summary += " It makes " + text + "."
	}
	if len(table.Rows) > 1 {
		rep.Table = table
	}
	rep.Data = a
	rep.Cite(c.Rules, rules.CiteRecipes)
	s.Steps.Counted(rules.CiteRecipes, "mixtures that make it", strconv.Itoa(len(a.Makes)), "the game's list of what becomes of two potions")
	return s
}
