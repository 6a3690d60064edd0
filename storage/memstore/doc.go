// Package memstore is a [storage.Store] in memory, for a process that is to
// leave nothing behind and for tests. Readers see a snapshot and never wait for
// a writer; nothing survives Close.
package memstore
