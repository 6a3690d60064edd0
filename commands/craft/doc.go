// Package craft is the room of the commands about what a hero does to things and
// with them: fountains, thrones, sinks and lamps, wishes, scrolls that enchant
// and charge, markers, potions, bags, horns, locks and traps, the
// castle's tune.
//
//   - craft.go: Commands, which lists them, and the parameters that several take.
//   - ends.go: what most of the answers are: the ways something may end, one of
//     them asked about, over many tries too.
//   - gist.go: ends by what happens, as people read them; gists.tsv says it of the
//     game's messages.
//   - one file for the commands that belong together.
//
// The mathematics is in engine/fixture, enchant, craft, lock, tune and wish.
package craft
