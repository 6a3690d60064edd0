// Package spawn answers which monsters the game makes at random in a place, and
// how often one comes.
//
//   - spawn.go: Question, Answer and At, which answers it.
//
// The rules are those of each version's makemon.c (rndmonst) and allmain.c;
// numbers come from a rules.Spawn, monsters from a rules.Bestiary.
package spawn
