// Package odds is probability with no game in it: exact fractions, dice and
// repeated trials.
//
//   - fraction.go: Fraction, a chance known exactly, and reading chances.
//   - dice.go: Roll, a dice expression, its parser and its exact distribution.
//   - binomial.go: how many of n trials succeed.
//   - tries.go: how many tries it takes.
//   - question.go: Question and Answer, one function.
//
// Everything is bounded: what would take too long is refused with a
// *problem.Problem that says what can be asked.
package odds
