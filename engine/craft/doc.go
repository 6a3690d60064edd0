// Package craft answers what a hero makes, mixes and risks: writing with a magic
// marker, dipping potions, putting things into a bag of holding, and applying a
// unicorn horn.
//
//   - write.go: Ink and Known, what a scroll or spellbook costs and whether an
//     unknown one can be written.
//   - ink.go: how far the ink of a marker goes.
//   - mix.go: Mix, one potion dipped into another.
//   - bag.go: Bag, what goes into a bag of holding.
//   - horn.go: Horn, what a unicorn horn cures.
//
// The numbers come from a rules.Crafts.
package craft
