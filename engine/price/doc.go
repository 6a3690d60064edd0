// Package price works out what shops ask and offer for things, in the games' own
// integer arithmetic.
//
//   - price.go: Asked and Offered, from a base cost to a price.
//   - stack.go: Stack, what a thing's state and being unidentified do to it.
//   - flesh.go: what the monster of a tin, an egg or a corpse adds.
//
// The rules are those of each version's shk.c (get_cost, set_cost, getprice);
// numbers come from a rules.Prices. Credit, and the weight of globs, are not
// covered.
package price
