package making

import (
	"slices"

	"delphi/engine/rules"
)

// Wear holds the chances of what a new object is besides its state: each of them
// independent of the state.
type Wear struct {
	Poisoned   float64 `json:"poisoned,omitempty"`
	Erodeproof float64 `json:"erodeproof,omitempty"`
	Eroded     float64 `json:"eroded,omitempty"` // burnt, rusty, cracked, rotted or corroded
	Greased    float64 `json:"greased,omitempty"`
}

// poisonedOnce: 1 in this many of the weapons that can be poisoned is (mksobj).
const poisonedOnce = 100

// Wears returns the chances for a new object that is not an artifact.
func Wears(s *rules.Set, o *rules.Object) Wear {
	var out Wear
	if o.Class == "weapon" && multiple(o) {
		out.Poisoned = 1.0 / poisonedOnce
	}
	e := s.Erosion()
	burns, rots := e.Wears(o, o.Material)
	if e.ProofOnce == 0 || !o.Wielded() || !burns && !rots || slices.Contains(e.NeverNew, o.Name) {
		return out
	}
	whole := 1.0
	for _, can := range []bool{burns, rots} {
		if can {
			whole *= 1 - 1/float64(e.ErodedOnce)
		}
	}
	out.Erodeproof = 1 / float64(e.ProofOnce)
	out.Eroded = (1 - out.Erodeproof) * (1 - whole)
	out.Greased = 1 / float64(e.GreasedOnce)
	return out
}

// WearsOf returns the chances for a new object of a class, whichever it is. ledger is
// as in Objects.
func WearsOf(s *rules.Set, class string, ledger int) Wear {
	var out Wear
	for _, d := range Objects(s, class, ledger) {
		w := Wears(s, s.Object(d.Name))
		out.Poisoned += d.P * w.Poisoned
		out.Erodeproof += d.P * w.Erodeproof
		out.Eroded += d.P * w.Eroded
		out.Greased += d.P * w.Greased
	}
	return out
}
