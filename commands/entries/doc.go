// Package entries holds a channel's own explanations: terms with short texts that
// anybody there may write, as on other IRC bots.
//
//   - entries.go: `?? TERM`, which answers what is there and else says nothing,
//     and the words of `learn` that change entries.
//   - book.go: Book, which keeps them: who may change what, how much there may
//     be, and what undo goes back to.
//   - term.go: what a term and a text may be.
//   - file.go: entries as a file of lines, to be carried elsewhere.
package entries
