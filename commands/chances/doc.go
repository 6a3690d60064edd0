// Package chances is the room of the commands about odds of which no spell is part: bones,
// the theft of quest items, and plain probability. Polypiling is in package piles.
package chances
