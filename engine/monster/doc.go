// Package monster describes monsters in the words that players use instead of
// the source's codes, and finds the monsters that fit a description.
//
//   - words.go: attacks, damages, flags and the rest as words.
//   - line.go: a monster on one line, and several side by side.
//   - colors.go: what players call the colours of the game.
//   - query.go: descriptions such as "F yellow" or "level 10-12 flies poisonous",
//     and the monsters that fit them.
//   - names.go: what versions call one monster.
package monster
