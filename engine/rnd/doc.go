// Package rnd has the exact distributions of the game's own dice (rnd.c) whose
// sides are not equally likely.
//
//   - rnl.go: Rnl, the die that Luck adjusts.
//   - rnz.go: Rnz, the die whose median is its argument and whose tail is long,
//     and Stretched, a sum of two of them, which is the prayer timeout.
//
// All of it is integer arithmetic as in C: chances are counts of equally likely
// outcomes.
package rnd
