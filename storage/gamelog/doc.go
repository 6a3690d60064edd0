// Package gamelog keeps the games of game logs: their rows, in the order in which they were
// read, and where each log has been read up to. It stands on any storage.Store.
//
//   - games.go: a game, and Add, which keeps those of a source; sources.go: the sources.
//   - blocks.go: rows in packed blocks, and whether what is kept can be read.
//   - rows.go: which rows are known already, and rows taken away.
//   - index.go: from the hour in which a game began to its rows.
//   - log.go: the rows read again, from any of them on.
//   - convert.go: the store of the format before.
package gamelog
