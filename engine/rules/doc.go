// Package rules is what each version of the game says: roles, spells, skills,
// things to wear and hold, and the numbers of its formulas, all as data.
//
//   - set.go: Set, one version's rules.
//   - versions.go: the versions and their parents.
//   - topic.go: how a part of the rules is a delta on the parent version's, and
//     the register of all parts.
//   - casting.go, casts.go, learning.go, attack.go, starts.go: spell failure,
//     what a cast costs, learning from books, attack spells, starting skills.
//   - bones.go, theft.go, polypile.go, price.go: bones files and their levels,
//     amulet theft, object polymorph, shops.
//   - fixtures.go, scrolls.go, crafts.go, locks.go: fountains, thrones, sinks
//     and lamps; scrolls that enchant and charge; markers, potions, bags and
//     horns; locks, traps and searching.
//   - object.go, artifact.go, looks.go, monsters.go: what there is in the game.
//   - plight.go: what the gods take for a hero's troubles.
//   - remedy.go, property.go: what ails heroes and what ends it; what they can
//     have, such as resistances, and what gives it.
//   - buc.go: blessed, uncursed, cursed.
//   - lookup.go: from what players write ("3.7", "slash'em") to a Set, and the
//     variants that are known but not modelled.
//   - cites.go: where in the game's source a rule starts.
//   - load.go and data/: the tables. data/VERSION/TABLE.tsv holds the whole
//     table for the root (3.4.3) and, for any other version, only the rows
//     that differ from its parent's.
//
// No other package compares a version's name: it asks the Set.
package rules
