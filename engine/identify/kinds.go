package identify

import (
	"math/big"
	"slices"

	"delphi/engine/making"
	"delphi/engine/rules"
)

// Classes holds the classes of things that a hero may not know.
var Classes = []string{"scroll", "potion", "wand", "ring", "amulet", "spellbook", "armor", "weapon", "tool", "gem"}

// Kinds are parts of classes that a hero sees: tools that look alike, and what
// armour is worn on.
var Kinds = []string{"bag", "lamp", "flute", "horn", "harp", "drum", "whistle", "candle", "cloak", "helmet", "gloves", "boots", "shield"}

// Within maps each of the Kinds to its class.
var Within = map[string]string{
	"bag": "tool", "lamp": "tool", "flute": "tool", "horn": "tool", "harp": "tool", "drum": "tool", "whistle": "tool", "candle": "tool",
	"cloak": "armor", "helmet": "armor", "gloves": "armor", "boots": "armor", "shield": "armor",
}

// members lists the full names of a kind; nil for a class.
func members(s *rules.Set, kind string) []string {
	for _, g := range s.Looks().Groups {
		if len(g.Looks) == 1 && g.Looks[0] == kind && g.Class == "tool" {
			return g.Objects
		}
	}
	var out []string
	for _, w := range s.Worn {
		if w.Slot.String() == kind {
			out = append(out, w.Name)
		}
	}
	return out
}

// Candidate is a kind of object and its chance.
type Candidate struct {
	Object *rules.Object
	P      *big.Rat
}

// Prior lists what the thing may be before any price is heard, with how often
// the game makes each: all that is of the kind and of the look, is ever made at
// random, does not show at a glance what it is, and is not known. The chances
// sum to 1; nothing is left where none fits. Its error is a *rules.NoTable where
// it is not known how the version makes things.
func (q *Question) Prior() ([]Candidate, error) {
	made, err := q.made()
	if err != nil {
		return nil, err
	}
	var out []Candidate
	only := members(q.Rules, q.Kind)
	for _, c := range made {
		o := c.Object
		if o.PreKnown || slices.Contains(q.Known, o.Name) || only != nil && !slices.Contains(only, o.Name) {
			continue
		}
		if q.Look != "" {
			c.P.Mul(c.P, looks(q.Rules, o, q.Look))
		}
		if q.Weight > 0 && o.Weight != q.Weight || q.Stacked && !o.Merge || c.P.Sign() == 0 {
			continue
		}
		out = append(out, c)
	}
	share(out)
	return out, nil
}

// made lists all that the game makes of the classes that the thing may be of.
// Where it is not known how often it makes each class, the class must be said.
func (q *Question) made() ([]Candidate, error) {
	s, class := q.Rules, q.Kind
	if only := members(s, q.Kind); only != nil && s.Object(only[0]) != nil {
		class = s.Object(only[0]).Class
	}
	var out []Candidate
	switch {
	case s.Objects() == nil:
		return nil, s.NoObjects()
	case s.Making() == nil && (class == "" || class == "gem"):
		return nil, rules.No[rules.Making](s)
	case s.Making() == nil:
		for _, o := range s.Objects() {
			if o.Class == class && o.Prob1 > 0 {
				out = append(out, Candidate{o, big.NewRat(int64(o.Prob1), int64(s.ClassTotal(class)))})
			}
		}
		return out, nil
	}
	for _, c := range making.Classes(s.Making(), "ordinary") {
		if !slices.Contains(Classes, c.Name) || class != "" && class != c.Name {
			continue
		}
		for _, d := range making.Objects(s, c.Name, q.Ledger) {
			out = append(out, Candidate{s.Object(d.Name), new(big.Rat).Mul(big.NewRat(c.Num, c.Den), big.NewRat(d.Num, d.Den))})
		}
	}
	return out, nil
}

// looks returns the chance that an object looks like this, as far as it differs
// within a class. Those that are shuffled together are alike. Some gems are of
// one of several colours in each game.
func looks(s *rules.Set, o *rules.Object, look string) *big.Rat {
	colours, has := 0, false
	for _, g := range s.Looks().Groups {
		if g.Class != o.Class || !slices.Contains(g.Objects, o.Name) {
			continue
		}
		colours++
		has = has || slices.Contains(g.Looks, look)
	}
	if !has {
		return new(big.Rat)
	}
	return big.NewRat(1, int64(colours))
}

// share makes the chances sum to 1.
func share(list []Candidate) {
	total := new(big.Rat)
	for _, c := range list {
		total.Add(total, c.P)
	}
	for _, c := range list {
		c.P.Quo(c.P, total)
	}
}
