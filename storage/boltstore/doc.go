// Package boltstore is a [storage.Store] in one file, kept by bbolt. An Update
// that has returned survives the death of the process and the loss of power.
//
// One process at a time may have the file open. Beside it lies a note
// (the file's name and ".owner") saying which; another process that wants the
// file gets an error naming the owner within a second.
package boltstore
