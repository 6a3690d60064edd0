// Package lock answers how often locks are picked, traps are taken apart, and
// hidden things are found, and what force opens: the chance of one turn or try.
//
//   - lock.go: Pick, Untrap and Search. force.go: Force, a weapon that forces the
//     lock of a box. door.go: Door, what is kicked or pulled open.
//     armed.go: Armed, a trap on either.
//
// The numbers come from a rules.Locks, and for searching from a rules.Luck.
package lock
