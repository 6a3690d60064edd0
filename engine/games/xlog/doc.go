// Package xlog reads the lines that NetHack and its variants write about games:
// xlogfile, one line for each game that ended, and livelog, one for each event
// of a game that goes on.
//
//   - line.go: Parse, one line as its fields, whatever wrote it.
//   - number.go: what is written in a field as a number.
//   - pack.go: a Record as few bytes, and back.
//   - decode.go: which variant and version wrote a record, and what its bits
//     mean there. All of that is data, in variants.toml.
//   - game.go: Game, a record with its fields read; event.go: Event, the same
//     of a livelog line.
//   - variant.go: the variants that logs may be of; tnnt.go: fields that TNNT writes.
//   - dumplog.go: where the dump of a game is found.
//   - whereis.go: Whereis and InProgress, what servers write of games that go on.
//   - intact.go: Intact, what shows that a row is damaged or cannot be true.
//   - death.go: reasons of death made comparable; deathforms.go: as tournaments
//     compare them.
//
// Sources: topten.c and livelog of each variant; ../shared/mechanics names the
// fields and bits.
package xlog
