// Package shorthand looks up what NetHack players write for short: class signs
// with initials (?oEW, (BoH), the community's abbreviations (GDSM, PYEC), the
// appearances of unidentified things (opera cloak), the Japanese names of
// Samurai, and artifacts.
//
//   - index.go: Index, everything that one version knows, by class.
//   - also.go: what else players write for a thing.
//   - sign.go: class signs, and what follows them: initials or a name.
//   - look.go: appearances, Japanese names, artifacts.
//   - abbreviation.go: abbreviations; abbreviations.tsv lists those that are
//     not already aliases in engine/rules.
//
// These are lookups and no grammar: the caller finds the words in a line and
// decides what to do with several candidates.
package shorthand
