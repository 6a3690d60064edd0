// Package hear finds what a line asks that does not begin with a command, as
// players write in passing: "whats my fail rate for fod as a lvl 14 valk with
// 12 int". It knows no command by name: what speaks for a command are the Cues
// in its table.
//
//   - words.go: a line into words; numbers as words, numbers glued to their
//     words or standing before them, small talk.
//   - sign.go: class signs and what follows them: ?oEW, (BoH, =150.
//   - typo.go: misspelt words.
//   - cue.go: which command the words and names speak for.
//   - wanted.go: of things named, which are wanted and which are the source.
//   - hear.go: Hearer, which puts these together.
//   - small.txt: words that say nothing to any command.
package hear
