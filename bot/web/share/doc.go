// Package share divides what a server has between those who ask for it, so that
// nobody, however much they ask for, shuts out a newcomer.
//
//   - holder.go: Holder, whom a share belongs to: an address, or a network of them.
//   - ledger.go: Ledger, how much each of them asked lately.
//   - places.go: Places, so many of one thing; who holds the most gives way.
//   - turns.go: Turns, so much work at once; who asked the least goes first.
//
// All of them are safe for use from many goroutines, and remember a bounded
// number of holders, whatever addresses somebody comes from.
package share
