package making

import (
	"slices"

	"delphi/engine/odds"
	"delphi/engine/rules"
	"delphi/engine/seq"
)

// Drawn is one thing that may be drawn.
type Drawn struct {
	Name string `json:"name"`
	odds.Fraction
}

// Classes returns the chances of the classes of objects where they are made:
// "ordinary", "box", "rogue" or "hell".
func Classes(m *rules.Making, where string) []Drawn {
	var out []Drawn
	for _, c := range m.Classes {
		if c.Where != where {
			continue
		}
		for _, o := range c.Odds {
			out = append(out, Drawn{o.Class, odds.Of(int64(o.Of100), 100)})
		}
	}
	return out
}

// Objects returns the chances of each object of a class, given that the class is
// drawn; nil for a class that is never drawn. Gems depend on the level's number
// in the order of a saved game; ledger 0 is a level where all of them are.
func Objects(s *rules.Set, class string, ledger int) []Drawn {
	list := seq.Filter(s.Objects(), func(o *rules.Object) bool { return o.Class == class })
	weight := make([]int, len(list))
	for i, o := range list {
		weight[i] = o.Prob1
	}
	if class == "gem" {
		gems(s.Making(), list, weight, ledger)
	}
	total := 0
	for _, w := range weight {
		total += w
	}
	var out []Drawn
	for i, o := range list {
		if weight[i] > 0 {
			out = append(out, Drawn{o.Name, odds.Of(int64(weight[i]), int64(total))})
		}
	}
	return out
}

// gems sets the weights of the precious ones (setgemprobs, o_init.c).
func gems(m *rules.Making, list []*rules.Object, weight []int, ledger int) {
	precious := 0
	for _, o := range list {
		if o.Material == "gemstone" {
			precious++
		}
	}
	rare := 0
	if ledger > 0 {
		rare = max(0, m.GemsRare-ledger/m.GemLevels)
	}
	nth := 0
	for i, o := range list {
		if o.Material != "gemstone" {
			continue
		}
		weight[i] = 0
		if nth >= rare {
			weight[i] = (m.GemShare + nth - rare) / (precious - rare)
		}
		nth++
	}
}

// Share returns the chance of one object in a draw from all classes.
func Share(s *rules.Set, where string, o *rules.Object, ledger int) odds.Fraction {
	class := slices.IndexFunc(Classes(s.Making(), where), func(d Drawn) bool { return d.Name == o.Class })
	if class < 0 {
		return odds.Never
	}
	for _, d := range Objects(s, o.Class, ledger) {
		if d.Name == o.Name {
			return d.Times(Classes(s.Making(), where)[class].Fraction)
		}
	}
	return odds.Never
}
