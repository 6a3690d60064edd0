// Package book keeps what channels have written down: each term's texts and what they were
// before.
//
//   - book.go: Book: who may change what, how much there may be, and what undo goes back to.
//   - term.go: what a term and a text may be.
//   - file.go: entries as a file of lines, to be carried elsewhere.
package book
