// Package fate is the room of the commands about gods, Luck and the things that
// grant wishes or take them.
//
// Commands that belong together share a file; fate.go has the list of all, and the parameters
// that several take.
//
// The mathematics is in engine/divine and its neighbours.
package fate
