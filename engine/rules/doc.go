// Package rules is what each version of the game says: roles, spells, skills,
// things to wear and hold, and the numbers of its formulas, all as data.
//
// A Set (set.go) is one version's rules; versions.go has the versions and their parents, and
// lookup.go finds one by what players write ("3.7", "slash'em"), with the variants that are known
// but not modelled. A part of the rules is a topic (topic.go): a delta on the parent version's.
// Each topic has a file: spell failure in casting.go, shops in price.go, and so on; the package
// is above 3,500 lines because there are so many of them, and a Set hands out each.
//
// What there is in the game is in tables, which load.go reads: data/VERSION/TABLE.tsv holds the
// whole table for the root (3.4.3) and, for any other version, only the rows that differ from its
// parent's. cites.go says where in the game's source a rule starts.
//
// No other package compares a version's name: it asks the Set.
package rules
