// Package boltstore is a [storage.Store] in one file, kept by bbolt. An Update
// that has returned survives the death of the process and the loss of power.
//
// bbolt has no checksums. Here every value ends with one, and a tally counts all
// entries, so that damage is noticed before anything is answered from it:
//
//   - open.go: opens and makes files. Open reads the whole file once (about
//     0.06 s for 100 MB) and refuses a damaged one.
//   - boltstore.go, tx.go: transactions. A fault in mapped memory or a panic of
//     bbolt is an error of that transaction, and nothing is written any more.
//   - seal.go: the checksums, the tally, and the stamp that says of what format the file is.
//   - pages.go, root.go: read a file without mapping it, whatever is wrong with it.
//   - maintain.go: check, backup, compact, restore.
//   - schedule.go: backups at regular times.
//
// One process at a time may have the file open. Beside it lies a note
// (the file's name and ".owner") saying which; another process that wants the
// file gets an error naming the owner within a second. Package shared lets it
// work through that owner instead.
package boltstore
