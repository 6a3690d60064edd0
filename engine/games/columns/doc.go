// Package columns keeps many games in memory as columns: a Table, which package query is
// answered from. It is pure; who reads the games, and from where, is the caller's.
//
//   - table.go: Table; number.go: packed numbers; text.go: texts by number; file.go: a Table
//     as bytes.
//   - game.go: Game, one row of it; onegame.go: what a game has of each field.
//   - latest.go, players.go: rows by time and by player.
//   - field.go: the fields there are, and what each is called; derive.go: what follows from
//     the texts of a column, kept once; versions.go: versions in their order.
package columns
