// Package wish answers what arrives when something is wished for: how the game
// reads the text, and every thing that may come with its number, curse,
// enchantment and chance.
//
//   - parse.go: the words of a wish, as the game reads them.
//   - name.go: the things that a name can mean.
//   - make.go: how the game makes a thing before the wish changes it.
//   - grant.go: Grant, what the wish makes of it.
//
// The numbers and spellings come from a rules.Wishing and the object table.
package wish
