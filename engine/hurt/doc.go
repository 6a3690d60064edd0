// Package hurt answers what a monster's attacks do to a hero: how often they hit, the damage
// of a move and of many, what else they do, and how likely they kill.
//
//   - hurt.go: Assault, a monster's move against a hero, and Hurt, the answer.
//   - kind.go, near.go, cast.go: what each kind of attack does; near.go has those that need
//     no roll, cast.go spells.
//   - worn.go: what is worn against them.
//   - move.go: attacks one after the other; turns.go: moves.
//   - strikes.go: the attacks of a move one by one, for package duel.
//
// The rules are those of each version's mhitu.c and mcastu.c; numbers come from a rules.Hurt.
package hurt
