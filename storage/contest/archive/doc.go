// Package archive holds all games of a store as columns, to answer questions and to
// count from.
//
//   - columns.go: Columns, brought up to date with the store, and kept in a file.
//   - search.go: the latest games of somebody, of all; who has played.
//   - rows.go: games as they are stored, as columns have them, and as they are scored.
package archive
