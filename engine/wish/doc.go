// Package wish answers what arrives when something is wished for: how the game
// reads the text, and every thing that may come with its number, curse,
// enchantment and chance.
//
//   - parse.go: the words before the name, as the game reads them.
//   - noun.go: the name, by the stages of the game's parser.
//   - search.go: the thing that a name is found to mean, or comes in its stead.
//   - singular.go, text.go: plurals and comparisons, as the game makes them.
//   - match.go: the things that a name or a look can mean in one game.
//   - name.go, creature.go: the names of things, artifacts and monsters.
//   - make.go: how the game makes a thing before the wish changes it.
//   - grant.go: Grant, what the wish makes of it.
//   - flag.go: what is worn or locked of a thing, in words.
//   - exact.go: whether that is what was wished for.
//
// The text is read by playing the game's parser once for each way that its dice can
// fall: a look that each game deals out anew is a roll, too. What one version's
// parser does and others leave out, its words, spellings and ranges, are in
// rules.Wishing.
package wish
