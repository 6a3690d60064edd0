// Package hero holds what several commands ask about the player's own
// character: the parameters that describe it, and how a remembered character
// fills in what a line left out.
package hero
