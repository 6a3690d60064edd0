// Package dice follows the game's random choices through all their outcomes.
// A rule is written as the game has it, as a function that rolls dice; [Cases]
// runs it once for every way the dice can fall and adds up the exact chances.
//
//   - dice.go: Dice, the rolls of the game: Rn2, Rnd, D, Rne.
//   - cases.go: Cases, which plays a function to all its ends, and Chance.
//
// A function's work must be bounded by its caller: the time is in proportion to
// the number of ways that the dice can fall.
package dice
