// Package steps is how an answer comes about, for why: each step with its result, its arithmetic
// and the line of the game's source that does the same.
//
//   - steps.go: Step, and Derivation, which collects them.
//   - rnl.go: the formula of a roll that Luck bends.
package steps
