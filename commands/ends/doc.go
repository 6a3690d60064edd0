// Package ends answers questions about what may come of a try, such as sitting on a throne:
// the ways it may end, one of them asked about, over many tries too.
//
//   - ends.go: Ends, and the story told of them; row.go: scrolls read one after another.
//   - gist.go: ends by what happens, as people read them; gists.tsv says it of the game's
//     messages.
//   - terms.go: the steps to a chance; lasting.go: what a try may use up; change.go: what
//     would help most.
package ends
