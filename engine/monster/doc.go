// Package monster says in players' words what the monster tables say in the
// source's, and finds monsters by what they are.
//
//   - words.go: attacks, damages, flags and the rest as words.
//   - line.go: a monster on one line, and as facts side by side.
//   - query.go: "F yellow", "level 10-12 flies poisonous" to the monsters that
//     fit.
package monster
