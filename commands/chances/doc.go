// Package chances is the room of the commands about odds that no spell is
// part of: polypiling, bones, the theft of quest items, and plain probability.
package chances
