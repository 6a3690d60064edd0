// Package effect answers questions about the game by what they are about: what
// cures a trouble, what resists an attack, what gives a property.
//
//   - cure.go: Cures, what ends an ailment, and Ends, what a thing cures.
//   - resist.go: Resisters, the monsters that resist an attack.
//   - source.go: Sources, the corpses, items and other ways to a property.
//
// It computes nothing of its own: remedies and properties are those of a
// rules.Set, and chances those of the engines eating and craft.
package effect
