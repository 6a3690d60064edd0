// Package names finds names in what players type. Case, accents, hyphens,
// apostrophes, plurals and the space between words do not matter; the longest
// known name wins; a name off by a typo is found as the nearest.
//
// A line is cut into words by the caller, [Stem] folds each word, and an
// [Index] looks runs of stems up. It knows nothing of the game.
package names
