// Package challenge picks a hero to start and quit, which only the owner of an
// account can do: the game in its log proves who owns it.
package challenge
