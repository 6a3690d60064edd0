// Package lease lets one of several processes that share a store do a thing at a
// time: hold the connection to a network, follow a source, sweep.
//
//   - lease.go: Keeper, which takes and renews leases, and Lease.
//   - record.go: what is in the store.
//   - clock_linux.go, clock_other.go: the clock.
//
// No wall clock decides anything. In the store a lease has an epoch, which grows
// with each holder, and a beat, which the holder moves. A candidate takes over
// when it has seen the same beat for a whole length of the lease by its own
// clock. A holder stops by its own clock too: a length after it began its last
// renewal that succeeded, which is before anybody could have seen the beat stand
// still for so long. A process that was suspended therefore finds that it holds
// nothing any more, and has to look (Lease.Held) before each line that it sends.
// What it writes nevertheless is refused, if it asks Lease.Guard in the same
// transaction.
//
// Epoch and beat are two records, so that renewals never conflict with guarded
// writes, which read only the epoch.
package lease
