// Package random is the room of the commands about what turns up at random: which
// monsters come, what they leave when they are dead, which objects the game makes,
// and what new containers hold.
//
//   - random.go: Commands, and how players ask.
//   - spawn.go, drop.go, make.go, box.go: spawn, drop, make, box.
package random
