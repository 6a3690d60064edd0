// Package foe holds the monster that several rooms ask about: the parameter
// that names it, with its vocabulary.
package foe
