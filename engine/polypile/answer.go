package polypile

import (
	"delphi/engine/polymorph"
	"delphi/engine/rules"
)

// Answer is what an application of polymorph does. Every chance is
// unconditional: on a line of squares it counts that the beam may stop short.
type Answer struct {
	Golem     Golem                `json:"golem"`
	Stacks    []StackAnswer        `json:"stacks"`
	Items     Items                `json:"items"`
	Left      []polymorph.Quantity `json:"left,omitempty"`      // the whole distribution, up to MaxLeft items
	Quantiles *Quantiles           `json:"quantiles,omitempty"` // where there are more
	Materials []Material           `json:"materials"`           // of the items left, most first
	Want      *Wanted              `json:"want,omitempty"`
	// Reverts is how what changed turns back; nil: it never does.
	Reverts *polymorph.Reverts `json:"reverts,omitempty"`
	Squares []SquareAnswer     `json:"squares,omitempty"` // nearest first; where there are several
	// Potions is how many potions of polymorph dipping uses up, on average.
	Potions *float64 `json:"potions_used,omitempty"`
	// Dropped is the sum of the chances of the states that were too rare to follow.
	Dropped float64 `json:"dropped"`

	Warnings []string `json:"-"` // where the game surprises
	Notes    []string `json:"-"` // what the figures rest on
	Cites    []string `json:"-"` // rules for rules.Set.Cite
}

// Golem is the chances of golems, of at least one where there are several squares.
type Golem struct {
	Decided float64            `json:"decided"` // a stack decided that there will be one
	Appears float64            `json:"appears"` // there was enough left for it
	Kinds   map[string]float64 `json:"kinds"`   // by kind; on one square they add up to Appears
}

// StackAnswer is one stack as it was written; the chances are those of each
// of its Count equal stacks, on average.
type StackAnswer struct {
	Name         string    `json:"name"`
	Quantity     int       `json:"quantity"`
	BUC          rules.BUC `json:"buc"`
	Count        int       `json:"count"`
	Resist       float64   `json:"resist"`
	Shudder      float64   `json:"shudder"`
	Polymorph    float64   `json:"polymorph"`
	Fuse         float64   `json:"fuse"`    // polymorphs and becomes one item
	Eaten        float64   `json:"eaten"`   // what is left of it is absorbed
	Decides      float64   `json:"decides"` // it is the one that decides on the golem
	ExpectedLeft float64   `json:"expected_left"`
	// ShudderLeaves is how many items a shudder leaves, each number equally
	// likely; 0 and 0: it destroys the stack.
	ShudderLeaves Range `json:"shudder_leaves"`
	Square        int   `json:"square,omitempty"` // from 1, where there are several

	Random bool          `json:"random,omitempty"` // each item is of a type of its own
	Object *rules.Object `json:"-"`
}

// Range is the whole numbers from Min to Max.
type Range struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// Items counts items, on average but for In.
type Items struct {
	In             int     `json:"in"`
	ExpectedLeft   float64 `json:"expected_left"`
	LostToShudder  float64 `json:"lost_to_shudder"`
	LostToGolem    float64 `json:"lost_to_golem"`
	LostToFusing   float64 `json:"lost_to_fusing"`
	LostToBackfire float64 `json:"lost_to_backfire"`
}

// Quantiles holds numbers of items: with the chance p there are at most that many.
type Quantiles struct {
	P05 int `json:"p05"`
	P25 int `json:"p25"`
	P50 int `json:"p50"`
	P75 int `json:"p75"`
	P95 int `json:"p95"`
}

// Material is how many items of it are left, on average.
type Material struct {
	Material string  `json:"material"`
	Items    float64 `json:"items"`
}

// Wanted is about the wanted things that are left, those there before included.
// Items are counted: a stack of three is three.
type Wanted struct {
	Names         []string `json:"names"`
	AtLeastOne    float64  `json:"at_least_one"`
	ExpectedItems float64  `json:"expected_items"`
	// Enough is the chance of as many of one of them as the question asks for, and
	// All of as many of each; nil: there are too many things to tell.
	Enough float64  `json:"enough"`
	All    *float64 `json:"all,omitempty"`
	// Counts is the chance of exactly that many items of all of them together, from
	// none on, and More that of more.
	Counts []polymorph.Quantity `json:"counts"`
	More   float64              `json:"more"`
	Per    []WantedOne          `json:"per"`
}

// WantedOne is about one of the wanted things.
type WantedOne struct {
	Name          string  `json:"name"`
	AtLeastOne    float64 `json:"at_least_one"`
	ExpectedItems float64 `json:"expected_items"`
	Asked         int     `json:"asked"`  // how many the question asks for
	Enough        float64 `json:"enough"` // the chance of as many
}

// SquareAnswer is one square of a line. What is in IfReached is given that
// the beam reaches it; nil for an empty square.
type SquareAnswer struct {
	PReached  float64 `json:"p_reached"`
	IfReached *Answer `json:"if_reached,omitempty"`
}

// MaxLeft is the largest number of items for which the whole distribution of what is
// left is given.
const MaxLeft = 300
