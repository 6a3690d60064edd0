// Package rules is what each version of the game says: roles, spells, skills,
// things to wear and hold, and the numbers of its formulas, all as data.
//
//   - set.go: Set, one version's rules, and how one is a delta on another.
//   - versions.go: the versions themselves, with the numbers of their formulas.
//   - casting.go: the numbers that spellcasting reads.
//   - casts.go, learning.go, attack.go: what a cast costs, learning from books,
//     attack spells.
//   - bones.go, theft.go: bones files and their levels, amulet theft.
//   - delta.go: how the numbers of these are deltas, too.
//   - lookup.go: from what players write ("3.7", "slash'em") to a Set, and the
//     variants that are known but not modelled.
//   - cites.go: where in the game's source a rule starts.
//   - load.go and data/: the tables. data/VERSION/TABLE.tsv holds the whole
//     table for the root (3.4.3) and, for any other version, only the rows
//     that differ from its parent's; "-NAME" takes a row away.
//
// No other package compares a version's name: it asks the Set.
package rules
