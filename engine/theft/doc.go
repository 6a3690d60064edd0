// Package theft answers what the monsters that steal the Amulet of Yendor take
// from a hero: at one hit, and over many.
//
//   - question.go: Question, a thief and what is carried.
//   - answer.go: Over, which answers it.
//
// The rules are those of each version's steal.c; numbers and targets come from
// a rules.Theft.
package theft
