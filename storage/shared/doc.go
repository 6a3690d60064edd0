// Package shared lets several processes work with one store file. One of them,
// usually the bot that serves, has the file open; the others work through it,
// so that no command line job ever finds the store in use.
//
//   - open.go: Store, which opens the file or finds the process that has it,
//     and finds the next one when that process ends.
//   - host.go: the owner's side: it listens on a socket beside the file and
//     runs the others' transactions on the open store.
//   - client.go: the others' side: a transaction is one connection.
//   - owner_unix.go, owner_other.go: whether a socket is to be trusted.
//   - wire.go: what the two say to each other.
//   - socket.go: the socket, which only the user who owns it can open.
//
// A transaction that writes holds the store's only write lock. The host ends it
// with a rollback when nothing is heard of it for a while, so that a job that
// was suspended does not stop the bot.
package shared
