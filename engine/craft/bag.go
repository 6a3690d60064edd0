package craft

import (
	"slices"

	"delphi/engine/odds"
	"delphi/engine/rules"
)

// Bag returns the chance that a bag of holding explodes when a thing is put into it,
// or a container that holds the thing: depth says how many containers are
// around it, 0 being none.
func Bag(r *rules.Crafts, thing string, charges, depth int) odds.Fraction {
	always := slices.Contains(r.BagAlways, thing)
	if !always && (charges <= 0 || !slices.Contains(r.BagThings, thing)) {
		return odds.Never
	}
	sides := int64(1) << min(depth, r.BagDeepest)
	return odds.Of(min(int64(depth)+1, sides), sides)
}

// Explosive reports whether a thing makes bags of holding explode at all, if it
// has charges.
func Explosive(r *rules.Crafts, thing string) bool {
	return slices.Contains(r.BagAlways, thing) || slices.Contains(r.BagThings, thing)
}

// Fits reports whether a thing goes into a bag at all.
func Fits(r *rules.Crafts, thing string) bool { return !slices.Contains(r.Unfit, thing) }
