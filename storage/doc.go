// Package storage is what the bot remembers. It knows nothing of chat: its
// callers hand it plain strings.
//
// From the bottom up:
//
//   - store.go: Store, ReadTx and Tx, the contract of an ordered key/value
//     store with transactions, and the errors that any of them may give.
//   - key.go: ordered keys made from segments, so that a player or a time
//     window is one range scan.
//   - backend.go, gate.go: the checks that every Store makes alike, and who is let in when.
//   - one file per concern, each on top of any Store: characters.go,
//     settings.go, topics.go and tells.go (charactercodes.go: a character goes to another owner), durable
//     when they return. Likewise sessions.go, joined.go, moderation.go, outbox.go and documents.go; readings.go
//     caches what all of them read for every question.
//   - file.go, file_unix.go, file_other.go: one file beside a store, mapped into memory.
//   - wiki.go: an imported wiki, as its readers see it.
//   - away.go: stores that cannot be reached or read, and what is asked of them nevertheless;
//     trouble.go: whether the one in use is such a store.
//   - once.go, guard.go: who of several processes may write.
//   - format.go: the format of a store, which each says of itself, and which are refused.
//   - maintain.go, copy.go, readable.go, sweep.go: looking after a store: check, backup
//     and compact, copying it into another, records that cannot be read, records that have expired.
//
// Below this package are the stores themselves: boltstore, one file on disk;
// memstore, in memory; shared, one file for several processes; pgstore, a database;
// and storagetest, the one conformance test that all pass. lease says which of several
// processes does what, wikistore has an imported wiki, pause waits. On top of it stand cache, which
// keeps what may be lost, gamelog, which keeps the games of game logs, and contest, which keeps
// tournaments and has engine/games count them.
package storage
