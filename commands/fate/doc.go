// Package fate is the room of the commands about gods, Luck and the things that
// grant wishes or take them.
//
//   - fate.go: Commands, which lists them, and the parameters that several take.
//   - one file for each command or two that belong together.
//
// The mathematics is in engine/divine and its neighbours.
package fate
