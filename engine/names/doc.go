// Package names finds names in what players type. Case, accents, hyphens,
// apostrophes, plurals and the spaces between words do not matter, and a name
// with a typo can be found as the nearest one.
//
// The caller splits a line into words, [Stem] folds each word, and an [Index]
// looks up runs of stems. The package knows nothing about the game.
package names
