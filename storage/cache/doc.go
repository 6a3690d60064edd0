// Package cache keeps what may be lost without harm: in memory, and written to a store behind,
// in batches.
//
//   - cache.go: Cache, and what of it is in memory; disk.go: what of it is in the store.
//   - asked.go: LastAsked, the last question of each place.
//   - behind.go: writes collected and made in batches by one goroutine.
package cache
