// Package sense knows what of a question's things goes with what: which piece of armour takes the
// place of which, what a bare count or curse does to a pile, which hand a weapon is in. The reader
// of lines asks it when a follow-up changes a question.
//
//   - sense.go: lists of names, armour foremost.
//   - pile.go: the stacks of a pile.
//   - weapon.go: what is wielded, and how well.
package sense
