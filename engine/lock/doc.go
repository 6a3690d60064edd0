// Package lock answers how often locks are picked, traps are taken apart, and
// hidden things are found: the chance of one turn or try.
//
//   - lock.go: Pick, Untrap and Search.
//
// The numbers come from a rules.Locks, and for searching from a rules.Luck.
package lock
