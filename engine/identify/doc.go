// Package identify works out what an unidentified thing is from what a hero has
// seen of it: how it looks, what shops ask and offer for it, what shows when it
// is engraved with or dropped into a sink, its weight, and what else is known
// already. The answer is the exact chance of each kind of thing that fits.
//
//   - question.go: Question and Sighting, what was seen, and their limits.
//   - kinds.go: Prior, what may be unidentified and how often it is made.
//   - seen.go: how likely a kind of thing is to show what was seen.
//   - answer.go: Of, which puts both together.
//
// A thing is taken to be made at random (making), and what the game draws
// without showing it is drawn anew for each: the surcharge of a stack, the
// enchantment of a weapon or of armour, the number of a shopkeeper, for which
// gem glass passes. Prices are those of package price.
package identify
